(* Examples show that the hypotheses of a theorem can hold together.  They are made of points with
   finitely many coordinates, over the rounds 1, ..., T. *)
From Coq Require Import List.
From Perclib Require Import Laws Units.
Export ListNotations.

Lemma both {A B : Type} (a c : A) (b d : B) : a = c -> b = d -> (a, b) = (c, d).
Proof. now intros -> ->. Qed.

(* n + 1 real coordinates: a point is a number, or a pair of a number and a point. *)
Definition pairs (V : space) : space.
Proof.
  refine {| vector := (R * V)%type; zero := (0, zero);
    add a b := (fst a + fst b, snd a ⊕ snd b); scale r a := (r * fst a, r ⊙ snd a);
    dot a b := fst a * fst b + ⟨snd a, snd b⟩ |};
    intros; repeat match goal with a : prod _ _ |- _ => destruct a end; cbn [fst snd] in *.
  - apply both; [ring | apply add_comm].
  - apply both; [ring | apply add_assoc].
  - apply both; [ring | apply add_zero].
  - apply both; [ring | apply add_opposite].
  - rewrite (dot_sym V). ring.
  - rewrite dot_add. ring.
  - rewrite dot_scale. ring.
  - apply Rplus_le_le_0_compat; [apply Rle_0_sqr | apply dot_pos].
  - pose proof (Rle_0_sqr r) as P. pose proof (dot_pos V v) as Q. unfold Rsqr in P.
    apply both; [apply Rsqr_0_uniq; unfold Rsqr; lra | apply dot_definite; lra].
Defined.
Fixpoint coordinates (n : nat) : space :=
  match n with O => line | S m => pairs (coordinates m) end.

(* The sequence with the member a in round 1, and the members of more in the rounds after it; the
   last member is repeated. *)
Fixpoint along {A : Type} (a : A) (more : list A) (t : nat) : A :=
  match more, t with
  | b :: others, S (S _ as m) => along b others m
  | _, _ => a
  end.
Definition steady {A : Type} (a : A) (t : nat) : A := a.

(* P holds in each of the rounds 1, ..., n; nothing is said of other rounds. *)
Fixpoint all_to (P : nat -> Prop) (n : nat) : Prop :=
  match n with O => True | S m => all_to P m /\ P n end.
Lemma each_to P n : all_to P n -> forall t, (1 <= t <= n)%nat -> P t.
Proof.
  induction n as [|n I]; intros A t L; [lia|]. destruct A as [A N].
  destruct (Nat.eq_dec t (S n)) as [->|D]; [exact N | apply I; [exact A | lia]].
Qed.
Lemma other_rounds (P : Prop) : 0 = 1 -> P.  Proof. intros. exfalso. lra. Qed.
Lemma other_mistakes (P : Prop) : 1 = 0 -> P.  Proof. intros. exfalso. lra. Qed.

(* The values of roots and powers of numbers. *)
Lemma root_is r : 0 <= r -> forall x, x = r * r -> sqrt x = r.
Proof. intros P x ->. now apply sqrt_square. Qed.
(* A root that is not rational: a number s whose square, inverse and two bounds are known. *)
Lemma root_between d low high : 0 < low -> low * low < d -> d < high * high -> 0 < high ->
  exists s, (forall r, 0 <= r -> forall x, x = r * r * d -> sqrt x = r * s) /\
    s * s = d /\ / s = s * / d /\ low < s < high.
Proof.
  intros L A B H. assert (D : 0 < d) by nra. pose proof (sqrt_lt_R0 d D) as S.
  pose proof (sqrt_sqrt d ltac:(lra)) as E. exists (sqrt d). repeat split.
  - intros r P x ->. rewrite sqrt_mult by nra. now rewrite sqrt_square.
  - exact E.
  - rewrite <- E at 3. field. lra.
  - nra.
  - nra.
Qed.
Lemma power_is r n d : 0 < r -> (1 <= n)%nat -> (1 <= d)%nat ->
  forall x q, x = r ^ d -> q = IZR (Z.of_nat n) / IZR (Z.of_nat d) -> power x q = r ^ n.
Proof.
  intros P N D x q -> ->. rewrite <- !INR_IZR_INZ.
  pose proof (lt_INR 0 n ltac:(lia)) as A. pose proof (lt_INR 0 d ltac:(lia)) as B. simpl in A, B.
  pose proof (pow_lt r d P). pose proof (Rdiv_lt_0_compat _ _ A B).
  unfold power. do 2 (destruct Rlt_dec; [|lra]).
  rewrite <- Rpower_pow, Rpower_mult, <- (Rpower_pow n) by assumption.
  f_equal. field. lra.
Qed.
Ltac each_part := repeat match goal with |- _ /\ _ => split end.
Ltac each_round := match goal with
  | |- forall t, (1 <= t <= _)%nat -> _ => refine (each_to _ _ _)
  | |- (_ <= _)%nat => repeat constructor
  | |- orthonormal _ => apply unit_orthonormal
  | |- _ => idtac
  end; cbv [all_to along steady ind inv norm sum vsum INR Rdiv Rminus
    dot add scale zero vector coordinates pairs line fst snd].
Ltac each_root := repeat match goal with
  | H : forall x, x = _ -> sqrt x = _ |- context [sqrt ?x] => rewrite (H x) by lra
  | |- context [power ?x ?q] => rewrite (power_0 x q) by lra
  | |- context [power ?x ?q] => rewrite (power_1 x q) by lra
  | H : forall x q, x = _ -> q = _ -> power x q = _ |- context [power ?x ?q] =>
      rewrite (H x q) by (simpl; lra)
  | |- context [/ (_ * _)] => rewrite Rinv_mult
  | H : / ?s = _ |- context [/ ?s] => rewrite H
  end.
Ltac each_number := match goal with
  | |- True => exact I
  | |- 0 = 1 -> _ => apply other_rounds
  | |- 1 = 0 -> _ => apply other_mistakes
  | |- _ => intros; repeat match goal with |- (_, _) = (_, _) => apply both end;
      each_root; solve [lra | nra]
  end.
Ltac can_hold := each_part; each_round; each_part; each_number.
