(* Let $r$ be a symmetric linear map that has an inverse, and let the square of $r$ be the Hessian
   of least squares on $n\ge1$ examples, in a space with $d$ orthonormal vectors.  If $w$ are the
   weights of stochastic Newton, then $rw$ are those of stochastic gradient descent with the same
   step on the instances $r^{-1}x_i$ with the same labels.  The Hessian of these instances is the
   identity, so all its eigenvalues are 1.  If their norms are at most $\tilde R$, then
   $\tilde R^2\ge\frac d2$. *)
From Perclib Require Import Laws.

Section LeastSquares.
Context {V : space}.
Variables (n : nat) (x : nat -> V) (y : nat -> R).
(* The gradient of the loss of an example, and the Hessian, are those of LeastSquares.v. *)
Definition slope (i : nat) (w : V) : V := (2 * (⟨w, x i⟩ - y i)) ⊙ x i.
Definition hessian (v : V) : V := (2 / INR n) ⊙ (∑⊕ i <= n, ⟨x i, v⟩ ⊙ x i).
End LeastSquares.

Lemma through {V : space} (f : V -> V) g n :
  f zero = zero -> (forall u v, f (u ⊕ v) = f u ⊕ f v) -> f (vsum g n) = ∑⊕ i < n, f (g i).
Proof.
  intros Z A. induction n as [|[|n] I]; [exact Z | exact Z|].
  rewrite !(vsum_S _ (S n)), A, I by lia. reflexivity.
Qed.
Lemma vsum_eq {V : space} (f g : nat -> V) n : (forall i, f i = g i) -> vsum f n = vsum g n.
Proof.
  intros E. induction n as [|[|n] I]; [reflexivity.. |].
  now rewrite !(vsum_S _ (S n)), I, E by lia.
Qed.
(* Bessel's inequality. *)
Lemma bessel {V : space} (e : nat -> V) v d :
  (forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
    ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0) ->
  ∑ j <= d, ⟨v, e j⟩ * ⟨v, e j⟩ <= ‖v‖².
Proof.
  intros B. assert (E : forall k, (k <= d)%nat ->
    let z := v ⊕ (-1) ⊙ vsum (fun j => ⟨v, e j⟩ ⊙ e j) (S k) in
    ‖z‖² = ‖v‖² - sum (fun j => ⟨v, e j⟩ * ⟨v, e j⟩) (S k) /\
    forall j, (k < j <= d)%nat -> ⟨z, e j⟩ = ⟨v, e j⟩).
  { induction k as [|k I]; intros K.
    - cbn. split; intros; lin; ring.
    - specialize (I ltac:(lia)). destruct I as [A C].
      rewrite (vsum_S _ (S k)), (sum_S _ (S k)) by lia.
      set (z := v ⊕ (-1) ⊙ vsum _ (S k)) in *.
      replace (v ⊕ (-1) ⊙ (vsum (fun j => ⟨v, e j⟩ ⊙ e j) (S k) ⊕ ⟨v, e (S k)⟩ ⊙ e (S k)))
        with (z ⊕ (- ⟨v, e (S k)⟩) ⊙ e (S k)) by (unfold z; vector; ring).
      pose proof (C (S k) ltac:(lia)) as D. split.
      + lin. rewrite (dot_sym _ (e (S k)) z), D, A, B, Nat.eqb_refl by lia. ring.
      + intros j J. lin. rewrite C, B by lia. destruct (Nat.eqb_spec (S k) j); [lia | ring]. }
  destruct (E d (le_n d)) as [A _]. pose proof (dot_pos _ (v ⊕ (-1) ⊙ vsum (fun j => ⟨v, e j⟩ ⊙ e j) (S d))).
  lra.
Qed.

(* The square of the map r is the Hessian, and r' is the inverse of r. *)
Theorem White
    (V : space) (n d : nat) (x : nat -> V) (y : nat -> R) (e : nat -> V) (r r' : V -> V)
    (some : (1 <= n)%nat)
    (basis : forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (additive : forall u v, r (u ⊕ v) = r u ⊕ r v)
    (homogeneous : forall s v, r (s ⊙ v) = s ⊙ r v)
    (symmetric : forall u v, ⟨r u, v⟩ = ⟨u, r v⟩)
    (root : forall v, r (r v) = hessian n x v)
    (inverse : forall v, r (r' v) = v /\ r' (r v) = v) :
  let white i := r' (x i) in
  (forall i w, ⟨r w, white i⟩ = ⟨w, x i⟩) /\
  (forall i eta w, r (w ⊕ (- eta) ⊙ r' (r' (slope x y i w))) =
    r w ⊕ (- eta) ⊙ slope white y i (r w)) /\
  (forall v, hessian n white v = v) /\
  (forall v mu, v <> zero -> hessian n white v = mu ⊙ v -> mu = 1) /\
  (forall R, (forall i, (1 <= i <= n)%nat -> sqrt ‖white i‖² <= R) -> R ^ 2 >= INR d / 2).
Proof.
  intros white. assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (score : forall i w, ⟨r w, white i⟩ = ⟨w, x i⟩).
  { intros i w. rewrite symmetric. unfold white. now rewrite (proj1 (inverse (x i))). }
  assert (homogeneous' : forall s v, r' (s ⊙ v) = s ⊙ r' v).
  { intros s v. rewrite <- (proj1 (inverse v)) at 1. rewrite <- homogeneous. apply inverse. }
  assert (additive' : forall u v, r' (u ⊕ v) = r' u ⊕ r' v).
  { intros u v. rewrite <- (proj1 (inverse u)), <- (proj1 (inverse v)) at 1.
    rewrite <- additive. apply inverse. }
  assert (identity : forall v, hessian n white v = v).
  { intros v. transitivity (r' (hessian n x (r' v))).
    - unfold hessian. rewrite homogeneous'. f_equal. rewrite through.
      + apply vsum_eq. intros i. rewrite homogeneous'. unfold white. f_equal.
        rewrite <- (proj1 (inverse v)) at 1. rewrite dot_sym.
        change (r' (x i)) with (white i). rewrite score. apply dot_sym.
      + replace (@zero V) with (0 ⊙ (@zero V)) by (vector; ring). rewrite homogeneous'. vector. ring.
      + exact additive'.
    - rewrite <- root. rewrite (proj1 (inverse v)). apply inverse. }
  split; [exact score|]. split; [|split; [exact identity|split]].
  - intros i eta w. rewrite additive, homogeneous, (proj1 (inverse _)). unfold slope.
    now rewrite homogeneous', score.
  - intros v mu Z E. rewrite identity in E. destruct (dot_pos _ v) as [P|P].
    + assert (F : ‖v‖² = mu * ‖v‖²) by (rewrite E at 1; apply dot_scale).
      apply Rmult_eq_reg_r with ‖v‖²; lra.
    + exfalso. now apply Z, dot_definite.
  - intros R B.
    assert (D : forall v, 2 / INR n * sum (fun i => ⟨white i, v⟩ * ⟨v, white i⟩) (S n) = ‖v‖²).
    { intros v. transitivity ⟨hessian n white v, v⟩; [|now rewrite identity].
      unfold hessian. rewrite dot_scale, dot_vsum. f_equal.
      clear. induction n as [|k I]; [reflexivity|].
      rewrite !(sum_S _ (S k)), I by lia. rewrite dot_scale. rewrite (dot_sym _ v). ring. }
    assert (square : forall i, (1 <= i <= n)%nat -> ‖white i‖² <= R ^ 2).
    { intros i I. rewrite <- (sqrt_sqrt ‖white i‖²) by apply dot_pos.
      pose proof (B i I). pose proof (sqrt_pos ‖white i‖²). nra. }
    assert (trace : forall k, (k <= n)%nat ->
      sum (fun j => sum (fun i => ⟨white i, e j⟩ * ⟨e j, white i⟩) (S k)) (S d) <= INR k * R ^ 2).
    { induction k as [|k I]; intros K.
      - replace (sum _ (S d)) with 0; [simpl; lra|]. clear. induction d as [|j I]; [reflexivity|].
        rewrite sum_S, <- I by lia. simpl. ring.
      - specialize (I ltac:(lia)). rewrite S_INR.
        replace (sum _ (S d)) with (sum (fun j => sum (fun i => ⟨white i, e j⟩ * ⟨e j, white i⟩) (S k))
          (S d) + sum (fun j => ⟨white (S k), e j⟩ * ⟨white (S k), e j⟩) (S d)).
        + pose proof (bessel e (white (S k)) d basis). pose proof (square (S k) ltac:(lia)). lra.
        + clear. induction d as [|j I]; [simpl; ring|].
          rewrite !(sum_S _ (S j)), <- I, (sum_S _ (S k)) by lia.
          rewrite (dot_sym _ (e (S j)) (white (S k))). ring. }
    specialize (trace n (le_n n)).
    assert (whole : 2 / INR n * sum (fun j => sum (fun i => ⟨white i, e j⟩ * ⟨e j, white i⟩) (S n)) (S d)
      = INR d).
    { revert D basis. clear. intros D. induction d as [|j I]; intros basis; [simpl; ring|].
      rewrite (sum_S _ (S j)), S_INR, Rmult_plus_distr_l, D, I, basis, Nat.eqb_refl
        by (lia || (intros; apply basis; lia)). reflexivity. }
    assert (P : 0 < 2 / INR n) by (apply Rdiv_lt_0_compat; lra).
    apply (Rmult_le_compat_l (2 / INR n)) in trace; [|lra]. rewrite whole in trace.
    replace (2 / INR n * (INR n * R ^ 2)) with (2 * R ^ 2) in trace by (field; lra). lra.
Qed.
