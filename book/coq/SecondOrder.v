(* Let the space have an orthonormal basis of $d$ vectors, and let $a>0$.  Before round $t$ the
   second-order learner has the sum $v_t$ of its mistakes $y_sx_s$, and $A_t$ is $aI$ plus the sum
   of their $x_sx_s^\top$; its score is $\langle v_t,(A_t+x_tx_t^\top)^{-1}x_t\rangle$, and a score
   of 0 is a mistake.  For every stream there is such a learner.  Let all labels be $1$ or $-1$, and
   let $y_t\langle u,x_t\rangle\ge\gamma>0$ in every mistake.  Let $\lambda_1,\dots,\lambda_d$ be
   the eigenvalues of $S=A_{T+1}-aI$, by multiplicity: there is an orthonormal basis whose $i$th
   vector is an eigenvector for $\lambda_i$.  That a symmetric matrix has such a basis is supposed,
   not proved.  A mistake adds to $\langle v_t,A_t^{-1}v_t\rangle$ at most the logarithm of the
   factor by which $\det A_t$ grows; the determinant is that of the matrix in any orthonormal basis.
   After $T$ rounds with $k$ mistakes, $\langle v_{T+1},A_{T+1}^{-1}v_{T+1}\rangle$ is at most
   $\ell=\sum_i\ln(1+\lambda_i/a)$, and $k\gamma\le\langle u,v_{T+1}\rangle$; so
   $k\le\frac1\gamma\sqrt{a\|u\|^2+s}\cdot\sqrt\ell$, where $s$ is the sum of $\langle
   u,x_t\rangle^2$ over the mistakes. *)
From Perclib Require Import Laws.

(* The determinant of the rows and columns 1, ..., n of a matrix, by elimination of the last row and
   column.  The matrices of the theorem are positive definite, and every pivot M n n is positive. *)
Fixpoint determinant (n : nat) (M : nat -> nat -> R) : R :=
  match n with
  | O => 1
  | S m => M n n * determinant m (fun i j => M i j - M i n * M n j / M n n)
  end.
(* The vectors e 1, ..., e d are an orthonormal basis. *)
Definition basis {V : space} (d : nat) (e : nat -> V) : Prop :=
  (forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
    ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0) /\
  (forall w, w = ∑⊕ i <= d, ⟨w, e i⟩ ⊙ e i).

(* The matrix of an operator in this basis, and its determinant. *)
Definition matrix {V : space} (e : nat -> V) (M : V -> V) (i j : nat) : R := ⟨e i, M (e j)⟩.
Definition det {V : space} (d : nat) (e : nat -> V) (M : V -> V) : R := determinant d (matrix e M).

(* The mistakes are the rounds t with tau t = true.  `weights t` is v_t, `products t` is the sum of
   the operators x_s x_s^T of the mistakes before round t, `measure t` is A_t, and `with_next t` is
   A_t + x_t x_t^T. *)
Section Learner.
Context {V : space}.
Variables (a : R) (x : nat -> V) (y : nat -> R) (tau : nat -> bool).
Definition weights (t : nat) : V := ∑⊕ s < t, (ind (tau s) * y s) ⊙ x s.
Definition products (t : nat) (w : V) : V := ∑⊕ s < t, (ind (tau s) * ⟨x s, w⟩) ⊙ x s.
Definition measure (t : nat) (w : V) : V := a ⊙ w ⊕ products t w.
Definition with_next (t : nat) (w : V) : V := measure t w ⊕ ⟨x t, w⟩ ⊙ x t.
Definition inverse (M P : V -> V) : Prop := forall w, M (P w) = w.
(* P t is the inverse of A_t, and Q t that of A_t + x_t x_t^T; a tie is a mistake.  `inverse M P`
   says that M P is the identity; these M are positive definite, so P M is as well. *)
Definition learns (T : nat) (P Q : nat -> V -> V) : Prop :=
  (forall t, (1 <= t <= S T)%nat -> inverse (measure t) (P t)) /\
  (forall t, (1 <= t <= T)%nat -> inverse (with_next t) (Q t)) /\
  (forall t, (1 <= t <= T)%nat -> (tau t = true <-> y t * ⟨weights t, Q t (x t)⟩ <= 0)).
End Learner.

Lemma sum_ext f g n : (forall i, f i = g i) -> sum f n = sum g n.
Proof.
  intros H. induction n as [|[|n] I]; try reflexivity.
  now rewrite !(sum_S _ (S n)), I, H by lia.
Qed.
(* Sums of the terms 1, ..., n. *)
Lemma sum_eq f g n : (forall i, (1 <= i <= n)%nat -> f i = g i) -> sum f (S n) = sum g (S n).
Proof.
  induction n as [|n I]; intros H; [reflexivity|]. rewrite !(sum_S _ (S n)) by lia.
  rewrite I, H by (intros; try apply H; lia). reflexivity.
Qed.
Lemma sum_linear a b f g n : ∑ i < n, (a * f i + b * g i) = a * sum f n + b * sum g n.
Proof.
  induction n as [|[|n] I]; try (simpl; ring). rewrite !(sum_S _ (S n)), I by lia. ring.
Qed.
Lemma sum_pos f n : (forall i, (1 <= i <= n)%nat -> 0 <= f i) -> 0 <= sum f (S n).
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite sum_S by lia.
  pose proof (H (S n) ltac:(lia)).
  assert (0 <= sum f (S n)) by (apply I; intros; apply H; lia). lra.
Qed.

(* Elimination of the last row and column of a symmetric matrix, with the pivot M n n. *)
Definition rest (n : nat) (M : nat -> nat -> R) (i j : nat) : R := M i j - M i n * M n j / M n n.
Definition reduced (n : nat) (M : nat -> nat -> R) (x : nat -> R) (i : nat) : R :=
  x i - x n / M n n * M i n.
Fixpoint pivots (n : nat) (M : nat -> nat -> R) : Prop :=
  match n with O => True | S m => 0 < M n n /\ pivots m (rest n M) end.
Fixpoint form (n : nat) (M : nat -> nat -> R) (x : nat -> R) : R :=
  match n with O => 0 | S m => x n ^ 2 / M n n + form m (rest n M) (reduced n M x) end.
Definition symmetric (M : nat -> nat -> R) : Prop := forall i j, M i j = M j i.
Definition plus (M : nat -> nat -> R) (c : R) (x : nat -> R) (i j : nat) : R :=
  M i j + c * x i * x j.
Lemma determinant_ext n : forall M N, (forall i j, M i j = N i j) ->
  determinant n M = determinant n N.
Proof.
  induction n as [|n I]; intros M N E; [reflexivity|]. simpl. rewrite E. f_equal.
  apply I. intros. now rewrite !E.
Qed.
Lemma pivots_ext n : forall M N, (forall i j, M i j = N i j) -> pivots n M -> pivots n N.
Proof.
  induction n as [|n I]; intros M N E; [auto|]. intros [P Q]. split; [now rewrite <- E|].
  apply I with (2 := Q). intros. unfold rest. now rewrite !E.
Qed.
Lemma rest_symmetric n M : symmetric M -> symmetric (rest n M).
Proof. intros s i j. unfold rest. rewrite (s i j), (s i n), (s n j). unfold Rdiv. ring. Qed.
Lemma form_pos n : forall M x, pivots n M -> 0 <= form n M x.
Proof.
  induction n as [|n I]; intros M x; [simpl; lra|]. intros [P Q]. cbn [form].
  pose proof (I _ (reduced (S n) M x) Q).
  assert (0 <= x (S n) ^ 2 / M (S n) (S n)); [|lra].
  apply Rmult_le_pos; [apply pow2_ge_0 | left; now apply Rinv_0_lt_compat].
Qed.
(* What a product c x x^T, added to the matrix, does to its determinant. *)
Lemma rank_one n : forall M c x, symmetric M -> pivots n M -> 0 <= c ->
  pivots n (plus M c x) /\
  determinant n (plus M c x) = determinant n M * (1 + c * form n M x).
Proof.
  induction n as [|n I]; intros M c x s; [simpl; intros; split; auto; ring|].
  intros [P Q] C. set (p := M (S n) (S n)) in *. set (y := reduced (S n) M x).
  assert (B : 0 < p + c * x (S n) * x (S n)).
  { pose proof (Rmult_le_pos _ _ C (pow2_ge_0 (x (S n)))). nra. }
  set (r := c * p / (p + c * x (S n) * x (S n))).
  assert (D : 0 <= r).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; now apply Rinv_0_lt_compat]. }
  assert (E : forall i j, plus (rest (S n) M) r y i j = rest (S n) (plus M c x) i j).
  { intros i j. unfold plus, rest, r, y, reduced. rewrite (s (S n) j). fold p. field. lra. }
  destruct (I (rest (S n) M) r y (rest_symmetric _ _ s) Q D) as [F G].
  split.
  - split; [exact B | exact (pivots_ext _ _ _ E F)].
  - cbn [determinant form]. fold (rest (S n) M) (rest (S n) (plus M c x)).
    rewrite <- (determinant_ext _ _ _ E), G. fold y p.
    change (plus M c x (S n) (S n)) with (p + c * x (S n) * x (S n)). unfold r. field. lra.
Qed.
(* The number (form n M x) is <x, z> for the z with M z = x: the quadratic form of the inverse of
   M. *)
Lemma form_is n : forall M x z, symmetric M -> pivots n M ->
  (forall i, (1 <= i <= n)%nat -> ∑ j <= n, M i j * z j = x i) ->
  form n M x = ∑ i <= n, x i * z i.
Proof.
  induction n as [|n I]; intros M x z s; [reflexivity|]. intros [P Q] E.
  set (p := M (S n) (S n)) in *.
  assert (L : ∑ j <= n, M (S n) j * z j = x (S n) - p * z (S n)).
  { rewrite <- (E (S n)), (sum_S _ (S n)) by lia. fold p. ring. }
  change (x (S n) ^ 2 / p + form n (rest (S n) M) (reduced (S n) M x) =
    ∑ i <= S n, x i * z i).
  rewrite (sum_S _ (S n)) by lia. rewrite (I _ _ z (rest_symmetric _ _ s) Q).
  - transitivity (x (S n) ^ 2 / p +
      (∑ i <= n, (1 * (x i * z i) + - (x (S n) / p) * (M (S n) i * z i)))).
    { f_equal. apply sum_eq. intros i _. unfold reduced. rewrite (s i (S n)). fold p. ring. }
    rewrite sum_linear, L. field. lra.
  - intros i H.
    transitivity (∑ j <= n, (1 * (M i j * z j) + - (M i (S n) / p) * (M (S n) j * z j))).
    { apply sum_eq. intros j _. unfold rest. fold p. field. lra. }
    rewrite sum_linear, L. unfold reduced. fold p. rewrite <- (E i), (sum_S _ (S n)) by lia.
    field. lra.
Qed.
(* Diagonal matrices. *)
Lemma diagonal n : forall M l, (forall i, (1 <= i <= n)%nat -> 0 < l i) ->
  (forall i j, (1 <= i <= n)%nat -> (1 <= j <= n)%nat -> M i j = if Nat.eqb i j then l i else 0) ->
  pivots n M /\ 0 < determinant n M /\ ln (determinant n M) = ∑ i <= n, ln (l i).
Proof.
  induction n as [|n I]; intros M l P E; [simpl; rewrite ln_1; split; auto; lra|].
  assert (F : M (S n) (S n) = l (S n)) by (rewrite E, Nat.eqb_refl by lia; reflexivity).
  pose proof (P (S n) ltac:(lia)) as Q.
  destruct (I (rest (S n) M) l) as (A & B & C).
  - intros. apply P. lia.
  - intros i j H K. unfold rest. rewrite (E i j), (E i (S n)), F by lia.
    destruct (Nat.eqb_spec i (S n)); [lia|]. unfold Rdiv. ring.
  - rewrite sum_S by lia. rewrite <- C. cbn [pivots determinant]. fold (rest (S n) M).
    rewrite F. split; [auto|]. split; [now apply Rmult_lt_0_compat|]. rewrite ln_mult by assumption.
    ring.
Qed.

(* Operators. *)
Definition self_adjoint {V : space} (M : V -> V) : Prop := forall w z, ⟨M w, z⟩ = ⟨w, M z⟩.
Lemma parseval {V : space} d (e : nat -> V) w z : basis d e ->
  ⟨w, z⟩ = ∑ i <= d, ⟨w, e i⟩ * ⟨z, e i⟩.
Proof.
  intros [_ B]. rewrite (B w) at 1. rewrite dot_vsum. apply sum_ext. intros i. lin.
  now rewrite (dot_sym _ (e i)).
Qed.
(* In each orthonormal basis the form of the matrix of an operator is the quadratic form of its
   inverse. *)
Lemma form_inverse {V : space} d (e : nat -> V) M x z : basis d e -> self_adjoint M ->
  pivots d (matrix e M) -> M z = x -> form d (matrix e M) (fun i => ⟨x, e i⟩) = ⟨x, z⟩.
Proof.
  intros B s P E. rewrite (parseval d e x z B). apply form_is; [|exact P|].
  - intros i j. unfold matrix. now rewrite <- s, dot_sym.
  - intros i _. rewrite <- E, s, dot_sym, (parseval d e _ z B).
    apply sum_ext. intros j. unfold matrix. now rewrite <- s.
Qed.
Section Step.
Context {V : space}.
Variables (M N P P' : V -> V) (x v z : V) (y : R).
Hypothesis self : self_adjoint M.
Hypothesis positive : forall w, 0 <= ⟨M w, w⟩.
Hypothesis next : forall w, N w = M w ⊕ ⟨x, w⟩ ⊙ x.
Hypothesis before : inverse M P.
Hypothesis after : inverse N P'.
Lemma q_pos : 0 <= ⟨x, P x⟩.
Proof using positive before. pose proof (positive (P x)) as A. now rewrite before in A. Qed.
Lemma next_self : self_adjoint N.
Proof using self next. intros w u. rewrite !next. lin. rewrite self, (dot_sym _ w x). ring. Qed.
Lemma through w g : N g = w -> forall h, ⟨h, w⟩ = ⟨M h, g⟩ + ⟨x, g⟩ * ⟨x, h⟩.
Proof using self next. intros <- h. rewrite next. lin. now rewrite self, (dot_sym _ h x). Qed.
Lemma of_instance : ⟨x, P' x⟩ = ⟨x, P x⟩ / (1 + ⟨x, P x⟩).
Proof using self positive next before after.
  pose proof q_pos. pose proof (through _ _ (after x) (P x)) as A.
  rewrite before, (dot_sym _ (P x)) in A.
  apply Rmult_eq_reg_r with (1 + ⟨x, P x⟩); [|lra].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma shrinks : ⟨v, P' v⟩ <= ⟨v, P v⟩.
Proof using self positive next before after.
  pose proof q_pos. pose proof (through _ _ (after v) (P v)) as A.
  pose proof (through _ _ (after v) (P x)) as B.
  assert (C : ⟨P x, v⟩ = ⟨x, P v⟩) by (rewrite <- (before v) at 1; now rewrite <- self, before).
  rewrite before in A, B. rewrite C in B. rewrite (dot_sym _ (P v)) in A.
  pose proof (Rmult_le_pos _ _ q_pos (pow2_ge_0 ⟨x, P' v⟩)). pose proof (pow2_ge_0 ⟨x, P' v⟩).
  rewrite B in A. lra.
Qed.
Lemma expands : N z = x -> y = 1 \/ y = -1 -> ⟨v ⊕ y ⊙ x, P' (v ⊕ y ⊙ x)⟩ =
  ⟨v, P' v⟩ + 2 * y * ⟨v, z⟩ + ⟨x, P' x⟩.
Proof using self next after.
  intros Z L. pose proof next_self as s. set (c := v ⊕ y ⊙ x).
  assert (A : ⟨v, P' c⟩ = ⟨P' v, c⟩) by (rewrite <- (after v) at 1; now rewrite s, after).
  assert (B : ⟨x, P' c⟩ = ⟨z, c⟩) by (rewrite <- Z; now rewrite s, after).
  assert (C : ⟨P' v, x⟩ = ⟨v, z⟩) by (rewrite <- Z, <- s; now rewrite after).
  assert (D : ⟨z, x⟩ = ⟨x, P' x⟩).
  { rewrite <- (after x) at 1. rewrite <- s, Z. reflexivity. }
  transitivity (⟨v, P' c⟩ + y * ⟨x, P' c⟩); [unfold c at 1; lin; reflexivity|].
  rewrite A, B. unfold c. lin. rewrite C, D, (dot_sym _ z v), (dot_sym _ (P' v) v).
  destruct L as [-> | ->]; ring.
Qed.
End Step.
Lemma log_of_ratio q : 0 <= q -> q / (1 + q) <= ln (1 + q).
Proof.
  intros P. pose proof (exp_ineq1_le (- ln (1 + q))) as E.
  rewrite exp_Ropp, exp_ln in E by lra. replace (q / (1 + q)) with (1 - / (1 + q)) by (field; lra).
  lra.
Qed.
(* Cauchy and Schwarz, for the form of an operator. *)
Lemma by_form {V : space} (M : V -> V) a u g : a > 0 -> self_adjoint M ->
  (forall w, ⟨M w, w⟩ >= a * ‖w‖²) -> ⟨u, M g⟩ ^ 2 <= ⟨u, M u⟩ * ⟨g, M g⟩.
Proof.
  intros A s P. destruct (Req_dec ‖g‖² 0) as [Z|Z].
  - rewrite (dot_definite _ g Z), dot_zero, <- s, dot_zero_r. lra.
  - set (c := ⟨g, M g⟩). set (b := ⟨u, M g⟩). set (w := c ⊙ u ⊕ (- b) ⊙ g).
    assert (0 < c) by (pose proof (dot_pos _ g); pose proof (P g); unfold c; rewrite <- s; nra).
    assert (Q : 0 <= ⟨M w, w⟩) by (pose proof (dot_pos _ w); pose proof (P w); nra).
    assert (E : ⟨M w, w⟩ = c * (⟨u, M u⟩ * c - b ^ 2)).
    { rewrite s. transitivity (c * ⟨u, M w⟩ - b * ⟨g, M w⟩); [unfold w at 1; lin; ring|].
      rewrite <- !s. unfold w. lin. rewrite !s, (dot_sym _ g (M u)), s. fold b c. ring. }
    rewrite E in Q. apply Rmult_le_reg_l with c; [assumption|]. lra.
Qed.

Section Run.
Context {V : space}.
Variables (a : R) (x : nat -> V) (y : nat -> R) (tau : nat -> bool).
Hypothesis positive : a > 0.
Lemma measure_form t w z : ⟨measure a x tau t w, z⟩ =
  a * ⟨w, z⟩ + ∑ s < t, ind (tau s) * (⟨x s, w⟩ * ⟨x s, z⟩).
Proof.
  unfold measure, products. lin. f_equal. rewrite dot_vsum. apply sum_ext. intros s. lin. ring.
Qed.
Lemma measure_self t : self_adjoint (measure a x tau t).
Proof.
  intros w z. rewrite (dot_sym _ w), !measure_form, (dot_sym _ z w). f_equal. apply sum_ext.
  intros. ring.
Qed.
Lemma measure_pos t w : ⟨measure a x tau t w, w⟩ >= a * ‖w‖².
Proof.
  rewrite measure_form. assert (0 <= ∑ s < t, ind (tau s) * (⟨x s, w⟩ * ⟨x s, w⟩)); [|lra].
  destruct t; [simpl; lra|]. apply sum_pos. intros s _. pose proof (pow2_ge_0 ⟨x s, w⟩).
  destruct (tau s); simpl in *; lra.
Qed.
Lemma measure_positive t w : 0 <= ⟨measure a x tau t w, w⟩.
Proof using positive. pose proof (measure_pos t w). pose proof (dot_pos _ w). nra. Qed.
Lemma measure_1 w : measure a x tau 1 w = a ⊙ w.
Proof. unfold measure, products. rewrite vsum_1. apply add_zero. Qed.
Lemma measure_S t w : (1 <= t)%nat -> measure a x tau (S t) w =
  measure a x tau t w ⊕ (ind (tau t) * ⟨x t, w⟩) ⊙ x t.
Proof. intros L. unfold measure, products. rewrite vsum_S by exact L. apply add_assoc. Qed.
Lemma weights_S t : (1 <= t)%nat ->
  weights x y tau (S t) = weights x y tau t ⊕ (ind (tau t) * y t) ⊙ x t.
Proof. intros L. unfold weights. now rewrite vsum_S. Qed.
Lemma mistake_S t w : (1 <= t)%nat -> tau t = true ->
  measure a x tau (S t) w = with_next a x tau t w.
Proof. intros L E. rewrite measure_S, E by exact L. unfold with_next. vector. simpl. ring. Qed.
Lemma other_S t w : (1 <= t)%nat -> tau t = false ->
  measure a x tau (S t) w = measure a x tau t w.
Proof. intros L E. rewrite measure_S, E by exact L. vector. simpl. ring. Qed.

Variables (T d : nat) (P Q : nat -> V -> V).
Hypothesis run : learns a x y tau T P Q.
Variable e : nat -> V.
Hypothesis B : basis d e.
(* One mistake. *)
Lemma determinant_S t : (1 <= t <= T)%nat -> tau t = true ->
  pivots d (matrix e (measure a x tau t)) ->
  pivots d (matrix e (measure a x tau (S t))) /\
  det d e (measure a x tau (S t)) = det d e (measure a x tau t) * (1 + ⟨x t, P t (x t)⟩).
Proof using run B.
  intros L E p. destruct run as (inv & _ & _).
  destruct (rank_one d (matrix e (measure a x tau t)) 1 (fun i => ⟨x t, e i⟩)) as [F G];
    [ | exact p | lra |].
  { intros i j. unfold matrix. now rewrite <- measure_self, dot_sym. }
  assert (K : forall i j, plus (matrix e (measure a x tau t)) 1 (fun i => ⟨x t, e i⟩) i j =
    matrix e (measure a x tau (S t)) i j).
  { intros i j. unfold plus, matrix. rewrite measure_S, E by lia. simpl. lin.
    rewrite (dot_sym _ (e i) (x t)). ring. }
  split; [exact (pivots_ext _ _ _ K F)|]. unfold det.
  rewrite <- (determinant_ext _ _ _ K), G, Rmult_1_l.
  rewrite (form_inverse d e _ (x t) (P t (x t)) B (measure_self t) p (inv t ltac:(lia) (x t))).
  reflexivity.
Qed.
Lemma other_determinant t : (1 <= t)%nat -> tau t = false ->
  forall i j, matrix e (measure a x tau t) i j = matrix e (measure a x tau (S t)) i j.
Proof. intros L E i j. unfold matrix. now rewrite other_S. Qed.
Lemma first_determinant : pivots d (matrix e (measure a x tau 1)) /\
  0 < det d e (measure a x tau 1) /\ ln (det d e (measure a x tau 1)) = ∑ i <= d, ln a.
Proof using positive B.
  apply (diagonal d (matrix e (measure a x tau 1)) (fun _ => a)); [intros; exact positive|].
  intros i j I J. unfold matrix. rewrite measure_1. lin. rewrite (proj1 B) by assumption.
  destruct Nat.eqb; ring.
Qed.
Lemma all_determinants t : (1 <= t <= S T)%nat ->
  pivots d (matrix e (measure a x tau t)) /\ 0 < det d e (measure a x tau t).
Proof using run B positive.
  refine (induction T (fun t => _ /\ _) _ _ t).
  - now destruct first_determinant as (p & q & _).
  - clear t. intros t L (p & q). destruct (tau t) eqn:E.
    + destruct (determinant_S t L E p) as [A G]. split; [exact A|]. rewrite G.
      apply Rmult_lt_0_compat; [exact q|].
      pose proof (q_pos _ _ (x t) (measure_positive t) (proj1 run t ltac:(lia))). lra.
    + pose proof (other_determinant t ltac:(lia) E) as K. split; [exact (pivots_ext _ _ _ K p)|].
      unfold det. now rewrite <- (determinant_ext _ _ _ K).
Qed.
Lemma growth t : (1 <= t <= T)%nat -> tau t = true -> y t = 1 \/ y t = -1 ->
  let v := weights x y tau in let A := measure a x tau in
  ⟨v (S t), P (S t) (v (S t))⟩ =
    ⟨v t, P (S t) (v t)⟩ + 2 * y t * ⟨v t, Q t (x t)⟩ + ⟨x t, P (S t) (x t)⟩ /\
  ⟨v (S t), P (S t) (v (S t))⟩ <= ⟨v t, P t (v t)⟩ + ln (det d e (A (S t)) / det d e (A t)).
Proof using run B positive.
  intros L E Y v A. destruct run as (inv & inv' & rule).
  pose proof (measure_self t) as s. pose proof (measure_positive t) as p.
  assert (next : forall w, A (S t) w = A t w ⊕ ⟨x t, w⟩ ⊙ x t).
  { intros w. unfold A. now rewrite mistake_S by (lia || exact E). }
  pose proof (inv t ltac:(lia)) as before. pose proof (inv (S t) ltac:(lia)) as after.
  pose proof (q_pos _ _ (x t) p before) as q0.
  pose proof (of_instance _ _ _ _ _ s p next before after) as O.
  pose proof (shrinks _ _ _ _ _ (v t) s p next before after) as H.
  assert (Z : A (S t) (Q t (x t)) = x t).
  { unfold A. rewrite mistake_S by (lia || exact E). apply (inv' t L). }
  pose proof (expands _ _ _ _ (v t) _ _ s next after Z Y) as X.
  assert (W : v (S t) = v t ⊕ y t ⊙ x t).
  { unfold v. rewrite weights_S, E by lia. vector. simpl. ring. }
  rewrite <- W in X. split; [exact X|]. rewrite X, O.
  pose proof (log_of_ratio _ q0) as G.
  destruct (all_determinants t ltac:(lia)) as [K D].
  unfold A. destruct (determinant_S t L E K) as [_ ->]. fold (A t).
  replace (det d e (A t) * (1 + ⟨x t, P t (x t)⟩) / det d e (A t)) with (1 + ⟨x t, P t (x t)⟩)
    by (unfold A; field; lra).
  apply (proj1 (rule t L)) in E. unfold v in *. lra.
Qed.
Lemma total t : (forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1) -> (1 <= t <= S T)%nat ->
  let v := weights x y tau in let A := measure a x tau in
  ⟨v t, P t (v t)⟩ <= ln (det d e (A t) / det d e (fun w => a ⊙ w)).
Proof using run B positive.
  intros Y. assert (one : det d e (fun w => a ⊙ w) = det d e (measure a x tau 1)).
  { apply determinant_ext. intros. unfold matrix. now rewrite measure_1. }
  intros L v A. rewrite one. revert t L. refine (induction T _ _ _).
  - unfold v, weights. rewrite vsum_1, dot_zero. destruct first_determinant as (_ & p & _).
    unfold A, Rdiv. rewrite Rinv_r by lra. rewrite ln_1. lra.
  - intros t L I. destruct (all_determinants 1 ltac:(lia)) as [_ p].
    destruct (all_determinants t ltac:(lia)) as [_ q].
    destruct (all_determinants (S t) ltac:(lia)) as [_ r].
    destruct (tau t) eqn:E.
    + destruct (growth t L E (Y t L)) as [_ G]. fold v A in G. revert G I. unfold Rdiv, A.
      rewrite !ln_mult, !ln_Rinv by (assumption || now apply Rinv_0_lt_compat). lra.
    + replace (v (S t)) with (v t) by (unfold v; rewrite weights_S, E by lia; vector; simpl; ring).
      replace (det d e (A (S t))) with (det d e (A t))
        by exact (determinant_ext _ _ _ (other_determinant t ltac:(lia) E)).
      replace ⟨v t, P (S t) (v t)⟩ with ⟨v t, P t (v t)⟩; [exact I|].
      pose proof (proj1 run t ltac:(lia) (v t)) as F.
      pose proof (proj1 run (S t) ltac:(lia) (v t)) as G.
      rewrite other_S in G by (lia || exact E).
      rewrite <- G at 1. rewrite measure_self, F. apply dot_sym.
Qed.
End Run.
Lemma same_determinant {V : space} a x y tau T d P Q (e f : nat -> V) t : a > 0 ->
  learns a x y tau T P Q -> basis d e -> basis d f -> (1 <= t <= S T)%nat ->
  ln (det d e (measure a x tau t)) = ln (det d f (measure a x tau t)).
Proof.
  intros positive run B C. refine (induction T (fun t => _ = _) _ _ t).
  - destruct (first_determinant a x tau positive d e B) as (_ & _ & ->).
    now destruct (first_determinant a x tau positive d f C) as (_ & _ & ->).
  - clear t. intros t L I.
    destruct (all_determinants a x y tau positive T d P Q run e B t ltac:(lia)) as [p p'].
    destruct (all_determinants a x y tau positive T d P Q run f C t ltac:(lia)) as [q q'].
    destruct (tau t) eqn:E.
    + destruct (determinant_S a x y tau T d P Q run e B t L E p) as [_ ->].
      destruct (determinant_S a x y tau T d P Q run f C t L E q) as [_ ->].
      pose proof (q_pos _ _ (x t) (measure_positive a x tau positive t) (proj1 run t ltac:(lia))).
      rewrite !ln_mult by lra. now rewrite I.
    + unfold det. rewrite <- !(determinant_ext _ _ _ (other_determinant a x tau _ t ltac:(lia) E)).
      exact I.
Qed.

(* For every stream and every a > 0 there is such a learner, with the inverses. *)
Definition updated {V : space} (P : V -> V) (x w : V) : V :=
  P w ⊖ (⟨P x, w⟩ / (1 + ⟨x, P x⟩)) ⊙ P x.
Lemma updated_inverse {V : space} (M P : V -> V) x : self_adjoint M ->
  (forall w, 0 <= ⟨M w, w⟩) -> inverse M P ->
  inverse (fun w => M w ⊕ ⟨x, w⟩ ⊙ x) (updated P x).
Proof.
  intros s p I w. pose proof (q_pos _ _ x p I) as q. unfold updated.
  set (r := ⟨P x, w⟩ / (1 + ⟨x, P x⟩)).
  assert (E : ⟨x, P w⟩ = r * (1 + ⟨x, P x⟩)).
  { rewrite <- (I x) at 1. rewrite s, I. unfold r. field. lra. }
  apply ext. intros c. lin. rewrite E, <- (s c). lin. rewrite !s, !I. plain. ring.
Qed.
Section States.
Context {V : space}.
Variables (x : nat -> V) (y : nat -> R) (a : R).
(* The weights and the inverse before round n + 1. *)
Fixpoint state (n : nat) : V * (V -> V) :=
  match n with
  | O => (zero, fun w => / a ⊙ w)
  | S m => let (v, P) := state m in
      if Rle_dec (y n * ⟨v, updated P (x n) (x n)⟩) 0
      then (v ⊕ y n ⊙ x n, updated P (x n)) else (v, P)
  end.
Definition errs (t : nat) : bool :=
  let (v, P) := state (pred t) in
  if Rle_dec (y t * ⟨v, updated P (x t) (x t)⟩) 0 then true else false.
Lemma states n : a > 0 -> fst (state n) = weights x y errs (S n) /\
  inverse (measure a x errs (S n)) (snd (state n)).
Proof.
  intros A. induction n as [|n [I J]].
  - split; [reflexivity|]. intros w. rewrite measure_1. simpl. vector. field. lra.
  - cbn [state]. rewrite weights_S, <- I by lia.
    destruct (errs (S n)) eqn:E; pose proof E as F; unfold errs in F; cbn [pred] in F;
      destruct (state n) as [v P]; cbn [fst snd] in *; destruct Rle_dec; try discriminate;
      cbn [fst snd]; split; [vector; simpl; ring | | vector; simpl; ring |]; intros w.
    + rewrite mistake_S by (lia || exact E).
      exact (updated_inverse _ _ (x (S n)) (measure_self a x errs (S n))
        (measure_positive a x errs A (S n)) J w).
    + rewrite other_S by (lia || exact E). apply J.
Qed.
End States.

Theorem CanLearn
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (a : R)
    (positive : a > 0) :
  exists tau P Q, learns a x y tau T P Q.
Proof.
  exists (errs x y a), (fun t => snd (state x y a (pred t))),
    (fun t => updated (snd (state x y a (pred t))) (x t)).
  split; [|split]; intros t L; destruct t as [|n]; try lia; cbn [pred];
    destruct (states x y a n positive) as [I J].
  - exact J.
  - exact (updated_inverse _ _ (x (S n)) (measure_self a x (errs x y a) (S n))
      (measure_positive a x (errs x y a) positive (S n)) J).
  - rewrite <- I. unfold errs. cbn [pred]. destruct (state x y a n) as [v P]. cbn [fst snd].
    destruct Rle_dec; split; intros; auto; discriminate || contradiction.
Qed.

(* The sum S over all mistakes is `products x tau (S T)`, and A (S T) is a I + S.  The determinant
   is that of the matrix in any orthonormal basis e; the vectors axes 1, ..., axes d are an
   orthonormal basis of eigenvectors of S, with the eigenvalues lambda 1, ..., lambda d. *)
Theorem SecondOrder
    (V : space) (T d : nat) (x : nat -> V) (y : nat -> R) (a : R) (tau : nat -> bool)
    (P Q : nat -> V -> V) (u : V) (gamma : R) (h : nat -> R) (e axes : nat -> V)
    (lambda : nat -> R)
    (positive : a > 0)
    (labels : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (learner : learns a x y tau T P Q)
    (room : gamma > 0)
    (slack : forall t, (1 <= t <= T)%nat -> tau t = true -> h t = Rmax 0 (gamma - y t * ⟨u, x t⟩))
    (coordinates : basis d e)
    (principal : basis d axes)
    (eigenvalues : forall i, (1 <= i <= d)%nat ->
      products x tau (S T) (axes i) = lambda i ⊙ axes i) :
  let v := weights x y tau in
  let A := measure a x tau in
  let score t := ⟨v t, Q t (x t)⟩ in
  let k := ∑ t <= T, ind (tau t) in
  let lost := ∑ t <= T, ind (tau t) * h t in
  (forall t, (1 <= t <= T)%nat -> tau t = true ->
    ⟨v (S t), P (S t) (v (S t))⟩ =
      ⟨v t, P (S t) (v t)⟩ + 2 * y t * score t + ⟨x t, P (S t) (x t)⟩ /\
    ⟨v (S t), P (S t) (v (S t))⟩ <= ⟨v t, P t (v t)⟩ + ln (det d e (A (S t)) / det d e (A t))) /\
  ⟨v (S T), P (S T) (v (S T))⟩ <= ln (det d e (A (S T)) / det d e (fun w => a ⊙ w)) /\
  ln (det d e (A (S T)) / det d e (fun w => a ⊙ w)) = ∑ i <= d, ln (1 + lambda i / a) /\
  k * gamma - lost <= ⟨u, v (S T)⟩ /\
  ⟨u, v (S T)⟩ <= sqrt ⟨u, A (S T) u⟩ * sqrt ⟨v (S T), P (S T) (v (S T))⟩ /\
  ⟨u, A (S T) u⟩ = a * ‖u‖² + (∑ t <= T, ind (tau t) * ⟨u, x t⟩ ^ 2) /\
  gamma * k <= lost + sqrt (a * ‖u‖² + (∑ t <= T, ind (tau t) * ⟨u, x t⟩ ^ 2)) *
    sqrt (∑ i <= d, ln (1 + lambda i / a)).
Proof.
  intros v A score k lost. pose proof (measure_self a x tau (S T)) as s. fold (A (S T)) in s.
  assert (length : ⟨u, A (S T) u⟩ = a * ‖u‖² + (∑ t <= T, ind (tau t) * ⟨u, x t⟩ ^ 2)).
  { rewrite <- s. unfold A. rewrite measure_form. f_equal. apply sum_ext. intros.
    rewrite (dot_sym _ u). ring. }
  assert (grown := total a x y tau positive T d P Q learner e coordinates (S T) labels ltac:(lia)).
  fold v A in grown.
  assert (logs : ln (det d e (A (S T)) / det d e (fun w => a ⊙ w)) =
    ∑ i <= d, ln (1 + lambda i / a)).
  { assert (l0 : forall i, (1 <= i <= d)%nat -> 0 <= lambda i).
    { intros i I. pose proof (measure_pos a x tau (S T) (axes i)) as H. revert H. unfold measure.
      rewrite eigenvalues by exact I. lin.
      rewrite (proj1 principal), Nat.eqb_refl by exact I. lra. }
    destruct (all_determinants a x y tau positive T d P Q learner e coordinates (S T) ltac:(lia))
      as [_ D1].
    destruct (first_determinant a x tau positive d e coordinates) as (_ & D2 & D3).
    assert (one : det d e (fun w => a ⊙ w) = det d e (measure a x tau 1)).
    { apply determinant_ext. intros. unfold matrix. now rewrite measure_1. }
    rewrite one. unfold Rdiv at 1. rewrite ln_mult, ln_Rinv, D3;
      [ | exact D2 | exact D1 | now apply Rinv_0_lt_compat].
    unfold A. rewrite (same_determinant a x y tau T d P Q e axes (S T) positive learner
      coordinates principal) by lia.
    unfold det. destruct (diagonal d (matrix axes (measure a x tau (S T))) (fun i => a + lambda i))
      as (_ & _ & ->).
    - intros i I. pose proof (l0 i I). lra.
    - intros i j I J. unfold matrix, measure. rewrite eigenvalues by exact J. lin.
      rewrite (proj1 principal) by assumption.
      destruct (Nat.eqb_spec i j) as [->|]; ring.
    - transitivity (∑ i <= d, (1 * ln (a + lambda i) + -1 * ln a)); [rewrite sum_linear; ring|].
      apply sum_eq. intros i I. pose proof (l0 i I).
      replace (1 + lambda i / a) with ((a + lambda i) * / a) by (field; lra).
      rewrite ln_mult, ln_Rinv by (lra || now apply Rinv_0_lt_compat). ring. }
  assert (progress : k * gamma - lost <= ⟨u, v (S T)⟩).
  { unfold v, weights. rewrite dot_sym, dot_vsum. unfold k, lost.
    assert (H : 0 <= ∑ t <= T, (1 * ⟨(ind (tau t) * y t) ⊙ x t, u⟩ +
      1 * (1 * (ind (tau t) * h t) + - gamma * ind (tau t)))).
    { apply sum_pos. intros t L. lin. rewrite (dot_sym _ (x t)). pose proof (slack t L) as G.
      pose proof (Rmax_r 0 (gamma - y t * ⟨u, x t⟩)).
      destruct (tau t); simpl; [specialize (G eq_refl); lra | lra]. }
    rewrite !sum_linear in H. lra. }
  assert (squeeze : ⟨u, v (S T)⟩ <= sqrt ⟨u, A (S T) u⟩ * sqrt ⟨v (S T), P (S T) (v (S T))⟩).
  { pose proof (by_form _ a u (P (S T) (v (S T))) positive s (measure_pos a x tau (S T))) as H.
    rewrite (proj1 learner (S T) ltac:(lia)), (dot_sym _ (P _ _)) in H.
    pose proof (measure_positive a x tau positive (S T) u) as U. fold (A (S T)) in U.
    rewrite s in U. rewrite <- sqrt_mult_alt by exact U.
    apply Rle_trans with (1 := Rle_abs _). rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
    unfold Rsqr. lra. }
  split; [|split; [exact grown | split; [exact logs|]]].
  { intros t L E.
    exact (growth a x y tau positive T d P Q learner e coordinates t L E (labels t L)). }
  split; [exact progress | split; [exact squeeze | split; [exact length|]]].
  rewrite <- length, <- logs.
  assert (ends : sqrt ⟨u, A (S T) u⟩ * sqrt ⟨v (S T), P (S T) (v (S T))⟩ <=
    sqrt ⟨u, A (S T) u⟩ * sqrt (ln (det d e (A (S T)) / det d e (fun w => a ⊙ w)))).
  { apply Rmult_le_compat_l; [apply sqrt_pos|]. now apply sqrt_le_1_alt. }
  lra.
Qed.
