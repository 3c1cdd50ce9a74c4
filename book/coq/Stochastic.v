(* Stochastic descent on $F(w)=\frac1n\sum_i(\langle w,x_i\rangle-y_i)^2$ draws one of the $n\ge1$
   examples anew at each step, each with the same probability.  Let $R$ bound the norms of the
   instances, let $F$ be least at $m$, where the gradient is zero, and let $\lambda>0$ be the
   smallest eigenvalue of the Hessian, in a space of finite dimension.  A step with
   $0<\eta\le1/(2R^2)$ turns the expected squared error $E$ into at most
   $(1-\eta\lambda)E+4\eta^2R^2F(m)$.  With $h=4R^2/\lambda$ and $\eta_t=2/(\lambda(h+t-1))$ the
   expected squared error of the weights of round $t$ is at most $\nu/(h+t-1)$, where $\nu$ is the
   larger of $16R^2F(m)/\lambda^2$ and $h\|e_1\|^2$, and $e_1$ is the error of the first weights. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require LeastSquares.
From Coq Require Import List.
Import ListNotations.

Section LeastSquares.
Context {V : space}.
Variables (n : nat) (x : nat -> V) (y : nat -> R).
(* These definitions are those of LeastSquares.v. *)
Definition loss (i : nat) (w : V) : R := (⟨w, x i⟩ - y i) ^ 2.
Definition total (w : V) : R := 1 / INR n * (∑ i <= n, loss i w).
Definition slope (i : nat) (w : V) : V := (2 * (⟨w, x i⟩ - y i)) ⊙ x i.
Definition gradient (w : V) : V := (1 / INR n) ⊙ (∑⊕ i <= n, slope i w).
Definition hessian (v : V) : V := (2 / INR n) ⊙ (∑⊕ i <= n, ⟨x i, v⟩ ⊙ x i).
Definition eigenvalue (A : V -> V) (mu : R) : Prop := exists v, v <> zero /\ A v = mu ⊙ v.
Definition smallest (A : V -> V) (a : R) : Prop :=
  eigenvalue A a /\ forall mu, eigenvalue A mu -> a <= mu.
Fixpoint combination (vectors : list V) (v : V) : Prop :=
  match vectors with
  | [] => v = zero
  | b :: rest => exists r u, combination rest u /\ v = r ⊙ b ⊕ u
  end.

Definition mean (f : nat -> R) : R := 1 / INR n * sum f (S n).
(* The expectation of f at the weights after k steps that begin in round t with the weights w. *)
Fixpoint after (eta : nat -> R) (t k : nat) (w : V) (f : V -> R) : R :=
  match k with
  | O => f w
  | S j => mean (fun i => after eta (S t) j (w ⊕ (- eta t) ⊙ slope i w) f)
  end.

Hypothesis some : (1 <= n)%nat.
Lemma count : 0 < INR n.
Proof using some. apply lt_0_INR. lia. Qed.
Lemma mean_le f g : (forall i, (1 <= i <= n)%nat -> f i <= g i) -> mean f <= mean g.
Proof using some.
  intros L. apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat; [lra | apply count]|].
  revert L. clear. induction n as [|k I]; intros L; [simpl; lra|].
  rewrite !(sum_S _ (S k)) by lia. pose proof (L (S k) ltac:(lia)).
  specialize (I ltac:(intros; apply L; lia)). lra.
Qed.
Lemma mean_affine a c f : mean (fun i => a * f i + c) = a * mean f + c.
Proof using some.
  unfold mean. transitivity (1 / INR n * (a * sum f (S n) + INR n * c));
    [f_equal | pose proof count; field; lra].
  clear. induction n as [|k I]; [simpl; ring|]. rewrite !(sum_S _ (S k)), I, S_INR by lia. ring.
Qed.
Lemma after_le eta k : forall t w f g, (forall v, f v <= g v) ->
  after eta t k w f <= after eta t k w g.
Proof using some. induction k as [|k I]; intros t w f g L; simpl; [apply L|]. apply mean_le. auto. Qed.
Lemma mean_ext f g : (forall i, f i = g i) -> mean f = mean g.
Proof using Type.
  intros E. unfold mean. f_equal. revert E. clear. intros E.
  induction n as [|k I]; [reflexivity|]. now rewrite !(sum_S _ (S k)), I, E by lia.
Qed.
Lemma after_affine eta a c k : forall t w f,
  after eta t k w (fun v => a * f v + c) = a * after eta t k w f + c.
Proof using some.
  induction k as [|k I]; intros t w f; simpl; [reflexivity|].
  rewrite <- mean_affine. apply mean_ext. intros i. apply I.
Qed.
Lemma last_step eta k : forall t w f, after eta t (S k) w f =
  after eta t k w (fun v => mean (fun i => f (v ⊕ (- eta (t + k)%nat) ⊙ slope i v))).
Proof using Type.
  induction k as [|k I]; intros t w f.
  - simpl. now rewrite Nat.add_0_r.
  - change (after eta t (S (S k)) w f) with
      (mean (fun i => after eta (S t) (S k) (w ⊕ (- eta t) ⊙ slope i w) f)).
    simpl after at 2. apply mean_ext. intros i. rewrite I. now rewrite Nat.add_succ_r.
Qed.

Variables (radius : R) (m : V) (a : R).
Hypothesis within : forall i, (1 <= i <= n)%nat -> sqrt ‖x i‖² <= radius.
Hypothesis at_minimum : gradient m = zero.
Hypothesis above : forall v, a * ‖v‖² <= ⟨hessian v, v⟩.
Hypothesis curved : a > 0.
Definition error (v : V) : R := ‖v ⊖ m‖².
Lemma one_step eta v : 0 < eta -> 2 * eta * radius ^ 2 <= 1 ->
  mean (fun i => error (v ⊕ (- eta) ⊙ slope i v)) <=
  (1 - eta * a) * error v + 4 * eta ^ 2 * radius ^ 2 * total m.
Proof using All.
  intros P Q. set (e := v ⊕ (-1) ⊙ m). set (s := ⟨hessian e, e⟩).
  assert (G : ⟨gradient v, e⟩ = s).
  { unfold s. f_equal. exact (LeastSquares.from_minimum n x y m at_minimum v). }
  assert (F : total v = total m + 1 / 2 * s).
  { pose proof (LeastSquares.total_moves n x y some m e) as M.
    replace (m ⊕ e) with v in M by (unfold e; vector; ring).
    change (total v = total m + ⟨gradient m, e⟩ + 1 / 2 * s) in M.
    rewrite at_minimum, dot_zero in M. lra. }
  assert (each : forall k, (k <= n)%nat ->
    sum (fun i => error (v ⊕ (- eta) ⊙ slope i v)) (S k) <= INR k * error v
      - 2 * eta * ⟨vsum (fun i => slope i v) (S k), e⟩
      + 4 * eta ^ 2 * radius ^ 2 * sum (fun i => loss i v) (S k)).
  { induction k as [|k I]; intros K; [simpl; rewrite dot_zero; lra|]. specialize (I ltac:(lia)).
    rewrite !(sum_S _ (S k)), (vsum_S _ (S k)), S_INR, dot_add by lia.
    assert (B : ‖x (S k)‖² <= radius ^ 2).
    { pose proof (within (S k) ltac:(lia)). pose proof (sqrt_pos ‖x (S k)‖²).
      rewrite <- (sqrt_sqrt ‖x (S k)‖²) by apply dot_pos. nra. }
    assert (E : error (v ⊕ (- eta) ⊙ slope (S k) v) = error v
      - 2 * eta * ⟨slope (S k) v, e⟩ + 4 * eta ^ 2 * (loss (S k) v * ‖x (S k)‖²)).
    { unfold error. fold e.
      replace (v ⊕ (- eta) ⊙ slope (S k) v ⊕ (-1) ⊙ m) with (e ⊕ (- eta) ⊙ slope (S k) v)
        by (unfold e; vector; ring).
      unfold slope, loss. lin. rewrite (dot_sym _ e (x (S k))). ring. }
    assert (0 <= loss (S k) v) by apply pow2_ge_0.
    assert (L : loss (S k) v * ‖x (S k)‖² <= loss (S k) v * radius ^ 2)
      by now apply Rmult_le_compat_l.
    apply (Rmult_le_compat_l (4 * eta ^ 2)) in L; [|nra]. lra. }
  specialize (each n (le_n n)). pose proof count as N.
  assert (I : 0 < 1 / INR n) by (apply Rdiv_lt_0_compat; lra).
  apply (Rmult_le_compat_l (1 / INR n)) in each; [|lra].
  change (mean (fun i => error (v ⊕ (- eta) ⊙ slope i v)) <= 1 / INR n * (INR n * error v
    - 2 * eta * ⟨vsum (fun i => slope i v) (S n), e⟩
    + 4 * eta ^ 2 * radius ^ 2 * sum (fun i => loss i v) (S n))) in each.
  replace (1 / INR n * _) with (error v - 2 * eta * ⟨gradient v, e⟩
    + 4 * eta ^ 2 * radius ^ 2 * total v) in each
    by (unfold gradient, total; rewrite dot_scale; field; lra).
  rewrite G, F in each. pose proof (above e) as A. fold s in A. fold (error v) in A.
  change ‖e‖² with (error v) in A.
  assert (0 <= error v) by apply dot_pos. assert (S0 : 0 <= s) by nra.
  assert (2 * eta * radius ^ 2 * (eta * s) <= 1 * (eta * s)) by (apply Rmult_le_compat_r; nra).
  apply (Rmult_le_compat_l eta) in A; lra.
Qed.
End LeastSquares.

(* The weights of round t come after t - 1 steps. *)
Theorem Stochastic
    (V : space) (n : nat) (x : nat -> V) (y : nat -> R) (basis : list V) (w m : V) (R a : R)
    (some : (1 <= n)%nat)
    (dimension : forall v, combination basis v)
    (within : forall i, (1 <= i <= n)%nat -> sqrt ‖x i‖² <= R)
    (at_minimum : gradient n x y m = zero)
    (least : smallest (hessian n x) a)
    (curved : a > 0) :
  let error v := ‖v ⊖ m‖² in
  let E eta t := after n x y eta 1 (t - 1) w error in
  let F := total n x y m in
  let h := 4 * R ^ 2 / a in
  (forall eta t, (1 <= t)%nat -> 0 < eta t <= 1 / (2 * R ^ 2) ->
    E eta (S t) <= (1 - eta t * a) * E eta t + 4 * eta t ^ 2 * R ^ 2 * F) /\
  (forall t, (1 <= t)%nat ->
    E (fun t => 2 / (a * (h + INR t - 1))) t
    <= Rmax (16 * R ^ 2 * F / a ^ 2) (h * error w) / (h + INR t - 1)).
Proof.
  intros error E F h.
  pose proof (LeastSquares.above n x basis a some dimension least) as above.
  destruct least as [(v & N & G) _].
  assert (V0 : 0 < ‖v‖²).
  { destruct (dot_pos _ v) as [P|P]; [exact P|]. exfalso. now apply N, dot_definite. }
  assert (n0 : 0 < INR n) by (apply lt_0_INR; lia).
  assert (aR : a <= 2 * R ^ 2).
  { apply Rmult_le_reg_r with ‖v‖²; [exact V0|].
    replace (a * ‖v‖²) with ⟨hessian n x v, v⟩ by (rewrite G; apply dot_scale).
    change (hessian n x v) with (LeastSquares.hessian n x v). rewrite LeastSquares.hessian_dot.
    assert (H : forall k, (k <= n)%nat ->
      sum (fun i => ⟨x i, v⟩ * ⟨x i, v⟩) (S k) <= INR k * (R ^ 2 * ‖v‖²)).
    { induction k as [|k I]; intros K; [simpl; lra|]. specialize (I ltac:(lia)).
      rewrite (sum_S _ (S k)), S_INR by lia. pose proof (LeastSquares.size (x (S k)) v) as C.
      pose proof (within (S k) ltac:(lia)) as B. fold (norm (x (S k))) in B.
      pose proof (LeastSquares.norm_pos (x (S k))). pose proof (LeastSquares.norm_pos v).
      pose proof (Rabs_pos ⟨x (S k), v⟩). rewrite <- (LeastSquares.norm_square v) in *.
      replace (⟨x (S k), v⟩ * ⟨x (S k), v⟩) with (Rabs ⟨x (S k), v⟩ ^ 2)
        by (rewrite RPow_abs, Rabs_pos_eq by apply pow2_ge_0; ring).
      assert (Rabs ⟨x (S k), v⟩ <= R * norm v).
      { apply Rle_trans with (1 := C). now apply Rmult_le_compat_r. }
      assert (Rabs ⟨x (S k), v⟩ ^ 2 <= (R * norm v) ^ 2) by (apply pow_incr; lra).
      rewrite Rpow_mult_distr in *. simpl (norm v ^ 2) in *. rewrite Rmult_1_r in *. lra. }
    specialize (H n (le_n n)). apply (Rmult_le_compat_l (2 / INR n)) in H;
      [|apply Rlt_le, Rdiv_lt_0_compat; lra].
    replace (2 / INR n * (INR n * _)) with (2 * R ^ 2 * ‖v‖²) in H by (field; lra). exact H. }
  assert (R0 : 0 < R ^ 2) by lra.
  assert (Rn : R <> 0) by (intros Z; rewrite Z in R0; simpl in R0; lra).
  assert (step : forall eta t, (1 <= t)%nat -> 0 < eta t <= 1 / (2 * R ^ 2) ->
    E eta (S t) <= (1 - eta t * a) * E eta t + 4 * eta t ^ 2 * R ^ 2 * F).
  { intros eta t T [P Q]. unfold E. replace (S t - 1)%nat with (S (t - 1)) by lia.
    rewrite last_step. replace (1 + (t - 1))%nat with t by lia. rewrite <- after_affine by exact some.
    apply after_le; [exact some|]. intros u.
    apply (one_step n x y some R m a within at_minimum above curved (eta t) u P).
    apply (Rmult_le_compat_r (2 * R ^ 2)) in Q; [|lra].
    replace (1 / (2 * R ^ 2) * (2 * R ^ 2)) with 1 in Q by (field; assumption). lra. }
  split; [exact step|].
  assert (h2 : 2 <= h).
  { unfold h. apply Rmult_le_reg_r with a; [exact curved|].
    replace (4 * R ^ 2 / a * a) with (4 * R ^ 2) by (field; lra). lra. }
  set (nu := Rmax _ _). set (eta t := 2 / (a * (h + INR t - 1))).
  assert (n1 : 16 * R ^ 2 * F / a ^ 2 <= nu) by apply Rmax_l.
  assert (n2 : h * error w <= nu) by apply Rmax_r.
  assert (nu0 : 0 <= nu).
  { apply Rle_trans with (2 := n2), Rmult_le_pos; [lra | apply dot_pos]. }
  induction t as [|[|t] I]; intros T; [lia | |].
  - change (error w <= nu / (h + 1 - 1)). replace (h + 1 - 1) with h by ring.
    apply Rmult_le_reg_r with h; [lra|]. replace (nu / h * h) with nu by (field; lra). lra.
  - specialize (I ltac:(lia)). set (c := h + INR (S t) - 1) in *.
    assert (T1 : 1 <= INR (S t)) by (apply (le_INR 1); lia).
    assert (c2 : h <= c) by (unfold c; lra).
    assert (et : eta (S t) = 2 / (a * c)) by reflexivity.
    assert (short : 0 < eta (S t) <= 1 / (2 * R ^ 2)).
    { rewrite et. split; [apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]|].
      replace (1 / (2 * R ^ 2)) with (2 / (a * h)) by (unfold h; field; repeat split; assumption || lra).
      apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [nra|].
      apply Rmult_le_compat_l; lra. }
    pose proof (step eta (S t) ltac:(lia) short) as D. clearbody eta.
    replace (h + INR (S (S t)) - 1) with (c + 1) by (unfold c; rewrite (S_INR (S t)); ring).
    apply Rle_trans with (1 := D). rewrite et.
    replace (1 - 2 / (a * c) * a) with (1 - 2 / c) by (field; lra).
    replace (4 * (2 / (a * c)) ^ 2 * R ^ 2 * F) with (16 * R ^ 2 * F / a ^ 2 / c ^ 2) by (field; lra).
    assert (S1 : 0 <= 1 - 2 / c).
    { replace (1 - 2 / c) with ((c - 2) / c) by (field; lra).
      apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra]. }
    apply Rle_trans with ((1 - 2 / c) * (nu / c) + nu / c ^ 2).
    + apply Rplus_le_compat; [now apply Rmult_le_compat_l|].
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra | exact n1].
    + apply Rmult_le_reg_r with (c ^ 2 * (c + 1)); [nra|].
      replace (((1 - 2 / c) * (nu / c) + nu / c ^ 2) * (c ^ 2 * (c + 1)))
        with (nu * (c ^ 2 - 1)) by (field; lra).
      replace (nu / (c + 1) * (c ^ 2 * (c + 1))) with (nu * c ^ 2) by (field; lra). lra.
Qed.
