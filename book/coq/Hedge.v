(* Let numbers $p_i\ge0$ have the sum 1, and let all $\ell_i$ be between 0 and 1.  Then for
   $\eta\ge0$ the logarithm of $\sum_ip_ie^{-\eta\ell_i}$ is at most $-\eta\langle
   p,\ell\rangle+\eta^2/8$.  In round $t$ the trust $p_{t,i}$ of Hedge in expert $i$ of $N\ge1$ is
   $e^{-\eta L_{t,i}}$, divided by the sum of these numbers over all experts, where $L_{t,i}$ is the
   sum of the losses of expert $i$ before round $t$.  If all losses are between 0 and 1, then for
   $\eta>0$ the regret of $T$ rounds against each expert is at most $\frac1\eta\ln N+\frac{\eta
   T}8$, and for $N\ge2$, $T\ge1$ and $\eta=\sqrt{8\ln N/T}$ it is at most $\sqrt{\frac12T\ln N}$.
   Among all vectors $v$ of entries $v_i\ge0$ with the sum 1 the trust $p_t$ makes
   $\frac1\eta\sum_iv_i\ln(Nv_i)+\langle v,L_t\rangle$ least; at any $v$ the value exceeds the least
   one by $\frac1\eta\sum_iv_i\ln(v_i/p_{t,i})$, which is at least
   $\frac1{2\eta}(\sum_i|v_i-p_{t,i}|)^2$.  For $T\ge1$ the bound $\frac1\eta\ln N+\frac{\eta T}8$
   therefore also follows from the theorem of A_norm_pays.v: if $\frac12$ is subtracted from every
   loss, which changes no trust, the hypotheses of that theorem hold for $\mu_t=\frac1\eta$ and the
   norm $\sum_i|w_i|$ of $w$. *)
From Perclib Require Import Laws.
From Perclib.Regret Require A_norm_pays.

Definition proportions (N : nat) (p : nat -> R) : Prop :=
  (forall i, (1 <= i <= N)%nat -> p i >= 0) /\ sum p (S N) = 1.
Definition inner (N : nat) (a b : nat -> R) : R := ∑ i <= N, a i * b i.

Lemma sum_le f g n : (forall i, (1 <= i <= n)%nat -> f i <= g i) -> sum f (S n) <= sum g (S n).
Proof.
  induction n as [|n I]; intros H; [simpl; lra|]. rewrite !(sum_S _ (S n)) by lia.
  specialize (H (S n) ltac:(lia)) as L. specialize (I ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_eq f g n : (forall i, (1 <= i <= n)%nat -> f i = g i) -> sum f (S n) = sum g (S n).
Proof. intros H. apply Rle_antisym; apply sum_le; intros i L; rewrite H by exact L; lra. Qed.
Lemma sum_linear a b f g n : ∑ i < n, (a * f i + b * g i) = a * sum f n + b * sum g n.
Proof. induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S g), sum_S, I by lia. ring. Qed.
Lemma sum_zero n : sum (fun _ => 0) (S n) = 0.
Proof. induction n as [|n I]; [reflexivity|]. rewrite sum_S, I by lia. ring. Qed.
Lemma one_of f n i : (forall j, (1 <= j <= n)%nat -> 0 <= f j) -> (1 <= i <= n)%nat ->
  f i <= sum f (S n).
Proof.
  intros P. revert i. induction n as [|n I]; intros i L; [lia|]. rewrite sum_S by lia.
  assert (Z : 0 <= sum f (S n)).
  { apply Rle_trans with (sum (fun _ => 0) (S n)); [rewrite sum_zero; lra|].
    apply sum_le. intros j J. apply P. lia. }
  destruct (Nat.eq_dec i (S n)) as [->|O]; [lra|].
  specialize (P (S n) ltac:(lia)) as Q. specialize (I ltac:(intros; apply P; lia) i ltac:(lia)). lra.
Qed.

(* The exponential lies below its chord, and the logarithm of the chord below a parabola. *)
Lemma chord eta l : 0 <= l <= 1 -> exp (- eta * l) <= 1 - l + l * exp (- eta).
Proof.
  intros L. set (e := exp (- eta * l)). assert (P : 0 < e) by apply exp_pos.
  assert (A : e * (1 + eta * l) <= 1).
  { replace 1 with (e * exp (eta * l)) at 2.
    - apply Rmult_le_compat_l; [lra | apply exp_ineq1_le].
    - unfold e. rewrite <- exp_plus. replace (- eta * l + eta * l) with 0 by ring. apply exp_0. }
  assert (B : e * (1 + - eta * (1 - l)) <= exp (- eta)).
  { replace (exp (- eta)) with (e * exp (- eta * (1 - l))).
    - apply Rmult_le_compat_l; [lra | apply exp_ineq1_le].
    - unfold e. rewrite <- exp_plus. f_equal. ring. }
  nra.
Qed.
Section Parabola.
Variable m : R.
Hypothesis share : 0 <= m <= 1.
Let c s := 1 - m + m * exp (- s).
Lemma c_pos s : 0 < c s.
Proof. unfold c. pose proof (exp_pos (- s)). nra. Qed.
Lemma d_exp s : derivable_pt_lim (fun s => exp (- s)) s (- exp (- s)).
Proof.
  replace (- exp (- s)) with (exp (- s) * -1) by ring.
  apply (derivable_pt_lim_comp (fun s => - s) exp); [|apply derivable_pt_lim_exp].
  apply (derivable_pt_lim_opp (fun s => s)), derivable_pt_lim_id.
Qed.
Lemma d_c s : derivable_pt_lim c s (- (m * exp (- s))).
Proof.
  replace (- (m * exp (- s))) with (0 + m * - exp (- s)) by ring.
  apply (derivable_pt_lim_plus (fun _ => 1 - m) (fun s => m * exp (- s)));
    [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_scal (fun s => exp (- s))), d_exp.
Qed.
(* The gap h between the parabola and the logarithm of the chord, and its derivative g. *)
Let h s := / 8 * (s * s) + - m * s - ln (c s).
Let g s := / 4 * s + - m + m * exp (- s) / c s.
Lemma d_h s : derivable_pt_lim h s (g s).
Proof.
  pose proof (c_pos s) as P.
  replace (g s) with (/ 8 * (1 * s + s * 1) + - m * 1 - / c s * - (m * exp (- s)))
    by (unfold g; field; lra).
  apply (derivable_pt_lim_minus (fun s => / 8 * (s * s) + - m * s) (fun s => ln (c s))).
  - apply (derivable_pt_lim_plus (fun s => / 8 * (s * s)) (fun s => - m * s)).
    + apply (derivable_pt_lim_scal (fun s => s * s)).
      apply (derivable_pt_lim_mult (fun s => s) (fun s => s)); apply derivable_pt_lim_id.
    + apply (derivable_pt_lim_scal (fun s => s)), derivable_pt_lim_id.
  - apply (derivable_pt_lim_comp c ln); [apply d_c | now apply derivable_pt_lim_ln].
Qed.
Lemma d_g s : derivable_pt_lim g s ((/ 2 - m * exp (- s) / c s) ^ 2).
Proof.
  pose proof (c_pos s) as P.
  replace ((/ 2 - m * exp (- s) / c s) ^ 2) with (/ 4 * 1 + 0 +
    ((m * - exp (- s)) * c s - - (m * exp (- s)) * (m * exp (- s))) / Rsqr (c s)).
  - apply (derivable_pt_lim_plus (fun s => / 4 * s + - m) (fun s => m * exp (- s) / c s)).
    + apply (derivable_pt_lim_plus (fun s => / 4 * s) (fun _ => - m)).
      * apply (derivable_pt_lim_scal (fun s => s)), derivable_pt_lim_id.
      * apply derivable_pt_lim_const.
    + apply (derivable_pt_lim_div (fun s => m * exp (- s)) c); [| apply d_c | lra].
      apply (derivable_pt_lim_scal (fun s => exp (- s))), d_exp.
  - unfold Rsqr. field. lra.
Qed.
Lemma parabola s : 0 <= s -> ln (c s) <= - m * s + s ^ 2 / 8.
Proof.
  intros [P| <-].
  - destruct (MVT_cor2 h g 0 s P ltac:(intros; apply d_h)) as (a & E & A).
    destruct (MVT_cor2 g _ 0 a ltac:(lra) ltac:(intros; apply d_g)) as (b & F & B).
    assert (G0 : g 0 = 0) by (unfold g, c; rewrite Ropp_0, exp_0; field; lra).
    assert (H0 : h 0 = 0).
    { unfold h, c. rewrite Ropp_0, exp_0. replace (1 - m + m * 1) with 1 by ring. rewrite ln_1. ring. }
    pose proof (pow2_ge_0 (/ 2 - m * exp (- b) / c b)). rewrite G0 in F. rewrite H0 in E.
    assert (g a >= 0) by nra. assert (h s >= 0) by nra. unfold h in *. lra.
  - unfold c. rewrite Ropp_0, exp_0. replace (1 - m + m * 1) with 1 by ring. rewrite ln_1. lra.
Qed.
End Parabola.

Theorem Hoeffding
    (N : nat) (p l : nat -> R) (eta : R)
    (shares : proportions N p)
    (losses : forall i, (1 <= i <= N)%nat -> 0 <= l i <= 1)
    (sign : eta >= 0) :
  ln (∑ i <= N, p i * exp (- eta * l i)) <= - eta * inner N p l + eta ^ 2 / 8.
Proof.
  destruct shares as [P O]. set (m := inner N p l). set (z := sum _ _).
  assert (M : 0 <= m <= 1).
  { unfold m, inner. rewrite <- O. split.
    - rewrite <- (sum_zero N) at 1. apply sum_le. intros i L. specialize (P i L).
      specialize (losses i L). nra.
    - apply sum_le. intros i L. specialize (P i L). specialize (losses i L). nra. }
  assert (Z : z <= 1 - m + m * exp (- eta)).
  { apply Rle_trans with (sum (fun i => 1 * p i + (exp (- eta) - 1) * (p i * l i)) (S N)).
    - apply sum_le. intros i L. specialize (P i L). specialize (losses i L).
      pose proof (chord eta (l i) losses). nra.
    - rewrite sum_linear, O. fold (inner N p l). fold m. lra. }
  assert (Q : 0 < z).
  { assert (A : exp (- eta) * 1 <= z).
    { rewrite <- O, <- (Rplus_0_r (_ * _)), <- (Rmult_0_l (sum p (S N))) at 1.
      rewrite <- sum_linear. apply sum_le. intros i L. specialize (P i L). specialize (losses i L).
      assert (exp (- eta) <= exp (- eta * l i)).
      { destruct (Req_dec (- eta) (- eta * l i)) as [<-|D]; [lra|].
        left. apply exp_increasing. nra. }
      nra. }
    pose proof (exp_pos (- eta)). lra. }
  apply Rle_trans with (ln (1 - m + m * exp (- eta))).
  - destruct (Req_dec z (1 - m + m * exp (- eta))) as [->|D]; [lra|]. left. apply ln_increasing; lra.
  - pose proof (parabola m M eta ltac:(lra)). lra.
Qed.

Section Hedge.
Variables (N : nat) (loss : nat -> nat -> R) (eta : R).
Definition so_far (t i : nat) : R := ∑ s < t, loss s i.  (* losses before round t *)
Definition mass (t : nat) : R := ∑ i <= N, exp (- eta * so_far t i).
Definition trust (t i : nat) : R := exp (- eta * so_far t i) / mass t.
Definition regret (T i : nat) : R :=
  ∑ t <= T, inner N (trust t) (loss t) - ∑ t <= T, loss t i.
Hypothesis some : (1 <= N)%nat.
Lemma mass_pos t : 0 < mass t.
Proof.
  apply Rlt_le_trans with (exp (- eta * so_far t 1)); [apply exp_pos|].
  apply (one_of (fun i => exp (- eta * so_far t i))); [|lia]. intros. left. apply exp_pos.
Qed.
Lemma trusted t : proportions N (trust t).
Proof.
  pose proof (mass_pos t) as P. split.
  - intros i _. apply Rle_ge. left. apply Rdiv_lt_0_compat; [apply exp_pos | exact P].
  - unfold trust. rewrite (sum_eq _ (fun i => / mass t * exp (- eta * so_far t i) + 0 * 0)).
    + rewrite sum_linear. fold (mass t). field. lra.
    + intros i _. field. lra.
Qed.
Lemma next_mass t : (1 <= t)%nat ->
  mass (S t) = mass t * (∑ i <= N, trust t i * exp (- eta * loss t i)).
Proof.
  intros L. pose proof (mass_pos t) as P.
  rewrite <- (Rplus_0_r (_ * _)), <- (Rmult_0_l (sum (fun _ => 0) (S N))), <- sum_linear.
  apply sum_eq. intros i _. unfold so_far at 1. rewrite sum_S by exact L.
  rewrite Rmult_plus_distr_l, exp_plus. unfold trust. fold (so_far t i). field. lra.
Qed.
End Hedge.

(* The regret against each expert i is bounded. *)
Theorem Hedge
    (N T : nat) (loss : nat -> nat -> R) (eta : R)
    (experts : (1 <= N)%nat)
    (losses : forall t i, (1 <= t <= T)%nat -> (1 <= i <= N)%nat -> 0 <= loss t i <= 1)
    (step : eta > 0)
    (i : nat)
    (expert : (1 <= i <= N)%nat) :
  regret N loss eta T i <= ln (INR N) / eta + eta * INR T / 8.
Proof.
  set (paid := fun n => sum (fun t => inner N (trust N loss eta t) (loss t)) (S n)).
  assert (U : forall n, (n <= T)%nat ->
    ln (mass N loss eta (S n)) <= ln (INR N) - eta * paid n + INR n * (eta ^ 2 / 8)).
  { induction n as [|n I]; intros L.
    - replace (mass N loss eta 1) with (INR N).
      + unfold paid. simpl. lra.
      + unfold mass, so_far. clear. induction N as [|k I]; [reflexivity|].
        rewrite sum_S, <- I, S_INR by lia. simpl. rewrite Rmult_0_r, exp_0. reflexivity.
    - specialize (I ltac:(lia)). rewrite next_mass by (assumption || lia).
      pose proof (mass_pos N loss eta experts (S n)) as P.
      pose proof (mass_pos N loss eta experts (S (S n))) as Q.
      rewrite next_mass in Q by (assumption || lia).
      pose proof (Hoeffding N (trust N loss eta (S n)) (loss (S n)) eta
        (trusted N loss eta experts (S n)) ltac:(intros; apply losses; lia) ltac:(lra)) as H.
      set (z := sum _ _) in *. assert (0 < z) by nra.
      rewrite ln_mult, S_INR by assumption.
      unfold paid in *. rewrite (sum_S _ (S n)) by lia. lra. }
  specialize (U T (le_n T)).
  assert (D : - eta * so_far loss (S T) i <= ln (mass N loss eta (S T))).
  { rewrite <- (ln_exp (- eta * _)).
    assert (E : exp (- eta * so_far loss (S T) i) <= mass N loss eta (S T)).
    { apply (one_of (fun i => exp (- eta * so_far loss (S T) i))); [|exact expert].
      intros. left. apply exp_pos. }
    destruct E as [E|E]; [left; apply ln_increasing; [apply exp_pos | exact E] | rewrite E; lra]. }
  unfold regret. fold (paid T). fold (so_far loss (S T) i).
  apply Rmult_le_reg_l with eta; [lra|].
  replace (eta * (ln (INR N) / eta + eta * INR T / 8)) with (ln (INR N) + INR T * (eta ^ 2 / 8))
    by (field; lra).
  lra.
Qed.

Theorem HedgeBest
    (N T : nat) (loss : nat -> nat -> R)
    (experts : (2 <= N)%nat)
    (rounds : (1 <= T)%nat)
    (losses : forall t i, (1 <= t <= T)%nat -> (1 <= i <= N)%nat -> 0 <= loss t i <= 1)
    (i : nat)
    (expert : (1 <= i <= N)%nat) :
  regret N loss (sqrt (8 * ln (INR N) / INR T)) T i <= sqrt (1 / 2 * INR T * ln (INR N)).
Proof.
  set (eta := sqrt (8 * ln (INR N) / INR T)).
  assert (n : 0 < ln (INR N)).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply (lt_INR 1). lia. }
  assert (t : 0 < INR T) by (apply (lt_INR 0); lia).
  assert (P : 0 < 8 * ln (INR N) / INR T) by (apply Rdiv_lt_0_compat; lra).
  assert (E : eta * eta * INR T = 8 * ln (INR N))
    by (unfold eta; rewrite sqrt_sqrt by lra; field; lra).
  assert (e : 0 < eta) by now apply sqrt_lt_R0.
  apply Rle_trans with (1 := Hedge N T loss eta ltac:(lia) losses e i expert).
  replace (1 / 2 * INR T * ln (INR N)) with ((eta * INR T / 4) * (eta * INR T / 4)).
  - rewrite sqrt_square by nra. right.
    replace (ln (INR N)) with (eta * eta * INR T / 8) by lra. field. lra.
  - replace (ln (INR N)) with (eta * eta * INR T / 8) by lra. field.
Qed.

(* Where w i is 0, the term w i * ln (N * w i) is 0: 0 ln 0 is 0. *)
Definition objective (N : nat) (loss : nat -> nat -> R) (eta : R) (t : nat) (w : nat -> R) : R :=
  1 / eta * (∑ i <= N, w i * ln (INR N * w i)) + inner N w (so_far loss t).
Definition divergence (N : nat) (v p : nat -> R) : R :=
  ∑ i <= N, v i * ln (v i / p i).

Lemma divergence_at_least N v p lambda l :
  proportions N v -> (forall i, (1 <= i <= N)%nat -> p i > 0) -> sum p (S N) = 1 ->
  (forall i, (1 <= i <= N)%nat -> 0 <= l i <= 1) -> lambda >= 0 ->
  divergence N v p >= lambda * (inner N p l - inner N v l) - lambda ^ 2 / 8.
Proof.
  intros [V O] P Q L G.
  assert (pp : proportions N p) by (split; [intros i B; specialize (P i B); lra | exact Q]).
  pose proof (Hoeffding N p l lambda pp L G) as H. set (z := sum _ _) in H.
  assert (Z : 0 < z).
  { assert (E : (1 <= N)%nat) by (destruct N; [simpl in Q; lra | lia]).
    apply Rlt_le_trans with (p 1%nat * exp (- lambda * l 1%nat)).
    - apply Rmult_lt_0_compat; [apply P; lia | apply exp_pos].
    - apply (one_of (fun i => p i * exp (- lambda * l i))); [|lia]. intros i B.
      apply Rmult_le_pos; [specialize (P i B); lra | left; apply exp_pos]. }
  assert (D : sum (fun i => 1 * (- lambda * (v i * l i) + (1 - ln z) * v i) +
      - / z * (p i * exp (- lambda * l i))) (S N) <= divergence N v p).
  { apply sum_le. intros i B. specialize (V i B). specialize (P i B).
    pose proof (exp_pos (- lambda * l i)) as X. set (x := exp (- lambda * l i)) in *.
    destruct (Rle_lt_or_eq_dec 0 (v i) ltac:(lra)) as [W|W].
    - set (q := p i * x / (v i * z)).
      assert (q0 : 0 < q) by (apply Rdiv_lt_0_compat; now apply Rmult_lt_0_compat).
      assert (A : ln q = - ln (v i / p i) + - lambda * l i - ln z).
      { replace q with (/ (v i / p i) * x * / z) by (unfold q; field; lra).
        assert (0 < v i / p i) by (apply Rdiv_lt_0_compat; lra).
        assert (0 < / (v i / p i)) by now apply Rinv_0_lt_compat.
        assert (0 < / z) by now apply Rinv_0_lt_compat.
        rewrite ln_mult, ln_mult, !ln_Rinv by (assumption || now apply Rmult_lt_0_compat).
        unfold x. rewrite ln_exp. ring. }
      assert (B' : ln q <= q - 1).
      { pose proof (exp_ineq1_le (ln q)) as Y. rewrite exp_ln in Y by exact q0. lra. }
      assert (C : v i * q = / z * (p i * x)) by (unfold q; field; lra).
      assert (v i * ln q <= v i * (q - 1)) by (apply Rmult_le_compat_l; lra).
      rewrite A in *. nra.
    - rewrite <- W. assert (0 < / z * (p i * x)).
      { apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat | now apply Rmult_lt_0_compat]. }
      lra. }
  rewrite sum_linear, sum_linear, O in D. fold z in D. fold (inner N v l) in D.
  replace (- / z * z) with (-1) in D by (field; lra). lra.
Qed.

Theorem Leader
    (N t : nat) (loss : nat -> nat -> R) (eta : R) (v : nat -> R)
    (experts : (1 <= N)%nat)
    (step : eta > 0)
    (shares : proportions N v) :
  let F := objective N loss eta t in
  let p := trust N loss eta t in
  F v = F p + 1 / eta * divergence N v p /\
  F p + 1 / eta * divergence N v p
    >= F p + 1 / (2 * eta) * (∑ i <= N, Rabs (v i - p i)) ^ 2.
Proof.
  intros F p. pose proof (trusted N loss eta experts t) as [A B]. fold p in A, B.
  pose proof (mass_pos N loss eta experts t) as M. set (z := mass N loss eta t) in *.
  assert (P : forall i, p i > 0) by (intros i; apply Rdiv_lt_0_compat; [apply exp_pos | exact M]).
  assert (n : 0 < INR N) by (apply (lt_INR 0); lia).
  assert (E : forall w, proportions N w ->
    F w = 1 / eta * (divergence N w p + (ln (INR N) - ln z))).
  { intros w [W O]. unfold F, objective, divergence, inner.
    replace (ln (INR N) - ln z) with ((ln (INR N) - ln z) * sum w (S N)) by (rewrite O; ring).
    set (s := so_far loss t).
    replace (sum (fun i => w i * s i) (S N)) with (1 / eta * (eta * sum (fun i => w i * s i) (S N)))
      by (field; lra).
    rewrite <- Rmult_plus_distr_l. f_equal.
    transitivity (sum (fun i => 1 * (w i * ln (INR N * w i)) + eta * (w i * s i)) (S N));
      [rewrite sum_linear; ring|].
    transitivity (sum (fun i => 1 * (w i * ln (w i / p i)) + (ln (INR N) - ln z) * w i) (S N));
      [|rewrite sum_linear; ring].
    apply sum_eq. intros i L. specialize (W i L). specialize (P i).
    destruct (Rle_lt_or_eq_dec 0 (w i) ltac:(lra)) as [Q| <-]; [|ring].
    replace (ln (w i / p i)) with (ln (w i) + eta * s i + ln z).
    - rewrite ln_mult by assumption. ring.
    - unfold Rdiv. rewrite ln_mult, ln_Rinv by (assumption || now apply Rinv_0_lt_compat).
      unfold p, trust, Rdiv. fold z. fold s.
      rewrite ln_mult, ln_exp, ln_Rinv by (apply exp_pos || assumption || now apply Rinv_0_lt_compat).
      ring. }
  assert (Z : divergence N p p = 0).
  { unfold divergence. rewrite <- (sum_zero N). apply sum_eq. intros i _. specialize (P i).
    replace (p i / p i) with 1 by (field; lra). rewrite ln_1. ring. }
  split.
  { rewrite (E v shares), (E p (conj A B)), Z. ring. }
  set (l := fun i => if Rlt_dec (v i) (p i) then 1 else 0).
  set (delta := inner N p l - inner N v l).
  assert (H : sum (fun i => Rabs (v i - p i)) (S N) = 2 * delta).
  { destruct shares as [_ O]. unfold delta, inner.
    transitivity (sum (fun i => 1 * (2 * (p i * l i) + - (2) * (v i * l i)) +
      1 * (1 * v i + -1 * p i)) (S N)).
    - apply sum_eq. intros i _. unfold l, Rabs. destruct Rlt_dec, Rcase_abs; lra.
    - rewrite !sum_linear, O, B. ring. }
  assert (D0 : 0 <= delta).
  { assert (0 <= sum (fun i => Rabs (v i - p i)) (S N)); [|lra].
    rewrite <- (sum_zero N). apply sum_le. intros. apply Rabs_pos. }
  pose proof (divergence_at_least N v p (4 * delta) l shares (fun i _ => P i) B
    ltac:(intros i _; unfold l; destruct Rlt_dec; lra) ltac:(lra)) as K. fold delta in K.
  rewrite H. apply Rplus_ge_compat_l.
  replace (1 / (2 * eta) * (2 * delta) ^ 2) with (1 / eta * (2 * delta ^ 2)) by (field; lra).
  apply Rle_ge, Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | lra].
Qed.

(* The theorem of A_norm_pays.v is applied to the losses with 1/2 subtracted and to mu = 1 / eta.
   The trust is the same for these losses; then come the hypotheses of the theorem, its conclusion,
   and the bound of Hedge, which follows from it. *)
Theorem ByNorm
    (N T : nat) (loss : nat -> nat -> R) (eta : R)
    (experts : (1 <= N)%nat)
    (rounds : (1 <= T)%nat)
    (losses : forall t i, (1 <= t <= T)%nat -> (1 <= i <= N)%nat -> 0 <= loss t i <= 1)
    (step : eta > 0) :
  let g t i := loss t i - 1 / 2 in
  let p := trust N g eta in
  let psi w := 1 / eta * (∑ i <= N, w i * ln (INR N * w i)) in
  let F t w := psi w + inner N w (so_far g t) in
  let norm w := ∑ i <= N, Rabs (w i) in
  let mu := 1 / eta in
  (forall t i, p t i = trust N loss eta t i) /\
  (forall w, proportions N w -> 0 <= psi w <= ln (INR N) / eta) /\
  (forall t v, proportions N v -> F t v >= F t (p t) + mu / 2 * norm (fun i => v i - p t i) ^ 2) /\
  (forall t w, (1 <= t <= T)%nat -> inner N (g t) w <= 1 / 2 * norm w) /\
  (forall u, proportions N u ->
    ∑ t <= T, inner N (p t) (g t) - ∑ t <= T, inner N u (g t)
      <= psi u + INR T * ((1 / 2) ^ 2 / (2 * mu))) /\
  (forall i, (1 <= i <= N)%nat -> regret N loss eta T i <= ln (INR N) / eta + eta * INR T / 8).
Proof.
  intros g p psi F norm mu.
  assert (n : 0 < INR N) by (apply (lt_INR 0); lia).
  assert (ones : forall c k, sum (fun _ => c) (S k) = INR k * c).
  { intros c. induction k as [|k I]; [simpl; ring|]. rewrite sum_S, I, S_INR by lia. ring. }
  assert (same : forall t i, p t i = trust N loss eta t i).
  { intros t i. unfold p, trust, mass.
    set (c := exp (eta * sum (fun _ => 1 / 2) t)). assert (C : 0 < c) by apply exp_pos.
    assert (E : forall i, exp (- eta * so_far g t i) = c * exp (- eta * so_far loss t i)).
    { intros j. unfold c. rewrite <- exp_plus. f_equal. unfold so_far, g.
      replace (sum (fun s => loss s j - 1 / 2) t) with
        (1 * sum (fun s => loss s j) t + -1 * sum (fun _ => 1 / 2) t); [ring|].
      rewrite <- sum_linear. clear. induction t as [|[|t] I]; try reflexivity.
      rewrite !(sum_S _ (S t)), I by lia. ring. }
    rewrite E. rewrite (sum_eq _ (fun i => c * exp (- eta * so_far loss t i) + 0 * 0) N)
      by (intros; rewrite E; ring).
    rewrite sum_linear. pose proof (mass_pos N loss eta experts t) as M. unfold mass in M.
    field. lra. }
  assert (P : forall t, proportions N (p t)) by (intros; now apply trusted).
  assert (below : forall w, proportions N w -> 0 <= psi w <= ln (INR N) / eta).
  { intros w W. pose proof W as [A B]. unfold psi.
    assert (e : 0 < 1 / eta) by (apply Rdiv_lt_0_compat; lra). split.
    - apply Rmult_le_pos; [lra|].
      pose proof (divergence_at_least N w (fun _ => / INR N) 0 (fun _ => 0) W
        ltac:(intros; now apply Rinv_0_lt_compat) ltac:(rewrite ones; field; lra)
        ltac:(intros; lra) ltac:(lra)) as D. unfold divergence in D.
      rewrite (sum_eq _ (fun i => w i * ln (w i / / INR N))); [lra|].
      intros i _. do 2 f_equal. field. lra.
    - replace (ln (INR N) / eta) with (1 / eta * (ln (INR N) * sum w (S N))) by (rewrite B; field; lra).
      apply Rmult_le_compat_l; [lra|].
      rewrite <- (Rplus_0_r (_ * _)), <- (Rmult_0_l (sum w (S N))), <- sum_linear.
      apply sum_le. intros i L. specialize (A i L) as A1.
      pose proof (one_of w N i ltac:(intros j J; specialize (A j J); lra) L) as O. rewrite B in O.
      destruct (Rle_lt_or_eq_dec 0 (w i) ltac:(lra)) as [Q| <-]; [|lra].
      assert (ln (INR N * w i) <= ln (INR N)); [|nra].
      destruct (Req_dec (w i) 1) as [->|D]; [rewrite Rmult_1_r; lra|].
      left. apply ln_increasing; nra. }
  assert (curved : forall t v, proportions N v ->
    F t v >= F t (p t) + mu / 2 * norm (fun i => v i - p t i) ^ 2).
  { intros t v W. destruct (Leader N t g eta v experts step W) as [A B].
    unfold F, psi, norm, mu, p. unfold objective in *. rewrite A.
    replace (1 / eta / 2) with (1 / (2 * eta)) by (field; lra). exact B. }
  assert (dual : forall t w, (1 <= t <= T)%nat -> inner N (g t) w <= 1 / 2 * norm w).
  { intros t w L. unfold inner, norm.
    rewrite <- (Rplus_0_r (_ * _)), <- (Rmult_0_l (sum (fun i => Rabs (w i)) (S N))), <- sum_linear.
    apply sum_le. intros i K. specialize (losses t i L K). unfold g, Rabs.
    destruct Rcase_abs; nra. }
  assert (bound : forall u, proportions N u ->
    sum (fun t => inner N (p t) (g t)) (S T) - sum (fun t => inner N u (g t)) (S T)
      <= psi u + INR T * ((1 / 2) ^ 2 / (2 * mu))).
  { intros u U.
    assert (grows : forall t w, (1 <= t)%nat -> F (S t) w = F t w + inner N w (g t)).
    { intros t w L. unfold F, inner.
      transitivity (psi w + (1 * sum (fun i => w i * so_far g t i) (S N) +
        1 * sum (fun i => w i * g t i) (S N))); [|ring].
      f_equal. rewrite <- sum_linear. apply sum_eq. intros i _. unfold so_far.
      rewrite sum_S by exact L. ring. }
    assert (first : forall w, F 1%nat w = psi w).
    { intros w. unfold F, inner, so_far. rewrite (sum_eq _ (fun _ => 0)), sum_zero; [ring|].
      intros. simpl. ring. }
    assert (swap : forall a b, inner N a b = inner N b a) by (intros; apply sum_eq; intros; ring).
    assert (end_ : forall k, F (S k) u = psi u + sum (fun t => inner N u (g t)) (S k)).
    { induction k as [|k I]; [rewrite first; simpl; ring|].
      rewrite grows, I, (sum_S _ (S k)) by lia. ring. }
    pose proof (A_norm_pays.A_norm_pays T rounds (fun t => F t (p t)) (fun t => F t (p (S t)))
      (fun t => inner N (p (S t)) (g t)) (fun _ => mu) (fun t => norm (fun i => p (S t) i - p t i))
      (fun t => inner N (p t) (g t)) (fun _ => 1 / 2) (fun t => inner N u (g t)) (F (S T) u) (psi u))
      as A.
    specialize (A ltac:(intros t L; cbv beta; rewrite grows by lia; lra)).
    specialize (A ltac:(intros t L; cbv beta; pose proof (curved t (p (S t)) (P (S t))); unfold inv; lra)).
    assert (D : forall t, (1 <= t <= T)%nat -> inner N (p t) (g t) - inner N (p (S t)) (g t)
      <= 1 / 2 * norm (fun i => p (S t) i - p t i)).
    { intros t L. apply Rle_trans with (inner N (g t) (fun i => p t i - p (S t) i)).
      - right. unfold Rminus at 1. rewrite minus_is. unfold inner.
        rewrite <- (Rmult_1_l (sum _ _)) at 1. rewrite <- sum_linear.
        apply sum_eq. intros. ring.
      - apply Rle_trans with (1 := dual t _ L). right. f_equal. apply sum_eq.
        intros i _. apply Rabs_minus_sym. }
    specialize (A D).
    assert (M : mu > 0) by (apply Rdiv_lt_0_compat; lra).
    specialize (A (fun _ _ => M) (end_ T)).
    assert (Z : F (S T) (p (S T)) <= F (S T) u).
    { pose proof (curved (S T) u U) as C. set (q := norm _) in C. pose proof (pow2_ge_0 q). nra. }
    specialize (A Z). specialize (A ltac:(cbv beta; rewrite first; pose proof (below (p 1%nat) (P 1%nat)); lra)).
    cbv beta in A. rewrite ones in A. unfold inv, Rdiv in *. lra. }
  repeat (split; [assumption|]).
  intros i L. set (u := fun j => if Nat.eqb j i then 1 else 0).
  assert (pick : forall a k, (k <= N)%nat ->
    sum (fun j => u j * a j) (S k) = if Nat.leb i k then a i else 0).
  { intros a. induction k as [|k I]; intros K.
    - destruct (Nat.leb_spec i 0); [lia | reflexivity].
    - rewrite sum_S, I by lia. unfold u.
      destruct (Nat.leb_spec i k), (Nat.eqb_spec (S k) i), (Nat.leb_spec i (S k)); subst; lia || ring. }
  assert (U : proportions N u).
  { split; [intros j _; unfold u; destruct Nat.eqb; lra|].
    rewrite (sum_eq _ (fun j => u j * 1)) by (intros; ring). rewrite pick by lia.
    destruct (Nat.leb_spec i N); [reflexivity | lia]. }
  specialize (bound u U). pose proof (proj2 (below u U)) as top.
  assert (A : sum (fun t => inner N u (g t)) (S T) = sum (fun t => loss t i) (S T) - INR T * (1 / 2)).
  { rewrite <- (ones (1 / 2) T).
    transitivity (1 * sum (fun t => loss t i) (S T) + -1 * sum (fun _ => 1 / 2) (S T)); [|ring].
    rewrite <- sum_linear. apply sum_eq. intros t _. unfold inner. rewrite pick by lia.
    destruct (Nat.leb_spec i N); [unfold g; ring | lia]. }
  assert (B : sum (fun t => inner N (p t) (g t)) (S T) =
    sum (fun t => inner N (trust N loss eta t) (loss t)) (S T) - INR T * (1 / 2)).
  { rewrite <- (ones (1 / 2) T).
    transitivity (1 * sum (fun t => inner N (trust N loss eta t) (loss t)) (S T) +
      -1 * sum (fun _ => 1 / 2) (S T)); [|ring].
    rewrite <- sum_linear. apply sum_eq. intros t _.
    destruct (trusted N loss eta experts t) as [_ O].
    replace (-1 * (1 / 2)) with (- (1 / 2) * sum (trust N loss eta t) (S N)) by (rewrite O; ring).
    unfold inner. rewrite <- sum_linear. apply sum_eq. intros j _. rewrite same. unfold g. ring. }
  rewrite A, B in bound. unfold regret.
  replace (INR T * ((1 / 2) ^ 2 / (2 * mu))) with (eta * INR T / 8) in bound
    by (unfold mu; field; lra). lra.
Qed.
