(* Let the distribution of $x$ in a space of any finite dimension have no mass at the origin, and be
   invariant under the rotations of each plane.  Let $y$ be the sign of $\langle u,x\rangle$,
   flipped with probability $p$ independently of $x$, where $u\ne0$; where $\langle u,x\rangle=0$,
   let $y$ be any label.  The risk of $w\ne0$ under the zero-one loss is the probability of
   $y\langle w,x\rangle\le0$.  It is $(1-p)\theta/\pi+p(1-\theta/\pi)$, which is
   $p+(1-2p)\theta/\pi$, where $\theta\in[0,\pi]$ is the angle between $w$ and $u$. *)
From Perclib Require Import Laws.

(* A class of sets, such as the events of a probability space or the Borel sets of R^d, and a
   probability on it.  A probability is not negative, is 1 for all outcomes together, and is
   finitely additive: P C = P A + P B if A and B exclude each other and C is their union. *)
Definition algebra {X : Type} (event : (X -> Prop) -> Prop) : Prop :=
  (forall A B, event A -> (forall o, B o <-> A o) -> event B) /\
  (forall A, event A -> event (fun o => ~ A o)) /\
  (forall A B, event A -> event B -> event (fun o => A o /\ B o)).
Definition probability {X : Type} (event : (X -> Prop) -> Prop) (P : (X -> Prop) -> R) : Prop :=
  algebra event /\ P (fun _ => True) = 1 /\ (forall A, event A -> P A >= 0) /\
  (forall A B C, event A -> event B -> (forall o, ~ (A o /\ B o)) ->
    (forall o, C o <-> A o \/ B o) -> P C = P A + P B).
(* The vector v, turned by an angle in the plane of the orthogonal unit vectors p and q. *)
Definition turn {V : space} (p q : V) (angle : R) (v : V) : V :=
  v ⊕ ((cos angle - 1) * ⟨v, p⟩ - sin angle * ⟨v, q⟩) ⊙ p
    ⊕ (sin angle * ⟨v, p⟩ + (cos angle - 1) * ⟨v, q⟩) ⊙ q.

(* Three sets of vectors v, for the proof: those at which the score of u is zero; those at which the
   scores of u and w have different signs, or only that of w is zero; those at which the score of
   one direction in a plane is positive, and that of another one is not. *)
Section Signs.
Context {V : space}.
Definition level (u v : V) : Prop := ~ ⟨v, u⟩ > 0 /\ ~ ⟨v, (-1) ⊙ u⟩ > 0.
Definition differ (u w v : V) : Prop :=
  (⟨v, u⟩ > 0 /\ ~ ⟨v, w⟩ > 0) \/ (⟨v, (-1) ⊙ u⟩ > 0 /\ ~ ⟨v, (-1) ⊙ w⟩ > 0).
Definition direction (p q : V) (a : R) : V := cos a ⊙ p ⊕ sin a ⊙ q.
Definition wedge (p q : V) (a b : R) (v : V) : Prop :=
  ⟨v, direction p q a⟩ > 0 /\ ~ ⟨v, direction p q b⟩ > 0.
End Signs.

Section Events.
Context {X : Type}.
Variables (event : (X -> Prop) -> Prop) (P : (X -> Prop) -> R).
Hypothesis is_probability : probability event P.
Lemma not_event A : event A -> event (fun o => ~ A o).
Proof using All. now apply is_probability. Qed.
Lemma and_event A B : event A -> event B -> event (fun o => A o /\ B o).
Proof using All. now apply is_probability. Qed.
Lemma same_event A B : event A -> (forall o, B o <-> A o) -> event B.
Proof using All. now apply is_probability. Qed.
Lemma or_event A B : event A -> event B -> event (fun o => A o \/ B o).
Proof using All.
  intros a b. apply (same_event (fun o => ~ (~ A o /\ ~ B o))).
  - now apply not_event, and_event; apply not_event.
  - intros o. split; [tauto|]. intros N. apply Classical_Prop.NNPP. tauto.
Qed.
Lemma together A B C : event A -> event B -> (forall o, ~ (A o /\ B o)) ->
  (forall o, C o <-> A o \/ B o) -> P C = P A + P B.
Proof using All. apply is_probability. Qed.
Lemma at_least_0 A : event A -> 0 <= P A.
Proof using All. intros a. now apply Rge_le, is_probability. Qed.
Lemma split_event A B : event A -> event B ->
  P A = P (fun o => A o /\ B o) + P (fun o => A o /\ ~ B o).
Proof using All.
  intros a b. apply together; [now apply and_event | now apply and_event, not_event | tauto|].
  intros o. destruct (Classical_Prop.classic (B o)); tauto.
Qed.
Lemma more A B : event A -> event B -> (forall o, A o -> B o) -> P A <= P B.
Proof using All.
  intros a b L. rewrite (together A (fun o => B o /\ ~ A o) B a).
  - pose proof (at_least_0 (fun o => B o /\ ~ A o) ltac:(now apply and_event, not_event)). lra.
  - now apply and_event, not_event.
  - tauto.
  - intros o. specialize (L o). destruct (Classical_Prop.classic (A o)); tauto.
Qed.
Lemma same A B : event A -> (forall o, B o <-> A o) -> P B = P A.
Proof using All.
  intros a E. pose proof (same_event A B a E) as b.
  apply Rle_antisym; apply more; try assumption; intros o; apply E.
Qed.
Lemma empty A : event A -> (forall o, ~ A o) -> P A = 0.
Proof using All.
  intros a N. assert (P A = P A + P A); [|lra].
  apply together; try assumption; intros o; specialize (N o); tauto.
Qed.
Lemma either A B : event A -> event B -> P (fun o => A o \/ B o) <= P A + P B.
Proof using All.
  intros a b. rewrite (together A (fun o => B o /\ ~ A o) _ a).
  - pose proof (more (fun o => B o /\ ~ A o) B ltac:(now apply and_event, not_event) b
      (fun o => @proj1 _ _)).
    lra.
  - now apply and_event, not_event.
  - tauto.
  - intros o. destruct (Classical_Prop.classic (A o)); tauto.
Qed.
(* Events that agree outside of an event of probability zero have the same probability. *)
Lemma almost Z A B : event Z -> P Z = 0 -> event A -> event B ->
  (forall o, ~ Z o -> A o <-> B o) -> P A = P B.
Proof using All.
  intros z O a b E. rewrite (split_event A Z a z), (split_event B Z b z).
  assert (F : forall C, event C -> P (fun o => C o /\ Z o) = 0).
  { intros C c. pose proof (at_least_0 _ (and_event C Z c z)).
    pose proof (more _ Z (and_event C Z c z) z (fun o => @proj2 _ _)). lra. }
  rewrite !F by assumption. f_equal. apply same; [now apply and_event, not_event|].
  intros o. specialize (E o). tauto.
Qed.
End Events.

(* A function that is additive and not negative on an interval from 0 is a multiple of its
   argument. *)
Section Proportional.
Variables (f : R -> R) (L : R).
Hypothesis long : 0 < L.
Hypothesis sums : forall a b, 0 <= a -> 0 <= b -> a + b <= L -> f (a + b) = f a + f b.
Hypothesis positive : forall a, 0 <= a <= L -> 0 <= f a.
Lemma proportional a : 0 <= a <= L -> f a = a / L * f L.
Proof using All.
  set (D b := f b - b / L * f L).
  assert (bounds : forall b, 0 <= b <= L -> Rabs (D b) <= f L).
  { intros b I. pose proof (sums b (L - b) ltac:(lra) ltac:(lra) ltac:(lra)) as E.
    replace (b + (L - b)) with L in E by ring.
    pose proof (positive b I). pose proof (positive (L - b) ltac:(lra)).
    assert (0 <= b / L <= 1).
    { split; [apply Rmult_le_pos; [lra|]; left; now apply Rinv_0_lt_compat|].
      apply Rmult_le_reg_r with L; [exact long|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    unfold D. apply Rabs_le. split; nra. }
  (* If f b differed from b / L * f L, the difference would double at some other point, again and
     again. *)
  assert (twice : forall b, 0 <= b <= L -> exists c, 0 <= c <= L /\ Rabs (D c) = 2 * Rabs (D b)).
  { intros b I. assert (N : L <> 0) by lra. destruct (Rle_lt_dec (b + b) L) as [H|H].
    - exists (b + b). split; [lra|]. rewrite <- (Rabs_pos_eq 2) at 1 by lra. rewrite <- Rabs_mult.
      f_equal. unfold D. rewrite sums by lra. field. exact N.
    - exists (L - b + (L - b)). split; [lra|]. rewrite <- (Rabs_pos_eq 2) at 1 by lra.
      rewrite <- Rabs_mult, <- Rabs_Ropp. f_equal. unfold D. rewrite sums by lra.
      pose proof (sums b (L - b) ltac:(lra) ltac:(lra) ltac:(lra)) as E.
      replace (b + (L - b)) with L in E by ring.
      replace (f (L - b)) with (f L - f b) by lra. field. exact N. }
  assert (small : forall n b, 0 <= b <= L -> 2 ^ n * Rabs (D b) <= f L).
  { induction n as [|n I]; intros b B; [rewrite Rmult_1_l; now apply bounds|].
    destruct (twice b B) as (c & C & E). specialize (I c C). rewrite E in I. simpl. lra. }
  intros I. enough (D a = 0) by (unfold D in *; lra).
  destruct (Req_dec (D a) 0) as [|N]; [assumption|]. exfalso.
  pose proof (Rabs_pos_lt _ N) as Q.
  destruct (Pow_x_infinity 2 ltac:(rewrite Rabs_pos_eq; lra) (f L / Rabs (D a) + 1)) as [n W].
  specialize (W n (le_n n)). rewrite Rabs_pos_eq in W by (apply pow_le; lra).
  specialize (small n a I). apply Rge_le in W.
  apply (Rmult_le_compat_r (Rabs (D a))) in W; [|lra].
  replace ((f L / Rabs (D a) + 1) * Rabs (D a)) with (f L + Rabs (D a)) in W by (field; lra). lra.
Qed.
End Proportional.

(* The distribution of x: a probability on sets of vectors that does not change under rotations. *)
Section Plane.
Context {V : space}.
Variables (measurable : (V -> Prop) -> Prop) (Q : (V -> Prop) -> R).
Hypothesis is_probability : probability measurable Q.
Hypothesis half_spaces : forall w, measurable (fun v => ⟨v, w⟩ > 0).
Hypothesis rotations : forall A p q a, ‖p‖² = 1 -> ‖q‖² = 1 -> ⟨p, q⟩ = 0 -> measurable A ->
  Q (fun v => A (turn p q a v)) = Q A.

Lemma level_measurable u : measurable (level u).
Proof using half_spaces is_probability.
  apply (and_event _ _ is_probability); apply (not_event _ _ is_probability); apply half_spaces.
Qed.
Lemma level_zero (u v : V) : level u v <-> ⟨v, u⟩ = 0.
Proof using Type. unfold level. lin. lra. Qed.

Variables (p q : V).
Hypothesis first : ‖p‖² = 1.
Hypothesis second : ‖q‖² = 1.
Hypothesis orthogonal : ⟨p, q⟩ = 0.
Lemma wedge_measurable a b : measurable (wedge p q a b).
Proof using half_spaces is_probability.
  apply (and_event _ _ is_probability); [|apply (not_event _ _ is_probability)]; apply half_spaces.
Qed.
Lemma turned a b v : ⟨turn p q a v, direction p q b⟩ = ⟨v, direction p q (b - a)⟩.
Proof using first second orthogonal.
  unfold turn, direction. lin. rewrite first, second, (dot_sym _ q p), orthogonal.
  rewrite cos_minus, sin_minus. ring.
Qed.
Lemma wedge_turned a b c : Q (wedge p q (b + a) (c + a)) = Q (wedge p q b c).
Proof using All.
  rewrite <- (rotations _ p q a first second orthogonal (wedge_measurable (b + a) (c + a))).
  apply (same _ _ is_probability); [apply wedge_measurable|]. intros v. unfold wedge.
  rewrite !turned. replace (b + a - a) with b by ring. now replace (c + a - a) with c by ring.
Qed.
Lemma wedge_sums a b : 0 <= a -> 0 <= b -> a + b < PI ->
  Q (wedge p q 0 (a + b)) = Q (wedge p q 0 a) + Q (wedge p q 0 b).
Proof using All.
  intros A B L. rewrite <- (wedge_turned a 0 b), Rplus_0_l, (Rplus_comm b a).
  apply (together _ _ is_probability); [apply wedge_measurable.. | unfold wedge; tauto|].
  intros v. unfold wedge.
  assert (I : sin b * ⟨v, direction p q 0⟩ + sin a * ⟨v, direction p q (a + b)⟩ =
    sin (a + b) * ⟨v, direction p q a⟩).
  { unfold direction. lin. rewrite sin_plus, cos_plus, sin_0, cos_0.
    pose proof (sin2_cos2 a) as E. unfold Rsqr in E.
    replace (sin b * (1 * ⟨v, p⟩ + 0 * ⟨v, q⟩)) with
      (sin b * (sin a * sin a + cos a * cos a) * ⟨v, p⟩) by (rewrite E; ring). ring. }
  destruct (Req_dec a 0) as [-> |a0]; [rewrite Rplus_0_l; lra|].
  destruct (Req_dec b 0) as [-> |b0]; [rewrite Rplus_0_r; lra|].
  pose proof (sin_gt_0 a ltac:(lra) ltac:(lra)). pose proof (sin_gt_0 b ltac:(lra) ltac:(lra)).
  pose proof (sin_gt_0 (a + b) ltac:(lra) L). split.
  - intros [F G]. destruct (Rgt_dec ⟨v, direction p q a⟩ 0); [right | left]; tauto.
  - intros [[F G]|[F G]]; split; try assumption; [intros C|].
    + apply Rnot_gt_le in G. nra.
    + apply Rnot_gt_le in G. nra.
Qed.
Lemma wedge_part a : 0 <= a < PI -> Q (wedge p q 0 a) = a / (PI / 2) * Q (wedge p q 0 (PI / 2)).
Proof using All.
  pose proof PI_RGT_0.
  assert (S : forall b, 0 <= b <= PI / 2 ->
    Q (wedge p q 0 b) = b / (PI / 2) * Q (wedge p q 0 (PI / 2))).
  { apply (proportional (fun b => Q (wedge p q 0 b))); [lra | |].
    - intros b c B C L. apply wedge_sums; lra.
    - intros b _. apply (at_least_0 _ _ is_probability), wedge_measurable. }
  intros A. destruct (Rle_lt_dec a (PI / 2)) as [L|L]; [apply S; lra|].
  replace a with (a - PI / 2 + PI / 2) at 1 by ring.
  rewrite wedge_sums, (S (a - PI / 2)) by lra. field. lra.
Qed.
(* For every small angle the set where one score is zero and another one negative lies in a wedge of
   this angle. *)
Lemma half_null : Q (fun v => level p v /\ ⟨v, (-1) ⊙ q⟩ > 0) = 0.
Proof using All.
  pose proof PI_RGT_0. pose proof PI2_1. set (half := fun v => level p v /\ ⟨v, (-1) ⊙ q⟩ > 0).
  assert (m : measurable half).
  { apply (and_event _ _ is_probability); [apply level_measurable | apply half_spaces]. }
  pose proof (at_least_0 _ _ is_probability _ m) as h0.
  set (c := Q (wedge p q 0 (PI / 2)) / (PI / 2)).
  assert (c0 : 0 <= c).
  { apply Rmult_le_pos; [apply (at_least_0 _ _ is_probability), wedge_measurable|].
    left. apply Rinv_0_lt_compat. lra. }
  assert (S : forall a, 0 < a < PI -> Q half <= a * c).
  { intros a A. replace (a * c) with (Q (wedge p q 0 a))
      by (rewrite wedge_part by lra; unfold c; field; lra).
    rewrite <- (wedge_turned (- a)).
    apply (more _ _ is_probability); [exact m | apply wedge_measurable|].
    intros v [E F]. apply level_zero in E. revert F. unfold wedge, direction.
    rewrite Rplus_0_l, Rplus_opp_r, cos_neg, sin_neg, cos_0, sin_0. lin. rewrite E. intros F.
    pose proof (sin_gt_0 a ltac:(lra) ltac:(lra)). split; [nra | lra]. }
  destruct (Rle_lt_or_eq_dec _ _ h0) as [h|h]; [|symmetry; exact h]. exfalso.
  set (a := Rmin 1 (Q half / (c + 1))).
  assert (A : 0 < a) by (apply Rmin_pos; [lra | apply Rdiv_lt_0_compat; lra]).
  pose proof (Rmin_l 1 (Q half / (c + 1))) as L. pose proof (Rmin_r 1 (Q half / (c + 1))) as M.
  fold a in L, M. specialize (S a ltac:(lra)). apply (Rmult_le_compat_r (c + 1)) in M; [|lra].
  replace (Q half / (c + 1) * (c + 1)) with (Q half) in M by (field; lra). nra.
Qed.
Hypothesis null : Q (level p) = 0.
Lemma half_space : Q (fun v => ⟨v, p⟩ > 0) = 1 / 2.
Proof using All.
  assert (D0 : direction p q 0 = p) by (unfold direction; rewrite cos_0, sin_0; vector; ring).
  assert (D1 : direction p q PI = (-1) ⊙ p)
    by (unfold direction; rewrite cos_PI, sin_PI; vector; ring).
  pose proof (half_spaces p) as a. pose proof (half_spaces ((-1) ⊙ p)) as b.
  assert (E : Q (fun v => ⟨v, (-1) ⊙ p⟩ > 0) = Q (fun v => ⟨v, p⟩ > 0)).
  { rewrite <- (rotations _ p q PI first second orthogonal b).
    apply (same _ _ is_probability); [exact a|]. intros v.
    rewrite <- D1, turned, Rminus_diag_eq, D0 by reflexivity. reflexivity. }
  assert (T : Q (fun _ => True) = Q (fun v => level p v) + Q (fun v => ~ level p v)).
  { apply (together _ _ is_probability); [apply level_measurable | | tauto|].
    - apply (not_event _ _ is_probability), level_measurable.
    - intros v. destruct (Classical_Prop.classic (level p v)); tauto. }
  assert (U : Q (fun v => ~ level p v) = Q (fun v => ⟨v, p⟩ > 0) + Q (fun v => ⟨v, (-1) ⊙ p⟩ > 0)).
  { apply (together _ _ is_probability); [exact a | exact b | |].
    - intros v. lin. lra.
    - intros v. rewrite level_zero. lin. lra. }
  destruct is_probability as (_ & one & _).
  change (Q (fun v => level p v)) with (Q (level p)) in T. lra.
Qed.
Lemma wedge_is a : 0 <= a < PI -> Q (wedge p q 0 a) = a / (2 * PI).
Proof using All.
  intros A. rewrite wedge_part by exact A. pose proof PI_RGT_0 as pi.
  assert (E : Q (fun v => ⟨v, p⟩ > 0) = Q (wedge p q 0 (PI / 2)) + Q (wedge p q (PI / 2) PI)).
  { assert (D : forall v, ⟨v, direction p q 0⟩ = ⟨v, p⟩ /\ ⟨v, direction p q (PI / 2)⟩ = ⟨v, q⟩ /\
      ⟨v, direction p q PI⟩ = - ⟨v, p⟩).
    { intros v. unfold direction. rewrite cos_0, sin_0, cos_PI2, sin_PI2, cos_PI, sin_PI. lin.
      repeat split; ring. }
    rewrite (split_event _ _ is_probability _ _ (half_spaces p) (half_spaces q)), Rplus_comm.
    f_equal.
    - apply (same _ _ is_probability); [apply wedge_measurable|]. intros v. unfold wedge.
      destruct (D v) as (-> & -> & _). tauto.
    - apply (almost _ _ is_probability (level p)); [apply level_measurable | exact null | |
        apply wedge_measurable|].
      + apply (and_event _ _ is_probability); apply half_spaces.
      + intros v. rewrite level_zero. unfold wedge. destruct (D v) as (_ & -> & ->). lra. }
  replace (wedge p q (PI / 2) PI) with (wedge p q (0 + PI / 2) (PI / 2 + PI / 2)) in E
    by (f_equal; field).
  rewrite wedge_turned, half_space in E.
  replace (Q (wedge p q 0 (PI / 2))) with (1 / 4) by lra. field. lra.
Qed.
End Plane.

Section Turned.
Context {V : space}.
Variables (measurable : (V -> Prop) -> Prop) (Q : (V -> Prop) -> R).
Hypothesis is_probability : probability measurable Q.
Hypothesis half_spaces : forall w, measurable (fun v => ⟨v, w⟩ > 0).
Hypothesis rotations : forall A p q a, ‖p‖² = 1 -> ‖q‖² = 1 -> ⟨p, q⟩ = 0 -> measurable A ->
  Q (fun v => A (turn p q a v)) = Q A.
(* The space has finite dimension: only zero is orthogonal to all of e_1, ..., e_d. *)
Variables (d : nat) (e : nat -> V).
Hypothesis dimension : forall v, (forall i, (1 <= i <= d)%nat -> ⟨v, e i⟩ = 0) -> v = zero.
Hypothesis no_mass : Q (fun v => v = zero) = 0.
Lemma flat u : measurable (level u).
Proof using is_probability half_spaces. now apply (level_measurable measurable Q). Qed.
Lemma size (u : V) : u <> zero -> 0 < norm u /\ norm u * norm u = ‖u‖².
Proof using Type.
  intros N. pose proof (dot_pos _ u). unfold norm. split; [|now apply sqrt_sqrt].
  apply sqrt_lt_R0. destruct (Req_dec ‖u‖² 0) as [Z|]; [|lra]. now apply dot_definite in Z.
Qed.
Lemma plane_null p q : ‖p‖² = 1 -> ‖q‖² = 1 -> ⟨p, q⟩ = 0 ->
  Q (fun v => level p v /\ ⟨v, (-1) ⊙ q⟩ > 0) = 0.
Proof using is_probability half_spaces rotations. now apply (half_null measurable). Qed.
Lemma across u f : u <> zero -> Q (fun v => level u v /\ ~ level f v) = 0.
Proof using is_probability half_spaces rotations.
  intros N. destruct (size u N) as [u0 uu]. set (p := / norm u ⊙ u). set (g := f ⊖ ⟨f, p⟩ ⊙ p).
  assert (P : ‖p‖² = 1) by (unfold p; lin; rewrite <- uu; field; lra).
  assert (O : ⟨p, g⟩ = 0) by (unfold g; lin; rewrite P, (dot_sym _ p f); ring).
  assert (G : forall v, ⟨v, u⟩ = 0 -> ⟨v, p⟩ = 0 /\ ⟨v, f⟩ = ⟨v, g⟩).
  { intros v Z. assert (Y : ⟨v, p⟩ = 0) by (unfold p; lin; rewrite Z; ring).
    split; [exact Y|]. unfold g. lin. rewrite Y. ring. }
  assert (m : measurable (fun v => level u v /\ ~ level f v)).
  { apply (and_event _ _ is_probability); [|apply (not_event _ _ is_probability)];
      apply flat. }
  destruct (Classical_Prop.classic (g = zero)) as [Z|Z].
  - apply (empty _ _ is_probability); [exact m|]. intros v [A B]. apply B, level_zero.
    apply level_zero, G in A as [_ ->]. now rewrite Z, dot_zero_r.
  - destruct (size g Z) as [g0 gg]. set (q := / norm g ⊙ g).
    assert (S : ‖q‖² = 1) by (unfold q; lin; rewrite <- gg; field; lra).
    assert (W : ⟨p, q⟩ = 0) by (unfold q; lin; rewrite O; ring).
    pose proof (plane_null p q P S W) as A.
    pose proof (plane_null p ((-1) ⊙ q) P ltac:(lin; rewrite S; ring)
      ltac:(lin; rewrite W; ring)) as B.
    assert (h : forall r, measurable (fun v => level p v /\ ⟨v, r⟩ > 0)).
    { intros r.
      apply (and_event _ _ is_probability); [apply flat | apply half_spaces]. }
    pose proof (either _ _ is_probability _ _ (h ((-1) ⊙ q)) (h ((-1) ⊙ ((-1) ⊙ q)))) as C.
    apply Rle_antisym; [|now apply (at_least_0 _ _ is_probability)].
    rewrite A, B, Rplus_0_l in C. apply Rle_trans with (2 := C).
    apply (more _ _ is_probability); [exact m | now apply (or_event _ _ is_probability)|].
    intros v [E F]. apply level_zero, G in E as [E1 E2]. rewrite level_zero, E2 in F.
    assert (Y : ⟨v, g⟩ = norm g * ⟨v, q⟩) by (unfold q; lin; field; lra).
    assert (⟨v, q⟩ <> 0) by (intros X; rewrite Y, X in F; lra).
    rewrite !level_zero, !dot_scale_r. lra.
Qed.
Lemma level_null u : u <> zero -> Q (level u) = 0.
Proof using All.
  intros N. set (K n v := level u v /\ forall i, (1 <= i <= n)%nat -> level (e i) v).
  assert (S : forall n, measurable (K n) /\ Q (K n) = Q (level u)).
  { induction n as [|n [m I]].
    - assert (F : forall v, K 0%nat v <-> level u v).
      { intros v. unfold K. split; [tauto|]. intros L. split; [exact L | lia]. }
      split; [now apply (same_event _ _ is_probability (level u)); [apply flat|]|].
      now apply (same _ _ is_probability); [apply flat|].
    - assert (F : forall v, K (S n) v <-> K n v /\ level (e (S n)) v).
      { intros v. unfold K. split.
        - intros [L A]. split; [split; [exact L | intros]|]; apply A; lia.
        - intros [[L A] B]. split; [exact L|]. intros i J.
          destruct (Nat.eq_dec i (S n)) as [->|]; [exact B | apply A; lia]. }
      pose proof (flat (e (S n))) as l.
      pose proof (and_event _ _ is_probability _ _ m l) as k. split.
      + now apply (same_event _ _ is_probability) with (1 := k).
      + rewrite (same _ _ is_probability _ _ k F), <- I.
        rewrite (split_event _ _ is_probability (K n) _ m l).
        assert (Q (fun v => K n v /\ ~ level (e (S n)) v) = 0); [|lra].
        pose proof (across u (e (S n)) N) as Z. apply Rle_antisym; [rewrite <- Z|].
        * apply (more _ _ is_probability); [| |intros v [[L _] A]; now split];
            apply (and_event _ _ is_probability); try exact m; try apply flat;
            now apply (not_event _ _ is_probability).
        * apply (at_least_0 _ _ is_probability), (and_event _ _ is_probability); [exact m|].
          now apply (not_event _ _ is_probability). }
  destruct (S d) as [m <-]. rewrite <- no_mass. symmetry.
  apply (same _ _ is_probability _ _ m). intros v. unfold K. split.
  - intros ->. split; [|intros i _]; apply level_zero, dot_zero.
  - intros [_ A]. apply dimension. intros i I. now apply level_zero, A.
Qed.
Lemma differ_measurable u w : measurable (differ u w).
Proof using is_probability half_spaces.
  apply (or_event _ _ is_probability); apply (and_event _ _ is_probability);
    try apply (not_event _ _ is_probability); apply half_spaces.
Qed.
(* The signs differ in two opposite wedges. *)
Lemma differ_is u w a : u <> zero -> w <> zero -> 0 <= a <= PI ->
  ⟨w, u⟩ = norm w * norm u * cos a -> Q (differ u w) = a / PI.
Proof using All.
  intros U W A E. pose proof PI_RGT_0 as pi. destruct (size u U) as [u0 uu].
  destruct (size w W) as [w0 ww]. set (p := / norm u ⊙ u).
  assert (P : ‖p‖² = 1) by (unfold p; lin; rewrite <- uu; field; lra).
  assert (Eu : u = norm u ⊙ p) by (unfold p; vector; field; lra).
  assert (Ew : ⟨w, p⟩ = norm w * cos a) by (unfold p; lin; rewrite E; field; lra).
  set (g := w ⊖ ⟨w, p⟩ ⊙ p).
  assert (gw : ‖g‖² = (norm w * sin a) * (norm w * sin a)).
  { unfold g. lin. rewrite P, (dot_sym _ p w), Ew, <- ww. pose proof (sin2_cos2 a) as X.
    unfold Rsqr in X. transitivity (norm w * norm w * (1 - cos a * cos a)); [ring|].
    replace (1 - cos a * cos a) with (sin a * sin a) by lra. ring. }
  assert (line : sin a = 0 -> forall v, ⟨v, w⟩ = norm w * cos a * ⟨v, p⟩).
  { intros Z v. assert (G : g = zero) by (apply dot_definite; rewrite gw, Z; ring).
    assert (Y : ⟨v, g⟩ = 0) by now rewrite G, dot_zero_r. revert Y. unfold g. lin. rewrite Ew.
    lra. }
  assert (Vu : forall v, ⟨v, u⟩ = norm u * ⟨v, p⟩) by (intros; rewrite Eu at 1; lin; ring).
  assert (D : forall v t c, 0 < c -> ⟨v, w⟩ = c * t ->
    differ u w v <-> (⟨v, p⟩ > 0 /\ ~ t > 0) \/ (⟨v, p⟩ < 0 /\ ~ t < 0)).
  { intros v t c C F. unfold differ. lin. rewrite Vu, F. split; intros [[G H]|[G H]];
      [left | right | left | right]; split; nra. }
  destruct (Req_dec a 0) as [-> |a0]; [|destruct (Req_dec a PI) as [-> |a1]].
  - rewrite (empty _ _ is_probability); [field; lra | apply differ_measurable|].
    intros v. rewrite (D v ⟨v, p⟩ (norm w)); [lra | exact w0|].
    rewrite (line sin_0), cos_0. ring.
  - replace (PI / PI) with 1 by (field; lra). destruct is_probability as (_ & one & _).
    rewrite <- one. symmetry. pose proof (flat u) as l.
    apply (almost _ _ is_probability (level u)); [exact l | now apply level_null | |
      apply differ_measurable|].
    + apply (same_event _ _ is_probability (fun v => level u v \/ ~ level u v)).
      * apply (or_event _ _ is_probability); [exact l | now apply (not_event _ _ is_probability)].
      * intros v. destruct (Classical_Prop.classic (level u v)); tauto.
    + intros v. rewrite level_zero, Vu, (D v (- ⟨v, p⟩) (norm w)); [|exact w0|].
      * intros N. assert (⟨v, p⟩ <> 0) by (intros Z; apply N; rewrite Z; ring). lra.
      * rewrite (line sin_PI), cos_PI. ring.
  - assert (s0 : 0 < sin a) by (apply sin_gt_0; lra).
    assert (ws : 0 < norm w * sin a) by (apply Rmult_lt_0_compat; assumption).
    set (q := / (norm w * sin a) ⊙ g).
    assert (S : ‖q‖² = 1) by (unfold q; lin; rewrite gw; field; lra).
    assert (O : ⟨p, q⟩ = 0).
    { unfold q, g. lin. rewrite P, (dot_sym _ p w). ring. }
    assert (Vw : forall v, ⟨v, w⟩ = norm w * ⟨v, direction p q a⟩).
    { intros v. unfold direction, q, g. lin. rewrite Ew. field. lra. }
    assert (p0 : p <> zero) by (intros Z; rewrite Z, dot_zero in P; lra).
    assert (T : Q (differ u w) = Q (wedge p q 0 a) + Q (wedge p q (0 + PI) (a + PI))).
    { assert (B : forall v b, ⟨v, direction p q (b + PI)⟩ = - ⟨v, direction p q b⟩).
      { intros v b. unfold direction. rewrite neg_cos, neg_sin. lin. ring. }
      assert (B0 : forall v, ⟨v, direction p q 0⟩ = ⟨v, p⟩).
      { intros v. unfold direction. rewrite cos_0, sin_0. lin. ring. }
      apply (together _ _ is_probability); [now apply (wedge_measurable measurable Q).. | |];
        intros v; unfold wedge; rewrite ?(D v _ _ w0 (Vw v)), !B, B0; lra. }
    rewrite T, (wedge_turned measurable) by assumption. rewrite (wedge_is measurable Q) by
      (try apply level_null; assumption || lra).
    field. lra.
Qed.
End Turned.
(* A score t is wrong if its sign differs from that of z and the label is not flipped, or if the
   signs agree and the label is flipped; a score of zero is wrong in both cases. *)
Lemma wrong z t y (F : Prop) : y = 1 \/ y = -1 -> z <> 0 -> (y * z > 0 <-> ~ F) ->
  y * t <= 0 <->
    (((z > 0 /\ ~ t > 0) \/ (-1 * z > 0 /\ ~ -1 * t > 0)) /\ ~ F) \/
    (((z > 0 /\ ~ -1 * t > 0) \/ (-1 * z > 0 /\ ~ -1 * (-1 * t) > 0)) /\ F).
Proof.
  intros Y Z C. destruct (Classical_Prop.classic F) as [f|f].
  - assert (N : ~ y * z > 0) by tauto. split.
    + intros T. right. split; [destruct Y as [-> | ->]; lra | exact f].
    + intros [[_ G]|[G _]]; [tauto|]. destruct Y as [-> | ->]; lra.
  - assert (N : y * z > 0) by tauto. split.
    + intros T. left. split; [destruct Y as [-> | ->]; lra | exact f].
    + intros [[G _]|[_ G]]; [|tauto]. destruct Y as [-> | ->]; lra.
Qed.

Theorem AngleRisk
    (V : space) (X : Type) (d : nat) (e : nat -> V)
    (measurable : (V -> Prop) -> Prop) (event : (X -> Prop) -> Prop) (P : (X -> Prop) -> R)
    (x : X -> V) (flipped : X -> Prop) (y : X -> R) (u w : V) (p theta : R)
    (spanning : forall v, (forall i, (1 <= i <= d)%nat -> ⟨v, e i⟩ = 0) -> v = zero)
    (is_probability : probability event P)
    (sets : algebra measurable)
    (half_spaces : forall h, measurable (fun v => ⟨v, h⟩ > 0))
    (random : forall A, measurable A -> event (fun o => A (x o)))
    (rotations : forall A p q a, ‖p‖² = 1 -> ‖q‖² = 1 -> ⟨p, q⟩ = 0 -> measurable A ->
      P (fun o => A (turn p q a (x o))) = P (fun o => A (x o)))
    (no_mass : P (fun o => x o = zero) = 0)
    (flips : event flipped)
    (chance : P flipped = p)
    (independent : forall A, measurable A ->
      P (fun o => A (x o) /\ flipped o) = P (fun o => A (x o)) * P flipped)
    (labels : forall o, y o = 1 \/ y o = -1)
    (random_label : event (fun o => y o = 1))
    (label : forall o, ⟨u, x o⟩ <> 0 -> y o * ⟨u, x o⟩ > 0 <-> ~ flipped o)
    (u_not_zero : u <> zero)
    (w_not_zero : w <> zero)
    (between : 0 <= theta <= PI)
    (angle : ⟨w, u⟩ = norm w * norm u * cos theta) :
  let risk := P (fun o => y o * ⟨w, x o⟩ <= 0) in
  risk = (1 - p) * (theta / PI) + p * (1 - theta / PI) /\ risk = p + (1 - 2 * p) * (theta / PI).
Proof.
  intros risk. enough (risk = p + (1 - 2 * p) * (theta / PI)) by (split; lra). unfold risk.
  pose proof PI_RGT_0 as pi. set (Q (A : V -> Prop) := P (fun o => A (x o))).
  assert (K : probability measurable Q).
  { destruct is_probability as (_ & one & positive & adds). split; [exact sets|].
    split; [exact one|]. split.
    - intros A a. now apply positive, random.
    - intros A B C a b N E. apply adds; auto. }
  set (w' := (-1) ⊙ w). set (A := differ u w). set (B := differ u w').
  assert (a : Q A = theta / PI) by now apply (differ_is measurable Q K half_spaces rotations d e).
  assert (b : Q B = (PI - theta) / PI).
  { assert (N : norm w' = norm w) by (unfold norm, w'; f_equal; lin; ring).
    apply (differ_is measurable Q K half_spaces rotations d e); try assumption; try lra.
    - intros Z. apply w_not_zero, dot_definite. replace ‖w‖² with ‖w'‖² by (unfold w'; lin; ring).
      rewrite Z. apply dot_zero.
    - rewrite N, Rtrigo_facts.cos_pi_minus. unfold w'. lin. rewrite angle. ring. }
  assert (mA : measurable A) by now apply (differ_measurable measurable Q K).
  assert (mB : measurable B) by now apply (differ_measurable measurable Q K).
  pose proof (random _ mA) as eA. pose proof (random _ mB) as eB.
  pose proof (not_event _ _ is_probability) as no.
  pose proof (and_event _ _ is_probability) as both.
  pose proof (or_event _ _ is_probability) as some.
  assert (E : P (fun o => y o * ⟨w, x o⟩ <= 0) =
    P (fun o => (A (x o) /\ ~ flipped o) \/ (B (x o) /\ flipped o))).
  { apply (almost _ _ is_probability (fun o => level u (x o))).
    - now apply (random (level u)), (flat measurable Q K).
    - now apply (level_null measurable Q K half_spaces rotations d e).
    - apply (same_event _ _ is_probability (fun o =>
        (y o = 1 /\ ~ ⟨x o, w⟩ > 0) \/ (~ y o = 1 /\ ~ ⟨x o, w'⟩ > 0))).
      + pose proof (random _ (half_spaces w)). pose proof (random _ (half_spaces w')). auto.
      + intros o. unfold w'. lin. rewrite (dot_sym _ w).
        destruct (labels o) as [-> | ->]; lra.
    - auto.
    - intros o. rewrite level_zero, dot_sym. intros N. unfold A, B, w', differ. lin.
      rewrite !(dot_sym _ (x o)). apply wrong; auto. }
  assert (F : P (fun o => (A (x o) /\ ~ flipped o) \/ (B (x o) /\ flipped o)) =
    P (fun o => A (x o) /\ ~ flipped o) + P (fun o => B (x o) /\ flipped o)).
  { apply (together _ _ is_probability); [auto | auto | intros o; tauto | intros o; reflexivity]. }
  rewrite E, F.
  pose proof (split_event _ _ is_probability _ _ eA flips) as S.
  cbv beta in S. rewrite (independent A mA) in S. rewrite (independent B mB).
  change (P (fun o => A (x o))) with (Q A) in *. change (P (fun o => B (x o))) with (Q B).
  rewrite a, chance in S. rewrite b, chance.
  replace (P (fun o => A (x o) /\ ~ flipped o)) with (theta / PI - theta / PI * p) by lra.
  field. lra.
Qed.
