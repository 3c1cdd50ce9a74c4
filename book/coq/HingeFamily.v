(* For all $B,L\ge0$ and every power $q\ge1$ there is a largest number $K$ with
   $K\le B\sqrt K+K^{1-1/q}L^{1/q}$.  A number $k>0$ satisfies this inequality in place of $K$
   exactly if $k\le K$, and also exactly if $k\le B^2$ or $k(1-B/\sqrt k)^q\le L$.  If $L=0$, then
   $K=B^2$; if $L>0$, then $K$ is the only solution of $k(1-B/\sqrt k)^q=L$ above $B^2$; if $B=0$,
   then $K=L$.  There are closed forms for $q=1$, $2$ and $4$.  RunFamily.v shows that a
   perceptron that starts at zero makes at most $K$ mistakes, where $B=R\|u\|$ and $L$ is the sum of
   the $q$-hinge losses of $u$ in the mistakes. *)
From Perclib Require Import Laws.
From Coq Require Import Ranalysis5.

Lemma one_power q : Rpower 1 q = 1.
Proof. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.

Section Family.
Variables B L q : R.
(* The number k satisfies the inequality.  For k = 0 it does so whatever 0^0 may be; Rpower is for
   positive k. *)
Definition key (k : R) : Prop :=
  k = 0 \/ k <= B * sqrt k + Rpower k (1 - 1 / q) * power L (1 / q).
Definition largest (K : R) : Prop := K >= 0 /\ key K /\ forall k, k >= 0 -> key k -> k <= K.

Definition left_side (k : R) : R := k * power (1 - B / sqrt k) q.

Hypothesis B_sign : B >= 0.
Hypothesis L_sign : L >= 0.
Hypothesis q_large : q >= 1.

Lemma inside k : k > 0 -> (0 < 1 - B / sqrt k <-> B ^ 2 < k).
Proof using All.
  intros P. pose proof (sqrt_lt_R0 k P) as S. pose proof (sqrt_sqrt k ltac:(lra)) as E.
  assert (H : sqrt k * (1 - B / sqrt k) = sqrt k - B) by (field; lra).
  split; intros I.
  - pose proof (Rmult_lt_0_compat _ _ S I). nra.
  - assert (B < sqrt k) by nra. apply Rmult_lt_reg_l with (sqrt k); lra.
Qed.
Lemma outside k : k > 0 -> k <= B ^ 2 -> left_side k = 0.
Proof using All.
  intros P O. unfold left_side. pose proof (inside k P).
  unfold power. destruct (Rlt_dec 0 (1 - B / sqrt k)); [|ring]. exfalso; lra.
Qed.
Lemma left_at k : k > 0 -> B ^ 2 < k -> left_side k = k * Rpower (1 - B / sqrt k) q.
Proof using All.
  intros P I. apply (inside k P) in I. unfold left_side, power.
  destruct (Rlt_dec 0 (1 - B / sqrt k)), (Rlt_dec 0 q); lra.
Qed.
Lemma left_positive k : B ^ 2 < k -> 0 < left_side k.
Proof using All.
  intros I. assert (k > 0) by nra. rewrite left_at by lra.
  apply Rmult_lt_0_compat; [lra | apply exp_pos].
Qed.

(* For k > 0 the inequality holds exactly if left_side k <= L. *)
Lemma key_left k : k > 0 -> (key k <-> left_side k <= L).
Proof using All.
  intros P. pose proof (sqrt_lt_R0 k P) as S. pose proof (sqrt_sqrt k ltac:(lra)) as E.
  assert (Q : Rpower k (1 - 1 / q) > 0) by apply exp_pos.
  pose proof (ax_power_sign L (1 / q)) as M.
  transitivity (k <= B * sqrt k + Rpower k (1 - 1 / q) * power L (1 / q)).
  { unfold key. split; [intros [|] | intros]; lra || tauto. }
  destruct (Rle_lt_dec k (B ^ 2)) as [O|I].
  { rewrite outside by lra. split; intros; [lra|]. assert (sqrt k <= B) by nra. nra. }
  pose proof (left_positive k I) as A. rewrite left_at in * by lra.
  apply (inside k P) in I. set (x := 1 - B / sqrt k) in *.
  assert (X : k = B * sqrt k + k * x).
  { unfold x. rewrite <- E at 1 3. field. lra. }
  assert (R : Rpower k (1 - 1 / q) * Rpower (k * Rpower x q) (1 / q) = k * x).
  { rewrite <- Rpower_mult_distr, Rpower_mult by (try apply exp_pos; lra).
    replace (q * (1 / q)) with 1 by (field; lra). rewrite Rpower_1 by lra.
    rewrite <- Rmult_assoc, <- Rpower_plus. f_equal.
    replace (1 - 1 / q + 1 / q) with 1 by ring. now apply Rpower_1. }
  assert (q1 : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
  destruct L_sign as [L'|L']; [|].
  - assert (W : power L (1 / q) = Rpower L (1 / q)).
    { unfold power. destruct (Rlt_dec 0 L), (Rlt_dec 0 (1 / q)); lra. }
    rewrite W in *. split; intros H.
    + apply Rnot_lt_le. intros C.
      pose proof (Rlt_Rpower_l _ _ _ q1 (conj L' C)). nra.
    + pose proof (Rle_Rpower_l _ _ _ (Rlt_le _ _ q1) (conj A H)). nra.
  - rewrite L', (power_0 0) in * by reflexivity. split; nra.
Qed.
Lemma increasing k m : 0 < k -> k < m -> B ^ 2 < m -> left_side k < left_side m.
Proof using All.
  intros P I M. destruct (Rle_lt_dec k (B ^ 2)) as [O|O].
  { rewrite outside by lra. now apply left_positive. }
  rewrite !left_at by lra. apply (inside k P) in O as U. pose proof (sqrt_lt_R0 k P).
  assert (sqrt k < sqrt m) by (apply sqrt_lt_1; lra).
  assert (B / sqrt m <= B / sqrt k).
  { apply Rmult_le_compat_l; [lra|]. left. apply Rinv_lt_contravar; [|assumption].
    apply Rmult_lt_0_compat; lra. }
  apply Rle_lt_trans with (k * Rpower (1 - B / sqrt m) q).
  - apply Rmult_le_compat_l; [lra|]. apply Rle_Rpower_l; lra.
  - apply Rmult_lt_compat_r; [apply exp_pos | lra].
Qed.

(* If L > 0, the left side takes the value L: it is less than L near B^2, and exceeds L for large
   k. *)
Lemma continuous a : B < a -> continuity_pt (fun s => s * s * exp (q * ln (1 - B * / s)) - L) a.
Proof using All.
  intros I. assert (P : 0 < 1 - B * / a).
  { apply Rmult_lt_reg_l with a; [lra|]. replace (a * (1 - B * / a)) with (a - B) by (field; lra).
    lra. }
  assert (C : continuity_pt (fun s => 1 - B * / s) a) by (reg; lra).
  apply continuity_pt_minus; [|reg]. apply continuity_pt_mult; [reg|].
  apply (continuity_pt_comp (fun s => q * ln (1 - B * / s)) exp).
  - apply continuity_pt_mult; [reg|]. apply (continuity_pt_comp _ ln _ C).
    apply derivable_continuous_pt. eexists. apply derivable_pt_lim_ln, P.
  - apply derivable_continuous_pt, derivable_pt_exp.
Qed.
Lemma solution : L > 0 -> exists K, B ^ 2 < K /\ left_side K = L.
Proof using All.
  intros P. assert (F : forall s, B < s -> left_side (s * s) = s * s * exp (q * ln (1 - B * / s))).
  { intros s I. rewrite left_at by nra. now rewrite sqrt_square by lra. }
  set (d := L / (B + 1 + L)). set (c := exp (q * ln (1 / 2))). set (high := 2 * B + 1 + L / c).
  assert (C : c > 0) by apply exp_pos.
  assert (d0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (d1 : d * (B + 1) + d * L = L) by (unfold d; field; lra).
  assert (e0 : 0 < L / c) by (apply Rdiv_lt_0_compat; lra).
  assert (e1 : L / c * c = L) by (field; lra).
  destruct (IVT_interv (fun s => s * s * exp (q * ln (1 - B * / s)) - L) (B + d) high)
    as (s & I & Z).
  - intros a I. apply continuous. lra.
  - unfold high. nra.
  - set (x := 1 - B * / (B + d)). assert (X : (B + d) * x = d) by (unfold x; field; lra).
    assert (x0 : 0 < x) by (apply Rmult_lt_reg_l with (B + d); lra).
    assert (x1 : x <= 1) by (apply Rmult_le_reg_l with (B + d); lra).
    change (exp (q * ln x)) with (Rpower x q). replace q with (1 + (q - 1)) by ring.
    rewrite Rpower_plus, Rpower_1 by exact x0.
    pose proof (Rle_Rpower_l x 1 (q - 1) ltac:(lra) (conj x0 x1)) as O.
    rewrite one_power in O. pose proof (exp_pos ((q - 1) * ln x)) as N.
    change (exp _) with (Rpower x (q - 1)) in N.
    replace ((B + d) * (B + d) * (x * _)) with ((B + d) * d * Rpower x (q - 1))
      by (rewrite <- X at 2; ring).
    assert ((B + d) * d < L) by nra. nra.
  - set (x := 1 - B * / high). assert (h : 1 <= high) by (unfold high; lra).
    assert (X : high * x = high - B) by (unfold x; field; lra).
    assert (x0 : 1 / 2 <= x) by (apply Rmult_le_reg_l with high; unfold high in *; lra).
    pose proof (Rle_Rpower_l (1 / 2) x q ltac:(lra) ltac:(lra)) as O.
    change (exp (q * ln x)) with (Rpower x q). change (Rpower (1 / 2) q) with c in O.
    assert (L < high * c) by (unfold high; nra). nra.
  - exists (s * s). rewrite F by lra. split; nra.
Qed.
Lemma largest_is K : K >= 0 -> (forall k, k > 0 -> (left_side k <= L <-> k <= K)) -> largest K.
Proof using All.
  intros P H. split; [exact P|]. split.
  - destruct (Req_dec K 0) as [Z|N]; [now left | apply key_left, H; lra].
  - intros k S W. destruct (Req_dec k 0) as [->|N]; [lra|]. apply H, key_left; lra || exact W.
Qed.
Lemma family : exists K, K >= 0 /\ (forall k, k > 0 -> (left_side k <= L <-> k <= K)) /\
  (L = 0 -> K = B ^ 2) /\ (L > 0 -> K > B ^ 2 /\ left_side K = L).
Proof using All.
  destruct L_sign as [P|Z].
  - destruct (solution P) as (K & I & E). exists K. repeat split; intros; try nra.
    + apply Rnot_lt_le. intros C. pose proof (increasing K k ltac:(nra) C ltac:(lra)). lra.
    + destruct H0 as [C| ->]; [|lra].
      pose proof (increasing k K ltac:(lra) C I). lra.
  - exists (B ^ 2). rewrite Z. repeat split; intros; try nra.
    + apply Rnot_lt_le. intros C. pose proof (left_positive k C). lra.
    + rewrite outside; lra.
Qed.
End Family.

Theorem HingeFamily
    (B L q : R)
    (B_sign : B >= 0)
    (L_sign : L >= 0)
    (q_large : q >= 1) :
  exists K, largest B L q K /\
    (forall k, k > 0 -> (key B L q k <-> k <= K)) /\
    (forall k, k > 0 -> (k <= B ^ 2 \/ k * Rpower (1 - B / sqrt k) q <= L <-> k <= K)) /\
    (L = 0 -> K = B ^ 2) /\
    (L > 0 -> forall k, k > B ^ 2 -> (k * Rpower (1 - B / sqrt k) q = L <-> k = K)) /\
    (L > 0 -> K > B ^ 2) /\
    (B = 0 -> K = L).
Proof.
  destruct (family B L q B_sign L_sign q_large) as (K & P & H & Z & E). exists K.
  split; [now apply largest_is|]. split.
  { intros k S. now rewrite key_left, H. }
  split.
  { intros k S. rewrite <- H by exact S. destruct (Rle_lt_dec k (B ^ 2)) as [O|O].
    - rewrite (outside B L q) by assumption. split; intros; [lra | now left].
    - rewrite (left_at B L q) by assumption. split; intros; [lra | now right]. }
  split; [exact Z|]. split; [|split; [apply E|]].
  - intros l k S. rewrite <- (left_at B L q) by (assumption || nra). split; intros I.
    + destruct (E l) as [M F]. destruct (Rtotal_order k K) as [C|[C|C]]; [|exact C|].
      * pose proof (increasing B L q B_sign L_sign q_large k K ltac:(nra) C M). lra.
      * pose proof (increasing B L q B_sign L_sign q_large K k ltac:(nra) C S). lra.
    + rewrite I. apply E, l.
  - intros b. destruct L_sign as [l|l]; [|rewrite (Z l); nra].
    destruct (E l) as [M F]. rewrite (left_at B L q) in F by (assumption || nra). revert F.
    rewrite b. unfold Rdiv. rewrite Rmult_0_l, Rminus_0_r, one_power. lra.
Qed.

(* A number k is the largest one if L = 0 and k = B^2, or if L > 0 and k is a solution of the
   equation above B^2. *)
Lemma closed B L q k : B >= 0 -> L >= 0 -> q >= 1 ->
  (L = 0 -> k = B ^ 2) -> (L > 0 -> k > B ^ 2 /\ k * Rpower (1 - B / sqrt k) q = L) ->
  largest B L q k.
Proof.
  intros b [l|l] Q Z E;
    destruct (HingeFamily B L q b ltac:(lra) Q) as (K & M & _ & _ & N & U & _).
  - destruct (E l) as [I S]. apply (U l k I) in S. now rewrite S.
  - now rewrite (Z l), <- (N l).
Qed.
(* The number s^2 is a solution: for k = s^2, B / sqrt k is B / s, and t stands for 1 - B / s. *)
Lemma solves B L s n q : B >= 0 -> B < s -> q = INR n ->
  (forall t, s * t = s - B -> s ^ 2 * t ^ n = L) ->
  s ^ 2 > B ^ 2 /\ s ^ 2 * Rpower (1 - B / sqrt (s ^ 2)) q = L.
Proof.
  intros b I -> H. split; [nra|].
  assert (T : s * (1 - B / s) = s - B) by (field; lra).
  rewrite sqrt_pow2, Rpower_pow; [now apply H | | lra].
  apply Rmult_lt_reg_l with s; lra.
Qed.

Theorem Closed
    (B L : R)
    (B_sign : B >= 0)
    (L_sign : L >= 0) :
  let lambda := sqrt (sqrt L) in  (* L^(1/4) *)
  largest B L 1 ((B / 2 + sqrt (B ^ 2 / 4 + L)) ^ 2) /\
  largest B L 2 ((B + sqrt L) ^ 2) /\
  largest B L 4 ((lambda / 2 + sqrt (lambda ^ 2 / 4 + B)) ^ 4).
Proof.
  intros lambda. pose proof (sqrt_pos L) as r0. pose proof (sqrt_sqrt L ltac:(lra)) as r2.
  split; [|split].
  - assert (D : 0 <= B ^ 2 / 4 + L) by nra. pose proof (sqrt_pos (B ^ 2 / 4 + L)).
    apply sqrt_sqrt in D. set (r := sqrt (B ^ 2 / 4 + L)) in *.
    apply closed; try lra; intros l.
    + assert (r = B / 2) by nra. nra.
    + apply (solves B L _ 1); [lra | nra | reflexivity |]. intros t T.
      replace (_ * t ^ 1) with ((B / 2 + r) * ((B / 2 + r) * t)) by ring. rewrite T. lra.
  - apply closed; try lra; intros l.
    + rewrite l, sqrt_0. ring.
    + apply sqrt_lt_R0 in l. apply (solves B L _ 2); [lra | lra | simpl; lra |]. intros t T.
      replace (_ * t ^ 2) with (((B + sqrt L) * t) ^ 2) by ring. rewrite T. lra.
  - pose proof (sqrt_pos (sqrt L)) as l0. pose proof (sqrt_sqrt _ r0) as l2.
    fold lambda in l0, l2. assert (D : 0 <= lambda ^ 2 / 4 + B) by nra.
    pose proof (sqrt_pos (lambda ^ 2 / 4 + B)). apply sqrt_sqrt in D.
    set (r := sqrt (lambda ^ 2 / 4 + B)) in *. set (s := lambda / 2 + r).
    assert (S : s ^ 2 = lambda * s + B) by (unfold s; lra).
    replace (s ^ 4) with ((s ^ 2) ^ 2) by ring. apply closed; try lra; intros l.
    + assert (Z : lambda = 0) by (unfold lambda; now rewrite l, !sqrt_0). rewrite S, Z. ring.
    + assert (lambda > 0) by now apply sqrt_lt_R0, sqrt_lt_R0.
      assert (s > 0) by (unfold s; lra). assert (0 < lambda * s) by now apply Rmult_lt_0_compat.
      apply (solves B L _ 4); [lra | lra | simpl; lra |]. intros t T.
      assert (E : s ^ 2 * t ^ 2 = lambda ^ 2).
      { apply Rmult_eq_reg_l with (s ^ 2); [|nra].
        replace (s ^ 2 * (s ^ 2 * t ^ 2)) with ((s ^ 2 * t) ^ 2) by ring. rewrite T.
        replace (s ^ 2 - B) with (lambda * s) by lra. ring. }
      replace ((s ^ 2) ^ 2 * t ^ 4) with ((s ^ 2 * t ^ 2) ^ 2) by ring.
      rewrite E, <- r2, <- l2. ring.
Qed.
