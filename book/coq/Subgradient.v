(* Let $x\ne0$ and let $y$ be $1$ or $-1$.  The subgradients of the perceptron loss at $w$ are the
   vectors $-syx$ with $s=1$ if the label times the score is negative, $s=0$ if it is positive, and
   any $s$ between $0$ and $1$ if the score is zero. *)
From Perclib Require Import Laws.

Definition loss {V : space} (x : V) (y : R) (w : V) : R := Rmax 0 (- (y * ⟨w, x⟩)).
Definition subgradient {V : space} (f : V -> R) (w g : V) : Prop :=
  forall v, f v >= f w + ⟨g, v ⊖ w⟩.
(* What s may be where the label times the score is m. *)
Definition slope (m s : R) : Prop :=
  (m < 0 -> s = 1) /\ (m > 0 -> s = 0) /\ (m = 0 -> 0 <= s <= 1).

(* In one variable, the loss Rmax 0 (- m) has these -s as its subgradients at m, and no others. *)
Lemma slopes m s : slope m s <-> forall n, Rmax 0 (- n) >= Rmax 0 (- m) - s * (n - m).
Proof.
  assert (M : forall a, Rmax 0 a = a /\ 0 <= a \/ Rmax 0 a = 0 /\ a <= 0).
  { intros a. unfold Rmax. destruct Rle_dec; [left | right]; lra. }
  split.
  - intros (A & B & C) n. destruct (Rtotal_order m 0) as [D|[D|D]];
      [rewrite (A D) | specialize (C D) | rewrite (B D)];
      destruct (M (- n)) as [[-> ?]|[-> ?]], (M (- m)) as [[-> ?]|[-> ?]]; nra.
  - intros H. pose proof (H (2 * m)) as A. pose proof (H 0) as B.
    pose proof (H 1) as C. pose proof (H (-1)) as D. revert A B C D.
    repeat match goal with |- context [Rmax 0 ?a] => destruct (M a) as [[-> ?]|[-> ?]] end;
      try lra; intros; repeat apply conj; intros; nra.
Qed.

Theorem Subgradient
    (V : space) (w x : V) (y : R)
    (instance : x <> zero)
    (label : y = 1 \/ y = -1)
    (g : V) :
  subgradient (loss x y) w g <->
  exists s, slope (y * ⟨w, x⟩) s /\ g = (- (s * y)) ⊙ x.
Proof.
  assert (Y : y * y = 1) by (destruct label as [-> | ->]; ring).
  assert (X : ‖x‖² <> 0) by (intros Z; now apply instance, dot_definite).
  unfold subgradient, loss. split.
  - intros H. set (s := - (y * ⟨g, x⟩ / ‖x‖²)). exists s.
    assert (G : g = (- (s * y)) ⊙ x).
    { set (z := g ⊕ (s * y) ⊙ x). assert (O : ⟨z, x⟩ = 0).
      { unfold z, s. lin. replace (- (y * ⟨g, x⟩ / ‖x‖²) * y * ‖x‖²)
          with (- (y * y) * ⟨g, x⟩) by (field; exact X). rewrite Y. ring. }
      assert (Z : z = zero).
      { apply dot_definite. pose proof (H (w ⊕ z)) as P. revert P.
        replace ⟨w ⊕ z, x⟩ with ⟨w, x⟩ by (lin; rewrite O; ring).
        replace ⟨g, w ⊕ z ⊕ (-1) ⊙ w⟩ with ‖z‖².
        - pose proof (dot_pos _ z). lra.
        - replace g with (z ⊕ (- (s * y)) ⊙ x) by (unfold z; vector; ring).
          lin. rewrite (dot_sym _ x z), O. ring. }
      apply (f_equal (fun v => v ⊕ (- (s * y)) ⊙ x)) in Z. unfold z in Z.
      apply ext. intros c. apply (f_equal (dot c)) in Z. revert Z. lin. lra. }
    split; [|exact G]. apply slopes. intros n.
    set (c := (n - y * ⟨w, x⟩) * y / ‖x‖²).
    assert (C : y * (c * ‖x‖²) = n - y * ⟨w, x⟩).
    { transitivity (y * y * (n - y * ⟨w, x⟩)); [unfold c; field; exact X | rewrite Y; ring]. }
    specialize (H (w ⊕ c ⊙ x)). revert H.
    replace (y * ⟨w ⊕ c ⊙ x, x⟩) with n by (lin; lra).
    replace ⟨g, w ⊕ c ⊙ x ⊕ (-1) ⊙ w⟩ with (- s * (n - y * ⟨w, x⟩)); [lra|].
    rewrite <- C, G. lin. ring.
  - intros (s & S & ->) v. rewrite slopes in S. specialize (S (y * ⟨v, x⟩)). lin.
    rewrite (dot_sym _ x v), (dot_sym _ x w). nra.
Qed.
