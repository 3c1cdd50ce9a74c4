(* Weighted majority predicts, from $N\ge1$ experts, the label with more weight behind it, and
   halves the weight of each expert that errs; a tie is a mistake.  If an expert, such as the best
   one, errs $m$ times, then weighted majority makes $k$ mistakes with $(4/3)^k\le N2^m$, so
   $k\le(m+\log_2N)/\log_2(4/3)$.  For every deterministic learner with two experts, of which one
   always says $1$ and the other $-1$, there are labels for which the learner errs in each of $T$
   rounds, and one of the experts errs at most $T/2$ times.  Let $R\ge\gamma>0$ and let $m$ be
   $R^2/\gamma^2$, rounded down.  On every stream with labels $1$ and $-1$, norms of at most $R$ and
   $y_t\langle u,x_t\rangle\ge\gamma$ for a unit vector $u$ a perceptron that starts at zero makes
   at most $m$ mistakes.  In every space with $d\ge1$ orthonormal vectors there is for every
   deterministic learner such a stream of $\min(d,m)$ rounds on which it errs in every round. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Adversary.
From Perclib.Separable Require Block_Novikoff.
From Coq Require Import List.
Import ListNotations.

(* In round t expert i advises the label (advice t i), and y t is the right label; true stands for
   the label 1. *)
Section Majority.
Variables (advice : nat -> nat -> bool) (y : nat -> bool) (N : nat).
Fixpoint errors (t i : nat) : nat :=  (* the errors of expert i before round t = 1, 2, ... *)
  match t with
  | S (S _ as s) => errors s i + if Bool.eqb (advice s i) (y s) then 0 else 1
  | _ => 0
  end.
Definition weight (t i : nat) : R := (1 / 2) ^ errors t i.
Definition behind (t : nat) (b : bool) : R :=  (* the weight of the experts that advise b *)
  (∑ i <= N, (if Bool.eqb (advice t i) b then weight t i else 0)).
Fixpoint mistakes (t : nat) : nat :=  (* the mistakes of the learner before round t *)
  match t with
  | S (S _ as s) => mistakes s + if Rle_dec (behind s (y s)) (behind s (negb (y s))) then 1 else 0
  | _ => 0
  end.

Lemma sum_linear a b f g n : ∑ i < n, (a * f i + b * g i) = a * sum f n + b * sum g n.
Proof. induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S g), sum_S, I by lia. ring. Qed.
Lemma sum_ext f g n : (forall i, f i = g i) -> sum f n = sum g n.
Proof. intros H. induction n as [|[|n] I]; try reflexivity. now rewrite !sum_S, I, H by lia. Qed.
Lemma sum_pos f n : (forall i, 0 <= f i) -> 0 <= sum f n.
Proof. intros H. induction n as [|[|n] I]; try (simpl; lra). rewrite sum_S by lia. specialize (H (S n)). lra. Qed.
Lemma weight_pos t i : 0 < weight t i.
Proof. apply pow_lt. lra. Qed.
Definition mass (t : nat) : R := sum (weight t) (S N).
Lemma two_sides t : mass t = behind t (y t) + behind t (negb (y t)).
Proof.
  transitivity (1 * behind t (y t) + 1 * behind t (negb (y t))); [|ring].
  unfold mass, behind. rewrite <- sum_linear. apply sum_ext. intros i.
  destruct (advice t i), (y t); simpl; ring.
Qed.
Lemma next t : (1 <= t)%nat -> mass (S t) = behind t (y t) + behind t (negb (y t)) / 2.
Proof.
  intros L. destruct t as [|t]; [lia|].
  transitivity (1 * behind (S t) (y (S t)) + / 2 * behind (S t) (negb (y (S t)))); [|lra].
  unfold mass, behind. rewrite <- sum_linear. apply sum_ext. intros i. unfold weight.
  change (errors (S (S t)) i) with
    (errors (S t) i + if Bool.eqb (advice (S t) i) (y (S t)) then 0 else 1)%nat.
  rewrite pow_add. destruct (advice (S t) i), (y (S t)); simpl; field.
Qed.
Lemma falls t : (4 / 3) ^ mistakes (S t) * mass (S t) <= INR N.
Proof.
  induction t as [|t I].
  - right. change (1 * sum (fun _ => 1) (S N) = INR N). rewrite Rmult_1_l.
    generalize N. intros n. induction n as [|n I]; [reflexivity|]. rewrite sum_S, I, S_INR by lia. ring.
  - apply Rle_trans with (2 := I). rewrite next by lia. rewrite (two_sides (S t)).
    change (mistakes (S (S t))) with (mistakes (S t) +
      if Rle_dec (behind (S t) (y (S t))) (behind (S t) (negb (y (S t)))) then 1 else 0)%nat.
    assert (P : forall b, 0 <= behind (S t) b).
    { intros b. apply sum_pos. intros i. pose proof (weight_pos (S t) i). destruct Bool.eqb; lra. }
    pose proof (P (y (S t))). pose proof (P (negb (y (S t)))).
    assert (0 < (4 / 3) ^ mistakes (S t)) by (apply pow_lt; lra).
    rewrite pow_add. set (q := (4 / 3) ^ mistakes (S t)) in *. destruct Rle_dec as [D|D].
    + rewrite pow_1, Rmult_assoc. apply Rmult_le_compat_l; lra.
    + rewrite pow_O, Rmult_1_r. apply Rmult_le_compat_l; lra.
Qed.
End Majority.

Theorem WeightedMajority
    (N T : nat) (advice : nat -> nat -> bool) (y : nat -> bool) (best : nat)
    (expert : (1 <= best <= N)%nat) :
  let m := errors advice y (S T) best in
  let k := mistakes advice y N (S T) in
  let log2 a := ln a / ln 2 in
  (4 / 3) ^ k <= INR N * 2 ^ m /\ INR k <= (INR m + log2 (INR N)) / log2 (4 / 3).
Proof.
  intros m k log2. pose proof (falls advice y N T) as F. fold k in F.
  assert (W : (1 / 2) ^ m <= mass advice y N (S T)).
  { unfold mass. change ((1 / 2) ^ m) with (weight advice y (S T) best). revert expert. clear.
    set (f := weight advice y (S T)). assert (P : forall i, 0 <= f i)
      by (intros i; left; apply weight_pos).
    intros [A B]. induction B as [|n L I].
    - destruct best; [lia|]. rewrite sum_S by lia. pose proof (sum_pos f (S best) P). lra.
    - rewrite sum_S by lia. specialize (P (S n)). lra. }
  assert (P : 0 < (4 / 3) ^ k) by (apply pow_lt; lra).
  assert (Q : 0 < 2 ^ m) by (apply pow_lt; lra).
  assert (H : (1 / 2) ^ m * 2 ^ m = 1)
    by (rewrite <- Rpow_mult_distr; replace (1 / 2 * 2) with 1 by field; apply pow1).
  assert (E : (4 / 3) ^ k <= INR N * 2 ^ m).
  { rewrite <- (Rmult_1_r ((4 / 3) ^ k)), <- H, <- Rmult_assoc.
    apply Rmult_le_compat_r; [lra|]. apply Rle_trans with (2 := F).
    apply Rmult_le_compat_l; lra. }
  split; [exact E|].
  assert (n : 0 < INR N) by (apply (lt_INR 0); lia).
  assert (l2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (l4 : 0 < ln (4 / 3)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (L : INR k * ln (4 / 3) <= ln (INR N) + INR m * ln 2).
  { rewrite <- !ln_pow by lra. rewrite <- ln_mult by assumption.
    destruct E as [E|E]; [left; now apply ln_increasing | rewrite E; lra]. }
  unfold log2. apply Rmult_le_reg_r with (ln (4 / 3)); [exact l4|].
  replace ((INR m + ln (INR N) / ln 2) / (ln (4 / 3) / ln 2) * ln (4 / 3))
    with (ln (INR N) + INR m * ln 2) by (field; lra). exact L.
Qed.

(* A learner predicts a label, or none, from the labels before; expert 1 always advises true, expert
   2 false. *)
Theorem Twice
    (T : nat) (learner : list bool -> option bool) :
  let advice (t i : nat) := Nat.eqb i 1 in
  exists y, (forall t, (1 <= t <= T)%nat -> learner (map y (seq 1 (t - 1))) <> Some (y t)) /\
    exists i, (1 <= i <= 2)%nat /\ INR (errors advice y (S T) i) <= INR T / 2.
Proof.
  intros advice.
  set (answer := fun past => match learner past with Some true => false | _ => true end).
  set (play := fix play n := match n with O => [] | S s => play s ++ [answer (play s)] end).
  set (y := fun t => answer (play (t - 1)%nat)). exists y. split.
  - intros t _. assert (E : forall n, play n = map y (seq 1 n)).
    { induction n as [|n I]; [reflexivity|]. rewrite seq_S, map_app, <- I. unfold y.
      cbn [map]. now replace (1 + n - 1)%nat with n by lia. }
    rewrite <- E. unfold y, answer. destruct (learner (play (t - 1)%nat)) as [[|]|]; discriminate.
  - assert (E : (errors advice y (S T) 1 + errors advice y (S T) 2 = T)%nat).
    { induction T as [|n I]; [reflexivity|].
      change (errors advice y (S (S n)) 1) with (errors advice y (S n) 1 +
        if Bool.eqb true (y (S n)) then 0 else 1)%nat.
      change (errors advice y (S (S n)) 2) with (errors advice y (S n) 2 +
        if Bool.eqb false (y (S n)) then 0 else 1)%nat.
      destruct (y (S n)); simpl Bool.eqb; cbv iota; lia. }
    apply (f_equal INR) in E. rewrite plus_INR in E.
    destruct (Rle_lt_dec (INR (errors advice y (S T) 1)) (INR T / 2));
      [exists 1%nat | exists 2%nat]; (split; [lia | lra]).
Qed.

(* The perceptron starts at zero, and a tie is a mistake. *)
Section Perceptron.
Context {V : space}.
Variables (x : nat -> V) (y : nat -> R).
Fixpoint weights (t : nat) : V :=  (* the weights before round t = 1, 2, ... *)
  match t with
  | S (S _ as s) =>
    if Rle_dec (y s * ⟨weights s, x s⟩) 0 then weights s ⊕ y s ⊙ x s else weights s
  | _ => zero
  end.
Definition wrong (t : nat) : bool :=
  if Rle_dec (y t * ⟨weights t, x t⟩) 0 then true else false.
Definition missed (T : nat) : nat := length (filter wrong (seq 1 T)).
(* The rounds 1, ..., T have labels 1 and -1, norms of at most the radius, and margins of at least
   gamma for the unit vector u. *)
Definition stream (T : nat) (radius gamma : R) (u : V) : Prop := ‖u‖² = 1 /\
  forall t, (1 <= t <= T)%nat ->
    (y t = 1 \/ y t = -1) /\ sqrt ‖x t‖² <= radius /\ y t * ⟨u, x t⟩ >= gamma.
Definition floor (a : R) (m : nat) : Prop := INR m <= a < INR m + 1.
End Perceptron.

Theorem Most
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (R gamma : R) (m : nat) (u : V)
    (positive : gamma > 0)
    (large : R >= gamma)
    (whole : floor (R ^ 2 / gamma ^ 2) m)
    (separated : stream x y T R gamma u) :
  (missed x y T <= m)%nat.
Proof.
  destruct separated as [U S].
  assert (N : forall n, sum (fun s => ind (wrong x y s)) (Datatypes.S n) = INR (missed x y n)).
  { induction n as [|n I]; [reflexivity|]. rewrite sum_S, I by lia. unfold missed.
    rewrite seq_S, filter_app, app_length, plus_INR. simpl plus. simpl filter.
    destruct (wrong x y (Datatypes.S n)); simpl; ring. }
  destruct (Nat.eq_dec T 0) as [->|O]; [unfold missed; simpl; lia|].
  assert (K : INR (missed x y T) <= R ^ 2 / gamma ^ 2).
  { rewrite <- N. replace (R ^ 2 / gamma ^ 2) with (R ^ 2 * ‖u‖² * inv (gamma ^ 2))
      by (rewrite U; unfold inv; field; lra).
    assert (next : forall t, (1 <= t)%nat -> weights x y (Datatypes.S t) =
      if wrong x y t then weights x y t ⊕ y t ⊙ x t else weights x y t).
    { intros [|t] L; [lia|]. unfold wrong.
      change (weights x y (Datatypes.S (Datatypes.S t))) with
        (if Rle_dec (y (Datatypes.S t) * ⟨weights x y (Datatypes.S t), x (Datatypes.S t)⟩) 0
        then weights x y (Datatypes.S t) ⊕ y (Datatypes.S t) ⊙ x (Datatypes.S t)
        else weights x y (Datatypes.S t)). now destruct Rle_dec. }
    apply (Block_Novikoff.Block_Novikoff V T ltac:(lia) (weights x y) x (wrong x y) y); auto.
    - intros t L E. rewrite next by lia. destruct (wrong x y t); [reflexivity | simpl in E; lra].
    - intros t L E. rewrite next by lia. destruct (wrong x y t); [simpl in E; lra | reflexivity].
    - intros t L E. unfold wrong in E. destruct Rle_dec; simpl in E; lra.
    - intros t L _. destruct (S t L) as ([-> | ->] & _); ring.
    - intros t L _. apply S, L.
    - intros t L _. destruct (S t L) as (_ & B & _). pose proof (sqrt_pos ‖x t‖²).
      rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra. }
  destruct whole as [_ B]. apply Nat.lt_succ_r, INR_lt. rewrite S_INR. lra.
Qed.

(* A learner sees the examples so far and an instance, and gives a number; it errs if this is not
   the label. *)
Theorem Forced
    (V : space) (d m : nat) (e : nat -> V) (R gamma : R)
    (basis : forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (some : (1 <= d)%nat)
    (positive : gamma > 0)
    (large : R >= gamma)
    (whole : floor (R ^ 2 / gamma ^ 2) m)
    (learner : list (V * Rdefinitions.R) -> V -> Rdefinitions.R) :
  exists x y u, stream x y (Nat.min d m) R gamma u /\
    forall t, (1 <= t <= Nat.min d m)%nat ->
      learner (map (fun s => (x s, y s)) (seq 1 (t - 1))) (x t) <> y t.
Proof.
  destruct whole as [A B].
  assert (M : (1 <= m)%nat).
  { destruct m; [|lia]. change (INR 0) with 0 in B. exfalso.
    assert (1 <= R ^ 2 / gamma ^ 2); [|lra]. apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
    replace (R ^ 2 / gamma ^ 2 * gamma ^ 2) with (R ^ 2) by (field; lra). nra. }
  destruct (Adversary.Separated V (Nat.min d m) e R gamma) with (learner := learner)
    as (x & y & u & U & S).
  - intros i j I J. apply basis; lia.
  - lia.
  - exact positive.
  - exact large.
  - apply Rle_trans with (2 := A). apply le_INR. lia.
  - exists x, y, u. split; [split; [exact U|]|].
    + intros t L. destruct (S t L) as (N & Y & _ & G). split; [exact Y|]. split; [|exact G].
      rewrite N. replace (R ^ 2) with (R * R) by ring. rewrite sqrt_square; lra.
    + intros t L. apply (S t L).
Qed.
