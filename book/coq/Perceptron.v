(* The perceptron is here a program on lists; it starts at zero, and a tie is a mistake.  On any
   stream in $\mathbb R^n$ with labels $1$ and $-1$ the number of its mistakes is at most the bound
   of Block and Novikoff, that of Freund and Schapire, and those by hinge losses for $q=1$ and $q=2$
   in closed form.  The hypotheses speak of the radius, the margin, the slacks and the losses in the
   mistakes, not of the weights.  Over fractions, with which Coq computes, the program does the same
   as over the reals; 18 passes over the two examples $(1,0)$ and $(-1,\frac14)$, both with label
   $1$, have 35 mistakes and end with the weights $(1,\frac{17}4)$. *)
From Perclib Require Import Laws.
From Coq Require Import List.
From Perclib.By_hand Require Coordinates.
From Perclib.By_hand Require HingeFamily.
From Perclib.By_hand Require RunFamily.
From Perclib.Separable Require Block_Novikoff.
From Perclib.Nonseparable Require Freund_Schapire.
Import ListNotations.

(* The program computes with such numbers: with real ones here, with fractions below. *)
Record numbers := { number :> Type; nought : number; plus : number -> number -> number;
  times : number -> number -> number; above_nought : number -> bool }.
Definition reals : numbers := {| number := R; nought := 0; plus := Rplus; times := Rmult;
  above_nought a := if Rlt_dec 0 a then true else false |}.

(* An instance is the list of its coordinates, an example an instance with its label. *)
Section Perceptron.
Variable K : numbers.
Definition example : Type := list K * K.
Fixpoint inner (w x : list K) : K :=
  match w, x with a :: w, b :: x => plus K (times K a b) (inner w x) | _, _ => nought K end.
(* The sum w + y x, where the shorter list is filled up with zeros. *)
Fixpoint moved (w : list K) (y : K) (x : list K) : list K :=
  match w, x with
  | a :: w, b :: x => plus K a (times K y b) :: moved w y x
  | [], x => map (times K y) x
  | w, [] => w
  end.
(* A tie is a mistake. *)
Definition wrong (w : list K) (e : example) : bool :=
  negb (above_nought K (times K (snd e) (inner w (fst e)))).
Definition update (w : list K) (e : example) : list K :=
  if wrong w e then moved w (snd e) (fst e) else w.
(* The weights after a stream that begins with the weights w, and the examples that are mistakes. *)
Definition learn (w : list K) (stream : list example) : list K := fold_left update stream w.
Fixpoint missed (w : list K) (stream : list example) : list example :=
  match stream with
  | [] => []
  | e :: rest => (if wrong w e then [e] else []) ++ missed (update w e) rest
  end.
End Perceptron.
Definition total (f : example reals -> R) (stream : list (example reals)) : R :=
  fold_right (fun e => Rplus (f e)) 0 stream.
Definition norm (x : list R) : R := sqrt (inner reals x x).

Lemma inner_point n a b : (length b <= n)%nat ->
  dot (Coordinates.point n a) (Coordinates.point n b) = inner reals a b.
Proof.
  revert a b. induction n as [|n I]; intros a b L.
  - destruct a, b; try reflexivity. simpl in L. lia.
  - destruct a as [|r a], b as [|s b]; simpl;
      rewrite ?Coordinates.point_nil, ?dot_zero, ?dot_zero_r, ?I by (simpl in L; lia); ring.
Qed.
Lemma moved_point n y : forall w x, Coordinates.point n (moved reals w y x) =
  Coordinates.point n w ⊕ y ⊙ Coordinates.point n x.
Proof.
  induction n as [|n I]; intros w x; [reflexivity|].
  assert (N : forall x, Coordinates.point n (map (Rmult y) x) = y ⊙ Coordinates.point n x).
  { intros z. specialize (I [] z). simpl in I. rewrite I, Coordinates.point_nil.
    vector. ring. }
  destruct w as [|a w], x as [|b x]; simpl in *; rewrite ?I, ?N, ?Coordinates.point_nil; f_equal;
    try ring; try (vector; ring).
Qed.

Lemma missed_app l m : forall v, missed reals v (l ++ m) =
  missed reals v l ++ missed reals (learn reals v l) m.
Proof. induction l as [|a l I]; intros v; simpl; [reflexivity | now rewrite I, app_assoc]. Qed.
Lemma total_app f l m : total f (l ++ m) = total f l + total f m.
Proof. induction l as [|a l I]; simpl; [ring | rewrite I; ring]. Qed.
Lemma next_one (l : list (example reals)) d : forall t, (t < length l)%nat ->
  firstn (S t) l = firstn t l ++ [nth t l d].
Proof.
  induction l as [|a l I]; intros [|t] L; simpl in *; try lia; [reflexivity|].
  f_equal. apply I. lia.
Qed.
Lemma room (stream : list (example reals)) (u : list R) : exists n, (length u <= n)%nat /\
  forall e, In e stream -> (length (fst e) <= n)%nat.
Proof.
  induction stream as [|a l (n & U & H)]; [exists (length u); split; [lia | intros e []]|].
  exists (n + length (fst a))%nat. split; [lia|].
  intros e [->|I]; [lia | specialize (H e I); lia].
Qed.

(* The run as sequences of vectors of R^n, with e t the example of round t. *)
Lemma sequences (stream : list (example reals)) (u : list R) :
  (forall x y, In (x, y) stream -> y = 1 \/ y = -1) ->
  let T := length stream in
  let made := missed reals [] stream in
  exists (V : space) (w x : nat -> V) (tau : nat -> bool) (v : V) (e : nat -> example reals),
    let y t := snd (e t) in
    w 1%nat = zero /\
    (forall t, (1 <= t <= T)%nat -> w (S t) = if tau t then w t ⊕ y t ⊙ x t else w t) /\
    (forall t, (1 <= t <= T)%nat -> tau t = true -> y t * ⟨w t, x t⟩ <= 0) /\
    (forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1) /\
    (forall t, (1 <= t <= T)%nat -> tau t = true -> In (e t) made) /\
    (forall t, (1 <= t <= T)%nat -> ⟨v, x t⟩ = inner reals u (fst (e t))) /\
    (forall t, (1 <= t <= T)%nat -> ‖x t‖² = inner reals (fst (e t)) (fst (e t))) /\
    ‖v‖² = inner reals u u /\
    (forall f, ∑ t <= T, ind (tau t) * f (e t) = total f made).
Proof.
  intros Y T made. destruct (room stream u) as (n & U & N).
  pose (e t := nth (t - 1) stream ([], 0) : example reals).
  pose (before t := learn reals [] (firstn (t - 1) stream)).
  assert (E : forall t, (1 <= t <= T)%nat -> In (e t) stream).
  { intros t L. apply nth_In. fold T. lia. }
  assert (P : forall t, (1 <= t <= T)%nat -> firstn t stream = firstn (t - 1) stream ++ [e t]).
  { intros t L. replace t with (S (t - 1)) at 1 by lia. apply next_one. fold T. lia. }
  exists (Coordinates.Rn n), (fun t => Coordinates.point n (before t)).
  exists (fun t => Coordinates.point n (fst (e t))), (fun t => wrong reals (before t) (e t)).
  exists (Coordinates.point n u), e. cbv zeta. repeat split.
  - apply Coordinates.point_nil.
  - intros t L. unfold before at 1, learn. replace (S t - 1)%nat with t by lia.
    rewrite P, fold_left_app by exact L. fold (learn reals [] (firstn (t - 1) stream)).
    fold (before t). simpl. unfold update. destruct wrong; [apply moved_point | reflexivity].
  - intros t L. rewrite inner_point by auto. unfold wrong. simpl.
    destruct Rlt_dec; [discriminate | intros _; now apply Rnot_lt_le].
  - intros t L. apply (Y (fst (e t))). rewrite <- surjective_pairing. auto.
  - intros t L F. unfold made. rewrite <- (firstn_skipn t stream), missed_app, P by exact L.
    rewrite missed_app. apply in_or_app. left. apply in_or_app. right.
    fold (before t). simpl. rewrite F. simpl. auto.
  - intros t L. apply inner_point. auto.
  - intros t L. apply inner_point. auto.
  - apply inner_point. exact U.
  - intros f. unfold made.
    assert (H : forall t, (t <= T)%nat ->
      sum (fun t => ind (wrong reals (before t) (e t)) * f (e t)) (S t) =
      total f (missed reals [] (firstn t stream))).
    { induction t as [|t I]; intros L; [reflexivity|].
      rewrite sum_S, I, (P (S t)), missed_app, total_app by lia.
      replace (S t - 1)%nat with t by lia.
      f_equal. unfold before. replace (S t - 1)%nat with t by lia. simpl.
      destruct wrong; simpl; ring. }
    rewrite H by lia. unfold T. now rewrite firstn_all.
Qed.
Lemma number_of l : INR (length l) = total (fun _ => 1) l.
Proof. induction l as [|e l I]; [reflexivity|]. simpl length. rewrite S_INR, I. simpl. ring. Qed.
Lemma square_pos x : 0 <= inner reals x x.
Proof. rewrite <- (inner_point (length x)) by apply le_n. apply dot_pos. Qed.
Lemma within x r : norm x <= r -> inner reals x x <= r ^ 2.
Proof.
  intros H. pose proof (sqrt_pos (inner reals x x)). unfold norm in H.
  rewrite <- (sqrt_sqrt (inner reals x x)) by apply square_pos. nra.
Qed.
Lemma flag_true b : ind b = 1 -> b = true.
Proof. destruct b; simpl; [reflexivity | lra]. Qed.
Lemma flag_false b : ind b = 0 -> b = false.
Proof. destruct b; simpl; [lra | reflexivity]. Qed.
Lemma sum_same f g n : (forall s, (1 <= s <= n)%nat -> f s = g s) -> sum f (S n) = sum g (S n).
Proof.
  induction n as [|n I]; intros H; [reflexivity|].
  now rewrite !(sum_S _ (S n)), I, H by (intros; try apply H; lia).
Qed.
Lemma total_same f g l : (forall e, In e l -> f e = g e) -> total f l = total g l.
Proof.
  induction l as [|e l I]; intros H; [reflexivity|].
  simpl in *. now rewrite I, H by auto.
Qed.
Lemma none_of_none (stream : list (example reals)) : ~ (1 <= length stream)%nat ->
  missed reals [] stream = [].
Proof. destruct stream; simpl; [reflexivity | lia]. Qed.
Lemma total_pos f l : (forall e, 0 <= f e) -> 0 <= total f l.
Proof. intros H. induction l as [|e l I]; simpl; [lra | pose proof (H e); lra]. Qed.
Ltac as_sequences made stream u labels :=
  destruct (sequences stream u labels) as
    (V & w & x & tau & v & e & start & step & side & label & among & score & size & square & count);
  fold made in among, count; rewrite number_of, <- (count (fun _ => 1));
  rewrite (sum_same _ (fun t => ind (tau t))) by (intros; ring).
Ltac of_run step side label := intros t L F; try apply flag_true in F; try apply flag_false in F;
  rewrite ?step, ?F by exact L; first [reflexivity | now apply side
  | destruct (label t L) as [-> | ->]; ring].
Lemma above a y f : Rmax 0 (a - y * f) >= a - y * f.
Proof. pose proof (Rmax_r 0 (a - y * f)). lra. Qed.

(* Block and Novikoff: from zero, with labels 1 and -1, and with norms of at most R and
   y <u, x> >= gamma > 0 in the mistakes, the number of mistakes is at most (R |u| / gamma)^2. *)
Theorem Separable
    (stream : list (example reals)) (u : list R) (R_ gamma : R)
    (labels : forall x y, In (x, y) stream -> y = 1 \/ y = -1)
    (positive : gamma > 0) :
  let made := missed reals [] stream in
  (forall x y, In (x, y) made -> norm x <= R_ /\ y * inner reals u x >= gamma) ->
  INR (length made) <= R_ ^ 2 * norm u ^ 2 / gamma ^ 2 /\
  (norm u = 1 -> INR (length made) <= (R_ / gamma) ^ 2).
Proof.
  intros made H. assert (G : 0 < gamma ^ 2) by (apply pow_lt; lra).
  enough (B : INR (length made) <= R_ ^ 2 * norm u ^ 2 / gamma ^ 2).
  { split; [exact B|]. intros U. rewrite U in B. revert B. unfold Rdiv.
    now rewrite pow1, Rmult_1_r, Rpow_mult_distr, pow_inv. }
  destruct (le_lt_dec 1 (length stream)) as [rounds|Z];
    [|unfold made; rewrite none_of_none, <- Rpow_mult_distr by lia; apply Rmult_le_pos;
      [apply pow2_ge_0 | now apply Rlt_le, Rinv_0_lt_compat]].
  as_sequences made stream u labels.
  unfold norm. rewrite pow2_sqrt, <- square by apply square_pos.
  assert (mistake : forall t, (1 <= t <= length stream)%nat -> tau t = true ->
    norm (fst (e t)) <= R_ /\ snd (e t) * inner reals u (fst (e t)) >= gamma).
  { intros t L F. apply H. rewrite <- surjective_pairing. now apply among. }
  apply (Block_Novikoff.Block_Novikoff V (length stream) rounds w x tau (fun t => snd (e t)) v
    gamma R_ start); try exact positive; try of_run step side label.
  - intros t L F%flag_true. rewrite score by exact L. now apply mistake.
  - intros t L F%flag_true. rewrite size by exact L. now apply within, mistake.
Qed.

(* Freund and Schapire: from zero, with labels 1 and -1, R and D >= 0, gamma > 0, norms of at most R
   in the mistakes, and slacks of norm at most D in them for the margin gamma, the number of
   mistakes is at most ((R |u| + D) / gamma)^2. *)
Theorem WithSlack
    (stream : list (example reals)) (u : list R) (R_ gamma D : R)
    (labels : forall x y, In (x, y) stream -> y = 1 \/ y = -1)
    (positive : gamma > 0) (R_sign : R_ >= 0) (D_sign : D >= 0) :
  let made := missed reals [] stream in
  let slack e := Rmax 0 (gamma - snd e * inner reals u (fst e)) in
  (forall x y, In (x, y) made -> norm x <= R_) ->
  total (fun e => slack e ^ 2) made <= D ^ 2 ->
  INR (length made) <= ((R_ * norm u + D) / gamma) ^ 2.
Proof.
  intros made slack H small.
  destruct (le_lt_dec 1 (length stream)) as [rounds|Z];
    [|unfold made; rewrite none_of_none by lia; apply pow2_ge_0].
  as_sequences made stream u labels.
  unfold norm. rewrite <- square.
  apply (Freund_Schapire.Freund_Schapire V (length stream) rounds w x tau (fun t => snd (e t))
    (fun t => slack (e t)) R_ gamma D v start); try assumption; try of_run step side label.
  - intros t L F%flag_true. rewrite size by exact L. apply within, (H _ (snd (e t))).
    rewrite <- surjective_pairing. now apply among.
  - intros t L F. rewrite score by exact L. apply above.
  - now rewrite (count (fun e => slack e ^ 2)).
Qed.

(* From zero, with labels 1 and -1 and norms of at most R >= 0 in the mistakes, the number of
   mistakes is at most each of two bounds that depend on B = R |u| and on the hinge losses of u in
   the mistakes. *)
Theorem ByHinge
    (stream : list (example reals)) (u : list R) (R_ : R)
    (labels : forall x y, In (x, y) stream -> y = 1 \/ y = -1)
    (R_sign : R_ >= 0) :
  let made := missed reals [] stream in
  let hinge e := Rmax 0 (1 - snd e * inner reals u (fst e)) in
  let B := R_ * norm u in
  (forall x y, In (x, y) made -> norm x <= R_) ->
  INR (length made) <= (B / 2 + sqrt (B ^ 2 / 4 + total hinge made)) ^ 2 /\
  INR (length made) <= (B + sqrt (total (fun e => hinge e ^ 2) made)) ^ 2.
Proof.
  intros made hinge B H.
  destruct (le_lt_dec 1 (length stream)) as [rounds|Z];
    [|unfold made; rewrite none_of_none by lia; split; apply pow2_ge_0].
  as_sequences made stream u labels.
  assert (l0 : forall e, 0 <= hinge e) by (intros; apply Rmax_l).
  assert (B0 : B >= 0) by (apply Rle_ge, Rmult_le_pos; [lra | apply sqrt_pos]).
  pose proof (fun q K => RunFamily.RunFamily V (length stream) w x tau (fun t => snd (e t)) v R_
    (total (fun e => power (hinge e) q) made) q K rounds start step label side) as A.
  assert (K : forall q k, q >= 1 ->
    RunFamily.largest B (total (fun e => power (hinge e) q) made) q k ->
    sum (fun t => ind (tau t)) (S (length stream)) <= k).
  { intros q k Q M. apply (A q k); try assumption.
    - intros t L F. rewrite size by exact L. apply (H _ (snd (e t))).
      rewrite <- surjective_pairing. now apply among.
    - rewrite <- (count (fun e => power (hinge e) q)). apply Req_le, sum_same.
      intros t L. rewrite score by exact L. reflexivity.
    - rewrite square. exact M. }
  assert (one : total (fun e => power (hinge e) 1) made = total hinge made)
    by (apply total_same; intros; apply ax_power_one, Rle_ge, l0).
  assert (two : total (fun e => power (hinge e) 2) made = total (fun e => hinge e ^ 2) made).
  { apply total_same. intros d _. unfold power. destruct (Rlt_dec 0 (hinge d)) as [P|P].
    - destruct Rlt_dec; [|lra]. replace 2 with (INR 2) at 1 by (simpl; ring).
      now rewrite Rpower_pow.
    - pose proof (l0 d). replace (hinge d) with 0 by lra. ring. }
  split.
  - apply (K 1); [lra|]. rewrite one. apply HingeFamily.Closed; [exact B0|].
    apply Rle_ge, total_pos, l0.
  - apply (K 2); [lra|]. rewrite two. apply HingeFamily.Closed; [exact B0|].
    apply Rle_ge, total_pos. intros. apply pow2_ge_0.
Qed.

(* The program over fractions in lowest terms, with which Coq computes. *)
Definition fraction : Type := QArith_base.Q.
Definition over (a : Z) (b : positive) : fraction := QArith_base.Qmake a b.
Definition fractions : numbers := {| number := fraction; nought := over 0 1;
  plus a b := Qreduction.Qred (QArith_base.Qplus a b);
  times a b := Qreduction.Qred (QArith_base.Qmult a b);
  above_nought a := Z.ltb 0 (QArith_base.Qnum a) |}.
Definition real (x : list fraction) : list R := map Q2R x.
Definition real_example (e : example fractions) : example reals :=
  (real (fst e), Q2R (snd e)).

Lemma real_nought : Q2R (nought fractions) = 0.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma real_plus a b : Q2R (plus fractions a b) = Q2R a + Q2R b.
Proof. rewrite <- Qreals.Q2R_plus. apply Qreals.Qeq_eqR, Qreduction.Qred_correct. Qed.
Lemma real_times a b : Q2R (times fractions a b) = Q2R a * Q2R b.
Proof. rewrite <- Qreals.Q2R_mult. apply Qreals.Qeq_eqR, Qreduction.Qred_correct. Qed.
Lemma real_above a : above_nought reals (Q2R a) = above_nought fractions a.
Proof.
  destruct a as [n d]. unfold Q2R. simpl.
  assert (D : 0 < / IZR (Z.pos d)) by (apply Rinv_0_lt_compat, IZR_lt; reflexivity).
  destruct Rlt_dec as [P|P]; symmetry; [apply Z.ltb_lt | apply Z.ltb_ge].
  - apply lt_IZR. apply Rmult_lt_reg_r with (1 := D). now rewrite Rmult_0_l.
  - apply le_IZR. apply Rnot_lt_le. intros N. apply P. now apply Rmult_lt_0_compat.
Qed.
Lemma real_inner w : forall x, inner reals (real w) (real x) = Q2R (inner fractions w x).
Proof.
  induction w as [|a w I]; intros [|b x]; try (symmetry; apply real_nought).
  cbn -[plus times]. rewrite real_plus, real_times, <- I. reflexivity.
Qed.
Lemma real_moved w y : forall x,
  moved reals (real w) (Q2R y) (real x) = real (moved fractions w y x).
Proof.
  induction w as [|a w I]; intros x.
  - assert (E : forall z, real (map (times fractions y) z) = map (times reals (Q2R y)) (real z)).
    { intros z. unfold real. rewrite !map_map. apply map_ext, real_times. }
    destruct x as [|b x]; [reflexivity | symmetry; apply (E (b :: x))].
  - destruct x as [|b x]; [reflexivity|].
    cbn -[plus times]. rewrite real_plus, real_times, <- I. reflexivity.
Qed.
Lemma real_wrong w e : wrong reals (real w) (real_example e) = wrong fractions w e.
Proof.
  unfold wrong. cbn -[plus times above_nought inner]. rewrite real_inner, <- real_above, real_times.
  reflexivity.
Qed.
Lemma real_update w e : update reals (real w) (real_example e) = real (update fractions w e).
Proof.
  unfold update. rewrite real_wrong. destruct wrong; [apply real_moved | reflexivity].
Qed.

(* Over fractions the program makes the same mistakes, and has the same weights, as over the
   reals. *)
Theorem Exact
    (stream : list (example fractions)) (w : list fraction) :
  learn reals (real w) (map real_example stream) = real (learn fractions w stream) /\
  missed reals (real w) (map real_example stream) = map real_example (missed fractions w stream).
Proof.
  revert w. induction stream as [|e l I]; intros w; [auto|].
  destruct (I (update fractions w e)) as [A B]. unfold learn in *. simpl fold_left. simpl missed.
  rewrite real_update, real_wrong, B. split; [exact A | now destruct wrong].
Qed.

(* Two positive examples that point in nearly opposite directions, 18 times in turn. *)
Definition hairpin : list (example fractions) :=
  [([over 1 1; over 0 1], over 1 1); ([over (-1) 1; over 1 4], over 1 1)].
Definition passes : list (example fractions) := concat (repeat hairpin 18).
Theorem Run :
  length (missed fractions [] passes) = 35%nat /\
  learn fractions [] passes = [over 1 1; over 17 4].
Proof. vm_compute. auto. Qed.
