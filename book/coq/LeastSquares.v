(* Let $F(w)=\frac1n\sum_i(\langle w,x_i\rangle-y_i)^2$ for $n\ge1$ examples.  The term
   $(\langle w,x_i\rangle-y_i)^2$ has the gradient $2(\langle w,x_i\rangle-y_i)x_i$, the gradient of
   $F$ is the mean of these, and the Hessian $H$ of $F$ maps $v$ to
   $\frac2n\sum_i\langle x_i,v\rangle x_i$.  At a minimum $m$, where the gradient is zero,
   $\nabla F(w)=H(w-m)$ and $F(w)=F(m)+\frac12\langle w-m,H(w-m)\rangle\ge F(m)$.  Let the space
   have finite dimension, and let $\lambda>0$ be the smallest eigenvalue of $H$, $\Lambda$ the
   largest and $\kappa=\Lambda/\lambda$.  Gradient descent with a step size $\eta>0$ tends to $m$
   from every start exactly if $\eta<2/\Lambda$.  With $\eta=2/(\lambda+\Lambda)$ a step shrinks the
   error to at most $\frac{\kappa-1}{\kappa+1}$ of it; no constant step has a smaller factor for all
   starts; and if the error $e_1$ of the first weights has $\|e_1\|^2>\varepsilon>0$, then after
   $t\ge\frac\kappa4\ln(\|e_1\|^2/\varepsilon)$ steps the squared error is at most $\varepsilon$.
   Newton's method, for which $H$ must have an inverse, multiplies the error by $1-\eta$ in each
   step, so that one step with $\eta=1$ arrives at $m$. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Section LeastSquares.
Context {V : space}.
Variables (n : nat) (x : nat -> V) (y : nat -> R).
Definition loss (i : nat) (w : V) : R := (⟨w, x i⟩ - y i) ^ 2.
Definition total (w : V) : R := 1 / INR n * (∑ i <= n, loss i w).
Definition slope (i : nat) (w : V) : V := (2 * (⟨w, x i⟩ - y i)) ⊙ x i.
Definition gradient (w : V) : V := (1 / INR n) ⊙ (∑⊕ i <= n, slope i w).
(* The sum of x x^T, times 2 / n, applied to v. *)
Definition hessian (v : V) : V := (2 / INR n) ⊙ (∑⊕ i <= n, ⟨x i, v⟩ ⊙ x i).

(* The vector g is the gradient of f at w; the map A is the derivative at w of G, a function from
   vectors to vectors. *)
Definition gradient_at (f : V -> R) (w g : V) : Prop :=
  forall eps, eps > 0 -> exists delta, delta > 0 /\
    forall h, norm h < delta -> Rabs (f (w ⊕ h) - f w - ⟨g, h⟩) <= eps * norm h.
Definition derivative_at (G : V -> V) (w : V) (A : V -> V) : Prop :=
  forall eps, eps > 0 -> exists delta, delta > 0 /\
    forall h, norm h < delta -> norm (G (w ⊕ h) ⊖ (G w ⊕ A h)) <= eps * norm h.
Definition linear (A : V -> V) : Prop :=
  (forall u v, A (u ⊕ v) = A u ⊕ A v) /\ forall r v, A (r ⊙ v) = r ⊙ A v.

Definition eigenvalue (A : V -> V) (mu : R) : Prop := exists v, v <> zero /\ A v = mu ⊙ v.
Definition smallest (A : V -> V) (a : R) : Prop :=
  eigenvalue A a /\ forall mu, eigenvalue A mu -> a <= mu.
Definition largest (A : V -> V) (b : R) : Prop :=
  eigenvalue A b /\ forall mu, eigenvalue A mu -> mu <= b.
(* The vector v is a linear combination of the vectors of the list. *)
Fixpoint combination (vectors : list V) (v : V) : Prop :=
  match vectors with
  | [] => v = zero
  | b :: rest => exists r u, combination rest u /\ v = r ⊙ b ⊕ u
  end.

(* The weights after t steps from w, of gradient descent and of Newton's method. *)
Definition descent (eta : R) (w : V) (t : nat) : V :=
  Nat.iter t (fun v => v ⊕ (- eta) ⊙ gradient v) w.
Definition newton (inverse : V -> V) (eta : R) (w : V) (t : nat) : V :=
  Nat.iter t (fun v => v ⊕ (- eta) ⊙ inverse (gradient v)) w.
End LeastSquares.

Section Vectors.
Context {V : space}.
Implicit Types u v w h g : V.
Lemma norm_pos (v : V) : 0 <= norm v.
Proof. apply sqrt_pos. Qed.
Lemma norm_square (v : V) : norm v * norm v = ‖v‖².
Proof. apply sqrt_sqrt, dot_pos. Qed.
Lemma norm_scale r v : norm (r ⊙ v) = Rabs r * norm v.
Proof.
  unfold norm. rewrite dot_scale, dot_scale_r, <- Rmult_assoc, sqrt_mult
    by (try apply dot_pos; nra). f_equal. apply sqrt_Rsqr_abs.
Qed.
Lemma norm_zero v : norm v = 0 -> v = zero.
Proof. intros Z. apply dot_definite. rewrite <- norm_square, Z. ring. Qed.
Lemma norm_of_zero : norm (@zero V) = 0.
Proof. unfold norm. rewrite dot_zero. apply sqrt_0. Qed.
Lemma norm_le r v w : 0 <= r -> ‖v‖² <= r ^ 2 * ‖w‖² -> norm v <= r * norm w.
Proof.
  intros P L. pose proof (norm_pos v). pose proof (norm_pos w).
  rewrite <- !norm_square in L. apply Rsqr_incr_0_var; unfold Rsqr; nra.
Qed.
Lemma minus_zero u v : u ⊖ v = zero -> u = v.
Proof.
  intros D. apply ext. intros c. assert (Z : ⟨c, u ⊕ (-1) ⊙ v⟩ = 0) by (rewrite D; apply dot_zero_r).
  revert Z. lin. lra.
Qed.
Lemma positive v : v <> zero -> 0 < ‖v‖².
Proof.
  intros N. destruct (dot_pos _ v) as [P|P]; [exact P|]. exfalso. now apply N, dot_definite.
Qed.
Lemma size (g h : V) : Rabs ⟨g, h⟩ <= norm g * norm h.
Proof.
  assert (C : ⟨g, h⟩ ^ 2 <= ‖g‖² * ‖h‖²).
  { destruct (Req_dec ‖g‖² 0) as [Z|N].
    - rewrite (dot_definite _ g Z), !dot_zero. lra.
    - pose proof (dot_pos _ g). pose proof (dot_pos _ (‖g‖² ⊙ h ⊕ (- ⟨g, h⟩) ⊙ g)) as P.
      revert P. lin. rewrite (dot_sym _ h g). intros P. apply Rmult_le_reg_l with ‖g‖²; lra. }
  rewrite <- !norm_square in C. pose proof (norm_pos g). pose proof (norm_pos h).
  apply Rsqr_incr_0_var; [rewrite <- Rsqr_abs; unfold Rsqr; nra | nra].
Qed.

(* If f (w + h) differs from f w + <g, h> by at most c <h, h>, then g is the only gradient of f at
   w. *)
Lemma one_gradient (f : V -> R) w g c : c >= 0 ->
  (forall h, Rabs (f (w ⊕ h) - f w - ⟨g, h⟩) <= c * ‖h‖²) ->
  forall g', gradient_at f w g' <-> g' = g.
Proof.
  intros C Q g'. split.
  - intros G. set (d := g' ⊕ (-1) ⊙ g). pose proof (norm_pos d) as [N|N];
      [|apply minus_zero, norm_zero; now symmetry]. exfalso.
    destruct (G (norm d / 4) ltac:(lra)) as (delta & D & H).
    set (s := Rmin (delta / (2 * norm d)) (1 / (4 * (c + 1)))).
    assert (S0 : 0 < s).
    { unfold s. apply Rmin_glb_lt; apply Rdiv_lt_0_compat; lra. }
    assert (S1 : s * norm d < delta).
    { apply Rle_lt_trans with (delta / (2 * norm d) * norm d).
      - apply Rmult_le_compat_r; [lra | apply Rmin_l].
      - replace (_ * norm d) with (delta / 2) by (field; lra). lra. }
    assert (S2 : s * c <= 1 / 4).
    { apply Rle_trans with (1 / (4 * (c + 1)) * (c + 1)).
      - apply Rmult_le_compat; try lra. apply Rmin_r.
      - right. field. lra. }
    specialize (H (s ⊙ d)). specialize (Q (s ⊙ d)). rewrite norm_scale, Rabs_pos_eq in H by lra.
    specialize (H S1).
    assert (E : ⟨g', s ⊙ d⟩ = ⟨g, s ⊙ d⟩ + s * (norm d * norm d)).
    { rewrite norm_square. unfold d. lin. rewrite (dot_sym _ g g'). ring. }
    rewrite E in H. replace ‖s ⊙ d‖² with (s * (s * (norm d * norm d))) in Q
      by (rewrite norm_square; lin; ring).
    set (k := f (w ⊕ s ⊙ d) - f w - ⟨g, s ⊙ d⟩) in *.
    replace (f (w ⊕ s ⊙ d) - f w - (⟨g, s ⊙ d⟩ + s * (norm d * norm d)))
      with (k - s * (norm d * norm d)) in H by (unfold k; ring).
    pose proof (Rle_abs k). pose proof (Rle_abs (- (k - s * (norm d * norm d)))) as A.
    rewrite Rabs_Ropp in A.
    assert (0 < s * (norm d * norm d)) by (apply Rmult_lt_0_compat; nra).
    assert (c * (s * (s * (norm d * norm d))) <= 1 / 4 * (s * (norm d * norm d))).
    { replace (c * _) with (s * c * (s * (norm d * norm d))) by ring.
      apply Rmult_le_compat_r; lra. }
    lra.
  - intros -> eps P. exists (eps / (c + 1)). split; [apply Rdiv_lt_0_compat; lra|].
    intros h H. apply Rle_trans with (1 := Q h). rewrite <- norm_square, <- Rmult_assoc.
    apply Rmult_le_compat_r; [apply norm_pos|]. pose proof (norm_pos h).
    apply Rle_trans with ((c + 1) * (eps / (c + 1))); [nra | right; field; lra].
Qed.
(* In the same way, if G (w + h) = G w + B h for a linear map B, then B is the only linear
   derivative of G at w. *)
Lemma one_derivative (G : V -> V) w (B A : V -> V) : linear B -> linear A ->
  (forall h, G (w ⊕ h) = G w ⊕ B h) -> derivative_at G w A <-> forall v, A v = B v.
Proof.
  intros LB [_ LA] E. split.
  - intros D v. apply eq_sym, minus_zero, norm_zero. set (d := B v ⊕ (-1) ⊙ A v).
    destruct (norm_pos d) as [N|N]; [exfalso | now symmetry].
    pose proof (norm_pos v) as V0.
    set (eps := norm d / (2 * (norm v + 1))).
    assert (P : eps > 0) by (apply Rdiv_lt_0_compat; lra).
    destruct (D eps P) as (delta & D0 & H).
    set (s := delta / (2 * (norm v + 1))).
    assert (S0 : 0 < s) by (apply Rdiv_lt_0_compat; lra).
    specialize (H (s ⊙ v)). rewrite norm_scale, Rabs_pos_eq in H by lra.
    assert (S1 : s * (norm v + 1) = delta / 2) by (unfold s; field; lra).
    specialize (H ltac:(nra)).
    replace (norm _) with (s * norm d) in H.
    + assert (eps * (norm v + 1) = norm d / 2) by (unfold eps; field; lra).
      assert (norm d <= eps * norm v); [|nra].
      apply Rmult_le_reg_l with s; [exact S0|]. lra.
    + rewrite <- (Rabs_pos_eq s) at 1 by lra. rewrite <- norm_scale. f_equal.
      rewrite E, LA, (proj2 LB). unfold d. vector. ring.
  - intros S eps P. exists 1. split; [lra|]. intros h _. rewrite E, S.
    replace (_ ⊕ _) with (@zero V) by (vector; ring). rewrite norm_of_zero.
    pose proof (norm_pos h). nra.
Qed.

(* Symmetric maps. *)
Section Symmetric.
Variable A : V -> V.
Hypothesis lin_A : linear A.
Hypothesis sym : forall u v, ⟨A u, v⟩ = ⟨u, A v⟩.
Hypothesis psd : forall v, 0 <= ⟨A v, v⟩.
Lemma form u v : ⟨A u, v⟩ ^ 2 <= ⟨A u, u⟩ * ⟨A v, v⟩.
Proof using All.
  destruct lin_A as [plus times]. pose proof (psd u) as [P|Z].
  - pose proof (psd (⟨A u, u⟩ ⊙ v ⊕ (- ⟨A u, v⟩) ⊙ u)) as Q. revert Q.
    rewrite plus, !times. lin. rewrite (sym v u), (dot_sym _ v (A u)). intros Q.
    apply Rmult_le_reg_l with ⟨A u, u⟩; [exact P|]. lra.
  - rewrite <- Z, Rmult_0_l. destruct (Req_dec ⟨A u, v⟩ 0) as [->|N]; [right; ring|]. exfalso.
    set (s := - (⟨A v, v⟩ + 1) / (2 * ⟨A u, v⟩)).
    pose proof (psd (v ⊕ s ⊙ u)) as Q. revert Q. rewrite plus, times. lin.
    rewrite (sym v u), (dot_sym _ v (A u)), <- Z. unfold s. intros Q.
    replace (⟨A v, v⟩ + _ + _) with (-1) in Q by (field; exact N). lra.
Qed.
Lemma null v : ⟨A v, v⟩ = 0 -> A v = zero.
Proof using All.
  intros Z. apply dot_definite. pose proof (form v (A v)) as F. rewrite Z, Rmult_0_l in F.
  pose proof (pow2_ge_0 ‖A v‖²). nra.
Qed.
Lemma top M v : (forall u, ⟨A u, u⟩ <= M * ‖u‖²) -> ‖A v‖² <= M * ⟨A v, v⟩.
Proof using All.
  intros B. pose proof (form v (A v)) as F. pose proof (B (A v)) as G. pose proof (psd v).
  destruct (dot_pos _ (A v)) as [P|Z].
  - apply Rmult_le_reg_l with ‖A v‖²; [exact P|].
    apply (Rmult_le_compat_l ⟨A v, v⟩) in G; [|assumption]. lra.
  - symmetry in Z. apply dot_definite in Z. rewrite Z, !dot_zero. lra.
Qed.

(* In finite dimension, a form <A v, v> that is positive for every v but zero is at least a positive
   multiple of <v, v>. *)
Definition without (a b : V) : V := b ⊕ (- (⟨A b, a⟩ / ⟨A a, a⟩)) ⊙ a.
Lemma shifted a l v : combination l v -> exists r, combination (map (without a) l) (v ⊕ r ⊙ a).
Proof using Type.
  revert v. induction l as [|b l I]; simpl; intros v.
  - intros ->. exists 0. vector. ring.
  - intros (r & u & C & ->). destruct (I u C) as [s D].
    exists (s - r * (⟨A b, a⟩ / ⟨A a, a⟩)), r, (u ⊕ s ⊙ a). split; [exact D|].
    unfold without. vector. ring.
Qed.
Lemma across a l v : ⟨A a, a⟩ <> 0 -> combination (map (without a) l) v -> ⟨A v, a⟩ = 0.
Proof using lin_A.
  intros N. destruct lin_A as [plus times]. revert v. induction l as [|b l I]; simpl; intros v.
  - intros ->. replace (@zero V) with (0 ⊙ (@zero V)) by (vector; ring). rewrite times. lin. ring.
  - intros (r & u & C & ->). rewrite plus, times. unfold without. rewrite plus, times. lin.
    rewrite (I u C). field. exact N.
Qed.
Lemma above_a_square (strict : forall v, v <> zero -> 0 < ⟨A v, v⟩) k : forall l, length l = k ->
  exists c, 0 < c /\ forall v, combination l v -> ‖v‖² <= c * ⟨A v, v⟩.
Proof using All.
  induction k as [|k I]; intros [|a l] E; try discriminate.
  - exists 1. split; [lra|]. simpl. intros v ->. rewrite dot_zero, dot_zero_r. lra.
  - destruct (I (map (without a) l)) as (c & C & H); [rewrite map_length; now injection E|].
    destruct (Classical_Prop.classic (a = zero)) as [Z|N].
    + destruct (I l ltac:(now injection E)) as (c' & C' & H'). exists c'. split; [exact C'|].
      intros v (r & u & D & ->). rewrite Z. replace (r ⊙ zero ⊕ u) with u by (vector; ring). auto.
    + pose proof (strict a N) as P. set (b := ‖a‖² / ⟨A a, a⟩).
      assert (B : 0 < b) by (apply Rdiv_lt_0_compat; [now apply positive | exact P]).
      exists (2 * (b + c)). split; [lra|]. intros v (r & u & D & ->).
      destruct (shifted a l u D) as [s F]. set (z := u ⊕ s ⊙ a) in *.
      replace (r ⊙ a ⊕ u) with ((r - s) ⊙ a ⊕ z) by (unfold z; vector; ring). set (q := r - s).
      pose proof (across a l z ltac:(lra) F) as O. pose proof (H z F) as L.
      pose proof (psd z) as Z0. destruct lin_A as [plus times].
      rewrite plus, times. lin. rewrite O, (dot_sym _ (A a) z), <- (sym z a), O, (dot_sym _ z a).
      assert (aa : ‖a‖² = b * ⟨A a, a⟩) by (unfold b; field; lra).
      pose proof (dot_pos _ (q ⊙ a ⊕ (-1) ⊙ z)) as T. revert T. lin. rewrite (dot_sym _ z a).
      intros T. pose proof (pow2_ge_0 q) as Q0.
      assert (0 <= q ^ 2 * ⟨A a, a⟩) by (apply Rmult_le_pos; lra).
      assert (q * (q * ‖a‖²) = b * (q ^ 2 * ⟨A a, a⟩)) by (rewrite aa; ring).
      assert (0 <= c * (q ^ 2 * ⟨A a, a⟩)) by (apply Rmult_le_pos; lra).
      assert (0 <= b * ⟨A z, z⟩) by (apply Rmult_le_pos; lra). nra.
Qed.
End Symmetric.

(* In a space of finite dimension with a vector that is not zero, a symmetric linear map A for which
   <A v, v> is at least a multiple of <v, v> has an eigenvalue mu such that
   <A v, v> >= mu <v, v>. *)
Lemma lowest (A : V -> V) basis c u : linear A -> (forall u v, ⟨A u, v⟩ = ⟨u, A v⟩) ->
  (forall v, combination basis v) -> u <> zero -> (forall v, c * ‖v‖² <= ⟨A v, v⟩) ->
  exists mu, eigenvalue A mu /\ forall v, mu * ‖v‖² <= ⟨A v, v⟩.
Proof.
  intros L S B U C.
  assert (up : forall v, v <> zero ->
    is_upper_bound (fun c => forall v, c * ‖v‖² <= ⟨A v, v⟩) (⟨A v, v⟩ / ‖v‖²)).
  { intros v N k K. specialize (K v). apply positive in N. apply Rmult_le_reg_r with ‖v‖²; [exact N|].
    now replace (⟨A v, v⟩ / ‖v‖² * ‖v‖²) with ⟨A v, v⟩ by (field; lra). }
  destruct (completeness (fun c => forall v, c * ‖v‖² <= ⟨A v, v⟩)) as (m & M & least);
    [now exists (⟨A u, u⟩ / ‖u‖²); apply up | now exists c|].
  assert (below : forall v, m * ‖v‖² <= ⟨A v, v⟩).
  { intros v. destruct (Classical_Prop.classic (v = zero)) as [Z|N]; [rewrite Z, !dot_zero_r; lra|].
    specialize (least _ (up v N)). apply positive in N.
    replace ⟨A v, v⟩ with (⟨A v, v⟩ / ‖v‖² * ‖v‖²) by (field; lra).
    apply Rmult_le_compat_r; lra. }
  exists m. split; [|exact below]. set (A' v := A v ⊕ (- m) ⊙ v).
  destruct L as [plus times].
  assert (L' : linear A').
  { unfold A'. split; intros; [rewrite plus | rewrite times]; vector; ring. }
  assert (S' : forall u v, ⟨A' u, v⟩ = ⟨u, A' v⟩) by (intros; unfold A'; lin; rewrite S; ring).
  assert (P' : forall v, 0 <= ⟨A' v, v⟩) by (intros v; unfold A'; lin; specialize (below v); lra).
  apply Classical_Prop.NNPP. intros no.
  destruct (above_a_square A' L' S' P') with (k := length basis) (l := basis) as (b & b0 & H);
    [| reflexivity |].
  - intros v N. destruct (P' v) as [P|Z]; [exact P | exfalso]. apply no. exists v.
    split; [exact N|]. apply minus_zero. rewrite <- (null A' L' S' P' v (eq_sym Z)).
    unfold A'. vector. ring.
  - enough (m + / b <= m) by (pose proof (Rinv_0_lt_compat b b0); lra).
    apply M. intros v. specialize (H v (B v)). unfold A' in H. revert H. lin. intros H.
    apply Rmult_le_reg_l with b; [exact b0|].
    replace (b * ((m + / b) * ‖v‖²)) with (b * m * ‖v‖² + ‖v‖²) by (field; lra). lra.
Qed.
End Vectors.

(* Sums over the examples. *)
Section Examples.
Context {V : space}.
Variables (n : nat) (x : nat -> V) (y : nat -> R).
Hypothesis some : (1 <= n)%nat.
Let H := hessian n x.
Lemma count : 0 < INR n.
Proof using some. apply lt_0_INR. lia. Qed.
Lemma share : 0 < 2 / INR n.
Proof using some. apply Rdiv_lt_0_compat; [lra | apply count]. Qed.
Lemma hessian_dot u v : ⟨H u, v⟩ = 2 / INR n * (∑ i <= n, ⟨x i, u⟩ * ⟨x i, v⟩).
Proof using Type.
  unfold H, hessian. rewrite dot_scale, dot_vsum. f_equal. clear.
  induction n as [|k I]; [reflexivity|]. rewrite !(sum_S _ (S k)), I, dot_scale by lia. reflexivity.
Qed.
Lemma hessian_linear : linear H.
Proof using Type.
  unfold H, hessian. clear. split; [intros u v | intros r v].
  - transitivity ((2 / INR n) ⊙ (vsum (fun i => ⟨x i, u⟩ ⊙ x i) (S n)
      ⊕ vsum (fun i => ⟨x i, v⟩ ⊙ x i) (S n))); [f_equal | vector; ring].
    induction n as [|k I]; [simpl; vector; ring|].
    rewrite !(vsum_S _ (S k)), I by lia. vector. ring.
  - transitivity ((2 / INR n) ⊙ (r ⊙ vsum (fun i => ⟨x i, v⟩ ⊙ x i) (S n))); [f_equal | vector; ring].
    induction n as [|k I]; [simpl; vector; ring|].
    rewrite !(vsum_S _ (S k)), I by lia. vector. ring.
Qed.
Lemma hessian_symmetric u v : ⟨H u, v⟩ = ⟨u, H v⟩.
Proof using Type.
  rewrite (dot_sym _ u), !hessian_dot. f_equal. clear. induction n as [|k I]; [reflexivity|].
  rewrite !(sum_S _ (S k)), I by lia. ring.
Qed.
Lemma hessian_psd v : 0 <= ⟨H v, v⟩.
Proof using some.
  rewrite hessian_dot. apply Rmult_le_pos; [apply Rlt_le, share|]. clear.
  induction n as [|k I]; [simpl; lra|]. rewrite (sum_S _ (S k)) by lia. nra.
Qed.
Lemma hessian_bounded : exists c, 0 <= c /\ forall v, ⟨H v, v⟩ <= c * ‖v‖².
Proof using some.
  exists (2 / INR n * sum (fun i => ‖x i‖²) (S n)). pose proof share as P. split.
  - apply Rmult_le_pos; [lra|]. clear. induction n as [|k I]; [simpl; lra|].
    rewrite (sum_S _ (S k)) by lia. pose proof (dot_pos _ (x (S k))). lra.
  - intros v. rewrite hessian_dot, Rmult_assoc. apply Rmult_le_compat_l; [lra|]. clear.
    induction n as [|k I]; [simpl; lra|]. rewrite !(sum_S _ (S k)) by lia.
    enough (⟨x (S k), v⟩ * ⟨x (S k), v⟩ <= ‖x (S k)‖² * ‖v‖²) by lra.
    pose proof (size (x (S k)) v) as C. rewrite <- !norm_square.
    pose proof (norm_pos (x (S k))). pose proof (norm_pos v). pose proof (Rabs_pos ⟨x (S k), v⟩).
    replace (⟨x (S k), v⟩ * ⟨x (S k), v⟩) with (Rabs ⟨x (S k), v⟩ * Rabs ⟨x (S k), v⟩)
      by (rewrite <- Rabs_mult, Rabs_pos_eq; [reflexivity | nra]). nra.
Qed.
Lemma gradient_moves w h : gradient n x y (w ⊕ h) = gradient n x y w ⊕ H h.
Proof using Type.
  unfold gradient, H, hessian.
  transitivity ((1 / INR n) ⊙ (vsum (fun i => slope x y i w) (S n)
    ⊕ 2 ⊙ vsum (fun i => ⟨x i, h⟩ ⊙ x i) (S n))); [f_equal | vector; unfold Rdiv; ring].
  clear. induction n as [|k I]; [simpl; vector; ring|].
  rewrite !(vsum_S _ (S k)), I by lia. unfold slope. vector. rewrite (dot_sym _ h). ring.
Qed.
Lemma total_moves w h :
  total n x y (w ⊕ h) = total n x y w + ⟨gradient n x y w, h⟩ + 1 / 2 * ⟨H h, h⟩.
Proof using some.
  unfold total, gradient. rewrite hessian_dot, dot_scale.
  transitivity (1 / INR n * (sum (fun i => loss x y i w) (S n)
    + ⟨vsum (fun i => slope x y i w) (S n), h⟩ + sum (fun i => ⟨x i, h⟩ * ⟨x i, h⟩) (S n)));
    [f_equal | pose proof count; field; lra].
  clear. induction n as [|k I]; [simpl; rewrite dot_zero; ring|].
  rewrite !(sum_S _ (S k)), (vsum_S _ (S k)), I by lia. unfold loss, slope. lin.
  rewrite (dot_sym _ h). ring.
Qed.
Lemma from_minimum m : gradient n x y m = zero -> forall w, gradient n x y w = H (w ⊖ m).
Proof using Type.
  intros Z w. replace w with (m ⊕ (w ⊕ (-1) ⊙ m)) at 1 by (vector; ring).
  rewrite gradient_moves, Z. vector. ring.
Qed.
End Examples.

Theorem Bowl
    (V : space) (n : nat) (x : nat -> V) (y : nat -> R)
    (some : (1 <= n)%nat) :
  (forall i w g, gradient_at (loss x y i) w g <-> g = slope x y i w) /\
  (forall w g, gradient_at (total n x y) w g <-> g = gradient n x y w) /\
  linear (hessian n x) /\
  (forall w A, linear A ->
    (derivative_at (gradient n x y) w A <-> forall v, A v = hessian n x v)) /\
  (forall m, gradient n x y m = zero -> forall w,
    let e := w ⊖ m in
    gradient n x y w = hessian n x e /\
    total n x y w = total n x y m + 1 / 2 * ⟨e, hessian n x e⟩ /\
    total n x y w >= total n x y m).
Proof.
  split; [|split; [|split; [|split]]].
  - intros i w. apply (one_gradient (loss x y i) w _ ‖x i‖²); [apply Rle_ge, dot_pos|].
    intros h. unfold loss, slope. lin.
    replace (_ - _ - _) with (⟨x i, h⟩ * ⟨x i, h⟩) by (rewrite (dot_sym _ h); ring).
    pose proof (size (x i) h) as C. pose proof (norm_pos (x i)). pose proof (norm_pos h).
    pose proof (Rabs_pos ⟨x i, h⟩). rewrite Rabs_mult, <- !norm_square. nra.
  - intros w. destruct (hessian_bounded n x some) as (c & C & B).
    apply (one_gradient (total n x y) w _ c); [lra|]. intros h. rewrite total_moves by exact some.
    pose proof (hessian_psd n x some h). specialize (B h).
    replace (_ - _ - _) with (1 / 2 * ⟨hessian n x h, h⟩) by ring. rewrite Rabs_pos_eq; lra.
  - apply hessian_linear.
  - intros w A L. apply one_derivative; [apply hessian_linear | exact L | apply gradient_moves].
  - intros m Z w e. split; [now apply from_minimum|].
    assert (E : total n x y w = total n x y m + 1 / 2 * ⟨e, hessian n x e⟩).
    { replace w with (m ⊕ e) by (unfold e; vector; ring).
      rewrite total_moves, Z, dot_zero, (dot_sym _ e) by exact some. ring. }
    split; [exact E|]. rewrite E, (dot_sym _ e). pose proof (hessian_psd n x some e). lra.
Qed.

(* For k >= 1 the number (k - 1)/(k + 1) is at most the power of e with the exponent -2/k. *)
Lemma factor_below k : 1 <= k -> (k - 1) / (k + 1) <= exp (- (2 / k)).
Proof.
  intros K. set (z := / k). assert (Z : 0 < z) by (apply Rinv_0_lt_compat; lra).
  replace ((k - 1) / (k + 1)) with ((1 - z) / (1 + z)) by (unfold z; field; lra).
  replace (- (2 / k)) with (-2 * z) by (unfold z; field; lra).
  set (f z := (1 + z) * exp (-2 * z) - (1 - z)).
  assert (D : forall c, derivable_pt_lim f c (1 - (1 + 2 * c) * exp (-2 * c))).
  { intros c. replace (1 - (1 + 2 * c) * exp (-2 * c)) with
      ((0 + 1) * exp (-2 * c) + (1 + c) * (exp (-2 * c) * (-2 * 1)) - (0 - 1)) by ring.
    apply (derivable_pt_lim_minus (fun z => (1 + z) * exp (-2 * z)) (fun z => 1 - z)).
    - apply (derivable_pt_lim_mult (fun z => 1 + z) (fun z => exp (-2 * z))).
      + apply (derivable_pt_lim_plus (fun _ => 1) id);
          [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
      + apply (derivable_pt_lim_comp (fun z => -2 * z) exp);
          [apply (derivable_pt_lim_scal id), derivable_pt_lim_id | apply derivable_pt_lim_exp].
    - apply (derivable_pt_lim_minus (fun _ => 1) id);
        [apply derivable_pt_lim_const | apply derivable_pt_lim_id]. }
  destruct (MVT_cor2 f (fun c => 1 - (1 + 2 * c) * exp (-2 * c)) 0 z Z (fun c _ => D c))
    as (c & E & C).
  assert (P : (1 + 2 * c) * exp (-2 * c) <= 1).
  { replace 1 with (exp (2 * c) * exp (-2 * c)) at 2
      by (rewrite <- exp_plus; replace (2 * c + -2 * c) with 0 by ring; apply exp_0).
    apply Rmult_le_compat_r; [apply Rlt_le, exp_pos | apply exp_ineq1_le]. }
  assert (F : 0 <= f z - f 0) by (rewrite E; apply Rmult_le_pos; lra).
  unfold f in F. replace (-2 * 0) with 0 in F by ring. rewrite exp_0 in F.
  apply Rmult_le_reg_r with (1 + z); [lra|].
  replace ((1 - z) / (1 + z) * (1 + z)) with (1 - z) by (field; lra). lra.
Qed.
Lemma exp_pow a n : exp a ^ n = exp (INR n * a).
Proof.
  induction n as [|n I]; [simpl; now rewrite Rmult_0_l, exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, <- I. simpl. ring.
Qed.

Section Descents.
Context {V : space}.
Variables (n : nat) (x : nat -> V) (y : nat -> R) (basis : list V) (m : V) (a b : R).
Hypothesis some : (1 <= n)%nat.
Hypothesis dimension : forall v, combination basis v.
Hypothesis least : smallest (hessian n x) a.
Hypothesis most : largest (hessian n x) b.
Hypothesis curved : a > 0.
Hypothesis at_minimum : gradient n x y m = zero.
Let H := hessian n x.
Definition error eta w t : V := descent n x y eta w t ⊖ m.
Lemma ordered : a <= b.
Proof using least most. apply most, least. Qed.
Lemma above v : a * ‖v‖² <= ⟨H v, v⟩.
Proof using some dimension least.
  destruct least as [(u & U & _) L].
  destruct (lowest H basis 0 u (hessian_linear n x) (hessian_symmetric n x) dimension U)
    as (mu & E & B).
  - intros w. pose proof (hessian_psd n x some w) as P. fold H in P. lra.
  - apply Rle_trans with (2 := B v), Rmult_le_compat_r; [apply dot_pos | now apply L].
Qed.
Lemma under v : ⟨H v, v⟩ <= b * ‖v‖².
Proof using some dimension most.
  destruct most as [(u & U & _) L]. destruct (hessian_bounded n x some) as (c & _ & C).
  destruct (hessian_linear n x) as [plus times].
  destruct (lowest (fun v => (-1) ⊙ H v) basis (- c) u) as (mu & (e & E & F) & B).
  - unfold H. split; intros; [rewrite plus | rewrite times]; vector; ring.
  - intros w z. lin. unfold H. now rewrite hessian_symmetric.
  - exact dimension.
  - exact U.
  - intros w. lin. specialize (C w). fold H in C. lra.
  - specialize (B v). rewrite dot_scale in B. assert (M : - mu <= b).
    { apply L. exists e. split; [exact E|]. fold H.
      transitivity ((-1) ⊙ ((-1) ⊙ H e)); [vector; ring | rewrite F; vector; ring]. }
    pose proof (dot_pos _ v). nra.
Qed.
Lemma one_step eta w t : error eta w (S t) = error eta w t ⊕ (- eta) ⊙ H (error eta w t).
Proof using at_minimum.
  unfold error at 1. simpl descent.
  change (descent n x y eta w (S t)) with
    (descent n x y eta w t ⊕ (- eta) ⊙ gradient n x y (descent n x y eta w t)).
  rewrite (from_minimum n x y m at_minimum). fold H. unfold error. vector. ring.
Qed.
Lemma along eta v mu t : H v = mu ⊙ v -> error eta (m ⊕ v) t = (1 - eta * mu) ^ t ⊙ v.
Proof using at_minimum.
  intros E. induction t as [|t I]; [unfold error; simpl; vector; ring|].
  rewrite one_step, I. unfold H in *. rewrite (proj2 (hessian_linear n x)), E. simpl. vector. ring.
Qed.
Lemma after_step eta v : ‖v ⊕ (- eta) ⊙ H v‖² =
  ‖v‖² - 2 * eta * ⟨H v, v⟩ + eta ^ 2 * ‖H v‖².
Proof using Type. lin. rewrite (dot_sym _ v (H v)). ring. Qed.
Lemma steps r eta : 0 <= r -> (forall v, norm (v ⊕ (- eta) ⊙ H v) <= r * norm v) ->
  forall w t, norm (error eta w t) <= r ^ t * norm (error eta w 0).
Proof using at_minimum.
  intros P S w t. induction t as [|t I]; [simpl; lra|]. rewrite one_step.
  apply Rle_trans with (1 := S _). simpl. rewrite Rmult_assoc. now apply Rmult_le_compat_l.
Qed.
(* An inequality that holds since the eigenvalues lie between a and b, and the factor by which the
   best step shrinks the error. *)
Lemma sandwich v : (a + b) * ⟨H v, v⟩ >= a * b * ‖v‖² + ‖H v‖².
Proof using some dimension least most.
  set (A u := H u ⊕ (- a) ⊙ u). destruct (hessian_linear n x) as [plus times].
  assert (T : ‖A v‖² <= (b - a) * ⟨A v, v⟩).
  { apply top.
    - unfold A, H. split; intros; [rewrite plus | rewrite times]; vector; ring.
    - intros u w. unfold A, H. lin. rewrite hessian_symmetric. ring.
    - intros u. unfold A. lin. pose proof (above u). lra.
    - intros u. unfold A. lin. pose proof (under u). lra. }
  revert T. unfold A. lin. rewrite (dot_sym _ v (H v)). lra.
Qed.
Lemma best_step v : norm (v ⊕ (- (2 / (a + b))) ⊙ H v) <= (b - a) / (b + a) * norm v.
Proof using some dimension least most curved.
  pose proof ordered. pose proof (sandwich v) as T.
  apply norm_le; [apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra]|].
  rewrite after_step. apply Rmult_le_reg_r with ((a + b) ^ 2); [nra|].
  replace ((‖v‖² - _ + _) * _) with
    ((a + b) ^ 2 * ‖v‖² - 4 * (a + b) * ⟨H v, v⟩ + 4 * ‖H v‖²) by (field; lra).
  replace (((b - a) / (b + a)) ^ 2 * ‖v‖² * (a + b) ^ 2) with ((b - a) ^ 2 * ‖v‖²)
    by (field; lra). nra.
Qed.
End Descents.

(* The weights after t steps are those of round t + 1. *)
Theorem GradientDescent
    (V : space) (n : nat) (x : nat -> V) (y : nat -> R) (basis : list V) (m : V) (a b : R)
    (some : (1 <= n)%nat)
    (dimension : forall v, combination basis v)
    (least : smallest (hessian n x) a)
    (most : largest (hessian n x) b)
    (curved : a > 0)
    (at_minimum : gradient n x y m = zero) :
  let kappa := b / a in
  let error eta w t := descent n x y eta w t ⊖ m in
  let best := 2 / (a + b) in
  (forall eta w t, error eta w (S t) = error eta w t ⊕ (- eta) ⊙ hessian n x (error eta w t)) /\
  (forall eta, eta > 0 ->
    ((forall w, Un_cv (fun t => norm (error eta w t)) 0) <-> eta < 2 / b)) /\
  (forall e, (a + b) * ⟨hessian n x e, e⟩ >= a * b * ‖e‖² + ‖hessian n x e‖²) /\
  (forall w t, norm (error best w (S t)) <= (kappa - 1) / (kappa + 1) * norm (error best w t)) /\
  (forall eta r, (forall w, norm (error eta w 1%nat) <= r * norm (error eta w 0%nat)) ->
    (kappa - 1) / (kappa + 1) <= r) /\
  (forall w eps t, 0 < eps < norm (error best w 0%nat) ^ 2 ->
    INR t >= kappa / 4 * ln (norm (error best w 0%nat) ^ 2 / eps) ->
    norm (error best w t) ^ 2 <= eps).
Proof.
  intros kappa error' best. pose proof (ordered n x a b least most) as ab.
  assert (k1 : 1 <= kappa).
  { apply Rmult_le_reg_r with a; [lra|]. unfold kappa. replace (b / a * a) with b by (field; lra). lra. }
  assert (K : (kappa - 1) / (kappa + 1) = (b - a) / (b + a)) by (unfold kappa; field; lra).
  assert (rate : forall v, norm (v ⊕ (- best) ⊙ hessian n x v) <= (kappa - 1) / (kappa + 1) * norm v)
    by (intros v; rewrite K; now apply (best_step n x basis)).
  assert (above' := above n x basis a some dimension least).
  assert (between := sandwich n x basis a b some dimension least most).
  assert (under' := under n x basis b some dimension most).
  destruct least as [(v & N & E) _]. destruct most as [(u & M & F) _].
  assert (v0 : 0 < norm v) by now apply sqrt_lt_R0, positive.
  assert (u0 : 0 < norm u) by now apply sqrt_lt_R0, positive.
  split; [apply (one_step n x y m at_minimum)|]. split; [|split; [exact between|split; [|split]]].
  - intros eta P. split; intros C.
    + apply Rnot_le_lt. intros L. assert (B : 1 <= Rabs (1 - eta * b)).
      { assert (2 <= eta * b).
        { replace 2 with (2 / b * b) by (field; lra). apply Rmult_le_compat_r; lra. }
        rewrite <- Rabs_Ropp, Rabs_pos_eq; lra. }
      destruct (C (m ⊕ u) (norm u) u0) as [k D]. specialize (D k (le_n k)).
      change (error' eta (m ⊕ u) k) with (error n x y m eta (m ⊕ u) k) in D.
      rewrite (along n x y m at_minimum eta u b k F), norm_scale in D.
      unfold R_dist in D. rewrite Rminus_0_r, Rabs_pos_eq, <- RPow_abs in D
        by (apply Rmult_le_pos; [apply Rabs_pos | lra]).
      pose proof (pow_R1_Rle _ k B). nra.
    + assert (D : eta * b < 2).
      { replace 2 with (2 / b * b) by (field; lra). apply Rmult_lt_compat_r; lra. }
      set (q := 1 - eta * (2 - eta * b) * a).
      assert (z0 : 0 < eta * (2 - eta * b)) by (apply Rmult_lt_0_compat; lra).
      assert (q0 : 0 <= q < 1).
      { unfold q. assert (0 < eta * (2 - eta * b) * a) by (apply Rmult_lt_0_compat; lra).
        assert (eta * (2 - eta * b) * a <= eta * (2 - eta * b) * b)
          by (apply Rmult_le_compat_l; lra).
        pose proof (pow2_ge_0 (1 - eta * b)). lra. }
      assert (r0 : 0 <= sqrt q) by apply sqrt_pos.
      assert (r1 : sqrt q < 1) by (rewrite <- sqrt_1; apply sqrt_lt_1; lra).
      assert (S : forall e, norm (e ⊕ (- eta) ⊙ hessian n x e) <= sqrt q * norm e).
      { intros e. apply norm_le; [exact r0|]. rewrite pow2_sqrt by lra. rewrite after_step.
        pose proof (top (hessian n x) (hessian_linear n x) (hessian_symmetric n x)
          (hessian_psd n x some) b e under') as T.
        pose proof (above' e) as L. unfold q.
        apply (Rmult_le_compat_l (eta ^ 2)) in T; [|apply pow2_ge_0].
        apply (Rmult_le_compat_l (eta * (2 - eta * b))) in L; lra. }
      intros w eps Eps. set (c := norm (error' eta w 0%nat) + 1).
      assert (c0 : 0 < c) by (pose proof (norm_pos (error' eta w 0%nat)); unfold c; lra).
      assert (A : Rabs (sqrt q) < 1) by now rewrite Rabs_pos_eq.
      destruct (pow_lt_1_zero _ A (eps / c) (Rdiv_lt_0_compat _ _ Eps c0)) as [k G].
      exists k. intros t T. specialize (G t T). rewrite Rabs_pos_eq in G by now apply pow_le.
      pose proof (steps n x y m at_minimum _ eta r0 S w t) as B.
      change (norm (error' eta w t) <= sqrt q ^ t * norm (error' eta w 0%nat)) in B.
      unfold R_dist. rewrite Rminus_0_r, Rabs_pos_eq by apply norm_pos.
      apply Rle_lt_trans with (1 := B). pose proof (pow_le _ t r0).
      replace eps with (eps / c * c) by (field; lra).
      apply Rle_lt_trans with (sqrt q ^ t * c); [|now apply Rmult_lt_compat_r].
      apply Rmult_le_compat_l; [assumption | unfold c; lra].
  - intros w t. replace (error' best w (S t)) with
      (error' best w t ⊕ (- best) ⊙ hessian n x (error' best w t))
      by (symmetry; apply (one_step n x y m at_minimum)). apply rate.
  - intros eta r B.
    assert (P : forall e mu, 0 < norm e -> hessian n x e = mu ⊙ e -> Rabs (1 - eta * mu) <= r).
    { intros e mu e0 G. specialize (B (m ⊕ e)). unfold error' in B.
      change (norm (error n x y m eta (m ⊕ e) 1) <= r * norm (error n x y m eta (m ⊕ e) 0)) in B.
      rewrite !(along n x y m at_minimum eta e mu _ G) in B. rewrite pow_1, !norm_scale in B.
      change ((1 - eta * mu) ^ 0) with 1 in B. rewrite Rabs_R1, Rmult_1_l in B.
      now apply Rmult_le_reg_r with (norm e). }
    pose proof (P v a v0 E) as Pa. pose proof (P u b u0 F) as Pb.
    pose proof (Rle_abs (1 - eta * a)). pose proof (Rle_abs (- (1 - eta * b))) as Q.
    rewrite Rabs_Ropp in Q. rewrite K. apply Rmult_le_reg_r with (b + a); [lra|].
    replace ((b - a) / (b + a) * (b + a)) with (b - a) by (field; lra). nra.
  - intros w eps t [e0 e1] T. set (q := norm (error' best w 0%nat)) in *.
    assert (q0 : 0 <= q) by apply norm_pos.
    assert (r0 : 0 <= (kappa - 1) / (kappa + 1)).
    { apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra]. }
    pose proof (steps n x y m at_minimum _ best r0 rate w t) as S.
    change (norm (error' best w t) <= ((kappa - 1) / (kappa + 1)) ^ t * q) in S.
    pose proof (pow_incr _ _ t (conj r0 (factor_below kappa k1))) as L. rewrite exp_pow in L.
    set (c := exp (INR t * - (2 / kappa))) in *.
    assert (c0 : 0 < c) by apply exp_pos.
    assert (C : c ^ 2 <= eps / q ^ 2).
    { unfold c. rewrite exp_pow. replace (eps / q ^ 2) with (exp (- ln (q ^ 2 / eps))).
      - apply Rnot_lt_le. intros G. apply exp_lt_inv in G.
        apply Rge_le, (Rmult_le_compat_l (4 / kappa)) in T;
          [|apply Rlt_le, Rdiv_lt_0_compat; lra].
        replace (4 / kappa * (kappa / 4 * _)) with (ln (q ^ 2 / eps)) in T by (field; lra).
        replace (INR 2 * (INR t * - (2 / kappa))) with (- (4 / kappa * INR t)) in G
          by (simpl INR; field; lra). lra.
      - rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra). field. nra. }
    pose proof (norm_pos (error' best w t)) as p0.
    assert (U : norm (error' best w t) <= c * q).
    { apply Rle_trans with (1 := S). now apply Rmult_le_compat_r. }
    apply Rle_trans with ((c * q) ^ 2); [now apply pow_incr|]. rewrite Rpow_mult_distr.
    replace eps with (eps / q ^ 2 * q ^ 2) by (field; nra).
    apply Rmult_le_compat_r; [apply pow2_ge_0 | exact C].
Qed.

Theorem Newton
    (V : space) (n : nat) (x : nat -> V) (y : nat -> R) (inverse : V -> V) (m : V)
    (some : (1 <= n)%nat)
    (inverts : forall v, inverse (hessian n x v) = v)
    (at_minimum : gradient n x y m = zero) :
  let error eta w t := newton n x y inverse eta w t ⊖ m in
  (forall eta w t, error eta w (S t) = (1 - eta) ⊙ error eta w t) /\
  (forall w, newton n x y inverse 1 w 1%nat = m) /\
  (forall eta w, 0 < eta < 2 -> eta <> 1 ->
    Rabs (1 - eta) < 1 /\
    (forall t, norm (error eta w (S t)) = Rabs (1 - eta) * norm (error eta w t)) /\
    (w <> m -> forall t, newton n x y inverse eta w t <> m)).
Proof.
  intros error'.
  assert (E : forall eta w t, error' eta w (S t) = (1 - eta) ⊙ error' eta w t).
  { intros eta w t. unfold error'. set (v := newton n x y inverse eta w t).
    change (newton n x y inverse eta w (S t)) with (v ⊕ (- eta) ⊙ inverse (gradient n x y v)).
    rewrite (from_minimum n x y m at_minimum), inverts. vector. ring. }
  split; [exact E|]. split.
  - intros w. apply minus_zero. change (error' 1 w 1%nat = zero). rewrite E. vector. ring.
  - intros eta w [P Q] N. split; [unfold Rabs; destruct Rcase_abs; lra|].
    split; [intros t; now rewrite E, norm_scale|]. intros W t Z.
    assert (A : forall t, error' eta w t = (1 - eta) ^ t ⊙ error' eta w 0%nat).
    { induction t0 as [|k I]; [simpl; vector; ring|]. rewrite E, I. simpl. vector. ring. }
    specialize (A t). unfold error' in A at 1. rewrite Z in A. apply W, minus_zero.
    change (error' eta w 0%nat = zero). apply dot_definite.
    assert (O : ‖(1 - eta) ^ t ⊙ error' eta w 0%nat‖² = 0)
      by (rewrite <- A; lin; ring).
    revert O. lin. rewrite <- Rmult_assoc. intros O.
    assert ((1 - eta) ^ t <> 0) by (apply pow_nonzero; lra).
    apply Rmult_integral in O as [O|O]; [nra | exact O].
Qed.
