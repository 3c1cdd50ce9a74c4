(* An expectation is any linear and monotone mean of random variables that is $c$ for the constant
   $c$; every probability space has one, for its integrable random variables.  Let $T+1$ examples be
   exchangeable, and let $k$ count the rounds in which a deterministic learner errs.  Of the
   hypotheses that it holds after $0,\dots,T$ rounds, one drawn at random errs on the last example
   with probability $\mathbb E[k]/(T+1)$, and their vote, ties included, errs with at most twice
   this probability.  For every odd $T$ there is a learner whose vote errs with exactly twice this
   probability, if all labels are $1$.  Now let a perceptron start at zero, with labels $1$ and $-1$
   and a tie as a mistake, and let $k$ count its mistakes.  If all instances have norms of at most
   $R$ and for every outcome some unit vector has $y_t\langle u,x_t\rangle\ge\gamma>0$ in all
   rounds, then $\mathbb E[k]\le R^2/\gamma^2$.  If $m\ge1$ examples are random, independent or not,
   with norms of at most $R$ and with the same expected hinge loss $\ell$ of a fixed $u$, then
   $\mathbb E[k]\le B\sqrt{\mathbb E[k]}+m\ell$ for $B=R\|u\|$, and
   $\mathbb E[k]\le(B/2+\sqrt{B^2/4+m\ell})^2$. *)
From Perclib Require Import Laws.
From Perclib.Hinge_bounds Require The_bound_for_the_hinge_loss.
From Perclib.Separable Require Block_Novikoff.
From Coq Require Import List.
Import ListNotations.

(* The random variables are those functions of the outcome that have an expectation. *)
Section Expectation.
Context {Omega : Type}.
Variables (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R).
Definition expectation : Prop :=
  (forall f g, (forall o, f o = g o) -> variable f -> variable g) /\
  (forall c, variable (fun _ => c) /\ E (fun _ => c) = c) /\
  (forall a b f g, variable f -> variable g ->
    variable (fun o => a * f o + b * g o) /\
    E (fun o => a * f o + b * g o) = a * E f + b * E g) /\
  (forall f g, variable f -> variable g -> (forall o, f o <= g o) -> E f <= E g).

Hypothesis law : expectation.
Lemma E_ext f g : (forall o, f o = g o) -> variable f -> E f = E g.
Proof.
  destruct law as (X & _ & _ & M). intros H V. pose proof (X f g H V) as W.
  apply Rle_antisym; apply M; auto; intros o; rewrite H; lra.
Qed.
Lemma E_sum (f : nat -> Omega -> R) n : (forall t, (1 <= t <= n)%nat -> variable (f t)) ->
  variable (fun o => ∑ t <= n, f t o) /\
  E (fun o => ∑ t <= n, f t o) = ∑ t <= n, E (f t).
Proof.
  destruct law as (X & C & L & _). induction n as [|n I]; intros H; [apply (C 0)|].
  destruct I as [V A]; [intros; apply H; lia|]. specialize (H (S n) ltac:(lia)) as W.
  destruct (L 1 1 _ _ V W) as [U B].
  assert (P : forall o, 1 * sum (fun t => f t o) (S n) + 1 * f (S n) o =
    sum (fun t => f t o) (S (S n))) by (intros o; rewrite (sum_S _ (S n)) by lia; ring).
  split; [exact (X _ _ P U)|].
  rewrite <- (E_ext _ _ P U), B, A, (sum_S _ (S n)) by lia. ring.
Qed.
End Expectation.

(* A deterministic learner is given by a function: (signed past z) is the label of the example z
   times its score under the hypothesis that the learner holds after the examples of the list
   (past).  The hypothesis errs on z where this product is at most zero. *)
Section Learner.
Context {Z : Type}.
Variable signed : list Z -> Z -> R.
Definition errs (past : list Z) (z : Z) : R := if Rle_dec (signed past z) 0 then 1 else 0.
Definition first (r : nat) (s : nat -> Z) : list Z := map s (seq 1 r).
Definition mistake (t : nat) (s : nat -> Z) : R := errs (first (t - 1) s) (s t).
Definition mistakes (T : nat) (s : nat -> Z) : R := ∑ t <= T, mistake t s.
(* The chance that the hypothesis after r rounds errs on the example of round T + 1, where each r
   from 0 to T has the chance 1 / (T + 1). *)
Definition random_errs (T : nat) (s : nat -> Z) : R :=
  sum (fun t => errs (first (t - 1) s) (s (S T))) (S (S T)) / INR (S T).
(* The vote of a hypothesis is 1 for the right label, -1 for the other one, and 0 for no label. *)
Definition vote (a : R) : R := if Rlt_dec 0 a then 1 else if Rlt_dec a 0 then -1 else 0.
Definition vote_errs (T : nat) (s : nat -> Z) : R :=
  if Rle_dec (sum (fun t => vote (signed (first (t - 1) s) (s (S T)))) (S (S T))) 0 then 1 else 0.
End Learner.
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

Lemma first_swap {Z : Type} (s : nat -> Z) t n : (1 <= t <= n)%nat ->
  first (t - 1) (swap t n s) = first (t - 1) s.
Proof.
  intros L. unfold first. apply map_ext_in. intros i I. apply in_seq in I. unfold swap.
  destruct (Nat.eqb_spec i t), (Nat.eqb_spec i n); lia || reflexivity.
Qed.

(* The hypotheses called events and event say that the indicators of a mistake and of an error of
   the vote have expectations. *)
Theorem LeaveOneOut
    (Omega Z : Type) (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (z : Omega -> nat -> Z) (signed : list Z -> Z -> R) (T : nat)
    (law : expectation variable E)
    (order : exchangeable variable E z (S T))
    (events : forall t, (1 <= t <= S T)%nat -> variable (fun o => mistake signed t (z o)))
    (event : variable (fun o => vote_errs signed T (z o))) :
  E (fun o => random_errs signed T (z o)) = E (fun o => mistakes signed (S T) (z o)) / INR (S T) /\
  E (fun o => vote_errs signed T (z o))
    <= 2 * E (fun o => mistakes signed (S T) (z o)) / INR (S T).
Proof.
  set (last := fun t (s : nat -> Z) => errs signed (first (t - 1) s) (s (S T))).
  assert (n : 0 < INR (S T)) by (apply (lt_INR 0); lia).
  pose proof law as (X & C & L & M).
  assert (A : forall t, (1 <= t <= S T)%nat -> variable (fun o => last t (z o)) /\
    E (fun o => last t (z o)) = E (fun o => mistake signed t (z o))).
  { intros t B. destruct (order t (S T) B ltac:(lia) (mistake signed t) (events t B)) as [V F].
    assert (P : forall o, mistake signed t (swap t (S T) (z o)) = last t (z o)).
    { intros o. unfold mistake, last. rewrite first_swap by exact B. unfold swap.
      now rewrite Nat.eqb_refl. }
    split; [exact (X _ _ P V) | rewrite <- (E_ext variable E law _ _ P V); exact F]. }
  destruct (E_sum variable E law (fun t o => mistake signed t (z o)) (S T) events) as [VK EK].
  destruct (E_sum variable E law (fun t o => last t (z o)) (S T) (fun t B => proj1 (A t B))) as [VL EL].
  assert (Q : E (fun o => sum (fun t => last t (z o)) (S (S T))) =
    E (fun o => mistakes signed (S T) (z o))).
  { unfold mistakes. rewrite EL, EK. clear - A. generalize (le_n (S T)). generalize (S T) at 1 3 4.
    intros m. induction m as [|m I]; intros B; [reflexivity|].
    rewrite !(sum_S _ (S m)), I, (proj2 (A (S m) ltac:(lia))) by lia. reflexivity. }
  destruct (L (/ INR (S T)) 0 _ _ VL VL) as [VR ER].
  assert (F : E (fun o => random_errs signed T (z o)) =
    E (fun o => mistakes signed (S T) (z o)) / INR (S T)).
  { transitivity (/ INR (S T) * E (fun o => mistakes signed (S T) (z o)) +
      0 * E (fun o => mistakes signed (S T) (z o))); [|field; lra].
    rewrite <- Q, <- ER. symmetry. apply (E_ext variable E law); [|exact VR].
    intros o. unfold random_errs, last. field. lra. }
  split; [exact F|].
  assert (P : forall o, vote_errs signed T (z o) <= 2 / INR (S T) *
    sum (fun t => last t (z o)) (S (S T)) + 0 * sum (fun t => last t (z o)) (S (S T))).
  { intros o. set (s := z o). unfold vote_errs. rewrite Rmult_0_l, Rplus_0_r.
    assert (G : forall m, sum (fun t => vote (signed (first (t - 1) s) (s (S T)))) (S m) >=
      INR m - 2 * sum (fun t => last t s) (S m) /\ 0 <= sum (fun t => last t s) (S m)).
    { induction m as [|m [I J]]; [simpl; lra|]. rewrite !(sum_S _ (S m)), S_INR by lia.
      assert (vote (signed (first (S m - 1) s) (s (S T))) >= 1 - 2 * last (S m) s /\
        0 <= last (S m) s); [|lra].
      unfold vote, last, errs. repeat (destruct Rlt_dec || destruct Rle_dec); lra. }
    destruct (G (S T)) as [I J]. destruct Rle_dec as [D|D].
    - apply Rmult_le_reg_l with (INR (S T)); [exact n|].
      replace (INR (S T) * (2 / INR (S T) * sum (fun t => last t s) (S (S T))))
        with (2 * sum (fun t => last t s) (S (S T))) by (field; lra). lra.
    - apply Rmult_le_pos; [|exact J]. left. apply Rdiv_lt_0_compat; lra. }
  destruct (L (2 / INR (S T)) 0 _ _ VL VL) as [VT ET].
  apply Rle_trans with (1 := M _ _ event VT P). rewrite ET, Q. right. field. lra.
Qed.

(* Let all labels be 1.  The learner predicts 1 in the first (T + 1) / 2 rounds, and -1 in the
   others. *)
Theorem NoSmallerFactor
    (X : Type) (n : nat) :
  let T := (2 * n + 1)%nat in
  exists learner : list (X * R) -> X -> R, (forall past x, learner past x = 1 \/ learner past x = -1) /\
    let signed past z := snd z * learner past (fst z) in
    forall s, (forall t, snd (s t) = 1) ->
      vote_errs signed T s = 1 /\ vote_errs signed T s = 2 * mistakes signed (S T) s / INR (S T).
Proof.
  intros T. exists (fun past _ => if Nat.leb (length past) n then 1 else -1). split.
  { intros past x. destruct Nat.leb; auto. }
  intros signed s labels.
  assert (D : forall t r, (1 <= t)%nat ->
    signed (first (t - 1) s) (s r) = if Nat.leb t (S n) then 1 else -1).
  { intros t r L. unfold signed, first. rewrite labels, map_length, seq_length, Rmult_1_l.
    destruct (Nat.leb_spec (t - 1) n), (Nat.leb_spec t (S n)); lia || reflexivity. }
  assert (A : forall m, (m <= S n)%nat ->
    sum (fun t => vote (signed (first (t - 1) s) (s (S T)))) (S m) = INR m /\
    sum (fun t => mistake signed t s) (S m) = 0).
  { induction m as [|m I]; intros L; [simpl; lra|]. destruct I as [I J]; [lia|].
    rewrite !(sum_S _ (S m)), I, J, S_INR by lia. unfold mistake, errs. rewrite !D by lia.
    destruct (Nat.leb_spec (S m) (S n)); [|lia]. unfold vote.
    repeat (destruct Rlt_dec || destruct Rle_dec); lra. }
  assert (B : forall m, sum (fun t => vote (signed (first (t - 1) s) (s (S T)))) (S (S n + m)) =
      INR (S n) - INR m /\ sum (fun t => mistake signed t s) (S (S n + m)) = INR m).
  { induction m as [|m [I J]]; [rewrite Nat.add_0_r; simpl INR at 2 3; rewrite Rminus_0_r; apply A; lia|].
    rewrite Nat.add_succ_r, !(sum_S _ (S (S n + m))), I, J, (S_INR m) by lia.
    unfold mistake, errs. rewrite !D by lia.
    destruct (Nat.leb_spec (S (S n + m)) (S n)); [lia|]. unfold vote.
    repeat (destruct Rlt_dec || destruct Rle_dec); lra. }
  destruct (B (S n)) as [I J]. replace (S n + S n)%nat with (S T) in * by (unfold T; lia).
  assert (V : vote_errs signed T s = 1).
  { unfold vote_errs. rewrite I. destruct Rle_dec; lra. }
  split; [exact V|]. rewrite V. unfold mistakes. rewrite J.
  replace (S T) with (S n + S n)%nat by (unfold T; lia). rewrite plus_INR.
  pose proof (lt_INR 0 (S n) ltac:(lia)). change (INR 0) with 0 in *. field. lra.
Qed.

(* The perceptron starts at zero, and a tie is a mistake; an example is an instance with its
   label. *)
Section Perceptron.
Context {V : space}.
Definition update (w : V) (z : V * R) : V :=
  if Rle_dec (snd z * ⟨w, fst z⟩) 0 then w ⊕ snd z ⊙ fst z else w.
Definition perceptron (past : list (V * R)) (z : V * R) : R :=
  snd z * ⟨fold_left update past zero, fst z⟩.

Variable s : nat -> V * R.
Definition weights (t : nat) : V := fold_left update (first (t - 1) s) zero.
Definition wrong (t : nat) : bool :=
  if Rle_dec (snd (s t) * ⟨weights t, fst (s t)⟩) 0 then true else false.
Lemma next t : (1 <= t)%nat -> weights (S t) =
  if wrong t then weights t ⊕ snd (s t) ⊙ fst (s t) else weights t.
Proof.
  intros L. unfold weights at 1. replace (S t - 1)%nat with (S (t - 1)) by lia.
  unfold first. rewrite seq_S, map_app, fold_left_app. fold (first (t - 1) s). fold (weights t).
  replace (1 + (t - 1))%nat with t by lia. cbn [map fold_left]. unfold update, wrong.
  now destruct Rle_dec.
Qed.
Lemma counted T : mistakes perceptron T s = ∑ t <= T, ind (wrong t).
Proof.
  unfold mistakes. induction T as [|n I]; [reflexivity|]. rewrite !(sum_S _ (S n)), I by lia.
  f_equal. unfold mistake, errs, perceptron, wrong, weights. now destruct Rle_dec.
Qed.
Lemma whole T : exists k, mistakes perceptron T s = INR k.
Proof.
  rewrite counted. induction T as [|n [k I]]; [now exists 0%nat|]. rewrite sum_S, I by lia.
  destruct (wrong (S n)); [exists (S k); now rewrite S_INR | exists k; simpl; ring].
Qed.
End Perceptron.
Definition label (y : R) : Prop := y = 1 \/ y = -1.

Theorem LooPerceptron
    (Omega : Type) (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (V : space) (z : Omega -> nat -> V * R) (T : nat) (R gamma : R)
    (law : expectation variable E)
    (events : forall t, (1 <= t <= S T)%nat -> variable (fun o => mistake perceptron t (z o)))
    (labels : forall o t, (1 <= t <= S T)%nat -> label (snd (z o t)))
    (radius : forall o t, (1 <= t <= S T)%nat -> sqrt ‖fst (z o t)‖² <= R)
    (positive : gamma > 0)
    (margin : forall o, exists u, ‖u‖² = 1 /\
      forall t, (1 <= t <= S T)%nat -> snd (z o t) * ⟨u, fst (z o t)⟩ >= gamma) :
  E (fun o => mistakes perceptron (S T) (z o)) <= R ^ 2 / gamma ^ 2.
Proof.
  pose proof law as (_ & C & _ & M). destruct (C (R ^ 2 / gamma ^ 2)) as [VC EC]. rewrite <- EC.
  apply M; [| exact VC |].
  { apply (E_sum variable E law (fun t o => mistake perceptron t (z o)) (S T) events). }
  intros o. destruct (margin o) as (u & U & G). rewrite counted.
  replace (R ^ 2 / gamma ^ 2) with (R ^ 2 * ‖u‖² * inv (gamma ^ 2))
    by (rewrite U; unfold inv; field; lra).
  apply (Block_Novikoff.Block_Novikoff V (S T) ltac:(lia) (weights (z o)) (fun t => fst (z o t))
    (wrong (z o)) (fun t => snd (z o t))); auto.
  - intros t L F. rewrite next by lia. destruct (wrong (z o) t); [reflexivity | simpl in F; lra].
  - intros t L F. rewrite next by lia. destruct (wrong (z o) t); [simpl in F; lra | reflexivity].
  - intros t L F. unfold wrong in F. destruct Rle_dec; simpl in F; lra.
  - intros t L _. destruct (labels o t L) as [-> | ->]; ring.
  - intros t L _. specialize (radius o t L). pose proof (sqrt_pos ‖fst (z o t)‖²).
    rewrite <- (sqrt_sqrt ‖fst (z o t)‖²) by apply dot_pos. nra.
Qed.

(* The hinge loss of u has the same expectation l in every round, as it has for examples with the
   same distribution. *)
Theorem Fresh
    (Omega : Type) (variable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
    (V : space) (z : Omega -> nat -> V * R) (m : nat) (R l : R) (u : V)
    (law : expectation variable E)
    (events : forall t, (1 <= t <= m)%nat -> variable (fun o => mistake perceptron t (z o)))
    (some : (1 <= m)%nat)
    (labels : forall o t, (1 <= t <= m)%nat -> label (snd (z o t)))
    (radius : forall o t, (1 <= t <= m)%nat -> sqrt ‖fst (z o t)‖² <= R) :
  let hinge t o := Rmax 0 (1 - snd (z o t) * ⟨u, fst (z o t)⟩) in
  (forall t, (1 <= t <= m)%nat -> variable (hinge t) /\ E (hinge t) = l) ->
  let K := E (fun o => mistakes perceptron m (z o)) in
  let B := R * sqrt ‖u‖² in
  K <= B * sqrt K + INR m * l /\ K <= (B / 2 + sqrt (B ^ 2 / 4 + INR m * l)) ^ 2.
Proof.
  intros hinge H K B. pose proof law as (X & C & L & M).
  destruct (E_sum variable E law (fun t o => mistake perceptron t (z o)) m events) as [VK EK].
  destruct (E_sum variable E law hinge m (fun t b => proj1 (H t b))) as [VH EH].
  assert (H0 : forall t o, 0 <= hinge t o) by (intros; apply Rmax_l).
  assert (S : E (fun o => sum (fun t => hinge t o) (S m)) = INR m * l).
  { rewrite EH. clear - H. assert (G : forall n, (n <= m)%nat ->
      sum (fun t => E (hinge t)) (S n) = INR n * l); [|now apply G].
    induction n as [|n I]; intros D; [simpl; ring|].
    rewrite sum_S, I, S_INR, (proj2 (H (S n) ltac:(lia))) by lia. ring. }
  assert (S0 : forall o n, 0 <= sum (fun t => hinge t o) (Datatypes.S n)).
  { intros o n. induction n as [|n I]; [simpl; lra|]. rewrite sum_S by lia.
    specialize (H0 (Datatypes.S n) o). lra. }
  assert (L0 : 0 <= INR m * l).
  { rewrite <- S, <- (proj2 (C 0)). apply M; [apply C | exact VH | intros o; apply S0]. }
  assert (K0 : 0 <= K).
  { unfold K. rewrite <- (proj2 (C 0)). apply M; [apply C | exact VK|].
    intros o. destruct (whole (z o) m) as [k ->]. apply pos_INR. }
  assert (B0 : forall o : Omega, 0 <= B).
  { intros o. specialize (radius o 1%nat ltac:(lia)). pose proof (sqrt_pos ‖u‖²).
    pose proof (sqrt_pos ‖fst (z o 1%nat)‖²). unfold B. nra. }
  (* For each outcome the bound for the hinge loss holds, with the losses of all rounds in place of
     those of the mistakes. *)
  assert (key : forall o, mistakes perceptron m (z o) <=
    B * sqrt (mistakes perceptron m (z o)) + sum (fun t => hinge t o) (Datatypes.S m)).
  { intros o. rewrite counted.
    assert (R0 : R >= 0).
    { specialize (radius o 1%nat ltac:(lia)).
      pose proof (sqrt_pos ‖fst (z o 1%nat)‖²). lra. }
    assert (A := The_bound_for_the_hinge_loss.The_bound_for_the_hinge_loss V m some (weights (z o))
      (fun t => fst (z o t)) (wrong (z o)) (fun t => snd (z o t)) (fun t => hinge t o) R u).
    apply Rle_trans with (1 := A eq_refl
      ltac:(intros t D F; rewrite next by lia; destruct (wrong (z o) t); [reflexivity | simpl in F; lra])
      ltac:(intros t D F; rewrite next by lia; destruct (wrong (z o) t); [simpl in F; lra | reflexivity])
      ltac:(intros t D _; destruct (labels o t D) as [-> | ->]; ring)
      ltac:(intros t D F; unfold wrong in F; destruct Rle_dec; simpl in F; lra)
      ltac:(intros t D _; specialize (radius o t D);
        pose proof (sqrt_pos ‖fst (z o t)‖²);
        cbv beta; rewrite <- (sqrt_sqrt ‖fst (z o t)‖²) by apply dot_pos; nra)
      R0
      ltac:(intros t D; unfold hinge;
        pose proof (Rmax_r 0 (1 - snd (z o t) * ⟨u, fst (z o t)⟩)); lra)).
    fold B. apply Rplus_le_compat_l. clear - H0.
    induction m as [|n I]; [simpl; lra|]. rewrite !(sum_S _ (Datatypes.S n)) by lia.
    specialize (H0 (Datatypes.S n) o). destruct (wrong (z o) (Datatypes.S n)); simpl ind; lra. }
  assert (F : K <= B * sqrt K + INR m * l).
  { destruct (Req_dec K 0) as [Z|N].
    - rewrite Z, sqrt_0. lra.
    - set (c := sqrt K). assert (c0 : 0 < c) by (apply sqrt_lt_R0; lra).
      assert (cc : c * c = K) by (apply sqrt_sqrt; exact K0).
      destruct (L (B / (2 * c)) (B * c / 2) _ (fun _ => 1) VK (proj1 (C 1))) as [V1 E1].
      destruct (L 1 1 _ _ V1 VH) as [V2 E2].
      assert (P : forall o, mistakes perceptron m (z o) <=
        1 * (B / (2 * c) * mistakes perceptron m (z o) + B * c / 2 * 1) +
        1 * sum (fun t => hinge t o) (Datatypes.S m)).
      { intros o. specialize (key o). specialize (B0 o). apply Rle_trans with (1 := key).
        destruct (whole (z o) m) as [k E0]. rewrite E0. pose proof (pos_INR k) as P.
        pose proof (sqrt_sqrt (INR k) P) as Q. pose proof (sqrt_pos (INR k)).
        set (r := sqrt (INR k)) in *.
        assert (r <= r * r / (2 * c) + c / 2).
        { apply Rmult_le_reg_l with (2 * c); [lra|].
          replace (2 * c * (r * r / (2 * c) + c / 2)) with (r * r + c * c) by (field; lra).
          pose proof (pow2_ge_0 (r - c)). lra. }
        rewrite <- Q. replace (B / (2 * c) * (r * r) + B * c / 2 * 1) with
          (B * (r * r / (2 * c) + c / 2)) by (field; lra).
        assert (B * r <= B * (r * r / (2 * c) + c / 2)) by (now apply Rmult_le_compat_l). lra. }
      apply Rle_trans with (1 := M _ _ VK V2 P).
      rewrite E2, E1, S, (proj2 (C 1)). change (E (fun o => sum _ _)) with K.
      right. rewrite <- cc. field. lra. }
  split; [exact F|].
  set (q := sqrt (B ^ 2 / 4 + INR m * l)).
  assert (qq : q * q = B ^ 2 / 4 + INR m * l) by (apply sqrt_sqrt; nra).
  assert (q0 : 0 <= q) by apply sqrt_pos.
  pose proof (sqrt_sqrt K K0) as rr. pose proof (sqrt_pos K). set (r := sqrt K) in *.
  assert (r - B / 2 <= q) by (destruct (Rle_lt_dec (r - B / 2) q); nra).
  rewrite <- rr. nra.
Qed.
