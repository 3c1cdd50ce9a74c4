(* The regularized leader and its regret are those of the file FtrlRun; here its step sizes are
   $\sqrt2/\sqrt t$.  Let $R>0$, and let the space hold a unit vector.  The regret is at most
   $\sqrt{2T}$ for every $T\ge1$, all instances of norms of at most $R$, all labels $1$ or $-1$
   and all $u$ of norms of at most $1/R$, if and only if $2-\sqrt3\le R^2\le2+\sqrt3$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require FtrlRun.
From Perclib.By_hand Require ConstantMet.

Section Learner.
Context {V : space}.
Variables (x : nat -> V) (y eta : nat -> R) (radius : R).
Definition partial (t : nat) : V := ∑⊕ s < t, y s ⊙ x s.
Definition factor (t : nat) : R :=
  if Req_EM_T ‖partial t‖² 0 then eta t / 2
  else Rmin (eta t / 2) (1 / (radius * sqrt ‖partial t‖²)).
Definition weights (t : nat) : V := factor t ⊙ partial t.
Definition chance (w : V) (t : nat) : R := Rabs (⟨w, x t⟩ - y t) / 2.
Definition regret (T : nat) (u : V) : R :=
  ∑ t <= T, chance (weights t) t - sum (chance u) (S T).
End Learner.
Definition printed (t : nat) : R := sqrt 2 / sqrt (INR t).

(* For R^2 in the range the bound of FtrlRun.v is at most sqrt (2 T). *)
Lemma roots T : (1 <= T)%nat -> ∑ t <= T, / sqrt (INR t) <= 2 * sqrt (INR T).
Proof.
  intros L. induction L as [|n L I]; [simpl; rewrite sqrt_1; lra|].
  rewrite sum_S by lia. assert (P : 0 < INR n) by (apply lt_0_INR; lia). rewrite S_INR.
  pose proof (sqrt_lt_R0 _ P) as a. pose proof (sqrt_lt_R0 (INR n + 1) ltac:(lra)) as b.
  pose proof (sqrt_sqrt (INR n) ltac:(lra)) as aa.
  pose proof (sqrt_sqrt (INR n + 1) ltac:(lra)) as bb.
  set (r := sqrt (INR n)) in *. set (s := sqrt (INR n + 1)) in *.
  assert (2 * r + / s <= 2 * s); [|lra].
  apply Rmult_le_reg_r with s; [exact b|]. rewrite Rmult_plus_distr_r, Rinv_l by lra. nra.
Qed.
Lemma sum_scale c f n : ∑ s < n, c * f s = c * sum f n.
Proof. apply (sum_is _ (fun n => c * sum f n)); intros; rewrite ?sum_S by lia; simpl; ring. Qed.
Lemma sum_le f g n : (forall s, (1 <= s <= n)%nat -> f s <= g s) -> sum f (S n) <= sum g (S n).
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite !(sum_S _ (S n)) by lia.
  apply Rplus_le_compat; [apply I; intros|]; apply H; lia.
Qed.
Lemma enough (V : space) (x : nat -> V) (y : nat -> R) (T : nat) (radius : R) (u : V) :
  (1 <= T)%nat -> radius > 0 -> (forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1) ->
  (forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= radius) -> sqrt ‖u‖² <= 1 / radius ->
  regret x y printed radius T u <=
    sqrt 2 / 4 * (radius ^ 2 + 1 / radius ^ 2) * sqrt (INR T).
Proof.
  intros L P labels within ball. assert (s2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (q2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (N : 0 < INR T) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ N) as r0.
  eapply Rle_trans.
  - apply (FtrlRun.FtrlRun V T x y printed radius u L P labels within); [| | exact ball].
    + intros t M. apply Rdiv_lt_0_compat; [exact s2|]. apply sqrt_lt_R0, lt_0_INR. lia.
    + intros t M. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar.
      * apply sqrt_lt_R0, lt_0_INR. lia.
      * apply sqrt_le_1_alt, le_INR. lia.
  - assert (A : sum (fun t => printed t * ‖x t‖²) (S T) <=
      sqrt 2 * radius ^ 2 * (2 * sqrt (INR T))).
    { apply Rle_trans with (sqrt 2 * radius ^ 2 * sum (fun t => / sqrt (INR t)) (S T)).
      - rewrite <- sum_scale. apply sum_le. intros t M. unfold printed.
        assert (0 < / sqrt (INR t)) by (apply Rinv_0_lt_compat, sqrt_lt_R0, lt_0_INR; lia).
        assert (‖x t‖² <= radius ^ 2).
        { pose proof (within t M). pose proof (sqrt_pos ‖x t‖²).
          rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra. }
        assert (0 < sqrt 2 * / sqrt (INR t)) by (apply Rmult_lt_0_compat; assumption).
        unfold Rdiv. nra.
      - apply Rmult_le_compat_l; [|now apply roots]. apply Rmult_le_pos; nra. }
    assert (B : ‖u‖² <= 1 / radius ^ 2).
    { pose proof (sqrt_pos ‖u‖²). rewrite <- (sqrt_sqrt ‖u‖²) by apply dot_pos.
      replace (1 / radius ^ 2) with ((1 / radius) * (1 / radius)) by (field; lra). nra. }
    unfold printed at 1.
    replace (‖u‖² / (2 * (sqrt 2 / sqrt (INR T)))) with (‖u‖² * (sqrt 2 / 4 * sqrt (INR T))).
    + assert (0 < sqrt 2 / 4 * sqrt (INR T)) by (apply Rmult_lt_0_compat; lra).
      apply (Rmult_le_compat_r (sqrt 2 / 4 * sqrt (INR T))) in B; lra.
    + apply Rmult_eq_reg_r with (2 * (sqrt 2 / sqrt (INR T)));
        [|apply Rgt_not_eq, Rmult_lt_0_compat; [lra | now apply Rdiv_lt_0_compat]].
      transitivity (‖u‖² * (sqrt 2 * sqrt 2) / 2); [field; lra|]. rewrite q2. field.
      split; lra.
Qed.

(* Outside of it the factor of ConstantMet.v, for the same step sizes, is more than sqrt 2. *)
Lemma regret_ext {V : space} (x : nat -> V) y eta other radius T u :
  (forall t, (1 <= t)%nat -> eta t = other t) ->
  regret x y eta radius T u = regret x y other radius T u.
Proof.
  intros E. assert (F : forall t, chance x y (weights x y eta radius t) t =
    chance x y (weights x y other radius t) t \/ t = 0%nat).
  { intros [|t]; [now right|]. left. unfold weights, factor. now rewrite E by lia. }
  unfold regret. f_equal. induction T as [|n I]; [reflexivity|].
  rewrite !(sum_S _ (S n)), I by lia. destruct (F (S n)) as [-> |]; [reflexivity | lia].
Qed.
Lemma outside (V : space) (e : V) (radius : R) : ‖e‖² = 1 -> radius > 0 ->
  radius ^ 2 + 1 / radius ^ 2 > 4 -> exists (x : nat -> V) y T u, (1 <= T)%nat /\
    (forall t, sqrt ‖x t‖² <= radius /\ (y t = 1 \/ y t = -1)) /\
    sqrt ‖u‖² <= 1 / radius /\ regret x y printed radius T u > sqrt (2 * INR T).
Proof.
  intros unit P far. set (kappa := sqrt 2 * radius ^ 2).
  assert (s2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (q2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (k0 : 0 < kappa) by (apply Rmult_lt_0_compat; [exact s2 | nra]).
  assert (F : 1 / (2 * kappa) + kappa / 4 = sqrt 2 / 4 * (radius ^ 2 + 1 / radius ^ 2)).
  { unfold kappa. apply Rmult_eq_reg_r with (4 * (sqrt 2 * radius ^ 2)); [|nra].
    transitivity ((sqrt 2 * sqrt 2) * radius ^ 4 + 2); [field; lra|].
    transitivity ((sqrt 2 * sqrt 2) * (radius ^ 4 + 1)); [rewrite q2; ring | field; lra]. }
  set (c := 1 / (2 * kappa) + kappa / 4 - sqrt 2).
  assert (c0 : 0 < c) by (unfold c; nra).
  destruct (ConstantMet.ConstantMet V e radius kappa (c / 2) unit P k0 ltac:(lra)) as (enough & H).
  destruct (H (S enough) ltac:(lia)) as (x & y & u & X & U & G).
  exists x, y, (S enough), u. split; [lia|]. split; [exact X|]. split; [exact U|].
  set (T := S enough) in *. assert (T0 : 0 < INR T) by (apply lt_0_INR; unfold T; lia).
  rewrite (regret_ext x y printed (fun t => kappa / (radius ^ 2 * sqrt (INR t)))).
  - apply Rge_gt_trans with (1 := G). rewrite sqrt_mult_alt by lra.
    pose proof (sqrt_lt_R0 _ T0). apply Rmult_lt_compat_r; [assumption|]. unfold c in *. lra.
  - intros t L. assert (0 < sqrt (INR t)) by (apply sqrt_lt_R0, lt_0_INR; lia).
    unfold printed, kappa. field. lra.
Qed.

Theorem Range
    (V : space) (e : V) (radius : R)
    (unit : ‖e‖² = 1)
    (positive : radius > 0) :
  (forall (x : nat -> V) (y : nat -> R) (T : nat) (u : V), (1 <= T)%nat ->
    (forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1) ->
    (forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= radius) ->
    sqrt ‖u‖² <= 1 / radius -> regret x y printed radius T u <= sqrt (2 * INR T)) <->
  2 - sqrt 3 <= radius ^ 2 <= 2 + sqrt 3.
Proof.
  assert (r2 : 0 < radius ^ 2) by nra. pose proof (sqrt_sqrt 3 ltac:(lra)) as q3.
  pose proof (sqrt_pos 3) as s3. assert (s2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  set (w := radius ^ 2) in *.
  assert (G : w * (w + 1 / w - 4) = (w - 2) ^ 2 - 3) by (field; lra).
  split.
  - intros H. assert (N : w + 1 / w <= 4).
    { apply Rnot_lt_le. intros far.
      destruct (outside V e radius unit positive far) as (x & y & T & u & L & B & U & more).
      apply Rgt_not_le in more. apply more, H; [exact L | | | exact U]; intros; apply B. }
    assert ((w - 2) ^ 2 <= 3) by nra. split; nra.
  - intros B x y T u L labels within ball.
    assert (I : (w - 2) ^ 2 <= 3) by nra. assert (N : w + 1 / w <= 4) by nra.
    apply Rle_trans with (1 := enough V x y T radius u L positive labels within ball).
    rewrite sqrt_mult_alt by lra. apply Rmult_le_compat_r; [apply sqrt_pos|]. fold w. nra.
Qed.
