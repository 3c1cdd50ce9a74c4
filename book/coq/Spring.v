(* Let $C$ be a closed and convex set that is not empty, in a space with finitely many coordinates,
   let $S$ be a vector and $\eta>0$.  Then $F(v)=\|v\|^2/(2\eta)+\langle v,S\rangle$ is least on $C$
   at exactly one point $w$, and this is the only point of $C$ that is nearest to $-\eta S$.  For
   every $v$ in $C$, $\langle w/\eta+S,v-w\rangle\ge0$ and $F(v)\ge F(w)+\|v-w\|^2/(2\eta)$. *)
From Perclib Require Import Laws.
From Perclib.Regret Require A_spring_on_a_convex_set.

Section Sets.
Context {V : space}.
Definition distance (v w : V) : R := sqrt ‖v ⊖ w‖².
Definition closed (C : V -> Prop) : Prop :=
  forall w, (forall eps, eps > 0 -> exists v, C v /\ distance v w < eps) -> C w.
Definition convex (C : V -> Prop) : Prop :=
  forall v w s, C v -> C w -> 0 <= s <= 1 -> C (s ⊙ v ⊕ (1 - s) ⊙ w).
Definition least_on (C : V -> Prop) (f : V -> R) (w : V) : Prop :=
  C w /\ forall v, C v -> f w <= f v.
Definition spring (eta : R) (s w : V) : R := ‖w‖² / (2 * eta) + ⟨w, s⟩.

Definition square (v : V) : R := ‖v‖².
Lemma minus_zero u v : square (u ⊖ v) = 0 -> u = v.
Proof.
  intros D. apply dot_definite in D. apply ext. intros c.
  assert (Z : ⟨c, u ⊕ (-1) ⊙ v⟩ = 0) by (rewrite D; apply dot_zero_r). revert Z. lin. lra.
Qed.
Lemma difference (e : nat -> V) (a b : nat -> R) n :
  ∑⊕ i <= n, (a i - b i) ⊙ e i =
  ∑⊕ i <= n, a i ⊙ e i ⊖ (∑⊕ i <= n, b i ⊙ e i).
Proof.
  induction n as [|n I]; [simpl; vector; ring|]. rewrite !(vsum_S _ (S n)), I by lia. vector. ring.
Qed.
(* Points of C whose distances from p tend to the least one converge to the nearest point. *)
Section Nearest.
Variables (d : nat) (e : nat -> V) (C : V -> Prop) (p some : V).
Hypothesis basis : forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
  ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0.
Hypothesis spans : forall v, v = vsum (fun i => ⟨v, e i⟩ ⊙ e i) (S d).
Hypothesis C_closed : closed C.
Hypothesis C_convex : convex C.
Hypothesis C_some : C some.
Let gap (v : V) : R := square (v ⊕ (-1) ⊙ p).
Lemma infimum : exists D, (forall v, C v -> D <= gap v) /\
  forall delta, delta > 0 -> exists v, C v /\ gap v <= D + delta.
Proof using C_some.
  destruct (completeness (fun r => forall v, C v -> r <= gap v)) as (D & up & least).
  - exists (gap some). intros r H. now apply H.
  - exists 0. intros v _. apply dot_pos.
  - exists D. split.
    + intros v Cv. apply least. intros r H. now apply H.
    + intros delta P. apply Classical_Prop.NNPP. intros N. enough (D + delta <= D) by lra. apply up.
      intros v Cv. apply Rnot_lt_le. intros L. apply N. exists v. split; [exact Cv | lra].
Qed.
Variable D : R.
Hypothesis below : forall v, C v -> D <= gap v.
Let near (delta : R) (v : V) : Prop := C v /\ gap v <= D + delta.
Hypothesis some_near : forall delta, delta > 0 -> exists v, near delta v.
Lemma close delta v w : near delta v -> near delta w -> square (v ⊖ w) <= 4 * delta.
Proof using C_convex below.
  intros [Cv Lv] [Cw Lw]. pose proof (C_convex v w (1 / 2) Cv Cw ltac:(lra)) as M.
  apply below in M. revert Lv Lw M. unfold gap, square. lin.
  rewrite (dot_sym _ p v), (dot_sym _ p w), (dot_sym _ w v). lra.
Qed.
Lemma coordinate_close delta v w i : (1 <= i <= d)%nat -> delta > 0 ->
  near (delta ^ 2 / 4) v -> near (delta ^ 2 / 4) w -> ⟨v, e i⟩ <= ⟨w, e i⟩ + delta.
Proof using basis C_convex below.
  intros I P Nv Nw. pose proof (close _ v w Nv Nw) as L. set (z := v ⊕ (-1) ⊙ w) in *.
  pose proof (dot_pos _ (z ⊕ (- ⟨z, e i⟩) ⊙ e i)) as Q. revert Q. lin.
  rewrite basis, Nat.eqb_refl, (dot_sym _ (e i) z) by exact I. intros Q. unfold square in L.
  assert (⟨z, e i⟩ <= delta) by nra. revert H. unfold z. lin. lra.
Qed.
(* For some delta > 0, r is at most the coordinate i of every point of C whose squared distance from
   p exceeds D by no more than delta^2/4. *)
Let under (i : nat) (r : R) : Prop :=
  exists delta, delta > 0 /\ forall v, near (delta ^ 2 / 4) v -> r <= ⟨v, e i⟩.
Lemma near_more a b v : 0 < a <= b -> near (a ^ 2 / 4) v -> near (b ^ 2 / 4) v.
Proof using Type. intros L [Cv G]. split; [exact Cv | nra]. Qed.
Lemma limit i : {c | (1 <= i <= d)%nat -> forall delta v, delta > 0 -> near (delta ^ 2 / 4) v ->
  - delta <= ⟨v, e i⟩ - c <= delta}.
Proof using basis C_convex below some_near.
  destruct (le_lt_dec 1 i) as [I|I]; [|exists 0; intros []; lia].
  destruct (le_lt_dec i d) as [J|J]; [|exists 0; intros []; lia].
  assert (upper : forall delta v, delta > 0 -> near (delta ^ 2 / 4) v ->
    is_upper_bound (under i) (⟨v, e i⟩ + delta)).
  { intros delta v P Nv r (b & b0 & H).
    assert (M : 0 < Rmin delta b) by now apply Rmin_glb_lt.
    destruct (some_near (Rmin delta b ^ 2 / 4)) as [w Nw]; [nra|].
    apply Rle_trans with ⟨w, e i⟩.
    - apply H. apply near_more with (2 := Nw). split; [exact M | apply Rmin_r].
    - apply coordinate_close; auto. apply near_more with (2 := Nw). split; [exact M | apply Rmin_l]. }
  assert (lower : forall delta v, delta > 0 -> near (delta ^ 2 / 4) v ->
    under i (⟨v, e i⟩ - delta)).
  { intros delta v P Nv. exists delta. split; [exact P|]. intros w Nw.
    pose proof (coordinate_close delta v w i (conj I J) P Nv Nw). lra. }
  destruct (completeness (under i)) as (c & up & least).
  - destruct (some_near (1 ^ 2 / 4)) as [v Nv]; [lra|]. exists (⟨v, e i⟩ + 1). apply upper; [lra | exact Nv].
  - destruct (some_near (1 ^ 2 / 4)) as [v Nv]; [lra|]. exists (⟨v, e i⟩ - 1). apply lower; [lra | exact Nv].
  - exists c. intros _ delta v P Nv. pose proof (up _ (lower delta v P Nv)).
    pose proof (least _ (upper delta v P Nv)). lra.
Qed.
Variable l : nat -> R.
Hypothesis limits : forall i, (1 <= i <= d)%nat -> forall delta v, delta > 0 ->
  near (delta ^ 2 / 4) v -> - delta <= ⟨v, e i⟩ - l i <= delta.
Let w : V := vsum (fun i => l i ⊙ e i) (S d).
Lemma close_to_w delta v : delta > 0 -> near (delta ^ 2 / 4) v ->
  square (v ⊖ w) <= INR d * delta ^ 2.
Proof using basis spans limits.
  intros P Nv. set (c i := ⟨v, e i⟩ - l i).
  assert (E : forall k, (k <= d)%nat ->
    square (vsum (fun i => c i ⊙ e i) (S k)) <= INR k * delta ^ 2 /\
    forall i, (k < i <= d)%nat -> ⟨vsum (fun i => c i ⊙ e i) (S k), e i⟩ = 0).
  { unfold square. induction k as [|k I]; intros K.
    - simpl. rewrite dot_zero. split; [lra|]. intros. apply dot_zero.
    - destruct (I ltac:(lia)) as [A B]. rewrite (vsum_S _ (S k)), S_INR by lia.
      set (s := vsum _ (S k)) in *. split.
      + lin. rewrite (dot_sym _ (e (S k)) s), (B (S k)), basis, Nat.eqb_refl by lia.
        pose proof (limits (S k) ltac:(lia) delta v P Nv) as L.
        change (- delta <= c (S k) <= delta) in L.
        assert (c (S k) * c (S k) <= delta ^ 2) by nra. lra.
      + intros i J. lin. rewrite B, basis by lia. destruct (Nat.eqb_spec (S k) i); [lia | ring]. }
  replace (v ⊕ (-1) ⊙ w) with (vsum (fun i => c i ⊙ e i) (S d)); [now apply E|].
  transitivity (vsum (fun i => ⟨v, e i⟩ ⊙ e i) (S d) ⊕ (-1) ⊙ w); [|now rewrite <- spans].
  apply difference.
Qed.
Lemma nearest_is : C w /\ forall v, C v -> gap w <= gap v.
Proof using All.
  assert (some_close : forall eps, eps > 0 ->
    exists v, C v /\ square (v ⊕ (-1) ⊙ w) < eps ^ 2 /\ gap v <= D + eps ^ 2).
  { intros eps P. set (a := INR d + 1). assert (a0 : 1 <= a) by (pose proof (pos_INR d); unfold a; lra).
    assert (b0 : 0 < eps / a) by (apply Rdiv_lt_0_compat; lra).
    destruct (some_near ((eps / a) ^ 2 / 4)) as [v Nv]; [nra|]. exists v.
    pose proof (close_to_w (eps / a) v b0 Nv) as L. destruct Nv as [Cv G].
    assert (E : a * (eps / a) = eps) by (field; lra). set (b := eps / a) in *.
    assert (b <= eps) by nra. assert (0 < b ^ 2) by nra.
    split; [exact Cv|]. split; [|nra].
    apply Rle_lt_trans with (1 := L). rewrite <- E. unfold a in *. nra. }
  split.
  - apply C_closed. intros eps P. destruct (some_close eps P) as (v & Cv & L & _). exists v.
    split; [exact Cv|]. unfold distance. rewrite <- (sqrt_pow2 eps) by lra.
    apply sqrt_lt_1; [apply dot_pos | apply pow2_ge_0 | exact L].
  - intros v Cv. apply Rle_trans with D; [|now apply below].
    assert (H : forall eps, 0 < eps < 1 -> gap w <= D + eps * (3 + 2 * gap w)).
    { intros eps [P Q]. destruct (some_close eps P) as (z & _ & L & G). unfold gap, square in *.
      pose proof (dot_pos _ (z ⊕ (-1) ⊙ w)) as S0.
      pose proof (dot_pos _ ((z ⊕ (-1) ⊙ w) ⊕ eps ⊙ (w ⊕ (-1) ⊙ p))) as T.
      assert (E : ‖z ⊕ (-1) ⊙ p‖² = ‖z ⊕ (-1) ⊙ w‖²
        + 2 * ⟨z ⊕ (-1) ⊙ w, w ⊕ (-1) ⊙ p⟩ + ‖w ⊕ (-1) ⊙ p‖²).
      { lin. rewrite (dot_sym _ p z), (dot_sym _ w z), (dot_sym _ p w). ring. }
      set (a := z ⊕ (-1) ⊙ w) in *. set (b := w ⊕ (-1) ⊙ p) in *. clearbody a b.
      rewrite E in G. revert T. lin. rewrite (dot_sym _ b a). intros T.
      pose proof (dot_pos _ b).
      assert (B : - (eps * (1 + ‖b‖²)) <= 2 * ⟨a, b⟩).
      { apply Rmult_le_reg_l with eps; [exact P|]. nra. }
      nra. }
    apply Rnot_lt_le. intros L. set (g := gap w) in *.
    assert (g0 : 0 <= g) by apply dot_pos.
    set (eps := Rmin (1 / 2) ((g - D) / (2 * (3 + 2 * g)))).
    assert (0 < eps).
    { apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]. }
    assert (eps <= 1 / 2) by apply Rmin_l. specialize (H eps ltac:(lra)).
    assert (eps * (3 + 2 * g) <= (g - D) / 2); [|lra].
    replace ((g - D) / 2) with ((g - D) / (2 * (3 + 2 * g)) * (3 + 2 * g)) by (field; lra).
    apply Rmult_le_compat_r; [lra | apply Rmin_r].
Qed.
End Nearest.
Lemma nearest (d : nat) (e : nat -> V) (C : V -> Prop) (p some : V) :
  (forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat -> ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0) ->
  (forall v, v = ∑⊕ i <= d, ⟨v, e i⟩ ⊙ e i) -> closed C -> convex C -> C some ->
  exists w, C w /\ forall v, C v -> square (w ⊖ p) <= square (v ⊖ p).
Proof.
  intros basis spans C_closed C_convex C_some.
  destruct (infimum C p some C_some) as (D & below & near).
  pose (l i := proj1_sig (limit d e C p basis C_convex D below near i)).
  eexists. apply (nearest_is d e C p some basis spans C_closed C_convex C_some D below near l).
  intros i. exact (proj2_sig (limit d e C p basis C_convex D below near i)).
Qed.
End Sets.

Theorem Spring
    (V : space) (d : nat) (e : nat -> V) (C : V -> Prop) (s some : V) (eta : R)
    (basis : forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (spans : forall v, v = ∑⊕ i <= d, ⟨v, e i⟩ ⊙ e i)
    (C_closed : closed C)
    (C_convex : convex C)
    (not_empty : C some)
    (positive : eta > 0) :
  let F := spring eta s in
  exists w,
    (forall v, least_on C F v <-> v = w) /\
    (forall v, least_on C (fun u => distance u ((- eta) ⊙ s)) v <-> v = w) /\
    (forall v, C v -> ⟨(1 / eta) ⊙ w ⊕ s, v ⊖ w⟩ >= 0) /\
    (forall v, C v -> F v >= F w + ‖v ⊖ w‖² / (2 * eta)).
Proof.
  intros F. set (p := (- eta) ⊙ s).
  destruct (nearest d e C p some basis spans C_closed C_convex not_empty) as (w & Cw & least).
  exists w.
  assert (gap : forall v, F v = square (v ⊕ (-1) ⊙ p) / (2 * eta) - eta / 2 * ‖s‖²).
  { intros v. unfold F, spring, square, p. lin. rewrite (dot_sym _ s v). field. lra. }
  assert (order : forall u v, distance u p <= distance v p <-> F u <= F v).
  { intros u v. rewrite !gap. unfold distance. fold (square (u ⊕ (-1) ⊙ p)) (square (v ⊕ (-1) ⊙ p)).
    assert (I : 0 < / (2 * eta)) by (apply Rinv_0_lt_compat; lra). split; intros L.
    - apply sqrt_le_0 in L; [|apply dot_pos ..]. unfold Rdiv. apply (Rmult_le_compat_r (/ (2 * eta))) in L; lra.
    - apply sqrt_le_1_alt, Rmult_le_reg_r with (/ (2 * eta)); [exact I|]. unfold Rdiv in L. lra. }
  assert (low : forall v, C v -> F w <= F v).
  { intros v Cv. apply order. unfold distance. apply sqrt_le_1_alt. now apply least. }
  assert (angle : forall v, C v -> ⟨(1 / eta) ⊙ w ⊕ s, v ⊕ (-1) ⊙ w⟩ >= 0).
  { intros v Cv. apply Rnot_lt_ge. intros N. set (a := ⟨(1 / eta) ⊙ w ⊕ s, v ⊕ (-1) ⊙ w⟩) in *.
    set (b := ‖v ⊕ (-1) ⊙ w‖² / (2 * eta)).
    assert (b0 : 0 <= b).
    { apply Rmult_le_pos; [apply dot_pos | apply Rlt_le, Rinv_0_lt_compat; lra]. }
    set (t := Rmin 1 (- a / (2 * (b + 1)))).
    assert (t0 : 0 < t) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
    assert (t1 : t <= 1) by apply Rmin_l.
    assert (t2 : t * (b + 1) <= - a / 2).
    { replace (- a / 2) with (- a / (2 * (b + 1)) * (b + 1)) by (field; lra).
      apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
    pose proof (low _ (C_convex v w t Cv Cw ltac:(lra))) as L.
    assert (E : F (t ⊙ v ⊕ (1 - t) ⊙ w) = F w + t * (a + t * b)).
    { unfold F, spring, a, b. lin. rewrite (dot_sym _ w v), (dot_sym _ s v), (dot_sym _ s w).
      field. lra. }
    assert (t * (a + t * b) < 0); [|lra].
    assert (a + t * b < 0) by lra. nra. }
  assert (curved : forall v, C v -> F v >= F w + ‖v ⊕ (-1) ⊙ w‖² / (2 * eta)).
  { intros v Cv. apply A_spring_on_a_convex_set.A_spring_on_a_convex_set; [exact positive|].
    specialize (angle v Cv). replace (w ⊕ eta ⊙ s) with (eta ⊙ ((1 / eta) ⊙ w ⊕ s))
      by (vector; field; lra). rewrite dot_scale. apply Rle_ge, Rmult_le_pos; lra. }
  assert (once : forall v, C v -> F v <= F w -> v = w).
  { intros v Cv L. pose proof (curved v Cv) as G. apply minus_zero. unfold square.
    pose proof (dot_pos _ (v ⊕ (-1) ⊙ w)) as P.
    destruct P as [P|P]; [exfalso | now symmetry].
    pose proof (Rdiv_lt_0_compat _ (2 * eta) P ltac:(lra)). lra. }
  split; [|split; [|split; [exact angle | exact curved]]].
  - intros v. split; [intros [Cv L]; apply once; auto | intros ->; now split].
  - intros v. split.
    + intros [Cv L]. apply once; [exact Cv|]. apply order. now apply L.
    + intros ->. split; [exact Cw|]. intros v' Cv. apply order. now apply low.
Qed.
