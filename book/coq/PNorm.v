(* Let $p\ge2$, let $G(v)=\frac12\|v\|_p^2$ on $\mathbb R^d$, and let $w_i$ be
   $\operatorname{sign}(\theta_i)|\theta_i|^{p-1}/\|\theta\|_p^{p-2}$, and 0 if $\theta=0$.  In
   every direction $z$ the derivative of $G$ at $\theta$ is $\langle w,z\rangle$, so $w$ is the
   gradient of $G$; and $G(\theta+z)$ is at most
   $G(\theta)+\langle w,z\rangle+\frac{p-1}2\|z\|_p^2$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Hedge.
From Coq Require Import Ranalysis5.

(* The entries of a vector v are v 1, ..., v d. *)
Definition inner (d : nat) (a b : nat -> R) : R := ∑ i <= d, a i * b i.
Definition p_norm (d : nat) (p : R) (v : nat -> R) : R :=
  power (∑ i <= d, power (Rabs (v i)) p) (1 / p).
Definition G (d : nat) (p : R) (v : nat -> R) : R := 1 / 2 * p_norm d p v ^ 2.
Definition sign (a : R) : R := if Rlt_dec 0 a then 1 else if Rlt_dec a 0 then -1 else 0.
(* For theta = 0 each sign is 0. *)
Definition gradient (d : nat) (p : R) (theta : nat -> R) (i : nat) : R :=
  sign (theta i) * power (Rabs (theta i)) (p - 1) / Rpower (p_norm d p theta) (p - 2).

(* The powers of |x|, times a factor c for x < 0, and their derivatives. *)
Lemma power_of a q : 0 < a -> 0 < q -> power a q = Rpower a q.
Proof. intros A Q. unfold power. repeat destruct Rlt_dec; lra. Qed.
Lemma power_at_0 q : power 0 q = 0.
Proof. unfold power. destruct Rlt_dec; lra. Qed.
Definition side (c x : R) : R := if Rlt_dec x 0 then c else 1.
Lemma d_side c q x : -1 <= c <= 1 -> 1 < q ->
  derivable_pt_lim (fun x => side c x * power (Rabs x) q) x
    (q * (side (- c) x * power (Rabs x) (q - 1))).
Proof.
  intros C Q. destruct (Rtotal_order x 0) as [L|[->|L]].
  - apply derivable_pt_lim_locally_ext with (a := x - 1) (b := 0)
      (f := fun x => c * Rpower (- x) q); [lra | |].
    + intros z Z. unfold side. destruct Rlt_dec; [|lra].
      rewrite Rabs_left, power_of by lra. reflexivity.
    + unfold side. destruct Rlt_dec; [|lra]. rewrite Rabs_left, power_of by lra.
      replace (q * (- c * Rpower (- x) (q - 1))) with (c * (q * Rpower (- x) (q - 1) * -1)) by ring.
      apply (derivable_pt_lim_scal (fun x => Rpower (- x) q)).
      apply (derivable_pt_lim_comp (fun x => - x) (fun x => Rpower x q)).
      * apply (derivable_pt_lim_opp (fun x => x)), derivable_pt_lim_id.
      * apply derivable_pt_lim_power. lra.
  - intros eps E. set (delta := Rpower eps (1 / (q - 1))).
    exists (mkposreal delta (exp_pos _)). intros h H L. simpl in L.
    rewrite Rplus_0_l, Rabs_R0, !power_at_0, !Rmult_0_r, !Rminus_0_r.
    assert (A : 0 < Rabs h) by now apply Rabs_pos_lt.
    rewrite power_of by lra. unfold Rdiv. rewrite !Rabs_mult, Rabs_inv.
    replace (Rpower (Rabs h) q) with (Rpower (Rabs h) (q - 1) * Rabs h).
    + rewrite (Rabs_pos_eq (_ * Rabs h)) by (apply Rmult_le_pos; [left; apply exp_pos | lra]).
      replace (Rabs (side c h) * (Rpower (Rabs h) (q - 1) * Rabs h) * / Rabs h)
        with (Rabs (side c h) * Rpower (Rabs h) (q - 1)) by (field; lra).
      assert (Rabs (side c h) <= 1).
      { unfold side. destruct Rlt_dec; apply Rabs_le; lra. }
      assert (F : Rpower (Rabs h) (q - 1) < eps).
      { replace eps with (Rpower delta (q - 1)).
        - apply Rlt_Rpower_l; lra.
        - unfold delta. rewrite Rpower_mult. replace (1 / (q - 1) * (q - 1)) with 1 by (field; lra).
          now apply Rpower_1. }
      pose proof (exp_pos ((q - 1) * ln (Rabs h))) as P. fold (Rpower (Rabs h) (q - 1)) in P.
      pose proof (Rabs_pos (side c h)). nra.
    + rewrite <- (Rpower_1 (Rabs h)) at 2 by exact A. rewrite <- Rpower_plus. f_equal. ring.
  - apply derivable_pt_lim_locally_ext with (a := 0) (b := x + 1) (f := fun x => Rpower x q);
      [lra | |].
    + intros z Z. unfold side. destruct Rlt_dec; [lra|]. rewrite Rabs_pos_eq, power_of by lra. ring.
    + unfold side. destruct Rlt_dec; [lra|]. rewrite Rabs_pos_eq, power_of by lra.
      rewrite Rmult_1_l. now apply derivable_pt_lim_power.
Qed.
Lemma d_ext f g x l : (forall y, f y = g y) -> derivable_pt_lim f x l -> derivable_pt_lim g x l.
Proof.
  intros E D eps H. destruct (D eps H) as [a A]. exists a. intros h. rewrite <- !E. apply A.
Qed.
Lemma signed q x : sign x * power (Rabs x) q = side (-1) x * power (Rabs x) q.
Proof.
  unfold sign, side. repeat destruct Rlt_dec; try lra. replace x with 0 by lra.
  rewrite Rabs_R0, power_at_0. ring.
Qed.
Lemma d_up q x : 1 < q -> derivable_pt_lim (fun x => power (Rabs x) q) x
  (q * (sign x * power (Rabs x) (q - 1))).
Proof.
  intros Q. rewrite signed. apply d_ext with (2 := d_side 1 q x ltac:(lra) Q).
  intros y. unfold side. destruct Rlt_dec; ring.
Qed.
Lemma d_signed q x : 1 < q -> derivable_pt_lim (fun x => sign x * power (Rabs x) q) x
  (q * power (Rabs x) (q - 1)).
Proof.
  intros Q. replace (power (Rabs x) (q - 1)) with (side (- -1) x * power (Rabs x) (q - 1))
    by (unfold side; destruct Rlt_dec; ring).
  apply d_ext with (2 := d_side (-1) q x ltac:(lra) Q). intros y. symmetry. apply signed.
Qed.
Lemma d_sum (f f' : nat -> R -> R) n x : (forall i, derivable_pt_lim (f i) x (f' i x)) ->
  derivable_pt_lim (fun x => ∑ i < n, f i x) x (∑ i < n, f' i x).
Proof.
  intros D. induction n as [|[|n] I]; try apply derivable_pt_lim_const.
  apply (derivable_pt_lim_plus (fun x => sum (fun i => f i x) (S n)) (f (S n))); auto.
Qed.
Lemma d_line (f : R -> R) a b s l : derivable_pt_lim f (a + s * b) l ->
  derivable_pt_lim (fun s => f (a + s * b)) s (b * l).
Proof.
  intros D. replace (b * l) with (l * (0 + (1 * b + s * 0))) by ring.
  apply (derivable_pt_lim_comp (fun s => a + s * b) f); [|exact D].
  apply (derivable_pt_lim_plus (fun _ => a) (fun s => s * b)); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_mult (fun s => s) (fun _ => b));
    [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
Qed.
Lemma d_power r a : 0 < a -> 0 < r ->
  derivable_pt_lim (fun a => power a r) a (r * Rpower a (r - 1)).
Proof.
  intros A P.
  apply derivable_pt_lim_locally_ext with (a := 0) (b := a + 1) (f := fun x => Rpower x r);
    [lra | |now apply derivable_pt_lim_power].
  intros z Z. rewrite power_of by lra. reflexivity.
Qed.

Lemma young A B r : 0 < A -> 0 < B -> 0 <= r <= 1 ->
  Rpower A (1 - r) * Rpower B r <= (1 - r) * A + r * B.
Proof.
  intros a b P. unfold Rpower. rewrite <- exp_plus. set (t := (1 - r) * ln A + r * ln B).
  pose proof (exp_pos t) as T.
  assert (E : forall C, 0 < C -> exp t * (1 + (ln C - t)) <= C).
  { intros C c. apply Rle_trans with (exp t * exp (ln C - t)).
    - apply Rmult_le_compat_l; [lra | apply exp_ineq1_le].
    - right. rewrite <- exp_plus. replace (t + (ln C - t)) with (ln C) by ring. now apply exp_ln. }
  pose proof (E A a) as X. pose proof (E B b) as Y.
  apply (Rmult_le_compat_l (1 - r)) in X; [|lra]. apply (Rmult_le_compat_l r) in Y; [|lra].
  replace (exp t) with ((1 - r) * (exp t * (1 + (ln A - t))) + r * (exp t * (1 + (ln B - t))))
    by (unfold t; ring). lra.
Qed.

Section Square.
Variables (d : nat) (p : R).
Hypothesis large : p >= 2.
Definition total (v : nat -> R) : R := ∑ i <= d, power (Rabs (v i)) p.
Lemma sum_scaled c f n : ∑ i < n, c * f i = c * sum f n.
Proof.
  transitivity (sum (fun i => c * f i + 0 * f i) n); [|rewrite Hedge.sum_linear; ring].
  induction n as [|[|n] I]; try reflexivity. rewrite !(sum_S _ (S n)), I by lia. ring.
Qed.
Lemma total_pos v : 0 <= total v.
Proof.
  rewrite <- (Hedge.sum_zero d). apply Hedge.sum_le. intros i _. apply Rge_le, ax_power_sign.
Qed.
Lemma total_0 v : total v = 0 -> forall i, (1 <= i <= d)%nat -> v i = 0.
Proof.
  intros Z i L. destruct (Req_dec (v i) 0) as [E|N]; [exact E|]. exfalso.
  pose proof (ax_power_positive (Rabs (v i)) p (Rabs_pos_lt _ N)).
  pose proof (Hedge.one_of (fun i => power (Rabs (v i)) p) d i
    (fun j _ => Rge_le _ _ (ax_power_sign _ _)) L) as O.
  fold (total v) in O. cbv beta in O. lra.
Qed.
Lemma shares : 0 < 2 / p <= 1 /\ 0 < 1 / p.
Proof using large.
  assert (0 < / p) by (apply Rinv_0_lt_compat; lra).
  assert (p * / p = 1) by (apply Rinv_r; lra). unfold Rdiv. split; [split|]; nra.
Qed.
Lemma G_is v : G d p v = 1 / 2 * power (total v) (2 / p).
Proof using large.
  destruct shares as [A B]. unfold G, p_norm. fold (total v). f_equal.
  destruct (total_pos v) as [P| <-]; [|rewrite !power_at_0; ring].
  rewrite !power_of by lra. simpl. rewrite Rmult_1_r, <- Rpower_plus. f_equal. field. lra.
Qed.
Lemma inner_gradient v z : 0 < total v -> inner d (gradient d p v) z =
  Rpower (total v) (2 / p - 1) *
    (∑ i <= d, z i * (sign (v i) * power (Rabs (v i)) (p - 1))).
Proof using large.
  destruct shares as [_ B]. intros P. unfold inner. rewrite <- sum_scaled. apply Hedge.sum_eq.
  intros i _. unfold gradient, p_norm. fold (total v). rewrite (power_of (total v)) by lra.
  rewrite Rpower_mult. unfold Rdiv at 1. rewrite <- Rpower_Ropp.
  replace (- (1 / p * (p - 2))) with (2 / p - 1) by (field; lra). ring.
Qed.
(* G is homogeneous. *)
Lemma scaled c v : G d p (fun i => c * v i) = c ^ 2 * G d p v.
Proof using large.
  destruct shares as [A B]. rewrite !G_is. destruct (Req_dec c 0) as [->|N].
  - replace (total (fun i => 0 * v i)) with 0; [rewrite power_at_0; ring|].
    symmetry. transitivity (sum (fun _ => 0) (S d)); [|apply Hedge.sum_zero].
    apply Hedge.sum_eq. intros i _. rewrite Rmult_0_l, Rabs_R0. apply power_at_0.
  - pose proof (Rabs_pos_lt c N) as C.
    assert (E : total (fun i => c * v i) = Rpower (Rabs c) p * total v).
    { unfold total. rewrite <- sum_scaled. apply Hedge.sum_eq. intros i _. rewrite Rabs_mult.
      destruct (Rabs_pos (v i)) as [P| <-]; [|rewrite Rmult_0_r, power_at_0; ring].
      rewrite !power_of by (lra || now apply Rmult_lt_0_compat). symmetry.
      now apply Rpower_mult_distr. }
    rewrite E. destruct (total_pos v) as [P| <-]; [|rewrite Rmult_0_r, power_at_0; ring].
    pose proof (exp_pos (p * ln (Rabs c))) as Q. fold (Rpower (Rabs c) p) in Q.
    rewrite !power_of by (lra || now apply Rmult_lt_0_compat).
    rewrite <- Rpower_mult_distr, Rpower_mult by assumption.
    replace (p * (2 / p)) with (INR 2) by (simpl; field; lra).
    rewrite Rpower_pow, <- (pow2_abs c) by exact C. ring.
Qed.

Variables (theta z : nat -> R).
Let line (s : R) (i : nat) : R := theta i + s * z i.
Let slope (s : R) : R :=
  sum (fun i => z i * (sign (line s i) * power (Rabs (line s i)) (p - 1))) (S d).
Lemma d_total s : derivable_pt_lim (fun s => total (line s)) s (p * slope s).
Proof using large.
  unfold slope. rewrite <- sum_scaled.
  apply (d_sum (fun i s => power (Rabs (line s i)) p)
    (fun i s => p * (z i * (sign (line s i) * power (Rabs (line s i)) (p - 1))))).
  intros i. replace (p * (z i * (sign (line s i) * power (Rabs (line s i)) (p - 1)))) with
    (z i * (p * (sign (line s i) * power (Rabs (line s i)) (p - 1)))) by ring.
  apply (d_line (fun x => power (Rabs x) p)), d_up. lra.
Qed.
Lemma d_G s : 0 < total (line s) -> derivable_pt_lim (fun s => G d p (line s)) s
  (Rpower (total (line s)) (2 / p - 1) * slope s).
Proof using large.
  destruct shares as [A _]. intros P.
  apply d_ext with (f := fun s => 1 / 2 * power (total (line s)) (2 / p)).
  { intros y. symmetry. apply G_is. }
  replace (Rpower (total (line s)) (2 / p - 1) * slope s) with
    (1 / 2 * ((2 / p * Rpower (total (line s)) (2 / p - 1)) * (p * slope s))) by (field; lra).
  apply (derivable_pt_lim_scal (fun s => power (total (line s)) (2 / p))).
  apply (derivable_pt_lim_comp (fun s => total (line s)) (fun a => power a (2 / p)));
    [apply d_total | apply d_power; lra].
Qed.
Lemma d_slope s : 2 < p -> derivable_pt_lim slope s
  ((p - 1) * (∑ i <= d, z i ^ 2 * power (Rabs (line s i)) (p - 2))).
Proof using Type.
  intros L. rewrite <- sum_scaled. unfold slope.
  apply (d_sum (fun i s => z i * (sign (line s i) * power (Rabs (line s i)) (p - 1)))
    (fun i s => (p - 1) * (z i ^ 2 * power (Rabs (line s i)) (p - 2)))). intros i.
  replace ((p - 1) * (z i ^ 2 * power (Rabs (line s i)) (p - 2))) with
    (z i * (z i * ((p - 1) * power (Rabs (line s i)) (p - 1 - 1))))
    by (replace (p - 1 - 1) with (p - 2) by ring; ring).
  apply (derivable_pt_lim_scal (fun s => sign (line s i) * power (Rabs (line s i)) (p - 1))).
  apply (d_line (fun x => sign x * power (Rabs x) (p - 1))), d_signed. lra.
Qed.
Lemma hoelder v : 2 < p -> 0 < total v -> 0 < total z ->
  ∑ i <= d, z i ^ 2 * power (Rabs (v i)) (p - 2) <=
    Rpower (total v) (1 - 2 / p) * Rpower (total z) (2 / p).
Proof using large.
  intros L P Q. destruct shares as [A _]. set (c := _ * _).
  assert (C : 0 < c) by (apply Rmult_lt_0_compat; apply exp_pos).
  apply Rle_trans with (sum (fun i => c * (1 - 2 / p) / total v * power (Rabs (v i)) p +
    c * (2 / p) / total z * power (Rabs (z i)) p) (S d)).
  - apply Hedge.sum_le. intros i _.
    assert (V0 : 0 <= c * (1 - 2 / p) / total v)
      by (apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]).
    assert (Z0 : 0 <= c * (2 / p) / total z)
      by (apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]).
    pose proof (ax_power_sign (Rabs (v i)) p) as V1.
    pose proof (ax_power_sign (Rabs (z i)) p) as Z1.
    destruct (Rabs_pos (v i)) as [a|a]; [|rewrite <- a, power_at_0, Rmult_0_r;
      rewrite <- a, power_at_0 in V1; rewrite power_at_0; nra].
    rewrite <- (pow2_abs (z i)).
    destruct (Rabs_pos (z i)) as [b|b]; [|rewrite <- b, power_at_0; nra].
    rewrite !power_of by lra. set (x := Rabs (v i)) in *. set (y := Rabs (z i)) in *.
    assert (X : 0 < Rpower x p / total v) by (apply Rdiv_lt_0_compat; [apply exp_pos | exact P]).
    assert (Y : 0 < Rpower y p / total z) by (apply Rdiv_lt_0_compat; [apply exp_pos | exact Q]).
    pose proof (young _ _ (2 / p) X Y ltac:(lra)) as E.
    apply (Rmult_le_compat_l c) in E; [|lra].
    replace (c * (1 - 2 / p) / total v * Rpower x p + c * (2 / p) / total z * Rpower y p) with
      (c * ((1 - 2 / p) * (Rpower x p / total v) + 2 / p * (Rpower y p / total z))) by (field; lra).
    apply Rle_trans with (2 := E). right. unfold c.
    transitivity (Rpower (total v * (Rpower x p / total v)) (1 - 2 / p) *
      Rpower (total z * (Rpower y p / total z)) (2 / p)).
    + replace (total v * (Rpower x p / total v)) with (Rpower x p) by (field; lra).
      replace (total z * (Rpower y p / total z)) with (Rpower y p) by (field; lra).
      rewrite !Rpower_mult. replace (p * (1 - 2 / p)) with (p - 2) by (field; lra).
      replace (p * (2 / p)) with (INR 2) by (simpl; field; lra).
      rewrite Rpower_pow by exact b. ring.
    + rewrite <- !Rpower_mult_distr by assumption. ring.
  - right. rewrite Hedge.sum_linear. fold (total v). fold (total z). field. lra.
Qed.
End Square.

Lemma total_ext d p v v' : (forall i, (1 <= i <= d)%nat -> v i = v' i) ->
  total d p v = total d p v'.
Proof. intros E. apply Hedge.sum_eq. intros i L. now rewrite E. Qed.
Lemma G_ext d p v v' : (forall i, (1 <= i <= d)%nat -> v i = v' i) -> G d p v = G d p v'.
Proof. intros E. unfold G, p_norm. do 3 f_equal. now apply total_ext. Qed.
Lemma d_square a b s : derivable_pt_lim (fun s => (s + a) ^ 2 * b) s (2 * (s + a) * b).
Proof.
  replace (2 * (s + a) * b) with ((INR 2 * (s + a) ^ pred 2 * (1 + 0)) * b + (s + a) ^ 2 * 0)
    by (simpl; ring).
  apply (derivable_pt_lim_mult (fun s => (s + a) ^ 2) (fun _ => b)); 
    [|apply derivable_pt_lim_const].
  apply (derivable_pt_lim_comp (fun s => s + a) (fun x => x ^ 2)); [|apply derivable_pt_lim_pow].
  apply (derivable_pt_lim_plus (fun s => s) (fun _ => a));
    [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
Qed.
Lemma directional d p theta z : p >= 2 ->
  derivable_pt_lim (fun s => G d p (fun i => theta i + s * z i)) 0 (inner d (gradient d p theta) z).
Proof.
  intros large. destruct (total_pos d p theta) as [P|P].
  - rewrite inner_gradient by assumption.
    assert (E : forall i, theta i + 0 * z i = theta i) by (intros; ring).
    pose proof (d_G d p large theta z 0) as D.
    rewrite (total_ext d p _ theta) in D by (intros; apply E).
    specialize (D P). rewrite (Hedge.sum_eq _
      (fun i => z i * (sign (theta i) * power (Rabs (theta i)) (p - 1)))) in D; [exact D|].
    intros i _. now rewrite E.
  - assert (Z : forall i, (1 <= i <= d)%nat -> theta i = 0) by (now apply (total_0 d p)).
    replace (inner d (gradient d p theta) z) with (2 * (0 + 0) * G d p z).
    + apply d_ext with (2 := d_square 0 (G d p z) 0). intros s.
      rewrite Rplus_0_r, <- scaled by exact large. apply G_ext. intros i L.
      rewrite Z by exact L. ring.
    + transitivity 0; [ring|]. symmetry. unfold inner.
      transitivity (sum (fun _ => 0) (S d)); [|apply Hedge.sum_zero]. apply Hedge.sum_eq.
      intros i L. unfold gradient. rewrite Z by exact L. unfold sign.
      repeat destruct Rlt_dec; lra.
Qed.

Theorem PNorm
    (d : nat) (p : R) (theta z : nat -> R)
    (large : p >= 2) :
  let w := gradient d p theta in
  derivable_pt_lim (fun s => G d p (fun i => theta i + s * z i)) 0 (inner d w z) /\
  G d p (fun i => theta i + z i) <=
    G d p theta + inner d w z + (p - 1) / 2 * p_norm d p z ^ 2.
Proof.
  intros w. pose proof (directional d p theta z large) as D. fold w in D. split; [exact D|].
  replace ((p - 1) / 2 * p_norm d p z ^ 2) with ((p - 1) * G d p z) by (unfold G; field).
  set (line s i := theta i + s * z i). set (phi s := G d p (line s)).
  assert (E1 : G d p (fun i => theta i + z i) = phi 1)
    by (apply G_ext; intros; unfold line; ring).
  assert (E0 : G d p theta = phi 0) by (apply G_ext; intros; unfold line; ring).
  rewrite E1, E0. assert (G0 : 0 <= G d p z).
  { unfold G. pose proof (pow2_ge_0 (p_norm d p z)). lra. }
  destruct (Classical_Prop.classic (exists s, total d p (line s) = 0)) as [[s Z]|N].
  - assert (H : forall r, phi r = (r + - s) ^ 2 * G d p z).
    { intros r. rewrite <- scaled by exact large. apply G_ext. intros i L.
      pose proof (total_0 d p _ Z i L) as Y. unfold line in *. lra. }
    assert (U : inner d w z = 2 * (0 + - s) * G d p z).
    { apply (uniqueness_limite _ 0 _ _ D). apply d_ext with (2 := d_square (- s) (G d p z) 0).
      intros r. symmetry. apply H. }
    rewrite U, !H. nra.
  - assert (P : forall s, 0 < total d p (line s)).
    { intros s. destruct (total_pos d p (line s)) as [P|P]; [exact P|].
      exfalso. apply N. now exists s. }
    assert (P0 : 0 < total d p theta)
      by (rewrite (total_ext d p theta (line 0)); [apply P | intros; unfold line; ring]).
    destruct (Rlt_le_dec 2 p) as [L|L].
    + destruct (total_pos d p z) as [Q|Q].
      * destruct (shares p large) as [[A1 A2] _].
        set (slope s :=
          sum (fun i => z i * (sign (line s i) * power (Rabs (line s i)) (p - 1))) (S d)).
        set (bend s := sum (fun i => z i ^ 2 * power (Rabs (line s i)) (p - 2)) (S d)).
        set (phi' s := Rpower (total d p (line s)) (2 / p - 1) * slope s).
        set (phi'' s := (2 / p - 1) * Rpower (total d p (line s)) (2 / p - 1 - 1) * (p * slope s) *
          slope s + Rpower (total d p (line s)) (2 / p - 1) * ((p - 1) * bend s)).
        set (K := (p - 1) * power (total d p z) (2 / p)).
        assert (D1 : forall s, derivable_pt_lim phi s (phi' s))
          by (intros s; exact (d_G d p large theta z s (P s))).
        assert (D2 : forall s, derivable_pt_lim phi' s (phi'' s)).
        { intros s. apply (derivable_pt_lim_mult
            (fun s => Rpower (total d p (line s)) (2 / p - 1)) slope); [|now apply d_slope].
          apply (derivable_pt_lim_comp (fun s => total d p (line s))
            (fun a => Rpower a (2 / p - 1)));
            [now apply d_total | now apply derivable_pt_lim_power]. }
        assert (B : forall s, phi'' s <= K).
        { intros s. unfold phi''. pose proof (hoelder d p large z (line s) L (P s) Q) as H.
          fold (bend s) in H.
          pose proof (exp_pos ((2 / p - 1 - 1) * ln (total d p (line s)))) as X.
          fold (Rpower (total d p (line s)) (2 / p - 1 - 1)) in X.
          pose proof (exp_pos ((2 / p - 1) * ln (total d p (line s)))) as Y.
          fold (Rpower (total d p (line s)) (2 / p - 1)) in Y.
          set (a := Rpower (total d p (line s)) (2 / p - 1 - 1)) in *.
          set (b := Rpower (total d p (line s)) (2 / p - 1)) in *.
          assert (F : (2 / p - 1) * a * (p * slope s) * slope s <= 0).
          { assert (0 <= a * (p * slope s ^ 2)).
            { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra | apply pow2_ge_0]. }
            nra. }
          assert (I : b * Rpower (total d p (line s)) (1 - 2 / p) = 1).
          { unfold b. rewrite <- Rpower_plus. replace (2 / p - 1 + (1 - 2 / p)) with 0 by ring.
            now apply Rpower_O. }
          apply (Rmult_le_compat_l b) in H; [|lra]. rewrite <- Rmult_assoc, I in H.
          unfold K. rewrite power_of by lra.
          apply (Rmult_le_compat_l (p - 1)) in H; lra. }
        destruct (MVT_cor2 (fun s => phi s - (phi' 0 * s + K / 2 * ((s + 0) ^ 2 * 1)))
          (fun s => phi' s - (phi' 0 * 1 + K / 2 * (2 * (s + 0) * 1))) 0 1) as (c & C & I);
          [lra | |].
        { intros s _. apply (derivable_pt_lim_minus phi
            (fun s => phi' 0 * s + K / 2 * ((s + 0) ^ 2 * 1))); [apply D1|].
          apply (derivable_pt_lim_plus (fun s => phi' 0 * s) (fun s => K / 2 * ((s + 0) ^ 2 * 1))).
          - apply (derivable_pt_lim_scal (fun s => s)), derivable_pt_lim_id.
          - apply (derivable_pt_lim_scal (fun s => (s + 0) ^ 2 * 1)), d_square. }
        destruct (MVT_cor2 phi' phi'' 0 c) as (b & F & _); [lra | now intros; apply D2 |].
        specialize (B b). assert (U : inner d w z = phi' 0).
        { apply (uniqueness_limite _ 0 _ _ D). apply D1. }
        assert (M : (phi'' b - K) * c <= 0) by nra.
        rewrite U, (G_is d p large). fold K. unfold K in *. nra.
      * assert (Z : forall i, (1 <= i <= d)%nat -> z i = 0) by (now apply (total_0 d p)).
        assert (E : phi 1 = phi 0)
          by (apply G_ext; intros i I; unfold line; rewrite Z by exact I; ring).
        assert (U : inner d w z = 0).
        { unfold inner. rewrite <- (Hedge.sum_zero d). apply Hedge.sum_eq. intros i I.
          rewrite Z by exact I. ring. }
        rewrite E, U. nra.
    + assert (p = 2) as -> by lra.
      assert (T : forall v, G d 2 v = 1 / 2 * sum (fun i => v i ^ 2) (S d)).
      { intros v. rewrite G_is by exact large. replace (2 / 2) with 1 by field.
        rewrite ax_power_one by (apply Rle_ge, total_pos). f_equal. apply Hedge.sum_eq. intros i _.
        rewrite <- (pow2_abs (v i)). destruct (Rabs_pos (v i)) as [A|A].
        - rewrite power_of by lra. replace 2 with (INR 2) at 1 by (simpl; ring).
          now apply Rpower_pow.
        - rewrite <- A, power_at_0. ring. }
      assert (U : inner d w z = sum (fun i => theta i * z i) (S d)).
      { unfold w. rewrite inner_gradient by assumption. replace (2 / 2 - 1) with 0 by field.
        rewrite Rpower_O, Rmult_1_l by exact P0. apply Hedge.sum_eq. intros i _.
        replace (2 - 1) with 1 by ring. rewrite ax_power_one by (apply Rle_ge, Rabs_pos).
        unfold sign, Rabs. repeat destruct Rlt_dec; destruct Rcase_abs;
          (lra || ring || (replace (theta i) with 0 by lra; ring)). }
      rewrite <- E1, <- E0, U, !T. right.
      transitivity (sum (fun i => 1 * (1 / 2 * theta i ^ 2 + 1 * (theta i * z i)) +
        1 / 2 * z i ^ 2) (S d)).
      * rewrite <- sum_scaled. apply Hedge.sum_eq. intros i _. field.
      * rewrite !Hedge.sum_linear. ring.
Qed.
