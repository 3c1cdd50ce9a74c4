(* Let a stream in the plane have at least one round, labels $1$ or $-1$, norms of at most $R$, and a
   unit vector $u$ with $y_t\langle u,x_t\rangle\ge\gamma>0$ in every round.  After each of its rounds
   the unit vectors that were right so far form an arc, at most half of the circle, which has one
   middle.  The learner that predicts with this middle, and predicts nothing in the first round, makes
   at most $1+\log_2(\pi/(2\alpha))$ mistakes, ties among them, for $\alpha=\arcsin(\gamma/R)$. *)
From Perclib Require Import Laws.

Section Plane.
Context {V : space}.
Variables (p q : V).
(* A plane: p and q are orthogonal unit vectors, and every vector is a sum of multiples of them. *)
Definition plane : Prop := ‖p‖² = 1 /\ ‖q‖² = 1 /\ ⟨p, q⟩ = 0 /\
  forall v, v = ⟨v, p⟩ ⊙ p ⊕ ⟨v, q⟩ ⊙ q.
Definition direction (angle : R) : V := cos angle ⊙ p ⊕ sin angle ⊙ q.
(* An arc is the set of all directions whose angles differ from a middle angle by less than half of
   the length of the arc, which is at most half of the circle. *)
Definition arc (A : V -> Prop) (angle half : R) : Prop := 0 < half <= PI / 2 /\
  forall v, A v <-> exists turn, - half < turn < half /\ v = direction (angle + turn).
Definition middle (A : V -> Prop) (m : V) : Prop :=
  exists angle half, arc A angle half /\ m = direction angle.
Variables (x : nat -> V) (y : nat -> R).
Definition right (t : nat) (v : V) : Prop :=
  ‖v‖² = 1 /\ forall s, (1 <= s < t)%nat -> y s * ⟨v, x s⟩ > 0.
(* In the first round the learner predicts nothing, which is a mistake. *)
Definition mistake (m : nat -> V) (t : nat) : R :=
  if Nat.eqb t 1 then 1 else if Rle_dec (y t * ⟨m t, x t⟩) 0 then 1 else 0.

Hypothesis is_plane : plane.
Lemma direction_dot a b : ⟨direction a, direction b⟩ = cos (a - b).
Proof using is_plane.
  destruct is_plane as (P & Q & O & _). unfold direction. lin. rewrite P, Q, (dot_sym _ q p), O.
  rewrite cos_minus. ring.
Qed.
Lemma direction_unit a : ‖direction a‖² = 1.
Proof using is_plane. rewrite direction_dot, Rminus_diag_eq by reflexivity. apply cos_0. Qed.
Lemma same a b : direction a = direction b -> - (2 * PI) < a - b < 2 * PI -> a = b.
Proof using is_plane.
  intros E B. assert (C : cos (a - b) = 1) by (now rewrite <- direction_dot, E, direction_unit).
  assert (S : sin (a - b) = 0).
  { pose proof (sin2_cos2 (a - b)) as X. rewrite C in X. unfold Rsqr in X. nra. }
  destruct (sin_eq_0_0 _ S) as [k K]. pose proof PI_RGT_0.
  assert (-2 < k < 2)%Z.
  { split; apply lt_IZR; apply Rmult_lt_reg_r with PI; lra. }
  assert (k = -1 \/ k = 0 \/ k = 1)%Z as [-> | [-> | ->]] by lia.
  - rewrite K in C. replace (-1 * PI) with (- PI) in C by ring. rewrite cos_neg, cos_PI in C. lra.
  - lra.
  - rewrite K, Rmult_1_l, cos_PI in C. lra.
Qed.
Lemma coordinates v w : ⟨v, w⟩ = ⟨v, p⟩ * ⟨w, p⟩ + ⟨v, q⟩ * ⟨w, q⟩.
Proof using is_plane.
  destruct is_plane as (_ & _ & _ & X). rewrite (X v) at 1. lin. now rewrite !(dot_sym _ _ w).
Qed.
(* Every unit vector is the direction of an angle that differs from base by at most pi. *)
Lemma polar v base : ‖v‖² = 1 -> exists turn, - PI <= turn <= PI /\ v = direction (base + turn).
Proof using is_plane.
  intros U. rewrite coordinates in U. pose proof (sin2_cos2 base) as B. unfold Rsqr in B.
  set (a := ⟨v, p⟩ * cos base + ⟨v, q⟩ * sin base).
  set (b := ⟨v, q⟩ * cos base - ⟨v, p⟩ * sin base).
  assert (N : a * a + b * b = 1).
  { transitivity ((⟨v, p⟩ * ⟨v, p⟩ + ⟨v, q⟩ * ⟨v, q⟩) * (sin base * sin base + cos base * cos base));
      [unfold a, b; ring | rewrite U, B; ring]. }
  assert (A : -1 <= a <= 1) by nra. pose proof (acos_bound a) as D.
  assert (exists turn, - PI <= turn <= PI /\ cos turn = a /\ sin turn = b) as (turn & L & C & S).
  { destruct (Rle_lt_dec 0 b) as [G|G].
    - exists (acos a). repeat split; try lra; [now apply cos_acos|]. rewrite sin_acos by exact A.
      unfold Rsqr. replace (1 - a * a) with (b * b) by lra. now apply sqrt_square.
    - exists (- acos a). rewrite cos_neg, sin_neg. repeat split; try lra; [now apply cos_acos|].
      rewrite sin_acos by exact A. unfold Rsqr. replace (1 - a * a) with (- b * - b) by lra.
      rewrite sqrt_square; lra. }
  exists turn. split; [exact L|]. destruct is_plane as (_ & _ & _ & X). rewrite (X v).
  unfold direction. rewrite cos_plus, sin_plus, C, S. f_equal; f_equal.
  - transitivity (⟨v, p⟩ * (sin base * sin base + cos base * cos base));
      [rewrite B | unfold a, b]; ring.
  - transitivity (⟨v, q⟩ * (sin base * sin base + cos base * cos base));
      [rewrite B | unfold a, b]; ring.
Qed.
(* An arc has one middle. *)
Lemma longer A a h b k : arc A a h -> arc A b k ->
  exists turn, Rabs turn + h <= k /\ direction a = direction (b + turn).
Proof using is_plane.
  intros [H F] [K G]. pose proof PI_RGT_0.
  assert (I : A (direction a)).
  { apply F. exists 0. split; [lra | now rewrite Rplus_0_r]. }
  apply G in I as (turn & L & E). exists turn. split; [|exact E].
  assert (W : forall s, - h < s < h -> - k < turn + s < k).
  { intros s B. assert (J : A (direction (a + s))) by (apply F; eauto).
    apply G in J as (r & M & D).
    assert (D' : direction (a + s) = direction (b + turn + s)).
    { assert (E1 : ⟨direction a, p⟩ = ⟨direction (b + turn), p⟩) by now rewrite E.
      assert (E2 : ⟨direction a, q⟩ = ⟨direction (b + turn), q⟩) by now rewrite E.
      destruct is_plane as (P & Q & O & _). revert E1 E2. unfold direction. lin.
      rewrite P, Q, (dot_sym _ q p), O. intros E1 E2.
      rewrite (cos_plus a), (sin_plus a), (cos_plus (b + turn)), (sin_plus (b + turn)).
      replace (cos (b + turn)) with (cos a) by lra. replace (sin (b + turn)) with (sin a) by lra.
      reflexivity. }
    rewrite D' in D. apply same in D; lra. }
  apply Rnot_lt_le. intros N. unfold Rabs in N. destruct Rcase_abs in N.
  - assert (X : - k < turn + Rmin 0 (- k - turn) < k); [|].
    { apply W. unfold Rmin. destruct Rle_dec; lra. }
    unfold Rmin in X. destruct Rle_dec in X; lra.
  - assert (X : - k < turn + Rmax 0 (k - turn) < k); [|].
    { apply W. unfold Rmax. destruct Rle_dec; lra. }
    unfold Rmax in X. destruct Rle_dec in X; lra.
Qed.
Lemma one_middle A m n : middle A m -> middle A n -> m = n.
Proof using is_plane.
  intros (a & h & F & ->) (b & k & G & ->). destruct (longer _ _ _ _ _ F G) as (r & L & E).
  destruct (longer _ _ _ _ _ G F) as (s & M & _). pose proof (Rabs_pos s).
  replace r with 0 in E; [now rewrite Rplus_0_r in E|].
  unfold Rabs in L. destruct Rcase_abs in L; lra.
Qed.
Lemma cos_sign d : - (3 * (PI / 2)) <= d <= 3 * (PI / 2) -> cos d > 0 <-> - (PI / 2) < d < PI / 2.
Proof using Type.
  intros B. split; [|intros L; apply cos_gt_0; lra]. intros P.
  split; apply Rnot_le_lt; intros L.
  - rewrite <- cos_neg in P. pose proof (cos_le_0 (- d) ltac:(lra) ltac:(lra)). lra.
  - pose proof (cos_le_0 d ltac:(lra) ltac:(lra)). lra.
Qed.

Variables (T : nat) (u : V) (gamma radius : R).
Hypothesis labels : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1.
Hypothesis within : forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= radius.
Hypothesis unit : ‖u‖² = 1.
Hypothesis margin : forall t, (1 <= t <= T)%nat -> y t * ⟨u, x t⟩ >= gamma.
Hypothesis positive : gamma > 0.
Let alpha := asin (gamma / radius).
(* The angle between u and the label times the instance is at most pi/2 - alpha. *)
Lemma example base t : u = direction base -> (1 <= t <= T)%nat ->
  0 < alpha <= PI / 2 /\ exists turn r, r > 0 /\ alpha - PI / 2 <= turn <= PI / 2 - alpha /\
    forall v, y t * ⟨v, x t⟩ = r * ⟨v, direction (base + turn)⟩.
Proof using All.
  intros B L. pose proof PI_RGT_0. pose proof (dot_pos _ (x t)) as D.
  set (r := sqrt ‖x t‖²) in *. assert (rr : r * r = ‖x t‖²) by now apply sqrt_sqrt.
  assert (r0 : 0 <= r) by apply sqrt_pos. pose proof (within t L) as W. fold r in W.
  pose proof (margin t L) as M.
  assert (Y : y t * y t = 1) by (destruct (labels t L) as [-> | ->]; ring).
  assert (r1 : 0 < r).
  { destruct r0 as [|Z]; [assumption|]. rewrite <- Z, Rmult_0_l in rr.
    rewrite (dot_definite _ (x t)), dot_zero_r in M by auto. lra. }
  destruct (polar ((/ r * y t) ⊙ x t) base) as (turn & I & E).
  { lin. rewrite <- rr. transitivity (y t * y t * (/ r * r) * (/ r * r)); [ring|].
    rewrite Y, Rinv_l by lra. ring. }
  assert (F : forall v, y t * ⟨v, x t⟩ = r * ⟨v, direction (base + turn)⟩).
  { intros v. rewrite <- E. lin. field. lra. }
  assert (C : gamma / radius <= cos turn).
  { apply Rle_trans with (gamma / r).
    - apply Rmult_le_compat_l; [lra|]. now apply Rinv_le_contravar.
    - apply Rmult_le_reg_l with r; [exact r1|]. replace (r * (gamma / r)) with gamma by (field; lra).
      replace (cos turn) with ⟨u, direction (base + turn)⟩; [rewrite <- F; lra|].
      rewrite B, direction_dot, <- cos_neg. f_equal. ring. }
  assert (G : 0 < gamma / radius) by (apply Rdiv_lt_0_compat; lra).
  pose proof (COS_bound turn) as K.
  assert (Sa : sin alpha = gamma / radius) by (apply sin_asin; lra).
  pose proof (asin_bound (gamma / radius)) as Ab. fold alpha in Ab.
  assert (A0 : 0 < alpha).
  { apply Rnot_le_lt. intros Z. assert (sin alpha <= 0); [|lra].
    destruct Z as [Z|Z]; [|rewrite Z, sin_0; lra].
    left. apply sin_lt_0_var; lra. }
  split; [lra|]. exists turn, r. repeat split; [exact r1 | | | exact F].
  - apply Rnot_lt_le. intros N. assert (cos (- turn) < cos (PI / 2 - alpha))
      by (apply cos_decreasing_1; lra). rewrite cos_neg, cos_shift in *. lra.
  - apply Rnot_lt_le. intros N. assert (cos turn < cos (PI / 2 - alpha))
      by (apply cos_decreasing_1; lra). rewrite cos_shift in *. lra.
Qed.
Lemma some_middle base low high A : low < high <= low + PI ->
  (forall v, A v <-> exists turn, low < turn < high /\ v = direction (base + turn)) ->
  middle A (direction (base + (low + high) / 2)).
Proof using Type.
  intros B W. exists (base + (low + high) / 2), ((high - low) / 2). split; [|reflexivity].
  split; [lra|]. intros v. rewrite W. split; intros (s & J & ->).
  - exists (s - (low + high) / 2). split; [lra|]. f_equal. lra.
  - exists (s + (low + high) / 2). split; [lra|]. f_equal. lra.
Qed.
(* After n rounds the arc of right vectors contains u; low and high are the angles from u to its
   ends, and the mistakes bound the logarithm of its length. *)
Lemma after base n : u = direction base -> (1 <= n <= T)%nat ->
  exists low high, - PI <= low <= - alpha /\ alpha <= high <= PI /\ high - low <= PI /\
    (forall v, right (S n) v <-> exists turn, low < turn < high /\ v = direction (base + turn)) /\
    forall m, (forall t, (2 <= t <= n)%nat -> middle (right t) (m t)) ->
      ln (high - low) + (sum (mistake m) (S n) - 1) * ln 2 <= ln PI.
Proof using All.
  intros B L. pose proof PI_RGT_0. induction n as [|n I]; [lia|].
  destruct (example base (S n) B L) as (A & turn & r & r0 & D & F).
  destruct n as [|n].
  - exists (turn - PI / 2), (turn + PI / 2). repeat split; try lra.
    + intros [U W]. destruct (polar v base U) as (s & J & ->). exists s. split; [|reflexivity].
      specialize (W 1%nat ltac:(lia)). rewrite F, direction_dot in W.
      replace (base + s - (base + turn)) with (s - turn) in W by ring.
      assert (P : cos (s - turn) > 0) by nra. apply cos_sign in P; lra.
    + destruct H0 as (s & J & ->). apply direction_unit.
    + intros k K. replace k with 1%nat by lia. destruct H0 as (s & J & ->).
      rewrite F, direction_dot. replace (base + s - (base + turn)) with (s - turn) by ring.
      apply Rmult_gt_0_compat; [exact r0|]. apply cos_sign; lra.
    + intros m _. simpl. unfold mistake. simpl. replace (turn + PI / 2 - (turn - PI / 2)) with PI by field. lra.
  - destruct (I ltac:(lia)) as (low & high & X & Z & short & W & K). clear I.
    set (low' := Rmax low (turn - PI / 2)). set (high' := Rmin high (turn + PI / 2)).
    assert (lows : low <= low' /\ turn - PI / 2 <= low' /\ (low' = low \/ low' = turn - PI / 2))
      by (unfold low', Rmax; destruct Rle_dec; lra).
    assert (highs : high' <= high /\ high' <= turn + PI / 2 /\
      (high' = high \/ high' = turn + PI / 2)) by (unfold high', Rmin; destruct Rle_dec; lra).
    clearbody low' high'. exists low', high'. repeat split; try lra.
    + intros [U Q]. assert (G : right (S (S n)) v) by (split; [exact U | intros; apply Q; lia]).
      apply W in G as (s & J & ->). exists s. split; [|reflexivity].
      specialize (Q (S (S n)) ltac:(lia)). rewrite F, direction_dot in Q.
      replace (base + s - (base + turn)) with (s - turn) in Q by ring.
      assert (P : cos (s - turn) > 0) by nra. apply cos_sign in P; lra.
    + destruct H0 as (s & J & ->). apply direction_unit.
    + intros k O. destruct H0 as (s & J & ->). destruct (Nat.eq_dec k (S (S n))) as [->|N].
      * rewrite F, direction_dot. replace (base + s - (base + turn)) with (s - turn) by ring.
        apply Rmult_gt_0_compat; [exact r0|]. apply cos_sign; lra.
      * assert (G : right (S (S n)) (direction (base + s))) by (apply W; exists s; split; [lra|easy]).
        apply G. lia.
    + intros m M. specialize (K m ltac:(intros; apply M; lia)).
      rewrite (sum_S _ (S (S n))) by lia.
      assert (E : m (S (S n)) = direction (base + (low + high) / 2)).
      { apply (one_middle (right (S (S n)))); [apply M; lia|].
        now apply (some_middle base low high); try lra. }
      unfold mistake at 2. rewrite E. simpl Nat.eqb. cbv iota. rewrite F, direction_dot.
      replace (base + (low + high) / 2 - (base + turn)) with ((low + high) / 2 - turn) by ring.
      assert (up : ln (high' - low') <= ln (high - low)).
      { destruct (Req_dec (high' - low') (high - low)) as [-> |]; [lra|].
        left. apply ln_increasing; lra. }
      destruct Rle_dec as [C|C]; [|lra].
      assert (P : ~ (- (PI / 2) < (low + high) / 2 - turn < PI / 2)).
      { intros P. apply cos_sign in P; [|lra]. nra. }
      assert (half : high' - low' <= (high - low) / 2)
        by (destruct (Rle_lt_dec ((low + high) / 2 - turn) 0); lra).
      assert (ln (high' - low') <= ln (high - low) - ln 2); [|lra].
      replace (ln (high - low) - ln 2) with (ln ((high - low) / 2)).
      * destruct half as [half| ->]; [left; apply ln_increasing; lra | lra].
      * unfold Rdiv. rewrite ln_mult, ln_Rinv; lra.
Qed.
End Plane.

Theorem Arc
    (V : space) (p q : V) (T : nat) (x : nat -> V) (y : nat -> R) (u : V) (gamma radius : R)
    (is_plane : plane p q)
    (rounds : (1 <= T)%nat)
    (labels : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (within : forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= radius)
    (unit : ‖u‖² = 1)
    (margin : forall t, (1 <= t <= T)%nat -> y t * ⟨u, x t⟩ >= gamma)
    (positive : gamma > 0) :
  let alpha := asin (gamma / radius) in
  (forall t, (2 <= t <= S T)%nat -> exists! v, middle p q (right x y t) v) /\
  forall m : nat -> V, (forall t, (2 <= t <= T)%nat -> middle p q (right x y t) (m t)) ->
    sum (mistake x y m) (S T) <= 1 + ln (PI / (2 * alpha)) / ln 2.
Proof.
  intros alpha. pose proof PI_RGT_0. destruct (polar p q is_plane u 0 unit) as (base & _ & B).
  rewrite Rplus_0_l in B.
  destruct (example p q x y is_plane T u gamma radius labels within unit margin positive base 1 B
    ltac:(lia)) as [A _].
  fold alpha in A.
  pose proof (fun n => after p q x y is_plane T u gamma radius labels within unit margin positive
    base n B) as N. fold alpha in N.
  split.
  - intros t L. destruct (N (t - 1)%nat ltac:(lia)) as (low & high & X & Y & Z & W & _).
    replace (S (t - 1)) with t in W by lia. exists (direction p q (base + (low + high) / 2)).
    assert (M : middle p q (right x y t) (direction p q (base + (low + high) / 2)))
      by (apply some_middle; [lra | exact W]).
    split; [exact M|]. intros v. now apply (one_middle p q is_plane (right x y t)).
  - intros m M. destruct (N T ltac:(lia)) as (low & high & X & Y & Z & _ & K). specialize (K m M).
    assert (ln2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (F : ln (2 * alpha) <= ln (high - low)).
    { destruct (Req_dec (2 * alpha) (high - low)) as [-> |]; [lra|]. left. apply ln_increasing; lra. }
    unfold Rdiv at 2. rewrite ln_mult, ln_Rinv; try (apply Rinv_0_lt_compat); try lra.
    apply Rmult_le_reg_r with (ln 2); [exact ln2|]. rewrite Rmult_plus_distr_r.
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
