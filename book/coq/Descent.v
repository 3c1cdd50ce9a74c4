(* Online gradient descent is here a program on a list of $T$ rounds, without a projection; the
   losses are convex and have a subgradient of norm at most $G$ everywhere.  From zero, with the
   step size $\eta>0$, its total loss exceeds that of any $u$ by at most
   $\|u\|^2/(2\eta)+\eta G^2T/2$.  With $\eta=B/(G\sqrt T)$, for $B,G>0$ and $T\ge1$, it exceeds
   that of any $u$ with $\|u\|\le B$ by at most $BG\sqrt T$.  The hinge loss is such a loss on
   instances of norm at most $G$ with labels $1$ and $-1$. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

(* A round is a member e of E; at the weights w it has the loss (loss e w) and the slope
   (slope e w). *)
Section Descent.
Context {V : space} {E : Type}.
Variables (loss : E -> V -> R) (slope : E -> V -> V) (eta : R).
Definition step (w : V) (e : E) : V := w ⊕ (- eta) ⊙ slope e w.
(* The total loss of descent that begins with the weights w, and that of the fixed weights w. *)
Fixpoint paid (w : V) (stream : list E) : R :=
  match stream with [] => 0 | e :: rest => loss e w + paid (step w e) rest end.
Definition kept (w : V) (stream : list E) : R := fold_right (fun e => Rplus (loss e w)) 0 stream.
Definition subgradient : Prop :=
  forall e v w, loss e v >= loss e w + ⟨slope e w, v ⊖ w⟩.
End Descent.
Definition hinge {V : space} (e : V * R) (w : V) : R := Rmax 0 (1 - snd e * ⟨w, fst e⟩).
Definition hinge_slope {V : space} (e : V * R) (w : V) : V :=
  if Rlt_dec (snd e * ⟨w, fst e⟩) 1 then (- snd e) ⊙ fst e else zero.

Theorem Descent
    (V : space) (E : Type) (loss : E -> V -> R) (slope : E -> V -> V) (stream : list E) (u : V)
    (eta G : R)
    (convex : subgradient loss slope)
    (bounded : forall e w, In e stream -> ‖slope e w‖² <= G ^ 2)
    (positive : eta > 0) :
  paid loss slope eta zero stream - kept loss u stream
  <= ‖u‖² / (2 * eta) + eta * G ^ 2 * INR (length stream) / 2.
Proof.
  enough (H : forall w, 2 * eta * (paid loss slope eta w stream - kept loss u stream)
    <= ‖w ⊕ (-1) ⊙ u‖² + eta ^ 2 * G ^ 2 * INR (length stream)).
  { specialize (H zero). replace ‖zero ⊕ (-1) ⊙ u‖² with ‖u‖² in H by (lin; ring).
    apply Rmult_le_reg_l with (2 * eta); [lra|].
    replace (2 * eta * (‖u‖² / (2 * eta) + eta * G ^ 2 * INR (length stream) / 2))
      with (‖u‖² + eta ^ 2 * G ^ 2 * INR (length stream)) by (field; lra).
    exact H. }
  induction stream as [|e rest I]; intros w.
  { simpl. pose proof (dot_pos _ (w ⊕ (-1) ⊙ u)). lra. }
  specialize (I ltac:(intros; apply bounded; now right) (step slope eta w e)).
  pose proof (bounded e w (or_introl eq_refl)) as B. pose proof (convex e u w) as C.
  apply Rge_le, (Rmult_le_compat_l (2 * eta)) in C; [|lra].
  apply (Rmult_le_compat_l (eta ^ 2)) in B; [|apply pow2_ge_0].
  simpl length. rewrite S_INR. simpl paid. unfold kept in *. simpl fold_right.
  unfold step in I at 2 3. revert I B C. lin.
  rewrite (dot_sym _ u w), (dot_sym _ u (slope e w)), (dot_sym _ w (slope e w)). intros. lra.
Qed.

Theorem Tuned
    (V : space) (E : Type) (loss : E -> V -> R) (slope : E -> V -> V) (stream : list E) (u : V)
    (B G : R)
    (convex : subgradient loss slope)
    (bounded : forall e w, In e stream -> ‖slope e w‖² <= G ^ 2)
    (G_positive : G > 0) (B_positive : B > 0)
    (ball : ‖u‖² <= B ^ 2)
    (rounds : (1 <= length stream)%nat) :
  let r := sqrt (INR (length stream)) in
  paid loss slope (B / (G * r)) zero stream - kept loss u stream <= B * G * r.
Proof.
  intros r. assert (P : 0 < INR (length stream)) by (apply lt_0_INR; lia).
  assert (Q : 0 < r) by now apply sqrt_lt_R0.
  assert (S : INR (length stream) = r ^ 2) by (symmetry; apply pow2_sqrt; lra).
  pose proof (Rmult_lt_0_compat _ _ G_positive Q) as GQ.
  eapply Rle_trans.
  - apply (Descent V E loss slope stream u (B / (G * r)) G convex bounded).
    now apply Rdiv_lt_0_compat.
  - rewrite S. apply Rle_trans with (B ^ 2 / (2 * (B / (G * r))) + B / (G * r) * G ^ 2 * r ^ 2 / 2).
    + apply Rplus_le_compat_r, Rmult_le_compat_r; [|exact ball].
      apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; [lra | now apply Rdiv_lt_0_compat].
    + apply Req_le. field. lra.
Qed.

Theorem Hinge
    (V : space) :
  subgradient (@hinge V) hinge_slope /\
  forall (x w : V) (y G : R), y = 1 \/ y = -1 -> ‖x‖² <= G ^ 2 ->
    ⟨hinge_slope (x, y) w, hinge_slope (x, y) w⟩ <= G ^ 2.
Proof.
  split.
  - intros [x y] v w. unfold hinge, hinge_slope. cbn [fst snd].
    destruct Rlt_dec; lin; rewrite ?(dot_sym _ x).
    + rewrite (Rmax_right 0 (1 - y * ⟨w, x⟩)) by lra. pose proof (Rmax_r 0 (1 - y * ⟨v, x⟩)). lra.
    + rewrite (Rmax_left 0 (1 - y * ⟨w, x⟩)) by lra. pose proof (Rmax_l 0 (1 - y * ⟨v, x⟩)). lra.
  - intros x w y G Y L. unfold hinge_slope. cbn [fst snd]. destruct Rlt_dec; lin.
    + destruct Y as [-> | ->]; lra.
    + apply pow2_ge_0.
Qed.
