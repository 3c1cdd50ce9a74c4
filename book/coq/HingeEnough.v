(* For $B,L\ge0$ and $q\ge1$ let $K_q(B,L)$ be the largest number with $K\le B\sqrt
   K+K^{1-1/q}L^{1/q}$ (HingeFamily.v).  Fix a vector $u$ and $T\ge1$ rounds with $\|x_t\|\le R$.
   For each $c\ge0$ and each power $q\ge1$ the comparator $cu$ has the bound $K_q(R\|cu\|,L_q)$,
   where $L_q$ is the sum of its $q$-hinge losses over all rounds.  For some $c\ge0$ the comparator
   $cu$ has with $q=1$ a bound that is at most that of every $c'u$, $c'\ge0$, with every power. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require HingeFamily.
From Perclib.Hinge_bounds Require the_hinge_loss_is_enough.

(* As in HingeFamily.v, K is the largest number with K <= B sqrt(K) + K^(1 - 1/q) L^(1/q); that file
   shows that there is one. *)
Definition key (B L q k : R) : Prop :=
  k = 0 \/ k <= B * sqrt k + Rpower k (1 - 1 / q) * power L (1 / q).
Definition largest (B L q K : R) : Prop :=
  K >= 0 /\ key B L q K /\ forall k, k >= 0 -> key B L q k -> k <= K.

Section Comparators.
Context {V : space}.
Variables (T : nat) (x : nat -> V) (y : nat -> R) (radius : R).
Definition loss (u : V) (q : R) : R :=
  ∑ t <= T, power (Rmax 0 (1 - y t * ⟨u, x t⟩)) q.
Definition bound (u : V) (q K : R) : Prop := largest (radius * sqrt ‖u‖²) (loss u q) q K.

Lemma largest_once B L q K K' : largest B L q K -> largest B L q K' -> K = K'.
Proof. intros (a & b & c) (a' & b' & c'). apply Rle_antisym; auto. Qed.
Lemma sum_pos f n : (forall s, 0 <= f s) -> 0 <= sum f (S n).
Proof.
  intros H. induction n as [|n I]; [simpl; lra|]. rewrite sum_S by lia. pose proof (H (S n)). lra.
Qed.
Lemma sum_ext f g n : (forall s, (1 <= s <= n)%nat -> f s = g s) -> sum f (S n) = sum g (S n).
Proof.
  induction n as [|n I]; intros H; [reflexivity|].
  now rewrite !(sum_S _ (S n)), I, H by (intros; try apply H; lia).
Qed.
Lemma loss_sign u q : 0 <= loss u q.
Proof. apply sum_pos. intros. apply Rge_le, ax_power_sign. Qed.
Lemma loss_one u : loss u 1 = ∑ t <= T, Rmax 0 (1 - y t * ⟨u, x t⟩).
Proof. apply sum_ext. intros t _. apply ax_power_one, Rle_ge, Rmax_l. Qed.

Hypothesis rounds : (1 <= T)%nat.
Hypothesis within : forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= radius.
Lemma radius_sign : 0 <= radius.
Proof using All. apply Rle_trans with (sqrt ‖x 1%nat‖²); [apply sqrt_pos | apply within; lia]. Qed.
Lemma size_sign (u : V) : 0 <= radius * sqrt ‖u‖².
Proof using All. apply Rmult_le_pos; [apply radius_sign | apply sqrt_pos]. Qed.
Lemma no_size (u : V) t : radius * sqrt ‖u‖² = 0 -> (1 <= t <= T)%nat -> ⟨u, x t⟩ = 0.
Proof using All.
  intros Z L. pose proof (cauchy_schwarz u (x t)) as C. pose proof (within t L) as N.
  pose proof (sqrt_pos ‖x t‖²). pose proof (sqrt_pos ‖u‖²).
  rewrite <- (sqrt_sqrt ‖u‖²), <- (sqrt_sqrt ‖x t‖²) in C by apply dot_pos.
  assert (sqrt ‖u‖² * sqrt ‖x t‖² <= 0).
  { rewrite <- Z, (Rmult_comm radius). now apply Rmult_le_compat_l. }
  assert (0 <= sqrt ‖u‖² * sqrt ‖x t‖²) by now apply Rmult_le_pos.
  assert (sqrt ‖u‖² * sqrt ‖x t‖² = 0) as E by lra.
  replace (_ * _ * (_ * _)) with ((sqrt ‖u‖² * sqrt ‖x t‖²) ^ 2) in C by ring.
  rewrite E in C. pose proof (pow2_ge_0 ⟨u, x t⟩). nra.
Qed.
Lemma loss_no_size u q : radius * sqrt ‖u‖² = 0 -> loss u q = INR T.
Proof using All.
  intros Z. transitivity (sum (fun _ => 1) (S T)).
  - apply sum_ext. intros t L. rewrite (no_size u t Z L), Rmult_0_r, Rminus_0_r, Rmax_right by lra.
    now apply power_1.
  - clear. induction T as [|n I]; [reflexivity|]. rewrite sum_S, I, S_INR by lia. ring.
Qed.

(* The bound of u with q = 1, in closed form. *)
Definition first (u : V) : R :=
  (radius * sqrt ‖u‖² / 2 + sqrt ((radius * sqrt ‖u‖²) ^ 2 / 4 + loss u 1)) ^ 2.
Lemma bound_first u : bound u 1 (first u).
Proof using All.
  pose proof (size_sign u). pose proof (loss_sign u 1).
  now apply HingeFamily.Closed; apply Rle_ge.
Qed.
(* If a comparator u has the bound K for a power q >= 1, some multiple c u with c >= 0 has a bound
   with q = 1 that is at most K. *)
Lemma enough u q K : q >= 1 -> bound u q K -> exists c, 0 <= c /\ first (c ⊙ u) <= K.
Proof using All.
  intros Q M. set (B := radius * sqrt ‖u‖²). pose proof (size_sign u) as B0. fold B in B0.
  pose proof (loss_sign u q) as L0.
  destruct (HingeFamily.HingeFamily B (loss u q) q) as (K' & M' & _ & _ & Z & E & G & O); try lra.
  pose proof (largest_once _ _ _ _ _ M M'). subst K'. clear M'.
  assert (T1 : 0 < INR T) by (apply lt_0_INR; lia).
  assert (K0 : K > 0).
  { destruct B0 as [B0|B0].
    - destruct L0 as [L0|L0]; [specialize (G L0) | rewrite Z by lra]; nra.
    - rewrite O by lra. rewrite loss_no_size by (fold B; lra). lra. }
  pose proof (sqrt_lt_R0 K K0) as k0. pose proof (sqrt_sqrt K ltac:(lra)) as kk.
  assert (I : B <= sqrt K) by (destruct L0 as [L0|L0]; [specialize (G L0) | specialize (Z ltac:(lra))]; nra).
  set (m := 1 - B / sqrt K). set (theta := 1 - m * (1 - 1 / q)).
  assert (m' : sqrt K * m = sqrt K - B) by (unfold m; field; lra).
  assert (m0 : 0 <= m <= 1) by nra.
  assert (q0 : 0 < / q <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (th : theta > 0) by (unfold theta, Rdiv; nra).
  exists (/ theta). split; [left; now apply Rinv_0_lt_compat|].
  set (z t := Rmax 0 (1 - y t * ⟨/ theta ⊙ u, x t⟩)).
  unfold first. rewrite loss_one. fold z.
  assert (solution : loss u q = K * power m q).
  { destruct L0 as [L0|L0].
    - assert (m > 0) by (specialize (G L0); nra).
      unfold power. destruct (Rlt_dec 0 m), (Rlt_dec 0 q); try lra.
      symmetry. now apply (E L0 K (G L0)).
    - specialize (Z ltac:(lra)). assert (sqrt K = B) by (rewrite Z; now apply sqrt_pow2).
      rewrite (power_0 m) by nra. lra. }
  apply (the_hinge_loss_is_enough.the_hinge_loss_is_enough V T rounds q radius K m theta u
    (fun t => Rmax 0 (1 - y t * ⟨u, x t⟩)) y z x); try assumption.
  - apply Rle_ge, radius_sign.
  - reflexivity.
  - reflexivity.
  - intros t _. apply Rle_ge, Rmax_l.
  - intros t _. pose proof (Rmax_r 0 (1 - y t * ⟨u, x t⟩)). lra.
  - intros t _. apply Rle_ge, Rmax_l.
  - intros t _. unfold z, inv. rewrite dot_scale. unfold Rmax. destruct Rle_dec; nra.
Qed.

(* Among the multiples c u of a comparator u with c >= 0 one has the least bound with q = 1. *)
Lemma continuous_ext f g : (forall c, f c = g c) -> continuity f -> continuity g.
Proof using Type.
  intros E C c eps Eps. destruct (C c eps Eps) as (a & A & H). exists a. split; [exact A|].
  intros d D. rewrite <- !E. now apply H.
Qed.
Lemma continuous_loss u :
  continuity (fun c => ∑ t <= T, Rmax 0 (1 - y t * ⟨c ⊙ u, x t⟩)).
Proof using Type.
  clear. induction T as [|n I]; [apply continuity_const; intros a b; reflexivity|].
  set (b := y (S n) * ⟨u, x (S n)⟩).
  assert (A : continuity (fun c => 1 - b * c)) by (intros c; reg).
  pose proof (continuity_comp _ Rabs A Rcontinuity_abs) as D.
  refine (continuous_ext _ _ _ (continuity_plus _ _ I
    (continuity_scal _ (/ 2) (continuity_plus _ _ A D)))).
  intros c. unfold plus_fct, mult_real_fct, comp, b. rewrite (sum_S _ (S n)), dot_scale by lia.
  f_equal. replace (y (S n) * (c * ⟨u, x (S n)⟩)) with (y (S n) * ⟨u, x (S n)⟩ * c) by ring.
  unfold Rmax, Rabs. destruct Rle_dec, Rcase_abs; lra.
Qed.
Lemma norm_scale (u : V) c : 0 <= c -> sqrt ‖c ⊙ u‖² = c * sqrt ‖u‖².
Proof using Type.
  intros C. rewrite dot_scale, dot_scale_r, <- Rmult_assoc, sqrt_mult by (try apply dot_pos; nra).
  now rewrite sqrt_square.
Qed.
Lemma least (u : V) : exists c, 0 <= c /\ forall d, 0 <= d -> first (c ⊙ u) <= first (d ⊙ u).
Proof using All.
  set (B := radius * sqrt ‖u‖²). pose proof (size_sign u) as B0. fold B in B0.
  assert (F : forall c, 0 <= c -> first (c ⊙ u) =
    (B * c / 2 + sqrt ((B * c) ^ 2 / 4 + loss (c ⊙ u) 1)) ^ 2).
  { intros c C. unfold first. rewrite norm_scale by exact C.
    now replace (radius * (c * sqrt ‖u‖²)) with (B * c) by (unfold B; ring). }
  destruct B0 as [B0|B0].
  - set (M := (INR T + 1) / B). pose proof (pos_INR T) as T0.
    assert (M0 : 0 <= M) by (left; apply Rdiv_lt_0_compat; lra).
    set (L c := sum (fun t => Rmax 0 (1 - y t * ⟨c ⊙ u, x t⟩)) (S T)).
    assert (square : continuity (fun c => (B * c) ^ 2 / 4)) by (intros c; reg).
    assert (half : continuity (fun c => B * c / 2)) by (intros c; reg).
    pose proof (continuity_plus _ L square (continuous_loss u)) as under.
    destruct (continuity_ab_min (fun c => (B * c / 2 + sqrt ((B * c) ^ 2 / 4 + L c)) ^ 2) 0 M M0)
      as (c & min & C).
    + intros c _. assert (P : 0 <= (B * c) ^ 2 / 4 + L c).
      { pose proof (loss_sign (c ⊙ u) 1) as P. rewrite loss_one in P. fold (L c) in P.
        pose proof (pow2_ge_0 (B * c)). lra. }
      pose proof (continuity_pt_comp _ sqrt c (under c) (continuity_pt_sqrt _ P)) as root.
      pose proof (continuity_pt_plus _ _ c (half c) root) as sum_.
      apply (continuity_pt_comp _ (fun z => z ^ 2) c sum_). reg.
    + assert (min' : forall d, 0 <= d <= M -> first (c ⊙ u) <= first (d ⊙ u)).
      { intros d D. rewrite !F, !loss_one by lra. now apply min. }
      exists c. split; [lra|]. intros d D. destruct (Rle_lt_dec d M) as [I|I]; [apply min'; lra|].
      apply Rle_trans with (first (0 ⊙ u)); [apply min'; lra|].
      pose proof (loss_sign (d ⊙ u) 1) as L1.
      assert (Z : loss (0 ⊙ u) 1 = INR T).
      { apply loss_no_size. rewrite norm_scale by lra. ring. }
      rewrite !F, Z by lra. replace (B * 0 / 2) with 0 by field.
      replace ((B * 0) ^ 2 / 4 + INR T) with (INR T) by field.
      rewrite Rplus_0_l, pow2_sqrt by exact T0.
      assert (INR T + 1 < B * d).
      { replace (INR T + 1) with (B * M) by (unfold M; field; lra). now apply Rmult_lt_compat_l. }
      set (r := sqrt ((B * d) ^ 2 / 4 + loss (d ⊙ u) 1)).
      assert (B * d / 2 <= r).
      { unfold r. rewrite <- (sqrt_pow2 (B * d / 2)) by lra. apply sqrt_le_1_alt. lra. }
      nra.
  - exists 0. split; [lra|]. intros d D. rewrite !F by lra.
    assert (none : forall c, 0 <= c -> loss (c ⊙ u) 1 = INR T).
    { intros c C. apply loss_no_size. rewrite norm_scale by exact C.
      replace (radius * (c * sqrt ‖u‖²)) with (c * B) by (unfold B; ring). rewrite <- B0. ring. }
    rewrite !none, <- B0, !Rmult_0_l by lra. lra.
Qed.
End Comparators.

Theorem HingeEnough
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (u : V) (R : R)
    (rounds : (1 <= T)%nat)
    (radius : forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= R) :
  exists c K, c >= 0 /\ bound T x y R (c ⊙ u) 1 K /\
    forall d q K', d >= 0 -> q >= 1 -> bound T x y R (d ⊙ u) q K' -> K <= K'.
Proof.
  destruct (least T x y R rounds radius u) as (c & C & L). exists c, (first T x y R (c ⊙ u)).
  split; [lra|]. split; [now apply bound_first|]. intros d q K' D Q M.
  destruct (enough T x y R rounds radius (d ⊙ u) q K' Q M) as (e & E & H).
  apply Rle_trans with (2 := H). replace (e ⊙ (d ⊙ u)) with ((e * d) ⊙ u) by (vector; ring).
  apply L. nra.
Qed.
