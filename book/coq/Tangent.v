(* A power with exponent $q\ge1$ lies above its tangents, and for $q>1$ it meets them only where
   they touch; at 1 this is Bernoulli's inequality.  For $B,L\ge0$ let $K_q$ be the largest number
   with $K\le B\sqrt K+K^{1-1/q}L^{1/q}$ (HingeFamily.v).  The tangent at 1 relaxes this inequality
   to $k\le qB\sqrt k+L$, and the largest number $k$ that satisfies it is
   $(qB/2+\sqrt{q^2B^2/4+L})^2$.  This number is at least $K_q$ and at most $q^2K_q$.  For $q>1$ it
   equals $K_q$ exactly if $B=0$, and $q^2K_q$ exactly if $L=0$. *)
From Perclib Require Import Laws.

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

Lemma square_le a b : 0 <= b -> a ^ 2 <= b ^ 2 -> a <= b.
Proof. intros. apply Rnot_lt_le. intros C. nra. Qed.
Lemma under_chord m q : 0 <= m <= 1 -> q >= 1 -> power m q <= m.
Proof.
  intros [[M|M] O] Q; [|rewrite <- M, (power_0 0) by reflexivity; lra].
  rewrite power_of, one_less by lra.
  pose proof (Rle_Rpower_l m 1 (q - 1) ltac:(lra) (conj M O)) as P.
  rewrite Rpower_1_base in P. nra.
Qed.
(* Let K be the largest number with K <= B sqrt(K) + K^(1 - 1/q) L^(1/q), as in the theorem Price
   below.  With s = sqrt K there is a number m between 0 and 1 with B = s (1 - m) and L = s^2
   m^q. *)
Lemma shares B L q K : B >= 0 -> q >= 1 ->
  (L = 0 /\ K = B ^ 2) \/ (L > 0 /\ K > B ^ 2 /\ K * Rpower (1 - B / sqrt K) q = L) ->
  exists m, 0 <= m <= 1 /\ B = sqrt K * (1 - m) /\ L = K * power m q /\ power m q <= m.
Proof.
  intros P Q [[-> ->]|(_ & I & <-)].
  - exists 0. rewrite sqrt_pow2, (power_0 0) by (reflexivity || lra). repeat split; nra.
  - pose proof (sqrt_lt_R0 K ltac:(nra)) as S. pose proof (sqrt_sqrt K ltac:(nra)) as E.
    set (s := sqrt K) in *. set (m := 1 - B / s).
    assert (M : s * m = s - B) by (unfold m; field; lra).
    assert (B < s) by nra. assert (0 < m) by (apply Rmult_lt_reg_l with s; lra).
    assert (m <= 1) by (apply Rmult_le_reg_l with s; lra).
    exists m. rewrite (power_of m) by lra. repeat split; try lra.
    rewrite <- power_of by lra. apply under_chord; lra.
Qed.

(* By HingeFamily.v the hypothesis called family says that K is the largest number with
   K <= B sqrt(K) + K^(1 - 1/q) L^(1/q). *)
Theorem Price
    (B L q K : R)
    (B_sign : B >= 0)
    (q_large : q >= 1)
    (family : (L = 0 /\ K = B ^ 2) \/
      (L > 0 /\ K > B ^ 2 /\ K * Rpower (1 - B / sqrt K) q = L)) :
  let relaxed := (q * B / 2 + sqrt (q ^ 2 * B ^ 2 / 4 + L)) ^ 2 in
  (forall k, k >= 0 -> (k <= q * B * sqrt k + L <-> k <= relaxed)) /\
  K <= relaxed <= q ^ 2 * K /\
  (relaxed = K <-> q = 1 \/ B = 0) /\
  (L = 0 -> relaxed = q ^ 2 * K) /\
  (q > 1 -> relaxed = q ^ 2 * K -> L = 0).
Proof.
  assert (L_sign : L >= 0) by lra. assert (K_sign : K >= 0) by (destruct family; nra).
  pose proof (sqrt_pos K) as S. pose proof (sqrt_sqrt K ltac:(lra)) as E.
  (* K = s^2, B = s (1 - m) and L = s^2 m^q *)
  destruct (shares B L q K B_sign q_large family) as (m & [m0 m1] & b & l & p).
  set (s := sqrt K) in *. intros relaxed.
  assert (R : relaxed = (q * B / 2 + sqrt ((q * B / 2) ^ 2 + L)) ^ 2)
    by (unfold relaxed; do 4 f_equal; field).
  clearbody relaxed. set (h := q * B / 2) in *. assert (h0 : 0 <= h) by (unfold h; nra).
  pose proof (sqrt_sqrt (h ^ 2 + L) ltac:(nra)) as Q. pose proof (sqrt_pos (h ^ 2 + L)) as r0.
  set (r := sqrt (h ^ 2 + L)) in *. assert (hr : h <= r) by (apply square_le; nra).
  assert (half : q * B = 2 * h) by (unfold h; field).
  assert (solves : forall k, k >= 0 -> (k <= q * B * sqrt k + L <-> k <= relaxed)).
  { intros k P. pose proof (sqrt_pos k) as A. pose proof (sqrt_sqrt k ltac:(lra)) as F.
    rewrite half, R. set (a := sqrt k) in *. rewrite <- F. split; intros I.
    - assert (a - h <= r) by (apply square_le; nra). nra.
    - assert (a <= h + r) by (apply square_le; nra). nra. }
  assert (hs : h = q * s * (1 - m) / 2) by (unfold h; rewrite b at 1; field).
  assert (roots : forall c, 0 <= c -> (h + r) ^ 2 = c ^ 2 -> r = c - h).
  { intros c C I. apply Rplus_eq_reg_l with h. ring_simplify (h + (c - h)).
    apply Rle_antisym; apply square_le; lra. }
  (* The upper bound L <= s^2 m. *)
  set (n := s * s * m). assert (n0 : 0 <= n) by (unfold n; nra).
  assert (ln : L <= n) by (rewrite l; unfold n; rewrite E; nra).
  assert (more : 0 <= (q ^ 2 - 1) * n) by (apply Rmult_le_pos; nra).
  assert (qs : (q * s - h) ^ 2 = h ^ 2 + q ^ 2 * n) by (unfold n; rewrite hs; field).
  assert (side : 0 <= q * s - h) by (rewrite hs; nra).
  destruct (Tangent q m 1 q_large ltac:(lra) ltac:(lra)) as (_ & meets & above).
  rewrite (power_1 1), Rpower_1_base in meets by reflexivity.
  assert (left : L = s * s - 2 * h * s <-> s * s * (power m q - (1 + q * (m - 1))) = 0).
  { rewrite hs, l, <- E. split; intros I; lra. }
  split; [exact solves|]. split; [split|split; [|split]].
  - apply solves; [lra|]. fold s. rewrite half. rewrite l, hs, <- E.
    assert (0 <= s * s * (power m q - (1 + q * (m - 1))))
      by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]). lra.
  - assert (r <= q * s - h) by (apply square_le; [exact side | rewrite qs; lra]). rewrite R, <- E.
    replace (q ^ 2 * (s * s)) with ((q * s) ^ 2) by ring. apply pow_incr. lra.
  - split.
    + rewrite R, <- E. intros I. assert (J : r = s - h) by (apply roots; lra).
      destruct (Req_dec q 1) as [|N]; [now left | right].
      assert (Z : s * s * (power m q - (1 + q * (m - 1))) = 0) by (apply left; rewrite J in Q; lra).
      apply Rmult_integral in Z as [Z|Z].
      * apply Rmult_integral in Z as [Z|Z]; rewrite b, Z; ring.
      * rewrite b, (meets ltac:(lra)) by lra. ring.
    + intros C. assert (J : L = s * s - 2 * h * s /\ 0 <= s - h).
      { destruct C as [C|C].
        - rewrite left, C, ax_power_one by lra. rewrite hs, C. split; [ring|].
          pose proof (Rmult_le_pos _ _ S m0). lra.
        - assert (h = 0) by (unfold h; rewrite C; field). split; [|lra]. apply left.
          assert (Z : s * (1 - m) = 0) by lra. apply Rmult_integral in Z as [->|Z]; [ring|].
          replace m with 1 by lra. rewrite power_1 by reflexivity. ring. }
      destruct J as [J D]. assert (r = s - h) by (apply Rle_antisym; apply square_le; lra).
      rewrite R, <- E. replace r with (s - h). ring.
  - intros Z. destruct family as [[_ ->]|[P _]]; [|lra].
    assert (r = h) by (apply Rle_antisym; apply square_le; lra).
    rewrite R. replace r with h. unfold h. field.
  - intros A. rewrite R, <- E. intros I.
    assert (J : r = q * s - h) by (apply roots; [lra | rewrite I; ring]).
    assert (N : L = q ^ 2 * n) by (rewrite J in Q; lra).
    assert (Z : (q - 1) * ((q + 1) * n) = 0) by lra.
    apply Rmult_integral in Z as [Z|Z]; [lra|].
    apply Rmult_integral in Z as [Z|Z]; [lra | rewrite N, Z; ring].
Qed.
