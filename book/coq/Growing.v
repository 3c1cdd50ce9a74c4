(* Let $0<\varepsilon<\frac12$.  A learner starts at zero and adds $y_tx_t$ in the first round, and
   afterwards exactly if $y_t\langle w_t,x_t\rangle\le(1-\varepsilon)\|w_t\|^2/n$, where $n$ is the
   number of updates so far.  Let $u$ be a unit vector; in every update let $y_t$ be $1$ or $-1$,
   $y_t\langle u,x_t\rangle\ge\gamma>0$ and $\|x_t\|\le R$.  After $T\ge1$ rounds
   $n\le\bigl(\frac{2-2\varepsilon}{1-2\varepsilon}\cdot\frac{R^2}{\gamma^2}\bigr)^{1/(2\varepsilon)}$,
   and the weights have a margin of more than $(1-\varepsilon)\gamma$ on every example that would
   not update them. *)
From Perclib Require Import Laws.

Section Learner.
Context {V : space}.
Variables (epsilon : R) (x : nat -> V) (y : nat -> R).
(* This is true if the weights w, after n updates, are updated on the instance z with the label
   b. *)
Definition updates (n : nat) (w z : V) (b : R) : bool :=
  match n with
  | O => true
  | _ => if Rle_dec (b * ⟨w, z⟩) ((1 - epsilon) * ‖w‖² / INR n) then true else false
  end.
Fixpoint state (t : nat) : nat * V :=  (* the updates and the weights before round t = 1, 2, ... *)
  match t with
  | S (S _ as s) =>
    let (n, w) := state s in
    if updates n w (x s) (y s) then (S n, w ⊕ y s ⊙ x s) else (n, w)
  | _ => (O, zero)
  end.
Definition count (t : nat) : nat := fst (state t).
Definition weights (t : nat) : V := snd (state t).
Lemma next t : state (S (S t)) = if updates (count (S t)) (weights (S t)) (x (S t)) (y (S t))
  then (S (count (S t)), weights (S t) ⊕ y (S t) ⊙ x (S t))
  else (count (S t), weights (S t)).
Proof. unfold count, weights. simpl state. now destruct (match t with O => _ | S _ => _ end). Qed.

Variables (T : nat) (u : V) (gamma radius : R).
Hypothesis small : 0 < epsilon < 1 / 2.
Hypothesis fits : forall t, (1 <= t <= T)%nat ->
  updates (count t) (weights t) (x t) (y t) = true ->
  (y t = 1 \/ y t = -1) /\ ‖x t‖² <= radius ^ 2 /\ y t * ⟨u, x t⟩ >= gamma.
Let p := 2 - 2 * epsilon.
(* Each update adds at least gamma to the inner product with u; Bernoulli's inequality bounds the
   squared length of the weights. *)
Lemma grows t : (1 <= t <= T)%nat -> (1 <= count (S t))%nat /\
  ⟨u, weights (S t)⟩ >= INR (count (S t)) * gamma /\
  ‖weights (S t)‖² * (p - 1)
    <= radius ^ 2 * (p * Rpower (INR (count (S t))) p - INR (count (S t))).
Proof.
  induction t as [|t I]; intros L; [lia|].
  unfold count, weights. rewrite next. pose proof (fits (S t) L) as F.
  destruct t as [|t].
  - clear I. change (count 1) with 0%nat in *. change (weights 1) with (zero : V) in *. simpl updates in *.
    destruct (F eq_refl) as (Y & X & G). cbn [fst snd]. split; [lia|]. lin. split.
    + rewrite (dot_sym _ u). lin. simpl INR. rewrite (dot_sym _ (x 1%nat)). lra.
    + change (INR 1) with 1. replace (Rpower 1 p) with 1
        by (unfold Rpower; rewrite ln_1, Rmult_0_r; symmetry; apply exp_0).
      assert (0 < p - 1) by (unfold p; lra). rewrite ?dot_zero. destruct Y as [-> | ->]; nra.
  - destruct I as (N & P & Q); [lia|]. set (n := count (S (S t))) in *. set (w := weights (S (S t))) in *.
    destruct (updates n w (x (S (S t))) (y (S (S t)))) eqn:E; [|now cbn [fst snd]].
    destruct (F eq_refl) as (Y & X & G). cbn [fst snd].
    set (z := x (S (S t))) in *. set (b := y (S (S t))) in *.
    unfold updates in E. destruct n as [|k] eqn:K; [lia|]. rewrite <- K in *. clear K k. rename n into m.
    destruct Rle_dec as [D|D]; [clear E|discriminate].
    assert (m0 : 1 <= INR m) by (apply (le_INR 1); exact N).
    split; [lia|]. rewrite S_INR. split; [lin; lra|].
    assert (p1 : 1 < p < 2) by (unfold p; lra).
    assert (A : ‖w ⊕ b ⊙ z‖² * INR m <= (INR m + p) * ‖w‖² + radius ^ 2 * INR m).
    { lin. rewrite (dot_sym _ z w).
      assert (D' : b * ⟨w, z⟩ * INR m <= (1 - epsilon) * ‖w‖²).
      { apply Rmult_le_reg_r with (/ INR m); [apply Rinv_0_lt_compat; lra|].
        replace (b * ⟨w, z⟩ * INR m * / INR m) with (b * ⟨w, z⟩) by (field; lra). exact D. }
      assert (S : b * b = 1) by (destruct Y as [-> | ->]; ring).
      replace ((‖w‖² + b * ⟨w, z⟩ + (b * ⟨w, z⟩ + b * (b * ‖z‖²))) * INR m) with
        (‖w‖² * INR m + 2 * (b * ⟨w, z⟩ * INR m) + b * b * (‖z‖² * INR m)) by ring.
      rewrite S. assert (‖z‖² * INR m <= radius ^ 2 * INR m) by (apply Rmult_le_compat_r; lra).
      unfold p. lra. }
    assert (B : (INR m + p) * Rpower (INR m) p <= INR m * Rpower (INR m + 1) p).
    { pose proof (bernoulli ((INR m + 1) / INR m) p ltac:(apply Rdiv_lt_0_compat; lra) ltac:(lra)) as B.
      assert (R' : Rpower ((INR m + 1) / INR m) p * Rpower (INR m) p = Rpower (INR m + 1) p).
      { rewrite Rpower_mult_distr by (try apply Rdiv_lt_0_compat; lra). f_equal. field. lra. }
      rewrite <- R'. assert (0 < Rpower (INR m) p) by apply exp_pos.
      apply Rmult_le_compat_r with (r := INR m * Rpower (INR m) p) in B; [|nra].
      replace ((1 + p * ((INR m + 1) / INR m - 1)) * (INR m * Rpower (INR m) p)) with
        ((INR m + p) * Rpower (INR m) p) in B by (field; lra). lra. }
    apply Rmult_le_reg_r with (INR m); [lra|].
    apply Rle_trans with ((p - 1) * ((INR m + p) * ‖w‖² + radius ^ 2 * INR m)).
    + replace (‖w ⊕ b ⊙ z‖² * (p - 1) * INR m) with
        ((p - 1) * (‖w ⊕ b ⊙ z‖² * INR m)) by ring. apply Rmult_le_compat_l; lra.
    + apply Rmult_le_compat_l with (r := INR m + p) in Q; [|lra].
      pose proof (pow2_ge_0 radius) as R2.
      apply Rmult_le_compat_l with (r := radius ^ 2 * p) in B; [|nra]. lra.
Qed.
End Learner.

Theorem Growing
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (u : V) (gamma R epsilon : R)
    (small : 0 < epsilon < 1 / 2)
    (rounds : (1 <= T)%nat)
    (unit_ : ‖u‖² = 1)
    (positive : gamma > 0)
    (each : forall t, (1 <= t <= T)%nat ->
      updates epsilon (count epsilon x y t) (weights epsilon x y t) (x t) (y t) = true ->
      (y t = 1 \/ y t = -1) /\ sqrt ‖x t‖² <= R /\ y t * ⟨u, x t⟩ >= gamma) :
  let n := count epsilon x y (S T) in
  let w := weights epsilon x y (S T) in
  INR n <= Rpower ((2 - 2 * epsilon) / (1 - 2 * epsilon) * (R ^ 2 / gamma ^ 2)) (1 / (2 * epsilon)) /\
  forall z b, updates epsilon n w z b = false ->
    b * ⟨w, z⟩ / sqrt ‖w‖² > (1 - epsilon) * gamma.
Proof.
  intros n w.
  destruct (grows epsilon x y T u gamma R small) with (t := T) as (N & P & Q); [|lia|].
  { intros t L E. destruct (each t L E) as (Y & X & G). repeat split; auto.
    rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. pose proof (sqrt_pos ‖x t‖²). nra. }
  fold n w in N, P, Q. set (p := 2 - 2 * epsilon) in *.
  assert (n1 : 1 <= INR n) by (apply (le_INR 1); exact N).
  assert (C := cauchy_schwarz u w). rewrite unit_, Rmult_1_l in C.
  assert (S : (INR n * gamma) ^ 2 <= ‖w‖²).
  { apply Rle_trans with (2 := C). apply pow_incr. split; [apply Rmult_le_pos; lra | lra]. }
  assert (G : 0 < INR n * gamma) by (apply Rmult_lt_0_compat; lra).
  split.
  - assert (X : 0 < Rpower (INR n) p) by apply exp_pos.
    assert (Z : Rpower (INR n) p * Rpower (INR n) (2 * epsilon) = INR n ^ 2).
    { rewrite <- Rpower_plus. replace (p + 2 * epsilon) with (INR 2) by (unfold p; simpl; ring).
      apply Rpower_pow. lra. }
    set (a := Rpower (INR n) (2 * epsilon)) in *. assert (a0 : 0 < a) by apply exp_pos.
    assert (K : a <= p / (1 - 2 * epsilon) * (R ^ 2 / gamma ^ 2)).
    { assert (e1 : 0 < 1 - 2 * epsilon) by lra. assert (g2 : 0 < gamma ^ 2) by nra.
      apply Rmult_le_reg_r with ((1 - 2 * epsilon) * gamma ^ 2 * Rpower (INR n) p).
      { apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | exact X]. }
      replace (p / (1 - 2 * epsilon) * (R ^ 2 / gamma ^ 2) *
          ((1 - 2 * epsilon) * gamma ^ 2 * Rpower (INR n) p))
        with (R ^ 2 * (p * Rpower (INR n) p)) by (field; lra).
      replace (a * ((1 - 2 * epsilon) * gamma ^ 2 * Rpower (INR n) p)) with
        ((p - 1) * (INR n * gamma) ^ 2) by (rewrite Rpow_mult_distr, <- Z; unfold p; ring).
      assert ((p - 1) * (INR n * gamma) ^ 2 <= (p - 1) * ‖w‖²)
        by (apply Rmult_le_compat_l; [unfold p; lra | exact S]).
      pose proof (pow2_ge_0 R). nra. }
    replace (INR n) with (Rpower a (1 / (2 * epsilon))).
    + apply Rle_Rpower_l; [left; apply Rdiv_lt_0_compat; lra | split; assumption].
    + unfold a. rewrite Rpower_mult. replace (2 * epsilon * (1 / (2 * epsilon))) with 1 by (field; lra).
      apply Rpower_1. lra.
  - intros z b E. set (r := sqrt ‖w‖²).
    assert (rr : r * r = ‖w‖²) by apply sqrt_sqrt, dot_pos.
    assert (r0 : INR n * gamma <= r).
    { apply Rsqr_incr_0_var; [unfold Rsqr; lra | apply sqrt_pos]. }
    unfold updates in E. destruct n as [|k]; [lia|].
    destruct Rle_dec as [D|D]; [discriminate|]. apply Rnot_le_lt in D.
    apply Rmult_lt_reg_r with r; [lra|].
    replace (b * ⟨w, z⟩ / r * r) with (b * ⟨w, z⟩) by (field; lra).
    apply Rle_lt_trans with (2 := D). rewrite <- rr.
    apply Rmult_le_reg_r with (INR (Datatypes.S k)); [lra|].
    replace ((1 - epsilon) * (r * r) / INR (Datatypes.S k) * INR (Datatypes.S k)) with
      ((1 - epsilon) * r * r) by (field; lra).
    assert ((1 - epsilon) * r * (INR (Datatypes.S k) * gamma) <= (1 - epsilon) * r * r); [|lra].
    apply Rmult_le_compat_l; [nra | exact r0].
Qed.
