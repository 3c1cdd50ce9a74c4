(* Let a stream have $T\ge1$ rounds, let $R>0$ bound the norms of its instances, and let $q\ge1$.
   The bound of a comparator $u$ is the largest number $K$ with $K\le B\sqrt K+K^{1-1/q}L^{1/q}$
   (HingeFamily.v), where $B=R\|u\|$ and $L$ is the sum of the $q$-hinge losses of $u$ over all
   rounds.  Let weights $a_t\ge0$ of the rounds, not all zero, have the sum $A$ and the norm
   $\|a\|_p$ for $1/p+1/q=1$, which for $q=1$ is the largest weight, and let $v=\sum_ta_ty_tx_t$.
   The floor of the weights is the smaller of $(A/\|a\|_p)^q$ and $(RA/\|v\|)^2$, or the first
   number if $v=0$ (HingeFloor.v).  Some comparator has the least bound, some weights have the
   largest floor, and the two numbers are the same. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Duality.
From Perclib.By_hand Require HingeConvex.
From Perclib.By_hand Require HingeFamily.
From Perclib.By_hand Require HingeFloor.

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

Section Stream.
Context {V : space}.
Variables (T : nat) (x : nat -> V) (y : nat -> R) (radius q : R).
Definition losses (u : V) : R :=
  ∑ t <= T, power (Rmax 0 (1 - y t * ⟨u, x t⟩)) q.
Definition bound (u : V) (K : R) : Prop := largest (radius * norm u) (losses u) q K.
Definition combined (a : nat -> R) : V := ∑⊕ t <= T, (a t * y t) ⊙ x t.
(* The floor of weights: the smaller of two numbers, or the first if the second is infinite. *)
Definition floor (a : nat -> R) (F : R) : Prop :=
  (forall t, (1 <= t <= T)%nat -> a t >= 0) /\ (exists t, (1 <= t <= T)%nat /\ a t <> 0) /\
  exists size, dual_norm a T q size /\
    let A := sum a (S T) in let v := combined a in
    (v = zero -> F = power (A / size) q) /\
    (v <> zero -> F = Rmin (power (A / size) q) ((radius * A / norm v) ^ 2)).
Definition least_bound (u : V) (K : R) : Prop :=
  bound u K /\ forall u' K', bound u' K' -> K <= K'.
Definition largest_floor (a : nat -> R) (F : R) : Prop :=
  floor a F /\ forall a' F', floor a' F' -> F' <= F.

(* Only the proof needs the next three definitions.  For K > 0 the bound of u is at most K if and
   only if (fits K 0 u) holds, and the floor of weights is at least K if and only if (reaches K 0 a)
   holds for some multiple a of the weights. *)
Definition fits (K e : R) (u : V) : Prop := exists share m,
  0 <= share /\ (forall t, (1 <= t <= T)%nat -> 0 <= m t) /\
  ∑ t <= T, power (m t) q <= K /\
  radius * norm u + sqrt K * share <= sqrt K * (1 + e) /\
  forall t, (1 <= t <= T)%nat -> 1 - share * m t <= y t * ⟨u, x t⟩.
Definition capped (K : R) (a : nat -> R) : Prop :=
  (forall t, (1 <= t <= T)%nat -> 0 <= a t) /\
  (q = 1 -> forall t, (1 <= t <= T)%nat -> a t <= 1) /\
  (q > 1 -> ∑ t <= T, power (a t) (q / (q - 1)) <= K).
Definition reaches (K e : R) (a : nat -> R) : Prop :=
  capped K a /\ K - e <= sum a (S T) /\ norm (combined a) <= radius * sqrt K + e.
End Stream.

(* If a <= b + c e for some c >= 0 and every e with 0 < e <= 1, then a <= b. *)
Lemma le_limit a b c : 0 <= c -> (forall e, 0 < e <= 1 -> a <= b + c * e) -> a <= b.
Proof.
  intros C H. apply Rnot_lt_le. intros L. set (e := Rmin 1 ((a - b) / (2 * (c + 1)))).
  assert (E0 : 0 < e) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  assert (E1 : e <= 1) by apply Rmin_l.
  assert (E2 : e * (c + 1) <= (a - b) / 2).
  { replace ((a - b) / 2) with ((a - b) / (2 * (c + 1)) * (c + 1)) by (field; lra).
    apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
  specialize (H e ltac:(lra)). nra.
Qed.

(* Let P e imply P e' for e <= e', and let some point satisfy P e for every e > 0, those for P 1 in
   a box of n dimensions.  Then for some point b and every e > 0 a point within e of b satisfies P
   e; b is found coordinate by coordinate. *)
Lemma cluster n : forall (P : R -> (nat -> R) -> Prop) (M : R),
  (forall e, 0 < e -> exists a, P e a) ->
  (forall e e' a, e <= e' -> P e a -> P e' a) ->
  (forall a, P 1 a -> forall t, (1 <= t <= n)%nat -> 0 <= a t <= M) ->
  exists b, forall e, 0 < e -> exists a, P e a /\
    forall t, (1 <= t <= n)%nat -> Rabs (a t - b t) < e.
Proof.
  induction n as [|n I]; intros P M some mono box.
  { exists (fun _ => 0). intros e E. destruct (some e E) as [a A]. exists a. split; [exact A|].
    intros; lia. }
  set (low c := exists e, 0 < e <= 1 /\ forall a, P e a -> c <= a (S n)).
  destruct (completeness low) as (l & above & least).
  { exists M. intros c (e & E & H). destruct (some e ltac:(lra)) as [a A].
    apply Rle_trans with (1 := H a A). apply (box a); [|lia]. apply mono with e; [lra | exact A]. }
  { exists 0. exists 1. split; [lra|]. intros a A. apply (box a A). lia. }
  assert (near : forall e, 0 < e -> exists a, P e a /\ Rabs (a (S n) - l) < e).
  { intros e E. assert (exists c, low c /\ l - e < c) as (c & (d & D & H) & c_).
    { apply Classical_Prop.NNPP. intros N. apply (Rlt_not_le l (l - e)); [lra|]. apply least.
      intros c C. apply Rnot_lt_le. intros X. apply N. now exists c. }
    set (f := Rmin e d). assert (F : 0 < f) by (apply Rmin_glb_lt; lra).
    assert (fe : f <= e) by apply Rmin_l. assert (fd : f <= d) by apply Rmin_r.
    assert (exists a, P f a /\ a (S n) < l + e) as (a & A & L).
    { apply Classical_Prop.NNPP. intros N. apply (Rlt_not_le (l + e) l); [lra|]. apply above.
      exists f. split; [lra|]. intros a A. apply Rnot_lt_le. intros X. apply N. now exists a. }
    exists a. split; [now apply mono with f|].
    assert (c <= a (S n)) by (apply H, mono with f; assumption). apply Rabs_def1; lra. }
  destruct (I (fun e a => P e a /\ Rabs (a (S n) - l) < e) M) as [b B].
  - exact near.
  - intros e e' a L [A X]. split; [now apply mono with e | lra].
  - intros a [A _] t K. apply (box a A). lia.
  - exists (fun t => if Nat.eqb t (S n) then l else b t). intros e E.
    destruct (B e E) as (a & [A X] & Y). exists a. split; [exact A|]. intros t K.
    destruct (Nat.eqb_spec t (S n)) as [->|N]; [exact X | apply Y; lia].
Qed.

(* If each f t falls below f t (b t) by at most a multiple of the distance from b t, the sum of the
   f t falls below its value at b by at most a multiple of the largest distance. *)
Lemma sum_close (f : nat -> R -> R) b n :
  (forall t, (1 <= t <= n)%nat -> exists c, 0 <= c /\
    forall s, 0 <= s -> f t (b t) <= f t s + c * Rabs (s - b t)) ->
  exists c, 0 <= c /\ forall e a, 0 < e ->
    (forall t, (1 <= t <= n)%nat -> 0 <= a t /\ Rabs (a t - b t) < e) ->
    ∑ t <= n, f t (b t) <= ∑ t <= n, f t (a t) + c * e.
Proof.
  induction n as [|n I]; intros H.
  { exists 0. split; [lra|]. intros. simpl. lra. }
  destruct I as (c & C & A); [intros; apply H; lia|].
  destruct (H (S n) ltac:(lia)) as (d & D & B). exists (c + d). split; [lra|]. intros e a E N.
  rewrite !(sum_S _ (S n)) by lia. specialize (A e a E ltac:(intros; apply N; lia)).
  destruct (N (S n) ltac:(lia)) as [N1 N2]. specialize (B _ N1).
  pose proof (Rmult_le_compat_l d _ e D (Rlt_le _ _ N2)). lra.
Qed.
Lemma power_close q b : q >= 1 -> 0 <= b -> exists c, 0 <= c /\
  forall s, 0 <= s -> power b q <= power s q + c * Rabs (s - b).
Proof.
  intros Q [B|<-].
  - pose proof (ax_power_positive b q B) as P. exists (q * power b q / b).
    assert (C : 0 < q * power b q / b) by (apply Rdiv_lt_0_compat; nra).
    split; [lra|]. intros s S. pose proof (ax_tangent s b q ltac:(lra) ltac:(lra) Q) as G.
    apply Rmult_le_reg_l with b; [exact B|]. rewrite Rmult_plus_distr_l.
    replace (b * (q * power b q / b * Rabs (s - b))) with (q * power b q * Rabs (s - b))
      by (field; lra).
    pose proof (Rle_abs (- (s - b))) as N. rewrite Rabs_Ropp in N.
    assert (0 <= q * power b q * (Rabs (s - b) + (s - b))) by (apply Rmult_le_pos; nra). nra.
  - exists 0. split; [lra|]. intros s S. rewrite (power_0 0) by reflexivity.
    pose proof (ax_power_sign s q). lra.
Qed.
Lemma linear_close k b : exists c, 0 <= c /\
  forall s, 0 <= s -> b * k <= s * k + c * Rabs (s - b).
Proof.
  exists (Rabs k). split; [apply Rabs_pos|]. intros s _. rewrite <- Rabs_mult.
  pose proof (Rle_abs (- (k * (s - b)))) as N. rewrite Rabs_Ropp in N. lra.
Qed.
Lemma power_bound q a K : q >= 1 -> 0 <= a -> power a q <= K -> a <= 1 + K.
Proof.
  intros Q A H. pose proof (ax_power_sign a q). destruct (Rle_lt_dec a 1) as [L|L]; [lra|].
  assert (a <= power a q); [|lra]. unfold power in *. repeat destruct Rlt_dec; try lra.
  rewrite <- (Rpower_1 a) at 1 by lra. apply Rle_Rpower; lra.
Qed.
Lemma sum_term f n t : (forall s, (1 <= s <= n)%nat -> 0 <= f s) -> (1 <= t <= n)%nat ->
  f t <= sum f (S n).
Proof.
  induction n as [|n I]; intros H L; [lia|]. rewrite sum_S by lia.
  pose proof (H (S n) ltac:(lia)).
  pose proof (HingeFloor.sum_pos f n ltac:(intros; apply Rle_ge, H; lia)).
  destruct (Nat.eq_dec t (S n)) as [->|N]; [lra|].
  specialize (I ltac:(intros; apply H; lia) ltac:(lia)). lra.
Qed.

(* A convex bounded set and a point at a distance from it: a plane lies between them. *)
Section Between.
Context {V : space}.
Implicit Types c z p : V.
Lemma between (C : V -> Prop) p d D :
  (forall c z s, C c -> C z -> 0 <= s <= 1 -> C (s ⊙ c ⊕ (1 - s) ⊙ z)) ->
  (forall c, C c -> ‖c‖² <= D) -> (exists c, C c) ->
  0 < d -> (forall c, C c -> d <= ‖p ⊖ c‖²) ->
  exists n, forall c, C c -> ⟨n, c⟩ < ⟨n, p⟩.
Proof using All.
  intros convex bounded some positive far. set (gap c := ‖p ⊕ (-1) ⊙ c‖²) in *.
  destruct (completeness (fun r => exists c, C c /\ r = - gap c)) as (l & above & least).
  { exists (- d). intros r (c & Cc & ->). specialize (far c Cc). fold (gap c) in far. lra. }
  { destruct some as [c Cc]. now exists (- gap c), c. }
  set (m := - l). assert (M : forall c, C c -> m <= gap c).
  { intros c Cc. assert (- gap c <= l) by (apply above; now exists c). unfold m. lra. }
  assert (m0 : d <= m).
  { assert (l <= - d); [|unfold m; lra]. apply least. intros r (c & Cc & ->).
    specialize (far c Cc). fold (gap c) in far. lra. }
  assert (D0 : 0 <= D).
  { destruct some as [c Cc]. pose proof (dot_pos _ c). specialize (bounded c Cc). lra. }
  set (s := Rmin 1 (m / (4 * D + 1))).
  assert (s0 : 0 < s) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  assert (s1 : s <= 1) by apply Rmin_l.
  assert (s2 : s * (4 * D + 1) <= m).
  { apply Rle_trans with (m / (4 * D + 1) * (4 * D + 1)); [|right; field; lra].
    apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
  assert (exists z, C z /\ gap z < m + s * m / 2) as (z & Cz & Z).
  { apply Classical_Prop.NNPP. intros N. apply (Rlt_not_le l (l - s * m / 2)); [nra|]. apply least.
    intros r (c & Cc & ->). apply Rnot_lt_le. intros X. apply N. exists c. split; [exact Cc|].
    unfold m in *. lra. }
  exists (p ⊕ (-1) ⊙ z). intros c Cc.
  pose proof (M _ (convex c z s Cc Cz ltac:(lra))) as G.
  assert (E : gap (s ⊙ c ⊕ (1 - s) ⊙ z) = gap z - 2 * s * ⟨p ⊕ (-1) ⊙ z, c ⊕ (-1) ⊙ z⟩
    + s * s * ‖c ⊕ (-1) ⊙ z‖²).
  { unfold gap. lin. rewrite (dot_sym _ c p), (dot_sym _ z p), (dot_sym _ z c). ring. }
  assert (W : ‖c ⊕ (-1) ⊙ z‖² <= 4 * D).
  { pose proof (bounded c Cc). pose proof (bounded z Cz). pose proof (dot_pos _ (c ⊕ z)) as Q.
    revert Q. lin. rewrite (dot_sym _ z c). lra. }
  set (g := ⟨p ⊕ (-1) ⊙ z, c ⊕ (-1) ⊙ z⟩) in *.
  assert (g < m).
  { assert (s * s * ‖c ⊕ (-1) ⊙ z‖² <= s * m).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
      apply Rle_trans with (s * (4 * D)); [apply Rmult_le_compat_l; lra | lra]. }
    assert (0 < s * m) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_lt_reg_l with s; [exact s0|]. lra. }
  assert (X : g = ⟨p ⊕ (-1) ⊙ z, c⟩ - ⟨p ⊕ (-1) ⊙ z, p⟩ + gap z)
    by (unfold g, gap; lin; rewrite ?(dot_sym _ c p), ?(dot_sym _ z p), ?(dot_sym _ z c); ring).
  specialize (M z Cz). lra.
Qed.
End Between.

(* Given numbers s t, either the scores of some vector of norm at most r are at least these numbers,
   or weights show that there is no such vector. *)
Section Alternative.
Context {V : space}.
Lemma cone_pairs a (w : nat -> V) (s : nat -> R) n :
  Duality.cone (V := Duality.lifted V) a (fun t => (w t, s t)) n =
  (Duality.cone a w n, ∑ t < n, a t * s t).
Proof using All.
  unfold Duality.cone.
  refine (vsum_is (V := Duality.lifted V) _ (fun n => (vsum _ n, sum _ n)) n _ _ _);
    intros; try reflexivity.
  rewrite vsum_S, sum_S by assumption. reflexivity.
Qed.
Lemma alternative (w : nat -> V) (s : nat -> R) r n : 0 <= r ->
  (exists u, norm u <= r /\ forall t, (1 <= t < n)%nat -> s t <= ⟨u, w t⟩) \/
  (exists a, (forall t, 0 <= a t) /\
    r * norm (Duality.cone a w n) < ∑ t < n, a t * s t).
Proof using All.
  intros r0. destruct (Duality.nearest_in_cone (V := Duality.lifted V) n
    (fun t => (w t, s t)) (zero, 1)) as (a & A & B & E).
  rewrite cone_pairs in E. setoid_rewrite cone_pairs in B.
  cbn [dot Duality.lifted fst snd] in B, E.
  set (p := Duality.cone a w n) in *. set (g := sum (fun t => a t * s t) n) in *.
  rewrite !dot_zero in E. pose proof (dot_pos _ p) as P.
  assert (g0 : 0 <= g) by nra. assert (g1 : g <= 1) by nra.
  destruct (Rle_lt_dec g (r * norm p)) as [L|L]; [left | right; now exists a].
  assert (G : g < 1).
  { destruct g1 as [G|G]; [exact G | exfalso]. rewrite G in *.
    assert (Z : ‖p‖² = 0) by lra. unfold norm in L. rewrite Z, sqrt_0 in L. lra. }
  exists (/ (1 - g) ⊙ p). assert (I : 0 < / (1 - g)) by (apply Rinv_0_lt_compat; lra). split.
  - change (norm (/ (1 - g) ⊙ p) <= r). rewrite Duality.norm_scale by lra.
    apply Rmult_le_reg_l with (1 - g); [lra|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    pose proof (Duality.norm_square p) as S. pose proof (Duality.norm_pos p) as N.
    set (N' := norm p) in *. destruct N as [N|N]; [|rewrite <- N; nra].
    apply Rmult_le_reg_l with N'; [exact N|]. nra.
  - intros t M. specialize (B t M). rewrite !dot_zero in B. lin.
    apply Rmult_le_reg_l with (1 - g); [lra|].
    rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.
End Alternative.

Lemma exponent q : q > 1 -> q / (q - 1) > 1 /\ 1 / (q / (q - 1)) + 1 / q = 1 /\
  (q - 1) * (q / (q - 1)) = q.
Proof.
  intros Q. split; [|split; field; lra].
  apply Rmult_lt_reg_l with (q - 1); [lra|].
  replace ((q - 1) * (q / (q - 1))) with q by (field; lra). lra.
Qed.

Section Values.
Context {V : space}.
Variables (T : nat) (x : nat -> V) (y : nat -> R) (radius q : R).
Hypothesis rounds : (1 <= T)%nat.
Hypothesis radius_positive : radius > 0.
Hypothesis within : forall t, (1 <= t <= T)%nat -> norm (x t) <= radius.
Hypothesis q_large : q >= 1.
Implicit Types a : nat -> R.
Implicit Types u v : V.

Lemma combined_cone a : combined T x y a = Duality.cone a (fun t => y t ⊙ x t) (S T).
Proof using All.
  unfold combined, Duality.cone. apply Duality.vsum_ext. intros. vector. ring.
Qed.
Lemma combined_dot a u : ⟨combined T x y a, u⟩ = ∑ t <= T, a t * (y t * ⟨u, x t⟩).
Proof using All.
  unfold combined. rewrite dot_vsum. apply sum_is; [reflexivity .. |].
  intros. rewrite sum_S by assumption. lin. rewrite (dot_sym _ (x s)). ring.
Qed.
Lemma capped_bounded K a t : capped T q K a -> 0 < K -> (1 <= t <= T)%nat -> 0 <= a t <= 1 + K.
Proof using All.
  intros (A & O & P) K0 I. split; [now apply A|].
  destruct (Req_EM_T q 1) as [E|E]; [specialize (O E t I); lra|].
  destruct (exponent q ltac:(lra)) as (p1 & _).
  apply power_bound with (q / (q - 1)); [lra | auto |].
  apply Rle_trans with (2 := P ltac:(lra)).
  apply (sum_term (fun t => power (a t) (q / (q - 1))) T t); [|exact I].
  intros. apply Rge_le, ax_power_sign.
Qed.
(* If for every e > 0 some weights reach K up to e, some weights reach K. *)
Lemma limit_weights K : 0 < K -> (forall e, 0 < e -> exists a, reaches T x y radius q K e a) ->
  exists a, reaches T x y radius q K 0 a.
Proof using All.
  intros K0 H. destruct (cluster T (fun e => reaches T x y radius q K e) (1 + K)) as [b B].
  - exact H.
  - unfold reaches. intros e f a L (A & S & N). split; [exact A | lra].
  - intros a (A & _) t I. now apply capped_bounded.
  - assert (b0 : forall t, (1 <= t <= T)%nat -> 0 <= b t).
    { intros t I. apply le_limit with 1; [lra|]. intros e E.
      destruct (B e ltac:(lra)) as (a & (A & _) & N). specialize (N t I). apply Rabs_def2 in N.
      destruct A as (A & _). specialize (A t I). lra. }
    assert (near : forall e, 0 < e <= 1 -> exists a, reaches T x y radius q K e a /\
      forall t, (1 <= t <= T)%nat -> 0 <= a t /\ Rabs (a t - b t) < e).
    { intros e E. destruct (B e ltac:(lra)) as (a & A & N). exists a. split; [exact A|].
      intros t I. split; [now apply A | now apply N]. }
    exists b. split; [split; [exact b0 | split] | split].
    + intros E t I. apply le_limit with 1; [lra|]. intros e L.
      destruct (near e L) as (a & ((_ & O & _) & _) & N). specialize (O E t I).
      destruct (N t I) as [_ N']. apply Rabs_def2 in N'. lra.
    + intros E. destruct (exponent q E) as (p1 & _). set (p := q / (q - 1)) in *.
      destruct (sum_close (fun _ s => power s p) b T) as (c & C & D).
      { intros t I. apply power_close; [lra | auto]. }
      apply le_limit with c; [exact C|]. intros e L.
      destruct (near e L) as (a & ((_ & _ & P) & _) & N). specialize (P E). fold p in P.
      specialize (D e a ltac:(lra) N). cbv beta in D. lra.
    + destruct (sum_close (fun _ s => - s) b T) as (c & C & D).
      { intros t _. destruct (linear_close (-1) (b t)) as (k & k0 & k1). exists k.
        split; [exact k0|]. intros s s0. specialize (k1 s s0). lra. }
      assert (minus : forall f, sum (fun t => - f t) (S T) = - sum f (S T)).
      { intros f. apply (sum_is _ (fun n => - sum f n)); intros; rewrite ?sum_S by assumption;
          simpl; ring. }
      enough (K <= sum b (S T)) by lra.
      apply le_limit with (c + 1); [lra|]. intros e L.
      destruct (near e L) as (a & (_ & P & _) & N). specialize (D e a ltac:(lra) N).
      cbv beta in D. rewrite !minus in D. lra.
    + set (v := combined T x y b). assert (N0 : 0 <= norm v) by apply sqrt_pos.
      assert (NN : norm v * norm v = ‖v‖²) by apply (Duality.norm_square v).
      destruct (sum_close (fun t s => s * (y t * ⟨v, x t⟩)) b T) as (c & C & D).
      { intros t _. apply linear_close. }
      rewrite Rplus_0_r. destruct N0 as [N0|N0]; [|pose proof (sqrt_lt_R0 K K0); nra].
      apply Rmult_le_reg_l with (norm v); [exact N0|].
      apply le_limit with (norm v + c); [lra|]. intros e L.
      destruct (near e L) as (a & (_ & _ & P) & N). specialize (D e a ltac:(lra) N).
      cbv beta in D. rewrite <- !combined_dot in D. fold v in D. rewrite NN.
      pose proof (Duality.cauchy_schwarz (combined T x y a) v) as Q.
      pose proof (Rmult_le_compat_r (norm v) _ _ ltac:(lra) P). lra.
Qed.
(* If for every e > 0 some comparator fits K up to e, some comparator fits K. *)
Lemma limit_comparators K : 0 < K -> (forall e, 0 < e -> exists u, fits T x y radius q K e u) ->
  exists u, fits T x y radius q K 0 u.
Proof using All.
  intros K0 H. pose proof (sqrt_lt_R0 K K0) as k0. set (k := sqrt K) in *.
  (* The coordinates are the numbers m t, the norm and the share. *)
  set (P e c := (forall t, (1 <= t <= T + 2)%nat -> 0 <= c t) /\
    sum (fun t => power (c t) q) (S T) <= K /\
    radius * c (T + 1)%nat + k * c (T + 2)%nat <= k * (1 + e) /\
    exists u : V, norm u <= c (T + 1)%nat /\
      forall t, (1 <= t <= T)%nat -> 1 - c (T + 2)%nat * c t <= y t * ⟨u, x t⟩).
  destruct (cluster (T + 2) P (2 * k / radius + 3 + K)) as [b B].
  - intros e E. destruct (H e E) as (u & s & m & s0 & m0 & M & F & G).
    exists (fun t => if Nat.leb t T then m t else if Nat.eqb t (T + 1) then norm u else s).
    replace (Nat.leb (T + 1) T) with false by (symmetry; apply Nat.leb_gt; lia).
    assert (A : forall t, (1 <= t <= T)%nat -> Nat.leb t T = true)
      by (intros; apply Nat.leb_le; lia).
    unfold P. replace (Nat.leb (T + 1) T) with false by (symmetry; apply Nat.leb_gt; lia).
    replace (Nat.leb (T + 2) T) with false by (symmetry; apply Nat.leb_gt; lia).
    rewrite Nat.eqb_refl.
    replace (Nat.eqb (T + 2) (T + 1)) with false by (symmetry; apply Nat.eqb_neq; lia).
    split; [|split; [|split; [exact F|]]].
    + intros t I. destruct (Nat.leb_spec t T); [apply m0; lia|].
      destruct (Nat.eqb_spec t (T + 1)); [apply sqrt_pos | exact s0].
    + apply Rle_trans with (2 := M). apply Duality.sum_le. intros t I. rewrite A by lia.
      apply Rle_refl.
    + exists u. split; [apply Rle_refl|]. intros t I. rewrite A by lia. now apply G.
  - unfold P. intros e f c L (C & M & F & G). repeat split; try assumption. nra.
  - intros c (C & M & F & _) t I. split; [now apply C|].
    pose proof (C (T + 1)%nat ltac:(lia)) as r0. pose proof (C (T + 2)%nat ltac:(lia)) as s0.
    assert (z : 0 <= 2 * k / radius) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    assert (t = T + 1 \/ t = T + 2 \/ t <= T)%nat as [->|[->|J]] by lia.
    + enough (c (T + 1)%nat <= 2 * k / radius) by lra.
      apply Rmult_le_reg_l with radius; [lra|].
      replace (radius * (2 * k / radius)) with (2 * k) by (field; lra). nra.
    + enough (c (T + 2)%nat <= 2) by lra. apply Rmult_le_reg_l with k; [lra|]. nra.
    + enough (c t <= 1 + K) by lra. apply power_bound with q; [lra | auto|].
      apply Rle_trans with (2 := M). apply (sum_term (fun t => power (c t) q) T t); [|lia].
      intros. apply Rge_le, ax_power_sign.
  - set (r := b (T + 1)%nat) in *. set (s := b (T + 2)%nat) in *.
    assert (b0 : forall t, (1 <= t <= T + 2)%nat -> 0 <= b t).
    { intros t I. apply le_limit with 1; [lra|]. intros e E.
      destruct (B e ltac:(lra)) as (c & (C & _) & N). specialize (N t I). apply Rabs_def2 in N.
      specialize (C t I). lra. }
    pose proof (b0 (T + 1)%nat ltac:(lia)) as r0. pose proof (b0 (T + 2)%nat ltac:(lia)) as s0.
    fold r in r0. fold s in s0.
    assert (near : forall e, 0 < e <= 1 -> exists c, P e c /\
      (forall t, (1 <= t <= T)%nat -> 0 <= c t /\ Rabs (c t - b t) < e) /\
      Rabs (c (T + 1)%nat - r) < e /\ Rabs (c (T + 2)%nat - s) < e).
    { intros e E. destruct (B e ltac:(lra)) as (c & C & N). exists c. split; [exact C|].
      split; [|split; apply N; lia].
      intros t I. split; [apply C; lia | apply N; lia]. }
    assert (F : radius * r + k * s <= k * (1 + 0)).
    { apply le_limit with (radius + 2 * k); [lra|]. intros e E.
      destruct (near e E) as (c & (_ & _ & F & _) & _ & N & N').
      apply Rabs_def2 in N. apply Rabs_def2 in N'.
      assert (radius * (r - c (T + 1)%nat) <= radius * e) by (apply Rmult_le_compat_l; lra).
      assert (k * (s - c (T + 2)%nat) <= k * e) by (apply Rmult_le_compat_l; lra). lra. }
    destruct (alternative (fun t => y t ⊙ x t) (fun t => 1 - s * b t) r (S T) r0)
      as [(u & U & G)|(a & A & G)].
    + exists u, s, b. split; [exact s0|]. split; [intros; apply b0; lia|]. split; [|split].
      * destruct (sum_close (fun _ s => power s q) b T) as (d & d0 & D).
        { intros t I. apply power_close; [lra | apply b0; lia]. }
        apply le_limit with d; [exact d0|]. intros e E.
        destruct (near e E) as (c & (_ & M & _) & N & _).
        specialize (D e c ltac:(lra) N). cbv beta in D. lra.
      * fold k. apply Rle_trans with (2 := F). nra.
      * intros t I. specialize (G t ltac:(lia)). rewrite dot_scale_r in G. exact G.
    + exfalso. apply (Rlt_not_le _ _ G). set (v := Duality.cone a _ (S T)) in *.
      assert (N0 : 0 <= norm v) by apply sqrt_pos.
      set (d := sum (fun t => a t * (s + b t + 1)) (S T)).
      assert (d0 : 0 <= d).
      { apply Rge_le, HingeFloor.sum_pos. intros t I. apply Rle_ge, Rmult_le_pos; [apply A|].
        specialize (b0 t ltac:(lia)). lra. }
      apply le_limit with (norm v + d); [lra|]. intros e E.
      destruct (near e E) as (c & (_ & _ & _ & u & U & G') & N & R' & S').
      apply Rabs_def2 in R'. apply Rabs_def2 in S'.
      assert (X : sum (fun t => a t * (1 - s * b t)) (S T) <=
        sum (fun t => a t * (y t * ⟨u, x t⟩) + e * (a t * (s + b t + 1))) (S T)).
      { apply Duality.sum_le. intros t I. specialize (G' t ltac:(lia)).
        destruct (N t ltac:(lia)) as [c0 N']. apply Rabs_def2 in N'.
        specialize (b0 t ltac:(lia)).
        assert (c (T + 2)%nat * c t <= (s + e) * (b t + e)).
        { apply Rle_trans with ((s + e) * c t); [apply Rmult_le_compat_r | apply Rmult_le_compat_l];
            lra. }
        assert (e * e <= e) by nra.
        apply Rle_trans with (a t * (y t * ⟨u, x t⟩ + e * (s + b t + 1))); [|right; ring].
        apply Rmult_le_compat_l; [apply A|]. lra. }
      assert (Y : sum (fun t => a t * (y t * ⟨u, x t⟩) + e * (a t * (s + b t + 1))) (S T) =
        ⟨v, u⟩ + e * d).
      { unfold v, d. rewrite <- combined_cone, combined_dot.
        refine (sum_is _ (fun n => sum _ n + e * sum _ n) (S T) _ _ _); intros;
          rewrite ?sum_S by assumption; simpl; ring. }
      rewrite Y in X. pose proof (Duality.cauchy_schwarz v u) as Q.
      assert (norm v * norm u <= norm v * (r + e)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The weights with equality in the inequality of Hoelder. *)
Lemma weight m : 0 <= m -> exists w, 0 <= w /\ (q = 1 -> w <= 1) /\ w * m = power m q /\
  (q > 1 -> power w (q / (q - 1)) = power m q) /\ (m = 0 -> w = 0).
Proof using All.
  intros m0. destruct (Req_EM_T q 1) as [E|E].
  - exists (if Rlt_dec 0 m then 1 else 0). rewrite E, ax_power_one by lra.
    destruct (Rlt_dec 0 m); repeat split; intros; lra.
  - destruct (exponent q ltac:(lra)) as (p1 & _ & p2).
    exists (power m (q - 1)). split; [apply Rge_le, ax_power_sign|]. split; [lra|].
    split; [|split].
    + rewrite <- (ax_power_one m) at 2 by lra. apply ax_power_sum; lra.
    + intros _. apply ax_power_tower; lra.
    + intros Z. now apply power_0.
Qed.
Lemma weights n m : (forall t, (1 <= t <= n)%nat -> 0 <= m t) -> exists a,
  forall t, (1 <= t <= n)%nat -> 0 <= a t /\ (q = 1 -> a t <= 1) /\ a t * m t = power (m t) q /\
  (q > 1 -> power (a t) (q / (q - 1)) = power (m t) q) /\ (m t = 0 -> a t = 0).
Proof using All.
  induction n as [|n I]; intros H; [exists (fun _ => 0); intros; lia|].
  destruct I as [a A]; [intros; apply H; lia|].
  destruct (weight (m (S n)) (H (S n) ltac:(lia))) as (w & W).
  exists (fun t => if Nat.eqb t (S n) then w else a t). intros t L.
  destruct (Nat.eqb_spec t (S n)) as [->|N]; [exact W | apply A; lia].
Qed.
Lemma capped_convex K a b s : capped T q K a -> capped T q K b -> 0 <= s <= 1 ->
  capped T q K (fun t => s * a t + (1 - s) * b t).
Proof using All.
  intros (A & O & P) (A' & O' & P') S. repeat split.
  - intros t I. specialize (A t I). specialize (A' t I). nra.
  - intros E t I. specialize (O E t I). specialize (O' E t I). nra.
  - intros E. specialize (P E). specialize (P' E). destruct (exponent q E) as (p1 & _).
    set (p := q / (q - 1)) in *.
    apply Rle_trans with
      (sum (fun t => s * power (a t) p + (1 - s) * power (b t) p) (Datatypes.S T)).
    + apply Duality.sum_le. intros t I. apply HingeConvex.power_convex; try lra; apply Rle_ge;
        [apply A | apply A']; lia.
    + rewrite (sum_is _ (fun n => s * sum (fun t => power (a t) p) n +
        (1 - s) * sum (fun t => power (b t) p) n));
        [nra | simpl; ring .. |]. intros. rewrite !sum_S by assumption. ring.
Qed.
Lemma norm_le v r : 0 <= r -> (norm v <= r <-> ‖v‖² <= r * r).
Proof using All.
  intros r0. pose proof (sqrt_pos ‖v‖²). pose proof (sqrt_sqrt _ (dot_pos _ v)).
  unfold norm. split; intros; nra.
Qed.
Lemma combined_mix a b s : combined T x y (fun t => s * a t + (1 - s) * b t) =
  s ⊙ combined T x y a ⊕ (1 - s) ⊙ combined T x y b.
Proof using All.
  unfold combined. refine (vsum_is _ (fun n => s ⊙ vsum _ n ⊕ (1 - s) ⊙ vsum _ n) (S T) _ _ _);
    intros; rewrite ?vsum_S by assumption; simpl; vector; ring.
Qed.
(* The weights are bounded, and so are their sum and their combination. *)
Lemma all_bounded n M : exists D, 0 <= D /\ forall a,
  (forall t, (1 <= t <= n)%nat -> 0 <= a t <= M) ->
  sum a (S n) * sum a (S n) <= D /\
  ‖combined n x y a‖² <= D.
Proof using All.
  induction n as [|n (D & D0 & I)].
  { exists 0. split; [lra|]. intros. unfold combined. simpl. rewrite dot_zero. lra. }
  set (z := y (S n) ⊙ x (S n)). pose proof (dot_pos _ z) as Z.
  exists (2 * D + 2 * M * M * (1 + ‖z‖²)).
  split; [assert (0 <= M * M) by nra; nra|]. intros a H.
  destruct (I a ltac:(intros; apply H; lia)) as [I1 I2]. pose proof (H (S n) ltac:(lia)) as A.
  assert (Q : a (S n) * a (S n) <= M * M) by nra. unfold combined in *.
  rewrite !(sum_S _ (S n)), !(vsum_S _ (S n)) by lia. set (g := sum a (S n)) in *.
  set (c := vsum _ (S n)) in *.
  replace ((a (S n) * y (S n)) ⊙ x (S n)) with (a (S n) ⊙ z) by (unfold z; vector; ring).
  assert (Q0 : 0 <= M * M) by nra.
  assert (Q1 : a (S n) * a (S n) * ‖z‖² <= M * M * ‖z‖²) by (apply Rmult_le_compat_r; lra).
  assert (Q2 : 0 <= M * M * ‖z‖²) by (apply Rmult_le_pos; lra). split.
  - pose proof (Rle_0_sqr (g - a (S n))) as W. unfold Rsqr in W. nra.
  - pose proof (dot_pos _ (c ⊕ (-1) ⊙ (a (S n) ⊙ z))) as W. revert W. lin.
    rewrite (dot_sym _ z c). nra.
Qed.

Lemma no_weights K : 0 < K -> capped T q K (fun _ => 0) /\ combined T x y (fun _ => 0) = zero /\
  sum (fun _ => 0) (S T) = 0.
Proof using All.
  intros K0. split; [split; [|split]|split]; intros; try lra.
  - enough (G : sum (fun _ => power 0 (q / (q - 1))) (S T) = 0) by lra.
    apply (sum_is _ (fun _ => 0)); intros; rewrite ?power_0 by reflexivity; ring.
  - apply (vsum_is _ (fun _ => zero)); intros; [reflexivity .. | vector; ring].
  - apply (sum_is _ (fun _ => 0)); intros; ring.
Qed.

Lemma gap K : 0 < K ->
  (exists a, reaches T x y radius q K 0 a) \/ (exists u, fits T x y radius q K 0 u).
Proof using All.
  intros K0. pose proof (sqrt_lt_R0 K K0) as k0. pose proof (sqrt_sqrt K ltac:(lra)) as kk.
  set (k := sqrt K) in *. assert (b0 : 0 < radius * k) by (apply Rmult_lt_0_compat; lra).
  set (ball := radius * k) in *.
  set (C := fun z : Duality.lifted V => exists v a, norm v <= ball /\ capped T q K a /\
    fst z = v ⊕ (-1) ⊙ combined T x y a /\ 0 <= snd z <= sum a (S T)).
  set (p := (zero, K) : Duality.lifted V).
  destruct (Classical_Prop.classic (exists d, 0 < d /\
    forall c, C c -> d <= ‖p ⊕ (-1) ⊙ c‖²)) as [(d & d0 & far)|close].
  - right. destruct (all_bounded T (1 + K)) as (D & D0 & W).
    destruct (between (V := Duality.lifted V) C p d (2 * (ball * ball) + 3 * D)) as [n N].
    + intros c z s (v & a & A1 & A2 & A3 & A4) (w & b & B1 & B2 & B3 & B4) S.
      exists (s ⊙ v ⊕ (1 - s) ⊙ w), (fun t => s * a t + (1 - s) * b t).
      split; [|split; [now apply capped_convex|split]].
      * apply norm_le in A1; [|lra]. apply norm_le in B1; [|lra]. apply norm_le; [lra|].
        pose proof (dot_pos _ (v ⊕ (-1) ⊙ w)) as Q. revert Q. lin. rewrite (dot_sym _ w v).
        intros Q. assert (0 <= s * (1 - s)) by nra.
        assert (0 <= s * (1 - s) * (‖v‖² + ‖w‖² - 2 * ⟨v, w⟩)) by (apply Rmult_le_pos; lra).
        assert (s * ‖v‖² <= s * (ball * ball)) by (apply Rmult_le_compat_l; lra).
        assert ((1 - s) * ‖w‖² <= (1 - s) * (ball * ball)) by (apply Rmult_le_compat_l; lra).
        lra.
      * cbn [add scale Duality.lifted fst snd]. rewrite A3, B3, combined_mix. vector. ring.
      * cbn [add scale Duality.lifted fst snd].
        rewrite (sum_is _ (fun n => s * sum a n + (1 - s) * sum b n)); [nra | simpl; ring .. |].
        intros. rewrite !sum_S by assumption. ring.
    + intros c (v & a & A1 & A2 & A3 & A4). cbn [dot Duality.lifted]. rewrite A3.
      apply norm_le in A1; [|lra].
      destruct (W a) as [W1 W2]; [intros; now apply capped_bounded|].
      pose proof (dot_pos _ (v ⊕ combined T x y a)) as Q. revert Q. lin.
      rewrite (dot_sym _ (combined T x y a) v). intros Q.
      assert (snd c * snd c <= sum a (S T) * sum a (S T)) by (apply Rmult_le_compat; lra). lra.
    + exists (zero, 0), zero, (fun _ => 0). cbn [fst snd].
      destruct (no_weights K K0) as (Z & O & Y). split; [apply norm_le; rewrite ?dot_zero; nra|]. split; [exact Z|]. split; [|lra].
      rewrite O. vector. ring.
    + exact d0.
    + exact far.
    + assert (sound : forall v a, norm v <= ball -> capped T q K a ->
        ⟨fst n, v⟩ - ⟨fst n, combined T x y a⟩ + snd n * sum a (S T) < snd n * K).
      { intros v a A B.
        assert (Cz : C (v ⊕ (-1) ⊙ combined T x y a, sum a (S T))).
        { exists v, a. cbn [fst snd]. repeat split; try assumption; try apply B; try lra.
          apply Rge_le, HingeFloor.sum_pos. intros t I. apply Rle_ge. now apply B. }
        specialize (N _ Cz). cbn [dot Duality.lifted p fst snd] in N. rewrite dot_zero_r in N.
        revert N. lin. lra. }
      destruct (no_weights K K0) as (none & O & Z).
      assert (n2 : 0 < snd n).
      { specialize (sound zero (fun _ => 0) ltac:(apply norm_le; rewrite ?dot_zero; nra) none).
        rewrite O, Z, !dot_zero_r in sound. nra. }
      clear N far. set (u := / snd n ⊙ fst n).
      assert (S1 : forall a, capped T q K a -> ball * norm u +
        sum (fun t => a t * (1 - y t * ⟨u, x t⟩)) (S T) < K).
      { intros a A.
        assert (exists v, norm v <= ball /\ ⟨u, v⟩ = ball * norm u) as (v & v1 & v2).
        { pose proof (Duality.norm_pos u) as P. pose proof (Duality.norm_square u) as Q. destruct P as [P|P].
          - exists ((ball * / norm u) ⊙ u). assert (0 < / norm u) by now apply Rinv_0_lt_compat.
            split.
            + change (norm ((ball * / norm u) ⊙ u) <= ball).
              rewrite Duality.norm_scale by (apply Rmult_le_pos; lra).
              right. field. lra.
            + lin. rewrite <- Q. field. lra.
          - exists zero. rewrite <- P, dot_zero_r. split; [|ring].
            apply norm_le; rewrite ?dot_zero; nra. }
        specialize (sound v a v1 A).
        assert (E : sum (fun t => a t * (1 - y t * ⟨u, x t⟩)) (S T) =
          sum a (S T) - ⟨combined T x y a, u⟩).
        { rewrite combined_dot. apply (sum_is _ (fun n => sum a n - sum _ n)); intros;
            rewrite ?sum_S by assumption; simpl; ring. }
        rewrite E, <- v2, (dot_sym _ (combined T x y a) u). unfold u. lin.
        apply Rmult_lt_reg_l with (snd n); [exact n2|].
        replace (snd n * (_ + _)) with (⟨fst n, v⟩ - ⟨fst n, combined T x y a⟩ +
          snd n * sum a (S T)) by (field; lra). exact sound. }
      clear sound. clearbody u. set (h t := Rmax 0 (1 - y t * ⟨u, x t⟩)).
      assert (h0 : forall t, 0 <= h t) by (intros; apply Rmax_l).
      assert (h1 : forall t, 1 - y t * ⟨u, x t⟩ <= h t) by (intros; apply Rmax_r).
      exists u. set (L := sum (fun t => power (h t) q) (S T)).
      assert (L0 : L >= 0) by (apply HingeFloor.sum_pos; intros; apply ax_power_sign).
      destruct L0 as [L0|L0].
      * (* The comparator has loss. *)
        set (mu := power (L / K) (1 / q)).
        assert (i_q : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
        assert (LK : L / K > 0) by (apply Rdiv_lt_0_compat; lra).
        assert (mu0 : mu > 0) by (now apply ax_power_positive).
        assert (mu1 : power mu q = L / K).
        { unfold mu. rewrite (ax_power_tower _ (1 / q) q 1) by (try lra; field; lra).
          apply ax_power_one. lra. }
        set (m t := h t / mu).
        assert (m0 : forall t, 0 <= m t).
        { intros t. apply Rmult_le_pos; [apply h0 | left; now apply Rinv_0_lt_compat]. }
        assert (hm : forall t, h t = mu * m t) by (intros; unfold m; field; lra).
        assert (M : sum (fun t => power (m t) q) (S T) = K).
        { assert (E : L = L / K * sum (fun t => power (m t) q) (S T)).
          { unfold L at 1. rewrite <- Duality.sum_scale. apply sum_is; [reflexivity .. |].
            intros t I. rewrite sum_S by assumption. f_equal.
            rewrite (ax_power_product mu (m t) q (h t)), mu1 by (try lra; auto using Rle_ge).
            reflexivity. }
          apply Rmult_eq_reg_l with (L / K); [|lra]. rewrite <- E. field. lra. }
        destruct (weights T m ltac:(auto)) as [a A].
        exists mu, m. split; [lra|]. split; [auto|]. split; [lra|]. split.
        -- assert (c : capped T q K a).
           { split; [intros; now apply A | split; [intros E t I; now apply A|]].
             intros E. rewrite <- M. apply Duality.sum_le. intros t I.
             right. apply A; [lia | exact E]. }
           specialize (S1 a c).
           assert (E : mu * K <= sum (fun t => a t * (1 - y t * ⟨u, x t⟩)) (S T)).
           { rewrite <- M at 1. rewrite <- Duality.sum_scale. apply Duality.sum_le.
             intros t I. destruct (A t ltac:(lia)) as (_ & _ & A1 & _ & A2).
             rewrite <- A1. destruct (Req_dec (m t) 0) as [Z'|N]; [rewrite (A2 Z'); lra|].
             specialize (hm t). assert (0 < m t) by (specialize (m0 t); lra).
             assert (h t = 1 - y t * ⟨u, x t⟩) as <-; [|rewrite hm; right; ring].
             assert (0 < h t) by (rewrite hm; apply Rmult_lt_0_compat; lra).
             unfold h in *. destruct (Rle_lt_dec 0 (1 - y t * ⟨u, x t⟩)) as [G|G];
               [now apply Rmax_right | rewrite Rmax_left in *; lra]. }
           fold k. apply Rmult_le_reg_l with k; [exact k0|]. unfold ball in S1. nra.
        -- intros t I. specialize (hm t). specialize (h1 t). lra.
      * (* It has no loss. *)
        exists 0, (fun _ => 0). split; [lra|]. split; [intros; lra|]. split; [|split].
        -- enough (G : sum (fun _ => power 0 q) (S T) = 0) by lra.
           apply (sum_is _ (fun _ => 0)); intros; rewrite ?power_0 by reflexivity; ring.
        -- specialize (S1 _ none).
           assert (G : sum (fun t => 0 * (1 - y t * ⟨u, x t⟩)) (S T) = 0)
             by (apply (sum_is _ (fun _ => 0)); intros; ring).
           cbv beta in S1. rewrite G in S1. fold k. apply Rmult_le_reg_l with k; [exact k0|].
           unfold ball in S1. nra.
        -- intros t I. pose proof (HingeFloor.sum_zero (fun t => power (h t) q) T
             ltac:(intros; apply ax_power_sign) ltac:(fold L; lra) t I) as G. cbv beta in G.
           specialize (h0 t). specialize (h1 t). destruct h0 as [P|P]; [|lra].
           pose proof (ax_power_positive (h t) q ltac:(lra)). lra.
  - left. apply limit_weights; try assumption. intros e E.
    assert (exists c, C c /\ ‖p ⊕ (-1) ⊙ c‖² < e * e) as (c & Cc & X).
    { apply Classical_Prop.NNPP. intros N. apply close. exists (e * e). split; [nra|].
      intros c Cc. apply Rnot_lt_le. intros X. apply N. now exists c. }
    destruct Cc as (v & a & A1 & A2 & A3 & A4). exists a.
    cbn [dot add scale Duality.lifted fst snd p] in X. set (z := fst c) in *.
    pose proof (dot_pos _ z) as z0. revert X. lin. intros X. split; [exact A2|].
    fold k ball. set (g := K + -1 * snd c) in *.
    assert (G : ‖z‖² + g * g < e * e) by lra. clear X. split.
    + apply Rnot_lt_le. intros B. assert (e < g) by (unfold g; lra). nra.
    + apply norm_le; [lra|].
      replace (combined T x y a) with (v ⊕ (-1) ⊙ z) by (rewrite A3; vector; ring).
      apply norm_le in A1 as B1; [|lra].
      assert (Z : norm z <= e) by (apply norm_le; nra).
      pose proof (Duality.cauchy_schwarz v ((-1) ⊙ z)) as Q.
      replace (norm ((-1) ⊙ z)) with (norm z) in Q
        by (unfold norm; f_equal; lin; ring).
      assert (norm v * norm z <= ball * e)
        by (apply Rmult_le_compat; try assumption; apply sqrt_pos).
      revert Q. lin. rewrite (dot_sym _ z v). nra.
Qed.

Lemma losses_sign u : losses T x y q u >= 0.
Proof using All. apply HingeFloor.sum_pos. intros. apply ax_power_sign. Qed.
Lemma radius_norm u : radius * norm u >= 0.
Proof using All. pose proof (sqrt_pos ‖u‖²). unfold norm. nra. Qed.
Lemma some_bound u : exists K, bound T x y radius q u K.
Proof using All.
  destruct (HingeFamily.HingeFamily _ _ q (radius_norm u) (losses_sign u) q_large)
    as (K & M & _). now exists K.
Qed.
Lemma fits_bound K u F : 0 < K -> fits T x y radius q K 0 u -> bound T x y radius q u F -> F <= K.
Proof using All.
  intros K0 (s & m & s0 & m0 & M & E & G) B.
  destruct (HingeFamily.HingeFamily _ _ q (radius_norm u) (losses_sign u) q_large)
    as (F' & M' & _ & H & _).
  assert (F' = F) as ->.
  { destruct B as (b & c & d), M' as (b' & c' & d'). apply Rle_antisym; auto. }
  clear M'. apply Rnot_lt_le. intros L. destruct (proj2 (H F ltac:(lra)) (Rle_refl F)) as [C|C].
  - pose proof (sqrt_sqrt K ltac:(lra)). pose proof (sqrt_lt_R0 K K0).
    pose proof (radius_norm u). set (b := radius * norm u) in *. set (k := sqrt K) in *.
    assert (b <= k) by nra. nra.
  - pose proof (sqrt_lt_R0 K K0) as k0. assert (sqrt K < sqrt F) by (apply sqrt_lt_1; lra).
    pose proof (radius_norm u) as b0. set (b := radius * norm u) in *. set (k := sqrt K) in *.
    assert (f0 : 0 < sqrt F) by lra. set (f := sqrt F) in *.
    assert (fb : f * (1 - b / f) = f - b) by (field; lra).
    assert (S : 0 < 1 - b / f /\ s <= 1 - b / f).
    { assert (b <= k * (1 - s)) by lra. assert (s <= 1) by nra.
      assert (b <= f * (1 - s)) by nra. assert (b < f) by nra.
      split; apply Rmult_lt_reg_l with f || apply Rmult_le_reg_l with f; lra. }
    destruct S as [S0 S1]. set (r := 1 - b / f) in *.
    assert (P : Rpower r q = power r q) by (unfold power; repeat destruct Rlt_dec; lra).
    assert (losses T x y q u <= power r q * K).
    { apply Rle_trans with (power r q * sum (fun t => power (m t) q) (S T)).
      - rewrite <- Duality.sum_scale. apply Duality.sum_le. intros t I.
        specialize (m0 t ltac:(lia)). specialize (G t ltac:(lia)).
        rewrite <- (ax_power_product r (m t) q (r * m t)) by lra.
        apply HingeConvex.power_le; [exact q_large|]. split; [apply Rmax_l|].
        apply Rmax_lub; [apply Rmult_le_pos; lra|].
        assert (s * m t <= r * m t) by (apply Rmult_le_compat_r; lra). lra.
      - apply Rmult_le_compat_l; [apply Rge_le, ax_power_sign | exact M]. }
    pose proof (ax_power_positive r q S0). rewrite P in C. nra.
Qed.

(* Floors. *)
Lemma greatest a : exists t, (1 <= t <= T)%nat /\ forall s, (1 <= s <= T)%nat -> a s <= a t.
Proof using All.
  destruct (Duality.least x y T rounds (fun t => - a t) T rounds) as (t & I & L). exists t.
  split; [exact I|]. intros s J. specialize (L s J). lra.
Qed.
Lemma some_norm a : exists size, dual_norm a T q size.
Proof using All.
  destruct (Req_EM_T q 1) as [E|E].
  - destruct (greatest a) as (t & I & L). exists (a t). left. eauto.
  - destruct (exponent q ltac:(lra)) as (p1 & p2 & _). eexists. right.
    exists (q / (q - 1)). split; [exact p1|]. split; [lra|]. split; [exact p2 | reflexivity].
Qed.
Lemma some_floor a : (forall t, (1 <= t <= T)%nat -> a t >= 0) -> sum a (S T) > 0 ->
  exists F, floor T x y radius q a F.
Proof using All.
  intros A P. destruct (some_norm a) as [size N].
  assert (exists t, (1 <= t <= T)%nat /\ a t <> 0) as W.
  { destruct (greatest a) as (t & I & L). exists t. split; [exact I|]. intros Z.
    apply (Rgt_not_le _ _ P). apply Rle_trans with (sum (fun _ => 0) (S T)).
    - apply Duality.sum_le. intros s J. rewrite <- Z. apply L. lia.
    - right. apply (sum_is _ (fun _ => 0)); intros; ring. }
  destruct (Classical_Prop.classic (combined T x y a = zero)) as [Z|Z]; eexists;
    (split; [exact A | split; [exact W|]]); exists size; (split; [exact N|]);
    cbv zeta; (split; [intros Y | intros Y]); try contradiction; reflexivity.
Qed.
Lemma floor_bound a F u K : floor T x y radius q a F -> bound T x y radius q u K -> F <= K.
Proof using All.
  intros (A & W & size & N & Z & P) B.
  destruct (HingeFloor.HingeFloor V T x y a u radius q size K rounds ltac:(lra) within q_large
    A W N B) as [H|[Y H]].
  - destruct (Classical_Prop.classic (combined T x y a = zero)) as [O|O];
      [rewrite (Z O) | rewrite (P O)]; [exact H|]. apply Rle_trans with (2 := H), Rmin_l.
  - rewrite (P Y). apply Rle_trans with (2 := H), Rmin_r.
Qed.
Lemma reaches_floor K a F : 0 < K -> reaches T x y radius q K 0 a -> floor T x y radius q a F ->
  K <= F.
Proof using All.
  intros K0 ((A & O & P) & S & C) (A' & (t & I & W) & size & N & Z & Y).
  rewrite Rminus_0_r in S. rewrite Rplus_0_r in C.
  assert (first : K <= power (sum a (Datatypes.S T) / size) q).
  { destruct N as [(E & M & s & J & <-)|(p & p1 & q1 & pq & ->)].
    - assert (0 < a s) by (specialize (M t I); specialize (A t I); lra).
      specialize (O E s J). rewrite E, ax_power_one.
      + apply Rmult_le_reg_r with (a s); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; nra.
      + apply Rle_ge, Rlt_le, Rdiv_lt_0_compat; lra.
    - assert (p_is : p = q / (q - 1)).
      { apply Rmult_eq_reg_l with (q - 1); [|lra].
        apply (f_equal (Rmult (p * q))) in pq.
        replace (p * q * (1 / p + 1 / q)) with (q + p) in pq by (field; lra).
        replace ((q - 1) * (q / (q - 1))) with q by (field; lra). lra. }
      specialize (P q1). rewrite <- p_is in P.
      set (Q := sum (fun t => power (a t) p) (Datatypes.S T)) in *.
      assert (Q0 : Q > 0).
      { apply Rlt_gt, Rlt_le_trans with (power (a t) p).
        - apply ax_power_positive. specialize (A t I). lra.
        - apply (sum_term (fun t => power (a t) p) T t); [|exact I].
          intros. apply Rge_le, ax_power_sign. }
      assert (i_p : 0 < 1 / p) by (apply Rdiv_lt_0_compat; lra).
      assert (i_q : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
      set (size := power Q (1 / p)). assert (s0 : size > 0) by now apply ax_power_positive.
      assert (s1 : size <= power K (1 / p)).
      { unfold size, power. repeat destruct Rlt_dec; try lra. apply Rle_Rpower_l; lra. }
      assert (k1 : power K (1 / p) * power K (1 / q) = K).
      { rewrite (ax_power_sum K (1 / p) (1 / q) 1) by lra. apply ax_power_one. lra. }
      assert (k2 : power (power K (1 / q)) q = K).
      { rewrite (ax_power_tower K (1 / q) q 1) by (try lra; field; lra).
        apply ax_power_one. lra. }
      rewrite <- k2 at 1. apply HingeConvex.power_le; [lra|].
      pose proof (ax_power_positive K (1 / q) K0). split; [lra|].
      apply Rmult_le_reg_r with size; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      nra. }
  destruct (Classical_Prop.classic (combined T x y a = zero)) as [B|B];
    [now rewrite (Z B) | rewrite (Y B)]. apply Rmin_glb; [exact first|].
  pose proof (Duality.norm_nonzero _ B) as n0.
  set (n := norm (combined T x y a)) in *. pose proof (sqrt_lt_R0 K K0) as k0.
  pose proof (sqrt_sqrt K ltac:(lra)) as kk. set (k := sqrt K) in *.
  assert (k <= radius * sum a (Datatypes.S T) / n).
  { apply Rmult_le_reg_r with n; [exact n0|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra. }
  rewrite <- kk. nra.
Qed.

(* Some weights reach some number K > 0. *)
Lemma some_reach : exists K a, 0 < K /\ reaches T x y radius q K 0 a.
Proof using All.
  set (k := / (1 + Rabs (y 1%nat))). pose proof (Rabs_pos (y 1%nat)) as y0.
  assert (k0 : 0 < k) by (apply Rinv_0_lt_compat; lra).
  assert (k1 : k * (1 + Rabs (y 1%nat)) = 1) by (apply Rinv_l; lra).
  set (K := k * k). assert (K0 : 0 < K) by (unfold K; nra).
  assert (K1 : K <= 1) by (unfold K; nra).
  assert (one : forall f : nat -> R, (forall s, (1 < s)%nat -> f s = 0) ->
    sum f (S T) = f 1%nat).
  { intros f Z. clear - rounds Z. induction rounds as [|n L I]; [simpl; ring|].
    rewrite sum_S, I, (Z (S n)) by lia. ring. }
  exists K, (fun t => if Nat.eqb t 1 then K else 0). split; [exact K0|].
  split; [split; [|split]|split].
  - intros t _. destruct (Nat.eqb t 1); lra.
  - intros _ t _. destruct (Nat.eqb t 1); lra.
  - intros Q. destruct (exponent q Q) as (p1 & _). set (p := q / (q - 1)) in *.
    rewrite one.
    + cbn [Nat.eqb]. replace p with (1 + (p - 1)) by ring.
      unfold power. repeat destruct Rlt_dec; try lra. rewrite Rpower_plus, Rpower_1 by lra.
      assert (Rpower K (p - 1) <= 1).
      { apply Rle_trans with (Rpower 1 (p - 1)); [apply Rle_Rpower_l; lra|].
        rewrite HingeFamily.one_power. lra. }
      nra.
    + intros s L. destruct (Nat.eqb_spec s 1); [lia | now apply power_0].
  - rewrite one; [cbn [Nat.eqb]; lra|]. intros s L. destruct (Nat.eqb_spec s 1); [lia | lra].
  - assert (E : combined T x y (fun t => if Nat.eqb t 1 then K else 0) =
      (K * y 1%nat) ⊙ x 1%nat).
    { unfold combined. clear - rounds. induction rounds as [|n L I].
      - simpl. vector. ring.
      - rewrite vsum_S, I by lia. destruct (Nat.eqb_spec (S n) 1); [lia|]. vector. ring. }
    rewrite E. unfold K at 2. rewrite sqrt_square by lra.
    apply norm_le; [nra|]. lin.
    pose proof (within 1%nat ltac:(lia)) as X. apply norm_le in X; [|lra].
    assert (y2 : y 1%nat * y 1%nat = Rabs (y 1%nat) * Rabs (y 1%nat))
      by (rewrite <- Rabs_mult, Rabs_right; nra).
    set (Y := Rabs (y 1%nat)) in *. rewrite Rplus_0_r.
    apply Rle_trans with (K * K * (Y * Y) * (radius * radius)).
    + rewrite <- y2. pose proof (Rle_0_sqr (K * y 1%nat)) as Q. unfold Rsqr in Q. nra.
    + assert (k * Y <= 1) by nra. assert (0 <= k * Y) by nra.
      assert (k * Y * (k * Y) <= 1) by nra. unfold K.
      replace (k * k * (k * k) * (Y * Y) * (radius * radius)) with
        (k * Y * (k * Y) * (radius * k * (radius * k))) by ring.
      assert (0 <= radius * k * (radius * k)) by nra. nra.
Qed.

(* The largest number that weights reach is the least bound. *)
Lemma attained : exists u a K,
  least_bound T x y radius q u K /\ largest_floor T x y radius q a K.
Proof using All.
  destruct some_reach as (K1 & a1 & K1_pos & R1).
  destruct (some_bound zero) as [K2 B2].
  assert (valued : forall K a, 0 < K -> reaches T x y radius q K 0 a ->
    exists F, floor T x y radius q a F /\ K <= F).
  { intros K a P H. destruct (some_floor a) as [F G].
    - intros t I. apply Rle_ge. now apply H.
    - destruct H as (_ & S & _). lra.
    - exists F. split; [exact G|]. now apply reaches_floor with a. }
  destruct (completeness (fun K => 0 < K /\ exists a, reaches T x y radius q K 0 a))
    as (K & above & least).
  { exists K2. intros K (P & a & H). destruct (valued K a P H) as (F & G & L).
    apply Rle_trans with F; [exact L|]. now apply floor_bound with a zero. }
  { exists K1. eauto. }
  assert (K0 : 0 < K).
  { apply Rlt_le_trans with K1; [exact K1_pos|]. apply above. eauto. }
  destruct (limit_weights K K0) as [a A].
  { intros e E.
    assert (exists k, K - e < k /\ 0 < k /\ exists a, reaches T x y radius q k 0 a)
      as (k & L & k0 & a & (A & O & P) & S & C).
    { apply Classical_Prop.NNPP. intros N. apply (Rlt_not_le K (K - e)); [lra|]. apply least.
      intros k (k0 & H). apply Rnot_lt_le. intros X. apply N. now exists k. }
    assert (M : k <= K).
    { apply above. split; [exact k0|]. exists a. now repeat split. }
    exists a. split; [split; [exact A | split; [exact O|]]|split].
    - intros Q. specialize (P Q). lra.
    - lra.
    - assert (sqrt k <= sqrt K) by (apply sqrt_le_1_alt; lra). nra. }
  destruct (limit_comparators K K0) as [u U].
  { intros e E. set (k := K * (1 + e)). assert (L : K < k) by (unfold k; nra).
    destruct (gap k ltac:(lra)) as [[b B]|[u U]].
    { exfalso. apply (Rlt_not_le _ _ L). apply above. split; [lra | now exists b]. }
    exists u. destruct U as (s & m & s0 & m0 & M & F & G).
    exists (s * (1 + e)), (fun t => / (1 + e) * m t).
    assert (i : 0 < / (1 + e)) by (apply Rinv_0_lt_compat; lra).
    assert (i1 : (1 + e) * / (1 + e) = 1) by (apply Rinv_r; lra).
    split; [nra|]. split; [intros t I; specialize (m0 t I); nra|]. split; [|split].
    - apply Rle_trans with (/ (1 + e) * sum (fun t => power (m t) q) (S T)).
      + rewrite <- Duality.sum_scale. apply Duality.sum_le. intros t I.
        specialize (m0 t ltac:(lia)).
        rewrite (ax_power_product (/ (1 + e)) (m t) q _) by (reflexivity || lra).
        apply Rmult_le_compat_r; [apply Rge_le, ax_power_sign|].
        unfold power. repeat destruct Rlt_dec; try lra.
        replace q with (1 + (q - 1)) by ring. rewrite Rpower_plus, Rpower_1 by lra.
        assert (Rpower (/ (1 + e)) (q - 1) <= 1).
        { apply Rle_trans with (Rpower 1 (q - 1)); [apply Rle_Rpower_l; [lra|]; split; nra|].
          rewrite HingeFamily.one_power. lra. }
        nra.
      + apply Rmult_le_reg_l with (1 + e); [lra|].
        rewrite <- Rmult_assoc, i1. fold k in M. unfold k in M. lra.
    - pose proof (sqrt_lt_R0 K K0) as r0.
      assert (sk : sqrt k <= sqrt K * (1 + e)).
      { rewrite <- (sqrt_square (1 + e)) by lra. rewrite <- sqrt_mult by nra.
        apply sqrt_le_1_alt. unfold k. nra. }
      pose proof (sqrt_lt_R0 k ltac:(lra)) as k0.
      pose proof (radius_norm u) as n0.
      assert (s <= 1) by nra.
      assert ((1 - s) * sqrt k <= (1 - s) * (sqrt K * (1 + e)))
        by (apply Rmult_le_compat_l; lra).
      lra.
    - intros t I. specialize (G t I).
      replace (s * (1 + e) * (/ (1 + e) * m t)) with (s * ((1 + e) * / (1 + e)) * m t) by ring.
      rewrite i1. lra. }
  destruct (some_bound u) as [B uB].
  pose proof (fits_bound K u B K0 U uB) as upper.
  destruct (valued K a K0 A) as (F & aF & lower).
  pose proof (floor_bound a F u B aF uB).
  assert (F = K) as -> by lra. assert (B = K) as -> by lra. exists u, a, K.
  split; (split; [assumption|]).
  - intros w K' H'. now apply floor_bound with a w.
  - intros b F' H'. now apply floor_bound with b u.
Qed.
End Values.

Theorem StrongDuality
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (radius q : R)
    (rounds : (1 <= T)%nat)
    (radius_positive : radius > 0)
    (within : forall t, (1 <= t <= T)%nat -> norm (x t) <= radius)
    (q_large : q >= 1) :
  exists u a K, least_bound T x y radius q u K /\ largest_floor T x y radius q a K.
Proof. now apply attained. Qed.
