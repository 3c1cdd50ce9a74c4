(* A learner has a weight vector for each class, zero at the start, and predicts a class with the
   largest score; if several classes have it, any of them.  In a mistake it adds the instance to the
   weights of the right class and subtracts it from those of the predicted class.  If in every
   mistake the score of the right class under $u_1,\dots,u_C$ exceeds that of the predicted class by
   at least $\gamma>0$, and the instance has a norm of at most $R$, then the number of mistakes is
   at most $2R^2\sum_i\|u_i\|^2/\gamma^2$.  Now let the learner predict the first of the classes
   with the largest score.  For every number $C\ge2$ of classes and any $T$ orthonormal instances
   there are labels and $u_1,\dots,u_C$ for which the number of mistakes equals this bound. *)
From Perclib Require Import Laws.

Section Classes.
Context {V : space}.
(* The classes are 1, ..., C; round t has the weights w t 1, ..., w t C, the instance x t, the label
   y t, and the predicted class h t. *)
Variables (C T : nat) (w : nat -> nat -> V) (x : nat -> V) (y h : nat -> nat).
Definition class (i : nat) : Prop := (1 <= i <= C)%nat.
Definition round (t : nat) : Prop := (1 <= t <= T)%nat.
Definition equal (i j : nat) : R := if Nat.eqb i j then 1 else 0.
Definition wrong (t : nat) : R := 1 - equal (h t) (y t).
Definition many_classes : Prop :=
  (forall i, class i -> w 1%nat i = zero) /\
  (forall t, round t -> class (y t) /\ class (h t)) /\
  (forall t i, round t -> class i -> ⟨w t i, x t⟩ <= ⟨w t (h t), x t⟩) /\
  (forall t i, round t -> class i ->
    w (S t) i = w t i ⊕ (equal i (y t) - equal i (h t)) ⊙ x t).
Definition mistakes : R := sum wrong (S T).
(* A comparator u has a vector u i for each class i. *)
Definition square (u : nat -> V) : R := ∑ i <= C, ‖u i‖².
Definition separates (u : nat -> V) (gamma : R) : Prop :=
  forall t, round t -> y t <> h t -> ⟨u (y t), x t⟩ - ⟨u (h t), x t⟩ >= gamma.

Definition long (a b : nat -> V) : R := ∑ i <= C, ⟨a i, b i⟩.
Lemma sum_ext f g n : (forall i, (1 <= i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  induction n as [|[|n] I]; intros H; [reflexivity..|].
  rewrite (sum_S f), (sum_S g), I, H by (lia || (intros; apply H; lia)). reflexivity.
Qed.
Lemma sum_linear a b f g n : ∑ i < n, (a * f i + b * g i) = a * sum f n + b * sum g n.
Proof. induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S g), sum_S, I by lia. ring. Qed.
Lemma sum_pos f n : (forall i, 0 <= f i) -> 0 <= sum f n.
Proof.
  intros H. induction n as [|[|n] I]; [simpl; lra..|].
  rewrite sum_S by lia. specialize (H (S n)). lra.
Qed.
Lemma pick f j n : (1 <= j < n)%nat -> ∑ i < n, equal i j * f i = f j.
Proof.
  induction n as [|[|n] I]; intros L; try lia. rewrite sum_S by lia. unfold equal at 2.
  destruct (Nat.eqb_spec (S n) j) as [E|N].
  - subst. rewrite (sum_ext _ (fun i => 0 * 0 + 0 * 0)), sum_linear; [ring|].
    intros i B. unfold equal. destruct (Nat.eqb_spec i (S n)); [lia | ring].
  - rewrite I by lia. ring.
Qed.
Lemma blocks f j k : class j -> class k ->
  ∑ i <= C, (equal i j - equal i k) * f i = f j - f k.
Proof.
  intros J K. unfold class in *.
  rewrite (sum_ext _ (fun i => 1 * (equal i j * f i) + -1 * (equal i k * f i))) by (intros; ring).
  rewrite sum_linear, !pick by lia. ring.
Qed.
Lemma cauchy_schwarz a b : long a b ^ 2 <= long a a * long b b.
Proof.
  assert (Q : forall r s, 0 <= r ^ 2 * long a a + s ^ 2 * long b b + 2 * r * s * long a b).
  { intros r s. unfold long.
    replace (_ + _ + _) with (sum (fun i => ‖r ⊙ a i ⊕ s ⊙ b i‖²) (S C)).
    - apply sum_pos. intros i. apply dot_pos.
    - rewrite (sum_ext _ (fun i => 1 * (r ^ 2 * ‖a i‖² + s ^ 2 * ‖b i‖²) +
        2 * r * s * ⟨a i, b i⟩)).
      + rewrite sum_linear, sum_linear. ring.
      + intros i _. lin. rewrite (dot_sym _ (b i) (a i)). ring. }
  assert (A : 0 <= long a a) by (apply sum_pos; intros; apply dot_pos).
  destruct (Req_dec (long a a) 0) as [Z|N].
  - destruct (Req_dec (long a b) 0) as [->|M]; [rewrite Z; lra|]. exfalso.
    pose proof (Q (- (long b b + 1) / (2 * long a b)) 1) as P. rewrite Z in P.
    replace (2 * (- (long b b + 1) / (2 * long a b)) * 1 * long a b) with (- (long b b + 1)) in P
      by (field; exact M). lra.
  - pose proof (Q (- long a b) (long a a)) as P.
    apply Rmult_le_reg_l with (long a a); [lra | nra].
Qed.

Hypothesis runs : many_classes.
Lemma wrong_cases t : h t = y t /\ wrong t = 0 \/ y t <> h t /\ wrong t = 1.
Proof. unfold wrong, equal. destruct (Nat.eqb_spec (h t) (y t)); [left | right]; split; auto; lra. Qed.
Lemma all_rounds (P : nat -> Prop) : P 1%nat -> (forall t, round t -> P t -> P (S t)) -> P (S T).
Proof.
  intros B I. assert (H : forall n, (n <= T)%nat -> P (S n)); [|apply (H T); lia].
  induction n as [|n J]; intros L; [exact B|]. apply I; [unfold round; lia | apply J; lia].
Qed.
Lemma far u gamma : separates u gamma -> long u (w (S T)) >= gamma * mistakes.
Proof.
  intros M. destruct runs as (S0 & Y & _ & U). unfold mistakes.
  apply (all_rounds (fun n => long u (w n) >= gamma * sum wrong n)).
  - unfold long. rewrite (sum_ext _ (fun i => 0 * 0 + 0 * 0)), sum_linear; [simpl; lra|].
    intros i B. rewrite S0 by (unfold class; lia). rewrite dot_zero_r. ring.
  - intros t L I. destruct (Y t L) as [A B]. rewrite sum_S by (unfold round in L; lia).
    unfold long in *.
    rewrite (sum_ext _ (fun i => 1 * ⟨u i, w t i⟩ +
      1 * ((equal i (y t) - equal i (h t)) * ⟨u i, x t⟩))).
    + rewrite sum_linear, (blocks (fun i => ⟨u i, x t⟩)) by assumption.
      destruct (wrong_cases t) as [[E ->] | [E ->]]; [rewrite E; lra|].
      specialize (M t L E). lra.
    + intros i K. rewrite (U t i L) by (unfold class; lia). lin. ring.
Qed.
Lemma short radius : (forall t, round t -> y t <> h t -> ‖x t‖² <= radius ^ 2) ->
  long (w (S T)) (w (S T)) <= 2 * radius ^ 2 * mistakes.
Proof.
  intros M. destruct runs as (S0 & Y & G & U). unfold mistakes.
  apply (all_rounds (fun n => long (w n) (w n) <= 2 * radius ^ 2 * sum wrong n)).
  - unfold long. rewrite (sum_ext _ (fun i => 0 * 0 + 0 * 0)), sum_linear; [simpl; lra|].
    intros i B. rewrite S0 by (unfold class; lia). rewrite dot_zero_r. ring.
  - intros t L I. destruct (Y t L) as [A B]. rewrite sum_S by (unfold round in L; lia).
    unfold long in *.
    rewrite (sum_ext _ (fun i => 1 * ‖w t i‖² + 1 * ((equal i (y t) - equal i (h t)) *
      (2 * ⟨w t i, x t⟩ + (equal i (y t) - equal i (h t)) * ‖x t‖²)))).
    + rewrite sum_linear, (blocks (fun i => 2 * ⟨w t i, x t⟩ +
        (equal i (y t) - equal i (h t)) * ‖x t‖²)) by assumption.
      destruct (wrong_cases t) as [[E ->] | [E ->]]; [rewrite E; lra|].
      specialize (M t L E). pose proof (G t (y t) L A).
      unfold equal. rewrite !Nat.eqb_refl, (Nat.eqb_sym (h t)).
      destruct (Nat.eqb_spec (y t) (h t)); [contradiction | lra].
    + intros i K. rewrite (U t i L) by (unfold class; lia). lin.
      rewrite (dot_sym _ (x t) (w t i)). ring.
Qed.
End Classes.

Theorem Classes
    (V : space) (C T : nat) (w : nat -> nat -> V) (x : nat -> V) (y h : nat -> nat)
    (u : nat -> V) (gamma R_ : R)
    (runs : many_classes C T w x y h)
    (margin : separates T x y h u gamma)
    (radius : forall t, (1 <= t <= T)%nat -> y t <> h t -> ‖x t‖² <= R_ ^ 2)
    (positive : gamma > 0) :
  mistakes T y h <= 2 * R_ ^ 2 * square C u / gamma ^ 2.
Proof.
  pose proof (far C T w x y h runs u gamma margin) as F.
  pose proof (short C T w x y h runs R_ radius) as G.
  pose proof (cauchy_schwarz C u (w (S T))) as D.
  change (square C u) with (long C u u).
  assert (K : 0 <= mistakes T y h).
  { apply sum_pos. intros i. destruct (wrong_cases y h i) as [[_ ->] | [_ ->]]; lra. }
  set (k := mistakes T y h) in *. assert (A : 0 <= long C u u) by (apply sum_pos; intros; apply dot_pos).
  assert (P : 0 <= gamma * k) by nra.
  assert (H : (gamma * k) ^ 2 <= long C u u * (2 * R_ ^ 2 * k)).
  { apply Rle_trans with (long C u (w (S T)) ^ 2); [apply pow_incr; lra|].
    apply Rle_trans with (1 := D). now apply Rmult_le_compat_l. }
  pose proof (Rmult_le_pos _ _ (pow2_ge_0 R_) A).
  apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
  replace (2 * R_ ^ 2 * long C u u / gamma ^ 2 * gamma ^ 2) with (2 * R_ ^ 2 * long C u u)
    by (field; lra).
  destruct (Req_dec k 0) as [->|N]; [lra|].
  apply Rmult_le_reg_l with k; [lra|].
  replace (k * (k * gamma ^ 2)) with ((gamma * k) ^ 2) by ring.
  replace (k * (2 * R_ ^ 2 * long C u u)) with (long C u u * (2 * R_ ^ 2 * k)) by ring. exact H.
Qed.

(* Class 1 is predicted in every round, and is never right. *)
Theorem Met
    (V : space) (C T : nat) (e : nat -> V)
    (two : (2 <= C)%nat)
    (units : forall i j, (1 <= i <= T)%nat -> (1 <= j <= T)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0) :
  exists w u y h, many_classes C T w e y h /\ (forall t, h t = 1%nat) /\
    mistakes T y h = INR T /\
    separates T e y h u 1 /\ (forall t, (1 <= t <= T)%nat -> ‖e t‖² <= 1 ^ 2) /\
    2 * 1 ^ 2 * square C u / 1 ^ 2 = INR T.
Proof.
  set (s := fun t => vsum e t).
  assert (A : forall n t, (n <= S T)%nat -> (1 <= t <= T)%nat ->
    ⟨s n, e t⟩ = if Nat.ltb t n then 1 else 0).
  { induction n as [|[|n] I]; intros t N L; try (unfold s; simpl; rewrite dot_zero;
      destruct (Nat.ltb_spec t 0), (Nat.ltb_spec t 1); lia || reflexivity).
    unfold s in *. rewrite vsum_S by lia. rewrite dot_add, I, units by lia.
    destruct (Nat.ltb_spec t (S n)), (Nat.eqb_spec (S n) t), (Nat.ltb_spec t (S (S n)));
      try lia; ring. }
  assert (Q : ‖s (S T)‖² = INR T).
  { assert (H : forall n, (n <= T)%nat -> ⟨s (S T), s (S n)⟩ = INR n).
    { induction n as [|n I]; intros N; [apply dot_zero_r|].
      unfold s at 2. rewrite vsum_S by lia. fold (s (S n)).
      rewrite dot_add_r, I, A, S_INR by lia. destruct (Nat.ltb_spec (S n) (S T)); [ring | lia]. }
    apply H. lia. }
  set (side := fun i => equal i 2 - equal i 1).
  exists (fun t i => side i ⊙ s t), (fun i => (1 / 2 * side i) ⊙ s (S T)), (fun _ => 2%nat),
    (fun _ => 1%nat).
  split; [|split; [|split; [|split; [|split]]]].
  - split; [|split; [|split]].
    + intros i _. unfold s. simpl. vector. ring.
    + unfold class. lia.
    + intros t i L _. unfold round in L. lin. rewrite A by lia.
      destruct (Nat.ltb_spec t t); [lia | lra].
    + intros t i L _. unfold round in L. unfold s. rewrite vsum_S by lia.
      unfold side. vector. ring.
  - reflexivity.
  - unfold mistakes. rewrite (sum_ext _ (fun _ => 1)) by (intros; unfold wrong, equal; simpl; ring).
    clear. induction T as [|n I]; [reflexivity|]. rewrite sum_S, I, S_INR by lia. ring.
  - intros t L _. unfold round in L. lin. rewrite A by lia.
    destruct (Nat.ltb_spec t (S T)); [|lia]. unfold side, equal. simpl. lra.
  - intros t L. rewrite units, Nat.eqb_refl by exact L. lra.
  - unfold square. rewrite (sum_ext _ (fun i => INR T / 4 * (equal i 2 * side i) +
      - (INR T / 4) * (equal i 1 * side i))).
    + rewrite sum_linear, !pick by lia. unfold side, equal. simpl. field.
    + intros i _. lin. rewrite Q. unfold side. field.
Qed.
