(* Let a perceptron with step size $\eta>0$ be wrong or tied on an example with $x\ne0$ and a label
   $1$ or $-1$, and be given this example again and again.  Then it errs, ties included, exactly
   $\lfloor r\rfloor+1$ times, where $r=-y\langle w,x\rangle/(\eta\|x\|^2)$ is the missing score
   divided by the gain of one update.  Another rule adds $(h-y)x$ to the weights, where $h$ is the
   prediction, and predicts 1 for a score of zero.  Under it an example that is wrong once, and is
   given again and again, stays wrong for ever. *)
From Perclib Require Import Laws.

(* The weights after the example (x, y) was given j times, with ties as mistakes. *)
Definition again {V : space} (eta y : R) (x w : V) (j : nat) : V :=
  Nat.iter j (fun v => if Rle_dec (y * ⟨v, x⟩) 0 then v ⊕ (eta * y) ⊙ x else v) w.
(* The weights after the example was given j times under the difference rule, which predicts 1 for a
   score of zero. *)
Definition predict (f : R) : R := if Rle_dec 0 f then 1 else -1.
Definition by_difference {V : space} (y : R) (x w : V) (j : nat) : V :=
  Nat.iter j (fun v => v ⊕ (predict ⟨v, x⟩ - y) ⊙ x) w.

Lemma floor r : 0 <= r -> exists n, INR n <= r < INR n + 1.
Proof.
  intros P. destruct (archimed r) as [A B].
  assert (Z : (0 < up r)%Z) by (apply lt_IZR; lra).
  exists (Z.to_nat (up r - 1)). rewrite INR_IZR_INZ, Znat.Z2Nat.id, minus_IZR by lia. lra.
Qed.

(* In the third part of the conclusion the score is wrong or zero, x is not zero, and n is floor(r):
   the example is a mistake after 0, ..., n updates, and not after more. *)
Theorem Update
    (V : space) (w x : V) (y eta : R)
    (label : y = 1 \/ y = -1)
    (positive : eta > 0) :
  ⟨w ⊕ (eta * y) ⊙ x, x⟩ = ⟨w, x⟩ + eta * y * ‖x‖² /\
  y * ⟨w ⊕ (eta * y) ⊙ x, x⟩ = y * ⟨w, x⟩ + eta * ‖x‖² /\
  (x <> zero -> y * ⟨w, x⟩ <= 0 ->
    let r := - (y * ⟨w, x⟩) / (eta * ‖x‖²) in
    exists n, INR n <= r < INR n + 1 /\
      forall j, y * ⟨again eta y x w j, x⟩ <= 0 <-> (j < n + 1)%nat).
Proof.
  assert (Y : y * y = 1) by (destruct label as [-> | ->]; ring).
  assert (U : forall v : V, y * ⟨v ⊕ (eta * y) ⊙ x, x⟩ = y * ⟨v, x⟩ + eta * ‖x‖²).
  { intros v. lin. transitivity (y * ⟨v, x⟩ + y * y * (eta * ‖x‖²)); [ring | rewrite Y; ring]. }
  split; [lin; ring|]. split; [apply U|]. intros X F r.
  assert (P : 0 < ‖x‖²).
  { destruct (dot_pos _ x) as [P|Z]; [exact P | contradict X]. now apply dot_definite. }
  assert (Q : 0 < eta * ‖x‖²) by (apply Rmult_lt_0_compat; lra).
  assert (E : r * (eta * ‖x‖²) = - (y * ⟨w, x⟩)) by (unfold r; field; lra).
  set (a := eta * ‖x‖²) in *. clearbody r.
  destruct (floor r) as (n & L & G); [apply Rmult_le_reg_r with a; lra|].
  exists n. split; [lra|].
  assert (H : forall j, (j <= n + 1)%nat -> y * ⟨again eta y x w j, x⟩ = y * ⟨w, x⟩ + INR j * a).
  { induction j as [|j I]; intros J; [simpl; ring|]. specialize (I ltac:(lia)).
    assert (INR j <= INR n) by (apply le_INR; lia).
    assert (INR j * a <= r * a) by (apply Rmult_le_compat_r; lra).
    change (again eta y x w (S j)) with (if Rle_dec (y * ⟨again eta y x w j, x⟩) 0
      then again eta y x w j ⊕ (eta * y) ⊙ x else again eta y x w j).
    destruct Rle_dec as [D|D]; [|lra]. rewrite U, I, S_INR. fold a. ring. }
  assert (right : forall j, (n + 1 <= j)%nat -> y * ⟨again eta y x w j, x⟩ > 0).
  { induction 1 as [|j _ I].
    - rewrite H, plus_INR by lia. change (INR 1) with 1.
      assert (r * a < (INR n + 1) * a) by (apply Rmult_lt_compat_r; lra). lra.
    - simpl again. destruct Rle_dec as [D|D]; [|exact I]. unfold again in *. lra. }
  intros j. destruct (le_lt_dec (n + 1) j) as [J|J].
  - specialize (right j J). split; [lra | lia].
  - rewrite H by lia. split; [auto|]. intros _.
    assert (INR j <= INR n) by (apply le_INR; lia).
    assert (INR j * a <= r * a) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Theorem Difference
    (V : space) (w x : V) (y : R)
    (label : y = 1 \/ y = -1) :
  (forall h, h = 1 \/ h = -1 -> h <> y ->
    y * ⟨w ⊕ (h - y) ⊙ x, x⟩ = y * ⟨w, x⟩ - 2 * ‖x‖²) /\
  (predict ⟨w, x⟩ <> y -> forall j, predict ⟨by_difference y x w j, x⟩ <> y).
Proof.
  split.
  - intros h H N. lin. destruct label as [-> | ->], H as [-> | ->]; lra.
  - intros W j. induction j as [|j I]; [exact W|].
    change (by_difference y x w (S j)) with (by_difference y x w j
      ⊕ (predict ⟨by_difference y x w j, x⟩ - y) ⊙ x).
    set (v := by_difference y x w j) in *. pose proof (dot_pos _ x). lin.
    revert I. unfold predict. destruct label as [-> | ->]; repeat destruct Rle_dec; intros; nra.
Qed.
