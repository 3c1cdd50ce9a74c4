(* Descent on $(w-y)^2$ with a constant step size $\eta$ draws each label $y$ independently from one
   distribution on finitely many labels, with mean $m$ and variance $\sigma^2$; the error of a
   weight is its difference from $m$.  Let $0<\eta<1$.  A step turns the expected squared error $V$
   into $(1-2\eta)^2V+4\eta^2\sigma^2$.  After $n$ steps the expected squared error is
   $(1-2\eta)^{2n}V_1+(1-(1-2\eta)^{2n})\frac\eta{1-\eta}\sigma^2$, where $V_1$ is that of the
   start, so it tends to $\frac\eta{1-\eta}\sigma^2$, and not to zero unless $\sigma=0$.  For
   $0<\eta\le\frac12$ and $T\ge1$ the mean of the weights $w_1,\dots,w_T$ has an expected squared
   error of at most $\sigma^2/T+(w_1-m)^2/(4\eta^2T^2)$. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Section Draws.
Variable P : list (R * R).  (* pairs of a probability and the label that has it *)
Definition probabilities : Prop :=
  (forall p y, In (p, y) P -> p >= 0) /\ fold_right (fun e => Rplus (fst e)) 0 P = 1.
Definition expectation (f : R -> R) : R := fold_right (fun e => Rplus (fst e * f (snd e))) 0 P.
Definition mean : R := expectation (fun y => y).
Definition variance : R := expectation (fun y => (y - mean) ^ 2).
Variable eta : R.
Definition step (w y : R) : R := w - eta * (2 * (w - y)).
(* The expectation of f over n more steps from the weight w; f is a function of the last weight and
   of the sum of all weights before it, and s is the sum of those before w. *)
Fixpoint after (n : nat) (w s : R) (f : R -> R -> R) : R :=
  match n with O => f w s | S k => expectation (fun y => after k (step w y) (s + w) f) end.

Lemma expectation_ext f g : (forall y, f y = g y) -> expectation f = expectation g.
Proof. intros E. unfold expectation. induction P as [|[p y] Q I]; simpl; rewrite ?E, ?I; reflexivity. Qed.
Hypothesis probable : probabilities.
(* The number (a + b (label - mean))^2 + c has the expectation a^2 + b^2 variance + c. *)
Lemma expectation_square a b c : expectation (fun y => (a + b * (y - mean)) ^ 2 + c) =
  a ^ 2 + b ^ 2 * variance + c.
Proof.
  destruct probable as [_ O]. unfold variance.
  assert (E : forall v, expectation (fun y => (a + b * (y - v)) ^ 2 + c) =
    (a ^ 2 + c) * fold_right (fun e => Rplus (fst e)) 0 P
    + 2 * a * b * (mean - v * fold_right (fun e => Rplus (fst e)) 0 P)
    + b ^ 2 * expectation (fun y => (y - v) ^ 2)).
  { intros v. unfold mean, expectation. clear. induction P as [|[p y] Q I]; simpl in *; [ring|].
    rewrite I. ring. }
  rewrite E, O. ring.
Qed.
End Draws.

Lemma tends_to a b r : Rabs r < 1 -> Un_cv (fun n => b + a * r ^ n) b.
Proof.
  intros A eps Eps. assert (C : 0 < Rabs a + 1) by (pose proof (Rabs_pos a); lra).
  destruct (pow_lt_1_zero _ A (eps / (Rabs a + 1)) (Rdiv_lt_0_compat _ _ Eps C)) as [N H].
  exists N. intros n G. unfold R_dist. replace (b + a * r ^ n - b) with (a * r ^ n) by ring.
  rewrite Rabs_mult. specialize (H n G).
  apply Rle_lt_trans with ((Rabs a + 1) * Rabs (r ^ n)).
  - apply Rmult_le_compat_r; [apply Rabs_pos | lra].
  - replace eps with ((Rabs a + 1) * (eps / (Rabs a + 1))) by (field; lra).
    now apply Rmult_lt_compat_l.
Qed.

(* V n is the expected squared error of the weight after n steps, which is the weight of round
   n + 1. *)
Theorem Stall
    (P : list (R * R)) (eta w : R)
    (probable : probabilities P)
    (positive : 0 < eta)
    (small : eta < 1) :
  let rho := 1 - 2 * eta in
  let V n := after P eta n w 0 (fun v _ => (v - mean P) ^ 2) in
  let limit := eta / (1 - eta) * variance P in
  (forall n, V (S n) = rho ^ 2 * V n + 4 * eta ^ 2 * variance P) /\
  (forall n, V n = rho ^ (2 * n) * V 0%nat + (1 - rho ^ (2 * n)) * limit) /\
  Un_cv V limit /\ (variance P <> 0 -> ~ Un_cv V 0).
Proof.
  intros rho V limit.
  assert (E : forall n v s, after P eta n v s (fun v _ => (v - mean P) ^ 2) =
    rho ^ (2 * n) * (v - mean P) ^ 2 + (1 - rho ^ (2 * n)) * limit).
  { induction n as [|n I]; intros v s; [simpl; ring|]. cbn [after].
    rewrite (expectation_ext _ _ (fun y => (rho ^ n * rho * (v - mean P)
      + rho ^ n * (2 * eta) * (y - mean P)) ^ 2 + (1 - rho ^ (2 * n)) * limit)).
    - rewrite expectation_square by exact probable.
      replace (2 * S n)%nat with (2 + 2 * n)%nat by lia. rewrite pow_add, (Nat.mul_comm 2), pow_mult.
      unfold limit, rho. field. lra.
    - intros y. rewrite I. unfold step, rho. rewrite (Nat.mul_comm 2), pow_mult. ring. }
  assert (C : forall n, V n = rho ^ (2 * n) * V 0%nat + (1 - rho ^ (2 * n)) * limit)
    by (intros n; apply E).
  assert (L : Un_cv V limit).
  { apply Un_cv_ext with (fun n => limit + (V 0%nat - limit) * (rho ^ 2) ^ n).
    - intros n. rewrite (C n), pow_mult. ring.
    - apply tends_to. rewrite Rabs_pos_eq by apply pow2_ge_0. unfold rho. nra. }
  repeat split; [|exact C | exact L|].
  - intros n. rewrite (C (S n)), (C n). replace (2 * S n)%nat with (2 + 2 * n)%nat by lia.
    rewrite pow_add. unfold limit, rho. field. lra.
  - intros N Z. apply N. pose proof (UL_sequence _ _ _ L Z) as U. unfold limit in U.
    apply Rmult_integral in U as [U|U]; [|exact U]. exfalso.
    pose proof (Rdiv_lt_0_compat _ (1 - eta) positive ltac:(lra)). lra.
Qed.

Theorem Average
    (P : list (R * R)) (eta w : R) (T : nat)
    (probable : probabilities P)
    (positive : 0 < eta)
    (small : eta <= 1 / 2)
    (rounds : (1 <= T)%nat) :
  after P eta T w 0 (fun _ s => (s / INR T - mean P) ^ 2)
  <= variance P / INR T + (w - mean P) ^ 2 / (4 * eta ^ 2 * INR T ^ 2).
Proof.
  set (rho := 1 - 2 * eta). assert (H : 0 <= rho < 1) by (unfold rho; lra).
  assert (T0 : 0 < INR T) by (apply lt_0_INR; lia).
  assert (pow_one : forall n, 0 <= rho ^ n <= 1).
  { induction n as [|n I]; simpl; [lra|]. nra. }
  set (noise n := sum (fun s => (1 - rho ^ (s - 1)) ^ 2) (S n)).
  assert (E : forall n v s k, after P eta n v s (fun _ s => (s / INR T - k) ^ 2) =
    ((s - INR T * k + INR n * mean P + (1 - rho ^ n) / (2 * eta) * (v - mean P)) ^ 2
     + noise n * variance P) / INR T ^ 2).
  { induction n as [|n I]; intros v s k.
    { unfold noise; simpl. field. lra. }
    cbn [after]. unfold noise. rewrite sum_S by lia. fold (noise n).
    replace (S n - 1)%nat with n by lia.
    rewrite (expectation_ext _ _ (fun y =>
      ((s + v - INR T * k + INR n * mean P + (1 - rho ^ n) / (2 * eta) * rho * (v - mean P)) / INR T
       + (1 - rho ^ n) / INR T * (y - mean P)) ^ 2 + noise n * variance P / INR T ^ 2)).
    - rewrite expectation_square by exact probable. rewrite S_INR. simpl (rho ^ S n).
      unfold rho at 3 4. fold rho. set (r := rho ^ n). unfold rho. field. lra.
    - intros y. rewrite I. unfold step. set (r := rho ^ n). unfold rho. field. lra. }
  rewrite E. replace (0 - INR T * mean P + INR T * mean P) with 0 by ring. rewrite Rplus_0_l.
  assert (N : forall n, 0 <= noise n <= INR n).
  { induction n as [|n I]; [unfold noise; simpl; lra|]. unfold noise in *.
    rewrite sum_S, S_INR by lia. specialize (pow_one (S n - 1)%nat). nra. }
  assert (S0 : 0 <= variance P).
  { unfold variance, expectation. destruct probable as [Q _]. revert Q. generalize (mean P).
    clear. intros m. induction P as [|[p y] Q I]; intros A; cbn; [lra|].
    specialize (I ltac:(intros; eapply A; right; eassumption)). simpl in I.
    pose proof (A p y (or_introl eq_refl)). pose proof (pow2_ge_0 (y - m)).
    simpl in *. nra. }
  apply Rmult_le_reg_r with (INR T ^ 2); [now apply pow_lt|].
  replace ((variance P / INR T + (w - mean P) ^ 2 / (4 * eta ^ 2 * INR T ^ 2)) * INR T ^ 2)
    with ((w - mean P) ^ 2 / (4 * eta ^ 2) + INR T * variance P) by (field; lra).
  replace (_ / INR T ^ 2 * INR T ^ 2) with
    ((1 - rho ^ T) ^ 2 * ((w - mean P) ^ 2 / (4 * eta ^ 2)) + noise T * variance P) by (field; lra).
  apply Rplus_le_compat; [|apply Rmult_le_compat_r; [exact S0 | apply N]].
  specialize (pow_one T). set (r := rho ^ T) in *.
  assert (0 <= (w - mean P) ^ 2 / (4 * eta ^ 2)).
  { apply Rmult_le_pos; [apply pow2_ge_0|]. left. apply Rinv_0_lt_compat. nra. }
  assert (0 <= (1 - r) ^ 2 <= 1) by nra. nra.
Qed.
