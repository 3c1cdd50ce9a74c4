(* If a class has a mistake tree of depth $m$, there is for every deterministic learner a stream of
   length $m$ on which it errs in every round, and whose labels are those of a classifier of the
   class.  A class with a mistake tree of depth $m$ has at least $2^m$ classifiers.  The
   $n+1$ thresholds on $n$ points have a mistake tree of depth $\log_2(n+1)$, rounded down, and none
   that is deeper.  A class of nine classifiers of five points has mistake trees of depth 2 and none
   that is deeper, and halving, with ties as mistakes, errs three times on a stream whose labels are
   those of one of the nine. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Section Tree.
Context {X : Type}.
(* The class H has a mistake tree of depth m: for m = 0 it has a classifier; otherwise some instance
   x is the root, and below it the classifiers of H with either label of x have a tree of depth
   m - 1. *)
Fixpoint tree (m : nat) (H : (X -> bool) -> Prop) : Prop :=
  match m with
  | O => exists h, H h
  | S n => exists x, tree n (fun h => H h /\ h x = true) /\ tree n (fun h => H h /\ h x = false)
  end.
(* A learner predicts a label, or none, from the examples before and the instance. *)
Fixpoint errs (learner : list (X * bool) -> X -> option bool) (past s : list (X * bool)) : Prop :=
  match s with
  | [] => True
  | e :: rest => learner past (fst e) <> Some (snd e) /\ errs learner (past ++ [e]) rest
  end.
Definition agrees (h : X -> bool) (s : list (X * bool)) : Prop :=
  forall e, In e s -> h (fst e) = snd e.

Lemma walk learner m : forall H past, tree m H -> exists s,
  length s = m /\ errs learner past s /\ exists h, H h /\ agrees h s.
Proof.
  induction m as [|m I]; intros H past T.
  - destruct T as [h P]. exists []. repeat split. exists h. split; [exact P|]. now intros e [].
  - destruct T as [x [Yes No]].
    assert (W : exists y, learner past x <> Some y /\ tree m (fun h => H h /\ h x = y)).
    { destruct (learner past x) as [[|]|];
        [exists false | exists true | exists true]; split; auto; discriminate. }
    destruct W as [y [Wrong T]]. destruct (I _ (past ++ [(x, y)]) T) as [s [L [E [h [P A]]]]].
    exists ((x, y) :: s). split; [simpl; now rewrite L|]. split; [now split|].
    exists h. split; [apply P|]. intros e [F|F]; [subst e; apply P | now apply A].
Qed.

Lemma wider m : forall H K : (X -> bool) -> Prop, (forall h, H h -> K h) -> tree m H -> tree m K.
Proof.
  induction m as [|m I]; intros H K W T.
  - destruct T as [h P]. exists h. now apply W.
  - destruct T as [x [Yes No]]. exists x.
    split; [refine (I _ _ _ Yes) | refine (I _ _ _ No)]; intros h [P Q]; split; auto.
Qed.

Lemma two_parts (f : (X -> bool) -> bool) hs :
  (length (filter f hs) + length (filter (fun h => negb (f h)) hs) = length hs)%nat.
Proof. induction hs as [|h hs I]; simpl; [reflexivity|]. destruct (f h); simpl; lia. Qed.
End Tree.

Theorem Forced (X : Type) (H : (X -> bool) -> Prop) (m : nat)
  (learner : list (X * bool) -> X -> option bool) :
  tree m H -> exists s, length s = m /\ errs learner [] s /\ exists h, H h /\ agrees h s.
Proof. apply walk. Qed.

Theorem Counting (X : Type) (m : nat) : forall hs : list (X -> bool),
  tree m (fun h => In h hs) -> (2 ^ m <= length hs)%nat.
Proof.
  induction m as [|m I]; intros hs T.
  - destruct T as [h P]. destruct hs; [easy|]. simpl. lia.
  - destruct T as [x [Yes No]].
    assert (A : (2 ^ m <= length (filter (fun h => h x) hs))%nat).
    { apply I. refine (wider m _ _ _ Yes). intros h [P Q]. now apply filter_In. }
    assert (B : (2 ^ m <= length (filter (fun h => negb (h x)) hs))%nat).
    { apply I. refine (wider m _ _ _ No). intros h [P Q]. apply filter_In.
      split; [exact P|]. now rewrite Q. }
    pose proof (two_parts (fun h => h x) hs). simpl. lia.
Qed.

(* The largest depth of a mistake tree. *)
Definition dimension {X : Type} (H : (X -> bool) -> Prop) (m : nat) : Prop :=
  tree m H /\ forall n, tree n H -> (n <= m)%nat.
Lemma smaller (X : Type) m n : (n <= m)%nat ->
  forall H : (X -> bool) -> Prop, tree m H -> tree n H.
Proof.
  revert m. induction n as [|n I]; intros m L H T.
  - revert H T. clear L. induction m as [|m J]; intros H T; [exact T|].
    destruct T as [x [Yes _]]. destruct (J _ Yes) as (h & P & _). now exists h.
  - destruct m as [|m]; [lia|]. destruct T as [x [Yes No]].
    exists x. split; apply (I m); (lia || assumption).
Qed.

(* The thresholds on the points 1, ..., n; c is the place of the threshold. The label false stands
   for -1. *)
Definition points (n : nat) : Type := {i : nat | (1 <= i <= n)%nat}.
Definition threshold {n : nat} (c : nat) (x : points n) : bool := Nat.ltb c (proj1_sig x).
Definition thresholds (n : nat) (h : points n -> bool) : Prop :=
  exists c, (c <= n)%nat /\ h = threshold c.
Lemma bisect n m : forall a b (H : (points n -> bool) -> Prop),
  (a + 2 ^ m <= S b)%nat -> (b <= n)%nat -> (forall c, (a <= c <= b)%nat -> H (threshold c)) ->
  tree m H.
Proof.
  induction m as [|m I]; intros a b H L B A.
  - exists (threshold a). apply A. simpl in L. lia.
  - pose proof (Nat.pow_nonzero 2 m ltac:(lia)) as N.
    simpl in L. assert (M : (1 <= a + 2 ^ m <= n)%nat) by lia.
    exists (exist _ (a + 2 ^ m)%nat M : points n). split.
    + apply (I a (a + 2 ^ m - 1)%nat); [lia | lia |]. intros c C. split; [apply A; lia|].
      apply Nat.ltb_lt. simpl. lia.
    + apply (I (a + 2 ^ m)%nat b); [lia | lia |]. intros c C. split; [apply A; lia|].
      apply Nat.ltb_ge. simpl. lia.
Qed.

(* Coq's own Nat.log2 is the logarithm to the base 2, rounded down. *)
Theorem Thresholds
    (n : nat) :
  dimension (thresholds n) (Nat.log2 (n + 1)).
Proof.
  destruct (Nat.log2_spec (n + 1) ltac:(lia)) as [A B]. split.
  - apply (bisect n _ 0 n); [lia | lia |]. intros c C. exists c. split; [lia | reflexivity].
  - intros m T. apply Nat.lt_succ_r, (Nat.pow_lt_mono_r_iff 2); [lia|].
    apply Nat.le_lt_trans with (2 := B).
    pose proof (Counting (points n) m (map threshold (seq 0 (n + 1)))) as C.
    rewrite map_length, seq_length in C. apply C. refine (wider m _ _ _ T).
    intros h (c & L & ->). apply in_map, in_seq. lia.
Qed.

(* Whether a list of classifiers has a mistake tree of depth m, computed. *)
Section Computed.
Context {X : Type}.
Variable all : list X.
Hypothesis every : forall x, In x all.
Fixpoint has (m : nat) (hs : list (X -> bool)) : bool :=
  match m with
  | O => negb (Nat.eqb (length hs) 0)
  | S n => existsb (fun x =>
      andb (has n (filter (fun h => h x) hs)) (has n (filter (fun h => negb (h x)) hs))) all
  end.
Lemma computed m : forall hs, has m hs = true <-> tree m (fun h => In h hs).
Proof using every.
  induction m as [|m I]; intros hs.
  - destruct hs as [|h hs]; simpl; split; [easy | now intros [h []] | | easy].
    intros _. exists h. now left.
  - simpl. rewrite existsb_exists. split.
    + intros (x & _ & A). apply andb_prop in A. destruct A as [Yes No].
      apply I in Yes. apply I in No. exists x. split.
      * refine (wider m _ _ _ Yes). intros h P. now apply filter_In in P.
      * refine (wider m _ _ _ No). intros h P. apply filter_In in P. destruct P as [P Q].
        split; [exact P|]. now destruct (h x).
    + intros (x & Yes & No). exists x. split; [apply every|]. apply andb_true_intro.
      split; apply I; [refine (wider m _ _ _ Yes) | refine (wider m _ _ _ No)];
        intros h [P Q]; apply filter_In; now rewrite Q.
Qed.
End Computed.

(* The mistakes of halving, which predicts with the majority of the classifiers that are left, on a
   stream; a tie is a mistake. *)
Fixpoint halving {X : Type} (left : list (X -> bool)) (s : list (X * bool)) : nat :=
  match s with
  | [] => 0
  | (x, y) :: rest =>
    let right := filter (fun h => Bool.eqb (h x) y) left in
    (if Nat.leb (length left) (2 * length (filter (fun h => negb (Bool.eqb (h x) y)) left))
     then 1 else 0) + halving right rest
  end.
(* The points 1 to 5, a classifier of them by its labels, and nine classifiers. *)
Inductive point := One | Two | Three | Four | Five.
Definition labels (a b c d e : bool) (x : point) : bool :=
  match x with One => a | Two => b | Three => c | Four => d | Five => e end.
Definition nine : list (point -> bool) :=
  [labels true false false false false; labels true true false false false;
   labels true false true false false; labels true false false true false;
   labels true false false false true;
   labels false true true false false; labels false true false false false;
   labels false false true false false; labels false false false false false].

Theorem HalvingBeaten :
  dimension (fun h => In h nine) 2 /\
  exists s h, In h nine /\ agrees h s /\ halving nine s = 3%nat.
Proof.
  set (all := [One; Two; Three; Four; Five]).
  assert (E : forall x, In x all) by (intros []; simpl; tauto).
  split; [split|].
  - now apply (computed all E).
  - intros n T. destruct (Nat.leb_spec n 2) as [L|L]; [exact L|].
    apply (smaller _ n 3 L), (computed all E) in T. discriminate T.
  - exists [(One, false); (Two, true); (Three, true)], (labels false true true false false).
    split; [simpl; tauto|]. split; [|reflexivity].
    intros e [<-|[<-|[<-|[]]]]; reflexivity.
Qed.
