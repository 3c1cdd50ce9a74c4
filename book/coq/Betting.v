(* A learner bets on the slopes.  In a real inner product space let $\|g_t\|\le1$, and
   $\varepsilon>0$.  With $\theta_t=-\sum_{s<t}g_s$ and the wealth
   $W_t=\varepsilon-\sum_{s<t}\langle g_s,w_s\rangle$ it plays
   $w_t=\tanh(\|\theta_t\|/t)\,W_t\,\theta_t/\|\theta_t\|$, and 0 if $\theta_t=0$.  For every
   $T\ge1$ the wealth $W_{T+1}$ is at least
   $\varepsilon\exp(\|\theta_{T+1}\|^2/(2T)-\frac12\sum_{t\le T}1/t)$, which is at least
   $\frac\varepsilon{\sqrt{eT}}e^{\|\theta_{T+1}\|^2/(2T)}$, and the regret against any $u$ is at
   most $\varepsilon+\|u\|\sqrt{T\ln(1+eT^2\|u\|^2/\varepsilon^2)}$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Winnow.
From Perclib.By_hand Require Harmonic.

Section Betting.
Context {V : space}.
Variables (eps : R) (g : nat -> V).
(* After the rounds 1, ..., t; the bet of round t + 1. *)
Fixpoint theta (t : nat) : V := match t with S s => theta s ⊖ g (S s) | O => zero end.
Definition bet (t : nat) (wealth : R) : V :=
  (tanh (norm (theta t) / INR (S t)) * wealth / norm (theta t)) ⊙ theta t.
Fixpoint wealth (t : nat) : R :=
  match t with S s => wealth s - ⟨g (S s), bet s (wealth s)⟩ | O => eps end.
(* The weights of round t = 1, 2, ... *)
Definition weights (t : nat) : V := bet (pred t) (wealth (pred t)).
Definition short (T : nat) : Prop := forall t, (1 <= t <= T)%nat -> norm (g t) <= 1.
End Betting.

Lemma norm_square {V : space} (v : V) : norm v ^ 2 = ‖v‖².
Proof. apply pow2_sqrt, dot_pos. Qed.
Lemma norm_positive {V : space} (v : V) : 0 <= norm v.
Proof. apply sqrt_pos. Qed.
Lemma inner_at_most {V : space} (v w : V) : - (norm v * norm w) <= ⟨v, w⟩ <= norm v * norm w.
Proof.
  pose proof (cauchy_schwarz v w) as C. rewrite <- !norm_square in C.
  pose proof (norm_positive v) as P. pose proof (norm_positive w) as Q.
  pose proof (Rmult_le_pos _ _ P Q). split; nra.
Qed.
Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [L| ->]; [left; now apply exp_increasing | right; reflexivity]. Qed.

(* The bet of one round: a share c of it comes back. *)
Theorem Share
    (c z : R)
    (small : -1 <= c <= 1)
    (side : 0 <= z) :
  exp (c * z - z ^ 2 / 2) <= 1 + c * tanh z.
Proof.
  destruct (Winnow.Chord z 1 c ltac:(lra)) as [A _].
  { unfold Rabs. destruct Rcase_abs; lra. }
  pose proof (Winnow.cosh_above z side) as B. pose proof (Winnow.cosh_at_least_1 z) as D.
  rewrite Rmult_1_r in A. replace (c / 1) with c in A by field.
  replace (cosh z + c * sinh z) with ((1 + c * tanh z) * cosh z) in A by (unfold tanh; field; lra).
  rewrite (Rmult_comm z c) in A.
  assert (N : 0 <= 1 + c * tanh z).
  { pose proof (exp_pos (c * z)). apply Rmult_le_reg_r with (cosh z); lra. }
  unfold Rminus. rewrite exp_plus, exp_Ropp.
  apply Rmult_le_reg_r with (exp (z ^ 2 / 2)); [apply exp_pos|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (generalize (exp_pos (z ^ 2 / 2)); lra).
  apply Rle_trans with (1 := A). now apply Rmult_le_compat_l.
Qed.

Theorem Wealth
    (V : space) (eps : R) (g : nat -> V) (T : nat)
    (start : eps > 0)
    (rounds : (1 <= T)%nat)
    (slopes : short g T) :
  wealth eps g T >= eps * exp (‖theta g T‖² / (2 * INR T) - (∑ t <= T, 1 / INR t) / 2).
Proof.
  apply Rle_ge. induction rounds as [|T L I].
  { pose proof (slopes 1%nat ltac:(lia)) as B. pose proof (norm_positive (g 1%nat)) as P.
    assert (E : ‖g 1%nat‖² <= 1) by (rewrite <- norm_square; nra).
    simpl. unfold bet. simpl theta. lin.
    match goal with |- _ <= ?a => replace a with (eps * exp 0) by (rewrite exp_0; ring) end.
    apply Rmult_le_compat_l; [lra|]. apply exp_le. lra. }
  specialize (I ltac:(intros t B; apply slopes; lia)).
  pose proof (slopes (S T) ltac:(lia)) as B. pose proof (norm_positive (g (S T))) as P.
  rewrite sum_S by lia. set (H := ∑ t <= T, 1 / INR t) in *.
  set (W := wealth eps g T) in *. set (th := theta g T) in *. set (v := g (S T)) in *.
  set (x := norm th) in *. pose proof (norm_positive th : 0 <= x) as X.
  assert (N : 1 <= INR T) by (apply (le_INR 1); lia). rewrite S_INR. set (n := INR T) in *.
  assert (C : exists c, -1 <= c <= 1 /\ ⟨v, th⟩ = - (c * x)).
  { pose proof (inner_at_most v th) as A. fold x in A. destruct X as [X|X].
    - exists (- ⟨v, th⟩ / x). split; [|field; lra].
      split; apply Rmult_le_reg_r with x; try lra;
        replace (- ⟨v, th⟩ / x * x) with (- ⟨v, th⟩) by (field; lra); nra.
    - exists 0. rewrite <- X in *. split; lra. }
  destruct C as (c & C & E).
  assert (G : ‖v‖² <= 1) by (rewrite <- norm_square; nra).
  assert (S1 : wealth eps g (S T) = W * (1 + c * tanh (x / (n + 1)))).
  { simpl wealth. fold W v. unfold bet. fold th x. rewrite S_INR. fold n. lin. rewrite E.
    destruct X as [X|X]; [field; lra|]. rewrite <- X.
    replace (0 / (n + 1)) with 0 by (field; lra).
    replace (tanh 0) with 0 by (unfold tanh, sinh; rewrite Ropp_0; unfold Rdiv; ring). ring. }
  assert (S2 : ‖theta g (S T)‖² <= x ^ 2 + 2 * c * x + 1).
  { simpl theta. fold th v. lin. rewrite (dot_sym _ th v), E.
    replace ‖th‖² with (x ^ 2) by apply norm_square. lra. }
  rewrite S1. pose proof (Share c (x / (n + 1)) C) as K.
  assert (Z : 0 <= x / (n + 1)).
  { apply Rmult_le_pos; [exact X|]. left. apply Rinv_0_lt_compat. lra. }
  specialize (K Z). set (q := 1 + c * tanh (x / (n + 1))) in *.
  apply Rle_trans with (eps * exp (‖th‖² / (2 * n) - H / 2) *
    exp (c * (x / (n + 1)) - (x / (n + 1)) ^ 2 / 2)).
  - rewrite Rmult_assoc, <- exp_plus. apply Rmult_le_compat_l; [lra|]. apply exp_le.
    replace ‖th‖² with (x ^ 2) by apply norm_square.
    apply Rle_trans with ((x ^ 2 + 2 * c * x + 1) / (2 * (n + 1)) - (H + 1 / (n + 1)) / 2).
    + apply Rplus_le_compat_r, Rmult_le_compat_r; [|exact S2]. left. apply Rinv_0_lt_compat. lra.
    + apply Rminus_le. replace (_ - _) with (- (x ^ 2 / (2 * n * (n + 1) ^ 2))) by (field; lra).
      apply Rge_le, Ropp_0_le_ge_contravar. apply Rmult_le_pos; [apply pow2_ge_0|].
      left. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [lra|]. apply pow_lt. lra.
  - apply Rmult_le_compat; try assumption; left; [apply Rmult_lt_0_compat|]; try apply exp_pos; lra.
Qed.

Theorem Betting
    (V : space) (eps : R) (g : nat -> V) (T : nat) (u : V)
    (start : eps > 0)
    (rounds : (1 <= T)%nat)
    (slopes : short g T) :
  wealth eps g T >= eps / sqrt (exp 1 * INR T) * exp (‖theta g T‖² / (2 * INR T)) /\
  ∑ t <= T, ⟨g t, weights eps g t ⊖ u⟩ <=
    eps + norm u * sqrt (INR T * ln (1 + exp 1 * INR T ^ 2 * ‖u‖² / eps ^ 2)).
Proof.
  assert (N : 1 <= INR T) by (apply (le_INR 1); lia).
  pose proof (exp_pos 1) as E1.
  assert (First : wealth eps g T >=
      eps / sqrt (exp 1 * INR T) * exp (‖theta g T‖² / (2 * INR T))).
  { pose proof (Wealth V eps g T start rounds slopes) as W. apply Rle_ge.
    apply Rge_le in W. apply Rle_trans with (2 := W).
    destruct (Harmonic.Harmonic T rounds) as [_ H].
    assert (Q : sqrt (exp 1 * INR T) = exp ((1 + ln (INR T)) / 2)).
    { rewrite <- (sqrt_Rsqr (exp ((1 + ln (INR T)) / 2))) by (left; apply exp_pos). f_equal.
      unfold Rsqr. rewrite <- exp_plus. replace (_ / 2 + _ / 2) with (1 + ln (INR T)) by field.
      rewrite exp_plus, exp_ln by lra. reflexivity. }
    rewrite Q. unfold Rdiv at 1. rewrite <- exp_Ropp, Rmult_assoc, <- exp_plus.
    apply Rmult_le_compat_l; [lra|]. apply exp_le. lra. }
  split; [exact First|].
  assert (Sums : ∑ t <= T, ⟨g t, weights eps g t ⊖ u⟩ = eps - wealth eps g T + ⟨theta g T, u⟩).
  { clear First slopes N. induction rounds as [|m L I].
    - simpl. unfold weights. simpl. lin. ring.
    - rewrite sum_S by lia. rewrite I. unfold weights. simpl pred. simpl wealth. simpl theta.
      lin. ring. }
  rewrite Sums. set (x := norm (theta g T)) in *. set (U := norm u) in *. set (n := INR T) in *.
  rewrite <- !norm_square in *. fold x U in First |- *.
  pose proof (norm_positive (theta g T) : 0 <= x) as X. pose proof (norm_positive u : 0 <= U) as UP.
  pose proof (proj2 (inner_at_most (theta g T) u)) as In. fold x U in In.
  set (k := 1 + exp 1 * n ^ 2 * U ^ 2 / eps ^ 2) in *.
  assert (R2 : 0 <= exp 1 * n ^ 2 * U ^ 2 / eps ^ 2).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt; lra].
    repeat apply Rmult_le_pos; try lra; apply pow2_ge_0. }
  assert (LK : 0 <= ln k).
  { rewrite <- ln_1. apply Winnow.ln_monotone; unfold k; lra. }
  set (far := sqrt (n * ln k)). assert (F0 : 0 <= far) by apply sqrt_pos.
  assert (F2 : far ^ 2 = n * ln k) by (apply pow2_sqrt, Rmult_le_pos; lra).
  set (r := sqrt (exp 1 * n)) in *.
  assert (RN : 0 < exp 1 * n) by (apply Rmult_lt_0_compat; lra).
  assert (RP : 0 < r) by now apply sqrt_lt_R0.
  assert (RR : r ^ 2 = exp 1 * n) by (apply pow2_sqrt; lra).
  assert (EP : 0 < eps / r) by (apply Rdiv_lt_0_compat; lra).
  set (a := eps / r) in *.
  apply Rge_le in First. pose proof (exp_pos (x ^ 2 / (2 * n))) as XP.
  destruct (Rle_dec x far) as [D|D].
  { pose proof (Rmult_le_compat_l U _ _ UP D). pose proof (Rmult_lt_0_compat _ _ EP XP). lra. }
  apply Rnot_le_lt in D. set (d := (x - far) / sqrt n).
  assert (SN : 0 < sqrt n) by (apply sqrt_lt_R0; lra).
  assert (SS : sqrt n ^ 2 = n) by (apply pow2_sqrt; lra).
  assert (DP : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (DX : x - far = d * sqrt n) by (unfold d; field; lra).
  (* e^(x^2/2n) >= sqrt k * e^(d^2/2) >= sqrt k * d, and a * sqrt k >= U * sqrt n. *)
  assert (A1 : ln k / 2 + d ^ 2 / 2 <= x ^ 2 / (2 * n)).
  { apply Rmult_le_reg_r with (2 * n); [lra|].
    replace (x ^ 2 / (2 * n) * (2 * n)) with (x ^ 2) by (field; lra).
    replace ((ln k / 2 + d ^ 2 / 2) * (2 * n)) with (n * ln k + d ^ 2 * n) by field.
    rewrite <- F2. rewrite <- SS at 1. replace (d ^ 2 * sqrt n ^ 2) with ((x - far) ^ 2)
      by (rewrite DX; ring). nra. }
  apply exp_le in A1. rewrite exp_plus in A1.
  assert (A2 : d <= exp (d ^ 2 / 2)).
  { pose proof (exp_ineq1_le (d ^ 2 / 2)). nra. }
  set (s := exp (ln k / 2)) in *. assert (SP : 0 < s) by apply exp_pos.
  assert (S2 : s ^ 2 = k).
  { unfold s. simpl. rewrite Rmult_1_r, <- exp_plus. replace (_ / 2 + _ / 2) with (ln k) by field.
    apply exp_ln. unfold k. lra. }
  assert (A3 : U * sqrt n <= a * s).
  { apply Rsqr_incr_0; [|apply Rmult_le_pos; lra|apply Rmult_le_pos; lra].
    unfold Rsqr. replace (U * sqrt n * (U * sqrt n)) with (U ^ 2 * sqrt n ^ 2) by ring.
    replace (a * s * (a * s)) with (a ^ 2 * s ^ 2) by ring. rewrite S2, SS. unfold k.
    replace (a ^ 2) with (eps ^ 2 / (exp 1 * n)) by (rewrite <- RR; unfold a; field; lra).
    replace (eps ^ 2 / (exp 1 * n) * (1 + exp 1 * n ^ 2 * U ^ 2 / eps ^ 2))
      with (eps ^ 2 / (exp 1 * n) + U ^ 2 * n) by (field; lra).
    assert (0 < eps ^ 2 / (exp 1 * n)) by (apply Rdiv_lt_0_compat; [apply pow_lt|]; lra). lra. }
  assert (A4 : s * d <= exp (x ^ 2 / (2 * n))).
  { apply Rle_trans with (2 := A1). apply Rmult_le_compat_l; lra. }
  apply (Rmult_le_compat_l a) in A4; [|lra]. apply (Rmult_le_compat_r d) in A3; [|lra].
  assert (U * x <= U * far + U * sqrt n * d).
  { replace x with (far + d * sqrt n) by lra. right. ring. }
  lra.
Qed.
