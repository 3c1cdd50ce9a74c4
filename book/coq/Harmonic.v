(* For $t\ge2$ the number $1/t$ is at most $\ln t-\ln(t-1)$, and $\sum_{t=1}^T1/t\le1+\ln T$ for every
   $T\ge1$. *)
From Perclib Require Import Laws.

(* From 1 + x <= exp x at x = -1 / t. *)
Lemma term t : (2 <= t)%nat -> 1 / INR t <= ln (INR t) - ln (INR (t - 1)).
Proof.
  intros L. assert (P : 1 < INR t) by (apply (lt_INR 1); lia).
  rewrite minus_INR by lia. change (INR 1) with 1.
  pose proof (exp_ineq1_le (- (1 / INR t))) as E.
  assert (Q : (INR t - 1) / INR t <= exp (- (1 / INR t))).
  { replace ((INR t - 1) / INR t) with (1 + - (1 / INR t)) by (field; lra). exact E. }
  assert (D : 0 < (INR t - 1) / INR t) by (apply Rdiv_lt_0_compat; lra).
  assert (X : ln ((INR t - 1) / INR t) <= - (1 / INR t)).
  { rewrite <- (ln_exp (- (1 / INR t))). destruct Q as [Q|Q]; [left; now apply ln_increasing|].
    right. now rewrite Q. }
  unfold Rdiv in X at 1. rewrite ln_mult, ln_Rinv in X; try lra. apply Rinv_0_lt_compat. lra.
Qed.

Theorem Harmonic
    (T : nat)
    (rounds : (1 <= T)%nat) :
  (forall t, (2 <= t)%nat -> 1 / INR t <= ln (INR t) - ln (INR (t - 1))) /\
  ∑ t <= T, 1 / INR t <= 1 + ln (INR T).
Proof.
  split; [exact term|]. induction rounds as [|n L I]; [simpl; rewrite ln_1; lra|].
  rewrite sum_S by lia. pose proof (term (S n) ltac:(lia)) as A.
  replace (S n - 1)%nat with n in A by lia. lra.
Qed.
