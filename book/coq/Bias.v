(* The perceptron with a bias starts with the weights and the bias zero, and a tie is a mistake; it
   runs over $T\ge1$ rounds, and all labels are $1$ or $-1$.  Let $u$ be a unit vector, $\gamma>0$
   and $R\ge0$, such that in every mistake the label times $\langle u,x\rangle$ is at least
   $\gamma$, and $\|x\|\le R$.  Then the number of mistakes is at most $(R^2+1)/\gamma^2$. *)
From Perclib Require Import Laws.
From Perclib.Separable Require Block_Novikoff_with_a_bias.

Definition wrong {V : space} (w x : V) (b y : R) : bool :=
  if Rle_dec (y * (⟨w, x⟩ + b)) 0 then true else false.

Theorem Bias
    (V : space) (T : nat) (w x : nat -> V) (b y : nat -> R) (u : V) (gamma R : R)
    (rounds : (1 <= T)%nat)
    (start : w 1%nat = zero /\ b 1%nat = 0)
    (label : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (update : forall t, (1 <= t <= T)%nat ->
      w (S t) = (if wrong (w t) (x t) (b t) (y t) then w t ⊕ y t ⊙ x t else w t) /\
      b (S t) = (if wrong (w t) (x t) (b t) (y t) then b t + y t else b t))
    (unit : ‖u‖² = 1)
    (margin : forall t, (1 <= t <= T)%nat -> wrong (w t) (x t) (b t) (y t) = true ->
      y t * ⟨u, x t⟩ >= gamma /\ sqrt ‖x t‖² <= R)
    (positive : gamma > 0)
    (radius_sign : R >= 0) :
  ∑ t <= T, ind (wrong (w t) (x t) (b t) (y t)) <= (R ^ 2 + 1) / gamma ^ 2.
Proof.
  set (tau t := wrong (w t) (x t) (b t) (y t)) in *. destruct start as [start b_start].
  assert (flag : forall t, ind (tau t) = 1 -> tau t = true)
    by (intros t; destruct (tau t); simpl; [reflexivity | lra]).
  assert (no_flag : forall t, ind (tau t) = 0 -> tau t = false)
    by (intros t; destruct (tau t); simpl; [lra | reflexivity]).
  replace ((R ^ 2 + 1) / gamma ^ 2) with ((R ^ 2 + 1) * (‖u‖² + 0 ^ 2) * inv (gamma ^ 2))
    by (rewrite unit; unfold inv; field; lra).
  assert (updates : forall t, (1 <= t <= T)%nat -> ind (tau t) = 1 ->
    w (S t) = w t ⊕ y t ⊙ x t /\ b (S t) = b t + y t).
  { intros t L F. destruct (update t L) as [W B]. fold (tau t) in W, B.
    now rewrite (flag t F) in W, B. }
  assert (rests : forall t, (1 <= t <= T)%nat -> ind (tau t) = 0 ->
    w (S t) = w t /\ b (S t) = b t).
  { intros t L F. destruct (update t L) as [W B]. fold (tau t) in W, B.
    now rewrite (no_flag t F) in W, B. }
  apply Block_Novikoff_with_a_bias.Block_Novikoff_with_a_bias with w x y b; try assumption;
    try (intros t L F; now apply updates); try (intros t L F; now apply rests).
  - intros t L F. apply flag in F. unfold tau, wrong in F. now destruct Rle_dec.
  - intros t L F. destruct (margin t L (flag t F)) as [M _]. lra.
  - intros t L _. destruct (label t L) as [-> | ->]; ring.
  - intros t L F. destruct (margin t L (flag t F)) as [_ N]. pose proof (sqrt_pos ‖x t‖²).
    rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra.
Qed.
