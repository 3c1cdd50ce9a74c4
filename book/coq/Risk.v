(* An expectation is any linear and monotone mean of random variables that is $c$ for the constant
   $c$; every probability space has one, for its integrable random variables.  Let $T\ge1$ draws
   be independent and from one distribution.  Let the set $V$ be convex, closed or not, let the loss
   be convex on $V$ for every draw, let $w_t\in V$ be determined by the draws before round $t$, and
   let all expectations be finite.  Then the expected risk of the mean of $w_1,\dots,w_T$ is, for
   every $u\in V$, at most the risk of $u$ plus the expected regret against $u$ divided by $T$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Chance.
From Coq Require Import List.
Import ListNotations.

(* The random variables are those functions of the outcome that have an expectation. *)
Definition expectation {Omega : Type} (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R) :=
  (forall f g, (forall o, f o = g o) -> variable f -> variable g) /\
  (forall c, variable (fun _ => c) /\ E (fun _ => c) = c) /\
  (forall a b f g, variable f -> variable g ->
    variable (fun o => a * f o + b * g o) /\
    E (fun o => a * f o + b * g o) = a * E f + b * E g) /\
  (forall f g, variable f -> variable g -> (forall o, f o <= g o) -> E f <= E g).
(* The draws before round t. *)
Definition before {Z : Type} (t : nat) (s : nat -> Z) : list Z := map s (seq 1 (t - 1)).
(* What is needed of independent draws from one distribution, where mean is the expectation of one
   draw: a function of the draws before a round and of the draw of the round has the same
   expectation as its mean over a new draw.  This is Fubini's theorem, where the outcomes are all
   sequences of draws. *)
Definition independent {Omega Z : Type} (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (of_draw : (Z -> R) -> Prop) (mean : (Z -> R) -> R) (z : Omega -> nat -> Z) (T : nat) : Prop :=
  forall t, (1 <= t <= T)%nat -> forall f : list Z -> Z -> R, (forall past, of_draw (f past)) ->
    variable (fun o => f (before t (z o)) (z o t)) ->
    variable (fun o => mean (f (before t (z o)))) /\
    E (fun o => f (before t (z o)) (z o t)) = E (fun o => mean (f (before t (z o)))).

Section Game.
Context {V : space} {Z : Type}.
Variables (inside : V -> Prop) (loss : V -> Z -> R) (w : list Z -> V).
Definition convex_set : Prop := forall a b r, inside a -> inside b -> 0 <= r <= 1 ->
  inside ((1 - r) ⊙ a ⊕ r ⊙ b).
Definition convex_loss : Prop := forall a b r z, inside a -> inside b -> 0 <= r <= 1 ->
  loss ((1 - r) ⊙ a ⊕ r ⊙ b) z <= (1 - r) * loss a z + r * loss b z.
Definition average (T : nat) (s : nat -> Z) : V :=
  (1 / INR T) ⊙ (∑⊕ t <= T, w (before t s)).
Definition regret (T : nat) (u : V) (s : nat -> Z) : R :=
  ∑ t <= T, (loss (w (before t s)) (s t) - loss u (s t)).

Lemma average_inside : convex_set -> convex_loss -> (forall past, inside (w past)) -> forall n s,
  inside (average (S n) s) /\ forall z,
    loss (average (S n) s) z <= 1 / INR (S n) * sum (fun t => loss (w (before t s)) z) (S (S n)).
Proof.
  intros C L I n s. induction n as [|n [J K]].
  - unfold average. replace ((1 / INR 1) ⊙ vsum (fun t => w (before t s)) 2) with (w (before 1 s))
      by (simpl; vector; field).
    split; [apply I|]. intros z. simpl. lra.
  - assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
    assert (E : average (S (S n)) s = (1 - 1 / INR (S (S n))) ⊙ average (S n) s ⊕
      (1 / INR (S (S n))) ⊙ w (before (S (S n)) s)).
    { unfold average. rewrite (vsum_S _ (S (S n))), (S_INR (S n)) by lia. vector. field. lra. }
    assert (B : 0 <= 1 / INR (S (S n)) <= 1).
    { rewrite (S_INR (S n)). split; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
      apply Rmult_le_reg_r with (INR (S n) + 1); [lra|]. unfold Rdiv.
      rewrite Rmult_1_l, Rinv_l; lra. }
    rewrite E. split; [now apply C|]. intros z. eapply Rle_trans; [now apply L|].
    rewrite (sum_S _ (S (S n))) by lia. specialize (K z).
    apply (Rmult_le_compat_l (1 - 1 / INR (S (S n)))) in K; [|lra].
    apply Rle_trans with (1 := Rplus_le_compat_r _ _ _ K). right.
    rewrite (S_INR (S n)). field. lra.
Qed.
End Game.

Theorem Risk
    (V : space) (Omega Z : Type) (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (of_draw : (Z -> R) -> Prop) (mean : (Z -> R) -> R) (z : Omega -> nat -> Z) (T : nat)
    (inside : V -> Prop) (loss : V -> Z -> R) (w : list Z -> V) (u : V)
    (law : expectation variable E)
    (law_of_draw : expectation of_draw mean)
    (draws : independent variable E of_draw mean z T)
    (rounds : (1 <= T)%nat)
    (set_convex : convex_set inside)
    (loss_convex : convex_loss inside loss)
    (weights : forall past, inside (w past))
    (comparator : inside u)
    (finite_risks : forall v, inside v -> of_draw (loss v))
    (finite_losses : forall t, (1 <= t <= T)%nat ->
      variable (fun o => loss (w (before t (z o))) (z o t)) /\ variable (fun o => loss u (z o t)))
    (finite : variable (fun o => mean (loss (average w T (z o))))) :
  E (fun o => mean (loss (average w T (z o)))) <=
    mean (loss u) + 1 / INR T * E (fun o => regret loss w T u (z o)).
Proof.
  pose proof law as (X & C & L & M). pose proof law_of_draw as (X1 & C1 & L1 & M1).
  set (play t o := loss (w (before t (z o))) (z o t)). set (rest t o := loss u (z o t)).
  set (risk t o := mean (loss (w (before t (z o))))).
  assert (A : forall t, (1 <= t <= T)%nat -> variable (risk t) /\ E (play t) = E (risk t)).
  { intros t B. apply (draws t B (fun past => loss (w past))); [auto | now apply finite_losses]. }
  assert (U : forall t, (1 <= t <= T)%nat -> E (rest t) = mean (loss u)).
  { intros t B. destruct (draws t B (fun _ => loss u)) as [_ F]; [auto | now apply finite_losses|].
    unfold rest. rewrite F. apply C. }
  assert (D : forall t, (1 <= t <= T)%nat -> variable (fun o => 1 * play t o + -1 * rest t o) /\
    E (fun o => 1 * play t o + -1 * rest t o) = E (risk t) - mean (loss u)).
  { intros t B. destruct (finite_losses t B) as [F G]. destruct (L 1 (-1) _ _ F G) as [H K].
    split; [exact H|]. transitivity (1 * E (play t) + -1 * E (rest t)); [exact K|].
    rewrite (proj2 (A t B)), (U t B). ring. }
  destruct (Chance.E_sum variable E law _ T (fun t B => proj1 (D t B))) as [VR ER].
  destruct (Chance.E_sum variable E law risk T (fun t B => proj1 (A t B))) as [VS ES].
  assert (n : 0 < INR T) by (apply lt_0_INR; lia).
  assert (ER' : E (fun o => regret loss w T u (z o)) = E (fun o => sum (fun t => risk t o) (S T))
    - INR T * mean (loss u)).
  { transitivity (E (fun o => sum (fun t => 1 * play t o + -1 * rest t o) (S T))).
    - symmetry. apply (Chance.E_ext variable E law); [|exact VR]. intros o. unfold regret.
      clear. induction T as [|m I]; [reflexivity|]. rewrite !(sum_S _ (S m)), I by lia.
      unfold play, rest. ring.
    - rewrite ER, ES. clear - D. induction T as [|m I]; [simpl; ring|].
      rewrite !(sum_S _ (S m)), I, (proj2 (D (S m) ltac:(lia))), S_INR
        by (lia || intros; apply D; lia). ring. }
  destruct (L (1 / INR T) 0 _ _ VS VS) as [VA EA].
  assert (J : E (fun o => mean (loss (average w T (z o)))) <=
    1 / INR T * E (fun o => sum (fun t => risk t o) (S T))).
  { apply Rle_trans with (E (fun o => 1 / INR T * sum (fun t => risk t o) (S T)
      + 0 * sum (fun t => risk t o) (S T))); [|rewrite EA; lra].
    apply M; [exact finite | exact VA|]. intros o.
    destruct (Chance.E_sum of_draw mean law_of_draw (fun t => loss (w (before t (z o)))) T)
      as [V1 E1]; [auto|].
    destruct (L1 (1 / INR T) 0 _ _ V1 V1) as [V2 E2].
    set (all a := sum (fun t => loss (w (before t (z o))) a) (S T)) in *.
    apply Rle_trans with (1 / INR T * mean all + 0 * mean all);
      [|rewrite E1; unfold risk; lra].
    rewrite <- E2. destruct T as [|m]; [lia|].
    destruct (average_inside inside loss w set_convex loss_convex weights m (z o)) as [I K].
    apply M1; [now apply finite_risks | exact V2 |]. intros a. specialize (K a). lra. }
  rewrite ER'. apply Rle_trans with (1 := J). right. field. lra.
Qed.
