(* checks: cor-passes *)
(* in part: cor-passes-passes=Passes cor-passes-clean=Passes
   cor-passes-still=AfterAnyClean: where a tie is a mistake *)
(* The perceptron starts at zero, with ties as mistakes.  If all labels of a data set are $1$ or
   $-1$, all norms are at most $R$, and $y\langle u,x\rangle\ge\gamma>0$ for every example, then at
   most $R^2\|u\|^2/\gamma^2$ passes contain a mistake, and a clean pass comes after at most that
   many passes with a mistake.  From any clean pass on, over any data set, nothing changes: all weights are
   the same, and they have every example right. *)
From Perclib Require Import Laws.
From Coq Require Import List.

(* An example is an instance with its label.  A tie is a mistake. *)
Section Perceptron.
Context {V : space}.
Definition wrong (w : V) (e : V * R) : bool :=
  if Rle_dec (snd e * ⟨w, fst e⟩) 0 then true else false.
Definition update (w : V) (e : V * R) : V := if wrong w e then w ⊕ snd e ⊙ fst e else w.
(* Weights after a pass over the data that begins with the weights w, and its mistakes. *)
Fixpoint learn (data : list (V * R)) (w : V) : V :=
  match data with nil => w | e :: rest => learn rest (update w e) end.
Fixpoint mistakes (data : list (V * R)) (w : V) : nat :=
  match data with
  | nil => 0
  | e :: rest => (if wrong w e then 1 else 0) + mistakes rest (update w e)
  end.
(* Weights before pass 0, 1, ...: the perceptron starts at zero. *)
Definition before (data : list (V * R)) (j : nat) : V := Nat.iter j (learn data) zero.
Definition clean (data : list (V * R)) (j : nat) : bool :=
  Nat.eqb (mistakes data (before data j)) 0.
Definition not_clean (data : list (V * R)) (N : nat) : nat :=  (* among the first N passes *)
  length (filter (fun j => negb (clean data j)) (seq 0 N)).

Lemma cauchy_schwarz (a b : V) : ⟨a, b⟩ ^ 2 <= ⟨a, a⟩ * ⟨b, b⟩.
Proof.
  destruct (Req_dec ⟨a, a⟩ 0) as [Z|N].
  - rewrite (dot_definite _ a Z), !dot_zero. lra.
  - pose proof (dot_pos _ a). pose proof (dot_pos _ (⟨a, a⟩ ⊙ b ⊕ (- ⟨a, b⟩) ⊙ a)) as P.
    revert P. lin. rewrite (dot_sym _ b a). intros P.
    apply Rmult_le_reg_l with ⟨a, a⟩; lra.
Qed.

(* A pass: the progress and the growth of Block and Novikoff's proof. *)
Variables (u : V) (gamma radius : R).
Definition fits (e : V * R) : Prop :=
  snd e ^ 2 = 1 /\ ⟨fst e, fst e⟩ <= radius ^ 2 /\ snd e * ⟨u, fst e⟩ >= gamma.
Lemma pass_adds data : Forall fits data -> forall w,
  ⟨u, learn data w⟩ >= ⟨u, w⟩ + gamma * INR (mistakes data w) /\
  ⟨learn data w, learn data w⟩ <= ⟨w, w⟩ + radius ^ 2 * INR (mistakes data w).
Proof.
  induction 1 as [|e rest (L & B & M) _ I]; intros w; [simpl; lra|].
  simpl learn. simpl mistakes. destruct (I (update w e)) as [P G]. revert P G.
  unfold update, wrong. destruct (Rle_dec _ 0) as [W|W]; [|rewrite Nat.add_0_l; auto].
  rewrite plus_INR. change (INR 1) with 1. lin. rewrite (dot_sym _ (fst e) w).
  simpl pow in *. split; nra.
Qed.
Lemma clean_stays data w : mistakes data w = 0%nat ->
  learn data w = w /\ forall e, In e data -> snd e * ⟨w, fst e⟩ > 0.
Proof.
  induction data as [|e rest I]; simpl; [easy|].
  unfold update, wrong. destruct (Rle_dec _ 0) as [W|W]; [discriminate|].
  intros Z. destruct (I Z) as [E A]. split; [exact E|]. intros f [<-|F]; [lra | auto].
Qed.

(* Passes. *)
Variable data : list (V * R).
Hypothesis positive : gamma > 0.
Hypothesis all_fit : Forall fits data.
Lemma not_clean_S N : not_clean data (S N) =
  (not_clean data N + if clean data N then 0 else 1)%nat.
Proof.
  unfold not_clean. rewrite seq_S, filter_app, app_length. simpl. now destruct (clean data N).
Qed.
Lemma bound N : INR (not_clean data N) <= radius ^ 2 * ⟨u, u⟩ / gamma ^ 2.
Proof.
  assert (H : exists k, (not_clean data N <= k)%nat /\ ⟨u, before data N⟩ >= gamma * INR k /\
    ⟨before data N, before data N⟩ <= radius ^ 2 * INR k).
  { induction N as [|N (k & A & B & C)].
    - exists 0%nat. unfold before; simpl. rewrite dot_zero, dot_zero_r. simpl. split; [auto | lra].
    - destruct (pass_adds data all_fit (before data N)) as [D E].
      exists (k + mistakes data (before data N))%nat. rewrite not_clean_S, plus_INR.
      unfold clean. change (before data (S N)) with (learn data (before data N)).
      repeat split; [destruct (Nat.eqb_spec (mistakes data (before data N)) 0); lia | lra ..]. }
  destruct H as (k & A & B & C). apply le_INR in A. pose proof (pos_INR k) as K.
  apply Rle_trans with (1 := A). apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
  replace (radius ^ 2 * ⟨u, u⟩ / gamma ^ 2 * gamma ^ 2) with (radius ^ 2 * ⟨u, u⟩) by (field; lra).
  pose proof (dot_pos _ u). destruct (Req_dec (INR k) 0) as [->|P]; [nra|].
  apply Rmult_le_reg_l with (INR k); [lra|].
  apply Rle_trans with (⟨u, before data N⟩ ^ 2).
  - replace (INR k * (INR k * gamma ^ 2)) with ((gamma * INR k) ^ 2) by ring.
    apply pow_incr. split; [apply Rmult_le_pos; lra | lra].
  - apply Rle_trans with (1 := cauchy_schwarz u (before data N)).
    replace (INR k * _) with (⟨u, u⟩ * (radius ^ 2 * INR k)) by ring.
    now apply Rmult_le_compat_l.
Qed.
Lemma first_clean N :
  (exists j, clean data j = true /\ not_clean data j = j) \/ not_clean data N = N.
Proof.
  induction N as [|N [I|I]]; auto.
  destruct (clean data N) eqn:C; [eauto | right; rewrite not_clean_S, I, C; lia].
Qed.
Lemma from_then_on j i : clean data j = true -> (j <= i)%nat -> before data i = before data j.
Proof.
  intros C. apply Nat.eqb_eq, clean_stays in C as [C _].
  induction 1 as [|i _ I]; [reflexivity|]. now rewrite <- C, <- I at 1.
Qed.
End Perceptron.
Lemma some_above b : exists N, INR N > b.
Proof.
  exists (Z.to_nat (up b)). rewrite INR_IZR_INZ. pose proof (archimed b).
  apply Rlt_le_trans with (IZR (up b)); [lra | apply IZR_le; lia].
Qed.

Theorem AfterAnyClean
    (V : space) (data : list (V * R)) (j : nat)
    (no_mistake : clean data j = true)
    (i : nat)
    (later : (j <= i)%nat) :
  clean data i = true /\ before data i = before data j /\
  forall x y, In (x, y) data -> y * ⟨before data i, x⟩ > 0.
Proof.
  pose proof (from_then_on data j i no_mistake later) as S. unfold clean in *. rewrite S.
  repeat split; [exact no_mistake|]. intros x y D.
  apply Nat.eqb_eq, clean_stays in no_mistake as [_ A]. exact (A (x, y) D).
Qed.

(* INR j <= b says j <= floor(b). *)
Theorem Passes
    (V : space) (data : list (V * R)) (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : forall x y, In (x, y) data -> y ^ 2 = 1)
    (radius : forall x y, In (x, y) data -> ⟨x, x⟩ <= R ^ 2)
    (margin : forall x y, In (x, y) data -> y * ⟨u, x⟩ >= gamma) :
  (forall N, INR (not_clean data N) <= R ^ 2 * ⟨u, u⟩ / gamma ^ 2) /\
  exists j, INR j <= R ^ 2 * ⟨u, u⟩ / gamma ^ 2 /\
    forall i, (j <= i)%nat ->
      clean data i = true /\ before data i = before data j /\
      forall x y, In (x, y) data -> y * ⟨before data i, x⟩ > 0.
Proof.
  assert (F : Forall (fits u gamma R) data).
  { apply Forall_forall. intros [x y] I. repeat split; cbn [fst snd]; eauto. }
  pose proof (bound u gamma R data positive F) as B. split; [exact B|].
  destruct (some_above (R ^ 2 * ⟨u, u⟩ / gamma ^ 2)) as [N H].
  destruct (first_clean data N) as [(j & C & E)|E]; [|specialize (B N); rewrite E in B; lra].
  exists j. split; [rewrite <- E; apply B|]. now apply AfterAnyClean.
Qed.
