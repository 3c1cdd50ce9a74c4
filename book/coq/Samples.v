(* Let the examples be drawn independently from any distribution, and let the hypotheses have finite
   risks.  The empirical risk of a fixed hypothesis on $N\ge1$ examples has the risk as its mean,
   and the mean square error $\sigma^2/N$, if the variance $\sigma^2$ of the loss is finite; the
   variance of the zero-one loss is $r(1-r)$ for a risk of $r$.  Choose from finitely many
   hypotheses one of least empirical risk on a sample, whatever function of the sample decides a
   tie: its empirical risk is on average at most the least risk of all, and its risk, if this has an
   expectation, is on average at least this least risk.  If a learner predicts each example with a
   hypothesis that depends on the examples before it, then its losses, which are not negative, have
   the same expected sum as the risks of these hypotheses: if one sum has a finite expectation, so
   has the other.  A distribution is given here by its expectations, which obey laws of Lebesgue's
   integral; Fubini's theorem relates expectations over samples to those over one example.  That
   each probability space, with its products, obeys these laws is not proved here; for distributions
   on finitely many examples it is. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Section Expectations.
Context {X : Type}.
(* Which functions have a (finite) expectation, and what it is.  A constant is its own expectation,
   and sums, multiples and absolute values of functions that have an expectation have one;
   expectations are linear and positive, and the last law is monotone convergence. *)
Record expectations := {
  integrable : (X -> R) -> Prop;
  mean : (X -> R) -> R;
  constant : forall c, integrable (fun _ => c) /\ mean (fun _ => c) = c;
  linear : forall a b f g, integrable f -> integrable g ->
    integrable (fun x => a * f x + b * g x) /\
    mean (fun x => a * f x + b * g x) = a * mean f + b * mean g;
  absolute : forall f, integrable f -> integrable (fun x => Rabs (f x));
  positive : forall f, integrable f -> (forall x, 0 <= f x) -> 0 <= mean f;
  monotone : forall f g, (forall k, integrable (f k)) -> (forall k x, f k x <= f (S k) x) ->
    (forall x, Un_cv (fun k => f k x) (g x)) -> (exists b, forall k, mean (f k) <= b) ->
    integrable g /\ Un_cv (fun k => mean (f k)) (mean g) }.
(* The function f has the expectation m. *)
Definition has (P : expectations) (f : X -> R) (m : R) : Prop := integrable P f /\ mean P f = m.
(* A function is measurable if it has an expectation when it is cut off at any -c and c. *)
Definition measurable (P : expectations) (f : X -> R) : Prop :=
  forall c, integrable P (fun x => Rmax (- c) (Rmin (f x) c)).
End Expectations.
Definition distribution (X : Type) := @expectations X.

(* The parts of a pair are drawn independently from P and Q: if a function of the one part and a
   function of the other have expectations, so has their product; and Fubini's theorem holds for
   each function f of the pair that has an expectation, if all functions x -> f (x, y) have
   expectations. *)
Definition product {X Y : Type}
    (P : distribution X) (Q : distribution Y) (PQ : distribution (X * Y)) : Prop :=
  (forall f g, integrable P f -> integrable Q g ->
    integrable PQ (fun p => f (fst p) * g (snd p))) /\
  (forall f, integrable PQ f -> (forall y, integrable P (fun x => f (x, y))) ->
    has Q (fun y => mean P (fun x => f (x, y))) (mean PQ f)).

(* A sample of n examples, the last one first. *)
Fixpoint sample (Z : Type) (n : nat) : Type :=
  match n with O => unit | S k => (Z * sample Z k)%type end.
(* Samples of n examples have the distribution (samples n): each example is drawn from P,
   independently of those before it. *)
Definition independent {Z : Type} (P : distribution Z)
    (samples : forall n, distribution (sample Z n)) : Prop :=
  forall n, product P (samples n) (samples (S n)).

Section Losses.
Context {Z H : Type}.  (* examples and hypotheses *)
Variables (P : distribution Z) (loss : H -> Z -> R) (learner : forall n, sample Z n -> H).
Definition risk (h : H) : R := mean P (loss h).
Fixpoint total (f : Z -> R) (n : nat) : sample Z n -> R :=
  match n with O => fun _ => 0 | S k => fun s => f (fst s) + total f k (snd s) end.
Definition empirical (h : H) (n : nat) (s : sample Z n) : R := total (loss h) n s / INR n.
(* A learner chooses its hypothesis for each example by the n examples before it. *)
Definition incurred (n : nat) (s : sample Z (S n)) : R := loss (learner n (snd s)) (fst s).
Fixpoint losses (n : nat) : sample Z n -> R :=
  match n with O => fun _ => 0 | S k => fun s => incurred k s + losses k (snd s) end.
Fixpoint risks (n : nat) : sample Z n -> R :=
  match n with O => fun _ => 0 | S k => fun s => risk (learner k (snd s)) + risks k (snd s) end.
End Losses.

Section Laws.
Context {X : Type}.
Variable P : distribution X.
Lemma has_mean f : integrable P f -> has P f (mean P f).
Proof. now split. Qed.
Lemma has_const c : has P (fun _ => c) c.
Proof. apply constant. Qed.
Lemma has_same f m k : has P f m -> has P f k -> m = k.
Proof. now intros [_ <-] [_ <-]. Qed.
Lemma has_ext f g m : has P f m -> (forall x, f x = g x) -> has P g m.
Proof.
  intros I E. replace g with f; [exact I|].
  apply FunctionalExtensionality.functional_extensionality, E.
Qed.
Lemma integrable_ext f g : integrable P f -> (forall x, f x = g x) -> integrable P g.
Proof. intros I E. now apply (has_ext f g (mean P f)). Qed.
Lemma has_linear a b f g m k : has P f m -> has P g k ->
  has P (fun x => a * f x + b * g x) (a * m + b * k).
Proof. intros [I <-] [J <-]. now apply linear. Qed.
Lemma has_affine a b f m : has P f m -> has P (fun x => a * f x + b) (a * m + b).
Proof.
  intros I. replace (a * m + b) with (a * m + b * 1) by ring.
  apply (has_ext (fun x => a * f x + b * 1)); [|intros; ring]. apply has_linear, has_const. exact I.
Qed.
Lemma has_plus f g m k : has P f m -> has P g k -> has P (fun x => f x + g x) (m + k).
Proof.
  intros I J. replace (m + k) with (1 * m + 1 * k) by ring.
  apply (has_ext (fun x => 1 * f x + 1 * g x)); [|intros; ring]. now apply has_linear.
Qed.
Lemma has_rest f g m : has P (fun x => f x + g x) m -> integrable P f -> has P g (m - mean P f).
Proof.
  intros I J. replace (m - mean P f) with (1 * m + - (1) * mean P f) by ring.
  apply (has_ext (fun x => 1 * (f x + g x) + - (1) * f x)); [|intros; ring].
  apply has_linear; [exact I | now apply has_mean].
Qed.
Lemma has_le f g m k : has P f m -> has P g k -> (forall x, f x <= g x) -> m <= k.
Proof.
  intros I J L. destruct (has_linear 1 (-1) _ _ _ _ J I) as [K E].
  pose proof (positive P _ K ltac:(intros x; specialize (L x); lra)). lra.
Qed.
Lemma integrable_min f g :
  integrable P f -> integrable P g -> integrable P (fun x => Rmin (f x) (g x)).
Proof.
  intros I J. pose proof (absolute P _ (proj1 (linear P 1 (-1) _ _ I J))) as A.
  apply (integrable_ext (fun x => / 2 * (1 * f x + 1 * g x) + - / 2 * Rabs (1 * f x + -1 * g x))).
  - apply linear; [now apply linear | exact A].
  - intros x. unfold Rmin, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
Qed.
(* The limit of a rising sequence has an expectation if it is below a function that has one. *)
Lemma below f g h : (forall k, integrable P (f k)) -> (forall k x, f k x <= f (S k) x) ->
  (forall x, Un_cv (fun k => f k x) (g x)) -> integrable P h -> (forall x, g x <= h x) ->
  integrable P g /\ Un_cv (fun k => mean P (f k)) (mean P g).
Proof.
  intros I U C J L. apply (monotone P f g); auto. exists (mean P h). intros k.
  apply (has_le (f k) h); try now apply has_mean. intros x. apply Rle_trans with (g x); [|apply L].
  apply (growing_ineq (fun k => f k x)); [intros i; apply U | apply C].
Qed.
(* The least of finitely many functions has an expectation, whatever decides a tie. *)
Lemma least_integrable {H : Type} (f : H -> X -> R) (F : list H) :
  (forall h, In h F -> integrable P (f h)) -> forall best : X -> H,
  (forall x, In (best x) F) -> (forall x h, In h F -> f (best x) x <= f h x) ->
  integrable P (fun x => f (best x) x).
Proof.
  intros I best B L.
  assert (exists m, integrable P m /\
    forall x, (forall h, In h F -> m x <= f h x) /\ (F = [] \/ exists h, In h F /\ m x = f h x))
    as (m & J & M).
  { clear - I. induction F as [|a F K].
    - exists (fun _ => 0). split; [apply has_const | now intuition].
    - destruct K as (m & J & M); [intros; apply I; now right|]. destruct F as [|b F].
      + exists (f a). split; [apply I; now left|]. intros x. split.
        * intros h [->|[]]. lra.
        * right. exists a. split; [now left | reflexivity].
      + exists (fun x => Rmin (f a x) (m x)).
        split; [apply integrable_min; [apply I; now left | exact J]|].
        intros x. destruct (M x) as [A [C|(h & C & D)]]; [easy|]. split.
        * intros k [<-|K]; [apply Rmin_l|]. apply Rle_trans with (m x); [apply Rmin_r | auto].
        * right. unfold Rmin. destruct (Rle_dec _ _); [exists a | exists h]; split; auto;
            [now left | now right]. }
  apply (integrable_ext m); [exact J|]. intros x. destruct (M x) as [A [C|(h & C & D)]].
  - specialize (B x). now rewrite C in B.
  - specialize (A _ (B x)). specialize (L x h C). lra.
Qed.
End Laws.

(* A function that is cut off at 0, 1, 2, ... rises to its own values. *)
Section Cut.
Context {X : Type}.
Variable f : X -> R.
Lemma cut_le k x : Rmin (f x) (INR k) <= f x.
Proof. apply Rmin_l. Qed.
Lemma cut_rises k x : Rmin (f x) (INR k) <= Rmin (f x) (INR (S k)).
Proof. rewrite S_INR. unfold Rmin. destruct (Rle_dec _ _), (Rle_dec _ _); lra. Qed.
Lemma cut_limit x : Un_cv (fun k => Rmin (f x) (INR k)) (f x).
Proof.
  assert (exists N, f x <= INR N) as [N L].
  { exists (Z.to_nat (up (f x))). rewrite INR_IZR_INZ. pose proof (archimed (f x)).
    apply Rle_trans with (IZR (up (f x))); [lra | apply IZR_le; lia]. }
  intros e B. exists N. intros n G. apply le_INR in G. unfold R_dist.
  rewrite Rmin_left, Rminus_diag_eq, Rabs_R0 by lra. exact B.
Qed.
Lemma cut_integrable P k : (forall x, 0 <= f x) -> measurable P f ->
  integrable P (fun x => Rmin (f x) (INR k)).
Proof.
  intros N M. apply (integrable_ext P _ _ (M (INR k))). intros x. apply Rmax_right.
  pose proof (pos_INR k). specialize (N x). unfold Rmin. destruct (Rle_dec _ _); lra.
Qed.
End Cut.

Section Independent.
Context {Z H : Type}.
Variables (P : distribution Z) (E : forall n, distribution (sample Z n)) (loss : H -> Z -> R).
Hypothesis drawn : independent P E.
Lemma cross n f g m k : has P f m -> has (E n) g k ->
  has (E (S n)) (fun s => f (fst s) * g (snd s)) (m * k).
Proof using drawn.
  intros I J. pose proof (proj1 (drawn n) f g (proj1 I) (proj1 J)) as K. split; [exact K|].
  assert (L : forall s, has P (fun z => f z * g s) (m * g s)).
  { intros s. replace (m * g s) with (g s * m + 0) by ring.
    apply (has_ext P (fun z => g s * f z + 0)); [|intros; ring]. now apply has_affine. }
  apply (has_same (E n) (fun s => m * g s + 0)).
  - apply (has_ext (E n) _ _ _ (proj2 (drawn n) _ K (fun s => proj1 (L s)))).
    intros s. transitivity (m * g s); [exact (proj2 (L s)) | ring].
  - replace (m * k) with (m * k + 0) by ring. now apply has_affine.
Qed.
Lemma newest n f m : has P f m -> has (E (S n)) (fun s => f (fst s)) m.
Proof using drawn.
  intros I. replace m with (m * 1) by ring. apply (has_ext (E (S n)) (fun s => f (fst s) * 1)).
  - apply (cross n f (fun _ => 1)); [exact I | apply has_const].
  - intros s. ring.
Qed.
Lemma past n f m : has (E n) f m <-> has (E (S n)) (fun s => f (snd s)) m.
Proof using drawn.
  split; intros I.
  - replace m with (1 * m) by ring. apply (has_ext (E (S n)) (fun s => 1 * f (snd s))).
    + apply (cross n (fun _ => 1) f); [apply has_const | exact I].
    + intros s. ring.
  - destruct I as [I <-].
    apply (has_ext (E n) _ _ _ (proj2 (drawn n) _ I (fun s => proj1 (has_const P (f s))))).
    intros s. exact (proj2 (has_const P (f s))).
Qed.
Lemma total_has f m n : has P f m -> has (E n) (total f n) (INR n * m).
Proof using drawn.
  intros I. induction n as [|n J].
  - apply (has_ext _ (fun _ => INR 0 * m)); [apply has_const | intros; simpl; ring].
  - rewrite S_INR. replace ((INR n + 1) * m) with (m + INR n * m) by ring.
    apply has_plus; [now apply newest | now apply (past n (total f n))].
Qed.
Lemma square_has f m n : has P f 0 -> has P (fun z => f z ^ 2) m ->
  has (E n) (fun s => total f n s ^ 2) (INR n * m).
Proof using drawn.
  intros I J. induction n as [|n K].
  - apply (has_ext _ (fun _ => INR 0 * m)); [apply has_const | intros; simpl; ring].
  - rewrite S_INR.
    replace ((INR n + 1) * m) with (m + (2 * (0 * (INR n * 0)) + 1 * (INR n * m))) by ring.
    apply (has_ext _ (fun s => f (fst s) ^ 2
      + (2 * (f (fst s) * total f n (snd s)) + 1 * total f n (snd s) ^ 2)));
      [|intros s; change (total f (S n) s) with (f (fst s) + total f n (snd s)); ring].
    apply has_plus; [exact (newest n _ m J)|]. apply has_linear.
    + apply (cross n f (total f n) 0 (INR n * 0)); [exact I | now apply total_has].
    + now apply (past n (fun s => total f n s ^ 2)).
Qed.
Lemma empirical_has h n : (1 <= n)%nat -> integrable P (loss h) ->
  has (E n) (empirical loss h n) (risk P loss h).
Proof using drawn.
  intros L I. assert (n0 : INR n <> 0) by (apply not_0_INR; lia).
  replace (risk P loss h) with (/ INR n * (INR n * risk P loss h) + 0) by (field; exact n0).
  apply (has_ext _ (fun s => / INR n * total (loss h) n s + 0)).
  - apply has_affine, total_has. now apply has_mean.
  - intros s. unfold empirical. field. exact n0.
Qed.
Lemma total_minus (f : Z -> R) c n s : total (fun z => f z - c) n s = total f n s - INR n * c.
Proof. induction n as [|n I]; [simpl; ring|]. rewrite S_INR. simpl. rewrite I. ring. Qed.
Lemma mean_square h n v : (1 <= n)%nat -> integrable P (loss h) ->
  has P (fun z => (loss h z - risk P loss h) ^ 2) v ->
  has (E n) (fun s => (empirical loss h n s - risk P loss h) ^ 2) (v / INR n).
Proof using drawn.
  intros L I J. set (r := risk P loss h) in *.
  assert (n0 : INR n <> 0) by (apply not_0_INR; lia).
  replace (v / INR n) with (/ INR n ^ 2 * (INR n * v) + 0) by (field; exact n0).
  apply (has_ext _ (fun s => / INR n ^ 2 * total (fun z => loss h z - r) n s ^ 2 + 0)).
  - apply has_affine, square_has; [|exact J]. replace 0 with (1 * r + - r) by ring.
    apply (has_ext _ (fun z => 1 * loss h z + - r)); [|intros; ring].
    apply has_affine. now apply has_mean.
  - intros s. unfold empirical. rewrite total_minus. field. exact n0.
Qed.
Lemma zero_one h : integrable P (loss h) -> (forall z, loss h z = 0 \/ loss h z = 1) ->
  has P (fun z => (loss h z - risk P loss h) ^ 2) (risk P loss h * (1 - risk P loss h)).
Proof.
  intros I A. set (r := risk P loss h) in *.
  replace (r * (1 - r)) with ((1 - 2 * r) * r + r ^ 2) by ring.
  apply (has_ext _ (fun z => (1 - 2 * r) * loss h z + r ^ 2)).
  - apply has_affine. now apply has_mean.
  - intros z. destruct (A z) as [-> | ->]; ring.
Qed.
Lemma least (f : H -> R) (F : list H) : F <> [] ->
  exists g, In g F /\ forall k, In k F -> f g <= f k.
Proof.
  induction F as [|a F I]; [easy|]. intros _. destruct F as [|b F].
  - exists a. split; [now left|]. intros k [->|[]]. lra.
  - destruct I as (g & G & L); [easy|]. destruct (Rle_lt_dec (f a) (f g)).
    + exists a. split; [now left|]. intros k [->|K]; [lra | specialize (L k K); lra].
    + exists g. split; [now right|]. intros k [->|K]; [lra | auto].
Qed.
End Independent.

(* Tonelli's theorem: the loss l of a round, which is not negative, and its mean, given the past. *)
Section Round.
Context {Z : Type}.
Variables (P : distribution Z) (E : forall n, distribution (sample Z n)).
Hypothesis drawn : independent P E.
Variables (n : nat) (l : sample Z (S n) -> R).
Hypothesis nonneg : forall s, 0 <= l s.
Hypothesis measured : measurable (E (S n)) l.
Hypothesis finite : forall s, integrable P (fun z => l (z, s)).
(* The means of the loss after it is cut off at 0, 1, 2, ... *)
Lemma inner : exists a : nat -> sample Z n -> R,
  (forall k, has (E n) (a k) (mean (E (S n)) (fun s => Rmin (l s) (INR k)))) /\
  (forall k s, a k s <= a (S k) s) /\ (forall k s, a k s <= mean P (fun z => l (z, s))) /\
  (forall s, Un_cv (fun k => a k s) (mean P (fun z => l (z, s)))).
Proof using drawn nonneg measured finite.
  assert (I : forall k s, integrable P (fun z => Rmin (l (z, s)) (INR k))).
  { intros k s. apply (integrable_min P (fun z => l (z, s)) (fun _ => INR k)); [apply finite|].
    apply (has_const P). }
  exists (fun k s => mean P (fun z => Rmin (l (z, s)) (INR k))). split; [|split; [|split]].
  - intros k. apply (proj2 (drawn n) (fun s => Rmin (l s) (INR k))); [|apply I].
    now apply cut_integrable.
  - intros k s. eapply has_le; [apply has_mean, I | apply has_mean, I |].
    intros z. exact (cut_rises l k (z, s)).
  - intros k s. eapply has_le; [apply has_mean, I | apply has_mean, finite |].
    intros z. exact (cut_le l k (z, s)).
  - intros s. apply (below P (fun k z => Rmin (l (z, s)) (INR k)) _ (fun z => l (z, s))); auto.
    + intros k z. exact (cut_rises l k (z, s)).
    + intros z. exact (cut_limit l (z, s)).
    + intros z. apply Rle_refl.
Qed.
Lemma tonelli m : has (E (S n)) l m <-> has (E n) (fun s => mean P (fun z => l (z, s))) m.
Proof using drawn nonneg measured finite.
  split; [intros [I <-]; now apply (proj2 (drawn n) l)|]. intros J.
  assert (I : integrable (E (S n)) l).
  { destruct inner as (a & A & _ & B & _).
    apply (monotone (E (S n)) (fun k s => Rmin (l s) (INR k)) l).
    - intros k. now apply cut_integrable.
    - apply cut_rises.
    - apply cut_limit.
    - exists m. intros k. now apply (has_le (E n) _ _ _ _ (A k) J). }
  split; [exact I|]. eapply has_same; [now apply (proj2 (drawn n) l) | exact J].
Qed.
(* If a function that is nowhere below the loss has an expectation, so has the loss; and the same
   holds for the mean of the loss. *)
Lemma loss_integrable h : integrable (E (S n)) h -> (forall s, l s <= h s) ->
  integrable (E (S n)) l.
Proof using nonneg measured.
  intros I L. apply (below _ (fun k s => Rmin (l s) (INR k)) l h); auto using cut_rises, cut_limit.
  intros k. now apply cut_integrable.
Qed.
Lemma mean_integrable h : integrable (E n) h -> (forall s, mean P (fun z => l (z, s)) <= h s) ->
  integrable (E n) (fun s => mean P (fun z => l (z, s))).
Proof using drawn nonneg measured finite.
  intros I L. destruct inner as (a & A & B & _ & C). apply (below _ a _ h); auto.
  intros k. apply A.
Qed.
End Round.

Section Learner.
Context {Z H : Type}.
Variables (P : distribution Z) (E : forall n, distribution (sample Z n)).
Variables (loss : H -> Z -> R) (learner : forall n, sample Z n -> H).
Hypothesis drawn : independent P E.
Hypothesis nonneg : forall h z, 0 <= loss h z.
Lemma losses_nonneg n s : 0 <= losses loss learner n s.
Proof using nonneg.
  induction n as [|n I]; [apply Rle_refl|]. simpl. specialize (I (snd s)).
  pose proof (nonneg (learner n (snd s)) (fst s)). unfold incurred. lra.
Qed.
Lemma risks_nonneg n s : (forall k s, (k < n)%nat -> integrable P (loss (learner k s))) ->
  0 <= risks P loss learner n s.
Proof using nonneg.
  induction n as [|n I]; intros F; [apply Rle_refl|]. simpl.
  specialize (I (snd s) ltac:(intros; apply F; lia)).
  pose proof (positive P _ (F n (snd s) ltac:(lia)) (nonneg _)). unfold risk. lra.
Qed.
Lemma honest n : (forall k s, (k < n)%nat -> integrable P (loss (learner k s))) ->
  (forall k, (k < n)%nat -> measurable (E (S k)) (incurred loss learner k)) ->
  forall m, has (E n) (losses loss learner n) m <-> has (E n) (risks P loss learner n) m.
Proof using drawn nonneg.
  induction n as [|n I]; intros F M m; [reflexivity|].
  specialize (I ltac:(intros; apply F; lia) ltac:(intros; apply M; lia)).
  set (l := incurred loss learner n). set (r s := risk P loss (learner n s)).
  assert (A : forall s, integrable P (fun z => l (z, s))) by (intros s; apply (F n s); lia).
  assert (B : measurable (E (S n)) l) by (apply M; lia).
  assert (N : forall s, 0 <= l s) by (intros s; apply nonneg).
  split; intros K.
  - assert (L : integrable (E (S n)) l).
    { apply (loss_integrable E n l N B _ (proj1 K)). intros s. simpl. fold l.
      pose proof (losses_nonneg n (snd s)). lra. }
    pose proof (has_rest (E (S n)) l (fun s => losses loss learner n (snd s)) m K L) as C.
    apply (past P E drawn n (losses loss learner n)), I in C.
    apply (has_mean (E (S n))), (tonelli P E drawn n l N B A) in L.
    replace m with (mean (E (S n)) l + (m - mean (E (S n)) l)) by ring.
    apply (past P E drawn n (fun s => r s + risks P loss learner n s)). now apply has_plus.
  - apply (past P E drawn n (fun s => r s + risks P loss learner n s)) in K.
    assert (L : integrable (E n) r).
    { apply (mean_integrable P E drawn n l N B A _ (proj1 K)). intros s.
      pose proof (risks_nonneg n s ltac:(intros; apply F; lia)).
      change (r s <= r s + risks P loss learner n s). lra. }
    pose proof (has_rest (E n) _ _ m K L) as C.
    apply I, (past P E drawn n (losses loss learner n)) in C.
    apply (has_mean (E n)), (tonelli P E drawn n l N B A) in L.
    replace m with (mean (E n) r + (m - mean (E n) r)) by ring.
    now apply has_plus.
Qed.
End Learner.

(* A list of probabilities and values: each function has an expectation. *)
Definition probabilities {X : Type} (P : list (R * X)) : Prop :=
  (forall p x, In (p, x) P -> p >= 0) /\ fold_right (fun e => Rplus (fst e)) 0 P = 1.
Definition average {X : Type} (P : list (R * X)) (f : X -> R) : R :=
  fold_right (fun e => Rplus (fst e * f (snd e))) 0 P.

Section Lists.
Context {X : Type}.
Variable P : list (R * X).
Lemma average_linear a b f g :
  average P (fun x => a * f x + b * g x) = a * average P f + b * average P g.
Proof. unfold average. induction P as [|[p z] Q I]; simpl; [|rewrite I]; ring. Qed.
Lemma average_limit (f : nat -> X -> R) g : (forall x, Un_cv (fun k => f k x) (g x)) ->
  Un_cv (fun k => average P (f k)) (average P g).
Proof.
  intros C. assert (K : forall c, Un_cv (fun _ => c) c).
  { intros c e A. exists O. intros n _. unfold R_dist. rewrite Rminus_diag_eq, Rabs_R0; auto. }
  unfold average. induction P as [|[p x] Q I]; simpl; [apply K|].
  apply (CV_plus (fun k => p * f k x)); [|exact I]. apply (CV_mult (fun _ => p)); auto.
Qed.
Lemma of_list : probabilities P ->
  {D : distribution X | forall f, has D f (average P f)}.
Proof.
  intros [N O]. unshelve eexists {| integrable := fun _ => True; mean := average P |}.
  - intros c. split; [easy|]. transitivity (c * 1); [rewrite <- O | ring].
    unfold average. clear. induction P as [|[p z] Q I]; simpl; [|rewrite I]; ring.
  - intros. split; [easy | apply average_linear].
  - easy.
  - intros f _ G. unfold average. revert N. clear - G.
    induction P as [|[p x] Q I]; simpl; intros N; [lra|].
    pose proof (N p x (or_introl eq_refl)). pose proof (G x).
    assert (0 <= p * f x) by (apply Rmult_le_pos; lra). specialize (I ltac:(eauto)). lra.
  - intros f g _ _ C _. split; [easy | now apply average_limit].
  - now split.
Qed.
End Lists.
Lemma of_pairs {X Y : Type} (P : distribution X) (Q : distribution Y) :
  (forall f, integrable P f) -> (forall g, integrable Q g) ->
  {PQ : distribution (X * Y) | forall f, has PQ f (mean Q (fun y => mean P (fun x => f (x, y))))}.
Proof.
  intros I J.
  unshelve eexists {| integrable := fun _ => True;
    mean f := mean Q (fun y => mean P (fun x => f (x, y))) |}.
  - intros c. split; [easy|]. apply (has_ext Q (fun _ => c)); [apply has_const|].
    intros y. symmetry. apply (has_const P).
  - intros a b f g _ _. split; [easy|].
    apply (has_ext Q _ _ _ (has_linear Q a b _ _ _ _ (has_mean Q _ (J _)) (has_mean Q _ (J _)))).
    intros y. symmetry. now apply linear.
  - easy.
  - intros f _ G. apply positive; [apply J|]. intros y. apply positive; [apply I|]. auto.
  - intros f g _ U C [b B]. split; [easy|].
    apply (monotone Q (fun k y => mean P (fun x => f k (x, y)))); [auto | | | now exists b].
    + intros k y. eapply has_le; [apply has_mean, I | apply has_mean, I |]. intros x. apply U.
    + intros y. apply (below P (fun k x => f k (x, y)) _ (fun x => g (x, y))); auto.
      intros x. apply Rle_refl.
  - now split.
Qed.

(* The variance is the mean of the squared difference of loss and risk. *)
Theorem Samples
    (Z H : Type) (P : distribution Z) (samples : forall n, distribution (sample Z n))
    (loss : H -> Z -> R) (h : H) (N : nat)
    (drawn : independent P samples)
    (finite : integrable P (loss h))
    (some : (1 <= N)%nat) :
  has (samples N) (empirical loss h N) (risk P loss h) /\
  (forall variance, has P (fun z => (loss h z - risk P loss h) ^ 2) variance ->
    has (samples N) (fun s => (empirical loss h N s - risk P loss h) ^ 2) (variance / INR N)) /\
  ((forall z, loss h z = 0 \/ loss h z = 1) ->
    has P (fun z => (loss h z - risk P loss h) ^ 2) (risk P loss h * (1 - risk P loss h))).
Proof.
  split; [now apply (empirical_has P)|]. split; [|now apply zero_one].
  intros variance. now apply (mean_square P).
Qed.

Theorem Flattered
    (Z H : Type) (P : distribution Z) (samples : forall n, distribution (sample Z n))
    (loss : H -> Z -> R) (F : list H) (N : nat) (best : sample Z N -> H)
    (drawn : independent P samples)
    (finite : forall f, In f F -> integrable P (loss f))
    (some : (1 <= N)%nat)
    (hypothesis : forall s, In (best s) F)
    (smallest : forall s f, In f F -> empirical loss (best s) N s <= empirical loss f N s) :
  exists f looks, In f F /\ (forall g, In g F -> risk P loss f <= risk P loss g) /\
    has (samples N) (fun s => empirical loss (best s) N s) looks /\
    looks <= risk P loss f /\
    forall expected, has (samples N) (fun s => risk P loss (best s)) expected ->
      risk P loss f <= expected.
Proof.
  destruct (least (risk P loss) F) as (f & I & L).
  { intros E. assert (A : has (samples N) (fun _ => 0) 1).
    - apply (has_ext _ (fun _ => 1)); [apply has_const|]. intros s.
      specialize (hypothesis s). now rewrite E in hypothesis.
    - pose proof (has_same _ _ _ _ A (has_const (samples N) 0)). lra. }
  assert (A : forall h, In h F -> has (samples N) (empirical loss h N) (risk P loss h))
    by (intros; apply (empirical_has P samples); auto).
  assert (J : integrable (samples N) (fun s => empirical loss (best s) N s)).
  { apply (least_integrable (samples N) (fun h => empirical loss h N) F); auto.
    intros h B. now apply A. }
  exists f, (mean (samples N) (fun s => empirical loss (best s) N s)).
  split; [exact I|]. split; [exact L|]. split; [now split|]. split.
  - apply (has_le (samples N) _ _ _ _ (has_mean _ _ J) (A f I)). auto.
  - intros expected chosen.
    apply (has_le (samples N) _ _ _ _ (has_const (samples N) (risk P loss f)) chosen). auto.
Qed.

(* The hypothesis called measured says that the loss of each round is measurable; a book supposes
   this tacitly. *)
Theorem Honest
    (Z H : Type) (P : distribution Z) (samples : forall n, distribution (sample Z n))
    (loss : H -> Z -> R) (learner : forall n, sample Z n -> H) (T : nat) (expected : R)
    (drawn : independent P samples)
    (nonneg : forall h z, 0 <= loss h z)
    (finite : forall n s, (n < T)%nat -> integrable P (loss (learner n s)))
    (measured : forall n, (n < T)%nat ->
      measurable (samples (S n)) (incurred loss learner n)) :
  has (samples T) (losses loss learner T) expected <->
  has (samples T) (risks P loss learner T) expected.
Proof. now apply honest. Qed.

(* There are such distributions: those on finitely many examples. *)
Theorem Lists (Z : Type) (P : list (R * Z)) (probable : probabilities P) :
  exists (D : distribution Z) (samples : forall n, distribution (sample Z n)),
    (forall f, has D f (average P f)) /\ independent D samples.
Proof.
  destruct (of_list P probable) as [D A].
  assert (one : probabilities [(1, tt)]).
  { split; simpl; [|lra]. intros p x [E|[]]. injection E as <- <-. lra. }
  destruct (of_list _ one) as [D0 B].
  set (all n (E : distribution (sample Z n)) := forall f, integrable E f).
  set (step n (E : sig (all n)) :=
    of_pairs D (proj1_sig E) (fun f => proj1 (A f)) (proj2_sig E)).
  set (E := nat_rect (fun n => sig (all n)) (exist (all O) D0 (fun f => proj1 (B f)))
    (fun n E => exist (all (S n)) (proj1_sig (step n E))
      (fun f => proj1 (proj2_sig (step n E) f)))).
  exists D, (fun n => proj1_sig (E n)). split; [exact A|]. intros n. split.
  - intros f g _ _. apply (proj2_sig (E (S n))).
  - intros f _ _. split; [apply (proj2_sig (E n))|]. symmetry. apply (proj2_sig (step n (E n)) f).
Qed.
