(* Modules of Coquelicot over the real numbers, with an inner product, are spaces of Perclib, with the
   sums, multiples and zero of Coquelicot; so are its pairs of real numbers, with its norm.  Coquelicot
   has no structure for inner products: the product and its laws are given here. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Perclib Require Preamble.
Open Scope R_scope.

Section Inner.
Context {V : ModuleSpace R_Ring}.
Variable inner : V -> V -> R.
Hypotheses
  (symmetric : forall a b, inner a b = inner b a)
  (additive : forall a b c, inner (plus a b) c = inner a c + inner b c)
  (homogeneous : forall (r : R) a b, inner (scal r a) b = r * inner a b)
  (positive : forall a, 0 <= inner a a)
  (definite : forall a, inner a a = 0 -> a = zero).
Definition space_of : Preamble.space.
Proof.
  refine {| Preamble.vector := V; Preamble.zero := zero; Preamble.add := plus;
    Preamble.scale := scal; Preamble.dot := inner |}; trivial.
  - apply plus_comm.
  - apply plus_assoc.
  - apply plus_zero_r.
  - intros a. change (-1) with (opp (one : R_Ring)). rewrite scal_opp_one. exact (plus_opp_r a).
Defined.

Theorem sum_of (f : nat -> R) n : Preamble.sum f (S n) = sum_n_m f 1 n.
Proof.
  induction n as [|n I]; [now rewrite sum_n_m_zero by apply Nat.lt_0_1|].
  rewrite sum_n_Sm by apply le_n_S, Nat.le_0_l. now rewrite <- I.
Qed.
Theorem vsum_of (f : nat -> V) n : Preamble.vsum (V := space_of) f (S n) = sum_n_m f 1 n.
Proof.
  induction n as [|n I]; [now rewrite sum_n_m_zero by apply Nat.lt_0_1|].
  rewrite sum_n_Sm by apply le_n_S, Nat.le_0_l. now rewrite <- I.
Qed.
End Inner.

Definition pairs : Preamble.space.
Proof.
  apply (space_of (V := prod_ModuleSpace R_Ring (Ring_ModuleSpace R_Ring) (Ring_ModuleSpace R_Ring))
    (fun a b => fst a * fst b + snd a * snd b)).
  - intros. ring.
  - intros [? ?] [? ?] c. cbv [plus]. simpl. cbv [plus]. simpl. ring.
  - intros r [? ?] b. cbv [scal]. simpl. cbv [scal mult]. simpl. cbv [mult]. simpl. ring.
  - intros a. nra.
  - intros [x y] L. now destruct (Rplus_sqr_eq_0 x y L) as [-> ->].
Defined.
Theorem norm_of (a : prod_NormedModule R_AbsRing R_NormedModule R_NormedModule) :
  Preamble.norm (V := pairs) a = norm a.
Proof.
  destruct a as [x y]. change (sqrt (x * x + y * y) = sqrt (Rabs x ^ 2 + Rabs y ^ 2)).
  f_equal. rewrite !pow2_abs. ring.
Qed.
