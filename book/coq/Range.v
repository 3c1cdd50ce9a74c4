(* checks: eq-range=Range *)
(* The regularized leader and its regret are those of the file FtrlRun; here its step sizes are
   $\sqrt2/\sqrt t$.  Let $R>0$, and let the space hold a unit vector.  The regret is at most
   $\sqrt{2T}$ for every $T\ge1$, all instances of norms of at most $R$, all labels $1$ or $-1$
   and all $u$ of norms of at most $1/R$, if and only if $2-\sqrt3\le R^2\le2+\sqrt3$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require FtrlRun.

Section Learner.
Context {V : space}.
Variables (x : nat -> V) (y eta : nat -> R) (radius : R).
Definition partial (t : nat) : V := vsum (fun s => y s ⊙ x s) t.
Definition factor (t : nat) : R :=
  if Req_EM_T ⟨partial t, partial t⟩ 0 then eta t / 2
  else Rmin (eta t / 2) (1 / (radius * sqrt ⟨partial t, partial t⟩)).
Definition weights (t : nat) : V := factor t ⊙ partial t.
Definition chance (w : V) (t : nat) : R := Rabs (⟨w, x t⟩ - y t) / 2.
Definition regret (T : nat) (u : V) : R :=
  sum (fun t => chance (weights t) t) (S T) - sum (chance u) (S T).
End Learner.
Definition printed (t : nat) : R := sqrt 2 / sqrt (INR t).

(* For R^2 in the range the bound of FtrlRun.v is at most sqrt (2 T). *)
Lemma roots T : (1 <= T)%nat -> sum (fun t => / sqrt (INR t)) (S T) <= 2 * sqrt (INR T).
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
Lemma sum_scale c f n : sum (fun s => c * f s) n = c * sum f n.
Proof. apply (sum_is _ (fun n => c * sum f n)); intros; rewrite ?sum_S by lia; simpl; ring. Qed.
Lemma sum_le f g n : (forall s, (1 <= s <= n)%nat -> f s <= g s) -> sum f (S n) <= sum g (S n).
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite !(sum_S _ (S n)) by lia.
  apply Rplus_le_compat; [apply I; intros|]; apply H; lia.
Qed.
Lemma enough (V : space) (x : nat -> V) (y : nat -> R) (T : nat) (radius : R) (u : V) :
  (1 <= T)%nat -> radius > 0 -> (forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1) ->
  (forall t, (1 <= t <= T)%nat -> sqrt ⟨x t, x t⟩ <= radius) -> sqrt ⟨u, u⟩ <= 1 / radius ->
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
  - assert (A : sum (fun t => printed t * ⟨x t, x t⟩) (S T) <=
      sqrt 2 * radius ^ 2 * (2 * sqrt (INR T))).
    { apply Rle_trans with (sqrt 2 * radius ^ 2 * sum (fun t => / sqrt (INR t)) (S T)).
      - rewrite <- sum_scale. apply sum_le. intros t M. unfold printed.
        assert (0 < / sqrt (INR t)) by (apply Rinv_0_lt_compat, sqrt_lt_R0, lt_0_INR; lia).
        assert (⟨x t, x t⟩ <= radius ^ 2).
        { pose proof (within t M). pose proof (sqrt_pos ⟨x t, x t⟩).
          rewrite <- (sqrt_sqrt ⟨x t, x t⟩) by apply dot_pos. nra. }
        assert (0 < sqrt 2 * / sqrt (INR t)) by (apply Rmult_lt_0_compat; assumption).
        unfold Rdiv. nra.
      - apply Rmult_le_compat_l; [|now apply roots]. apply Rmult_le_pos; nra. }
    assert (B : ⟨u, u⟩ <= 1 / radius ^ 2).
    { pose proof (sqrt_pos ⟨u, u⟩). rewrite <- (sqrt_sqrt ⟨u, u⟩) by apply dot_pos.
      replace (1 / radius ^ 2) with ((1 / radius) * (1 / radius)) by (field; lra). nra. }
    unfold printed at 1.
    replace (⟨u, u⟩ / (2 * (sqrt 2 / sqrt (INR T)))) with (⟨u, u⟩ * (sqrt 2 / 4 * sqrt (INR T))).
    + assert (0 < sqrt 2 / 4 * sqrt (INR T)) by (apply Rmult_lt_0_compat; lra).
      apply (Rmult_le_compat_r (sqrt 2 / 4 * sqrt (INR T))) in B; lra.
    + apply Rmult_eq_reg_r with (2 * (sqrt 2 / sqrt (INR T)));
        [|apply Rgt_not_eq, Rmult_lt_0_compat; [lra | now apply Rdiv_lt_0_compat]].
      transitivity (⟨u, u⟩ * (sqrt 2 * sqrt 2) / 2); [field; lra|]. rewrite q2. field.
      split; lra.
Qed.

(* Outside of it the labels 1, -1, 1, -1, ... and then a row of 1 have a larger regret, if all
   instances are one vector of norm R. *)
Section Stream.
Context {V : space}.
Variables (e : V) (radius : R).
Hypothesis unit : ⟨e, e⟩ = 1.
Hypothesis positive : radius > 0.
Variables (y : nat -> R) (n : nat).
Let x (t : nat) : V := radius ⊙ e.
Let u : V := (1 / radius) ⊙ e.
Let kappa := sqrt 2 * radius ^ 2.
Let score t := ⟨weights x y printed radius t, x t⟩.
Let total T := regret x y printed radius T u.
Lemma partial_is t : partial x y t = (sum y t * radius) ⊙ e.
Proof using Type.
  unfold partial. refine (vsum_is _ (fun t => (sum y t * radius) ⊙ e) t _ _ _).
  - simpl. vector. ring.
  - simpl. vector. ring.
  - intros s L. rewrite sum_S by exact L. unfold x. vector. ring.
Qed.
Lemma kappa_positive : 0 < kappa.
Proof using positive. apply Rmult_lt_0_compat; [apply sqrt_lt_R0; lra | nra]. Qed.
Lemma score_is t k : sum y t = k -> 0 <= k -> (1 <= t)%nat ->
  0 <= score t <= 1 /\ score t <= kappa * k / (2 * sqrt (INR t)) /\
  (kappa * k / (2 * sqrt (INR t)) <= 1 -> score t = kappa * k / (2 * sqrt (INR t))).
Proof using unit positive.
  intros K P L.
  assert (F : score t = factor x y printed radius t * (k * radius * radius)).
  { unfold score, weights. rewrite partial_is, K. unfold x. lin. rewrite unit. ring. }
  rewrite F. unfold factor. rewrite partial_is, K.
  replace ⟨(k * radius) ⊙ e, (k * radius) ⊙ e⟩ with (k * radius * (k * radius))
    by (lin; rewrite unit; ring).
  assert (s0 : 0 < sqrt (INR t)) by (apply sqrt_lt_R0, lt_0_INR; lia).
  assert (s2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (E0 : 0 < printed t / 2) by (unfold printed; repeat apply Rdiv_lt_0_compat; lra).
  replace (kappa * k / (2 * sqrt (INR t))) with (printed t / 2 * (k * radius * radius))
    by (unfold kappa, printed; field; lra).
  set (E := printed t / 2) in *. clearbody E. clear F.
  destruct P as [P|<-]; [|rewrite !Rmult_0_l; destruct Req_EM_T; lra].
  assert (kr : 0 < k * radius) by (apply Rmult_lt_0_compat; lra).
  destruct Req_EM_T as [Z|_]; [nra|]. rewrite sqrt_square by lra.
  assert (I : 1 / (radius * (k * radius)) * (k * radius * radius) = 1) by (field; lra).
  assert (J : 0 < k * radius * radius) by (apply Rmult_lt_0_compat; lra).
  set (Q := 1 / (radius * (k * radius))) in *. set (N := k * radius * radius) in *. clearbody Q N.
  unfold Rmin. destruct Rle_dec; repeat split; nra.
Qed.
Lemma total_S t : total (S t) = total t + (Rabs (score (S t) - y (S t)) - Rabs (1 - y (S t))) / 2.
Proof using unit positive.
  unfold total, regret. rewrite !(sum_S _ (S t)) by lia. unfold chance at 2 4. fold (score (S t)).
  replace ⟨u, x (S t)⟩ with 1; [lra|]. unfold u, x. lin. rewrite unit. field. lra.
Qed.
Lemma after_plus t k : y (S t) = 1 -> sum y (S t) = k -> 0 <= k ->
  total (S t) >= total t + 1 / 2 - kappa * k / (4 * sqrt (INR (S t))).
Proof using unit positive.
  intros Y K P. rewrite total_S, Y. destruct (score_is (S t) k K P ltac:(lia)) as (B & C & _).
  assert (s0 : 0 < sqrt (INR (S t))) by (apply sqrt_lt_R0, lt_0_INR; lia).
  replace (kappa * k / (4 * sqrt (INR (S t)))) with (kappa * k / (2 * sqrt (INR (S t))) / 2)
    by (field; lra).
  rewrite (Rabs_left1 (score (S t) - 1)), (Rminus_diag_eq 1 1), Rabs_R0 by (reflexivity || lra). lra.
Qed.
Lemma after_minus t : y (S t) = -1 -> sum y (S t) = 1 ->
  total (S t) >= total t - 1 / 2 /\ (kappa <= 2 * sqrt (INR (S t)) ->
    total (S t) >= total t - 1 / 2 + kappa / (4 * sqrt (INR (S t)))).
Proof using unit positive.
  intros Y K. rewrite total_S, Y. destruct (score_is (S t) 1 K ltac:(lra) ltac:(lia)) as (B & _ & C).
  assert (s0 : 0 < sqrt (INR (S t))) by (apply sqrt_lt_R0, lt_0_INR; lia).
  rewrite (Rabs_right (score (S t) - -1)), (Rabs_right (1 - -1)) by lra. split; [lra|].
  intros M. replace (kappa / (4 * sqrt (INR (S t)))) with (kappa * 1 / (2 * sqrt (INR (S t))) / 2)
    by (field; lra).
  rewrite C; [lra|]. apply Rmult_le_reg_r with (2 * sqrt (INR (S t))); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Hypothesis odd : forall j, (j < n)%nat -> y (S (2 * j)) = 1.
Hypothesis even : forall j, (j < n)%nat -> y (S (S (2 * j))) = -1.
Hypothesis last : forall t, (2 * n < t)%nat -> y t = 1.
Lemma first_part b j : kappa <= 2 * sqrt (INR (2 * b)) -> (j <= n)%nat ->
  sum y (S (2 * j)) = 0 /\ total (2 * j) >= 0 /\
  total (2 * j) >= kappa / 4 * (sqrt (INR (2 * S j)) - sqrt (INR (2 * b))).
Proof using unit positive odd even.
  intros B. pose proof kappa_positive as kp. induction j as [|j I]; intros L.
  - change (2 * 0)%nat with 0%nat. unfold total, regret. simpl sum. split; [reflexivity|].
    split; [lra|].
    destruct b as [|b]; [simpl in B; rewrite sqrt_0 in B; lra|].
    assert (sqrt (INR (2 * 1)) <= sqrt (INR (2 * S b))) by (apply sqrt_le_1_alt, le_INR; lia).
    nra.
  - destruct (I ltac:(lia)) as (Z & P & Q). clear I.
    replace (2 * S j)%nat with (S (S (2 * j))) in * by lia.
    assert (Y : sum y (S (S (2 * j))) = 1) by (rewrite sum_S, Z, odd by lia; ring).
    pose proof (after_plus (2 * j) 0 (odd j ltac:(lia)) Z ltac:(lra)) as A.
    destruct (after_minus (S (2 * j)) (even j ltac:(lia)) Y) as [C D].
    rewrite Rmult_0_r in A. unfold Rdiv in A at 2. rewrite Rmult_0_l in A.
    split; [rewrite sum_S, Y, even by lia; ring|]. split; [lra|].
    replace (2 * S (S j))%nat with (S (S (S (S (2 * j))))) by lia.
    set (i := S (S (2 * j))) in *. assert (i0 : 0 < INR i) by (apply lt_0_INR; lia).
    destruct (le_lt_dec (2 * b) i) as [H|H].
    + assert (M : sqrt (INR (2 * b)) <= sqrt (INR i)) by now apply sqrt_le_1_alt, le_INR.
      specialize (D ltac:(lra)). rewrite !(S_INR (S i)), (S_INR i) in *.
      pose proof (sqrt_lt_R0 _ i0) as r0.
      pose proof (sqrt_lt_R0 (INR i + 1 + 1) ltac:(lra)) as s0.
      pose proof (sqrt_sqrt (INR i) ltac:(lra)) as rr.
      pose proof (sqrt_sqrt (INR i + 1 + 1) ltac:(lra)) as ss.
      set (r := sqrt (INR i)) in *. set (s := sqrt (INR i + 1 + 1)) in *.
      assert (G : kappa / 4 * (s - r) <= kappa / (4 * r)).
      { replace (kappa / (4 * r)) with (kappa / 4 * / r) by (field; lra).
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with r; [exact r0|].
        rewrite Rinv_l by lra. nra. }
      lra.
    + assert (sqrt (INR (S (S i))) <= sqrt (INR (2 * b))).
      { apply sqrt_le_1_alt, le_INR. unfold i in *. lia. }
      nra.
Qed.
Lemma last_part m : (1 <= n)%nat -> sum y (S (2 * n)) = 0 ->
  sum y (S (2 * n + m)) = INR m /\
  total (2 * n + m) >=
    total (2 * n) + INR m / 2 - kappa * INR m ^ 2 / (8 * sqrt (INR (2 * n))).
Proof using unit positive last.
  intros N Z. pose proof kappa_positive as kp.
  assert (n0 : 0 < INR (2 * n)) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ n0) as r0.
  induction m as [|m [I J]].
  - rewrite Nat.add_0_r. simpl INR. split; [exact Z | unfold Rdiv; nra].
  - replace (2 * n + S m)%nat with (S (2 * n + m)) by lia.
    assert (Y : y (S (2 * n + m)) = 1) by (apply last; lia).
    split; [rewrite sum_S, I, Y, S_INR by lia; ring|].
    pose proof (pos_INR m) as M.
    pose proof (after_plus (2 * n + m) (INR m) Y I M) as A.
    assert (C : kappa * INR m / (4 * sqrt (INR (S (2 * n + m)))) <=
      kappa * INR m / (4 * sqrt (INR (2 * n)))).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply Rinv_le_contravar; [lra|].
      apply Rmult_le_compat_l; [lra|]. apply sqrt_le_1_alt, le_INR. lia. }
    rewrite S_INR. set (r := sqrt (INR (2 * n))) in *.
    assert (D : kappa * (INR m + 1) ^ 2 / (8 * r) =
      kappa * INR m ^ 2 / (8 * r) + kappa * INR m / (4 * r) + kappa / (8 * r)) by (field; lra).
    assert (0 < kappa / (8 * r)) by (apply Rdiv_lt_0_compat; lra). lra.
Qed.
End Stream.

(* The largest whole number that is at most r. *)
Lemma floor r : 0 <= r -> exists m : nat, INR m <= r < INR m + 1.
Proof.
  intros P. assert (exists n, r < INR n) as [n N].
  { exists (Z.to_nat (up r)). rewrite INR_IZR_INZ. pose proof (archimed r).
    apply Rlt_le_trans with (IZR (up r)); [lra | apply IZR_le; lia]. }
  induction n as [|n I]; [simpl in N; lra|]. destruct (Rle_lt_dec (INR n) r); [|auto].
  exists n. rewrite S_INR in N. lra.
Qed.
Lemma outside (V : space) (e : V) (radius : R) : ⟨e, e⟩ = 1 -> radius > 0 ->
  radius ^ 2 + 1 / radius ^ 2 > 4 -> exists y T, (1 <= T)%nat /\
    (forall t, y t = 1 \/ y t = -1) /\
    regret (fun _ => radius ⊙ e) y printed radius T ((1 / radius) ⊙ e) > sqrt (2 * INR T).
Proof.
  intros unit P far. set (kappa := sqrt 2 * radius ^ 2).
  assert (s2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (q2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (k0 : 0 < kappa) by (apply Rmult_lt_0_compat; [exact s2 | nra]).
  assert (F : kappa / 4 + 1 / (2 * kappa) = sqrt 2 / 4 * (radius ^ 2 + 1 / radius ^ 2)).
  { unfold kappa. apply Rmult_eq_reg_r with (4 * (sqrt 2 * radius ^ 2)); [|nra].
    transitivity ((sqrt 2 * sqrt 2) * radius ^ 4 + 2); [field; lra|].
    transitivity ((sqrt 2 * sqrt 2) * (radius ^ 4 + 1)); [rewrite q2; ring | field; lra]. }
  set (c := kappa / 4 + 1 / (2 * kappa) - sqrt 2).
  assert (c0 : 0 < c) by (unfold c; nra).
  destruct (floor (kappa ^ 2) ltac:(nra)) as (b' & _ & Hb). set (b := S b').
  assert (B : kappa <= 2 * sqrt (INR (2 * b))).
  { assert (kappa <= sqrt (INR (2 * b))); [|pose proof (sqrt_pos (INR (2 * b))); lra].
    rewrite <- (sqrt_square kappa) by lra. apply sqrt_le_1_alt. unfold b.
    rewrite mult_INR, (S_INR b'). replace (INR 2) with 2 by (simpl; lra). pose proof (pos_INR b'). lra. }
  set (C := 1 / 2 + kappa / 4 * sqrt (INR (2 * b)) + sqrt 2 / kappa).
  assert (C0 : 0 < C).
  { pose proof (sqrt_pos (INR (2 * b))). assert (0 < sqrt 2 / kappa) by now apply Rdiv_lt_0_compat.
    unfold C. nra. }
  destruct (floor (C / (2 * c))) as (a' & _ & Ha).
  { apply Rlt_le, Rdiv_lt_0_compat; lra. }
  set (a := S a'). assert (A : C < 2 * INR a * c).
  { unfold a. rewrite S_INR. apply (Rmult_lt_compat_r (2 * c)) in Ha; [|lra].
    unfold Rdiv in Ha. rewrite Rmult_assoc, Rinv_l in Ha by lra. lra. }
  assert (a0 : 0 < INR a) by (apply lt_0_INR; unfold a; lia).
  destruct (floor (4 * INR a / kappa)) as (m & M1 & M2).
  { apply Rlt_le, Rdiv_lt_0_compat; lra. }
  set (n := (2 * (a * a))%nat). set (y t := if Nat.leb t (2 * n) then (-1) ^ S t else 1).
  assert (odd : forall j, (j < n)%nat -> y (S (2 * j)) = 1).
  { intros j L. unfold y. destruct (Nat.leb_spec (S (2 * j)) (2 * n)); [|lia].
    replace (S (S (2 * j))) with (2 * S j)%nat by lia. apply pow_1_even. }
  assert (even : forall j, (j < n)%nat -> y (S (S (2 * j))) = -1).
  { intros j L. unfold y. destruct (Nat.leb_spec (S (S (2 * j))) (2 * n)); [|lia].
    replace (S (S (S (2 * j)))) with (S (2 * S j)) by lia. apply pow_1_odd. }
  assert (last : forall t, (2 * n < t)%nat -> y t = 1).
  { intros t L. unfold y. destruct (Nat.leb_spec t (2 * n)); [lia | reflexivity]. }
  assert (n1 : (1 <= n)%nat) by (unfold n, a; simpl; lia).
  exists y, (2 * n + m)%nat. split; [lia|]. split.
  { intros t. unfold y. destruct Nat.leb; [|now left].
    destruct (Nat.Even_or_Odd (S t)) as [[j ->]|[j ->]]; [left; apply pow_1_even|].
    right. rewrite Nat.add_1_r. apply pow_1_odd. }
  destruct (first_part e radius unit P y n odd even b n B (le_n n)) as (Z & _ & X).
  destruct (last_part e radius unit P y n last m n1 Z) as [_ Y]. fold kappa in X, Y.
  assert (R2 : INR (2 * n) = 2 * INR a * (2 * INR a)).
  { unfold n. rewrite !mult_INR. replace (INR 2) with 2 by (simpl; lra). ring. }
  assert (root : sqrt (INR (2 * n)) = 2 * INR a) by (rewrite R2; apply sqrt_square; lra).
  assert (more : sqrt (INR (2 * n)) <= sqrt (INR (2 * S n))) by (apply sqrt_le_1_alt, le_INR; lia).
  rewrite root in *. pose proof (pos_INR m) as m0.
  assert (M3 : kappa * INR m <= 4 * INR a).
  { apply (Rmult_le_compat_l kappa) in M1; [|lra].
    replace (kappa * (4 * INR a / kappa)) with (4 * INR a) in M1 by (field; lra). exact M1. }
  assert (W : kappa * INR m ^ 2 / (8 * (2 * INR a)) <= INR m / 4).
  { apply Rmult_le_reg_r with (8 * (2 * INR a)); [lra|].
    replace (kappa * INR m ^ 2 / (8 * (2 * INR a)) * (8 * (2 * INR a)))
      with (INR m * (kappa * INR m)) by (field; lra).
    replace (INR m / 4 * (8 * (2 * INR a))) with (INR m * (4 * INR a)) by field.
    now apply Rmult_le_compat_l. }
  assert (U : sqrt (2 * INR (2 * n + m)) <= sqrt 2 * (2 * INR a) + sqrt 2 / kappa).
  { assert (Q : INR m / (4 * INR a) <= 1 / kappa).
    { apply Rmult_le_reg_r with (4 * INR a * kappa); [apply Rmult_lt_0_compat; lra|].
      replace (INR m / (4 * INR a) * (4 * INR a * kappa)) with (kappa * INR m) by (field; lra).
      replace (1 / kappa * (4 * INR a * kappa)) with (4 * INR a) by (field; lra). exact M3. }
    assert (G : 0 <= INR m / (4 * INR a)) by (apply Rmult_le_pos; [lra|];
      apply Rlt_le, Rinv_0_lt_compat; lra).
    rewrite sqrt_mult_alt by lra.
    apply Rle_trans with (sqrt 2 * (2 * INR a + INR m / (4 * INR a))).
    - apply Rmult_le_compat_l; [lra|]. rewrite plus_INR, R2.
      rewrite <- (sqrt_square (2 * INR a + INR m / (4 * INR a))) by lra. apply sqrt_le_1_alt.
      replace ((2 * INR a + INR m / (4 * INR a)) * (2 * INR a + INR m / (4 * INR a)))
        with (2 * INR a * (2 * INR a) + INR m + INR m / (4 * INR a) * (INR m / (4 * INR a)))
        by (field; lra).
      nra.
    - apply (Rmult_le_compat_l (sqrt 2)) in Q; [|lra]. unfold Rdiv in *. lra. }
  assert (half : 4 * INR a / kappa = 8 * INR a * (1 / (2 * kappa))) by (field; lra).
  assert (K : kappa / 4 * (2 * INR a) <= kappa / 4 * sqrt (INR (2 * S n)))
    by (apply Rmult_le_compat_l; lra).
  unfold C, c in A. lra.
Qed.

Theorem Range
    (V : space) (e : V) (radius : R)
    (unit : ⟨e, e⟩ = 1)
    (positive : radius > 0) :
  (forall (x : nat -> V) (y : nat -> R) (T : nat) (u : V), (1 <= T)%nat ->
    (forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1) ->
    (forall t, (1 <= t <= T)%nat -> sqrt ⟨x t, x t⟩ <= radius) ->
    sqrt ⟨u, u⟩ <= 1 / radius -> regret x y printed radius T u <= sqrt (2 * INR T)) <->
  2 - sqrt 3 <= radius ^ 2 <= 2 + sqrt 3.
Proof.
  assert (r2 : 0 < radius ^ 2) by nra. pose proof (sqrt_sqrt 3 ltac:(lra)) as q3.
  pose proof (sqrt_pos 3) as s3. assert (s2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  set (w := radius ^ 2) in *.
  assert (G : w * (w + 1 / w - 4) = (w - 2) ^ 2 - 3) by (field; lra).
  split.
  - intros H. assert (N : w + 1 / w <= 4).
    { apply Rnot_lt_le. intros far.
      destruct (outside V e radius unit positive far) as (y & T & L & labels & more).
      assert (n1 : sqrt ⟨radius ⊙ e, radius ⊙ e⟩ = radius).
      { lin. rewrite unit, Rmult_1_r. apply sqrt_square. lra. }
      assert (n2 : sqrt ⟨(1 / radius) ⊙ e, (1 / radius) ⊙ e⟩ = 1 / radius).
      { lin. rewrite unit, Rmult_1_r. apply sqrt_square. apply Rlt_le, Rdiv_lt_0_compat; lra. }
      apply Rgt_not_le in more. apply more, H; [exact L | auto | |]; intros; cbv beta; lra. }
    assert ((w - 2) ^ 2 <= 3) by nra. split; nra.
  - intros B x y T u L labels within ball.
    assert (I : (w - 2) ^ 2 <= 3) by nra. assert (N : w + 1 / w <= 4) by nra.
    apply Rle_trans with (1 := enough V x y T radius u L positive labels within ball).
    rewrite sqrt_mult_alt by lra. apply Rmult_le_compat_r; [apply sqrt_pos|]. fold w. nra.
Qed.
