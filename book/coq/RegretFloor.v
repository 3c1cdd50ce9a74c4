(* Let $T\ge1$, let $B,G>0$, and let the space have two orthonormal vectors.  For every learner that
   plays points of the ball of radius $B$ around 0, each determined by the slopes before it, there
   are slopes of norm $G$ and a point of the ball against which its regret is at least $BG\sqrt T$;
   so no smaller number bounds its regret for all slopes of norm $G$ and all points of the ball.
   The leader with the constant step $\eta=B/(G\sqrt T)$ plays the point of the ball nearest to
   $-\eta s$, where $s$ is the sum of the slopes before.  Its regret is at most $BG\sqrt T$ for all
   slopes of norm at most $G$ and all points of the ball, and exactly this for some. *)
From Perclib Require Import Laws.
From Perclib.Regret Require The_best_constant_step.
From Perclib.Regret Require A_floor_for_every_learner.
From Coq Require Import List.
Import ListNotations.

Section Game.
Context {V : space}.
(* A learner gets the slopes so far, the first one first. *)
Definition past (g : nat -> V) (t : nat) : list V := map g (seq 1 (t - 1)).
Definition regret (learner : list V -> V) (g : nat -> V) (T : nat) (u : V) : R :=
  ∑ t <= T, ⟨g t, learner (past g t) ⊖ u⟩.
Definition total (slopes : list V) : V := fold_right add zero slopes.
Definition clip (radius : R) (v : V) : V :=
  if Rle_dec (norm v) radius then v else (radius / norm v) ⊙ v.
Definition leader (radius eta : R) (slopes : list V) : V := clip radius ((- eta) ⊙ total slopes).

Lemma norm_pos (v : V) : 0 <= norm v.
Proof. apply sqrt_pos. Qed.
Lemma norm_square (v : V) : norm v * norm v = ‖v‖².
Proof. apply sqrt_sqrt, dot_pos. Qed.
Lemma norm_is (v : V) r : 0 <= r -> ‖v‖² = r * r -> norm v = r.
Proof. intros P E. unfold norm. rewrite E. now apply sqrt_square. Qed.
Lemma within (v : V) r : 0 <= r -> norm v <= r -> ‖v‖² <= r * r.
Proof. intros P L. rewrite <- norm_square. pose proof (norm_pos v). nra. Qed.
Lemma size (g h : V) : ⟨g, h⟩ <= norm g * norm h.
Proof.
  assert (C : ⟨g, h⟩ ^ 2 <= ‖g‖² * ‖h‖²).
  { destruct (Req_dec ‖g‖² 0) as [Z|N].
    - rewrite (dot_definite _ g Z), !dot_zero. lra.
    - pose proof (dot_pos _ g). pose proof (dot_pos _ (‖g‖² ⊙ h ⊕ (- ⟨g, h⟩) ⊙ g)) as P.
      revert P. lin. rewrite (dot_sym _ h g). intros P. apply Rmult_le_reg_l with ‖g‖²; lra. }
  rewrite <- !norm_square in C. pose proof (norm_pos g). pose proof (norm_pos h).
  apply Rsqr_incr_0_var; unfold Rsqr; nra.
Qed.
(* Clipping v gives a point c of the ball with <c - v, u - c> >= 0 for every u in the ball, so c is
   the point of the ball nearest to v. *)
Lemma clipped radius v : radius > 0 -> norm (clip radius v) <= radius /\
  forall u, norm u <= radius -> ⟨clip radius v ⊖ v, u ⊖ clip radius v⟩ >= 0.
Proof.
  intros P. unfold clip. destruct Rle_dec as [L|L].
  - split; [exact L|]. intros u _. lin. lra.
  - apply Rnot_le_lt in L. set (n := norm v) in *. assert (n0 : 0 < n) by lra.
    assert (E : radius / n * n = radius) by (field; lra). set (r := radius / n) in *.
    assert (r0 : 0 < r) by (apply Rdiv_lt_0_compat; lra).
    assert (r1 : r < 1) by nra. split.
    + right. apply norm_is; [lra|]. lin. rewrite <- norm_square. fold n.
      transitivity (r * n * (r * n)); [ring | now rewrite E].
    + intros u U. pose proof (size v u) as S. fold n in S. lin. rewrite <- norm_square. fold n.
      assert (⟨v, u⟩ <= n * radius) by nra.
      assert ((1 - r) * (n * radius - ⟨v, u⟩) >= 0) by (apply Rle_ge, Rmult_le_pos; lra).
      replace (n * radius) with (r * n * n) in * by (rewrite E; ring).
      match goal with |- ?a >= 0 => replace a with ((1 - r) * (r * n * n - ⟨v, u⟩)) by ring end.
      assumption.
Qed.
Lemma total_last l v : total (l ++ [v]) = total l ⊕ v.
Proof.
  induction l as [|a l I]; simpl; [vector; ring|]. unfold total in *. rewrite I. vector. ring.
Qed.
Lemma past_S g t : (1 <= t)%nat -> past g (S t) = past g t ++ [g t].
Proof.
  intros L. unfold past. replace (S t - 1)%nat with (S (t - 1)) by lia. rewrite seq_S, map_app.
  simpl. do 2 f_equal. now replace (S (t - 1)) with t by lia.
Qed.
Lemma total_S g t : (1 <= t)%nat -> total (past g (S t)) = total (past g t) ⊕ g t.
Proof. intros L. now rewrite past_S, total_last. Qed.

(* A unit vector that lies in the plane of p and q and is orthogonal to s. *)
Variables (p q : V).
Definition unit (s : V) : V :=
  let n := sqrt (⟨p, s⟩ ^ 2 + ⟨q, s⟩ ^ 2) in
  if Req_EM_T n 0 then p else (/ n) ⊙ ((- ⟨q, s⟩) ⊙ p ⊕ ⟨p, s⟩ ⊙ q).
Hypothesis p_unit : ‖p‖² = 1.
Hypothesis q_unit : ‖q‖² = 1.
Hypothesis orthogonal : ⟨p, q⟩ = 0.
Lemma unit_across s : ‖unit s‖² = 1 /\ ⟨s, unit s⟩ = 0.
Proof using All.
  unfold unit. set (n := sqrt _). assert (P : 0 <= ⟨p, s⟩ ^ 2 + ⟨q, s⟩ ^ 2) by nra.
  pose proof (sqrt_sqrt _ P) as E. fold n in E. destruct Req_EM_T as [Z|N].
  - split; [exact p_unit|]. rewrite Z in E. rewrite dot_sym. nra.
  - split.
    + lin. rewrite p_unit, q_unit, (dot_sym _ q p), orthogonal.
      transitivity (/ n * / n * (⟨p, s⟩ ^ 2 + ⟨q, s⟩ ^ 2)); [ring | rewrite <- E; field; exact N].
    + lin. rewrite (dot_sym _ s p), (dot_sym _ s q). ring.
Qed.
(* The adversary gives the slope the sign with which its inner product with the learner's point is
   at least zero. *)
Variables (learner : list V -> V) (G : R).
Definition slope (slopes : list V) : V :=
  let r := unit (total slopes) in
  if Rle_dec 0 ⟨r, learner slopes⟩ then G ⊙ r else (- G) ⊙ r.
Fixpoint play (n : nat) : list V := match n with O => [] | S k => play k ++ [slope (play k)] end.
Definition slopes (t : nat) : V := slope (play (t - 1)).
Lemma played t : past slopes t = play (t - 1).
Proof using Type.
  unfold past. generalize (t - 1)%nat. clear t. induction n as [|n I]; [reflexivity|].
  rewrite seq_S, map_app, I. simpl.
  unfold slopes. now rewrite Nat.sub_succ, Nat.sub_0_r.
Qed.
Hypothesis positive : G > 0.
Lemma slope_is l : ‖slope l‖² = G ^ 2 /\ ⟨total l, slope l⟩ = 0 /\
  ⟨slope l, learner l⟩ >= 0.
Proof using All.
  destruct (unit_across (total l)) as [U A]. unfold slope.
  destruct Rle_dec as [L|L]; lin; rewrite U, A; repeat split; try ring; nra.
Qed.
End Game.

Theorem RegretFloor
    (V : space) (p q : V) (T : nat) (B G : R)
    (plane : ‖p‖² = 1 /\ ‖q‖² = 1 /\ ⟨p, q⟩ = 0)
    (rounds : (1 <= T)%nat)
    (B_positive : B > 0)
    (G_positive : G > 0) :
  let floor := B * G * sqrt (INR T) in
  let eta := B / (G * sqrt (INR T)) in
  (forall learner : list V -> V, (forall slopes, norm (learner slopes) <= B) ->
    (exists g u, (forall t, norm (g t) = G) /\ norm u <= B /\ regret learner g T u >= floor) /\
    (forall b, (forall g u, (forall t, norm (g t) = G) -> norm u <= B -> regret learner g T u <= b) ->
      floor <= b)) /\
  (forall slopes : list V, let w := leader B eta slopes in
    norm w <= B /\ forall v, norm v <= B ->
      norm (w ⊖ ((- eta) ⊙ total slopes)) <= norm (v ⊖ ((- eta) ⊙ total slopes))) /\
  (forall (g : nat -> V) u, (forall t, (1 <= t <= T)%nat -> norm (g t) <= G) -> norm u <= B ->
    regret (leader B eta) g T u <= floor) /\
  (exists (g : nat -> V) u, (forall t, norm (g t) = G) /\ norm u <= B /\
    regret (leader B eta) g T u = floor).
Proof.
  intros floor eta. destruct plane as (pp & qq & pq).
  assert (T0 : 0 < INR T) by (apply lt_0_INR; lia).
  assert (r0 : 0 < sqrt (INR T)) by now apply sqrt_lt_R0.
  assert (rr : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
  set (r := sqrt (INR T)) in *.
  assert (e0 : 0 < eta) by (apply Rdiv_lt_0_compat; [lra | now apply Rmult_lt_0_compat]).
  (* The floor. *)
  assert (low : forall learner : list V -> V, exists g u,
    (forall t, norm (g t) = G) /\ norm u <= B /\ regret learner g T u >= floor).
  { intros learner. set (g := slopes p q learner G). set (s t := total (past g t)).
    set (u := (-1) ⊙ (B / (G * r) ⊙ s (S T))).
    pose proof (fun t => slope_is p q pp qq pq learner G G_positive (play p q learner G (t - 1))) as H.
    assert (across : forall t, ⟨s t, g t⟩ = 0).
    { intros t. unfold s, g. rewrite played. apply H. }
    exists g, u. split; [|split].
    - intros t. apply norm_is; [lra|]. replace (G * G) with (G ^ 2) by ring. apply H.
    - right. apply norm_is; [lra|].
      assert (E : forall t, ‖s (S t)‖² = INR t * G ^ 2).
      { induction t as [|t I]; [unfold s; simpl; rewrite dot_zero; ring|].
        unfold s in *. rewrite total_S, S_INR by lia. lin. rewrite I, (dot_sym _ (g (S t))), across.
        replace ‖g (S t)‖² with (G ^ 2) by (symmetry; apply H). ring. }
      unfold u. lin. rewrite E, <- rr. field. lra.
    - unfold regret. apply (A_floor_for_every_learner.A_floor_for_every_learner V T rounds s g
        (fun t => learner (past g t)) G B u); try reflexivity; try exact G_positive; intros t L.
      + apply across.
      + unfold g. rewrite played. apply H.
      + apply H.
      + apply total_S. lia. }
  (* The leader. *)
  assert (high : forall (g : nat -> V) u, (forall t, (1 <= t <= T)%nat -> norm (g t) <= G) ->
    norm u <= B -> regret (leader B eta) g T u <= floor).
  { intros g u bounded inside. set (s t := total (past g t)). set (w t := leader B eta (past g t)).
    assert (angle : forall t v, norm v <= B -> ⟨(/ eta) ⊙ w t ⊕ s t, v ⊕ (-1) ⊙ w t⟩ >= 0).
    { intros t v L. destruct (clipped B ((- eta) ⊙ s t) B_positive) as [_ A]. specialize (A v L).
      fold (leader B eta (past g t)) in A. change (clip B ((- eta) ⊙ s t)) with (w t) in A.
      replace ((/ eta) ⊙ w t ⊕ s t) with ((/ eta) ⊙ (w t ⊕ (-1) ⊙ ((- eta) ⊙ s t)))
        by (vector; field; lra).
      rewrite dot_scale. apply Rle_ge, Rmult_le_pos; [now apply Rlt_le, Rinv_0_lt_compat|].
      now apply Rge_le. }
    assert (in_ball : forall t, norm (w t) <= B) by (intros t; now apply clipped).
    assert (step : B / G / sqrt (INR T) = eta) by (unfold eta; fold r; field; lra).
    apply (The_best_constant_step.The_best_constant_step V T rounds (fun _ => eta) s g w u eta
      (B / G) B G); try (intros; lra).
    - intros t L. apply total_S. lia.
    - intros t L. apply angle, in_ball.
    - reflexivity.
    - specialize (angle (S T) u inside). unfold inv. revert angle. lin.
      rewrite (dot_sym _ (s (S T)) u), (dot_sym _ (s (S T)) (w (S T))).
      pose proof (dot_pos _ (u ⊕ (-1) ⊙ w (S T))) as P. revert P. lin.
      rewrite (dot_sym _ u (w (S T))). intros P A.
      assert (I : 0 < / (2 * eta)) by (apply Rinv_0_lt_compat; lra).
      apply (Rmult_le_compat_l (/ (2 * eta))) in P; [|lra].
      replace (/ eta) with (2 * / (2 * eta)) in A by (field; lra). lra.
    - apply Rdiv_lt_0_compat; lra.
    - field. lra.
    - replace (B ^ 2) with (B * B) by ring. apply within; lra.
    - intros t L. replace (G ^ 2) with (G * G) by ring. apply within; [lra | now apply bounded]. }
  split; [|split; [|split; [exact high|]]].
  - intros learner _. destruct (low learner) as (g & u & size_g & size_u & L).
    split; [now exists g, u|]. intros b above. apply Rle_trans with (regret learner g T u).
    + now apply Rge_le.
    + now apply above.
  - intros l w. destruct (clipped B ((- eta) ⊙ total l) B_positive) as [I A]. split; [exact I|].
    intros v L. apply sqrt_le_1_alt. specialize (A v L). fold (leader B eta l) in A. fold w in A.
    set (z := (- eta) ⊙ total l) in *. pose proof (dot_pos _ (v ⊕ (-1) ⊙ w)) as P.
    revert A P. lin. rewrite (dot_sym _ z v), (dot_sym _ z w), (dot_sym _ w v). lra.
  - destruct (low (leader B eta)) as (g & u & size_g & size_u & L). exists g, u.
    split; [exact size_g|]. split; [exact size_u|]. apply Rle_antisym; [|now apply Rge_le].
    apply high; [|exact size_u]. intros t _. right. apply size_g.
Qed.
