(* Every deterministic learner can be given labels on which it errs in every round.  Let $m\ge1$,
   let the space have $m$ orthonormal vectors, and let $R,D\ge0$ and $\gamma>0$.  If
   $m\le((R+D)/\gamma)^2$, there are $m$ instances of norm $R$ such that, for each choice of their
   labels $1$ and $-1$, some unit vector has slacks of norm at most $D$ for the margin $\gamma$,
   and the perceptron, from zero, errs in every round.  If $m\le(R/\gamma)^2$, there are for every
   deterministic learner $m$ instances of norm $R$ with labels on which it errs in every round,
   although some unit vector has a margin of at least $\gamma$.  Let $B,L\ge0$ and $q\ge1$, and let
   $K$ be the largest number with $K\le B\sqrt K+K^{1-1/q}L^{1/q}$ (HingeFamily.v).  If $m\le K$,
   the orthonormal vectors have, for every deterministic learner, labels on which it errs in every
   round, although the $q$-hinge losses of some vector of norm $B$ have a sum of at most $L$.  A
   learner that tosses coins has a regret of at least $\sqrt m/2$ on some stream of $m$ orthogonal
   instances of norm $R>0$, against some vector of norm $1/R$.  Two orthonormal vectors suffice for
   a regret of at least $\sqrt T/2$, against some vector of norm $1/R$, on some stream of $T\ge1$
   instances of norm $R>0$ in their plane.  If every instance is the same vector $x\ne0$, there are
   for every deterministic learner labels on which it errs in every round, but on which $x$ or $-x$
   errs in at most half of the rounds. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

(* A learner sees the examples so far and an instance, and gives a number.  The number is read
   either as a prediction, where 1 and -1 are the labels and any other number is no prediction, or
   as a score. *)
Section Game.
Context {V : space}.
Definition past (x : nat -> V) (y : nat -> R) (t : nat) : list (V * R) :=
  map (fun s => (x s, y s)) (seq 1 (t - 1)).
Definition output (learner : list (V * R) -> V -> R) x y t : R := learner (past x y t) (x t).
Definition errs learner x y t : Prop := output learner x y t <> y t.
Definition label (y : R) : Prop := y = 1 \/ y = -1.
Definition slack (gamma : R) (u x : V) (y : R) : R := Rmax 0 (gamma - y * ⟨u, x⟩).
(* The weights of a perceptron before each round; a tie is a mistake. *)
Definition perceptron (w x : nat -> V) (y : nat -> R) : Prop := w 1%nat = zero /\
  forall t, (1 <= t)%nat ->
    w (S t) = if Rle_dec (y t * ⟨w t, x t⟩) 0 then w t ⊕ y t ⊙ x t else w t.

(* The adversary gives the label -1 for a positive score, and 1 otherwise. *)
Variables (learner : list (V * R) -> V -> R) (x : nat -> V).
Definition answer (examples : list (V * R)) (instance : V) : R :=
  if Rlt_dec 0 (learner examples instance) then -1 else 1.
Fixpoint play (n : nat) : list (V * R) :=
  match n with O => [] | S s => play s ++ [(x (S s), answer (play s) (x (S s)))] end.
Definition labels (t : nat) : R := answer (play (t - 1)) (x t).
Lemma played n : play n = map (fun s => (x s, labels s)) (seq 1 n).
Proof.
  induction n as [|n I]; [reflexivity|]. rewrite seq_S, map_app, <- I. simpl.
  unfold labels. now rewrite Nat.sub_succ, Nat.sub_0_r.
Qed.
Lemma always_errs t :
  label (labels t) /\ errs learner x labels t /\ labels t * output learner x labels t <= 0.
Proof.
  unfold errs, output, past. rewrite <- played. unfold labels, answer, label.
  destruct Rlt_dec; repeat split; auto; lra.
Qed.
End Game.

Section Comparator.
Context {V : space}.
Variables (m : nat) (e : nat -> V) (y : nat -> R).
Hypothesis basis : forall i j, (1 <= i <= m)%nat -> (1 <= j <= m)%nat ->
  ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0.
Let diagonal n : V := vsum (fun s => y s ⊙ e s) n.
Lemma diagonal_dot n t : (n <= S m)%nat -> (1 <= t <= m)%nat ->
  ⟨diagonal n, e t⟩ = if Nat.ltb t n then y t else 0.
Proof.
  intros N T. induction n as [|[|n] I]; [apply dot_zero | |].
  { unfold diagonal; simpl. rewrite dot_zero. now destruct (Nat.ltb_spec t 1); [lia|]. }
  unfold diagonal in *. rewrite vsum_S by lia. lin. rewrite I, basis by lia.
  destruct (Nat.ltb_spec t (S n)), (Nat.ltb_spec t (S (S n))), (Nat.eqb_spec (S n) t); subst;
    try lia; ring.
Qed.
Lemma sum_const f c n : (forall s, (1 <= s <= n)%nat -> f s = c) -> sum f (S n) = INR n * c.
Proof.
  induction n as [|n I]; intros H; [simpl; ring|].
  rewrite sum_S, I, H, S_INR by (intros; try apply H; lia). ring.
Qed.
Hypothesis signs : forall t, (1 <= t <= m)%nat -> label (y t).
Hypothesis some : (1 <= m)%nat.
Lemma square t : (1 <= t <= m)%nat -> y t * y t = 1.
Proof. intros T. destruct (signs t T) as [-> | ->]; ring. Qed.
Lemma comparator : exists u : V, ‖u‖² = 1 /\
  forall t, (1 <= t <= m)%nat -> y t * ⟨u, e t⟩ = / sqrt (INR m).
Proof.
  assert (P : 0 < sqrt (INR m)) by (apply sqrt_lt_R0, (lt_INR 0); lia).
  exists (/ sqrt (INR m) ⊙ diagonal (S m)). split.
  - lin. unfold diagonal at 1. rewrite dot_vsum, (sum_const _ 1).
    + rewrite <- (sqrt_sqrt (INR m)) at 3 by apply pos_INR. field. lra.
    + intros s T. rewrite dot_scale, dot_sym, diagonal_dot by lia.
      destruct (Nat.ltb_spec s (S m)); [now apply square | lia].
  - intros t T. lin. rewrite diagonal_dot by lia.
    destruct (Nat.ltb_spec t (S m)); [|lia]. rewrite (Rmult_comm (/ _)), <- Rmult_assoc.
    rewrite square by exact T. ring.
Qed.
Lemma tie w R t : perceptron w (fun s => R ⊙ e s) y -> (1 <= t <= m)%nat ->
  ⟨w t, R ⊙ e t⟩ = 0.
Proof using basis some.
  intros [Z U] T. assert (A : forall s, (t <= s <= m)%nat -> ⟨w t, e s⟩ = 0).
  { revert T. induction t as [|[|t] I]; intros T s K; [lia | |].
    - rewrite Z. apply dot_zero.
    - rewrite U by lia. destruct Rle_dec; lin; rewrite I, ?basis by lia; [|ring].
      destruct (Nat.eqb_spec (S t) s); [lia | ring]. }
  lin. rewrite A by lia. ring.
Qed.
End Comparator.

Theorem Adversary
    (V : space) (learner : list (V * R) -> V -> R) (x : nat -> V) :
  exists y, forall t,
    label (y t) /\ errs learner x y t /\ y t * output learner x y t <= 0.
Proof. exists (labels learner x). apply always_errs. Qed.

Theorem LowerBound
    (V : space) (m : nat) (e : nat -> V) (R D gamma : R)
    (basis : forall i j, (1 <= i <= m)%nat -> (1 <= j <= m)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (some : (1 <= m)%nat)
    (R_sign : R >= 0)
    (D_sign : D >= 0)
    (positive : gamma > 0)
    (size : INR m <= ((R + D) / gamma) ^ 2) :
  exists x : nat -> V, (forall t, (1 <= t <= m)%nat -> ‖x t‖² = R ^ 2) /\
    (forall y, (forall t, (1 <= t <= m)%nat -> label (y t)) ->
      (exists u, ‖u‖² = 1 /\ ∑ t <= m, slack gamma u (x t) (y t) ^ 2 <= D ^ 2) /\
      (forall w, perceptron w x y -> forall t, (1 <= t <= m)%nat -> y t * ⟨w t, x t⟩ <= 0)) /\
    (forall learner, exists y, forall t, (1 <= t <= m)%nat ->
      label (y t) /\ errs learner x y t).
Proof.
  set (r := sqrt (INR m)). assert (P : 0 < r) by (apply sqrt_lt_R0, (lt_INR 0); lia).
  assert (Q : r * r = INR m) by apply sqrt_sqrt, pos_INR.
  assert (B : r * gamma <= R + D).
  { apply Rsqr_incr_0_var; [unfold Rsqr | lra].
    replace (r * gamma * (r * gamma)) with (INR m * gamma ^ 2) by (rewrite <- Q; ring).
    replace ((R + D) * (R + D)) with (((R + D) / gamma) ^ 2 * gamma ^ 2) by (field; lra).
    apply Rmult_le_compat_r; nra. }
  exists (fun t => R ⊙ e t). split; [|split].
  - intros t T. lin. rewrite basis, Nat.eqb_refl by lia. ring.
  - intros y Y. split.
    + destruct (comparator m e y basis Y some) as (u & U & S). exists u. split; [exact U|].
      set (d := Rmax 0 (gamma - R / r)).
      rewrite (sum_const _ (d ^ 2)).
      * assert (0 <= r * d <= D); [|rewrite <- Q; nra].
        unfold d, Rmax. destruct Rle_dec; [|nra]. split; [nra|].
        replace (r * (gamma - R / r)) with (r * gamma - R) by (field; lra). lra.
      * intros t T. unfold slack, d. do 2 f_equal. f_equal. rewrite dot_scale_r.
        unfold Rdiv. fold r in S. rewrite <- (S t T). ring.
    + intros w W t T. rewrite (tie m e y basis some w R t W T). lra.
  - intros learner. destruct (Adversary V learner (fun t => R ⊙ e t)) as [y Y].
    exists y. intros t _. split; apply Y.
Qed.

Theorem Separated
    (V : space) (m : nat) (e : nat -> V) (R gamma : R)
    (basis : forall i j, (1 <= i <= m)%nat -> (1 <= j <= m)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (some : (1 <= m)%nat)
    (positive : gamma > 0)
    (radius : R >= gamma)
    (size : INR m <= R ^ 2 / gamma ^ 2)
    (learner : list (V * Rdefinitions.R) -> V -> Rdefinitions.R) :
  exists x y u, ‖u‖² = 1 /\ forall t, (1 <= t <= m)%nat ->
    ‖x t‖² = R ^ 2 /\ label (y t) /\ errs learner x y t /\ y t * ⟨u, x t⟩ >= gamma.
Proof.
  set (x := fun t => R ⊙ e t). destruct (Adversary V learner x) as [y Y]. exists x, y.
  destruct (comparator m e y basis) as (u & U & S); [intros t _; apply Y | exact some|].
  exists u. split; [exact U|]. intros t T. repeat split; try apply Y.
  - unfold x. lin. rewrite basis, Nat.eqb_refl by lia. ring.
  - set (r := sqrt (INR m)) in *. assert (P : 0 < r) by (apply sqrt_lt_R0, (lt_INR 0); lia).
    assert (Q : r * r = INR m) by apply sqrt_sqrt, pos_INR.
    replace (y t * ⟨u, x t⟩) with (R * / r)
      by (rewrite <- (S t T); unfold x; lin; ring).
    assert (B : r * gamma <= R).
    { apply Rsqr_incr_0_var; [unfold Rsqr | lra].
      replace (r * gamma * (r * gamma)) with (INR m * gamma ^ 2) by (rewrite <- Q; ring).
      replace (R * R) with (R ^ 2 / gamma ^ 2 * gamma ^ 2) by (field; lra).
      apply Rmult_le_compat_r; nra. }
    apply Rle_ge, Rmult_le_reg_l with r; [exact P|].
    replace (r * (R * / r)) with R by (field; lra). exact B.
Qed.

(* By HingeFamily.v the hypothesis called size holds exactly if n is at most K_q(B, L), the largest
   number K with K <= B sqrt(K) + K^(1 - 1/q) L^(1/q). *)
Theorem HingeLower
    (V : space) (n : nat) (e : nat -> V) (B L q : R)
    (basis : forall i j, (1 <= i <= n)%nat -> (1 <= j <= n)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (some : (1 <= n)%nat)
    (B_sign : B >= 0)
    (L_sign : L >= 0)
    (q_large : q >= 1)
    (size : INR n <= B ^ 2 \/ INR n * Rpower (1 - B / sqrt (INR n)) q <= L)
    (learner : list (V * R) -> V -> R) :
  exists y u, (forall t, label (y t) /\ errs learner e y t) /\ sqrt ‖u‖² = B /\
    ∑ t <= n, power (Rmax 0 (1 - y t * ⟨u, e t⟩)) q <= L.
Proof.
  destruct (Adversary V learner e) as [y Y]. exists y.
  destruct (comparator n e y basis) as (u & U & H); [intros t _; apply Y | exact some|].
  exists (B ⊙ u). split; [intros t; split; apply Y|]. split.
  { lin. rewrite U, Rmult_1_r. apply sqrt_square. lra. }
  assert (N : 0 < INR n) by (apply (lt_INR 0); lia).
  set (r := sqrt (INR n)) in *. assert (P : 0 < r) by now apply sqrt_lt_R0.
  assert (Q : r * r = INR n) by apply sqrt_sqrt, pos_INR.
  rewrite (sum_const _ (power (Rmax 0 (1 - B / r)) q)).
  - assert (D : r * (1 - B / r) = r - B) by (field; lra).
    unfold Rmax. destruct Rle_dec as [C|C]; [|rewrite power_0 by reflexivity; lra].
    unfold power. destruct Rlt_dec as [C'|C']; [|lra]. destruct (Rlt_dec 0 q); [|lra].
    destruct size as [Z|Z]; [|exact Z]. exfalso. pose proof (Rmult_lt_0_compat _ _ P C'). nra.
  - intros t T. do 2 f_equal. f_equal. rewrite dot_scale. unfold Rdiv. rewrite <- (H t T). ring.
Qed.

(* The number of mistakes of a fixed classifier u in the rounds 1, ..., T. *)
Definition errors {V : space} (u : V) (x : nat -> V) (y : nat -> R) (T : nat) : R :=
  ∑ t <= T, (if Rle_dec (y t * ⟨u, x t⟩) 0 then 1 else 0).
Theorem Fooled
    (V : space) (T : nat) (x : V)
    (instance : x <> zero)
    (learner : list (V * R) -> V -> R) :
  let xs := fun _ : nat => x in
  exists y, (forall t, label (y t) /\ errs learner xs y t) /\
    exists u, (u = x \/ u = (-1) ⊙ x) /\ errors u xs y T <= INR T / 2.
Proof.
  intros xs. destruct (Adversary V learner xs) as [y Y]. exists y.
  split; [intros t; split; apply Y|].
  assert (P : 0 < ‖x‖²).
  { destruct (dot_pos _ x) as [P|Z]; [exact P | contradict instance]. now apply dot_definite. }
  assert (E : errors x xs y T + errors ((-1) ⊙ x) xs y T = INR T).
  { unfold errors. induction T as [|n I]; [simpl; ring|].
    rewrite !(sum_S _ (S n)), S_INR, <- I by lia. unfold xs. rewrite dot_scale.
    destruct (Y (S n)) as ([-> | ->] & _); repeat destruct Rle_dec; lra. }
  destruct (Rle_lt_dec (errors x xs y T) (INR T / 2)); [exists x | exists ((-1) ⊙ x)];
    split; auto; lra.
Qed.

(* A score f between -1 and 1 stands for a coin that errs on the label y
   with the chance |f - y|/2. *)
Definition chance (f y : R) : R := Rabs (f - y) / 2.
Lemma chance_at_least f y : label y -> (1 - y * f) / 2 <= chance f y.
Proof. unfold chance, Rabs. intros [-> | ->]; destruct Rcase_abs; lra. Qed.
Lemma chance_is f y : label y -> y * f <= 1 -> chance f y = (1 - y * f) / 2.
Proof. unfold chance, Rabs. intros [-> | ->] L; destruct Rcase_abs; lra. Qed.
(* The scores of the learner may be any numbers; those of u lie between -1 and 1, so they are
   coins. *)
Theorem CoinFloor
    (V : space) (T : nat) (e : nat -> V) (R : R)
    (basis : forall i j, (1 <= i <= T)%nat -> (1 <= j <= T)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (some : (1 <= T)%nat)
    (positive : R > 0)
    (learner : list (V * Rdefinitions.R) -> V -> Rdefinitions.R) :
  exists x y u,
    (forall i j, (1 <= i <= T)%nat -> (1 <= j <= T)%nat ->
      ⟨x i, x j⟩ = if Nat.eqb i j then R ^ 2 else 0) /\
    (forall t, label (y t)) /\ sqrt ‖u‖² = 1 / R /\
    ∑ t <= T, chance (output learner x y t) (y t)
      - (∑ t <= T, chance ⟨u, x t⟩ (y t)) >= 1 / 2 * sqrt (INR T).
Proof.
  set (x := fun t => R ⊙ e t). destruct (Adversary V learner x) as [y Y]. exists x, y.
  destruct (comparator T e y basis) as (u & U & H); [intros t _; apply Y | exact some|].
  set (r := sqrt (INR T)) in *. assert (P : 0 < r) by (apply sqrt_lt_R0, (lt_INR 0); lia).
  assert (Q : r * r = INR T) by apply sqrt_sqrt, pos_INR.
  exists (/ R ⊙ u). repeat apply conj.
  - intros i j I J. unfold x. lin. rewrite basis by assumption. destruct Nat.eqb; ring.
  - intros t. apply Y.
  - lin. rewrite U. replace (/ R * (/ R * 1)) with ((1 / R) * (1 / R)) by (field; lra).
    apply sqrt_square. left. apply Rdiv_lt_0_compat; lra.
  - rewrite (sum_const (fun t => chance ⟨/ R ⊙ u, x t⟩ (y t)) ((1 - / r) / 2)).
    + assert (A : forall n, INR n * (1 / 2) <=
        sum (fun t => chance (output learner x y t) (y t)) (S n)).
      { induction n as [|n I]; [simpl; lra|]. rewrite sum_S, S_INR by lia.
        destruct (Y (S n)) as (L & _ & N).
        pose proof (chance_at_least (output learner x y (S n)) (y (S n)) L). lra. }
      specialize (A T). replace (INR T * ((1 - / r) / 2)) with (INR T * (1 / 2) - 1 / 2 * r).
      * lra.
      * rewrite <- Q. field. lra.
    + intros t T'. assert (E : y t * ⟨/ R ⊙ u, x t⟩ = / r)
        by (rewrite <- (H t T'); unfold x; lin; field; lra).
      rewrite chance_is; [now rewrite E | apply Y | rewrite E, <- Rinv_1].
      apply Rinv_le_contravar; [lra|]. unfold r. rewrite <- sqrt_1.
      apply sqrt_le_1_alt, (le_INR 1), some.
Qed.

(* Instances in the plane of e 1 and e 2, each at a right angle to the sum of the labels times the
   instances before. *)
Section Plane.
Context {V : space}.
Variables (e : nat -> V) (R : R) (learner : list (V * Rdefinitions.R) -> V -> Rdefinitions.R).
Hypothesis basis : forall i j, (1 <= i <= 2)%nat -> (1 <= j <= 2)%nat ->
  ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0.
Hypothesis positive : R > 0.
Let at_ (a : Rdefinitions.R * Rdefinitions.R) : V := fst a ⊙ e 1%nat ⊕ snd a ⊙ e 2%nat.
Let size (a : Rdefinitions.R * Rdefinitions.R) := fst a * fst a + snd a * snd a.
Let across (a : Rdefinitions.R * Rdefinitions.R) :=
  if Req_EM_T (size a) 0 then (R, 0) else (- (R / sqrt (size a) * snd a), R / sqrt (size a) * fst a).
Fixpoint plane (n : nat) : list (V * Rdefinitions.R) * (Rdefinitions.R * Rdefinitions.R) :=
  match n with
  | O => ([], (0, 0))
  | S s => let (l, a) := plane s in let x := across a in let y := answer learner l (at_ x) in
    (l ++ [(at_ x, y)], (fst a + y * fst x, snd a + y * snd x))
  end.
Let x (t : nat) : V := at_ (across (snd (plane (t - 1)))).
Let y (t : nat) := answer learner (fst (plane (t - 1))) (x t).
Lemma dot_at a b : ⟨at_ a, at_ b⟩ = fst a * fst b + snd a * snd b.
Proof using basis. unfold at_. lin. rewrite !basis by lia. simpl. ring. Qed.
Lemma right_angle a : size (across a) = R ^ 2 /\ fst a * fst (across a) + snd a * snd (across a) = 0.
Proof using positive.
  unfold across. destruct Req_EM_T as [Z|N].
  - unfold size in *. simpl. assert (fst a = 0) by nra. split; nra.
  - assert (P : 0 < size a) by (unfold size in *; nra).
    pose proof (sqrt_lt_R0 _ P) as Q. pose proof (sqrt_sqrt (size a) ltac:(lra)) as E.
    set (r := sqrt (size a)) in *. split; [|simpl; field; lra].
    transitivity (R / r * (R / r) * size a); [unfold size; simpl; ring|].
    rewrite <- E. field. lra.
Qed.
Lemma planned n : plane (S n) = (fst (plane n) ++ [(x (S n), y (S n))],
  (fst (snd (plane n)) + y (S n) * fst (across (snd (plane n))),
   snd (snd (plane n)) + y (S n) * snd (across (snd (plane n))))).
Proof. unfold y, x. replace (S n - 1)%nat with n by lia. simpl. now destruct (plane n). Qed.
Lemma plan_past n : fst (plane n) = map (fun s => (x s, y s)) (seq 1 n).
Proof. induction n as [|n I]; [reflexivity|]. now rewrite planned, seq_S, map_app, <- I. Qed.
Lemma plan_label t : label (y t) /\ y t * output learner x y t <= 0.
Proof.
  unfold output, past. rewrite <- plan_past. unfold y, answer, label.
  destruct Rlt_dec; (split; [auto | lra]).
Qed.
Lemma plan_size n : size (snd (plane n)) = INR n * R ^ 2.
Proof using positive.
  induction n as [|n I]; [unfold size; simpl; ring|]. rewrite planned, S_INR.
  destruct (right_angle (snd (plane n))) as [A B].
  replace ((INR n + 1) * R ^ 2) with (INR n * R ^ 2 + R ^ 2) by ring. rewrite <- I, <- A.
  assert (Y : y (S n) * y (S n) = 1) by (destruct (plan_label (S n)) as [[-> | ->] _]; ring).
  revert Y B. unfold size. cbn [fst snd]. generalize (y (S n)).
  set (p := snd (plane n)). set (c := across p). intros z Y B.
  transitivity (fst p * fst p + snd p * snd p + z * z * (fst c * fst c + snd c * snd c)
    + 2 * z * (fst p * fst c + snd p * snd c)); [ring|]. rewrite Y, B. ring.
Qed.
Lemma plan_gain u n : ∑ t <= n, y t * ⟨u, x t⟩ = ⟨u, at_ (snd (plane n))⟩.
Proof.
  induction n as [|n I]; [unfold at_; simpl; lin; ring|].
  rewrite sum_S, I, planned by lia. unfold x. replace (S n - 1)%nat with n by lia.
  unfold at_. cbn [fst snd]. lin. ring.
Qed.
End Plane.

(* The ball in which all scores are between -1 and 1 has the radius 1 / R. *)
Theorem CoinPlane
    (V : space) (T : nat) (e : nat -> V) (R : R)
    (basis : forall i j, (1 <= i <= 2)%nat -> (1 <= j <= 2)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (some : (1 <= T)%nat)
    (positive : R > 0)
    (learner : list (V * Rdefinitions.R) -> V -> Rdefinitions.R) :
  exists x y u,
    (forall t, label (y t) /\ sqrt ‖x t‖² = R /\ exists a b, x t = a ⊙ e 1%nat ⊕ b ⊙ e 2%nat) /\
    sqrt ‖u‖² = 1 / R /\
    ∑ t <= T, chance (output learner x y t) (y t)
      - (∑ t <= T, chance ⟨u, x t⟩ (y t)) >= 1 / 2 * sqrt (INR T).
Proof.
  set (v := fun a : Rdefinitions.R * Rdefinitions.R => fst a ⊙ e 1%nat ⊕ snd a ⊙ e 2%nat).
  pose proof (plan_size e R learner positive T) as Size.
  pose proof (plan_gain e R learner) as Gain. pose proof (plan_label e R learner) as Label.
  pose proof (dot_at e basis) as Dot.
  set (last := snd (plane e R learner T)) in *. cbn zeta in *.
  match type of Label with forall t, label (@?f t) /\ _ <= 0 => set (y := f) end.
  pose proof (fun t => right_angle R positive (snd (plane e R learner (t - 1)))) as Angle.
  match type of Gain with forall u n, sum (fun t => _ * ⟨u, @?f t⟩) (S n) = _ => set (x := f) end.
  set (r := sqrt (INR T)). assert (P : 0 < r) by (apply sqrt_lt_R0, (lt_INR 0); lia).
  assert (Q : r * r = INR T) by apply sqrt_sqrt, pos_INR.
  set (u := / (R ^ 2 * r) ⊙ v last).
  assert (N : forall t, ‖x t‖² = R * R).
  { intros t. transitivity (R ^ 2); [|ring]. destruct (Angle t) as [A _]. rewrite <- A. apply Dot. }
  assert (U : ‖u‖² = 1 / R * (1 / R)).
  { unfold u. lin. transitivity (/ (R ^ 2 * r) * (/ (R ^ 2 * r) * (INR T * R ^ 2))).
    - do 2 f_equal. rewrite <- Size. apply Dot.
    - rewrite <- Q. field. lra. }
  exists x, y, u. split; [|split].
  - intros t. split; [apply Label|]. split; [rewrite N; apply sqrt_square; lra|].
    eexists _, _. reflexivity.
  - rewrite U. apply sqrt_square. left. apply Rdiv_lt_0_compat; lra.
  - assert (A : forall n, sum (fun t => y t * ⟨u, x t⟩) (S n) =
      2 * (INR n / 2 - sum (fun t => chance ⟨u, x t⟩ (y t)) (S n))).
    { induction n as [|n I]; [simpl; lra|]. rewrite !(sum_S _ (S n)), I, S_INR by lia.
      destruct (Label (S n)) as [L _]. fold (y (S n)) in L. rewrite chance_is; [field | exact L |].
      pose proof (cauchy_schwarz u (x (S n))) as C. rewrite U, N in C.
      replace (1 / R * (1 / R) * (R * R)) with 1 in C by (field; lra).
      destruct L as [-> | ->]; nra. }
    assert (B : forall n, INR n / 2 <= sum (fun t => chance (output learner x y t) (y t)) (S n)).
    { induction n as [|n I]; [simpl; lra|]. rewrite sum_S, S_INR by lia.
      destruct (Label (S n)) as [L M]. fold x y in M. fold (y (S n)) in L, M.
      pose proof (chance_at_least (output learner x y (S n)) (y (S n)) L). lra. }
    specialize (A T). specialize (B T). rewrite Gain in A.
    assert (G : ⟨u, v last⟩ = r).
    { unfold u. lin. transitivity (/ (R ^ 2 * r) * (INR T * R ^ 2)).
      - f_equal. rewrite <- Size. apply Dot.
      - rewrite <- Q. field. lra. }
    change (⟨u, v last⟩ = 2 * (INR T / 2 - sum (fun t => chance ⟨u, x t⟩ (y t)) (S T))) in A. lra.
Qed.
