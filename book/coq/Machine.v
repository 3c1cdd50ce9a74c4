(* Let a stream have $T\ge1$ rounds, and let $R>0$ bound the norms of its instances.  Let $u\ne0$
   have the least bound $K$ of all vectors, and let the weights $a_1,\dots,a_T$ have the largest
   floor, both for $q=1$ and as StrongDuality.v defines them; let $v=\sum_ta_ty_tx_t$.  Then $K>0$
   and $v\ne0$; for $C=\|u\|/(R\sqrt K)$ the number $\frac12\|w\|^2+CL_1(w)$, where $L_1(w)$ is the
   sum of the hinge losses of $w$, is least at $w=u$; and the numbers $(\|u\|/\|v\|)a_t$ lie between
   0 and $C$ and have the largest dual value (SoftMargin.v) of all such numbers. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require HingeFamily.
From Perclib.By_hand Require HingeFloor.
From Perclib.By_hand Require StrongDuality.

Section Stream.
Context {V : space}.
Variables (T : nat) (x : nat -> V) (y : nat -> R).
Definition losses (u : V) : R := ∑ t <= T, Rmax 0 (1 - y t * ⟨u, x t⟩).
Definition primal (C : R) (u : V) : R := ‖u‖² / 2 + C * losses u.
Definition combined (a : nat -> R) : V := ∑⊕ t <= T, (a t * y t) ⊙ x t.
Definition dual (a : nat -> R) : R := sum a (S T) - ‖combined a‖² / 2.
Definition capped (C : R) (a : nat -> R) : Prop := forall t, (1 <= t <= T)%nat -> 0 <= a t <= C.
(* The bounds and floors of StrongDuality.v for q = 1.  The bound of u is the largest number K with
   K <= B sqrt(K) + L, where B is the radius times the norm of u and L the sum of its losses. *)
Definition bound (radius : R) (u : V) (K : R) : Prop :=
  K >= 0 /\ K <= radius * norm u * sqrt K + losses u /\
  forall k, k >= 0 -> k <= radius * norm u * sqrt k + losses u -> k <= K.
(* The number m is the largest weight. *)
Definition floor (radius : R) (a : nat -> R) (F : R) : Prop :=
  (forall t, (1 <= t <= T)%nat -> a t >= 0) /\ (exists t, (1 <= t <= T)%nat /\ a t <> 0) /\
  exists m, (forall t, (1 <= t <= T)%nat -> a t <= m) /\ (exists t, (1 <= t <= T)%nat /\ a t = m) /\
    let A := sum a (S T) in let v := combined a in
    (v = zero -> F = A / m) /\ (v <> zero -> F = Rmin (A / m) ((radius * A / norm v) ^ 2)).
Definition least_bound (radius : R) (u : V) (K : R) : Prop :=
  bound radius u K /\ forall u' K', bound radius u' K' -> K <= K'.
Definition largest_floor (radius : R) (a : nat -> R) (F : R) : Prop :=
  floor radius a F /\ forall a' F', floor radius a' F' -> F' <= F.

Lemma weighted C a u : capped C a -> sum a (S T) <= C * losses u + ⟨u, combined a⟩.
Proof.
  unfold capped, losses, combined. induction T as [|n I]; intros H.
  - simpl. rewrite dot_zero_r. lra.
  - rewrite !(sum_S _ (S n)), (vsum_S _ (S n)) by lia. lin.
    specialize (I ltac:(intros; apply H; lia)). pose proof (H (S n) ltac:(lia)) as A.
    pose proof (Rmax_l 0 (1 - y (S n) * ⟨u, x (S n)⟩)) as B.
    pose proof (Rmax_r 0 (1 - y (S n) * ⟨u, x (S n)⟩)) as D.
    set (h := Rmax 0 (1 - y (S n) * ⟨u, x (S n)⟩)) in *.
    assert (a (S n) * (1 - y (S n) * ⟨u, x (S n)⟩) <= C * h); [|lra].
    apply Rle_trans with (a (S n) * h); [apply Rmult_le_compat_l | apply Rmult_le_compat_r]; lra.
Qed.
Lemma weak C a u : capped C a -> dual a <= primal C u.
Proof.
  intros H. apply (weighted C a u) in H. unfold dual, primal.
  pose proof (dot_pos _ (u ⊕ (-1) ⊙ combined a)) as P. revert P. lin.
  rewrite (dot_sym _ (combined a) u). lra.
Qed.
Lemma combined_scale r a : combined (fun t => r * a t) = r ⊙ combined a.
Proof.
  unfold combined.
  refine (vsum_is _ (fun n => r ⊙ vsum (fun t => (a t * y t) ⊙ x t) n) (S T) _ _ _);
    intros; rewrite ?vsum_S by assumption; simpl; vector; ring.
Qed.
Lemma sum_scale c f n : ∑ s < n, c * f s = c * sum f n.
Proof. apply (sum_is _ (fun n => c * sum f n)); intros; rewrite ?sum_S by lia; simpl; ring. Qed.
End Stream.

Lemma machine
    (V : space) (T : nat) (x : nat -> V) (y a : nat -> R) (u : V) (radius K : R) :
  radius > 0 -> u <> zero -> K > 0 ->
  K = radius * sqrt ‖u‖² * sqrt K + losses T x y u ->
  (forall t, (1 <= t <= T)%nat -> a t >= 0) -> sum a (S T) > 0 ->
  (forall t, (1 <= t <= T)%nat -> K * a t <= sum a (S T)) ->
  K * ‖combined T x y a‖² <= (radius * sum a (S T)) ^ 2 ->
  let v := combined T x y a in
  let C := sqrt ‖u‖² / (radius * sqrt K) in
  let b t := sqrt ‖u‖² / sqrt ‖v‖² * a t in
  v <> zero /\ (forall w, primal T x y C u <= primal T x y C w) /\ capped T C b /\
  forall c, capped T C c -> dual T x y c <= dual T x y b.
Proof.
  intros radius_positive not_zero K_positive bound weights some floor_1 floor_2 v C b.
  fold v in floor_2. set (A := sum a (S T)) in *. set (L := losses T x y u) in *.
  pose proof (sqrt_lt_R0 K K_positive) as s0. pose proof (sqrt_sqrt K ltac:(lra)) as ss.
  set (s := sqrt K) in *.
  assert (uu : 0 < ‖u‖²).
  { destruct (dot_pos _ u) as [P|Z]; [exact P|]. contradict not_zero. now apply dot_definite. }
  pose proof (sqrt_lt_R0 _ uu) as n0. pose proof (sqrt_sqrt _ (dot_pos _ u)) as nn.
  pose proof (sqrt_pos ‖v‖²) as N0. pose proof (sqrt_sqrt _ (dot_pos _ v)) as NN.
  set (n := sqrt ‖u‖²) in *. set (N := sqrt ‖v‖²) in *.
  assert (I : A <= A / K * L + n * N).
  { assert (P : capped T (A / K) a).
    { intros t B. split; [apply Rge_le, weights, B|]. apply Rmult_le_reg_l with K; [lra|].
      replace (K * (A / K)) with A by (field; lra). auto. }
    apply (weighted T x y (A / K) a u) in P. fold A L in P. fold v in P.
    pose proof (cauchy_schwarz u v) as Q. rewrite <- nn, <- NN in Q.
    assert (0 <= n * N) by (apply Rmult_le_pos; lra). nra. }
  assert (J : radius * A <= N * s).
  { replace (A / K * L) with (A - radius * A * n / s) in I
      by (replace L with (K - radius * n * s) by lra; rewrite <- ss; field; lra).
    apply Rmult_le_reg_l with (n / s); [now apply Rdiv_lt_0_compat|].
    replace (n / s * (radius * A)) with (radius * A * n / s) by (field; lra).
    replace (n / s * (N * s)) with (n * N) by (field; lra). lra. }
  assert (E : N * s = radius * A).
  { apply Rle_antisym; [|exact J]. apply Rsqr_incr_0_var; [unfold Rsqr; nra | nra]. }
  assert (N1 : 0 < N) by nra.
  assert (B : capped T C b).
  { intros t M. pose proof (weights t M). unfold b. assert (0 < n / N) by now apply Rdiv_lt_0_compat.
    split; [nra|]. apply Rle_trans with (n / N * (A / K)).
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_l with K; [lra|].
      replace (K * (A / K)) with A by (field; lra). auto.
    - right. unfold C. rewrite <- ss. replace A with (N * s / radius) by (rewrite E; field; lra).
      field. repeat split; lra. }
  assert (F : dual T x y b = primal T x y C u).
  { unfold dual, primal, b. rewrite sum_scale, combined_scale. fold A L v. lin.
    rewrite <- NN, <- nn. replace L with (s * s - radius * n * s) by lra.
    unfold C. replace A with (N * s / radius) by (rewrite E; field; lra). field.
    repeat split; lra. }
  split; [intros Z; rewrite Z, dot_zero in NN; nra|]. split; [|split; [exact B|]].
  - intros w. rewrite <- F. now apply weak.
  - intros c P. rewrite F. now apply weak.
Qed.

(* The bounds and the floors are those of StrongDuality.v. *)
Section Same.
Context {V : space}.
Variables (T : nat) (x : nat -> V) (y : nat -> R) (radius : R).
Hypothesis radius_positive : radius > 0.
Lemma losses_1 u : StrongDuality.losses T x y 1 u = losses T x y u.
Proof using All.
  unfold StrongDuality.losses, losses. apply sum_is; [reflexivity .. |]. intros s L.
  rewrite sum_S by assumption. f_equal. symmetry. apply ax_power_one, Rle_ge, Rmax_l.
Qed.
Lemma losses_sign u : losses T x y u >= 0.
Proof using All. apply HingeFloor.sum_pos. intros. apply Rle_ge, Rmax_l. Qed.
Lemma norm_sign (u : V) : 0 <= radius * norm u.
Proof using All. pose proof (sqrt_pos ‖u‖²). unfold norm. nra. Qed.
Lemma key_1 B L k : L >= 0 -> k >= 0 -> (StrongDuality.key B L 1 k <-> k <= B * sqrt k + L).
Proof using All.
  intros L0 k0. unfold StrongDuality.key.
  replace (1 - 1 / 1) with 0 by field. replace (1 / 1) with 1 by field.
  rewrite ax_power_one by exact L0. destruct k0 as [k0|k0].
  - rewrite Rpower_O, Rmult_1_l by lra. split; [intros [|]|]; lra || tauto.
  - rewrite k0, sqrt_0. split; intros; lra || now left.
Qed.
Lemma same_bound u K : StrongDuality.bound T x y radius 1 u K <-> bound T x y radius u K.
Proof using All.
  unfold StrongDuality.bound, StrongDuality.largest, bound. rewrite losses_1.
  pose proof (losses_sign u) as L.
  split; intros (P & M & H); (split; [exact P|]); (split; [now apply key_1|]);
    intros k k0 N; apply H; try exact k0; now apply key_1.
Qed.
Lemma same_floor a F : StrongDuality.floor T x y radius 1 a F <-> floor T x y radius a F.
Proof using All.
  assert (one : forall m, (forall t, (1 <= t <= T)%nat -> a t >= 0) ->
    (exists t, (1 <= t <= T)%nat /\ a t <> 0) -> (forall t, (1 <= t <= T)%nat -> a t <= m) ->
    power (sum a (S T) / m) 1 = sum a (S T) / m).
  { intros m A (t & I & N) M. specialize (M t I). pose proof (A t I). apply ax_power_one.
    pose proof (HingeFloor.sum_pos a T A). apply Rle_ge, Rmult_le_pos; [lra|].
    left. apply Rinv_0_lt_compat. lra. }
  split.
  - intros (A & N & m & [(_ & M & W)|(p & _ & q & _)] & Z & Y); [|lra].
    rewrite (one m) in Z, Y by assumption. split; [exact A|]. split; [exact N|]. now exists m.
  - intros (A & N & m & M & W & Z & Y). split; [exact A|]. split; [exact N|]. exists m.
    split; [now left|]. cbv zeta. now rewrite (one m).
Qed.
(* The bound of a vector other than zero is positive, and its inequality is an equality. *)
Lemma equation u K : u <> zero -> bound T x y radius u K ->
  K > 0 /\ K = radius * norm u * sqrt K + losses T x y u.
Proof using All.
  intros N B. pose proof (losses_sign u) as L0. pose proof (norm_sign u) as b0.
  assert (b1 : 0 < radius * norm u).
  { apply Rmult_lt_0_compat; [lra|]. apply sqrt_lt_R0. destruct (dot_pos _ u) as [P|Z]; [exact P|].
    contradict N. now apply dot_definite. }
  assert (K0 : K > 0).
  { destruct B as (_ & _ & H). apply Rlt_gt, Rlt_le_trans with ((radius * norm u) ^ 2); [nra|].
    apply H; [nra|]. rewrite sqrt_pow2 by lra. nra. }
  split; [exact K0|]. apply same_bound in B. unfold StrongDuality.bound in B.
  pose proof (HingeFloor.equation _ _ 1 K (Rle_ge _ _ b0) L0 ltac:(lra) K0) as E.
  rewrite losses_1 in B. specialize (E B). replace (1 / 1) with 1 in E by field.
  rewrite ax_power_one, Rpower_1 in E by lra.
  replace (K * losses T x y u * / K) with (losses T x y u) in E by (field; lra). exact E.
Qed.
End Same.

Theorem Machine
    (V : space) (T : nat) (x : nat -> V) (y a : nat -> R) (u : V) (radius K F : R)
    (rounds : (1 <= T)%nat)
    (radius_positive : radius > 0)
    (within : forall t, (1 <= t <= T)%nat -> norm (x t) <= radius)
    (not_zero : u <> zero)
    (least : least_bound T x y radius u K)
    (largest : largest_floor T x y radius a F) :
  let v := combined T x y a in
  let C := norm u / (radius * sqrt K) in
  let b t := norm u / norm v * a t in
  K > 0 /\ v <> zero /\ (forall w, primal T x y C u <= primal T x y C w) /\ capped T C b /\
  forall c, capped T C c -> dual T x y c <= dual T x y b.
Proof.
  destruct (StrongDuality.StrongDuality V T x y radius 1 rounds radius_positive within
    ltac:(lra)) as (u' & a' & K' & [U U'] & [A A']).
  destruct least as [B B'], largest as [G G'].
  assert (K = K').
  { apply same_bound in B as B1; [|exact radius_positive]. apply same_bound in U; [|assumption].
    apply Rle_antisym; eauto. }
  assert (F = K).
  { apply same_floor in G as G1; [|exact radius_positive]. apply same_floor in A; [|assumption].
    subst. apply Rle_antisym; eauto. }
  clear U U' A A' B' G'. subst F. destruct (equation T x y radius radius_positive u K not_zero B)
    as [K0 E]. destruct G as (W & (t & I & N) & m & M & _ & Z & Y).
  set (A := sum a (S T)) in *. intros v. fold v in Z, Y.
  assert (A0 : A > 0).
  { destruct (HingeFloor.sum_pos a T W) as [P|P]; [exact P|]. fold A in P.
    contradict N. apply (HingeFloor.sum_zero a T W); [fold A; lra | exact I]. }
  assert (m0 : 0 < m) by (specialize (M t I); specialize (W t I); lra).
  assert (first : K <= A / m).
  { destruct (Classical_Prop.classic (v = zero)) as [O|O]; [rewrite (Z O); apply Rle_refl|].
    rewrite (Y O). apply Rmin_l. }
  split; [exact K0|]. apply machine; try assumption.
  - intros s J. fold A. specialize (M s J). apply Rle_trans with (K * m); [nra|].
    apply Rmult_le_reg_r with (/ m); [now apply Rinv_0_lt_compat|].
    rewrite Rmult_assoc, Rinv_r; unfold Rdiv in first; lra.
  - fold A v. destruct (Classical_Prop.classic (v = zero)) as [O|O].
    { rewrite O, dot_zero. nra. }
    assert (second : K <= (radius * A / norm v) ^ 2) by (rewrite (Y O); apply Rmin_r).
    assert (n0 : 0 < norm v).
    { apply sqrt_lt_R0. destruct (dot_pos _ v) as [P|P]; [exact P|]. contradict O.
      now apply dot_definite. }
    assert (nn : norm v * norm v = ‖v‖²) by apply sqrt_sqrt, dot_pos.
    rewrite <- nn. apply Rle_trans with ((radius * A / norm v) ^ 2 * (norm v * norm v)).
    + apply Rmult_le_compat_r; [nra | exact second].
    + right. field. lra.
Qed.
