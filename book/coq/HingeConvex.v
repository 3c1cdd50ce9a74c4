(* For $q\ge1$ the $q$-hinge loss is convex in the score.  It is at least the zero-one loss with
   ties as mistakes, and zero exactly if the label times the score is at least 1. *)
From Perclib Require Import Laws.

Definition hinge (q y f : R) : R := power (Rmax 0 (1 - y * f)) q.
Definition zero_one (y f : R) : R := if Rle_dec (y * f) 0 then 1 else 0.

(* A power is convex, since it lies above its tangent at a mean. *)
Lemma power_convex q a b s : q >= 1 -> a >= 0 -> b >= 0 -> 0 <= s <= 1 ->
  power (s * a + (1 - s) * b) q <= s * power a q + (1 - s) * power b q.
Proof.
  intros Q A B [S T]. set (m := s * a + (1 - s) * b).
  assert (M : 0 <= m) by (unfold m; nra).
  pose proof (ax_power_sign a q). pose proof (ax_power_sign b q).
  destruct M as [M|M]; [|rewrite <- M, power_0 by reflexivity; nra].
  pose proof (ax_tangent a m q A ltac:(lra) Q) as U.
  pose proof (ax_tangent b m q B ltac:(lra) Q) as V.
  apply Rge_le in U. apply Rge_le in V.
  pose proof (Rmult_le_compat_l s _ _ S U). pose proof (Rmult_le_compat_l (1 - s) _ _ ltac:(lra) V).
  apply Rmult_le_reg_l with m; [exact M|].
  assert (power m q * q * (s * a + (1 - s) * b - m) = 0) by (unfold m; ring). lra.
Qed.
Lemma power_le q a b : q >= 1 -> 0 <= a <= b -> power a q <= power b q.
Proof.
  intros Q [[A|<-] L].
  - unfold power. repeat destruct Rlt_dec; try lra. apply Rle_Rpower_l; lra.
  - rewrite power_0 by reflexivity. apply Rge_le, ax_power_sign.
Qed.

Theorem HingeConvex
    (q y : R)
    (q_large : q >= 1) :
  (forall f g s, 0 <= s <= 1 ->
    hinge q y (s * f + (1 - s) * g) <= s * hinge q y f + (1 - s) * hinge q y g) /\
  (forall f, hinge q y f >= zero_one y f) /\
  (forall f, hinge q y f = 0 <-> y * f >= 1).
Proof.
  unfold hinge, zero_one. split; [|split].
  - intros f g s S. pose proof (Rmax_l 0 (1 - y * f)). pose proof (Rmax_l 0 (1 - y * g)).
    pose proof (Rmax_r 0 (1 - y * f)). pose proof (Rmax_r 0 (1 - y * g)).
    apply Rle_trans with (2 := power_convex q _ _ s q_large (Rle_ge _ _ H) (Rle_ge _ _ H0) S).
    apply power_le; [exact q_large|]. split; [apply Rmax_l|]. apply Rmax_lub; nra.
  - intros f. destruct Rle_dec as [M|M]; [|apply ax_power_sign].
    pose proof (power_le q 1 (Rmax 0 (1 - y * f)) q_large) as P.
    rewrite (power_1 1) in P by reflexivity. apply Rle_ge, P.
    pose proof (Rmax_r 0 (1 - y * f)). lra.
  - intros f. split; intros M.
    + apply Rnot_lt_ge. intros N. rewrite Rmax_right in M by lra.
      pose proof (ax_power_positive (1 - y * f) q ltac:(lra)). lra.
    + rewrite Rmax_left by lra. now apply power_0.
Qed.
