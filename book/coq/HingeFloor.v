(* Let $q\ge1$ and $1/p+1/q=1$; let $a_t\ge0$ be weights of $T\ge1$ rounds, not all zero, with the
   sum $A$ and the norm $\|a\|_p$, which for $q=1$ is the largest of them; let $v=\sum_ta_ty_tx_t$,
   and let $R$ bound the norms of the instances.  Let $K$ be the largest number with
   $K\le B\sqrt K+K^{1-1/q}L^{1/q}$ (HingeFamily.v), where $B=R\|u\|$ and $L$ is the sum of the
   $q$-hinge losses of $u$ over all rounds.  Then $K\ge(A/\|a\|_p)^q$, or $v\ne0$ and
   $K\ge(RA/\|v\|)^2$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require HingeFamily.
From Perclib.Hinge_bounds Require Weak_duality.
From Perclib.Hinge_bounds Require Weak_duality_for_q_1.
From Perclib.Hinge_bounds Require One_of_the_two_numbers_is_a_floor.
From Perclib.Hinge_bounds Require The_other_number_is_a_floor.

(* As in HingeFamily.v, K is the largest number with K <= B sqrt(K) + K^(1 - 1/q) L^(1/q); that file
   shows that there is one. *)
Definition key (B L q k : R) : Prop :=
  k = 0 \/ k <= B * sqrt k + Rpower k (1 - 1 / q) * power L (1 / q).
Definition largest (B L q K : R) : Prop :=
  K >= 0 /\ key B L q K /\ forall k, k >= 0 -> key B L q k -> k <= K.

(* The number size is the norm of the weights for the power p with 1/p + 1/q = 1; for q = 1 it is
   the largest of them. *)
Definition dual_norm (a : nat -> R) (T : nat) (q size : R) : Prop :=
  (q = 1 /\ (forall t, (1 <= t <= T)%nat -> a t <= size) /\
    exists t, (1 <= t <= T)%nat /\ a t = size) \/
  (exists p, p > 1 /\ q > 1 /\ 1 / p + 1 / q = 1 /\
    size = power (∑ t <= T, power (a t) p) (1 / p)).

Lemma sum_pos f n : (forall s, (1 <= s <= n)%nat -> f s >= 0) -> sum f (S n) >= 0.
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite sum_S by lia.
  pose proof (H (S n) ltac:(lia)). specialize (I ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_zero f n : (forall s, (1 <= s <= n)%nat -> f s >= 0) -> sum f (S n) <= 0 ->
  forall s, (1 <= s <= n)%nat -> f s = 0.
Proof.
  induction n as [|n I]; intros H Z s L; [lia|]. rewrite sum_S in Z by lia.
  pose proof (H (S n) ltac:(lia)). pose proof (sum_pos f n ltac:(intros; apply H; lia)).
  destruct (Nat.eq_dec s (S n)) as [->|D]; [lra|].
  apply I; try lia; try lra. intros; apply H; lia.
Qed.
Lemma rooted a p : a >= 0 -> p > 1 -> power (power a (1 / p)) p = a.
Proof.
  intros A P. assert (0 < 1 / p) by (apply Rdiv_lt_0_compat; lra).
  rewrite (ax_power_tower a (1 / p) p 1) by (try lra; field; lra). now apply ax_power_one.
Qed.
(* The largest solution K of K <= B sqrt(K) + K^(1 - 1/q) L^(1/q), if it is positive, makes this
   inequality an equation. *)
Lemma equation B L q K : B >= 0 -> L >= 0 -> q >= 1 -> K > 0 -> largest B L q K ->
  K = B * sqrt K + K * power L (1 / q) * / Rpower K (1 / q).
Proof.
  intros B0 L0 Q K0 M. destruct (HingeFamily.HingeFamily B L q B0 L0 Q)
    as (K' & M' & _ & _ & Z & E & G & _).
  assert (K' = K) as ->.
  { destruct M as (a & b & c), M' as (a' & b' & c'). apply Rle_antisym; auto. }
  pose proof (sqrt_lt_R0 K K0) as k0. pose proof (sqrt_sqrt K ltac:(lra)) as kk.
  set (h := Rpower K (1 / q)). assert (h0 : 0 < h) by apply exp_pos.
  destruct L0 as [l|l].
  - specialize (G l). assert (I : K * Rpower (1 - B / sqrt K) q = L) by now apply (E l K).
    assert (s : B < sqrt K) by nra. set (m := 1 - B / sqrt K) in *.
    assert (m' : sqrt K * m = sqrt K - B) by (unfold m; field; lra).
    assert (m0 : 0 < m) by (apply Rmult_lt_reg_l with (sqrt K); lra).
    assert (i_q : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
    assert (P : power L (1 / q) = h * m).
    { unfold power. destruct Rlt_dec; [|lra]. destruct Rlt_dec; [|lra]. rewrite <- I.
      rewrite <- Rpower_mult_distr, Rpower_mult by (try apply exp_pos; lra).
      replace (q * (1 / q)) with 1 by (field; lra). now rewrite Rpower_1. }
    rewrite P. replace (K * (h * m) * / h) with (K * m) by (field; lra).
    rewrite <- kk at 1 3. rewrite (Rmult_assoc (sqrt K) (sqrt K) m), m'. ring.
  - subst L. rewrite (power_0 0) by reflexivity.
    assert (sqrt K = B) by (rewrite Z by reflexivity; apply sqrt_pow2; lra). nra.
Qed.

Lemma at_zero {V : space} (x : nat -> V) (c : nat -> R) n :
  (forall t, (1 <= t <= n)%nat -> x t = zero) -> ∑⊕ t <= n, c t ⊙ x t = zero.
Proof.
  induction n as [|n I]; intros H; [reflexivity|]. rewrite vsum_S by lia.
  rewrite I by (intros; apply H; lia). rewrite (H (S n)) by lia.
  apply dot_definite. now rewrite !dot_add, !dot_scale, !dot_zero, Rmult_0_r, Rplus_0_r.
Qed.
(* The sum of the weights is bounded by Hoelder's inequality, in the form of weak duality; and the
   norm of the weights is positive. *)
Lemma duality (V : space) (T : nat) (x : nat -> V) (y a : nat -> R) (u : V) (q size : R) :
  (1 <= T)%nat ->
  (forall t, (1 <= t <= T)%nat -> a t >= 0) ->
  (exists t, (1 <= t <= T)%nat /\ a t <> 0) ->
  dual_norm a T q size ->
  let hinge t := Rmax 0 (1 - y t * ⟨u, x t⟩) in
  let v := ∑⊕ t <= T, (a t * y t) ⊙ x t in
  size > 0 /\ sum a (S T) <= size * power (∑ t <= T, power (hinge t) q) (1 / q)
    + sqrt ‖u‖² * sqrt ‖v‖².
Proof.
  intros rounds weights some norm hinge v.
  assert (l0 : forall t, (1 <= t <= T)%nat -> hinge t >= 0) by (intros; apply Rle_ge, Rmax_l).
  assert (lt : forall t, (1 <= t <= T)%nat -> hinge t >= 1 - y t * ⟨u, x t⟩).
  { intros t I. unfold hinge. pose proof (Rmax_r 0 (1 - y t * ⟨u, x t⟩)). lra. }
  destruct norm as [(-> & most & t & I & E)|(p & p_ & q_ & conjugate & E)].
  - assert (P0 : size > 0).
    { destruct some as (s & J & N). pose proof (weights s J). pose proof (most s J). lra. }
    split; [exact P0|].
    assert (L : power (sum (fun t => power (hinge t) 1) (S T)) (1 / 1) = sum hinge (S T)).
    { assert (L1 : sum (fun t => power (hinge t) 1) (S T) = sum hinge (S T)).
      { clear - l0. induction T as [|n IH]; [reflexivity|]. rewrite !sum_S by lia.
        rewrite IH by (intros; apply l0; lia). rewrite ax_power_one; [reflexivity|].
        apply l0; lia. }
      rewrite L1. replace (1 / 1) with 1 by field. apply ax_power_one.
      now apply sum_pos. }
    rewrite L. now apply Weak_duality_for_q_1.Weak_duality_for_q_1.
  - assert (S0 : sum (fun t => power (a t) p) (S T) >= 0)
      by (apply sum_pos; intros; apply ax_power_sign).
    assert (P0 : size > 0).
    { rewrite E. destruct (ax_power_sign (sum (fun t => power (a t) p) (S T)) (1 / p)) as [P|P];
        [exact P|].
      exfalso. destruct some as (t & I & N).
      assert (O : sum (fun t => power (a t) p) (S T) = 0)
        by (rewrite <- (rooted _ p S0 p_); rewrite P; now apply power_0).
      pose proof (sum_zero (fun t => power (a t) p) T ltac:(intros; apply ax_power_sign)
        ltac:(lra) t I) as W. cbv beta in W.
      pose proof (weights t I). pose proof (ax_power_positive (a t) p ltac:(lra)). lra. }
    split; [exact P0|].
    assert (L0 : sum (fun t => power (hinge t) q) (S T) >= 0)
      by (apply sum_pos; intros; apply ax_power_sign).
    apply Weak_duality.Weak_duality with (h := hinge) (p := p) (q := q); try assumption.
    + apply ax_power_sign.
    + rewrite E, rooted by assumption. apply Rle_refl.
    + rewrite rooted by assumption. apply Rle_refl.
Qed.

Theorem HingeFloor
    (V : space) (T : nat) (x : nat -> V) (y a : nat -> R) (u : V) (R q size K : R)
    (rounds : (1 <= T)%nat)
    (radius : R >= 0)
    (within : forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= R)
    (q_ : q >= 1)
    (weights : forall t, (1 <= t <= T)%nat -> a t >= 0)
    (some : exists t, (1 <= t <= T)%nat /\ a t <> 0)
    (norm : dual_norm a T q size) :
  let hinge t := Rmax 0 (1 - y t * ⟨u, x t⟩) in
  let A := sum a (S T) in
  let v := ∑⊕ t <= T, (a t * y t) ⊙ x t in
  largest (R * sqrt ‖u‖²) (∑ t <= T, power (hinge t) q) q K ->
  power (A / size) q <= K \/ (v <> zero /\ (R * A / sqrt ‖v‖²) ^ 2 <= K).
Proof.
  intros hinge A v. set (L := sum (fun t => power (hinge t) q) (S T)). intros M.
  assert (L0 : L >= 0) by (apply sum_pos; intros; apply ax_power_sign).
  set (n := sqrt ‖u‖²) in *. assert (n0 : 0 <= n) by apply sqrt_pos.
  assert (A0 : A > 0).
  { destruct some as (t & I & N). destruct (Rle_lt_dec A 0) as [C|C]; [|exact C].
    contradict N. exact (sum_zero a T weights C t I). }
  destruct (duality V T x y a u q size rounds weights some norm) as (P0 & D).
  set (m := power L (1 / q)) in *. change (A <= size * m + n * sqrt ‖v‖²) in D.
  assert (m0 : m >= 0) by apply ax_power_sign.
  destruct (HingeFamily.HingeFamily (R * n) L q ltac:(nra) L0 q_)
    as (K' & M' & _ & _ & Z & _ & G & Null).
  assert (K' = K) as ->.
  { destruct M as (c & d & e), M' as (c' & d' & e'). apply Rle_antisym; auto. }
  assert (raised : forall b, size * b >= A -> power b q >= power (A / size) q).
  { intros b F.
    assert (A / size <= b) by (apply Rmult_le_reg_r with size; [exact P0|];
      replace (A / size * size) with A by (field; lra); lra).
    assert (0 < A / size) by now apply Rdiv_lt_0_compat.
    unfold power. destruct (Rlt_dec 0 b); [|lra]. destruct (Rlt_dec 0 (A / size)); [|lra].
    destruct (Rlt_dec 0 q); [|lra]. apply Rle_ge, Rle_Rpower_l; lra. }
  destruct (Req_EM_T R 0) as [flat|flat].
  { left. assert (v = zero) as O.
    { apply at_zero. intros t I. apply dot_definite, sqrt_eq_0; [apply dot_pos|].
      apply Rle_antisym; [rewrite <- flat; now apply within | apply sqrt_pos]. }
    rewrite O, dot_zero, sqrt_0 in D. rewrite Null by (rewrite flat; ring).
    assert (Lm : power m q = L).
    { unfold m. rewrite (ax_power_tower L (1 / q) q 1) by (try lra; try (field; lra);
        apply Rdiv_lt_0_compat; lra). now apply ax_power_one. }
    rewrite <- Lm. apply Rge_le, raised. lra. }
  assert (positive : R > 0) by lra.
  assert (K0 : K > 0).
  { destruct L0 as [P|N]; [specialize (G P); nra|]. rewrite (Z N).
    destruct n0 as [P|N']; [assert (0 < R * n) by nra; nra | exfalso].
    assert (U : u = zero).
    { apply dot_definite. symmetry in N'. apply sqrt_eq_0 in N'; [exact N' | apply dot_pos]. }
    assert (O : hinge 1%nat = 1).
    { unfold hinge. rewrite U, dot_zero, Rmult_0_r, Rminus_0_r. apply Rmax_right. lra. }
    pose proof (sum_zero (fun t => power (hinge t) q) T ltac:(intros; apply ax_power_sign)
      ltac:(fold L; lra) 1%nat ltac:(lia)) as C. cbv beta in C.
    rewrite O, power_1 in C by reflexivity. lra. }
  set (h := Rpower K (1 / q)). assert (h0 : h > 0) by apply exp_pos.
  assert (Kh : power h q = K).
  { unfold power. destruct (Rlt_dec 0 h); [|lra]. destruct (Rlt_dec 0 q); [|lra].
    unfold h. rewrite Rpower_mult. replace (1 / q * q) with 1 by (field; lra).
    now rewrite Rpower_1. }
  pose proof (equation (R * n) L q K ltac:(nra) L0 q_ K0 M) as X. fold m h in X.
  pose proof (sqrt_lt_R0 K K0) as k0. pose proof (sqrt_sqrt K ltac:(lra)) as kk.
  destruct (Rlt_le_dec (sqrt K * sqrt ‖v‖² * inv R) A) as [C|C].
  - left. rewrite <- Kh. apply Rge_le, raised, Rle_ge.
    apply One_of_the_two_numbers_is_a_floor.One_of_the_two_numbers_is_a_floor
      with (R_ := R) (n_ := n) (M := m) (K := K) (V_ := sqrt ‖v‖²); try assumption; lra.
  - right. assert (v0 : 0 < sqrt ‖v‖²).
    { destruct (sqrt_pos ‖v‖²) as [Q|Q]; [exact Q | exfalso]. rewrite <- Q in C. lra. }
    split; [intros O; rewrite O, dot_zero, sqrt_0 in v0; lra|]. apply Rge_le.
    apply The_other_number_is_a_floor.The_other_number_is_a_floor; unfold inv in *; lra.
Qed.
