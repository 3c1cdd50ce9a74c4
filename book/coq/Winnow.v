(* The multiplicative learner adds up $y_tx_t$ over its mistakes, from $\theta_1=0$, and scores by
   $f_t=\sum_i\sinh(\eta\theta_{t,i})x_{t,i}$; a tie is a mistake.  Let $\eta>0$ and $X>0$, let the
   labels be $1$ and $-1$, and let $\Phi_t=\sum_i\cosh(\eta\theta_{t,i})$, over the $d\ge1$
   coordinates.  For $|z|\le X$ both $e^{\eta z}$ and $e^{-\eta z}$ lie below their chords:
   $e^{\pm\eta z}\le\cosh(\eta X)\pm\frac zX\sinh(\eta X)$.  In a mistake with entries of at most
   $X$ in size, $\Phi_{t+1}\le\cosh(\eta X)\Phi_t+\frac{y_tf_t}X\sinh(\eta X)\le\cosh(\eta
   X)\Phi_t$.  If in every mistake also $y_t\langle u,x_t\rangle\ge\gamma\sum_i|u_i|$, for some
   $u\ne0$ and $\gamma>0$, then $\frac12e^{\eta k\gamma}\le\Phi_{T+1}\le d\cosh(\eta X)^k\le
   de^{k\eta^2X^2/2}$ for the $k$ mistakes in $T$ rounds, and with $\eta=\gamma/X^2$ there are at
   most $2X^2\ln(2d)/\gamma^2$ mistakes. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Hedge.
From Coq Require Import List.
Import ListNotations.

(* Entry i of the instance of round t is (x t i), for i = 1, ..., d, and y t is its label. *)
Section Multiplicative.
Variables (d : nat) (eta : R) (x : nat -> nat -> R) (y : nat -> R).
Definition inner (a b : nat -> R) : R := ∑ i <= d, a i * b i.
Definition score (total : nat -> R) (t : nat) : R := inner (fun i => sinh (eta * total i)) (x t).
Fixpoint theta (t : nat) : nat -> R :=  (* before round t = 1, 2, ... *)
  match t with
  | S (S _ as s) => if Rle_dec (y s * score (theta s) s) 0
    then fun i => theta s i + y s * x s i else theta s
  | _ => fun _ => 0
  end.
Definition f (t : nat) : R := score (theta t) t.
Definition wrong (t : nat) : bool := if Rle_dec (y t * f t) 0 then true else false.
Definition mistakes (T : nat) : nat := length (filter wrong (seq 1 T)).
Definition potential (t : nat) : R := ∑ i <= d, cosh (eta * theta t i).
(* In the mistakes of the rounds 1, ..., T the entries are at most X in size; in these mistakes u,
   which is not zero, has the margin gamma. *)
Definition short (T : nat) (X : R) : Prop :=
  forall t, (1 <= t <= T)%nat -> wrong t = true -> forall i, (1 <= i <= d)%nat -> Rabs (x t i) <= X.
Definition separates (T : nat) (u : nat -> R) (gamma : R) : Prop :=
  (exists i, (1 <= i <= d)%nat /\ u i <> 0) /\
  forall t, (1 <= t <= T)%nat -> wrong t = true ->
    y t * inner u (x t) >= gamma * (∑ i <= d, Rabs (u i)).
Definition labels (T : nat) : Prop := forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1.

Lemma next t : (1 <= t)%nat ->
  theta (S t) = if wrong t then fun i => theta t i + y t * x t i else theta t.
Proof.
  intros L. destruct t as [|t]; [lia|]. unfold wrong, f.
  change (theta (S (S t))) with (if Rle_dec (y (S t) * score (theta (S t)) (S t)) 0
    then fun i => theta (S t) i + y (S t) * x (S t) i else theta (S t)). now destruct Rle_dec.
Qed.
Lemma counted T : mistakes (S T) = (mistakes T + if wrong (S T) then 1 else 0)%nat.
Proof.
  unfold mistakes. rewrite seq_S, filter_app, app_length. simpl. now destruct wrong.
Qed.
End Multiplicative.

Theorem Chord
    (eta X z : R)
    (positive : X > 0)
    (small : Rabs z <= X) :
  exp (eta * z) <= cosh (eta * X) + z / X * sinh (eta * X) /\
  exp (- (eta * z)) <= cosh (eta * X) - z / X * sinh (eta * X).
Proof.
  assert (C : forall z, Rabs z <= X -> exp (eta * z) <= cosh (eta * X) + z / X * sinh (eta * X)).
  { clear z small. intros z B. set (a := eta * X). set (p := eta * z). set (q := z / X).
    assert (E : p = a * q) by (unfold p, a, q; field; lra).
    assert (Q : -1 <= q <= 1).
    { unfold Rabs in B. assert (z = q * X) by (unfold q; field; lra). destruct Rcase_abs; nra. }
    pose proof (exp_pos p) as P.
    assert (T : forall b, exp p * (1 + (b - p)) <= exp b).
    { intros b. replace (exp b) with (exp p * exp (b - p)) by (rewrite <- exp_plus; f_equal; ring).
      apply Rmult_le_compat_l; [lra | apply exp_ineq1_le]. }
    pose proof (T a) as A. pose proof (T (- a)) as D. unfold cosh, sinh.
    apply (Rmult_le_compat_l ((1 + q) / 2)) in A; [|lra].
    apply (Rmult_le_compat_l ((1 - q) / 2)) in D; [|lra].
    replace (exp p) with ((1 + q) / 2 * (exp p * (1 + (a - p))) +
      (1 - q) / 2 * (exp p * (1 + (- a - p)))) by (rewrite E; field). lra. }
  split; [now apply C|]. specialize (C (- z) ltac:(now rewrite Rabs_Ropp)).
  replace (eta * - z) with (- (eta * z)) in C by ring.
  replace (- z / X) with (- (z / X)) in C by (field; lra). lra.
Qed.

Lemma sinh_positive a : 0 <= a -> 0 <= sinh a.
Proof.
  intros [P| <-]; unfold sinh; [|rewrite Ropp_0; lra].
  pose proof (exp_increasing (- a) a ltac:(lra)). lra.
Qed.

Theorem Potential
    (d : nat) (eta : R) (x : nat -> nat -> R) (y : nat -> R) (t : nat) (X : R)
    (round : (1 <= t)%nat)
    (step : eta > 0)
    (positive : X > 0)
    (label : y t = 1 \/ y t = -1)
    (mistake : wrong d eta x y t = true)
    (entries : forall i, (1 <= i <= d)%nat -> Rabs (x t i) <= X) :
  let Phi := potential d eta x y in
  let middle := cosh (eta * X) * Phi t + y t * f d eta x y t / X * sinh (eta * X) in
  Phi (S t) <= middle /\ middle <= cosh (eta * X) * Phi t.
Proof.
  intros Phi middle. set (c := cosh (eta * X)) in *. set (s := sinh (eta * X)) in *.
  assert (S0 : 0 <= s) by (apply sinh_positive; nra). split.
  - apply Rle_trans with (sum (fun i => c * cosh (eta * theta d eta x y t i) +
      y t / X * s * (sinh (eta * theta d eta x y t i) * x t i)) (S d)).
    + apply Hedge.sum_le. intros i L. rewrite next by exact round. rewrite mistake.
      set (a := eta * theta d eta x y t i). set (z := y t * x t i).
      assert (B : Rabs z <= X).
      { specialize (entries i L). unfold z. destruct label as [-> | ->].
        - now rewrite Rmult_1_l.
        - replace (-1 * x t i) with (- x t i) by ring. now rewrite Rabs_Ropp. }
      destruct (Chord eta X z positive B) as [P Q]. fold c s in P, Q.
      replace (eta * (theta d eta x y t i + z)) with (a + eta * z) by (unfold a; ring).
      replace (y t / X * s * (sinh a * x t i)) with (z / X * s * sinh a) by (unfold z; field; lra).
      unfold cosh at 1. rewrite Ropp_plus_distr, !exp_plus.
      apply (Rmult_le_compat_l (exp a)) in P; [|left; apply exp_pos].
      apply (Rmult_le_compat_l (exp (- a))) in Q; [|left; apply exp_pos].
      unfold cosh, sinh. lra.
    + right. rewrite Hedge.sum_linear. unfold middle, Phi, potential, f, score, inner. field. lra.
  - unfold middle. unfold wrong in mistake. destruct Rle_dec as [D|]; [|discriminate].
    assert (0 < / X) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= / X * s) by (apply Rmult_le_pos; lra). unfold Rdiv. nra.
Qed.

Lemma cosh_above a : 0 <= a -> cosh a <= exp (a ^ 2 / 2).
Proof.
  intros P. pose proof (Hedge.parabola (1 / 2) ltac:(lra) (2 * a) ltac:(lra)) as H.
  pose proof (exp_pos (- (2 * a))) as E. pose proof (exp_pos a) as F.
  set (c := 1 - 1 / 2 + 1 / 2 * exp (- (2 * a))) in *.
  assert (C : c <= exp (- a + a ^ 2 / 2)).
  { rewrite <- (exp_ln c) by (unfold c; lra). replace (- a + a ^ 2 / 2) with
      (- (1 / 2) * (2 * a) + (2 * a) ^ 2 / 8) by field.
    destruct H as [H| ->]; [left; now apply exp_increasing | right; reflexivity]. }
  apply (Rmult_le_compat_l (exp a)) in C; [|lra]. rewrite <- exp_plus in C.
  replace (a + (- a + a ^ 2 / 2)) with (a ^ 2 / 2) in C by ring.
  apply Rle_trans with (2 := C). right. unfold c, cosh.
  replace (exp (- a)) with (exp a * exp (- (2 * a))) by (rewrite <- exp_plus; f_equal; ring). field.
Qed.
Lemma cosh_below a : exp (Rabs a) / 2 <= cosh a.
Proof.
  unfold cosh, Rabs. pose proof (exp_pos a). pose proof (exp_pos (- a)). destruct Rcase_abs; lra.
Qed.
Lemma cosh_at_least_1 a : 1 <= cosh a.
Proof.
  unfold cosh. pose proof (exp_ineq1_le a). pose proof (exp_ineq1_le (- a)). lra.
Qed.
Lemma ln_monotone a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros P [L| ->]; [left; now apply ln_increasing | right; reflexivity]. Qed.
Lemma exp_power a k : exp a ^ k = exp (INR k * a).
Proof.
  induction k as [|k I]; [simpl; now rewrite Rmult_0_l, exp_0|].
  rewrite S_INR. simpl. rewrite I, <- exp_plus. f_equal. ring.
Qed.

Theorem Squeeze
    (d T : nat) (eta : R) (x : nat -> nat -> R) (y u : nat -> R) (gamma X : R)
    (some : (1 <= d)%nat)
    (step : eta > 0)
    (signs : labels y T)
    (margin : separates d eta x y T u gamma)
    (wide : gamma > 0)
    (positive : X > 0)
    (largest : short d eta x y T X) :
  let k := mistakes d eta x y T in
  let Phi := potential d eta x y in
  1 / 2 * exp (eta * INR k * gamma) <= Phi (S T) /\
  Phi (S T) <= INR d * cosh (eta * X) ^ k /\
  INR d * cosh (eta * X) ^ k <= INR d * exp (INR k * eta ^ 2 * X ^ 2 / 2).
Proof.
  intros k Phi. destruct margin as [(j & J & U) M].
  set (norm := sum (fun i => Rabs (u i)) (S d)) in *.
  set (th := theta d eta x y) in *.
  assert (N : 0 < norm).
  { apply Rlt_le_trans with (Rabs (u j)); [now apply Rabs_pos_lt|].
    apply (Hedge.one_of (fun i => Rabs (u i))); [intros; apply Rabs_pos | exact J]. }
  assert (n : 0 < INR d) by (apply (lt_INR 0); lia). split; [|split].
  - assert (G : forall n, (n <= T)%nat ->
      inner d u (th (S n)) >= INR (mistakes d eta x y n) * (gamma * norm)).
    { induction n0 as [|m I]; intros L.
      - unfold inner. rewrite (Hedge.sum_eq _ (fun _ => 0)), Hedge.sum_zero.
        + simpl. lra.
        + intros i _. unfold th. simpl. ring.
      - specialize (I ltac:(lia)). unfold th. rewrite next, counted by lia.
        specialize (M (S m) ltac:(lia)). destruct (wrong d eta x y (S m)).
        + rewrite plus_INR. specialize (M eq_refl). change (INR 1) with 1.
          replace (inner d u _) with (inner d u (th (S m)) + y (S m) * inner d u (x (S m))); [lra|].
          unfold inner. rewrite <- (Rmult_1_l (sum (fun i => u i * th (S m) i) (S d))),
            <- Hedge.sum_linear. apply Hedge.sum_eq. intros i _. unfold th. ring.
        + rewrite Nat.add_0_r. exact I. }
    specialize (G T ltac:(lia)). fold k in G.
    assert (P : forall i, (1 <= i <= d)%nat -> cosh (eta * th (S T) i) <= Phi (S T)).
    { intros i L. apply (Hedge.one_of (fun i => cosh (eta * th (S T) i))); [|exact L].
      intros l _. pose proof (cosh_at_least_1 (eta * th (S T) l)). lra. }
    assert (P0 : 0 < 2 * Phi (S T)).
    { pose proof (P j J). pose proof (cosh_at_least_1 (eta * th (S T) j)). lra. }
    set (h := ln (2 * Phi (S T)) / eta).
    assert (H : forall i, (1 <= i <= d)%nat -> Rabs (th (S T) i) <= h).
    { intros i L. apply Rmult_le_reg_l with eta; [lra|].
      replace (eta * h) with (ln (2 * Phi (S T))) by (unfold h; field; lra).
      replace (eta * Rabs (th (S T) i)) with (Rabs (eta * th (S T) i))
        by (rewrite Rabs_mult, (Rabs_pos_eq eta) by lra; ring).
      rewrite <- (ln_exp (Rabs (eta * th (S T) i))).
      specialize (P i L). pose proof (cosh_below (eta * th (S T) i)) as C.
      apply ln_monotone; [apply exp_pos | lra]. }
    assert (D : inner d u (th (S T)) <= h * norm).
    { unfold inner, norm. apply Rle_trans with (sum (fun i => h * Rabs (u i) + 0 * 0) (S d)).
      - apply Hedge.sum_le. intros i L. specialize (H i L). pose proof (Rabs_pos (u i)).
        pose proof (Rle_abs (u i * th (S T) i)) as A. rewrite Rabs_mult in A. nra.
      - right. rewrite Hedge.sum_linear. ring. }
    assert (E : INR k * gamma <= h).
    { apply Rmult_le_reg_r with norm; [exact N | lra]. }
    assert (F : exp (eta * INR k * gamma) <= 2 * Phi (S T)); [|lra].
    rewrite <- (exp_ln (2 * Phi (S T))) by exact P0.
    replace (ln (2 * Phi (S T))) with (eta * h) by (unfold h; field; lra).
    rewrite Rmult_assoc. apply (Rmult_le_compat_l eta) in E; [|lra].
    destruct E as [E| ->]; [left; now apply exp_increasing | right; reflexivity].
  - assert (G : forall n, (n <= T)%nat ->
      Phi (S n) <= INR d * cosh (eta * X) ^ mistakes d eta x y n); [|apply G; lia].
    induction n0 as [|m I]; intros L.
    + right. unfold Phi, potential. simpl theta. rewrite Rmult_0_r.
      unfold mistakes. simpl pow. rewrite Rmult_1_r. clear.
      assert (C : cosh 0 = 1) by (unfold cosh; rewrite Ropp_0, exp_0; field). rewrite C.
      induction d as [|n I]; [reflexivity|]. rewrite sum_S, I, S_INR by lia. ring.
    + specialize (I ltac:(lia)). rewrite counted, pow_add.
      destruct (wrong d eta x y (S m)) eqn:W.
      * destruct (Potential d eta x y (S m) X ltac:(lia) step positive (signs (S m) ltac:(lia)) W
          (largest (S m) ltac:(lia) W)) as [A B].
        pose proof (cosh_at_least_1 (eta * X)) as C. fold Phi in A, B. simpl pow.
        apply (Rmult_le_compat_l (cosh (eta * X))) in I; lra.
      * simpl pow. rewrite Rmult_1_r. replace (Phi (S (S m))) with (Phi (S m)); [exact I|].
        unfold Phi, potential. rewrite (next d eta x y (S m)), W by lia. reflexivity.
  - apply Rmult_le_compat_l; [lra|].
    replace (INR k * eta ^ 2 * X ^ 2 / 2) with (INR k * ((eta * X) ^ 2 / 2)) by field.
    rewrite <- exp_power. pose proof (cosh_at_least_1 (eta * X)).
    apply pow_incr. split; [lra|]. apply cosh_above. nra.
Qed.

Theorem Winnow
    (d T : nat) (eta : R) (x : nat -> nat -> R) (y u : nat -> R) (gamma X : R)
    (some : (1 <= d)%nat)
    (signs : labels y T)
    (margin : separates d eta x y T u gamma)
    (wide : gamma > 0)
    (positive : X > 0)
    (largest : short d eta x y T X)
    (rate : eta = gamma / X ^ 2) :
  INR (mistakes d eta x y T) <= 2 * X ^ 2 * ln (2 * INR d) / gamma ^ 2.
Proof.
  assert (X0 : 0 < X ^ 2) by (apply pow_lt; lra).
  assert (step : eta > 0) by (rewrite rate; now apply Rdiv_lt_0_compat).
  destruct (Squeeze d T eta x y u gamma X some step signs margin wide positive largest)
    as (A & B & C).
  set (k := mistakes d eta x y T) in *.
  assert (n : 0 < INR d) by (apply (lt_INR 0); lia).
  assert (D : exp (eta * INR k * gamma) <= 2 * INR d * exp (INR k * eta ^ 2 * X ^ 2 / 2)) by lra.
  apply ln_monotone in D; [|apply exp_pos].
  rewrite ln_mult, !ln_exp in D by (lra || apply exp_pos).
  assert (E : INR k * (gamma ^ 2 / (2 * X ^ 2)) <= ln (2 * INR d)).
  { replace (INR k * (gamma ^ 2 / (2 * X ^ 2))) with
      (eta * INR k * gamma - INR k * eta ^ 2 * X ^ 2 / 2) by (rewrite rate; field; lra). lra. }
  apply Rmult_le_reg_r with (gamma ^ 2 / (2 * X ^ 2)).
  - apply Rdiv_lt_0_compat; [apply pow_lt; lra | lra].
  - replace (2 * X ^ 2 * ln (2 * INR d) / gamma ^ 2 * (gamma ^ 2 / (2 * X ^ 2)))
      with (ln (2 * INR d)) by (field; lra). exact E.
Qed.
