(* examples: thm-block-novikoff thm-lower thm-freund-schapire thm-ftrl thm-root thm-one thm-floor thm-hinge-enough *)
(* For each of eight theorems of the kernel there are data of at least two rounds on which all its
   hypotheses hold.  The data are a run of three rounds in the plane for Block and Novikoff's
   theorem; runs of three rounds on the real line for Freund and Schapire's theorem and for the
   inequality $k\le B\sqrt k+k^{1-1/q}L^{1/q}$ of The_one_inequality.v; a run of two rounds on the
   line for each of the two regret bounds; losses on the line for weak duality and for the theorem
   that the hinge loss is enough; and an orthonormal family for the lower bound. *)
From Perclib Require Import Laws Units.

Definition plane : space.
Proof.
  refine {| vector := (R * R)%type; zero := (0, 0);
    add a b := (fst a + fst b, snd a + snd b); scale r a := (r * fst a, r * snd a);
    dot a b := fst a * fst b + snd a * snd b |};
    intros; repeat match goal with v : (R * R)%type |- _ => destruct v end; cbn [fst snd] in *;
    try (f_equal; ring); try ring; [nra | f_equal; nra].
Defined.
(* The sequence with the members a, b and c at 1, 2 and 3, and with the member d from 4 on. *)
Definition rounds {A : Type} (a b c d : A) (t : nat) : A :=
  match t with O | 1%nat => a | 2%nat => b | 3%nat => c | _ => d end.
Ltac all_of := repeat match goal with |- _ /\ _ => split end.
Ltac each := intros t L; destruct t as [|[|[|[|[|t]]]]]; try (exfalso; lia); simpl; intros.
Lemma power_square a : a > 0 -> power a 2 = a ^ 2.
Proof.
  intros. unfold power. destruct Rlt_dec; [|lra]. destruct Rlt_dec; [|lra].
  replace 2 with (INR 2) at 1 by (simpl; ring). now rewrite Rpower_pow.
Qed.
Lemma square_root a b : b >= 0 -> a = b * b -> sqrt a = b.
Proof. intros B ->. apply sqrt_square. lra. Qed.
Theorem Block_Novikoff :
  exists (V : space) (T : nat) (w x : nat -> V) (tau : nat -> bool) (y : nat -> R) (u : V)
    (gamma R_ : R),
    (2 <= T)%nat /\
    w 1%nat = zero /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> w (S t) = w t ⊕ y t ⊙ x t) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 0 -> w (S t) = w t) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t * ⟨w t, x t⟩ <= 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t ^ 2 = 1) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t * ⟨u, x t⟩ >= gamma) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> ‖x t‖² <= R_ ^ 2) /\
    gamma > 0.
Proof.
  exists plane, 3%nat, (rounds (0, 0) (2, 0) (2, -2) (2, -2)), (rounds (2, 0) (0, 2) (2, 0) (0, 0)).
  exists (rounds true true false false), (rounds 1 (-1) 1 1), (1, -1), 2, 2.
  all_of; try lia; try reflexivity; try (each; try lra; try (f_equal; ring); reflexivity). lra.
Qed.

Theorem Lower_bound :
  exists (V : space) (T : nat) (y : nat -> R) (R_ gamma : R) (e : nat -> V),
    (2 <= T)%nat /\
    orthonormal e /\
    (forall t : nat, (1 <= t <= T)%nat -> y t ^ 2 = 1) /\
    R_ > 0 /\
    INR T * gamma ^ 2 <= R_ ^ 2.
Proof.
  exists (wide line), 3%nat, (rounds 1 (-1) 1 1), 2, 1, (unit line 0).
  all_of; try lia; [apply unit_orthonormal | each; ring | lra | simpl; lra].
Qed.

Theorem Freund_Schapire :
  exists (V : space) (T : nat) (w x : nat -> V) (tau : nat -> bool) (y d : nat -> R)
    (R_ gamma D : R) (u : V),
    (2 <= T)%nat /\
    w 1%nat = zero /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> w (S t) = w t ⊕ y t ⊙ x t) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 0 -> w (S t) = w t) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t * ⟨w t, x t⟩ <= 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> ‖x t‖² <= R_ ^ 2) /\
    gamma > 0 /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t ^ 2 = 1) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 ->
      d t >= gamma - y t * ⟨u, x t⟩) /\
    ∑ s <= T, ind (tau s) * d s ^ 2 <= D ^ 2 /\
    D >= 0 /\
    R_ >= 0.
Proof.
  exists line, 3%nat, (rounds 0 1 0 1), (fun _ => 1), (fun _ => true), (rounds 1 (-1) 1 1).
  exists (rounds 0 2 0 0), 1, 1, 2, 1.
  all_of; try lia; try reflexivity; try (each; lra); simpl; lra.
Qed.

Theorem Regret_of_FTRL :
  exists (V : space) (T : nat) (w S_ x : nat -> V) (rho eta y : nat -> R) (r R_ e : R) (u : V),
    (2 <= T)%nat /\
    (forall t : nat, (1 <= t <= T)%nat -> w t = rho t ⊙ S_ t) /\
    w (S T) = rho (S T) ⊙ S_ (S T) /\
    (forall t : nat, (1 <= t <= T)%nat -> rho t > 0) /\
    rho (S T) > 0 /\
    (forall t : nat, (1 <= t <= T)%nat -> rho t <= eta t / 2) /\
    rho (S T) <= eta (S T) / 2 /\
    (forall t : nat, (1 <= t <= T)%nat -> ‖w t‖² <= r ^ 2) /\
    ‖w (S T)‖² <= r ^ 2 /\
    (forall t : nat, (1 <= t <= T)%nat ->
      (eta t / 2 - rho t) * (r ^ 2 - ‖w t‖²) = 0) /\
    (eta (S T) / 2 - rho (S T)) * (r ^ 2 - ‖w (S T)‖²) = 0 /\
    (forall t : nat, (1 <= t <= T)%nat -> S_ (S t) = S_ t ⊕ y t ⊙ x t) /\
    (forall t : nat, (1 <= t <= T)%nat -> y t ^ 2 = 1) /\
    (forall t : nat, (1 <= t <= T)%nat -> eta t > 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> eta (S t) <= eta t) /\
    (forall t : nat, (1 <= t <= T)%nat -> eta (S t) > 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> ‖w (S t)‖² <= r ^ 2) /\
    (forall t : nat, (1 <= t <= T)%nat -> ‖x t‖² <= R_ ^ 2) /\
    S_ 1%nat = zero /\
    w 1%nat = zero /\
    eta (S T) = e /\
    e > 0 /\
    r * R_ = 1 /\
    ‖u‖² <= r ^ 2.
Proof.
  exists line, 2%nat, (rounds 0 (1 / 2) 1 1), (rounds 0 1 2 2), (fun _ => 1), (fun _ => 1 / 2).
  exists (fun _ => 1), (fun _ => 1), 1, 1, 1, 1.
  all_of; try lia; try reflexivity; try (each; lra); simpl; lra.
Qed.

Theorem Square_root_regret :
  exists (V : space) (T : nat) (w S_ x : nat -> V) (rho eta y : nat -> R) (r R_ e c : R) (u : V),
    (2 <= T)%nat /\
    (forall t : nat, (1 <= t <= T)%nat -> w t = rho t ⊙ S_ t) /\
    w (S T) = rho (S T) ⊙ S_ (S T) /\
    (forall t : nat, (1 <= t <= T)%nat -> rho t > 0) /\
    rho (S T) > 0 /\
    (forall t : nat, (1 <= t <= T)%nat -> rho t <= eta t / 2) /\
    rho (S T) <= eta (S T) / 2 /\
    (forall t : nat, (1 <= t <= T)%nat -> ‖w t‖² <= r ^ 2) /\
    ‖w (S T)‖² <= r ^ 2 /\
    (forall t : nat, (1 <= t <= T)%nat ->
      (eta t / 2 - rho t) * (r ^ 2 - ‖w t‖²) = 0) /\
    (eta (S T) / 2 - rho (S T)) * (r ^ 2 - ‖w (S T)‖²) = 0 /\
    (forall t : nat, (1 <= t <= T)%nat -> S_ (S t) = S_ t ⊕ y t ⊙ x t) /\
    (forall t : nat, (1 <= t <= T)%nat -> y t ^ 2 = 1) /\
    (forall t : nat, (1 <= t <= T)%nat -> eta t > 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> eta (S t) <= eta t) /\
    (forall t : nat, (1 <= t <= T)%nat -> eta (S t) > 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> ‖w (S t)‖² <= r ^ 2) /\
    (forall t : nat, (1 <= t <= T)%nat -> ‖x t‖² <= R_ ^ 2) /\
    S_ 1%nat = zero /\
    w 1%nat = zero /\
    eta (S T) = e /\
    e > 0 /\
    R_ > 0 /\
    r * R_ = 1 /\
    ‖u‖² <= r ^ 2 /\
    c > 0 /\
    e = c / sqrt (INR T) /\
    (forall t : nat, (1 <= t <= T)%nat ->
      eta t = c / sqrt (INR t)).
Proof.
  pose proof (sqrt_lt_1 1 2 ltac:(lra) ltac:(lra) ltac:(lra)) as S. rewrite sqrt_1 in S.
  set (e := / sqrt 2). assert (E : 0 < e < 1).
  { unfold e. split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1.
    apply Rinv_lt_contravar; lra. }
  exists line, 2%nat, (rounds 0 (e / 2) e e), (rounds 0 1 2 2), (fun _ => 1).
  exists (rounds (1 / 2) (e / 2) (e / 2) 1), (rounds 1 e e e), (fun _ => 1), 1, 1, e, 1, 1.
  all_of; try lia; try reflexivity; try (each; nra); try (simpl; lra);
    try (simpl; nra).
  - simpl. replace (1 + 1) with 2 by ring. unfold e, Rdiv. ring.
  - each; unfold e; [rewrite sqrt_1; field | replace (1 + 1) with 2 by ring; unfold Rdiv; ring].
Qed.

Theorem The_one_inequality :
  exists (V : space) (T : nat) (w x : nat -> V) (tau : nat -> bool) (y h : nat -> R)
    (R_ q L_ : R) (u : V),
    (2 <= T)%nat /\
    w 1%nat = zero /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> w (S t) = w t ⊕ y t ⊙ x t) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 0 -> w (S t) = w t) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t ^ 2 = 1) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> y t * ⟨w t, x t⟩ <= 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> ind (tau t) = 1 -> ‖x t‖² <= R_ ^ 2) /\
    R_ >= 0 /\
    (forall t : nat, (1 <= t <= T)%nat -> h t >= 1 - y t * ⟨u, x t⟩) /\
    (forall t : nat, (1 <= t <= T)%nat -> h t >= 0) /\
    q > 1 /\
    ∑ s <= T, ind (tau s) * power (h s) q <= L_.
Proof.
  exists line, 3%nat, (rounds 0 1 0 1), (fun _ => 1), (fun _ => true), (rounds 1 (-1) 1 1).
  exists (rounds (1 / 2) (3 / 2) (1 / 2) 0), 1, (3 / 2).
  exists (sum (fun s => ind true * power (rounds (1 / 2) (3 / 2) (1 / 2) 0 s) (3 / 2)) 4), (1 / 2).
  all_of; try lia; try reflexivity; try (each; lra); simpl; lra.
Qed.

Theorem Weak_duality :
  exists (V : space) (T : nat) (h y a : nat -> R) (u : V) (x : nat -> V) (p q A M : R),
    (2 <= T)%nat /\
    (forall t : nat, (1 <= t <= T)%nat -> h t >= 1 - y t * ⟨u, x t⟩) /\
    (forall t : nat, (1 <= t <= T)%nat -> a t >= 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> h t >= 0) /\
    p > 1 /\
    q > 1 /\
    1 / p + 1 / q = 1 /\
    A > 0 /\
    M >= 0 /\
    ∑ s <= T, power (a s) p <= power A p /\
    ∑ s <= T, power (h s) q <= power M q.
Proof.
  exists line, 2%nat, (rounds 0 2 0 0), (rounds 1 (-1) 1 1), (fun _ => 1), 1, (fun _ => 1), 2, 2, 2, 2.
  assert (Z : power 0 2 = 0) by now apply power_0.
  all_of; try lia; try (each; lra); try lra;
    simpl; rewrite ?Z, ?power_square by lra; lra.
Qed.

Theorem the_hinge_loss_is_enough :
  exists (V : space) (T : nat) (q R_ K m theta : R) (u : V) (h y z_ : nat -> R) (x : nat -> V),
    (2 <= T)%nat /\
    q >= 1 /\
    R_ >= 0 /\
    K > 0 /\
    R_ * norm u <= sqrt K /\
    m = 1 - R_ * norm u / sqrt K /\
    theta = 1 - m * (1 - 1 / q) /\
    (forall t : nat, (1 <= t <= T)%nat -> h t >= 0) /\
    (forall t : nat, (1 <= t <= T)%nat -> h t >= 1 - y t * ⟨u, x t⟩) /\
    ∑ s <= T, power (h s) q = K * power m q /\
    (forall t : nat, (1 <= t <= T)%nat -> z_ t >= 0) /\
    (forall t : nat, (1 <= t <= T)%nat ->
      z_ t * (z_ t - 1 + y t * ⟨u, x t⟩ / theta) = 0).
Proof.
  assert (k : sqrt (9 / 4) = 3 / 2) by (apply square_root; lra).
  assert (u : sqrt (@dot line (1 / 2) (1 / 2)) = 1 / 2) by (apply square_root; simpl; lra).
  exists line, 4%nat, 2, 1, (9 / 4), (2 / 3), (2 / 3), (1 / 2).
  exists (fun _ => 1 / 2), (fun _ => 1), (fun _ => 1 / 4), (fun _ => 1).
  unfold norm. all_of; try lia; rewrite ?k, ?u; try (each; simpl; lra); try lra.
  simpl. rewrite !power_square by lra. field.
Qed.
