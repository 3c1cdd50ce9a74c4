(* Let a run of $T\ge1$ rounds start at zero, with step size 1 and labels $1$ and $-1$; in each of
   its mistakes let the label times the score be at most zero, and the norm of the instance at most
   $R\ge0$.  Let $q\ge1$ and $B=R\|u\|$, and let $L$ bound the sum of the $q$-hinge losses of $u$
   over the mistakes.  Then the number $k$ of mistakes is at most the largest number $K$ with
   $K\le B\sqrt K+K^{1-1/q}L^{1/q}$ (HingeFamily.v).  If $L$ is the sum of the $q$-hinge losses of
   $u$ over all rounds, then $k\le qB\sqrt k+L$ and $k-L\le q^2B^2/2+qB\sqrt{q^2B^2/4+L}$. *)
From Perclib Require Import Laws.
From Perclib.Hinge_bounds Require The_one_inequality.
From Perclib.Hinge_bounds Require The_one_inequality_for_q_1.
From Perclib.Hinge_bounds Require The_relaxed_bound.

(* As in HingeFamily.v, K is the largest number with K <= B sqrt(K) + K^(1 - 1/q) L^(1/q); that file
   shows that there is one. *)
Definition key (B L q k : R) : Prop :=
  k = 0 \/ k <= B * sqrt k + Rpower k (1 - 1 / q) * power L (1 / q).
Definition largest (B L q K : R) : Prop :=
  K >= 0 /\ key B L q K /\ forall k, k >= 0 -> key B L q k -> k <= K.

Lemma sum_pos f n : (forall s, (1 <= s <= n)%nat -> f s >= 0) -> sum f (S n) >= 0.
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite sum_S by lia.
  pose proof (H (S n) ltac:(lia)). specialize (I ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_eq f g n : (forall s, (1 <= s <= n)%nat -> f s = g s) -> sum f (S n) = sum g (S n).
Proof.
  induction n as [|n I]; intros H; [reflexivity|].
  now rewrite !(sum_S _ (S n)), I, H by (intros; try apply H; lia).
Qed.
Lemma flag_pos b : ind b >= 0.
Proof. destruct b; simpl; lra. Qed.

Theorem RunFamily
    (V : space) (T : nat) (w x : nat -> V) (tau : nat -> bool) (y : nat -> R) (u : V)
    (R L q K : R)
    (rounds : (1 <= T)%nat)
    (start : w 1%nat = zero)
    (update : forall t, (1 <= t <= T)%nat -> w (S t) = if tau t then w t ⊕ y t ⊙ x t else w t)
    (label : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (wrong_side : forall t, (1 <= t <= T)%nat -> tau t = true -> y t * ⟨w t, x t⟩ <= 0)
    (radius : forall t, (1 <= t <= T)%nat -> tau t = true -> sqrt ‖x t‖² <= R)
    (radius_sign : R >= 0)
    (exponent : q >= 1) :
  let hinge t := Rmax 0 (1 - y t * ⟨u, x t⟩) in
  ∑ t <= T, ind (tau t) * power (hinge t) q <= L ->
  largest (R * sqrt ‖u‖²) L q K ->
  ∑ t <= T, ind (tau t) <= K.
Proof.
  intros hinge losses (_ & _ & M).
  assert (flag : forall t, ind (tau t) = 1 -> tau t = true)
    by (intros t; destruct (tau t); simpl; [reflexivity | lra]).
  assert (no_flag : forall t, ind (tau t) = 0 -> tau t = false)
    by (intros t; destruct (tau t); simpl; [lra | reflexivity]).
  assert (square : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t ^ 2 = 1)
    by (intros t L' _; destruct (label t L') as [-> | ->]; ring).
  assert (above : forall t, (1 <= t <= T)%nat -> hinge t >= 1 - y t * ⟨u, x t⟩).
  { intros t _. unfold hinge. pose proof (Rmax_r 0 (1 - y t * ⟨u, x t⟩)). lra. }
  assert (sign : forall t, (1 <= t <= T)%nat -> hinge t >= 0)
    by (intros; apply Rle_ge, Rmax_l).
  assert (updates : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> w (S t) = w t ⊕ y t ⊙ x t)
    by (intros t L' F; now rewrite update, (flag t F) by exact L').
  assert (rests : forall t, (1 <= t <= T)%nat -> ind (tau t) = 0 -> w (S t) = w t)
    by (intros t L' F; now rewrite update, (no_flag t F) by exact L').
  assert (wrong : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t * ⟨w t, x t⟩ <= 0) by auto.
  assert (within : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> ‖x t‖² <= R ^ 2).
  { intros t L' F. pose proof (radius t L' (flag t F)). pose proof (sqrt_pos ‖x t‖²).
    rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra. }
  assert (P : sum (fun t => ind (tau t)) (S T) >= 0) by (apply sum_pos; intros; apply flag_pos).
  apply M; [exact P|].
  destruct (Req_dec (sum (fun t => ind (tau t)) (S T)) 0) as [Z|N]; [now left | right].
  destruct (Rle_lt_or_eq_dec 1 q ltac:(lra)) as [Q|<-].
  - assert (0 < / q < 1).
    { split; [apply Rinv_0_lt_compat; lra | rewrite <- Rinv_1; apply Rinv_lt_contravar; lra]. }
    assert (A := The_one_inequality.The_one_inequality V T rounds w x tau y hinge R q L u).
    repeat (specialize (A ltac:(assumption))).
    revert A. unfold power at 1.
    destruct Rlt_dec; [|lra]. destruct Rlt_dec; [|lra].
    unfold Rdiv. now rewrite !Rmult_1_l.
  - assert (L0 : L >= 0).
    { apply Rle_ge, Rle_trans with (2 := losses), Rge_le, sum_pos. intros t _.
      apply Rle_ge, Rmult_le_pos; apply Rge_le; [apply flag_pos | apply ax_power_sign]. }
    replace (1 - 1 / 1) with 0 by field. rewrite Rpower_O, Rmult_1_l by lra.
    replace (1 / 1) with 1 by field. rewrite ax_power_one by exact L0.
    assert (O : sum (fun t => ind (tau t) * hinge t) (S T) <= L).
    { rewrite (sum_eq _ (fun t => ind (tau t) * power (hinge t) 1)); [exact losses|].
      intros t L'. now rewrite ax_power_one by now apply sign. }
    assert (A := The_one_inequality_for_q_1.The_one_inequality_for_q_1 V T rounds w x tau y hinge R L u).
    repeat (specialize (A ltac:(assumption))). exact A.
Qed.

Theorem Relaxed
    (V : space) (T : nat) (w x : nat -> V) (tau : nat -> bool) (y : nat -> R) (u : V)
    (R q : R)
    (rounds : (1 <= T)%nat)
    (start : w 1%nat = zero)
    (update : forall t, (1 <= t <= T)%nat -> w (S t) = if tau t then w t ⊕ y t ⊙ x t else w t)
    (label : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (wrong_side : forall t, (1 <= t <= T)%nat -> tau t = true -> y t * ⟨w t, x t⟩ <= 0)
    (radius : forall t, (1 <= t <= T)%nat -> tau t = true -> sqrt ‖x t‖² <= R)
    (radius_sign : R >= 0)
    (exponent : q >= 1) :
  let k := ∑ t <= T, ind (tau t) in
  let L := ∑ t <= T, power (Rmax 0 (1 - y t * ⟨u, x t⟩)) q in
  k <= q * (R * sqrt ‖u‖²) * sqrt k + L /\
  k - L <= q ^ 2 * R ^ 2 * ‖u‖² / 2
    + q * R * sqrt ‖u‖² * sqrt (q ^ 2 * R ^ 2 * ‖u‖² / 4 + L).
Proof.
  intros k L. set (hinge t := Rmax 0 (1 - y t * ⟨u, x t⟩)) in *.
  assert (flag : forall t, ind (tau t) = 1 -> tau t = true)
    by (intros t; destruct (tau t); simpl; [reflexivity | lra]).
  assert (no_flag : forall t, ind (tau t) = 0 -> tau t = false)
    by (intros t; destruct (tau t); simpl; [lra | reflexivity]).
  assert (above : forall t, (1 <= t <= T)%nat -> hinge t >= 1 - y t * ⟨u, x t⟩).
  { intros t _. unfold hinge. pose proof (Rmax_r 0 (1 - y t * ⟨u, x t⟩)). lra. }
  assert (less : sum (fun t => ind (tau t) * power (hinge t) q) (S T) <= L).
  { unfold L. clear. induction T as [|n I]; [simpl; lra|]. rewrite !(sum_S _ (S n)) by lia.
    pose proof (ax_power_sign (hinge (S n)) q) as P.
    assert (ind (tau (S n)) * power (hinge (S n)) q <= power (hinge (S n)) q)
      by (destruct (tau (S n)); simpl; lra).
    unfold hinge in *. lra. }
  assert (within : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> ‖x t‖² <= R ^ 2).
  { intros t L' F. pose proof (radius t L' (flag t F)). pose proof (sqrt_pos ‖x t‖²).
    rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra. }
  assert (H : k <= q * R * sqrt ‖u‖² * sqrt k + L /\
    k <= L + (q * R * sqrt ‖u‖²) ^ 2 * inv 2
      + q * R * sqrt ‖u‖² * sqrt ((q * R * sqrt ‖u‖²) ^ 2 * inv 4 + L)).
  { assert (sign : forall t, (1 <= t <= T)%nat -> hinge t >= 0)
      by (intros; apply Rle_ge, Rmax_l).
    assert (square : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t ^ 2 = 1)
      by (intros t L' _; destruct (label t L') as [-> | ->]; ring).
    assert (updates : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 -> w (S t) = w t ⊕ y t ⊙ x t)
      by (intros t L' F; now rewrite update, (flag t F) by exact L').
    assert (rests : forall t, (1 <= t <= T)%nat -> ind (tau t) = 0 -> w (S t) = w t)
      by (intros t L' F; now rewrite update, (no_flag t F) by exact L').
    split; [apply The_relaxed_bound.The_relaxed_bound_relaxed_key with w x y hinge
           | apply The_relaxed_bound.The_relaxed_bound with w x y hinge]; auto. }
  replace ((q * R * sqrt ‖u‖²) ^ 2) with (q ^ 2 * R ^ 2 * ‖u‖²) in H
    by (rewrite !Rpow_mult_distr, pow2_sqrt by apply dot_pos; ring).
  unfold inv in H. fold (q ^ 2 * R ^ 2 * ‖u‖² / 2) (q ^ 2 * R ^ 2 * ‖u‖² / 4) in H.
  rewrite <- (Rmult_assoc q). lra.
Qed.
