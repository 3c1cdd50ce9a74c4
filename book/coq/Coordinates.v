(* examples: thm-block-novikoff thm-freund-schapire thm-key *)
(* Each theorem about any space can be applied to the space $\mathbb R^n$.  A point of it is given
   by a list of $n$ real numbers, its coordinates, and different lists give different points.  Sums
   and multiples are taken coordinate by coordinate; the inner product is the sum of the products of
   the coordinates. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

(* Three kinds of spaces: the space with one point, the pairs of points of two spaces, and the space
   Rn n of n real coordinates. *)
Definition origin : space.
Proof.
  refine {| vector := unit; zero := tt; add _ _ := tt; scale _ _ := tt; dot _ _ := 0 |};
    intros; repeat match goal with a : unit |- _ => destruct a end; reflexivity || lra.
Defined.
Definition pairs (V W : space) : space.
Proof.
  refine {| vector := (V * W)%type; zero := (zero, zero);
    add a b := (fst a ⊕ fst b, snd a ⊕ snd b); scale r a := (r ⊙ fst a, r ⊙ snd a);
    dot a b := ⟨fst a, fst b⟩ + ⟨snd a, snd b⟩ |};
    intros; cbn [fst snd].
  all: try now destruct a; cbn; rewrite ?add_zero.
  - f_equal; apply add_comm.
  - f_equal; apply add_assoc.
  - f_equal; apply add_opposite.
  - f_equal; apply dot_sym.
  - rewrite !dot_add. ring.
  - rewrite !dot_scale. ring.
  - apply Rplus_le_le_0_compat; apply dot_pos.
  - cbn [fst snd] in *. pose proof (dot_pos V (fst a)). pose proof (dot_pos W (snd a)).
    destruct a. f_equal; apply dot_definite; cbn [fst snd] in *; lra.
Defined.
Fixpoint Rn (n : nat) : space := match n with O => origin | S m => pairs line (Rn m) end.
(* The point whose coordinates are the first n numbers of the list a, and zeros where a is
   shorter. *)
Fixpoint point (n : nat) (a : list R) : Rn n :=
  match n with O => tt | S m => (hd 0 a, point m (tl a)) end.

Lemma point_nil n : point n [] = zero.
Proof. induction n as [|n I]; simpl; [reflexivity | now rewrite I]. Qed.

Theorem Coordinates
    (n : nat) :
  (forall v : Rn n, exists a, length a = n /\ v = point n a) /\
  (forall a b, length a = n -> length b = n -> point n a = point n b -> a = b) /\
  zero = point n (repeat 0 n) /\
  (forall a b, length a = n -> length b = n ->
    point n a ⊕ point n b = point n (map (fun p => fst p + snd p) (combine a b)) /\
    ⟨point n a, point n b⟩ = fold_right Rplus 0 (map (fun p => fst p * snd p) (combine a b))) /\
  (forall r a, length a = n -> r ⊙ point n a = point n (map (Rmult r) a)).
Proof.
  induction n as [|n (E & U & Z & A & M)].
  - repeat split; intros; try (destruct a; [|discriminate]); try (destruct b; [|discriminate]);
      try reflexivity. exists []. now destruct v.
  - split; [|split; [|split; [|split]]].
    + intros [r v]. destruct (E v) as (a & L & ->). exists (r :: a). simpl. auto.
    + intros [|r a] [|s b] L K; try discriminate. injection L as L. injection K as K.
      simpl. intros H. injection H as -> H. f_equal. auto.
    + simpl. now rewrite <- Z.
    + intros [|r a] [|s b] L K; try discriminate. injection L as L. injection K as K.
      destruct (A a b L K) as [F G]. simpl. now rewrite F, G.
    + intros r [|s a] L; try discriminate. injection L as L. simpl. now rewrite M.
Qed.
