(* checks: cor-soft-margin *)
(* in part: cor-soft-margin-primal=Machine cor-soft-margin-dual=Machine: where the least bound and the
   largest floor are the same number, which strong duality says *)
(* Let $R>0$, let $L_1$ be the sum of the hinge losses of a vector, and let $u\ne0$ have the bound
   $K=R\|u\|\sqrt K+L_1>0$. Let round weights $a_t\ge0$ with the sum $A>0$ and $v=\sum_ta_ty_tx_t$
   have a floor of at least $K$: $Ka_t\le A$ for all $t$, and $\sqrt K\|v\|\le RA$.  Then for
   $C=\|u\|/(R\sqrt K)$ no vector has a smaller value of $\frac12\|u\|^2+CL_1$, and the numbers
   $(\|u\|/\|v\|)a_t$ lie between 0 and $C$ and have the largest dual value (SoftMargin.v) of all
   such numbers. *)
From Perclib Require Import Laws.

Section Stream.
Context {V : space}.
Variables (T : nat) (x : nat -> V) (y : nat -> R).
Definition losses (u : V) : R := ∑ t <= T, Rmax 0 (1 - y t * ⟨u, x t⟩).
Definition primal (C : R) (u : V) : R := ‖u‖² / 2 + C * losses u.
Definition combined (a : nat -> R) : V := ∑⊕ t <= T, (a t * y t) ⊙ x t.
Definition dual (a : nat -> R) : R := sum a (S T) - ‖combined a‖² / 2.
Definition capped (C : R) (a : nat -> R) : Prop := forall t, (1 <= t <= T)%nat -> 0 <= a t <= C.

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

Theorem Machine
    (V : space) (T : nat) (x : nat -> V) (y a : nat -> R) (u : V) (radius K : R)
    (radius_positive : radius > 0)
    (not_zero : u <> zero)
    (K_positive : K > 0)
    (bound : K = radius * sqrt ‖u‖² * sqrt K + losses T x y u)
    (weights : forall t, (1 <= t <= T)%nat -> a t >= 0)
    (some : sum a (S T) > 0) :
  let v := combined T x y a in
  let C := sqrt ‖u‖² / (radius * sqrt K) in
  let b t := sqrt ‖u‖² / sqrt ‖v‖² * a t in
  (forall t, (1 <= t <= T)%nat -> K * a t <= sum a (S T)) ->
  K * ‖v‖² <= (radius * sum a (S T)) ^ 2 ->
  v <> zero /\ (forall w, primal T x y C u <= primal T x y C w) /\ capped T C b /\
  forall c, capped T C c -> dual T x y c <= dual T x y b.
Proof.
  intros v C b floor_1 floor_2. set (A := sum a (S T)) in *. set (L := losses T x y u) in *.
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
