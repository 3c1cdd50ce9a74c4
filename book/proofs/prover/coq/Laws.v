(* The laws that the proofs of the theorems use, with their proofs: linearity, the Cauchy-Schwarz
   inequality, sums, orthonormal families, gaps of claims, and each axiom of prover.axioms,
   as ax_name. *)
From Coq Require FunctionalExtensionality.
From Coq Require Export Compare_dec.
From Perclib Require Export Preamble.

Definition inv (a : R) : R := / a.  (* what a statement writes / a *)

(* Linearity. *)
Section Linear.
Variable V : space.
Implicit Types a b c : V.
Lemma dot_add_r a b c : ⟨c, a ⊕ b⟩ = ⟨c, a⟩ + ⟨c, b⟩.
Proof. now rewrite !(dot_sym _ c), dot_add. Qed.
Lemma dot_scale_r r a b : ⟨b, r ⊙ a⟩ = r * ⟨b, a⟩.
Proof. now rewrite !(dot_sym _ b), dot_scale. Qed.
Lemma dot_zero a : ⟨zero, a⟩ = 0.
Proof. rewrite <- (add_opposite _ a), dot_add, dot_scale. ring. Qed.
Lemma dot_zero_r a : ⟨a, zero⟩ = 0.
Proof. now rewrite dot_sym, dot_zero. Qed.
Lemma ext a b : (forall c, ⟨c, a⟩ = ⟨c, b⟩) -> a = b.
Proof.
  intros H. assert (Z : a ⊕ (-1) ⊙ b = zero).
  { apply dot_definite. rewrite dot_add_r, dot_scale_r, H. ring. }
  rewrite <- (add_zero _ a), <- (add_opposite _ b), (add_comm _ b), add_assoc, Z.
  now rewrite add_comm, add_zero.
Qed.
End Linear.
Ltac lin := repeat first [rewrite dot_add | rewrite dot_add_r | rewrite dot_scale
  | rewrite dot_scale_r | rewrite dot_zero | rewrite dot_zero_r].
Ltac vector := apply ext; intro; lin.
Lemma cauchy_schwarz {V : space} (a b : V) : ⟨a, b⟩ ^ 2 <= ⟨a, a⟩ * ⟨b, b⟩.
Proof.
  destruct (Req_dec ⟨a, a⟩ 0) as [Z|N].
  - rewrite (dot_definite _ a Z), !dot_zero. lra.
  - pose proof (dot_pos _ a). pose proof (dot_pos _ (⟨a, a⟩ ⊙ b ⊕ (- ⟨a, b⟩) ⊙ a)) as P.
    revert P. lin. rewrite (dot_sym _ b a). intros P.
    apply Rmult_le_reg_l with ⟨a, a⟩; lra.
Qed.

(* What a statement says with a - b is said here with a + (-1) * b. *)
Lemma minus_is : Ropp = Rmult (-1).
Proof. apply FunctionalExtensionality.functional_extensionality. intros. ring. Qed.
Ltac plain := unfold Rminus in *; rewrite ?minus_is in *.

(* Sums.  A function that is zero at 0 and 1, and grows by f s from s to S s for s >= 1, is the sum
   of f. *)
Lemma sum_S f n : (1 <= n)%nat -> sum f (S n) = sum f n + f n.
Proof. destruct n; [lia | reflexivity]. Qed.
Lemma vsum_S {V : space} (f : nat -> V) n : (1 <= n)%nat -> vsum f (S n) = vsum f n ⊕ f n.
Proof. destruct n; [lia | reflexivity]. Qed.
Lemma sum_0 f : sum f 0 = 0.  Proof. reflexivity. Qed.
Lemma sum_1 f : sum f 1 = 0.  Proof. reflexivity. Qed.
Lemma vsum_0 {V : space} (f : nat -> V) : vsum f 0 = zero.  Proof. reflexivity. Qed.
Lemma vsum_1 {V : space} (f : nat -> V) : vsum f 1 = zero.  Proof. reflexivity. Qed.
Lemma sum_is f (F : nat -> R) n : F 0%nat = 0 -> F 1%nat = 0 ->
  (forall s, (1 <= s)%nat -> F (S s) = F s + f s) -> sum f n = F n.
Proof.
  intros Z O H. induction n as [|n I]; [auto|]. destruct n; [auto|].
  now rewrite sum_S, I, <- H by lia.
Qed.
Lemma vsum_is {V : space} f (F : nat -> V) n : F 0%nat = zero -> F 1%nat = zero ->
  (forall s, (1 <= s)%nat -> F (S s) = F s ⊕ f s) -> vsum f n = F n.
Proof.
  intros Z O H. induction n as [|n I]; [auto|]. destruct n; [auto|].
  now rewrite vsum_S, I, <- H by lia.
Qed.
Lemma dot_vsum {V : space} (f : nat -> V) (v : V) n : ⟨vsum f n, v⟩ = sum (fun s => ⟨f s, v⟩) n.
Proof.
  symmetry. refine (sum_is _ (fun n => ⟨vsum f n, v⟩) n _ _ _); intros; [apply dot_zero .. |].
  now rewrite vsum_S, dot_add.
Qed.
Lemma induction T (P : nat -> Prop) : P 1%nat ->
  (forall t, (1 <= t <= T)%nat -> P t -> P (S t)) -> forall n, (1 <= n <= S T)%nat -> P n.
Proof.
  intros B H n. induction n as [|n I]; [lia|]. intros L.
  destruct n; [exact B | apply H; [|apply I]; lia].
Qed.

(* Orthonormal families. *)
Lemma dot_unit {V : space} (e f : nat -> V) a i n : orthonormal e -> (forall s, f s = a s ⊙ e s) ->
  ⟨e i, vsum f n⟩ = if andb (Nat.leb 1 i) (Nat.ltb i n) then a i else 0.
Proof.
  intros O F. rewrite dot_sym, dot_vsum.
  refine (sum_is _ (fun n => if andb (Nat.leb 1 i) (Nat.ltb i n) then a i else 0) n _ _ _); intros.
  - now rewrite Bool.andb_comm.
  - destruct i; reflexivity.
  - rewrite F, dot_scale, O. destruct (Nat.eqb_spec s i) as [->|N].
    + destruct (Nat.ltb_spec i (S i)), (Nat.ltb_spec i i), (Nat.leb_spec 1 i); try lia.
      simpl. ring.
    + destruct (Nat.ltb_spec i (S s)), (Nat.ltb_spec i s), (Nat.leb 1 i); try lia; simpl; ring.
Qed.
Lemma dot_units {V : space} (e f g : nat -> V) a b n : orthonormal e ->
  (forall s, f s = a s ⊙ e s) -> (forall s, g s = b s ⊙ e s) ->
  ⟨vsum f n, vsum g n⟩ = sum (fun s => a s * b s) n.
Proof.
  intros O F G. symmetry.
  refine (sum_is _ (fun n => ⟨vsum f n, vsum g n⟩) n _ _ _); intros; try apply dot_zero.
  rewrite !vsum_S by assumption. lin. rewrite (dot_sym _ _ (g s)), F, G. lin.
  rewrite !(dot_unit e _ _ _ _ O F), !(dot_unit e _ _ _ _ O G), O, Nat.eqb_refl.
  rewrite (Nat.ltb_irrefl s), Bool.andb_false_r. ring.
Qed.
Lemma apart_vsum {V : space} (f : nat -> V) v n : (forall s, ⟨f s, v⟩ = 0) -> ⟨vsum f n, v⟩ = 0.
Proof. intros H. rewrite dot_vsum. refine (sum_is _ (fun _ => 0) n _ _ _); intros; rewrite ?H; ring. Qed.
Ltac apart := try assumption; intros; unfold apart in *; intros; lin; repeat match goal with
  | |- context [⟨?v, ?w⟩] => replace ⟨v, w⟩ with 0 by (symmetry; apart_atoms) end; ring
with apart_atoms := match goal with
  | H : forall _, _ |- _ => apply H
  | H : forall _, _ |- _ => rewrite dot_sym; apply H
  | |- ⟨vsum _ _, _⟩ = 0 => apply apart_vsum; apart
  | |- ⟨_, vsum _ _⟩ = 0 => rewrite dot_sym; apply apart_vsum; apart
  end.

(* The gap of a claim is the difference of its sides.  A certificate writes the gap of the conclusion
   as a sum of products of gaps of the premises. *)
Lemma ge_gap a b : a >= b -> 0 <= a - b.  Proof. lra. Qed.
Lemma gt_gap a b : a > b -> 0 < a - b.  Proof. lra. Qed.
Lemma le_gap a b : a <= b -> 0 <= b - a.  Proof. lra. Qed.
Lemma lt_gap a b : a < b -> 0 < b - a.  Proof. lra. Qed.
Lemma eq_gap a b : a = b -> a - b = 0.  Proof. lra. Qed.
Lemma dot_gap {V : space} (c a b : V) : a = b -> ⟨c, a⟩ - ⟨c, b⟩ = 0.
Proof. intros ->. ring. Qed.
Lemma zero_times w g : g = 0 -> w * g = 0.  Proof. intros ->. ring. Qed.
Lemma zero_product w g h : g = 0 -> w * (g * h) = 0.  Proof. intros ->. ring. Qed.
Lemma zero_sum a b : a = 0 -> b = 0 -> a + b = 0.  Proof. lra. Qed.
Lemma by_ge a b p z : 0 <= p -> z = 0 -> a - b = p + z -> a >= b.  Proof. lra. Qed.
Lemma by_gt a b p z : 0 < p -> z = 0 -> a - b = p + z -> a > b.  Proof. lra. Qed.
Lemma by_eq a b z : z = 0 -> a - b = z -> a = b.  Proof. lra. Qed.
Lemma whole n : 0 < IZR (Zpos n).  Proof. now apply IZR_lt. Qed.
Lemma fraction n d : 0 < IZR (Zpos n) / IZR (Zpos d).
Proof. apply Rdiv_lt_0_compat; apply whole. Qed.
Lemma turned a b c d : d - c = - (b - a) -> b <= a -> c <= d.  Proof. lra. Qed.
Lemma absurd (P : Prop) : 0 * inv 0 = 1 -> P.  Proof. rewrite Rmult_0_l. lra. Qed.
Lemma ind_cases b : {ind b = 1} + {ind b = 0}.  Proof. destruct b; auto. Qed.
Lemma ind_square b : ind b * ind b = ind b.  Proof. destruct b; simpl; ring. Qed.
Lemma inv_scaled a c p : a = c * p -> inv a = / c * inv p.
Proof. intros ->. apply Rinv_mult. Qed.
Lemma inv_product a b : inv (a * b) = inv a * inv b.  Proof. apply Rinv_mult. Qed.
Lemma inv_inv a : inv (inv a) = a.  Proof. apply Rinv_inv. Qed.
Lemma inv_zero a : a = 0 -> inv a = 0.  Proof. intros ->. apply Rinv_0. Qed.
Lemma inv_1 : inv 1 = 1.  Proof. apply Rinv_1. Qed.

(* The axioms of the kernel, proved. *)
Lemma ax_square a : a ^ 2 >= 0.  Proof. generalize (pow2_ge_0 a). lra. Qed.
Lemma ax_norm {V : space} (v : V) : ⟨v, v⟩ >= 0.  Proof. apply Rle_ge, dot_pos. Qed.
Lemma ax_zero a : a >= 0 -> a <= 0 -> a = 0.  Proof. lra. Qed.
Lemma ax_inverse a : a > 0 -> a * inv a = 1.  Proof. intros. apply Rinv_r. lra. Qed.
Lemma ax_inverse_sign a : a > 0 -> inv a > 0.  Proof. apply Rinv_0_lt_compat. Qed.
Lemma ax_root a : a >= 0 -> sqrt a ^ 2 = a.  Proof. intros. apply pow2_sqrt. lra. Qed.
Lemma ax_root_sign a : sqrt a >= 0.  Proof. apply Rle_ge, sqrt_pos. Qed.
Ltac powers := intros; unfold power in *; repeat destruct Rlt_dec; try lra; subst; try lra.
Lemma power_0 a q : a = 0 -> power a q = 0.  Proof. intros ->. powers. Qed.
Lemma power_1 a q : a = 1 -> power a q = 1.
Proof. intros ->. powers. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.
Lemma ax_power_positive a q : a > 0 -> power a q > 0.  Proof. powers. apply exp_pos. Qed.
Lemma ax_power_sign a q : power a q >= 0.
Proof.
  destruct (Rlt_dec 0 a) as [P|]; [generalize (ax_power_positive a q P); lra | powers].
Qed.
Lemma ax_power_one a : a >= 0 -> power a 1 = a.  Proof. powers. now apply Rpower_1. Qed.
Lemma ax_power_sum a p q r : a >= 0 -> p > 0 -> q > 0 -> r = p + q ->
  power a p * power a q = power a r.
Proof. powers. now rewrite Rpower_plus. Qed.
Lemma ax_power_tower a p q r : a >= 0 -> p > 0 -> q > 0 -> r = p * q ->
  power (power a p) q = power a r.
Proof.
  intros A P Q ->. assert (p * q > 0) by now apply Rmult_gt_0_compat.
  powers; [apply Rpower_mult | contradict n; apply exp_pos].
Qed.
Lemma ax_power_product a m q r : a >= 0 -> m >= 0 -> q > 0 -> r = a * m ->
  power r q = power a q * power m q.
Proof.
  intros A M Q ->. destruct (Rle_lt_or_eq_dec 0 a) as [A'|<-]; [lra | |];
    [|now rewrite Rmult_0_l, !(power_0 0), Rmult_0_l by auto].
  destruct (Rle_lt_or_eq_dec 0 m) as [M'|<-]; [lra | |];
    [|now rewrite Rmult_0_r, !(power_0 0), Rmult_0_r by auto].
  assert (0 < a * m) by now apply Rmult_lt_0_compat.
  powers. now rewrite Rpower_mult_distr.
Qed.
(* Bernoulli's inequality, from exp x >= 1 + x at (q - 1) * ln c and at - ln c. *)
Lemma bernoulli c q : 0 < c -> 1 <= q -> 1 + q * (c - 1) <= Rpower c q.
Proof.
  intros C Q. unfold Rpower. set (y := ln c). pose proof (exp_ineq1_le ((q - 1) * y)) as A.
  pose proof (Rmult_le_compat_l (q - 1) _ _ ltac:(lra) (exp_ineq1_le (- y))) as B.
  assert (E : exp y = c) by now apply exp_ln.
  replace (q * y) with ((q - 1) * y + y) by ring. rewrite exp_plus, E.
  assert (I : exp (- y) * c = 1) by (rewrite <- E, <- exp_plus, Rplus_opp_l; apply exp_0).
  assert (0 <= (exp ((q - 1) * y) + (q - 1) * exp (- y) - q) * c) by (apply Rmult_le_pos; lra).
  nra.
Qed.
Lemma ax_tangent a m q : a >= 0 -> m >= 0 -> q >= 1 ->
  m * power a q >= power m q * (m + q * (a + (-1) * m)).
Proof.
  intros A M Q. destruct (Rle_lt_or_eq_dec 0 m) as [M'|<-]; [lra | | rewrite (power_0 0) by auto; lra].
  pose proof (ax_power_positive m q M') as P.
  destruct (Rle_lt_or_eq_dec 0 a) as [A'|<-]; [lra | | rewrite (power_0 0) by auto].
  - replace (power a q) with (power m q * Rpower (a / m) q).
    + pose proof (bernoulli (a / m) q (Rdiv_lt_0_compat _ _ A' M') ltac:(lra)) as B.
      apply Rle_ge. replace (m + q * (a + (-1) * m)) with (m * (1 + q * (a / m - 1))) by (field; lra).
      generalize (Rmult_le_compat_l (m * power m q) _ _ ltac:(nra) B). lra.
    + powers. rewrite Rpower_mult_distr by (auto using Rdiv_lt_0_compat). f_equal. field. lra.
  - assert (0 <= power m q * (m * (q - 1))) by (apply Rmult_le_pos; nra). lra.
Qed.
Lemma ax_first_round T t : (1 <= t <= T)%nat -> INR t >= 1.
Proof. intros. apply Rle_ge, (le_INR 1). lia. Qed.
Lemma ax_last_round T t : (1 <= t <= T)%nat -> INR t <= INR T.
Proof. intros. apply le_INR. lia. Qed.
