(* checks: thm-empirical thm-flattered thm-honest *)
(* in part: thm-empirical-mean=Samples thm-empirical-variance=Samples eq-rms=Samples
   eq-flattered=Flattered eq-honest=Honest: for
   distributions on finitely many examples *)
(* Let the examples be drawn independently from a distribution on finitely many examples.  The
   empirical risk of a fixed hypothesis on $N\ge1$ examples has the risk as its mean, and the mean
   square error $\sigma^2/N$, where $\sigma^2$ is the variance of the loss.  Choose from finitely
   many hypotheses one of least empirical risk on a sample: its empirical risk is on average at most
   the least risk of all, and its risk is on average at least this least risk.  If a learner
   predicts each example with a hypothesis that depends on the examples before it, its losses have
   the same expected sum as the risks of these hypotheses. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Section Distribution.
Context {Z H : Type}.  (* examples and hypotheses *)
Variables (P : list (R * Z)) (loss : H -> Z -> R).
Definition probabilities : Prop :=
  (forall p z, In (p, z) P -> p >= 0) /\ fold_right (fun e => Rplus (fst e)) 0 P = 1.
Definition mean (f : Z -> R) : R := fold_right (fun e => Rplus (fst e * f (snd e))) 0 P.
(* The expectation over N examples, drawn independently; a sample lists the last one first. *)
Fixpoint expectation (N : nat) (f : list Z -> R) : R :=
  match N with O => f [] | S n => expectation n (fun s => mean (fun z => f (z :: s))) end.
Definition risk (h : H) : R := mean (loss h).
Definition empirical (h : H) (s : list Z) : R :=
  fold_right (fun z => Rplus (loss h z)) 0 s / INR (length s).
(* A learner chooses its hypothesis for each example by the examples before it. *)
Fixpoint losses (learner : list Z -> H) (s : list Z) : R :=
  match s with [] => 0 | z :: before => loss (learner before) z + losses learner before end.
Fixpoint risks (learner : list Z -> H) (s : list Z) : R :=
  match s with [] => 0 | z :: before => risk (learner before) + risks learner before end.
End Distribution.

(* Expectations are linear and monotone. *)
Section Laws.
Context {Z H : Type}.
Variable P : list (R * Z).
Lemma mean_ext f g : (forall z, f z = g z) -> mean P f = mean P g.
Proof. intros E. unfold mean. induction P as [|[p z] Q I]; simpl; rewrite ?E, ?I; reflexivity. Qed.
Lemma mean_linear a b f g :
  mean P (fun z => a * f z + b * g z) = a * mean P f + b * mean P g.
Proof. unfold mean. induction P as [|[p z] Q I]; simpl; [|rewrite I]; ring. Qed.
Hypothesis probable : probabilities P.
Lemma mean_const c : mean P (fun _ => c) = c.
Proof.
  destruct probable as [_ O]. transitivity (c * 1); [rewrite <- O | ring].
  unfold mean. clear. induction P as [|[p z] Q I]; simpl; [|rewrite I]; ring.
Qed.
Lemma mean_le f g : (forall z, f z <= g z) -> mean P f <= mean P g.
Proof.
  intros L. destruct probable as [N _]. unfold mean. revert N. clear - L.
  induction P as [|[p z] Q I]; simpl; intros N; [lra|].
  pose proof (N p z (or_introl eq_refl)). pose proof (L z).
  assert (p * f z <= p * g z) by (apply Rmult_le_compat_l; lra).
  specialize (I ltac:(eauto)). lra.
Qed.
Lemma expectation_ext N f g : (forall s, length s = N -> f s = g s) ->
  expectation P N f = expectation P N g.
Proof.
  revert f g. induction N as [|n I]; intros f g E; simpl; [now apply E|].
  apply I. intros s L. apply mean_ext. intros z. apply E. simpl. now rewrite L.
Qed.
Lemma expectation_linear N a b f g :
  expectation P N (fun s => a * f s + b * g s) = a * expectation P N f + b * expectation P N g.
Proof.
  revert f g. induction N as [|n I]; intros f g; simpl; [reflexivity|].
  rewrite <- I. apply expectation_ext. intros s _. apply mean_linear.
Qed.
Lemma expectation_const N c : expectation P N (fun _ => c) = c.
Proof.
  induction N as [|n I]; simpl; [reflexivity|].
  transitivity (expectation P n (fun _ => c)); [|exact I].
  apply expectation_ext. intros s _. apply mean_const.
Qed.
Lemma expectation_le N f g : (forall s, length s = N -> f s <= g s) ->
  expectation P N f <= expectation P N g.
Proof.
  revert f g. induction N as [|n I]; intros f g E; simpl; [now apply E|].
  apply I. intros s L. apply mean_le. intros z. apply E. simpl. now rewrite L.
Qed.
Lemma some_sample N : exists s : list Z, length s = N.
Proof.
  destruct probable as [_ O]. destruct P as [|[p z] Q]; [simpl in O; lra|].
  exists (repeat z N). apply repeat_length.
Qed.
(* If g is the mean of f over the last example, f and g have the same expectation. *)
Lemma expectation_more n f g : (forall s, mean P (fun z => f (z :: s)) = g s) ->
  expectation P (S n) f = expectation P n g.
Proof. intros E. simpl. apply expectation_ext. auto. Qed.
Lemma expectation_sum n X :
  expectation P n (fold_right (fun z => Rplus (X z)) 0) = INR n * mean P X.
Proof.
  induction n as [|n I]; [simpl; ring|].
  rewrite (expectation_more _ _ (fun s =>
    mean P X * 1 + 1 * fold_right (fun z => Rplus (X z)) 0 s)).
  - rewrite expectation_linear, I, expectation_const, S_INR. ring.
  - intros s. simpl. set (c := fold_right _ 0 s).
    rewrite (mean_ext _ (fun z => 1 * X z + c * 1)) by (intros; ring).
    rewrite (mean_linear 1 c X (fun _ => 1)), mean_const. ring.
Qed.
Lemma expectation_square n X : mean P X = 0 ->
  expectation P n (fun s => fold_right (fun z => Rplus (X z)) 0 s ^ 2)
    = INR n * mean P (fun z => X z ^ 2).
Proof.
  intros M. induction n as [|n I]; [simpl; ring|].
  rewrite (expectation_more _ _ (fun s => mean P (fun z => X z ^ 2) * 1
    + 1 * fold_right (fun z => Rplus (X z)) 0 s ^ 2)).
  - rewrite expectation_linear, I, expectation_const, S_INR. ring.
  - intros s. simpl fold_right. set (c := fold_right _ 0 s).
    transitivity (1 * mean P (fun z => X z ^ 2) + 1 * mean P (fun z => 2 * c * X z + c ^ 2 * 1)).
    + rewrite <- mean_linear. apply mean_ext. intros. ring.
    + rewrite (mean_linear (2 * c) (c ^ 2) X (fun _ => 1)), M, mean_const. ring.
Qed.
End Laws.

Section Fixed.
Context {Z H : Type}.
Variables (P : list (R * Z)) (loss : H -> Z -> R) (h : H).
Hypothesis probable : probabilities P.
Let r := risk P loss h.
Lemma fold_minus (f : Z -> R) c s : fold_right (fun z => Rplus (f z - c)) 0 s
  = fold_right (fun z => Rplus (f z)) 0 s - INR (length s) * c.
Proof.
  induction s as [|z s I]; [simpl; ring|]. simpl length. rewrite S_INR. simpl. rewrite I. ring.
Qed.
Lemma empirical_mean N : (1 <= N)%nat -> expectation P N (empirical loss h) = r.
Proof.
  intros L. assert (n0 : INR N <> 0) by (apply not_0_INR; lia).
  rewrite (expectation_ext _ _ _ (fun s =>
    / INR N * fold_right (fun z => Rplus (loss h z)) 0 s + 0 * 0)).
  - rewrite expectation_linear, expectation_sum by assumption. fold (risk P loss h). fold r.
    field. exact n0.
  - intros s E. unfold empirical. rewrite E. field. exact n0.
Qed.
Lemma centred : mean P (fun z => loss h z - r) = 0.
Proof.
  rewrite (mean_ext P _ (fun z => 1 * loss h z + - r * 1)) by (intros; ring).
  rewrite (mean_linear P 1 (- r) (loss h) (fun _ => 1)), mean_const by exact probable.
  unfold r, risk. ring.
Qed.
Lemma mean_square N : (1 <= N)%nat -> expectation P N (fun s => (empirical loss h s - r) ^ 2)
  = mean P (fun z => (loss h z - r) ^ 2) / INR N.
Proof.
  intros L. assert (n0 : INR N <> 0) by (apply not_0_INR; lia).
  rewrite (expectation_ext _ _ _ (fun s => / INR N ^ 2 *
    fold_right (fun z => Rplus (loss h z - r)) 0 s ^ 2 + 0 * 0)).
  - rewrite expectation_linear, expectation_square by (exact probable || exact centred).
    field. exact n0.
  - intros s E. unfold empirical. rewrite fold_minus, E. field. exact n0.
Qed.
Lemma zero_one : (forall z, loss h z = 0 \/ loss h z = 1) ->
  mean P (fun z => (loss h z - r) ^ 2) = r * (1 - r).
Proof.
  intros A. rewrite (mean_ext P _ (fun z => (1 - 2 * r) * loss h z + r ^ 2 * 1)).
  - rewrite (mean_linear P _ _ (loss h) (fun _ => 1)), mean_const by exact probable.
    fold (risk P loss h). fold r. ring.
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
End Fixed.

(* The variance is the mean of the squared difference of loss and risk. *)
Theorem Samples
    (Z H : Type) (P : list (R * Z)) (loss : H -> Z -> R) (h : H) (N : nat)
    (probable : probabilities P)
    (some : (1 <= N)%nat) :
  let variance := mean P (fun z => (loss h z - risk P loss h) ^ 2) in
  expectation P N (empirical loss h) = risk P loss h /\
  expectation P N (fun s => (empirical loss h s - risk P loss h) ^ 2) = variance / INR N /\
  ((forall z, loss h z = 0 \/ loss h z = 1) ->
    variance = risk P loss h * (1 - risk P loss h)).
Proof.
  intros variance. split; [now apply empirical_mean|]. split; [now apply mean_square|].
  now apply zero_one.
Qed.

Theorem Flattered
    (Z H : Type) (P : list (R * Z)) (loss : H -> Z -> R) (F : list H) (best : list Z -> H) (N : nat)
    (probable : probabilities P)
    (some : (1 <= N)%nat)
    (hypothesis : forall s, length s = N -> In (best s) F)
    (smallest : forall s, length s = N ->
      forall f, In f F -> empirical loss (best s) s <= empirical loss f s) :
  exists f, In f F /\ (forall g, In g F -> risk P loss f <= risk P loss g) /\
    expectation P N (fun s => empirical loss (best s) s) <= risk P loss f /\
    risk P loss f <= expectation P N (fun s => risk P loss (best s)).
Proof.
  destruct (least (risk P loss) F) as (f & I & L).
  { intros E. destruct (some_sample P probable N) as [s A]. apply hypothesis in A.
    now rewrite E in A. }
  exists f. split; [exact I|]. split; [exact L|]. split.
  - rewrite <- (empirical_mean P loss f probable N some). apply expectation_le; auto.
  - rewrite <- (expectation_const P probable N (risk P loss f)). apply expectation_le; auto.
Qed.

Theorem Honest
    (Z H : Type) (P : list (R * Z)) (loss : H -> Z -> R) (learner : list Z -> H) (T : nat)
    (probable : probabilities P) :
  expectation P T (losses loss learner) = expectation P T (risks P loss learner).
Proof.
  induction T as [|n I]; [reflexivity|].
  set (known s := risk P loss (learner s)).
  rewrite (expectation_more P n _ (fun s => 1 * known s + 1 * losses loss learner s)),
    (expectation_more P n _ (fun s => 1 * known s + 1 * risks P loss learner s)).
  - rewrite !expectation_linear, I. reflexivity.
  - intros s. simpl. rewrite mean_const by exact probable. unfold known. ring.
  - intros s. simpl. set (c := losses loss learner s).
    rewrite (mean_ext P _ (fun z => 1 * loss (learner s) z + c * 1)) by (intros; ring).
    rewrite (mean_linear P _ _ (loss (learner s)) (fun _ => 1)), mean_const by exact probable.
    unfold known, risk. ring.
Qed.
