(* The round weights of a soft-margin support vector machine satisfy $0\le a_t\le C$, where $C>0$;
   let $v=\sum_ta_ty_tx_t$, and let $L_1$ be the sum of the hinge losses of any vector $u$.  The
   dual value $\sum_ta_t-\frac12\|v\|^2$ equals $\frac12\|u\|^2+CL_1$ exactly if $u=v$, $a_t=C$ in
   each round in which $u$ has a positive hinge loss, and $a_t=0$ in each round in which the label
   times the score of $u$ exceeds 1. *)
From Perclib Require Import Laws.

Lemma sum_pos f n : (forall s, (1 <= s <= n)%nat -> 0 <= f s) -> 0 <= sum f (S n).
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite sum_S by lia.
  pose proof (H (S n) ltac:(lia)). specialize (I ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_zero f n : (forall s, (1 <= s <= n)%nat -> 0 <= f s) ->
  sum f (S n) = 0 <-> forall s, (1 <= s <= n)%nat -> f s = 0.
Proof.
  induction n as [|n I]; intros H; [split; [intros; lia | reflexivity]|].
  rewrite sum_S by lia. pose proof (H (S n) ltac:(lia)).
  pose proof (sum_pos f n ltac:(intros; apply H; lia)).
  specialize (I ltac:(intros; apply H; lia)). split.
  - intros Z s L. destruct (Nat.eq_dec s (S n)) as [->|D]; [lra|]. apply I; [lra | lia].
  - intros Z. rewrite (proj2 I), (Z (S n)) by (lia || (intros; apply Z; lia)). ring.
Qed.

Theorem SoftMargin
    (V : space) (T : nat) (x : nat -> V) (y a : nat -> R) (u : V) (C : R)
    (cost : C > 0)
    (weights : forall t, (1 <= t <= T)%nat -> 0 <= a t <= C) :
  let hinge t := Rmax 0 (1 - y t * ⟨u, x t⟩) in
  let v := ∑⊕ t <= T, (a t * y t) ⊙ x t in
  sum a (S T) - ‖v‖² / 2 = ‖u‖² / 2 + C * sum hinge (S T) <->
  u = v /\ forall t, (1 <= t <= T)%nat ->
    (hinge t > 0 -> a t = C) /\ (y t * ⟨u, x t⟩ > 1 -> a t = 0).
Proof.
  intros hinge v.
  set (over t := (C - a t) * hinge t). set (short t := a t * (hinge t - 1 + y t * ⟨u, x t⟩)).
  assert (gap : ‖u‖² / 2 + C * sum hinge (S T) - (sum a (S T) - ‖v‖² / 2) =
    ‖u ⊕ (-1) ⊙ v‖² / 2 + (sum over (S T) + sum short (S T))).
  { assert (E : sum over (S T) + sum short (S T) = C * sum hinge (S T) - sum a (S T) + ⟨u, v⟩).
    { unfold v. clear. induction T as [|n I]; [simpl; rewrite dot_zero_r; ring|].
      rewrite !(sum_S _ (S n)), (vsum_S _ (S n)) by lia. lin. unfold over, short in *. lra. }
    rewrite E. lin. rewrite (dot_sym _ v u). field. }
  assert (H : forall t, 0 <= hinge t /\ 0 <= hinge t - 1 + y t * ⟨u, x t⟩).
  { intros t. unfold hinge. pose proof (Rmax_l 0 (1 - y t * ⟨u, x t⟩)).
    pose proof (Rmax_r 0 (1 - y t * ⟨u, x t⟩)). lra. }
  assert (O0 : forall t, (1 <= t <= T)%nat -> 0 <= over t)
    by (intros t L; apply Rmult_le_pos; [pose proof (weights t L); lra | apply H]).
  assert (S0 : forall t, (1 <= t <= T)%nat -> 0 <= short t)
    by (intros t L; apply Rmult_le_pos; [pose proof (weights t L); lra | apply H]).
  pose proof (sum_pos over T O0). pose proof (sum_pos short T S0).
  pose proof (sum_zero over T O0) as OZ. pose proof (sum_zero short T S0) as SZ.
  pose proof (dot_pos _ (u ⊕ (-1) ⊙ v)). split.
  - intros E. split.
    + assert (D : u ⊕ (-1) ⊙ v = zero) by (apply dot_definite; lra).
      apply ext. intros c. assert (Z : ⟨c, u ⊕ (-1) ⊙ v⟩ = 0) by (rewrite D; apply dot_zero_r).
      revert Z. lin. lra.
    + intros t L. pose proof (proj1 OZ ltac:(lra) t L) as A.
      pose proof (proj1 SZ ltac:(lra) t L) as B. destruct (H t) as [h s].
      unfold over in A. unfold short in B.
      split; intros P; [apply Rmult_integral in A as [A|A] | apply Rmult_integral in B as [B|B]]; lra.
  - intros [E A]. enough (sum over (S T) = 0 /\ sum short (S T) = 0) as [].
    { rewrite <- E in gap. replace ‖u ⊕ (-1) ⊙ u‖² with 0 in gap by (lin; ring).
      rewrite <- E. lra. }
    split; [apply OZ | apply SZ]; intros t L; destruct (A t L) as [B Z];
      unfold over, short; fold (hinge t); unfold hinge in *.
    + destruct (Req_dec (Rmax 0 (1 - y t * ⟨u, x t⟩)) 0) as [->|N]; [ring|].
      rewrite B by (pose proof (H t); lra). ring.
    + destruct (Rlt_le_dec 1 (y t * ⟨u, x t⟩)) as [P|P]; [rewrite Z by lra; ring|].
      rewrite Rmax_right by lra. ring.
Qed.
