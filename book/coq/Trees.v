(* checks: thm-forced-stream=Forced eq-dim-count=Counting *)
(* If a class has a mistake tree of depth $m$, every deterministic learner errs in all rounds of
   some stream of length $m$ with whose labels a classifier of the class agrees.  A mistake tree of
   depth $m$ needs at least $2^m$ classifiers. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Section Tree.
Context {X : Type}.
(* A mistake tree of depth m: a root, and a tree below it for either label. *)
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
