(* The regularized leader and its regret are those of the file FtrlRun; here its step sizes are
   $\kappa/(R^2\sqrt t)$.  Let $\kappa>0$ and $R>0$, and let the space hold a unit vector.  For
   every $\varepsilon>0$ and all large enough $T$ there is a stream of $T$ examples, with norms of
   at most $R$ and labels $1$ or $-1$, on which the regret against some $u$ of norm at most $1/R$ is
   at least $(1/(2\kappa)+\kappa/4-\varepsilon)\sqrt T$. *)
From Perclib Require Import Laws.

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

(* The labels are 1, -1, 1, -1, ..., 1, -1, and then all 1; all instances are one vector of
   norm R. *)
Section Stream.
Context {V : space}.
Variables (e : V) (radius kappa : R) (eta : nat -> R).
Hypothesis unit : ‖e‖² = 1.
Hypothesis positive : radius > 0.
Hypothesis kappa_positive : kappa > 0.
Hypothesis steps : forall t, (1 <= t)%nat -> eta t = kappa / (radius ^ 2 * sqrt (INR t)).
Variables (y : nat -> R) (n : nat).
Let x (t : nat) : V := radius ⊙ e.
Let u : V := (1 / radius) ⊙ e.
Let score t := ⟨weights x y eta radius t, x t⟩.
Let total T := regret x y eta radius T u.
Lemma partial_is t : partial x y t = (sum y t * radius) ⊙ e.
Proof using Type.
  unfold partial. refine (vsum_is _ (fun t => (sum y t * radius) ⊙ e) t _ _ _).
  - simpl. vector. ring.
  - simpl. vector. ring.
  - intros s L. rewrite sum_S by exact L. unfold x. vector. ring.
Qed.
Lemma score_is t k : sum y t = k -> 0 <= k -> (1 <= t)%nat ->
  0 <= score t <= 1 /\ score t <= kappa * k / (2 * sqrt (INR t)) /\
  (kappa * k / (2 * sqrt (INR t)) <= 1 -> score t = kappa * k / (2 * sqrt (INR t))).
Proof using unit positive kappa_positive steps.
  intros K P L.
  assert (F : score t = factor x y eta radius t * (k * radius * radius)).
  { unfold score, weights. rewrite partial_is, K. unfold x. lin. rewrite unit. ring. }
  rewrite F. unfold factor. rewrite partial_is, K.
  replace ‖(k * radius) ⊙ e‖² with (k * radius * (k * radius))
    by (lin; rewrite unit; ring).
  assert (s0 : 0 < sqrt (INR t)) by (apply sqrt_lt_R0, lt_0_INR; lia).
  assert (E0 : 0 < eta t / 2).
  { rewrite steps by exact L. apply Rdiv_lt_0_compat; [|lra].
    apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [apply pow_lt|]; lra. }
  replace (kappa * k / (2 * sqrt (INR t))) with (eta t / 2 * (k * radius * radius))
    by (rewrite steps by exact L; field; lra).
  set (E := eta t / 2) in *. clearbody E. clear F.
  destruct P as [P|<-]; [|rewrite !Rmult_0_l; destruct Req_EM_T; lra].
  assert (kr : 0 < k * radius) by (apply Rmult_lt_0_compat; lra).
  destruct Req_EM_T as [Z|_]; [nra|]. rewrite sqrt_square by lra.
  assert (I : 1 / (radius * (k * radius)) * (k * radius * radius) = 1) by (field; lra).
  assert (J : 0 < k * radius * radius) by (apply Rmult_lt_0_compat; lra).
  set (Q := 1 / (radius * (k * radius))) in *. set (N := k * radius * radius) in *. clearbody Q N.
  unfold Rmin. destruct Rle_dec; repeat split; nra.
Qed.
Lemma total_S t : total (S t) = total t + (Rabs (score (S t) - y (S t)) - Rabs (1 - y (S t))) / 2.
Proof using unit positive kappa_positive steps.
  unfold total, regret. rewrite !(sum_S _ (S t)) by lia. unfold chance at 2 4. fold (score (S t)).
  replace ⟨u, x (S t)⟩ with 1; [lra|]. unfold u, x. lin. rewrite unit. field. lra.
Qed.
Lemma after_plus t k : y (S t) = 1 -> sum y (S t) = k -> 0 <= k ->
  total (S t) >= total t + 1 / 2 - kappa * k / (4 * sqrt (INR (S t))).
Proof using unit positive kappa_positive steps.
  intros Y K P. rewrite total_S, Y. destruct (score_is (S t) k K P ltac:(lia)) as (B & C & _).
  assert (s0 : 0 < sqrt (INR (S t))) by (apply sqrt_lt_R0, lt_0_INR; lia).
  replace (kappa * k / (4 * sqrt (INR (S t)))) with (kappa * k / (2 * sqrt (INR (S t))) / 2)
    by (field; lra).
  rewrite (Rabs_left1 (score (S t) - 1)), (Rminus_diag_eq 1 1), Rabs_R0 by (reflexivity || lra). lra.
Qed.
Lemma after_minus t : y (S t) = -1 -> sum y (S t) = 1 ->
  total (S t) >= total t - 1 / 2 /\ (kappa <= 2 * sqrt (INR (S t)) ->
    total (S t) >= total t - 1 / 2 + kappa / (4 * sqrt (INR (S t)))).
Proof using unit positive kappa_positive steps.
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
Proof using unit positive kappa_positive steps odd even.
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
Proof using unit positive kappa_positive steps last.
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

(* The regret is at least c sqrt T - C, where C does not depend on T. *)
Section Constant.
Context {V : space}.
Variables (e : V) (radius kappa : R).
Hypothesis unit : ‖e‖² = 1.
Hypothesis positive : radius > 0.
Hypothesis kappa_positive : kappa > 0.
Let eta (t : nat) : R := kappa / (radius ^ 2 * sqrt (INR t)).
Let c := 1 / (2 * kappa) + kappa / 4.
(* The labels 1 and -1 alternate in the first 2 n rounds; n is the largest number for which at least
   2 sqrt (2 n) / kappa rounds are left. *)
Let fill (n : nat) : R := INR (2 * n) + 2 * sqrt (INR (2 * n)) / kappa.
Lemma filled T : fill 1 <= INR T -> exists n, (1 <= n)%nat /\ fill n <= INR T < fill (S n).
Proof using kappa_positive.
  intros B. assert (G : forall k, (exists n, (1 <= n)%nat /\ fill n <= INR T < fill (S n)) \/
    fill (S k) <= INR T).
  { induction k as [|k [I|I]]; [now right | now left|].
    destruct (Rle_lt_dec (fill (S (S k))) (INR T)); [now right|].
    left. exists (S k). split; [lia | lra]. }
  destruct (G T) as [I|I]; [exact I|]. exfalso. revert I. unfold fill.
  assert (0 <= 2 * sqrt (INR (2 * S T)) / kappa).
  { apply Rmult_le_pos; [pose proof (sqrt_pos (INR (2 * S T))); lra|].
    left. now apply Rinv_0_lt_compat. }
  pose proof (lt_INR T (2 * S T) ltac:(lia)). lra.
Qed.
Lemma constant : exists C, forall T, fill 1 <= INR T -> exists y, (forall t, y t = 1 \/ y t = -1) /\
  regret (fun _ => radius ⊙ e) y eta radius T ((1 / radius) ⊙ e) >= c * sqrt (INR T) - C.
Proof using unit positive kappa_positive.
  destruct (floor (kappa ^ 2) ltac:(nra)) as (b' & _ & Hb). set (b := S b').
  assert (B : kappa <= 2 * sqrt (INR (2 * b))).
  { assert (kappa <= sqrt (INR (2 * b))); [|pose proof (sqrt_pos (INR (2 * b))); lra].
    rewrite <- (sqrt_square kappa) by lra. apply sqrt_le_1_alt. unfold b.
    rewrite mult_INR, (S_INR b'). replace (INR 2) with 2 by (simpl; lra).
    pose proof (pos_INR b'). lra. }
  assert (k0 : 0 < / kappa) by now apply Rinv_0_lt_compat.
  set (D := 2 + 2 / kappa). assert (D0 : 0 < D) by (unfold D, Rdiv; lra).
  exists (c * (1 / kappa + D) + kappa / 4 * sqrt (INR (2 * b)) + kappa * D ^ 2 / 8).
  intros T large. destruct (filled T large) as (n & n1 & F & G). unfold fill in F, G.
  set (y t := if Nat.leb t (2 * n) then (-1) ^ S t else 1).
  assert (odd : forall j, (j < n)%nat -> y (S (2 * j)) = 1).
  { intros j L. unfold y. destruct (Nat.leb_spec (S (2 * j)) (2 * n)); [|lia].
    replace (S (S (2 * j))) with (2 * S j)%nat by lia. apply pow_1_even. }
  assert (even : forall j, (j < n)%nat -> y (S (S (2 * j))) = -1).
  { intros j L. unfold y. destruct (Nat.leb_spec (S (S (2 * j))) (2 * n)); [|lia].
    replace (S (S (S (2 * j)))) with (S (2 * S j)) by lia. apply pow_1_odd. }
  assert (last : forall t, (2 * n < t)%nat -> y t = 1).
  { intros t L. unfold y. destruct (Nat.leb_spec t (2 * n)); [lia | reflexivity]. }
  exists y. split.
  { intros t. unfold y. destruct Nat.leb; [|now left].
    destruct (Nat.Even_or_Odd (S t)) as [[j ->]|[j ->]]; [left; apply pow_1_even|].
    right. rewrite Nat.add_1_r. apply pow_1_odd. }
  set (r := sqrt (INR (2 * n))) in *. set (r' := sqrt (INR (2 * S n))) in *.
  assert (two : 2 <= INR (2 * n)) by (apply (le_INR 2); lia).
  assert (next : INR (2 * S n) = INR (2 * n) + 2).
  { replace (2 * S n)%nat with (2 * n + 2)%nat by lia. rewrite plus_INR. simpl (INR 2). lra. }
  assert (rr : r * r = INR (2 * n)) by (apply sqrt_sqrt; lra).
  assert (ss : r' * r' = INR (2 * S n)) by (apply sqrt_sqrt; lra).
  assert (r1 : 1 <= r) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; lra).
  assert (more : r <= r') by (apply sqrt_le_1_alt; lra).
  assert (less : r' <= r + 1) by nra.
  assert (part : 0 <= 2 * r / kappa) by (unfold Rdiv; apply Rmult_le_pos; lra).
  assert (N : (2 * n <= T)%nat) by (apply INR_le; lra).
  set (m := (T - 2 * n)%nat). assert (M : INR m = INR T - r * r)
    by (unfold m; rewrite minus_INR, rr by exact N; reflexivity).
  set (delta := INR m - 2 * r / kappa).
  assert (small : 0 <= delta <= D).
  { unfold delta, D. rewrite M. assert (2 * r' / kappa <= 2 * (r + 1) / kappa).
    { apply Rmult_le_compat_r; lra. }
    replace (2 * (r + 1) / kappa) with (2 * r / kappa + 2 / kappa) in * by (field; lra). lra. }
  destruct (first_part e radius kappa eta unit positive kappa_positive ltac:(reflexivity)
    y n odd even b n B (le_n n)) as (Z & _ & X).
  destruct (last_part e radius kappa eta unit positive kappa_positive ltac:(reflexivity)
    y n last m n1 Z) as [_ Y].
  replace (2 * n + m)%nat with T in Y by (unfold m; lia). fold r r' in X, Y.
  assert (W : INR m / 2 - kappa * INR m ^ 2 / (8 * r) =
    r / (2 * kappa) - kappa * delta ^ 2 / (8 * r)).
  { replace (INR m) with (2 * r / kappa + delta) by (unfold delta; ring). field. lra. }
  assert (U : kappa * delta ^ 2 / (8 * r) <= kappa * D ^ 2 / 8).
  { assert (delta ^ 2 <= D ^ 2) by (apply pow_incr; lra).
    apply Rmult_le_reg_r with (8 * r); [lra|].
    replace (kappa * delta ^ 2 / (8 * r) * (8 * r)) with (kappa * delta ^ 2) by (field; lra).
    replace (kappa * D ^ 2 / 8 * (8 * r)) with (kappa * D ^ 2 * r) by field.
    assert (kappa * delta ^ 2 <= kappa * D ^ 2) by (apply Rmult_le_compat_l; lra).
    assert (0 <= kappa * D ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]). nra. }
  assert (root : sqrt (INR T) <= r + 1 / kappa + D).
  { assert (0 < 1 / kappa) by (unfold Rdiv; lra).
    rewrite <- (sqrt_square (r + 1 / kappa + D)) by lra. apply sqrt_le_1_alt.
    replace (INR T) with (r * r + 2 * r / kappa + delta) by (unfold delta; rewrite M; ring).
    replace (2 * r / kappa) with (2 * (r * (1 / kappa))) by (field; lra). nra. }
  assert (c0 : 0 < c).
  { unfold c. assert (0 < 1 / (2 * kappa)) by (apply Rdiv_lt_0_compat; lra). lra. }
  apply (Rmult_le_compat_l c) in root; [|lra].
  replace (c * (r + 1 / kappa + D)) with
    (kappa / 4 * r + r / (2 * kappa) + c * (1 / kappa + D)) in root by (unfold c; field; lra).
  assert (kappa / 4 * r <= kappa / 4 * r') by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Constant.

(* The ball of all u has radius 1/R. *)
Theorem ConstantMet
    (V : space) (e : V) (radius kappa epsilon : R)
    (unit : ‖e‖² = 1)
    (positive : radius > 0)
    (kappa_positive : kappa > 0)
    (epsilon_positive : epsilon > 0) :
  let eta t := kappa / (radius ^ 2 * sqrt (INR t)) in
  exists enough : nat, forall T, (T >= enough)%nat -> exists (x : nat -> V) y u,
    (forall t, sqrt ‖x t‖² <= radius /\ (y t = 1 \/ y t = -1)) /\
    sqrt ‖u‖² <= 1 / radius /\
    regret x y eta radius T u >= (1 / (2 * kappa) + kappa / 4 - epsilon) * sqrt (INR T).
Proof.
  intros eta. destruct (constant e radius kappa unit positive kappa_positive) as [C H].
  set (g := INR (2 * 1) + 2 * sqrt (INR (2 * 1)) / kappa) in H.
  destruct (floor (Rmax g ((C / epsilon) ^ 2))) as (a & _ & A).
  { apply Rle_trans with (2 := Rmax_r _ _). apply pow2_ge_0. }
  exists (S a). intros T L. apply le_INR in L. rewrite S_INR in L.
  pose proof (Rmax_l g ((C / epsilon) ^ 2)). pose proof (Rmax_r g ((C / epsilon) ^ 2)) as Q.
  destruct (H T ltac:(lra)) as (y & Y & X).
  exists (fun _ => radius ⊙ e), y, ((1 / radius) ⊙ e).
  assert (O : forall r, 0 <= r -> sqrt ‖r ⊙ e‖² = r).
  { intros r P. lin. rewrite unit, Rmult_1_r. now apply sqrt_square. }
  split; [|split].
  - intros t. split; [right; apply O; lra | apply Y].
  - right. apply O. left. apply Rdiv_lt_0_compat; lra.
  - assert (D : C <= epsilon * sqrt (INR T)).
    { assert (K : C / epsilon <= sqrt (INR T)).
      { apply Rsqr_incr_0_var; [|apply sqrt_pos]. rewrite Rsqr_sqrt by apply pos_INR.
        unfold Rsqr. lra. }
      apply (Rmult_le_compat_l epsilon) in K; [|lra].
      replace (epsilon * (C / epsilon)) with C in K by (field; lra). exact K. }
    fold eta in X. lra.
Qed.
