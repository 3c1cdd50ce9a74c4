(* Descent on $(w-y)^2$ with step size $\eta$, where $0<\eta<1$, makes $n$ shuffled passes over the
   labels $1$ and $-1$.  From every start the expected squared weight tends to
   $2\eta^3/((1-\eta)(1-2\eta+2\eta^2))$ as $n$ grows.  Its difference from this limit is
   $(1-2\eta)^{4n}$ times the difference at the start. *)
From Perclib Require Import Laws.

(* A step of descent on (w - y)^2; a pass begins with the label y and ends with the other label. *)
Definition step (eta w y : R) : R := w - eta * (2 * (w - y)).
Definition pass (eta w y : R) : R := step eta (step eta w y) (- y).
(* The expected square of the weight after n passes: a mean over the two orders of the first
   pass. *)
Fixpoint expected_square (eta : R) (n : nat) (w : R) : R :=
  match n with
  | O => w ^ 2
  | S m => (expected_square eta m (pass eta w 1) + expected_square eta m (pass eta w (-1))) / 2
  end.

Theorem Shuffle
    (eta w : R)
    (positive : 0 < eta)
    (small : eta < 1) :
  let rho := 1 - 2 * eta in
  let limit := 2 * eta ^ 3 / ((1 - eta) * (1 - 2 * eta + 2 * eta ^ 2)) in
  (forall y, pass eta w y = rho ^ 2 * w - 4 * eta ^ 2 * y) /\
  (forall n, expected_square eta n w = limit + (rho ^ 4) ^ n * (w ^ 2 - limit)) /\
  Un_cv (fun n => expected_square eta n w) limit.
Proof.
  intros rho limit.
  assert (P : forall v y, pass eta v y = rho ^ 2 * v - 4 * eta ^ 2 * y)
    by (intros; unfold pass, step, rho; ring).
  assert (D : 1 - 2 * eta + 2 * eta ^ 2 > 0) by nra.
  assert (L : 16 * eta ^ 4 = limit * (1 - rho ^ 4)) by (unfold limit, rho; field; split; lra).
  assert (E : forall n v, expected_square eta n v = limit + (rho ^ 4) ^ n * (v ^ 2 - limit)).
  { induction n as [|n I]; intros v; [simpl; ring|].
    simpl expected_square. rewrite !I, !P, <- (tech_pow_Rmult _ n). set (c := (rho ^ 4) ^ n).
    transitivity (limit + c * (rho ^ 4 * v ^ 2 + 16 * eta ^ 4 - limit)); [field|].
    rewrite L. ring. }
  split; [auto|]. split; [auto|].
  assert (A : Rabs (rho ^ 4) < 1).
  { assert (B : 0 <= rho ^ 2 < 1) by (split; [apply pow2_ge_0 | unfold rho; nra]).
    replace (rho ^ 4) with (rho ^ 2 * rho ^ 2) by ring. rewrite Rabs_pos_eq; nra. }
  intros eps Eps. set (c := Rabs (w ^ 2 - limit) + 1).
  assert (C : 0 < c) by (unfold c; pose proof (Rabs_pos (w ^ 2 - limit)); lra).
  destruct (pow_lt_1_zero _ A (eps / c) (Rdiv_lt_0_compat _ _ Eps C)) as [N H].
  exists N. intros n G. unfold R_dist. rewrite E.
  replace (limit + _ - limit) with ((rho ^ 4) ^ n * (w ^ 2 - limit)) by ring.
  rewrite Rabs_mult. specialize (H n G).
  apply Rle_lt_trans with (Rabs ((rho ^ 4) ^ n) * c).
  - apply Rmult_le_compat_l; [apply Rabs_pos | unfold c; lra].
  - replace eps with (eps / c * c) by (field; lra). now apply Rmult_lt_compat_r.
Qed.
