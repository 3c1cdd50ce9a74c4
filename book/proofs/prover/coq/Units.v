(* Two more orthonormal families, for any space: a proof may use them although its theorem mentions
   no family.  The points of `wide V` are pairs of a vector of V and finitely many coordinates. *)
From Coq Require FunctionalExtensionality Classical_Prop.
From Coq Require Import ConstructiveEpsilon Setoid Morphisms.
From Perclib Require Import Laws.

Fixpoint total (f : nat -> R) (n : nat) : R :=
  match n with O => 0 | S m => total f m + f m end.
Lemma total_ext f g n : (forall i, f i = g i) -> total f n = total g n.
Proof. intros H. induction n; simpl; rewrite ?H, ?IHn; reflexivity. Qed.
Lemma total_add f g n : total (fun i => f i + g i) n = total f n + total g n.
Proof. induction n; simpl; rewrite ?IHn; ring. Qed.
Lemma total_scale r f n : total (fun i => r * f i) n = r * total f n.
Proof. induction n; simpl; rewrite ?IHn; ring. Qed.
Lemma total_pos f n : (forall i, 0 <= f i) -> 0 <= total f n.
Proof. intros H. induction n; simpl; [lra | generalize (H n); lra]. Qed.
Lemma total_zero f n : (forall i, 0 <= f i) -> total f n = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  intros H. induction n; simpl; intros Z i L; [lia|].
  pose proof (total_pos f n H). pose proof (H n).
  destruct (Nat.eq_dec i n) as [->|]; [lra | apply IHn; [lra | lia]].
Qed.

Definition from (f : nat -> R) (m : nat) := forall n, (m <= n)%nat -> f n = 0.
Definition finite (f : nat -> R) := exists m, from f m.
Lemma total_from f m k : from f m -> total f (m + k) = total f m.
Proof.
  intros F. induction k; [now rewrite Nat.add_0_r|].
  rewrite Nat.add_succ_r. simpl. rewrite IHk, F by lia. ring.
Qed.
Definition bound f (F : finite f) : {m | from f m}.
Proof.
  apply constructive_indefinite_ground_description_nat; [|exact F]. intros m.
  destruct (ClassicalDedekindReals.sig_forall_dec (fun n => (m <= n)%nat -> f n = 0)) as [[n N]|A].
  - intros n. destruct (Compare_dec.le_dec m n) as [L|L]; [|left; tauto].
    destruct (Req_EM_T (f n) 0) as [Z|Z]; [left; auto | right; auto].
  - right. intros A. apply N, A.
  - left. exact A.
Defined.

Section Wide.
Variable V : space.
Record point := Point { base : V; coordinate : nat -> R; small : finite coordinate }.
Lemma same p q : base p = base q -> (forall i, coordinate p i = coordinate q i) -> p = q.
Proof.
  destruct p as [b f F], q as [c g G]; simpl. intros -> E.
  apply FunctionalExtensionality.functional_extensionality in E. subst g. f_equal.
  apply Classical_Prop.proof_irrelevance.
Qed.
Definition inner (p q : point) : R :=
  ⟨base p, base q⟩ +
  total (fun i => coordinate p i * coordinate q i) (proj1_sig (bound _ (small p))).
Lemma inner_at p q m : from (coordinate p) m \/ from (coordinate q) m ->
  inner p q = ⟨base p, base q⟩ + total (fun i => coordinate p i * coordinate q i) m.
Proof.
  intros M. unfold inner. destruct (bound _ (small p)) as [n N]; simpl. f_equal.
  assert (A : from (fun i => coordinate p i * coordinate q i) n).
  { intros i I. rewrite N by assumption. ring. }
  assert (B : from (fun i => coordinate p i * coordinate q i) m).
  { intros i I. destruct M as [M|M]; rewrite M by assumption; ring. }
  now rewrite <- (total_from _ n m A), <- (total_from _ m n B), Nat.add_comm.
Qed.
Lemma finite_none : finite (fun _ => 0).
Proof. now exists 0%nat. Qed.
Lemma finite_one k : finite (fun i => if Nat.eqb i k then 1 else 0).
Proof. exists (S k). intros n N. destruct (Nat.eqb_spec n k); [lia | reflexivity]. Qed.
Lemma finite_add p q : finite (fun i => coordinate p i + coordinate q i).
Proof.
  destruct p as [? f [m M]], q as [? g [n N]]; simpl.
  exists (m + n)%nat. intros i I. rewrite M, N by lia. ring.
Qed.
Lemma finite_scale r p : finite (fun i => r * coordinate p i).
Proof. destruct p as [? f [m M]]; simpl. exists m. intros i I. rewrite M by lia. ring. Qed.

Definition wide : space.
Proof.
  refine {| vector := point; zero := Point zero _ finite_none; dot := inner;
    add p q := Point (base p ⊕ base q) _ (finite_add p q);
    scale r p := Point (r ⊙ base p) _ (finite_scale r p) |}.
  - intros. apply same; simpl; intros; [apply add_comm | ring].
  - intros. apply same; simpl; intros; [apply add_assoc | ring].
  - intros. apply same; simpl; intros; [apply add_zero | ring].
  - intros. apply same; simpl; intros; [apply add_opposite | ring].
  - intros p q. destruct (small p) as [m M].
    rewrite (inner_at p q m), (inner_at q p m), dot_sym by auto. f_equal.
    apply total_ext. intros. ring.
  - intros p q c. destruct (small c) as [m M].
    rewrite (inner_at _ c m), (inner_at p c m), (inner_at q c m) by auto. simpl.
    rewrite dot_add.
    rewrite (total_ext _ (fun i => coordinate p i * coordinate c i + coordinate q i * coordinate c i))
      by (intros; ring).
    rewrite total_add. ring.
  - intros r p q. destruct (small q) as [m M].
    rewrite (inner_at _ q m), (inner_at p q m) by auto. simpl.
    rewrite dot_scale, (total_ext _ (fun i => r * (coordinate p i * coordinate q i)))
      by (intros; ring).
    rewrite total_scale. ring.
  - intros p. unfold inner. pose proof (dot_pos _ (base p)).
    pose proof (total_pos (fun i => coordinate p i * coordinate p i)
      (proj1_sig (bound _ (small p))) ltac:(intros; apply Rle_0_sqr)). lra.
  - intros p. unfold inner. destruct (bound _ (small p)) as [m M]; simpl. intros Z.
    pose proof (dot_pos _ (base p)).
    assert (Q : forall i, 0 <= coordinate p i * coordinate p i) by (intros; apply Rle_0_sqr).
    pose proof (total_pos _ m Q). apply same; simpl.
    + apply dot_definite. lra.
    + intros i. destruct (le_lt_dec m i) as [L|L]; [now apply M|].
      apply Rsqr_0_uniq. apply (total_zero _ m Q); [lra | exact L].
Defined.

Definition embed (v : V) : wide := Point v _ finite_none.
Lemma embed_dot v w : ⟨embed v, embed w⟩ = ⟨v, w⟩.
Proof. simpl. rewrite (inner_at _ _ 0); [simpl; ring | left; now intros n _]. Qed.
Lemma embed_zero : embed zero = zero.
Proof. apply same; reflexivity. Qed.
Lemma embed_add v w : embed (v ⊕ w) = embed v ⊕ embed w.
Proof. apply same; simpl; intros; [reflexivity | ring]. Qed.
Lemma embed_scale r v : embed (r ⊙ v) = r ⊙ embed v.
Proof. apply same; simpl; intros; [reflexivity | ring]. Qed.

(* Two families: the coordinates with even and with odd numbers. *)
Definition unit (k i : nat) : wide := Point zero _ (finite_one (2 * i + k)).
Lemma total_none f n : (forall i, (i < n)%nat -> f i = 0) -> total f n = 0.
Proof. intros H. induction n; simpl; [reflexivity|]. rewrite IHn, H by auto. ring. Qed.
Lemma dot_one k i (q : wide) : ⟨unit k i, q⟩ = coordinate q (2 * i + k).
Proof.
  change (inner (unit k i) q = coordinate q (2 * i + k)).
  rewrite (inner_at _ _ (S (2 * i + k))).
  - cbn [total]. unfold unit; cbn [base coordinate]. rewrite dot_zero, Nat.eqb_refl, total_none.
    + ring.
    + intros n N. destruct (Nat.eqb_spec n (2 * i + k)); [lia | ring].
  - left. intros n N. unfold unit; cbn [coordinate].
    destruct (Nat.eqb_spec n (2 * i + k)); [lia | reflexivity].
Qed.
Lemma unit_orthonormal k : orthonormal (unit k).
Proof.
  intros i j. rewrite dot_one. unfold unit; cbn [coordinate].
  destruct (Nat.eqb_spec (2 * i + k) (2 * j + k)), (Nat.eqb_spec i j); lia || reflexivity.
Qed.
Lemma unit_unit s : apart (unit 0) (unit 1 s).
Proof.
  intros i. rewrite dot_one. unfold unit; cbn [coordinate].
  destruct (Nat.eqb_spec (2 * s + 1) (2 * i + 0)); [lia | reflexivity].
Qed.
Lemma unit_embed k v : apart (unit k) (embed v).
Proof. intros i. now rewrite dot_sym, dot_one. Qed.
Lemma unit_zero k : apart (unit k) zero.
Proof. intros i. apply dot_zero. Qed.
End Wide.

Global Instance sum_proper : Proper (pointwise_relation nat eq ==> eq ==> eq) sum.
Proof.
  intros f g E n _ <-. induction n as [|[|n] I]; [reflexivity .. |].
  rewrite !sum_S by lia. now rewrite I, E.
Qed.
Ltac units := intros; first [apply unit_orthonormal | apply unit_embed | apply unit_unit
  | apply unit_zero].
(* Turn statements about embedded vectors into the statements about the vectors.  The slow
   setoid_rewrite is for terms under the binder of a sum. *)
Ltac embedded := intros; cbv beta; repeat first [rewrite embed_dot | rewrite <- embed_scale
  | rewrite <- embed_add | rewrite <- embed_zero];
  try match goal with |- context [@dot (wide _)] => repeat setoid_rewrite embed_dot end;
  first [solve [eauto] | apply (f_equal (embed _)); solve [eauto]].
Ltac unembed A := cbv beta in A; repeat first [rewrite embed_dot in A | rewrite <- embed_scale in A
  | rewrite <- embed_add in A | rewrite <- embed_zero in A];
  try match type of A with context [@dot (wide _)] => repeat setoid_rewrite embed_dot in A end.
