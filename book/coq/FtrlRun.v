(* The regularized leader plays the sum of the labels times the instances so far, multiplied by half
   of the step size, and scaled down to the ball of radius $1/R$ if it lies outside this ball.  Its
   regret against $u$ is the sum of $|f-y|/2$ over the scores $f$ of the points that it plays, less
   the same sum over the scores $\langle u,x\rangle$.  Let $T\ge1$, let $R>0$ bound the norms of the
   instances, let the labels be $1$ or $-1$, and let the step sizes $\eta_t$ be positive and never
   grow.  Then for every $u$ in this ball the regret after $T$ rounds is at most
   $\|u\|^2/(2\eta_T)+\frac18\sum_t\eta_t\|x_t\|^2$. *)
From Perclib Require Import Laws.
From Perclib.Randomized Require Regret_of_FTRL.

Section Learner.
Context {V : space}.
Variables (x : nat -> V) (y eta : nat -> R) (radius : R).
Definition partial (t : nat) : V := ∑⊕ s < t, y s ⊙ x s.
Definition factor (t : nat) : R :=
  if Req_EM_T ‖partial t‖² 0 then eta t / 2
  else Rmin (eta t / 2) (1 / (radius * sqrt ‖partial t‖²)).
Definition weights (t : nat) : V := factor t ⊙ partial t.
Definition chance (w : V) (t : nat) : R := Rabs (⟨w, x t⟩ - y t) / 2.
Definition regret (T : nat) (u : V) : R :=
  ∑ t <= T, chance (weights t) t - sum (chance u) (S T).

Lemma factors t : radius > 0 -> eta t > 0 -> factor t > 0 /\ factor t <= eta t / 2 /\
  ‖weights t‖² <= (/ radius) ^ 2 /\
  (eta t / 2 - factor t) * ((/ radius) ^ 2 - ‖weights t‖²) = 0.
Proof.
  intros P E. unfold inv, weights. rewrite dot_scale, dot_scale_r.
  assert (I : 0 < / radius) by (apply Rinv_0_lt_compat; lra). unfold factor.
  destruct Req_EM_T as [Z|N]; [rewrite Z; repeat split; nra|].
  pose proof (dot_pos _ (partial t)). set (n := sqrt ‖partial t‖²).
  assert (n0 : 0 < n) by (apply sqrt_lt_R0; lra).
  assert (nn : ‖partial t‖² = n * n) by (symmetry; apply sqrt_sqrt; lra).
  replace (1 / (radius * n)) with (/ radius * / n) by (field; lra). rewrite nn.
  assert (J : 0 < / n) by now apply Rinv_0_lt_compat.
  assert (K : / radius * / n * n = / radius) by (field; lra).
  assert (0 < / radius * / n) by now apply Rmult_lt_0_compat.
  assert (S : / radius * / n * (/ radius * / n * (n * n)) = (/ radius) ^ 2).
  { transitivity ((/ radius * / n * n) ^ 2); [ring | now rewrite K]. }
  unfold Rmin. destruct Rle_dec as [M|M]; rewrite ?S; repeat split; try lra.
  assert (eta t / 2 * n <= / radius) by (rewrite <- K; apply Rmult_le_compat_r; lra).
  assert (0 < eta t / 2 * n) by (apply Rmult_lt_0_compat; lra). nra.
Qed.

(* The chance of a mistake, in the form in which the kernel writes it. *)
Lemma chance_is w t : chance w t = sqrt ((⟨w, x t⟩ - y t) ^ 2) / 2.
Proof.
  unfold chance, inv, Rdiv. replace ((⟨w, x t⟩ - y t) ^ 2) with (Rsqr (⟨w, x t⟩ - y t))
    by (unfold Rsqr; ring). now rewrite sqrt_Rsqr_abs.
Qed.
End Learner.

Lemma sum_eq f g n : (forall s, (1 <= s <= n)%nat -> f s = g s) -> sum f (S n) = sum g (S n).
Proof.
  induction n as [|n I]; intros H; [reflexivity|].
  now rewrite !(sum_S _ (S n)), I, H by (intros; try apply H; lia).
Qed.
Lemma sum_scale c f n : ∑ s < n, c * f s = c * sum f n.
Proof. apply (sum_is _ (fun n => c * sum f n)); intros; rewrite ?sum_S by lia; simpl; ring. Qed.

Theorem FtrlRun
    (V : space) (T : nat) (x : nat -> V) (y eta : nat -> R) (radius : R) (u : V)
    (rounds : (1 <= T)%nat)
    (positive : radius > 0)
    (labels : forall t, (1 <= t <= T)%nat -> y t = 1 \/ y t = -1)
    (within : forall t, (1 <= t <= T)%nat -> sqrt ‖x t‖² <= radius)
    (steps : forall t, (1 <= t <= T)%nat -> eta t > 0)
    (falls : forall t, (1 <= t < T)%nat -> eta (S t) <= eta t)
    (ball : sqrt ‖u‖² <= 1 / radius) :
  regret x y eta radius T u <=
    ‖u‖² / (2 * eta T) + 1 / 8 * (∑ t <= T, eta t * ‖x t‖²).
Proof.
  assert (U : ‖u‖² <= (/ radius) ^ 2).
  { pose proof (sqrt_pos ‖u‖²). rewrite <- (sqrt_sqrt ‖u‖²) by apply dot_pos. nra. }
  (* after round T the step size stays that of round T *)
  set (e t := if le_lt_dec t T then eta t else eta T).
  assert (E : forall t, (t <= T)%nat -> e t = eta t)
    by (intros t L; unfold e; now destruct le_lt_dec; [|lia]).
  assert (last_step : e (S T) = eta T) by (unfold e; now destruct le_lt_dec; [lia|]).
  assert (P : forall t, (1 <= t <= S T)%nat -> e t > 0)
    by (intros t L; unfold e; destruct le_lt_dec; apply steps; lia).
  pose proof (fun t L => factors x y e radius t positive (P t L)) as F.
  set (w := weights x y e radius) in *.
  assert (W : forall t, (t <= T)%nat -> w t = weights x y eta radius t)
    by (intros t L; unfold w, weights, factor; now rewrite E by lia).
  assert (A : sum (fun s => sqrt ((⟨w s, x s⟩ - y s) ^ 2) / 2) (S T)
      - sum (fun s => sqrt ((⟨u, x s⟩ - y s) ^ 2) / 2) (S T)
    <= ‖u‖² / (2 * eta T) + sum (fun s => e s * ‖x s‖² / 8) (S T)).
  { apply Regret_of_FTRL.Regret_of_FTRL with (S_ := partial x y) (rho := factor x y e radius)
      (r := / radius) (R_ := radius); try assumption; try reflexivity;
      try (intros t L; apply F; lia); try (apply F; lia).
    - intros t L. unfold partial. now rewrite vsum_S by lia.
    - intros t L. destruct (labels t L) as [-> | ->]; ring.
    - intros t L. apply P. lia.
    - intros t L. destruct (Nat.eq_dec t T) as [->|D].
      + rewrite last_step, E by lia. lra.
      + rewrite !E by lia. apply falls. lia.
    - intros t L. apply P. lia.
    - intros t L. pose proof (within t L). pose proof (sqrt_pos ‖x t‖²).
      rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra.
    - unfold w, weights, partial. simpl. vector. ring.
    - apply steps. lia.
    - field. lra. }
  unfold regret. rewrite (sum_eq _ (fun s => sqrt ((⟨w s, x s⟩ - y s) ^ 2) / 2)),
    (sum_eq (chance x y u) (fun s => sqrt ((⟨u, x s⟩ - y s) ^ 2) / 2)).
  - rewrite (sum_eq (fun s => e s * ‖x s‖² / 8) (fun s => 1 / 8 * (eta s * ‖x s‖²))),
      sum_scale in A by (intros s L; rewrite E by lia; unfold inv; field).
    unfold Rdiv in *. lra.
  - intros s _. apply chance_is.
  - intros s L. rewrite W by lia. apply chance_is.
Qed.
