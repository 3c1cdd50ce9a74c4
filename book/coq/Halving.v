(* Let a stream have labels $1$ or $-1$, norms of at most $R\ge0$, and a unit vector $u$ with
   $y_t\langle u,x_t\rangle\ge\gamma>0$ in every round.  A learner predicts with the majority, by
   volume, of those vectors of the ball of radius $1+\frac\gamma R$ that were right so far: a label
   that more than half of their volume predicts is its prediction; if there is none, it predicts any
   label, or nothing, which is a mistake.  In $\mathbb R^d$ it makes at most $d\log_2(1+\frac
   R\gamma)$ mistakes.  Volume is Lebesgue measure.  Of its laws on bounded sets these are taken as
   given: the part of a measurable set in a half-space is measurable, no measurable set has more
   volume than one that contains it, and balls are measurable and have $r^d$ times the volume of the
   unit ball, which is positive. *)
From Perclib Require Import Laws.

Section Halving.
Context {V : space}.
(* What is taken of Lebesgue measure, which has all of this on the bounded measurable sets of a
   space of dimension d: the part of a measurable set in an open half-space is measurable; no
   measurable set has more volume than one that contains it; balls are measurable, without and with
   their boundaries, and a ball of radius r has r ^ d times the volume of the unit ball, which is
   positive. *)
Definition volume_in (d : nat) (measurable : (V -> Prop) -> Prop) (volume : (V -> Prop) -> R) :=
  (forall A B, measurable A -> (forall v, B v <-> A v) -> measurable B) /\
  (forall A x, measurable A -> measurable (fun v => A v /\ ⟨v, x⟩ > 0)) /\
  (forall A B, measurable A -> measurable B -> (forall v, A v -> B v) -> volume A <= volume B) /\
  exists unit_ball, unit_ball > 0 /\ forall center r, r > 0 ->
    let open v := norm (v ⊖ center) < r in
    let closed v := norm (v ⊖ center) <= r in
    measurable open /\ volume open = r ^ d * unit_ball /\
    measurable closed /\ volume closed = r ^ d * unit_ball.
Variables (ball : V -> Prop) (x : nat -> V) (y : nat -> R).
Definition right (t : nat) (v : V) : Prop :=  (* those of the ball that were right before round t *)
  ball v /\ forall s, (1 <= s < t)%nat -> y s * ⟨v, x s⟩ > 0.
(* The output of the learner has the sign of its prediction; it may be zero, which is a mistake. *)
Definition mistake (output : nat -> R) (t : nat) : R :=
  if Rle_dec (y t * output t) 0 then 1 else 0.

Lemma right_S t v : (1 <= t)%nat -> right (S t) v <-> right t v /\ y t * ⟨v, x t⟩ > 0.
Proof.
  intros L. unfold right. split.
  - intros [B W]. repeat split; [exact B | intros; apply W; lia | apply W; lia].
  - intros [[B W] N]. split; [exact B|]. intros s M.
    destruct (Nat.eq_dec s t) as [->|]; [exact N | apply W; lia].
Qed.
Lemma norm_square (v : V) : 0 <= norm v /\ norm v * norm v = ‖v‖².
Proof. split; [apply sqrt_pos | apply sqrt_sqrt, dot_pos]. Qed.
Lemma product (a b : V) : - (norm a * norm b) <= ⟨a, b⟩ <= norm a * norm b.
Proof.
  destruct (norm_square a) as [a0 A]. destruct (norm_square b) as [b0 B].
  pose proof (cauchy_schwarz a b) as C. rewrite <- A, <- B in C.
  pose proof (Rmult_le_pos _ _ a0 b0). split; nra.
Qed.
(* The vectors near u are right, and in the ball. *)
Lemma near u v gamma radius t : ‖u‖² = 1 -> y t = 1 \/ y t = -1 -> norm (x t) <= radius ->
  y t * ⟨u, x t⟩ >= gamma -> gamma > 0 -> radius > 0 -> norm (v ⊖ u) < gamma / radius ->
  y t * ⟨v, x t⟩ > 0 /\ norm v < 1 + gamma / radius.
Proof.
  intros U Y X M G P N. set (w := v ⊖ u) in *.
  assert (E : v = u ⊕ w) by (unfold w; vector; ring). rewrite E.
  destruct (norm_square w) as [w0 W]. destruct (norm_square (x t)) as [x0 _]. split.
  - lin. pose proof (product w (x t)).
    assert (norm w * norm (x t) < gamma); [|destruct Y as [Y|Y]; rewrite Y in *; lra].
    apply Rle_lt_trans with (norm w * radius); [now apply Rmult_le_compat_l|].
    replace gamma with (gamma / radius * radius) by (field; lra).
    now apply Rmult_lt_compat_r.
  - apply Rle_lt_trans with (1 + norm w); [|lra]. unfold norm at 1.
    rewrite <- (sqrt_square (1 + norm w)) by lra. apply sqrt_le_1_alt. lin. rewrite U, <- W.
    pose proof (product u w) as C. unfold norm at 3 in C. rewrite U, sqrt_1 in C.
    rewrite (dot_sym _ w u). lra.
Qed.
End Halving.
Lemma below a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros P [L | ->]; [left; now apply ln_increasing | lra]. Qed.

Theorem Halving
    (V : space) (d T : nat) (measurable : (V -> Prop) -> Prop) (volume : (V -> Prop) -> R)
    (ball : V -> Prop) (x : nat -> V) (y output : nat -> R) (u : V) (gamma radius : R)
    (lebesgue : volume_in d measurable volume)
    (size : radius >= 0)
    (labels : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (within : forall t, (1 <= t <= T)%nat -> norm (x t) <= radius)
    (unit : ‖u‖² = 1)
    (margin : forall t, (1 <= t <= T)%nat -> y t * ⟨u, x t⟩ >= gamma)
    (positive : gamma > 0)
    (is_ball : (forall v, ball v <-> norm v < 1 + gamma / radius) \/
      (forall v, ball v <-> norm v <= 1 + gamma / radius))
    (majority : forall t, (1 <= t <= T)%nat -> forall label, label = 1 \/ label = -1 ->
      volume (fun v => right ball x y t v /\ label * ⟨v, x t⟩ > 0) >
        volume (right ball x y t) / 2 -> label * output t > 0) :
  ∑ t <= T, mistake y output t <= INR d * (ln (1 + radius / gamma) / ln 2).
Proof.
  destruct lebesgue as (same & part & more & unit_ball & some & balls).
  assert (two : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  destruct (Nat.eq_dec T 0) as [-> | T0].
  { rewrite sum_1. apply Rmult_le_pos; [apply pos_INR|]. apply Rle_mult_inv_pos; [|exact two].
    rewrite <- ln_1. apply below; [lra|].
    assert (0 <= radius / gamma) by (apply Rle_mult_inv_pos; lra). lra. }
  assert (rounds : (1 <= T)%nat) by lia.
  assert (P : radius > 0).
  { pose proof (margin 1%nat ltac:(lia)) as M. pose proof (within 1%nat ltac:(lia)) as W.
    pose proof (product u (x 1%nat)) as C. unfold norm at 1 3 in C. rewrite unit, sqrt_1 in C.
    destruct (labels 1%nat ltac:(lia)) as [Y|Y]; rewrite Y in M; lra. }
  assert (G : 0 < gamma / radius) by now apply Rdiv_lt_0_compat.
  set (r := 1 + gamma / radius) in *. assert (r0 : 0 < r) by (unfold r; lra).
  assert (s0 : 0 < (gamma / radius) ^ d * unit_ball)
    by (apply Rmult_lt_0_compat; [now apply pow_lt | exact some]).
  destruct (balls u (gamma / radius) G) as (small & least & _).
  destruct (balls zero r r0) as (open & opens & closed & closes).
  assert (Z : forall v : V, v ⊖ zero = v) by (intros; vector; ring).
  assert (inside : forall n, (n <= T)%nat -> forall v, norm (v ⊖ u) < gamma / radius ->
    right ball x y (S n) v).
  { intros n L v N. pose proof (fun t B => near x y u v gamma radius t unit (labels t B)
      (within t B) (margin t B) positive P N) as K. split.
    - pose proof (K 1%nat ltac:(lia)) as [_ B].
      destruct is_ball as [D|D]; apply D; [|left]; exact B.
    - intros s B. apply K. lia. }
  (* Before the first round every vector of the ball is right. *)
  assert (whole : measurable (right ball x y 1) /\ volume (right ball x y 1) <= r ^ d * unit_ball).
  { assert (F : forall v, right ball x y 1 v <-> ball v).
    { intros v. unfold right. split; [tauto|]. intros B. split; [exact B | lia]. }
    assert (m : measurable (right ball x y 1)).
    { destruct is_ball as [D|D]; [apply (same _ _ open) | apply (same _ _ closed)]; intros v;
        rewrite F, D, Z; tauto. }
    split; [exact m|]. rewrite <- closes. apply more; [exact m | exact closed|].
    intros v B. rewrite Z. apply F in B. destruct is_ball as [D|D]; apply D in B; lra. }
  assert (parts : forall t label, measurable (right ball x y t) ->
    measurable (fun v => right ball x y t v /\ label * ⟨v, x t⟩ > 0)).
  { intros t label m. apply (same _ _ (part _ (label ⊙ x t) m)). intros v.
    rewrite dot_scale_r. reflexivity. }
  (* In each mistake at least half of the volume was wrong; the small ball remains. *)
  assert (left : forall n, (n <= T)%nat -> measurable (right ball x y (S n)) /\
    (gamma / radius) ^ d * unit_ball <= volume (right ball x y (S n)) /\
    ln (volume (right ball x y (S n))) + sum (mistake y output) (S n) * ln 2 <=
      ln (r ^ d * unit_ball)).
  { assert (keeps : forall n, (n <= T)%nat -> measurable (right ball x y (S n)) ->
      (gamma / radius) ^ d * unit_ball <= volume (right ball x y (S n))).
    { intros n L m. rewrite <- least. apply more; [exact small | exact m | now apply inside]. }
    induction n as [|n I]; intros L.
    - destruct whole as [m W]. pose proof (keeps 0%nat L m). repeat split; [exact m | assumption|].
      rewrite sum_1, Rmult_0_l, Rplus_0_r. apply below; lra.
    - specialize (I ltac:(lia)) as (m & K & B). pose proof (parts (S n) (y (S n)) m) as h.
      assert (F : forall v, right ball x y (S (S n)) v <->
        right ball x y (S n) v /\ y (S n) * ⟨v, x (S n)⟩ > 0) by (intros; apply right_S; lia).
      pose proof (same _ _ h F) as m'. pose proof (keeps (S n) L m') as K'.
      repeat split; [exact m' | exact K'|]. rewrite sum_S by lia. unfold mistake at 2.
      destruct Rle_dec as [C|C].
      + assert (half : volume (right ball x y (S (S n))) <= volume (right ball x y (S n)) / 2).
        { apply Rle_trans with (1 := more _ _ m' h ltac:(apply F)), Rnot_lt_le. intros H.
          assert (y (S n) * output (S n) > 0); [|lra].
          apply (majority (S n) ltac:(lia)); [apply labels; lia | exact H]. }
        apply below in half; [|lra]. unfold Rdiv in half.
        rewrite ln_mult, ln_Rinv in half by lra. lra.
      + assert (volume (right ball x y (S (S n))) <= volume (right ball x y (S n))) as W
          by (apply more; [exact m' | exact m | intros v A; now apply F in A]).
        apply below in W; lra. }
  destruct (left T (le_n T)) as (_ & K & B). apply below in K; [|exact s0].
  assert (l2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  rewrite ln_mult, ln_pow in K, B by (try apply pow_lt; lra).
  assert (E : ln r = ln (gamma / radius) + ln (1 + radius / gamma)).
  { pose proof (Rdiv_lt_0_compat _ _ P positive). rewrite <- ln_mult by lra. f_equal. unfold r.
    field. lra. }
  rewrite E in B. apply Rmult_le_reg_r with (ln 2); [exact l2|].
  replace (INR d * (ln (1 + radius / gamma) / ln 2) * ln 2) with (INR d * ln (1 + radius / gamma))
    by (field; lra).
  change (∑ t <= T, mistake y output t) with (sum (mistake y output) (S T)). lra.
Qed.
