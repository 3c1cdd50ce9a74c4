(* Row vectors of MathComp over the real numbers are a space of Perclib, with the sums, multiples and
   zero of MathComp, and the inner product u *m v^T; so is any left module of MathComp over the real
   numbers with an inner product, whose laws are given. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum matrix.
From mathcomp Require Import Rstruct.
From Coq Require Import Reals.
From Perclib Require Preamble.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Section Inner.
Context {V : lmodType R}.
Variable inner : V -> V -> R.
Hypotheses
  (symmetric : forall a b, inner a b = inner b a)
  (additive : forall a b c, inner (a + b) c = inner a c + inner b c)
  (homogeneous : forall r a b, inner (r *: a) b = r * inner a b)
  (positive : forall a, 0 <= inner a a)
  (definite : forall a, inner a a = 0 -> a = 0).
Definition space_of : Preamble.space.
Proof.
  refine {| Preamble.vector := V; Preamble.zero := 0; Preamble.add a b := a + b;
    Preamble.scale r a := r *: a; Preamble.dot := inner |}; auto.
  - exact: addrC.
  - exact: addrA.
  - exact: addr0.
  - by move=> a; rewrite (_ : IZR _ = -1) // scaleN1r addrN.
  - by move=> a; apply/RleP.
Defined.
Theorem sum_of (f : nat -> R) n : Preamble.sum f n.+1 = \sum_(1 <= s < n.+1) f s.
Proof.
  elim: n => [|n I]; first by rewrite big_nil.
  by rewrite big_nat_recr //= -I.
Qed.
Theorem vsum_of (f : nat -> V) n :
  Preamble.vsum (V := space_of) f n.+1 = \sum_(1 <= s < n.+1) f s.
Proof.
  elim: n => [|n I]; first by rewrite big_nil.
  by rewrite big_nat_recr //= -I.
Qed.
End Inner.

Definition rows (n : nat) : Preamble.space.
Proof.
  refine (@space_of _ (fun u v : 'rV[R]_n => (u *m v^T) ord0 ord0) _ _ _ _ _).
  - by move=> a b; rewrite -[in LHS](trmxK a) -trmx_mul mxE.
  - by move=> a b c; rewrite mulmxDl mxE.
  - by move=> r a b; rewrite -scalemxAl mxE.
  - by move=> a; rewrite mxE sumr_ge0 // => i _; rewrite mxE -expr2 sqr_ge0.
  - move=> a; rewrite mxE => /eqP. rewrite psumr_eq0 => [/allP A|i _]; last first.
      by rewrite mxE -expr2 sqr_ge0.
    apply/rowP => i; have := A i (mem_index_enum i).
    by rewrite !mxE -expr2 sqrf_eq0 => /eqP.
Defined.
