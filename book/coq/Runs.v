(* The perceptron runs over $T$ rounds, under any of four tie rules.  If the step size is $\eta>0$
   in place of 1, and the start is multiplied by $\eta$, then all weights and scores are multiplied
   by $\eta$, and the mistakes are the same.  From zero, the step size changes no prediction.  From
   zero, with step size 1, the run over the instances $x_t+\Delta e_t$, with orthonormal $e_t$ that
   are orthogonal to all instances $x_t$, has the same scores and the same mistakes as the run over
   the instances $x_t$.  From zero, with step size 1 and labels $1$ and $-1$, the total perceptron
   loss is $\frac12(Q-\|w_{T+1}\|^2)$, where $Q$ is the sum of the squared norms of the instances of
   the mistakes; for $k$ mistakes and norms of at most $R$ it is at most $\frac12kR^2$.  A learner
   that starts at zero, with a bias or without, and updates only if the label times the score is
   negative, stays at zero. *)
From Perclib Require Import Laws.

(* The rules for a score of zero: it is no prediction, which counts as a mistake or does not, or it
   is the prediction 1 or -1. *)
Inductive tie_rule := Mistake | Correct | Plus | Minus.
Definition predict (rule : tie_rule) (f : R) : R :=
  if Rlt_dec 0 f then 1 else if Rlt_dec f 0 then -1 else
  match rule with Plus => 1 | Minus => -1 | _ => 0 end.
Definition wrong (rule : tie_rule) (f y : R) : bool :=
  if Req_EM_T (predict rule f) y then false else
  match rule with Correct => if Req_EM_T f 0 then false else true | _ => true end.
(* The weights w t before each of the rounds t = 1, ..., T, and w (S T) after the last. *)
Definition run {V : space} (T : nat) (rule : tie_rule) (eta : R)
    (w x : nat -> V) (y : nat -> R) : Prop :=
  forall t, (1 <= t <= T)%nat ->
    w (S t) = if wrong rule ⟨w t, x t⟩ (y t) then w t ⊕ (eta * y t) ⊙ x t else w t.

Lemma same_sign rule eta f : eta > 0 -> predict rule (eta * f) = predict rule f.
Proof.
  intros P. unfold predict.
  destruct (Rtotal_order f 0) as [H|[->|H]]; [|now rewrite Rmult_0_r|];
    repeat destruct Rlt_dec; nra || reflexivity.
Qed.
Lemma same_wrong rule eta f y : eta > 0 -> wrong rule (eta * f) y = wrong rule f y.
Proof.
  intros P. unfold wrong. rewrite same_sign by exact P. destruct Req_EM_T; [reflexivity|].
  destruct rule; try reflexivity.
  destruct (Req_EM_T (eta * f) 0), (Req_EM_T f 0); nra || reflexivity.
Qed.
Lemma all_rounds T (P : nat -> Prop) : P 1%nat ->
  (forall t, (1 <= t <= T)%nat -> P t -> P (S t)) -> forall t, (1 <= t <= T)%nat -> P t.
Proof. intros A B t L. apply (induction T); [exact A | exact B | lia]. Qed.

Theorem Runs
    (V : space) (T : nat) (rule : tie_rule) (w v x : nat -> V) (y : nat -> R) (eta : R)
    (positive : eta > 0)
    (one : run T rule 1 w x y)
    (other : run T rule eta v x y)
    (start : v 1%nat = eta ⊙ w 1%nat)
    (t : nat)
    (round : (1 <= t <= T)%nat) :
  v t = eta ⊙ w t /\ ⟨v t, x t⟩ = eta * ⟨w t, x t⟩ /\
  predict rule ⟨v t, x t⟩ = predict rule ⟨w t, x t⟩ /\
  wrong rule ⟨v t, x t⟩ (y t) = wrong rule ⟨w t, x t⟩ (y t).
Proof.
  assert (E : v t = eta ⊙ w t).
  { revert t round. apply all_rounds; [exact start|]. intros t L E.
    rewrite (one t L), (other t L), E, dot_scale, same_wrong by exact positive.
    destruct wrong; [vector; ring | reflexivity]. }
  rewrite E, dot_scale, same_sign, same_wrong by exact positive. auto.
Qed.

Theorem StartsAtZero
    (V : space) (T : nat) (rule : tie_rule) (w v x : nat -> V) (y : nat -> R) (eta : R)
    (positive : eta > 0)
    (one : run T rule 1 w x y)
    (other : run T rule eta v x y)
    (start : w 1%nat = zero)
    (start_too : v 1%nat = zero)
    (t : nat)
    (round : (1 <= t <= T)%nat) :
  predict rule ⟨v t, x t⟩ = predict rule ⟨w t, x t⟩.
Proof.
  apply (Runs V T rule w v x y eta); try assumption.
  rewrite start, start_too. vector. ring.
Qed.

Theorem Strict
    (V : space) (T : nat) (w x : nat -> V) (b y : nat -> R)
    (start : w 1%nat = zero)
    (bias : b 1%nat = 0)
    (rest : forall t, (1 <= t <= T)%nat -> ~ y t * (⟨w t, x t⟩ + b t) < 0 ->
      w (S t) = w t /\ b (S t) = b t)
    (t : nat)
    (round : (1 <= t <= S T)%nat) :
  w t = zero /\ b t = 0.
Proof.
  revert t round. apply induction; [auto|]. intros t L [W B].
  destruct (rest t L) as [E F]; [rewrite W, B, dot_zero; lra | now rewrite E, F].
Qed.

Theorem SameMistakes
    (V : space) (T : nat) (rule : tie_rule) (w v x e : nat -> V) (y : nat -> R) (Delta : R)
    (units : forall i j, (1 <= i <= T)%nat -> (1 <= j <= T)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (apart : forall i j, (1 <= i <= T)%nat -> (1 <= j <= T)%nat -> ⟨x i, e j⟩ = 0)
    (one : run T rule 1 w x y)
    (lifted : run T rule 1 v (fun t => x t ⊕ Delta ⊙ e t) y)
    (start : w 1%nat = zero)
    (start_too : v 1%nat = zero)
    (t : nat)
    (round : (1 <= t <= T)%nat) :
  let tau s := wrong rule ⟨w s, x s⟩ (y s) in
  ⟨v t, x t ⊕ Delta ⊙ e t⟩ = ⟨w t, x t⟩ /\
  wrong rule ⟨v t, x t ⊕ Delta ⊙ e t⟩ (y t) = tau t /\
  v t = w t ⊕ Delta ⊙ (∑⊕ s < t, (ind (tau s) * y s) ⊙ e s).
Proof.
  intros tau. set (stored n := vsum (fun s => (ind (tau s) * y s) ⊙ e s) n).
  assert (W : forall s, (1 <= s <= T)%nat -> forall j, (1 <= j <= T)%nat -> ⟨w s, e j⟩ = 0).
  { apply (all_rounds T (fun s => forall j, (1 <= j <= T)%nat -> ⟨w s, e j⟩ = 0));
      [intros; rewrite start; apply dot_zero|]. intros s L I j J.
    rewrite (one s L). destruct wrong; lin; rewrite ?I, ?apart by assumption; ring. }
  assert (Z : forall f n, (forall s, (1 <= s < n)%nat -> f s = 0) -> sum f n = 0).
  { intros f n. induction n as [|[|n] I]; intros H; [reflexivity .. |].
    rewrite sum_S, I, H by (intros; try apply H; lia). ring. }
  assert (S : forall s u, (1 <= s <= T)%nat -> (forall j, (1 <= j < s)%nat -> ⟨e j, u⟩ = 0) ->
    ⟨stored s, u⟩ = 0).
  { intros s u L H. unfold stored. rewrite dot_vsum. apply Z. intros j J.
    rewrite dot_scale, H by exact J. ring. }
  assert (F : forall s, (1 <= s <= T)%nat -> v s = w s ⊕ Delta ⊙ stored s ->
    ⟨v s, x s ⊕ Delta ⊙ e s⟩ = ⟨w s, x s⟩).
  { intros s L ->. lin. rewrite (W s L s L), !S; [ring | exact L | | exact L |]; intros j J.
    - rewrite units by lia. destruct (Nat.eqb_spec j s); [lia | reflexivity].
    - rewrite dot_sym. apply apart; lia. }
  assert (E : v t = w t ⊕ Delta ⊙ stored t).
  { revert t round. apply all_rounds.
    { rewrite start, start_too. unfold stored. simpl. vector. ring. }
    intros s L I. rewrite (lifted s L), (F s L I), (one s L). unfold stored. rewrite vsum_S by lia.
    fold (stored s). fold (tau s). rewrite I. destruct (tau s); simpl; vector; ring. }
  rewrite (F t round E). auto.
Qed.

Lemma wrong_side rule f y : y = 1 \/ y = -1 ->
  if wrong rule f y then y * f <= 0 else y * f >= 0.
Proof.
  intros Y. unfold wrong, predict.
  destruct Y as [-> | ->], rule; repeat (destruct Rlt_dec || destruct Req_EM_T);
    lra || congruence.
Qed.
Theorem TotalLoss
    (V : space) (T : nat) (rule : tie_rule) (w x : nat -> V) (y : nat -> R) (R : R)
    (perceptron : run T rule 1 w x y)
    (start : w 1%nat = zero)
    (labels : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (radius : forall t, (1 <= t <= T)%nat -> ‖x t‖² <= R ^ 2) :
  let tau t := ind (wrong rule ⟨w t, x t⟩ (y t)) in
  let loss t := Rmax 0 (- (y t * ⟨w t, x t⟩)) in
  sum loss (S T) = 1 / 2 * (∑ t <= T, tau t * ‖x t‖² - ‖w (S T)‖²) /\
  sum loss (S T) <= 1 / 2 * sum tau (S T) * R ^ 2.
Proof.
  intros tau loss.
  assert (E : forall n, (n <= T)%nat -> sum loss (S n) =
      1 / 2 * (sum (fun t => tau t * ‖x t‖²) (S n) - ‖w (S n)‖²) /\
    sum (fun t => tau t * ‖x t‖²) (S n) <= sum tau (S n) * R ^ 2).
  { induction n as [|n I]; intros L; [rewrite start, dot_zero; simpl; lra|].
    destruct (I ltac:(lia)) as [A B]. rewrite !(sum_S _ (S n)), A by lia.
    rewrite (perceptron (S n)) by lia. unfold loss.
    assert (D : tau (S n) = ind (wrong rule ⟨w (S n), x (S n)⟩ (y (S n)))) by reflexivity.
    pose proof (wrong_side rule ⟨w (S n), x (S n)⟩ (y (S n)) (labels (S n) ltac:(lia))) as W.
    pose proof (radius (S n) ltac:(lia)). destruct wrong; rewrite D; simpl ind.
    - rewrite Rmax_right by lra. lin. rewrite (dot_sym _ (x (S n)) (w (S n))).
      destruct (labels (S n) ltac:(lia)) as [-> | ->]; lra.
    - rewrite Rmax_left by lra. lra. }
  destruct (E T ltac:(lia)) as [A B]. split; [exact A|].
  rewrite A. pose proof (dot_pos _ (w (S T))). lra.
Qed.
