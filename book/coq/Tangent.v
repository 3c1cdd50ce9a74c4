(* checks: thm-tangent eq-tangent *)
(* A power with exponent q of at least 1 lies above its tangents, and for q > 1 it meets them only
   where they touch; at 1 this is Bernoulli's inequality. *)
Require Import Laws.

(* Bernoulli's inequality is strict away from 1, since 1 + x < exp x if x is not zero. *)
Lemma strict_bernoulli c q : 0 < c -> c <> 1 -> 1 < q -> 1 + q * (c - 1) < Rpower c q.
Proof.
  intros C N Q. unfold Rpower. set (y := ln c).
  assert (E : exp y = c) by now apply exp_ln.
  assert (Y : (q - 1) * y <> 0).
  { intros Z. apply Rmult_integral in Z as [Z|Z]; [lra|]. apply N. now rewrite <- E, Z, exp_0. }
  pose proof (exp_ineq1 _ Y) as A.
  pose proof (Rmult_le_compat_l (q - 1) _ _ ltac:(lra) (exp_ineq1_le (- y))) as B.
  replace (q * y) with ((q - 1) * y + y) by ring. rewrite exp_plus, E.
  assert (I : exp (- y) * c = 1) by (rewrite <- E, <- exp_plus, Rplus_opp_l; apply exp_0).
  assert (0 < (exp ((q - 1) * y) + (q - 1) * exp (- y) - q) * c) by (apply Rmult_lt_0_compat; lra).
  nra.
Qed.
Lemma power_of a q : a > 0 -> q > 0 -> power a q = Rpower a q.
Proof. intros. unfold power. destruct (Rlt_dec 0 a), (Rlt_dec 0 q); lra. Qed.
Lemma Rpower_1_base q : Rpower 1 q = 1.
Proof. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.
Lemma one_less m q : m > 0 -> Rpower m q = m * Rpower m (q - 1).
Proof.
  intros M. replace q with (1 + (q - 1)) at 1 by ring. now rewrite Rpower_plus, Rpower_1.
Qed.

Theorem Tangent
    (q a m : R)
    (q_large : q >= 1)
    (a_sign : a >= 0)
    (m_sign : m > 0) :
  power a q >= power m q + q * Rpower m (q - 1) * (a - m) /\
  (q > 1 -> power a q = power m q + q * Rpower m (q - 1) * (a - m) -> a = m) /\
  power a q >= 1 + q * (a - 1).
Proof.
  assert (T : forall n, n > 0 -> power a q >= power n q + q * Rpower n (q - 1) * (a - n)).
  { intros n N. pose proof (ax_tangent a n q a_sign ltac:(lra) q_large) as T.
    rewrite (power_of n), (one_less n) in * by lra.
    apply Rle_ge, Rmult_le_reg_l with n; [exact N|]. nra. }
  split; [now apply T|]. split.
  - intros Q E. rewrite (power_of m), (one_less m) in E by lra.
    destruct (Req_dec a m) as [|N]; [assumption | exfalso].
    pose proof (exp_pos ((q - 1) * ln m)) as P. fold (Rpower m (q - 1)) in P.
    destruct (Req_dec a 0) as [Z|A].
    + rewrite Z, (power_0 0) in E by reflexivity.
      pose proof (Rmult_lt_0_compat _ _ m_sign P). nra.
    + rewrite power_of in E by lra. set (c := a / m) in *.
      assert (A' : a = c * m) by (unfold c; field; lra).
      assert (C : 0 < c) by (apply Rdiv_lt_0_compat; lra). clearbody c.
      pose proof (strict_bernoulli c q C ltac:(intros O; rewrite O in A'; lra) Q) as B.
      rewrite A', <- Rpower_mult_distr, (one_less m) in E by lra.
      pose proof (Rmult_lt_compat_r _ _ _ (Rmult_lt_0_compat _ _ m_sign P) B). nra.
  - specialize (T 1 ltac:(lra)). rewrite (power_1 1), Rpower_1_base in T by reflexivity. lra.
Qed.
Print Assumptions Tangent.
