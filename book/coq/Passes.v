(* The perceptron starts at zero, with any step size $\eta>0$ and any of four tie rules, and takes
   the data in the same order in each pass.  If all labels of a data set are $1$ or $-1$, all norms
   are at most $R$, and $y\langle u,x\rangle\ge\gamma>0$ for every example, then at most
   $R^2\|u\|^2/\gamma^2$ passes contain a mistake, and a clean pass comes after at most that many
   passes with a mistake.  On any data set, separable or not, nothing changes from a clean pass on:
   the weights before every later pass are the same, and no example is a mistake under them; where a
   tie is a mistake, the label times the score is positive for every example with the label $1$ or
   $-1$. *)
From Perclib Require Import Laws.
From Coq Require Import List.

(* The rules for a score of zero: it is no prediction, which counts as a mistake or does not, or it
   is the prediction 1 or -1. *)
Inductive tie_rule := Mistake | Correct | Plus | Minus.
Definition predict (rule : tie_rule) (f : R) : R :=
  if Rlt_dec 0 f then 1 else if Rlt_dec f 0 then -1 else
  match rule with Plus => 1 | Minus => -1 | _ => 0 end.
(* An example is an instance with its label. *)
Section Perceptron.
Context {V : space}.
Variables (rule : tie_rule) (eta : R).
Definition wrong (w : V) (e : V * R) : bool :=
  if Req_EM_T (predict rule ⟨w, fst e⟩) (snd e) then false else
  match rule with Correct => if Req_EM_T ⟨w, fst e⟩ 0 then false else true | _ => true end.
Definition update (w : V) (e : V * R) : V :=
  if wrong w e then w ⊕ (eta * snd e) ⊙ fst e else w.
(* The weights after a pass over the data that begins with the weights w, and the number of its
   mistakes. *)
Fixpoint learn (data : list (V * R)) (w : V) : V :=
  match data with nil => w | e :: rest => learn rest (update w e) end.
Fixpoint mistakes (data : list (V * R)) (w : V) : nat :=
  match data with
  | nil => 0
  | e :: rest => (if wrong w e then 1 else 0) + mistakes rest (update w e)
  end.
(* The weights before pass j = 0, 1, ...; the perceptron starts at zero. *)
Definition before (data : list (V * R)) (j : nat) : V := Nat.iter j (learn data) zero.
Definition clean (data : list (V * R)) (j : nat) : bool :=
  Nat.eqb (mistakes data (before data j)) 0.
Definition not_clean (data : list (V * R)) (N : nat) : nat :=  (* among the first N passes *)
  length (filter (fun j => negb (clean data j)) (seq 0 N)).

(* In a pass each mistake adds at least eta gamma to the inner product with u, and at most (eta
   radius)^2 to the squared length, as in Block and Novikoff's proof. *)
Variables (u : V) (gamma radius : R).
Definition fits (e : V * R) : Prop :=
  (snd e = 1 \/ snd e = -1) /\ ‖fst e‖² <= radius ^ 2 /\ snd e * ⟨u, fst e⟩ >= gamma.
Hypothesis step_size : eta > 0.
Lemma wrong_side w e : snd e = 1 \/ snd e = -1 -> wrong w e = true -> snd e * ⟨w, fst e⟩ <= 0.
Proof.
  unfold wrong, predict. intros [-> | ->]; repeat destruct Rlt_dec; try lra;
    destruct Req_EM_T; easy || lra.
Qed.
Lemma pass_adds data : Forall fits data -> forall w,
  ⟨u, learn data w⟩ >= ⟨u, w⟩ + eta * gamma * INR (mistakes data w) /\
  ‖learn data w‖² <= ‖w‖² + eta ^ 2 * radius ^ 2 * INR (mistakes data w).
Proof.
  induction 1 as [|e rest (L & B & M) _ I]; intros w; [simpl; lra|].
  simpl learn. simpl mistakes. destruct (I (update w e)) as [P G]. revert P G.
  unfold update. destruct (wrong w e) eqn:W; [|rewrite Nat.add_0_l; auto].
  apply wrong_side in W; [|exact L].
  rewrite plus_INR. change (INR 1) with 1. lin. rewrite (dot_sym _ (fst e) w).
  assert (Y : snd e * snd e = 1) by (destruct L as [-> | ->]; ring).
  apply Rge_le, (Rmult_le_compat_l eta) in M; [|lra].
  apply (Rmult_le_compat_l eta) in W; [|lra].
  apply (Rmult_le_compat_l (eta ^ 2)) in B; [|apply pow2_ge_0].
  replace (eta * snd e * (eta * snd e * ‖fst e‖²)) with
    (snd e * snd e * (eta ^ 2 * ‖fst e‖²)) by ring. rewrite Y.
  intros P G. split; nra.
Qed.
Lemma clean_stays data w : mistakes data w = 0%nat ->
  learn data w = w /\ forall e, In e data -> wrong w e = false.
Proof.
  induction data as [|e rest I]; simpl; [easy|].
  unfold update. destruct (wrong w e) eqn:W; [discriminate|].
  intros Z. destruct (I Z) as [E A]. split; [exact E|]. intros f [<-|F]; auto.
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
Lemma bound N : INR (not_clean data N) <= radius ^ 2 * ‖u‖² / gamma ^ 2.
Proof.
  assert (H : exists k, (not_clean data N <= k)%nat /\ ⟨u, before data N⟩ >= eta * gamma * INR k /\
    ‖before data N‖² <= eta ^ 2 * radius ^ 2 * INR k).
  { induction N as [|N (k & A & B & C)].
    - exists 0%nat. unfold before; simpl. rewrite dot_zero, dot_zero_r. simpl. split; [auto | lra].
    - destruct (pass_adds data all_fit (before data N)) as [D E].
      exists (k + mistakes data (before data N))%nat. rewrite not_clean_S, plus_INR.
      unfold clean. change (before data (S N)) with (learn data (before data N)).
      repeat split; [destruct (Nat.eqb_spec (mistakes data (before data N)) 0); lia | lra ..]. }
  destruct H as (k & A & B & C). apply le_INR in A. pose proof (pos_INR k) as K.
  apply Rle_trans with (1 := A). apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
  replace (radius ^ 2 * ‖u‖² / gamma ^ 2 * gamma ^ 2) with (radius ^ 2 * ‖u‖²) by (field; lra).
  pose proof (dot_pos _ u). destruct (Req_dec (INR k) 0) as [->|P]; [nra|].
  assert (E : 0 < eta * gamma) by now apply Rmult_lt_0_compat.
  apply Rmult_le_reg_l with (eta ^ 2 * INR k).
  { apply Rmult_lt_0_compat; [now apply pow_lt | lra]. }
  apply Rle_trans with (⟨u, before data N⟩ ^ 2).
  - replace (eta ^ 2 * INR k * (INR k * gamma ^ 2)) with ((eta * gamma * INR k) ^ 2) by ring.
    apply pow_incr. split; [apply Rmult_le_pos; lra | lra].
  - apply Rle_trans with (1 := cauchy_schwarz u (before data N)).
    replace (eta ^ 2 * INR k * _) with (‖u‖² * (eta ^ 2 * radius ^ 2 * INR k)) by ring.
    now apply Rmult_le_compat_l.
Qed.
Lemma first_clean N :
  (exists j, clean data j = true /\ not_clean data j = j) \/ not_clean data N = N.
Proof.
  induction N as [|N [I|I]]; auto.
  destruct (clean data N) eqn:C; [eauto | right; rewrite not_clean_S, I, C; lia].
Qed.
Lemma all_before j : not_clean data j = j -> forall i, (i < j)%nat -> clean data i = false.
Proof.
  assert (M : forall n, (not_clean data n <= n)%nat).
  { induction n as [|n I]; [auto|]. rewrite not_clean_S. destruct (clean data n); lia. }
  induction j as [|j I]; intros E i L; [lia|]. specialize (M j). rewrite not_clean_S in E.
  destruct (clean data j) eqn:C; [lia|].
  destruct (Nat.eq_dec i j) as [->|D]; [exact C | apply I; lia].
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
    (V : space) (rule : tie_rule) (eta : R) (data : list (V * R)) (j : nat)
    (no_mistake : clean rule eta data j = true)
    (i : nat)
    (later : (j <= i)%nat) :
  clean rule eta data i = true /\ before rule eta data i = before rule eta data j /\
  forall x y, In (x, y) data ->
    let w := before rule eta data i in
    wrong rule w (x, y) = false /\ (rule = Mistake -> y = 1 \/ y = -1 -> y * ⟨w, x⟩ > 0).
Proof.
  pose proof (from_then_on rule eta data j i no_mistake later) as S. unfold clean in *. rewrite S.
  repeat split; [exact no_mistake | |];
    apply Nat.eqb_eq, clean_stays in no_mistake as [_ A]; specialize (A (x, y) H).
  - exact A.
  - intros ->. revert A. unfold wrong, predict. cbn [fst snd].
    destruct Req_EM_T as [<-|]; [|easy]. repeat destruct Rlt_dec; lra.
Qed.

(* For a natural number j, INR j <= b says that j is at most floor(b). *)
Theorem Passes
    (V : space) (rule : tie_rule) (eta : R) (data : list (V * R)) (u : V) (gamma R : R)
    (step_size : eta > 0)
    (positive : gamma > 0)
    (label : forall x y, In (x, y) data -> y = 1 \/ y = -1)
    (radius : forall x y, In (x, y) data -> ‖x‖² <= R ^ 2)
    (margin : forall x y, In (x, y) data -> y * ⟨u, x⟩ >= gamma) :
  (forall N, INR (not_clean rule eta data N) <= R ^ 2 * ‖u‖² / gamma ^ 2) /\
  exists j, INR j <= R ^ 2 * ‖u‖² / gamma ^ 2 /\
    (forall i, (i < j)%nat -> clean rule eta data i = false) /\
    forall i, (j <= i)%nat ->
      clean rule eta data i = true /\ before rule eta data i = before rule eta data j /\
      forall x y, In (x, y) data -> wrong rule (before rule eta data i) (x, y) = false.
Proof.
  assert (F : Forall (fits u gamma R) data).
  { apply Forall_forall. intros [x y] I. repeat split; cbn [fst snd]; eauto. }
  pose proof (bound rule eta u gamma R step_size data positive F) as B. split; [exact B|].
  destruct (some_above (R ^ 2 * ‖u‖² / gamma ^ 2)) as [N H].
  destruct (first_clean rule eta data N) as [(j & C & E)|E];
    [|specialize (B N); rewrite E in B; lra].
  exists j. split; [rewrite <- E; apply B|]. split.
  - now apply all_before.
  - intros i L. destruct (AfterAnyClean V rule eta data j C i L) as (D & S & A).
    repeat split; [exact D | exact S|]. intros x y I. apply A, I.
Qed.
