(* A stream goes $P\ge1$ times through the same $T\ge1$ examples, with labels $1$ and $-1$ and norms
   of at most $R>0$; $S$ is the sum of the vectors $y_tx_t$ over one pass, and
   $\psi=\|S\|/(R\sqrt T)$.  For a comparator $u$ and a power $q\ge1$ let $K$ be the largest number
   with $K\le B\sqrt K+K^{1-1/q}L^{1/q}$ (HingeFamily.v), where $B=R\|u\|$ and $L$ is the sum of the
   $q$-hinge losses of $u$ in all $PT$ rounds.  If $\sqrt P\,\psi\le1$, then $K\ge PT$ for every
   comparator and every power.  Otherwise the comparator $u=S/(R\|S\|)$ has in one pass the total
   hinge loss $T-\|S\|/R$, and $K<PT$ for this comparator and $q=1$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require HingeFloor.

(* As in HingeFamily.v, K is the largest number with K <= B sqrt(K) + K^(1 - 1/q) L^(1/q); that file
   shows that there is one. *)
Definition key (B L q k : R) : Prop :=
  k = 0 \/ k <= B * sqrt k + Rpower k (1 - 1 / q) * power L (1 / q).
Definition largest (B L q K : R) : Prop :=
  K >= 0 /\ key B L q K /\ forall k, k >= 0 -> key B L q k -> k <= K.

Lemma sum_ext f g n : (forall i, (1 <= i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  induction n as [|[|n] I]; intros H; [reflexivity..|].
  rewrite (sum_S f), (sum_S g), I, H by (lia || (intros; apply H; lia)). reflexivity.
Qed.
Lemma sum_linear a b f g n : ∑ i < n, (a * f i + b * g i) = a * sum f n + b * sum g n.
Proof. induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S g), sum_S, I by lia. ring. Qed.
Lemma sum_ones n : sum (fun _ => 1) (S n) = INR n.
Proof.
  induction n as [|n I]; [reflexivity|]. rewrite (sum_S _ (S n)), I, S_INR by lia. ring.
Qed.
Lemma sum_parts f a b : sum f (S (a + b)) = sum f (S a) + ∑ i <= b, f (a + i)%nat.
Proof.
  induction b as [|b I]; [rewrite Nat.add_0_r, sum_1; ring|].
  rewrite Nat.add_succ_r, (sum_S f (S (a + b))), I, (sum_S _ (S b)) by lia.
  rewrite Nat.add_succ_r. ring.
Qed.
Lemma sum_passes f T P : (forall t, (1 <= t)%nat -> f (T + t)%nat = f t) ->
  sum f (S (P * T)) = INR P * sum f (S T).
Proof.
  intros A. induction P as [|P I]; [simpl; ring|]. rewrite S_INR.
  change (S P * T)%nat with (T + P * T)%nat. rewrite sum_parts.
  rewrite (sum_ext (fun i => f (T + i)%nat) f) by (intros; apply A; lia). rewrite I. ring.
Qed.

Theorem Pull
    (V : space) (P T : nat) (x : nat -> V) (y : nat -> R) (R : R)
    (passes : (1 <= P)%nat)
    (rounds : (1 <= T)%nat)
    (radius : R > 0)
    (within : forall t, (1 <= t)%nat -> sqrt ‖x t‖² <= R)
    (label : forall t, (1 <= t)%nat -> y t = 1 \/ y t = -1)
    (again : forall t, (1 <= t)%nat -> x (T + t)%nat = x t /\ y (T + t)%nat = y t) :
  let n := (P * T)%nat in
  let s := ∑⊕ t <= T, y t ⊙ x t in
  let psi := sqrt ‖s‖² / (R * sqrt (INR T)) in
  let hinge u t := Rmax 0 (1 - y t * ⟨u, x t⟩) in
  (sqrt (INR P) * psi <= 1 -> forall u q K, q >= 1 ->
    largest (R * sqrt ‖u‖²) (∑ t <= n, power (hinge u t) q) q K -> INR n <= K) /\
  (sqrt (INR P) * psi > 1 ->
    let u := (1 / (R * sqrt ‖s‖²)) ⊙ s in
    sum (hinge u) (S T) = INR T - sqrt ‖s‖² / R /\
    forall K, largest (R * sqrt ‖u‖²) (∑ t <= n, power (hinge u t) 1) 1 K ->
      K < INR n).
Proof.
  intros n s psi hinge.
  assert (P1 : 1 <= INR P) by (apply (le_INR 1); exact passes).
  assert (T1 : 1 <= INR T) by (apply (le_INR 1); exact rounds).
  assert (N : INR n = INR P * INR T) by apply mult_INR.
  set (l := sqrt ‖s‖²) in *. assert (l0 : 0 <= l) by apply sqrt_pos.
  assert (l2 : l * l = ‖s‖²) by (apply sqrt_sqrt, dot_pos).
  assert (p2 : sqrt (INR P) * sqrt (INR P) = INR P) by (apply sqrt_sqrt; lra).
  assert (t2 : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
  assert (p0 : 0 < sqrt (INR P)) by (apply sqrt_lt_R0; lra).
  assert (t0 : 0 < sqrt (INR T)) by (apply sqrt_lt_R0; lra).
  assert (E : sqrt (INR P) * psi * (R * sqrt (INR T)) = sqrt (INR P) * l)
    by (unfold psi; field; lra).
  assert (RT : 0 < R * sqrt (INR T)) by nra.
  split.
  - intros H u q K Q M.
    assert (I : sqrt (INR P) * l <= R * sqrt (INR T)) by (rewrite <- E; nra).
    assert (J : INR P * (l * l) <= R * R * INR T).
    { rewrite <- p2, <- t2. assert (0 <= sqrt (INR P) * l) by nra. nra. }
    assert (n0 : 0 < INR n) by (rewrite N; nra).
    set (size := if Req_EM_T q 1 then 1 else power (sum (fun _ => power 1 (q / (q - 1))) (S n))
      (1 / (q / (q - 1)))).
    destruct (HingeFloor.HingeFloor V n x y (fun _ => 1) u R q size K) as [F|[Z F]].
    + unfold n. nia.
    + lra.
    + intros t L. apply within. lia.
    + exact Q.
    + intros. lra.
    + exists 1%nat. split; [unfold n; nia | lra].
    + unfold size. destruct (Req_EM_T q 1) as [->|D].
      * left. split; [reflexivity|]. split; [intros; lra|]. exists 1%nat. split; [unfold n; nia | lra].
      * right. exists (q / (q - 1)). assert (q > 1) by lra. split; [|split; [lra|split]].
        -- apply Rmult_gt_reg_l with (q - 1); [lra|].
           replace ((q - 1) * (q / (q - 1))) with q by (field; lra). lra.
        -- field. lra.
        -- reflexivity.
    + exact M.
    + rewrite sum_ones in F. revert F. unfold size. destruct (Req_EM_T q 1) as [->|D].
      * rewrite ax_power_one by (unfold Rdiv; rewrite Rinv_1; lra). lra.
      * assert (D' : q > 1) by lra.
        assert (O : forall r, power 1 r = 1) by (intros; apply power_1; reflexivity).
        rewrite (sum_ext _ (fun _ => 1)) by (intros; apply O). rewrite sum_ones.
        assert (S : 1 / (q / (q - 1)) = 1 - 1 / q) by (field; lra). rewrite S.
        assert (q1 : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
        assert (q2 : 1 / q < 1) by (apply Rmult_lt_reg_r with q; [lra|]; field_simplify; lra).
        assert (X : power (INR n) (1 / q) * power (INR n) (1 - 1 / q) = INR n).
        { unfold power. destruct (Rlt_dec 0 (INR n)); [|contradiction].
          destruct (Rlt_dec 0 (1 / q)); [|contradiction].
          destruct (Rlt_dec 0 (1 - 1 / q)); [|lra].
          rewrite <- Rpower_plus. replace (1 / q + (1 - 1 / q)) with 1 by ring.
          now apply Rpower_1. }
        assert (Y : power (INR n) (1 - 1 / q) > 0) by (apply ax_power_positive; lra).
        assert (W : INR n / power (INR n) (1 - 1 / q) = power (INR n) (1 / q)).
        { apply Rmult_eq_reg_r with (power (INR n) (1 - 1 / q)); [|lra]. rewrite X. field. lra. }
        rewrite W. unfold power at 2. destruct (Rlt_dec 0 (INR n)); [|contradiction].
        destruct (Rlt_dec 0 (1 / q)); [|contradiction]. unfold power.
        destruct (Rlt_dec 0 (Rpower (INR n) (1 / q))) as [G|G]; [|contradict G; apply exp_pos].
        destruct (Rlt_dec 0 q); [|lra]. rewrite Rpower_mult.
        replace (1 / q * q) with 1 by (field; lra). rewrite Rpower_1 by assumption. auto.
    + rewrite sum_ones in F.
      assert (VV : vsum (fun t => (1 * y t) ⊙ x t) (S n) = INR P ⊙ s).
      { apply ext. intros c. rewrite (dot_sym _ c), (dot_sym _ c), dot_scale. unfold s.
        rewrite !dot_vsum. unfold n.
        rewrite (sum_passes (fun t => ⟨(1 * y t) ⊙ x t, c⟩)).
        - f_equal. apply sum_ext. intros. now rewrite Rmult_1_l.
        - intros t L. destruct (again t L) as [-> ->]. reflexivity. }
      rewrite VV in Z, F. 
      assert (S2 : sqrt ‖INR P ⊙ s‖² = INR P * l).
      { lin. rewrite <- l2. replace (INR P * (INR P * (l * l))) with ((INR P * l) * (INR P * l)) by ring.
        apply sqrt_square. nra. }
      rewrite S2 in F.
      assert (lp : 0 < l).
      { destruct (Req_dec l 0) as [C|C]; [|lra]. exfalso. apply Z.
        assert (A : ‖s‖² = 0) by (rewrite <- l2, C; ring).
        rewrite (dot_definite _ s A). vector. ring. }
      apply Rle_trans with (2 := F). rewrite N.
      replace (R * (INR P * INR T) / (INR P * l)) with (R * INR T / l) by (field; lra).
      apply Rmult_le_reg_r with (l * l); [nra|].
      replace ((R * INR T / l) ^ 2 * (l * l)) with (R * R * INR T * INR T) by (field; lra). nra.
  - intros H u.
    assert (I : sqrt (INR P) * l > R * sqrt (INR T)) by (rewrite <- E; nra).
    assert (J : INR P * (l * l) > R * R * INR T).
    { rewrite <- p2, <- t2. nra. }
    assert (lp : 0 < l) by (destruct (Req_dec l 0) as [C|C]; [rewrite C in J; nra | lra]).
    assert (Rl : 0 < R * l) by nra.
    assert (C : forall t, (1 <= t)%nat -> hinge u t = 1 - y t * ⟨u, x t⟩).
    { intros t L. unfold hinge. apply Rmax_right.
      pose proof (cauchy_schwarz s (x t)) as CS. rewrite <- l2 in CS.
      assert (X2 : ‖x t‖² <= R * R).
      { specialize (within t L). rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos.
        pose proof (sqrt_pos ‖x t‖²). nra. }
      unfold u. rewrite dot_scale.
      assert (B : -(R * l) <= ⟨s, x t⟩ <= R * l).
      { assert (⟨s, x t⟩ ^ 2 <= (R * l) ^ 2) by nra. split; nra. }
      assert (B' : -1 <= 1 / (R * l) * ⟨s, x t⟩ <= 1).
      { split; apply Rmult_le_reg_l with (R * l); try assumption.
        - replace (R * l * (1 / (R * l) * ⟨s, x t⟩)) with ⟨s, x t⟩ by (field; lra). lra.
        - replace (R * l * (1 / (R * l) * ⟨s, x t⟩)) with ⟨s, x t⟩ by (field; lra). lra. }
      destruct (label t L) as [-> | ->]; lra. }
    assert (L1 : sum (hinge u) (S T) = INR T - l / R).
    { rewrite (sum_ext _ (fun t => 1 * 1 + - (1 / (R * l)) * ⟨y t ⊙ x t, s⟩)).
      - rewrite sum_linear, sum_ones, <- dot_vsum. fold s. rewrite <- l2. field. lra.
      - intros t L. rewrite C by lia. unfold u. lin. rewrite (dot_sym _ s (x t)). ring. }
    split; [exact L1|]. intros K (K0 & KK & _).
    set (L := sum (fun t => power (hinge u t) 1) (S n)) in *.
    assert (LL : L = INR n - INR P * l / R).
    { unfold L. rewrite (sum_ext _ (hinge u)).
      - unfold n. rewrite (sum_passes (hinge u)), L1, mult_INR; [field; lra|].
        intros t B. unfold hinge. destruct (again t B) as [-> ->]. reflexivity.
      - intros t B. apply ax_power_one. apply Rle_ge, Rmax_l. }
    assert (Ln : 0 <= L).
    { unfold L. rewrite (sum_ext _ (fun t => Rmax 0 (1 - y t * ⟨u, x t⟩))).
      - clear. induction n as [|m IH]; [simpl; lra|]. rewrite sum_S by lia.
        pose proof (Rmax_l 0 (1 - y (S m) * ⟨u, x (S m)⟩)). lra.
      - intros t B. apply ax_power_one. apply Rle_ge, Rmax_l. }
    assert (un : R * sqrt ‖u‖² = 1).
    { unfold u. lin. rewrite <- l2.
      replace (1 / (R * l) * (1 / (R * l) * (l * l))) with ((1 / R) * (1 / R)) by (field; lra).
      rewrite sqrt_square by (apply Rlt_le, Rdiv_lt_0_compat; lra). field. lra. }
    rewrite un in KK. set (z := INR P * l / R) in *.
    assert (n1 : 1 <= INR n) by (rewrite N; nra).
    assert (z0 : 0 <= z) by (unfold z, Rdiv; pose proof (Rinv_0_lt_compat R radius); apply Rmult_le_pos; nra).
    assert (z2 : z * z > INR n).
    { unfold z. apply Rmult_gt_reg_l with (R * R); [nra|].
      replace (R * R * (INR P * l / R * (INR P * l / R))) with (INR P * (INR P * (l * l)))
        by (field; lra). rewrite N. nra. }
    destruct KK as [->|KK]; [lra|].
    destruct (Rlt_dec K (INR n)) as [G|G]; [exact G|]. exfalso.
    assert (Kp : 0 < K) by lra.
    unfold Rdiv in KK. rewrite Rinv_1, Rmult_1_r in KK.
    replace (1 - 1) with 0 in KK by ring. rewrite Rpower_O, ax_power_one in KK by lra.
    pose proof (sqrt_sqrt K ltac:(lra)) as k2. pose proof (sqrt_sqrt (INR n) ltac:(lra)) as m2.
    assert (M : sqrt (INR n) <= sqrt K) by (apply sqrt_le_1; lra).
    assert (m1 : 1 <= sqrt (INR n)) by (rewrite <- sqrt_1; apply sqrt_le_1; lra).
    assert (zm : sqrt (INR n) < z) by (pose proof (sqrt_pos (INR n)); nra).
    nra.
Qed.
