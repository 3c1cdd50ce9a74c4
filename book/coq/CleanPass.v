(* An expectation is any linear and monotone mean of random variables that is $c$ for the constant
   $c$; every probability space has one, for its integrable random variables.  Let $m+1$ examples be
   exchangeable.  Let a deterministic learner move only in mistakes, and let the new weights be
   determined by the old ones and the example.  Given all of the examples, or all but one, it makes
   passes over these, in their order, until a pass has no mistake; suppose that such a pass always
   comes.  Let $D$ be the number of the $m+1$ examples on which the learner errs at least once in
   the passes over all of them.  The weights after the passes over the first $m$ examples err on
   example $m+1$ with a probability of at most $\mathbb E[D]/(m+1)$, if $D$ and the indicator of
   this error have expectations. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Chance.
From Perclib.By_hand Require Hedge.
From Coq Require Import List.
Import ListNotations.

(* The random variables are those functions of the outcome that have an expectation. *)
Definition expectation {Omega : Type} (variable : (Omega -> R) -> Prop)
    (E : (Omega -> R) -> R) : Prop :=
  (forall f g, (forall o, f o = g o) -> variable f -> variable g) /\
  (forall c, variable (fun _ => c) /\ E (fun _ => c) = c) /\
  (forall a b f g, variable f -> variable g ->
    variable (fun o => a * f o + b * g o) /\
    E (fun o => a * f o + b * g o) = a * E f + b * E g) /\
  (forall f g, variable f -> variable g -> (forall o, f o <= g o) -> E f <= E g).
Definition swap {Z : Type} (i j : nat) (s : nat -> Z) (t : nat) : Z :=
  s (if Nat.eqb t i then j else if Nat.eqb t j then i else t).
(* What is needed of n exchangeable examples: every function of the sequence (z o) that has an
   expectation has the same expectation after two of the examples are exchanged.  Exchangeable
   examples have this property if the outcomes are all sequences of n examples, and the members of
   (z o) at 0 and after n do not depend on the outcome o. *)
Definition exchangeable {Omega Z : Type} (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (z : Omega -> nat -> Z) (n : nat) : Prop :=
  forall i j, (1 <= i <= n)%nat -> (1 <= j <= n)%nat -> forall f : (nat -> Z) -> R,
    variable (fun o => f (z o)) ->
    variable (fun o => f (swap i j (z o))) /\ E (fun o => f (swap i j (z o))) = E (fun o => f (z o)).

(* A learner starts with the weights w_1; the weights w err on the example z where (wrong w z) is
   true, and (move w z) are then the new weights. *)
Section Passes.
Context {Z W : Type}.
Variables (w_1 : W) (wrong : W -> Z -> bool) (move : W -> Z -> W).
Definition step (w : W) (z : Z) : W := if wrong w z then move w z else w.
Definition pass (l : list Z) (w : W) : W := fold_left step l w.
Fixpoint clean (l : list Z) (w : W) : bool :=  (* a pass that begins with w has no mistake *)
  match l with [] => true | z :: later => if wrong w z then false else clean later (step w z) end.
Fixpoint after (l : list Z) (k : nat) : W :=  (* the weights after k passes over l *)
  match k with O => w_1 | S n => pass l (after l n) end.
(* Of the passes over l, the first one without a mistake comes after n others. *)
Definition ends (l : list Z) (n : nat) : Prop :=
  clean l (after l n) = true /\ forall k, (k < n)%nat -> clean l (after l k) = false.

Definition first (r : nat) (s : nat -> Z) : list Z := map s (seq 1 r).
Definition others (n i : nat) (s : nat -> Z) : list Z :=  (* the first n examples but example i *)
  first (i - 1) s ++ map s (seq (S i) (n - i)).
(* In one of the first k passes over the first n examples the learner errs on example i. *)
Definition errs_once (n k : nat) (s : nat -> Z) (i : nat) : bool :=
  existsb (fun r => wrong (pass (first (i - 1) s) (after (first n s) r)) (s i)) (seq 0 k).

Lemma clean_app a b w : clean (a ++ b) w = (clean a w && clean b (pass a w))%bool.
Proof.
  revert w. induction a as [|z a I]; intros w; [reflexivity|].
  cbn [clean app]. destruct (wrong w z); [reflexivity | apply I].
Qed.
Lemma unmoved w z : wrong w z = false -> step w z = w.
Proof. intros E. unfold step. now rewrite E. Qed.
Lemma clean_right l w : clean l w = true -> pass l w = w /\ forall z, In z l -> wrong w z = false.
Proof.
  induction l as [|z l I]; [easy|]. cbn [clean]. destruct (wrong w z) eqn:E; [easy|].
  rewrite (unmoved w z E). intros C. destruct (I C) as [P A]. split.
  - unfold pass in *. cbn [fold_left]. now rewrite (unmoved w z E).
  - intros y [<-|F]; auto.
Qed.
(* An example without a mistake can be left out of a pass. *)
Lemma without a z b w : wrong (pass a w) z = false ->
  pass (a ++ z :: b) w = pass (a ++ b) w /\ clean (a ++ z :: b) w = clean (a ++ b) w.
Proof.
  intros E. rewrite !clean_app. cbn [clean]. rewrite E, unmoved by exact E. split; [|reflexivity].
  unfold pass in *. rewrite !fold_left_app. cbn [fold_left]. now rewrite unmoved.
Qed.
Lemma same_end l n k : ends l n -> ends l k -> n = k.
Proof.
  intros [A B] [C D]. destruct (Nat.lt_trichotomy n k) as [L|[L|L]]; [| exact L |].
  - rewrite (D n L) in A. discriminate.
  - rewrite (B k L) in C. discriminate.
Qed.
(* If the learner never errs on an example in the passes over all examples, the passes without it,
   if they end, end with the same weights, and these are right on it. *)
Lemma left_out a z b n k : ends (a ++ z :: b) n -> ends (a ++ b) k ->
  (forall r, (r < n)%nat -> wrong (pass a (after (a ++ z :: b) r)) z = false) ->
  wrong (after (a ++ b) k) z = false.
Proof.
  intros [A B] F H.
  assert (K : forall r, (r <= n)%nat -> after (a ++ z :: b) r = after (a ++ b) r).
  { induction r as [|r I]; intros L; [reflexivity|]. simpl. rewrite <- I by lia.
    now apply without, H. }
  destruct (clean_right _ _ A) as [_ R].
  assert (O : wrong (after (a ++ z :: b) n) z = false) by (apply R, in_elt).
  assert (P : pass a (after (a ++ z :: b) n) = after (a ++ z :: b) n).
  { rewrite clean_app in A. apply andb_prop in A. now apply clean_right. }
  assert (C : ends (a ++ b) n).
  { split.
    - rewrite <- K, <- A by lia. symmetry. apply without. now rewrite P.
    - intros r L. rewrite <- K, <- (B r L) by lia. symmetry. now apply without, H. }
  rewrite <- (same_end _ _ _ C F), <- K by lia. exact O.
Qed.
End Passes.

(* If example i is exchanged with the next one, and then the example in place i + 1 is left out,
   what is left is the list without example i. *)
Lemma others_swap {Z : Type} (n i : nat) (s : nat -> Z) : (1 <= i < n)%nat ->
  others n (S i) (swap i (S i) s) = others n i s.
Proof.
  intros L. unfold others, first. replace (S i - 1)%nat with (i - 1 + 1)%nat by lia.
  replace (n - i)%nat with (S (n - S i)) by lia. rewrite seq_app, map_app, <- app_assoc.
  replace (1 + (i - 1))%nat with i by lia. simpl seq at 2 4. simpl map at 2 4.
  f_equal; [|simpl; f_equal].
  - apply map_ext_in. intros t I. apply in_seq in I. unfold swap.
    destruct (Nat.eqb_spec t i), (Nat.eqb_spec t (S i)); lia || reflexivity.
  - unfold swap. now rewrite Nat.eqb_refl.
  - apply map_ext_in. intros t I. apply in_seq in I. unfold swap.
    destruct (Nat.eqb_spec t i), (Nat.eqb_spec t (S i)); lia || reflexivity.
Qed.

(* Over l the learner makes (stop l) passes with a mistake, and then one without.  The indicator of
   an error, and D, are supposed to have expectations. *)
Theorem CleanPass
    (Omega Z W : Type) (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (z : Omega -> nat -> Z) (w_1 : W) (wrong : W -> Z -> bool) (move : W -> Z -> W)
    (stop : list Z -> nat) (m : nat)
    (law : expectation variable E)
    (order : exchangeable variable E z (S m))
    (all_end : forall o, let l := first (S m) (z o) in ends w_1 wrong move l (stop l))
    (some_end : forall o i, (1 <= i <= S m)%nat ->
      let l := others (S m) i (z o) in ends w_1 wrong move l (stop l)) :
  let last l := after w_1 wrong move l (stop l) in
  let error o := ind (wrong (last (first m (z o))) (z o (S m))) in
  let D o := sum (fun i =>
    ind (errs_once w_1 wrong move (S m) (stop (first (S m) (z o))) (z o) i)) (S (S m)) in
  variable error -> variable D -> E error <= E D / INR (S m).
Proof.
  intros last error D event number.
  set (lost := fun i (s : nat -> Z) => ind (wrong (last (others (S m) i s)) (s i))).
  pose proof law as (X & C & L & M).
  assert (start : forall o, error o = lost (S m) (z o)).
  { intros o. unfold error, lost, others, first. rewrite Nat.sub_diag.
    simpl seq at 3. simpl map at 3. rewrite app_nil_r.
    replace (S m - 1)%nat with m by lia. reflexivity. }
  assert (A : forall d i, (i + d = S m)%nat -> (1 <= i)%nat ->
    variable (fun o => lost i (z o)) /\ E (fun o => lost i (z o)) = E error).
  { induction d as [|d I]; intros i F G.
    - replace i with (S m) by lia. pose proof (X _ _ start event) as V. split; [exact V|].
      symmetry. exact (Chance.E_ext variable E law _ _ start event).
    - destruct (I (S i) ltac:(lia) ltac:(lia)) as [V B].
      destruct (order i (S i) ltac:(lia) ltac:(lia) (lost (S i)) V) as [V' B'].
      assert (P : forall o, lost (S i) (swap i (S i) (z o)) = lost i (z o)).
      { intros o. unfold lost. rewrite others_swap by lia. unfold swap.
        destruct (Nat.eqb_spec (S i) i); [lia|]. now rewrite Nat.eqb_refl. }
      split; [exact (X _ _ P V')|].
      rewrite <- B, <- B'. symmetry. exact (Chance.E_ext variable E law _ _ P V'). }
  assert (B : forall i, (1 <= i <= S m)%nat ->
    variable (fun o => lost i (z o)) /\ E (fun o => lost i (z o)) = E error)
    by (intros i F; apply (A (S m - i)%nat); lia).
  destruct (Chance.E_sum variable E law (fun i o => lost i (z o)) (S m) (fun i F => proj1 (B i F)))
    as [V U].
  assert (n : 0 < INR (S m)) by (apply (lt_INR 0); lia).
  assert (Q : sum (fun i => E (fun o => lost i (z o))) (S (S m)) =
    INR (S m) * E error).
  { rewrite (Hedge.sum_eq _ (fun _ => E error)) by (intros; now apply B). generalize (S m).
    clear. induction n as [|n I]; [simpl; ring|]. rewrite sum_S, I, S_INR by lia. ring. }
  assert (below : E (fun o => sum (fun i => lost i (z o)) (S (S m))) <= E D).
  { apply M; [exact V | exact number |]. intros o. unfold D.
    assert (G : forall i, (1 <= i <= S m)%nat -> lost i (z o) <=
      ind (errs_once w_1 wrong move (S m) (stop (first (S m) (z o))) (z o) i)).
    { intros i F. destruct (errs_once _ _ _ _ _ _ i) eqn:H.
      - unfold lost. destruct (wrong _ (z o i)); simpl; lra.
      - right. unfold lost. f_equal. set (s := z o) in *.
        assert (Split : first (S m) s =
          first (i - 1) s ++ s i :: map s (seq (S i) (S m - i))).
        { unfold first. replace (S m) with (i - 1 + S (S m - i))%nat at 1
            by lia. rewrite seq_app, map_app. f_equal.
          replace (1 + (i - 1))%nat with i by lia. reflexivity. }
        apply (left_out w_1 wrong move (first (i - 1) s) (s i) _ (stop (first (S m) s))).
        + rewrite <- Split. apply all_end.
        + apply some_end, F.
        + intros r K. rewrite <- Split. unfold errs_once in H.
          destruct (wrong _ (s i)) eqn:J; [|reflexivity]. rewrite <- H. symmetry.
          apply existsb_exists. exists r. split; [apply in_seq; lia | exact J]. }
    exact (Hedge.sum_le _ _ _ G). }
  rewrite U, Q in below. apply Rmult_le_reg_l with (INR (S m)); [exact n|].
  replace (INR (S m) * (E D / INR (S m))) with (E D) by (field; lra). exact below.
Qed.
