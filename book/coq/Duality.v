(* The convex hull of finitely many vectors $y_tx_t$, at least one, has exactly one point $z$
   nearest to the origin.  If $z\ne0$, the margin of the stream is $\|z\|$, and $z$ attains it; if
   $z=0$, no margin is positive.  If the stream is separable, one of the vectors $u$ with
   $y_t\langle u,x_t\rangle\ge1$ in every round has the least norm, and the margin of the stream is
   1 divided by this norm. *)
From Perclib Require Import Laws.

Section Stream.
Context {V : space}.
Variables (x : nat -> V) (y : nat -> R) (T : nat).
Definition hull (z : V) : Prop := exists a : nat -> R,
  (forall t, (1 <= t <= T)%nat -> a t >= 0) /\ sum a (S T) = 1 /\
  z = ∑⊕ s <= T, a s ⊙ (y s ⊙ x s).
Definition nearest (z : V) : Prop := hull z /\ forall v, hull v -> norm z <= norm v.
(* The margin of a comparator u that is not zero is the least of the numbers y t <u, x t> / |u|; the
   margin of the stream is the largest margin of a comparator. *)
Definition margin (u : V) (g : R) : Prop := u <> zero /\
  (forall t, (1 <= t <= T)%nat -> g <= y t * ⟨u, x t⟩ / norm u) /\
  (exists t, (1 <= t <= T)%nat /\ g = y t * ⟨u, x t⟩ / norm u).
Definition largest_margin (g : R) : Prop :=
  (exists u, margin u g) /\ forall u h, margin u h -> h <= g.
Definition separable : Prop := exists g, largest_margin g /\ g > 0.
Definition feasible (u : V) : Prop := forall t, (1 <= t <= T)%nat -> y t * ⟨u, x t⟩ >= 1.
End Stream.

(* Norms. *)
Section Norm.
Context {V : space}.
Implicit Types u v : V.
Lemma norm_pos v : 0 <= norm v.  Proof using All. apply sqrt_pos. Qed.
Lemma norm_square v : norm v * norm v = ‖v‖².  Proof using All. apply sqrt_sqrt, dot_pos. Qed.
Lemma norm_nonzero v : v <> zero -> 0 < norm v.
Proof using All.
  intros N. destruct (norm_pos v) as [P|Z]; [exact P | contradict N].
  apply dot_definite. rewrite <- norm_square, <- Z. ring.
Qed.
Lemma norm_scale r v : 0 <= r -> norm (r ⊙ v) = r * norm v.
Proof using All.
  intros P. unfold norm. lin. rewrite <- Rmult_assoc, sqrt_mult, sqrt_square; auto using dot_pos.
  nra.
Qed.
Lemma cauchy_schwarz u v : ⟨u, v⟩ <= norm u * norm v.
Proof using All.
  pose proof (norm_square u). pose proof (norm_square v).
  pose proof (norm_pos u). pose proof (norm_pos v).
  destruct (Req_dec (norm u * norm v) 0) as [Z|N].
  - replace ⟨u, v⟩ with 0; [lra|].
    apply Rmult_integral in Z as [Z|Z]; rewrite Z, Rmult_0_l in *;
      [rewrite (dot_definite _ u), dot_zero | rewrite (dot_definite _ v), dot_zero_r]; auto.
  - pose proof (dot_pos _ (norm v ⊙ u ⊕ (- norm u) ⊙ v)) as P. revert P. lin.
    rewrite (dot_sym _ v u). intros P. apply Rmult_le_reg_l with (norm u * norm v); nra.
Qed.
End Norm.

(* Sums. *)
Lemma sum_le f g n : (forall s, (1 <= s < n)%nat -> f s <= g s) -> sum f n <= sum g n.
Proof.
  induction n as [|[|n] I]; intros H; [simpl; lra .. |].
  rewrite !(sum_S _ (S n)) by lia. apply Rplus_le_compat; [apply I; intros|]; apply H; lia.
Qed.
Lemma sum_scale r f n : ∑ s < n, r * f s = r * sum f n.
Proof.
  refine (sum_is _ (fun n => r * sum f n) n _ _ _); intros;
    rewrite ?sum_S by assumption; simpl; ring.
Qed.
Lemma vsum_ext {V : space} (f g : nat -> V) n :
  (forall s, (1 <= s < n)%nat -> f s = g s) -> vsum f n = vsum g n.
Proof.
  induction n as [|[|n] I]; intros H; [reflexivity .. |].
  rewrite !(vsum_S _ (S n)) by lia. rewrite I, H by (intros; try apply H; lia). reflexivity.
Qed.
Lemma vsum_linear {V W : space} (F : V -> W) : F zero = zero ->
  (forall a b, F (a ⊕ b) = F a ⊕ F b) ->
  forall f n, ∑⊕ s < n, F (f s) = F (vsum f n).
Proof.
  intros Z A f n. refine (vsum_is _ (fun n => F (vsum f n)) n _ _ _); intros; try exact Z.
  now rewrite vsum_S, A.
Qed.

(* Every point c has a nearest point in the cone of finitely many vectors, which is found by adding
   one vector w at a time.  If the nearest point of the cone without w is not the nearest point of
   the larger cone, project c and the other vectors orthogonally to w, and find the point of the
   cone of the projected vectors that is nearest to the projected c.  Combine the vectors themselves
   with the same factors, and add a multiple of w such that the inner product of w with the sum
   is that with c. *)
Section Cone.
Context {V : space}.
Definition cone (a : nat -> R) (v : nat -> V) n : V := ∑⊕ s < n, a s ⊙ v s.
Definition projected (k : R) (w u : V) : V := u ⊕ (- (⟨u, w⟩ * k)) ⊙ w.
Lemma cone_dot a v n (u : V) : ⟨cone a v n, u⟩ = ∑ s < n, a s * ⟨v s, u⟩.
Proof using All.
  unfold cone. rewrite dot_vsum. apply sum_is; [reflexivity .. |].
  intros. rewrite sum_S by assumption. now rewrite dot_scale.
Qed.
Lemma cone_below a v n (u z : V) : (forall t, 0 <= a t) ->
  (forall t, (1 <= t < n)%nat -> ⟨u, v t⟩ <= ⟨z, v t⟩) -> ⟨u, cone a v n⟩ <= ⟨z, cone a v n⟩.
Proof using All.
  intros P H. rewrite !(dot_sym _ _ (cone a v n)), !cone_dot. apply sum_le. intros s L.
  rewrite !(dot_sym _ (v s)). auto using Rmult_le_compat_l.
Qed.
Lemma cone_projected k w a v n :
  cone a (fun s => projected k w (v s)) n = projected k w (cone a v n).
Proof using All.
  unfold cone. rewrite <- vsum_linear; [apply vsum_ext | |]; intros; unfold projected; vector; ring.
Qed.
Lemma cone_more a b v n : (1 <= n)%nat ->
  cone (fun s => if Nat.eqb s n then b else a s) v (S n) = cone a v n ⊕ b ⊙ v n.
Proof using All.
  intros L. unfold cone. rewrite vsum_S, Nat.eqb_refl by exact L. f_equal. apply vsum_ext.
  intros s [_ M]. now destruct (Nat.eqb_spec s n); [lia|].
Qed.
Lemma nearest_in_cone n : forall (v : nat -> V) (c : V), exists a, (forall t, 0 <= a t) /\
  (forall t, (1 <= t < n)%nat -> ⟨c, v t⟩ <= ⟨cone a v n, v t⟩) /\
  ⟨c, cone a v n⟩ = ‖cone a v n‖².
Proof using All.
  induction n as [|[|m] I]; intros v c;
    try (exists (fun _ => 0); unfold cone; simpl; rewrite !dot_zero_r;
      repeat split; intros; lra || lia).
  set (n := S m) in *. assert (L : (1 <= n)%nat) by lia. clearbody n. clear m. set (w := v n).
  destruct (I v c) as (a & A & B & E). set (p := cone a v n) in *.
  destruct (Rle_lt_dec ⟨c, w⟩ ⟨p, w⟩) as [D|D].
  - (* First case: the nearest point of the cone without w is nearest in the larger cone, too. *)
    exists (fun s => if Nat.eqb s n then 0 else a s). rewrite cone_more by exact L. fold p w.
    replace (p ⊕ 0 ⊙ w) with p by (vector; ring). repeat split; [| |exact E].
    + intros t. destruct (Nat.eqb t n); [lra | apply A].
    + intros t T. destruct (Nat.eq_dec t n) as [->|]; [exact D | apply B; lia].
  - assert (W : ‖w‖² <> 0).
    { intros Z. apply dot_definite in Z. rewrite Z, !dot_zero_r in D. lra. }
    set (k := / ‖w‖²). assert (K : ‖w‖² * k = 1) by now apply Rinv_r. clearbody k.
    destruct (I (fun s => projected k w (v s)) (projected k w c)) as (a' & A' & B' & E').
    rewrite cone_projected in B', E'. set (q := cone a' v n) in *.
    set (b := (⟨c, w⟩ - ⟨q, w⟩) * k). set (z := q ⊕ b ⊙ w).
    assert (F : ⟨c, w⟩ = ⟨z, w⟩)
      by (unfold z, b; lin; rewrite Rmult_assoc, (Rmult_comm k), K; ring).
    assert (Rz : c ⊕ (-1) ⊙ z = projected k w c ⊕ (-1) ⊙ projected k w q)
      by (unfold z, b, projected; vector; ring).
    assert (G : forall d, ⟨c, d⟩ - ⟨z, d⟩ =
      ⟨projected k w c, projected k w d⟩ - ⟨projected k w q, projected k w d⟩).
    { intros d. transitivity ⟨c ⊕ (-1) ⊙ z, projected k w d⟩; [|rewrite Rz; lin; ring].
      unfold projected. lin. rewrite F. ring. }
    assert (G' : ⟨c, q⟩ = ⟨z, q⟩) by (specialize (G q); lra).
    assert (H : ⟨c, z⟩ = ‖z‖²).
    { unfold z at 1 3. lin. rewrite G', F. reflexivity. }
    assert (N : forall t, (1 <= t < n)%nat -> ⟨c, v t⟩ <= ⟨z, v t⟩).
    { intros t M. specialize (B' t M). cbv beta in B'. specialize (G (v t)). lra. }
    assert (P : 0 <= b).
    { apply Rnot_lt_le. intros P. pose proof (cone_below a v n c z A N) as X. fold p in X.
      pose proof (cone_below a' v n c p A' B) as Y. fold q in Y.
      pose proof (dot_pos _ (z ⊕ (-1) ⊙ p)) as Z. revert Z. lin.
      rewrite (dot_sym _ p z). intros Z.
      assert (⟨c, z⟩ < ⟨p, z⟩) by (unfold z; lin; nra). rewrite (dot_sym _ p z) in *. lra. }
    exists (fun s => if Nat.eqb s n then b else a' s). rewrite cone_more by exact L.
    change (cone a' v n ⊕ b ⊙ v n) with z. repeat split; [| |exact H].
    + intros t. destruct (Nat.eqb t n); [exact P | apply A'].
    + intros t T. destruct (Nat.eq_dec t n) as [->|]; [apply Req_le, F | apply N; lia].
Qed.
End Cone.

(* The lifted space holds the pairs of a vector and a number; the pairs (v, 1) turn hulls into
   cones. *)
Definition lifted (V : space) : space.
Proof.
  refine {| vector := V * R; zero := (zero, 0);
    add a b := (fst a ⊕ fst b, snd a + snd b); scale r a := (r ⊙ fst a, r * snd a);
    dot a b := ⟨fst a, fst b⟩ + snd a * snd b |}; intros; cbn [fst snd].
  - f_equal; [apply add_comm | ring].
  - f_equal; [apply add_assoc | ring].
  - destruct a. f_equal; [apply add_zero | simpl; ring].
  - f_equal; [apply add_opposite | ring].
  - rewrite dot_sym. ring.
  - rewrite dot_add. ring.
  - rewrite dot_scale. ring.
  - pose proof (dot_pos _ (fst a)). nra.
  - pose proof (dot_pos _ (fst a)). destruct a as [a r]; cbn [fst snd] in *.
    f_equal; [apply dot_definite |]; nra.
Defined.
Lemma cone_lifted {V : space} a (v : nat -> V) n :
  cone (V := lifted V) a (fun s => (v s, 1)) n = (cone a v n, sum a n).
Proof.
  unfold cone. refine (vsum_is (V := lifted V) _ (fun n => (vsum _ n, sum a n)) n _ _ _);
    intros; try reflexivity.
  rewrite vsum_S, sum_S by assumption. simpl. now rewrite Rmult_1_r.
Qed.

Section Proof.
Context {V : space}.
Variables (x : nat -> V) (y : nat -> R) (T : nat).
Hypothesis rounds : (1 <= T)%nat.
Let v s := y s ⊙ x s.
Definition reaches (z : V) : Prop := forall t, (1 <= t <= T)%nat -> ‖z‖² <= ⟨z, v t⟩.
Lemma some_reach : exists z, hull x y T z /\ reaches z.
Proof using All.
  destruct (nearest_in_cone (V := lifted V) (S T) (fun s => (v s, 1)) (zero, 1))
    as (a & A & B & E).
  rewrite cone_lifted in E. setoid_rewrite cone_lifted in B. cbn [dot lifted fst snd] in B, E.
  set (p := cone a v (S T)) in *. set (m := sum a (S T)) in *. rewrite !dot_zero in E.
  assert (M : 0 < m).
  { pose proof (dot_pos _ p) as P. assert (M : m <> 0).
    { intros Z. specialize (B 1%nat ltac:(lia)). revert B.
      rewrite (dot_definite _ p), !dot_zero by nra. lra. }
    nra. }
  assert (H : ‖p‖² = m * (1 - m)) by lra.
  exists (/ m ⊙ p). split.
  - exists (fun t => / m * a t). repeat split.
    + intros t _. apply Rle_ge, Rmult_le_pos; [left; now apply Rinv_0_lt_compat | apply A].
    + rewrite sum_scale. fold m. apply Rinv_l. lra.
    + unfold p, cone. symmetry. rewrite <- vsum_linear by (intros; vector; ring).
      apply vsum_ext. intros. unfold v. vector. ring.
  - intros t L. specialize (B t ltac:(lia)). rewrite !dot_zero in B. lin. rewrite H.
    replace (/ m * (/ m * (m * (1 - m)))) with (/ m * (1 - m)) by (field; lra).
    apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat | lra].
Qed.

(* If no <u, v t> is less than g, then <u, z> is not less than g for any point z of the hull. *)
Lemma hull_at_least u g z : hull x y T z -> (forall t, (1 <= t <= T)%nat -> g <= ⟨u, v t⟩) ->
  g <= ⟨u, z⟩.
Proof using All.
  intros (a & A & O & ->) H. change (g <= ⟨u, cone a v (S T)⟩).
  rewrite dot_sym, cone_dot, <- (Rmult_1_r g), <- O, <- sum_scale. apply sum_le. intros s L.
  rewrite Rmult_comm. apply Rmult_le_compat_l; [apply Rge_le, A; lia|].
  rewrite dot_sym. apply H. lia.
Qed.
Lemma apart_from z z' : hull x y T z' -> reaches z ->
  ‖z' ⊖ z‖² <= ‖z'‖² - ‖z‖².
Proof using All.
  intros H A. pose proof (hull_at_least z _ z' H A). lin. rewrite (dot_sym _ z' z). lra.
Qed.
Lemma reach_nearest z : hull x y T z -> reaches z -> nearest x y T z.
Proof using All.
  intros H A. split; [exact H|]. intros z' H'. apply sqrt_le_1_alt.
  pose proof (apart_from z z' H' A). pose proof (dot_pos _ (z' ⊕ (-1) ⊙ z)). lra.
Qed.
Lemma nearest_unique z z' : hull x y T z -> reaches z -> nearest x y T z' -> z' = z.
Proof using All.
  intros H A [H' N]. pose proof (apart_from z z' H' A) as D.
  pose proof (dot_pos _ (z' ⊕ (-1) ⊙ z)).
  assert (‖z'‖² <= ‖z‖²) by (apply sqrt_le_0; [apply dot_pos .. | now apply N]).
  assert (Z : z' ⊕ (-1) ⊙ z = zero) by (apply dot_definite; lra).
  apply ext. intros c. apply (f_equal (dot c)) in Z. revert Z. lin. lra.
Qed.
Lemma nearest_reaches z : nearest x y T z -> reaches z.
Proof using All.
  intros N. destruct some_reach as (z' & H & A). now rewrite (nearest_unique z' z H A N).
Qed.

(* Margins. *)
Lemma score u t : ⟨u, v t⟩ = y t * ⟨u, x t⟩.
Proof using All. unfold v. lin. ring. Qed.
Lemma least (f : nat -> R) n : (1 <= n)%nat ->
  exists t, (1 <= t <= n)%nat /\ forall s, (1 <= s <= n)%nat -> f t <= f s.
Proof using All.
  induction 1 as [|n L (t & M & I)].
  - exists 1%nat. split; [lia|]. intros s M. replace s with 1%nat by lia. lra.
  - destruct (Rle_lt_dec (f t) (f (S n))); [exists t | exists (S n)]; (split; [lia|]); intros s K;
      (destruct (Nat.eq_dec s (S n)) as [->|]; [lra | specialize (I s ltac:(lia)); lra]).
Qed.
Lemma some_margin u : u <> zero -> exists g, margin x y T u g.
Proof using All.
  intros N. destruct (least (fun t => y t * ⟨u, x t⟩ / norm u) T rounds) as (t & L & M).
  exists (y t * ⟨u, x t⟩ / norm u). split; [exact N | eauto].
Qed.
Lemma margin_at_least u g h : margin x y T u g ->
  (forall t, (1 <= t <= T)%nat -> h * norm u <= ⟨u, v t⟩) -> h <= g.
Proof using All.
  intros (N & _ & t & L & ->) H. apply norm_nonzero in N. specialize (H t L). rewrite score in H.
  apply Rmult_le_reg_r with (norm u); [exact N|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma ceiling u g z : margin x y T u g -> hull x y T z -> g <= norm z.
Proof using All.
  intros (N & A & _) H. apply norm_nonzero in N. apply Rmult_le_reg_l with (norm u); [exact N|].
  apply Rle_trans with ⟨u, z⟩; [|apply cauchy_schwarz]. apply hull_at_least; [exact H|].
  intros t L. rewrite score. replace (y t * _) with (norm u * (y t * ⟨u, x t⟩ / norm u))
    by (field; lra). apply Rmult_le_compat_l; [lra | auto].
Qed.
Lemma nearest_attains z : nearest x y T z -> z <> zero -> margin x y T z (norm z).
Proof using All.
  intros Z N. destruct (some_margin z N) as [g G].
  replace (norm z) with g; [exact G|]. apply Rle_antisym; [apply (ceiling _ _ _ G), Z|].
  apply (margin_at_least _ _ _ G). rewrite norm_square. now apply nearest_reaches.
Qed.
End Proof.

Theorem Duality
    (V : space) (x : nat -> V) (y : nat -> R) (T : nat)
    (rounds : (1 <= T)%nat) :
  (exists! z, nearest x y T z) /\
  (forall z, nearest x y T z -> z <> zero ->
    separable x y T /\ largest_margin x y T (norm z) /\ margin x y T z (norm z)) /\
  (nearest x y T zero -> ~ separable x y T /\ forall u g, margin x y T u g -> g <= 0).
Proof.
  repeat apply conj.
  - destruct (some_reach x y T rounds) as (z & H & A). exists z.
    split; [now apply reach_nearest|]. intros z' N. symmetry.
    now apply (nearest_unique x y T rounds).
  - intros z Z N. pose proof (nearest_attains x y T rounds z Z N) as M.
    assert (L : largest_margin x y T (norm z)).
    { split; [eauto|]. intros u h U. apply (ceiling x y T rounds u _ _ U), Z. }
    split; [|auto]. exists (norm z). split; [exact L | now apply norm_nonzero].
  - intros [H _]. assert (C : forall u g, margin x y T u g -> g <= 0).
    { intros u g U. pose proof (ceiling x y T rounds u _ _ U H) as C. revert C.
      unfold norm. now rewrite dot_zero, sqrt_0. }
    split; [|exact C]. intros (g & [[u U] _] & P). specialize (C u g U). lra.
Qed.

Theorem Scale
    (V : space) (x : nat -> V) (y : nat -> R) (T : nat)
    (rounds : (1 <= T)%nat)
    (separable : separable x y T) :
  exists u, feasible x y T u /\ (forall w, feasible x y T w -> norm u <= norm w) /\
    largest_margin x y T (1 / norm u).
Proof.
  destruct (Duality V x y T rounds) as ((z & Z & _) & D & E).
  assert (N : z <> zero) by (intros ->; exact (proj1 (E Z) separable)).
  destruct (D z Z N) as (_ & L & _). clear D E. pose proof (norm_nonzero z N) as P.
  pose proof (norm_square z) as Q. set (m := norm z) in *.
  exists (/ (m * m) ⊙ z). assert (I : 0 < / (m * m)) by (apply Rinv_0_lt_compat; nra).
  assert (U : norm (/ (m * m) ⊙ z) = / m) by (rewrite norm_scale by lra; fold m; field; lra).
  rewrite U. split; [|split].
  - intros t K. rewrite <- (score x y T rounds). rewrite dot_scale. apply Rle_ge.
    pose proof (nearest_reaches x y T rounds z Z t K) as A. rewrite <- Q in A.
    apply Rmult_le_reg_l with (m * m); [nra|].
    rewrite <- Rmult_assoc, Rinv_r; nra.
  - intros w F. assert (W : w <> zero).
    { intros ->. specialize (F 1%nat ltac:(lia)). rewrite dot_zero in F. lra. }
    destruct (some_margin x y T rounds w W) as [g G]. apply norm_nonzero in W.
    assert (A : / norm w <= g).
    { apply (margin_at_least x y T rounds w g _ G). intros t K.
      rewrite (score x y T rounds), Rinv_l by lra.
      now apply Rge_le, F. }
    destruct L as [_ L]. specialize (L w g G). rewrite <- (Rinv_inv (norm w)).
    apply Rinv_le_contravar; [now apply Rinv_0_lt_compat | lra].
  - unfold Rdiv. rewrite Rinv_inv, Rmult_1_l. exact L.
Qed.
