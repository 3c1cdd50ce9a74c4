(* A perceptron with a bias starts at zero, with step size 1, counts a tie as a mistake, and runs
   over $n$ repetitions of two examples: the instance $\varepsilon(1,-2)$ with the label $1$, and
   $\varepsilon(-1,-4)$ with the label $-1$.  If $\varepsilon>0$ and $10n\varepsilon^2\le1$, it errs
   in all $2n$ rounds, and only its first score is zero. *)
From Perclib Require Import Laws.

(* A state has weights in the plane and a bias; an example has an instance and a label. *)
Record state := State { first : R; second : R; bias : R }.
Record example := Example { x1 : R; x2 : R; label : R }.
Definition score (w : state) (e : example) : R := first w * x1 e + second w * x2 e + bias w.
Definition update (w : state) (e : example) : state :=
  if Rle_dec (label e * score w e) 0
  then State (first w + label e * x1 e) (second w + label e * x2 e) (bias w + label e)
  else w.
(* The stream in the rounds 0, 1, ..., and the weights before each of these rounds. *)
Definition stream (eps : R) (t : nat) : example :=
  if Nat.even t then Example (eps * 1) (eps * -2) 1 else Example (eps * -1) (eps * -4) (-1).
Fixpoint weights (eps : R) (t : nat) : state :=
  match t with
  | O => State 0 0 0
  | S s => update (weights eps s) (stream eps s)
  end.

Section Repetitions.
Variables (eps : R) (n : nat).
Hypothesis positive : eps > 0.
Hypothesis small : 10 * INR n * eps ^ 2 <= 1.
Lemma twice j : weights eps (2 * S j) =
  update (update (weights eps (2 * j)) (stream eps (2 * j))) (stream eps (S (2 * j))).
Proof. replace (2 * S j)%nat with (S (S (2 * j))) by lia. reflexivity. Qed.
Lemma even_stream j : stream eps (2 * j) = Example (eps * 1) (eps * -2) 1.
Proof. unfold stream. now rewrite Nat.even_mul. Qed.
Lemma odd_stream j : stream eps (S (2 * j)) = Example (eps * -1) (eps * -4) (-1).
Proof. unfold stream. now rewrite Nat.even_succ, Nat.odd_mul. Qed.
Definition before j : state := State (eps * (2 * INR j)) (eps * (2 * INR j)) 0.
Definition between j : state :=
  State (eps * (2 * INR j) + eps) (eps * (2 * INR j) - 2 * eps) 1.
Lemma first_score j : score (before j) (stream eps (2 * j)) = - (2 * INR j * eps ^ 2).
Proof. rewrite even_stream. unfold score; simpl. ring. Qed.
Lemma second_score j :
  score (between j) (stream eps (S (2 * j))) = 1 - (10 * INR j - 7) * eps ^ 2.
Proof. rewrite odd_stream. unfold score; simpl. ring. Qed.
Lemma inside j : (j < n)%nat -> (10 * INR j - 7) * eps ^ 2 < 1.
Proof.
  intros L. apply lt_INR in L. assert (0 < eps ^ 2) by nra. nra.
Qed.
Lemma first_update j : update (before j) (stream eps (2 * j)) = between j.
Proof.
  unfold update. rewrite first_score, even_stream. simpl label.
  pose proof (pos_INR j). assert (0 < eps ^ 2) by nra.
  destruct Rle_dec as [_|N]; [|exfalso; apply N; nra].
  unfold between, before; simpl. f_equal; ring.
Qed.
Lemma second_update j : (j < n)%nat ->
  update (between j) (stream eps (S (2 * j))) = before (S j).
Proof.
  intros L. unfold update. rewrite second_score, odd_stream. simpl label.
  pose proof (inside j L). destruct Rle_dec as [_|N]; [|exfalso; apply N; lra].
  unfold between, before. rewrite S_INR. simpl. f_equal; ring.
Qed.
Lemma at_repetition j : (j <= n)%nat -> weights eps (2 * j) = before j.
Proof.
  induction j as [|j I]; intros L.
  - unfold before; simpl. f_equal; ring.
  - now rewrite twice, I, first_update, second_update by lia.
Qed.
End Repetitions.

Theorem NoLift
    (eps : R) (n : nat)
    (positive : eps > 0)
    (small : 10 * INR n * eps ^ 2 <= 1)
    (t : nat)
    (round : (t < 2 * n)%nat) :
  let f := score (weights eps t) (stream eps t) in
  label (stream eps t) * f <= 0 /\ (f = 0 <-> t = 0%nat).
Proof.
  destruct (Nat.Even_or_Odd t) as [[j ->]|[j E]].
  - rewrite (at_repetition eps n) by (assumption || lia). rewrite first_score, even_stream.
    pose proof (pos_INR j). assert (0 < eps ^ 2) by nra. simpl label. split; [nra|].
    split; [|intros Z; replace j with 0%nat by lia; simpl; ring].
    intros Z. destruct j; [reflexivity|]. rewrite S_INR in Z. pose proof (pos_INR j). nra.
  - replace t with (S (2 * j)) in * by lia. cbv zeta.
    change (weights eps (S (2 * j)))
      with (update (weights eps (2 * j)) (stream eps (2 * j))).
    rewrite (at_repetition eps n), first_update by (assumption || lia).
    rewrite second_score, odd_stream. simpl label.
    pose proof (inside eps n positive small j ltac:(lia)).
    split; [lra|]. split; [lra | lia].
Qed.
