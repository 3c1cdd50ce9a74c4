(* If $q\ge1$ and the sum of the powers $b_i^q$ of $n\ge1$ numbers $b_i\ge0$ is at most $L$, then
   the sum of the numbers is at most $n(L/n)^{1/q}$, which is $n^{1-1/q}L^{1/q}$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Tangent.

Lemma root_monotone a b r : a <= b -> r > 0 -> power a r <= power b r.
Proof.
  intros L P. destruct (Rlt_dec 0 a) as [A|A].
  - unfold power. repeat destruct Rlt_dec; try lra. apply Rle_Rpower_l; lra.
  - replace (power a r) with 0; [apply Rge_le, ax_power_sign|].
    unfold power. now destruct (Rlt_dec 0 a).
Qed.

Theorem PowerSum
    (n : nat) (b : nat -> R) (L q : R)
    (some : (1 <= n)%nat)
    (q_large : q >= 1)
    (sign : forall i, (1 <= i <= n)%nat -> b i >= 0)
    (powers : ∑ i <= n, power (b i) q <= L) :
  sum b (S n) <= INR n * power (L / INR n) (1 / q) /\
  INR n * power (L / INR n) (1 / q) = Rpower (INR n) (1 - 1 / q) * power L (1 / q).
Proof.
  assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (I : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
  assert (P : forall k, (k <= n)%nat -> 0 <= sum b (S k) /\ 0 <= sum (fun i => power (b i) q) (S k)).
  { induction k as [|k K]; intros B; [simpl; lra|]. rewrite !(sum_S _ (S k)) by lia.
    specialize (K ltac:(lia)). pose proof (sign (S k) ltac:(lia)).
    pose proof (ax_power_sign (b (S k)) q). lra. }
  destruct (P n (le_n n)) as [B0 P0]. split.
  - set (m := sum b (S n) / INR n). assert (E : sum b (S n) = INR n * m) by (unfold m; field; lra).
    rewrite E. apply Rmult_le_compat_l; [lra|].
    assert (m0 : 0 <= m) by (apply Rmult_le_reg_l with (INR n); lra).
    destruct m0 as [m0|<-]; [|apply Rge_le, ax_power_sign].
    rewrite <- (ax_power_one m) at 1 by lra.
    rewrite <- (ax_power_tower m q (1 / q) 1) by (try lra; field; lra).
    apply root_monotone; [|exact I]. apply Rmult_le_reg_l with (INR n); [exact N|].
    replace (INR n * (L / INR n)) with L by (field; lra). apply Rle_trans with (2 := powers).
    assert (A : forall k, (k <= n)%nat ->
      INR k * power m q + q * Rpower m (q - 1) * (sum b (S k) - INR k * m) <=
      sum (fun i => power (b i) q) (S k)).
    { induction k as [|k K]; intros B; [simpl; lra|].
      rewrite !(sum_S _ (S k)), S_INR by lia. specialize (K ltac:(lia)).
      destruct (Tangent.Tangent q (b (S k)) m q_large (sign (S k) ltac:(lia)) m0) as [T _]. lra. }
    specialize (A n (le_n n)). rewrite E in A.
    replace (INR n * m - INR n * m) with 0 in A by ring. lra.
  - assert (L0 : 0 <= L) by lra. destruct L0 as [L0|<-].
    + assert (D : 0 < L / INR n) by (apply Rdiv_lt_0_compat; lra).
      rewrite (Tangent.power_of (L / INR n)), (Tangent.power_of L) by lra.
      replace L with (INR n * (L / INR n)) at 2 by (field; lra).
      rewrite <- Rpower_mult_distr by assumption. rewrite <- Rmult_assoc, <- Rpower_plus.
      replace (1 - 1 / q + 1 / q) with 1 by ring. now rewrite Rpower_1.
    + replace (0 / INR n) with 0 by (field; lra). rewrite power_0 by reflexivity. ring.
Qed.
