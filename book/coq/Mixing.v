(* checks: eq-mixing=Mixing cor-mixing-equal=Equal cor-mixing-passes=Shares *)
(* Each part of a stream runs a pass from the same weights, zero at first; the next pass begins with
   the mean of the weights at the ends of the parts, with mixing weights of at least 0 and sum 1.
   Let every example have $y\langle u,x\rangle\ge\gamma>0$ and a norm of at most $R$, with labels
   $1$ and $-1$.  Then the sum of the mistakes of all parts and passes, each times the mixing weight
   of its part, is at most $R^2\|u\|^2/\gamma^2$.  The parts may change from pass to pass.  With
   equal mixing weights the number of all mistakes is at most this bound times the number of parts.
   If the mixing weights are the parts' shares of the mistakes of the pass, the number of passes
   with a mistake is at most this bound. *)
From Perclib Require Import Laws.
From Coq Require Import List.

(* An example is an instance with its label.  A tie is a mistake. *)
Section Perceptron.
Context {V : space}.
Definition wrong (w : V) (e : V * R) : bool :=
  if Rle_dec (snd e * ⟨w, fst e⟩) 0 then true else false.
Definition update (w : V) (e : V * R) : V := if wrong w e then w ⊕ snd e ⊙ fst e else w.
(* Weights after a pass over a part that begins with the weights w, and its mistakes. *)
Fixpoint learn (data : list (V * R)) (w : V) : V :=
  match data with nil => w | e :: rest => learn rest (update w e) end.
Fixpoint mistakes (data : list (V * R)) (w : V) : nat :=
  match data with
  | nil => 0
  | e :: rest => (if wrong w e then 1 else 0) + mistakes rest (update w e)
  end.

(* In pass j = 1, 2, ... there are the parts i = 1, ..., m, with the mixing weights mu j i. *)
Variables (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R).
Fixpoint before (j : nat) : V :=  (* the weights before pass j *)
  match j with
  | S (S _ as n) => vsum (fun i => mu n i ⊙ learn (part n i) (before n)) (S m)
  | _ => zero
  end.
Definition made (j i : nat) : R := INR (mistakes (part j i) (before j)).
Definition total (j : nat) : R := sum (made j) (S m).
Definition weighted (j : nat) : R := sum (fun i => mu j i * made j i) (S m).
Definition not_clean (j : nat) : R := if Rlt_dec 0 (total j) then 1 else 0.
Definition examples (P : V -> R -> Prop) : Prop :=
  forall j i x y, In (x, y) (part j i) -> P x y.

Lemma sum_ge f g n : (forall i, (1 <= i < n)%nat -> f i >= g i) -> sum f n >= sum g n.
Proof.
  induction n as [|[|n] I]; intros H; try (simpl; lra).
  rewrite (sum_S f), (sum_S g) by lia. specialize (H (S n) ltac:(lia)) as L.
  specialize (I ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_linear a b f g n : sum (fun i => a * f i + b * g i) n = a * sum f n + b * sum g n.
Proof. induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S g), sum_S, I by lia. ring. Qed.
Lemma sum_same f g n : (forall i, (1 <= i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  intros H. apply Rle_antisym; apply Rge_le, sum_ge; intros i B; rewrite H by exact B; lra.
Qed.
Lemma cauchy_schwarz (a b : V) : ⟨a, b⟩ ^ 2 <= ⟨a, a⟩ * ⟨b, b⟩.
Proof.
  destruct (Req_dec ⟨a, a⟩ 0) as [Z|N].
  - rewrite (dot_definite _ a Z), !dot_zero. lra.
  - pose proof (dot_pos _ a). pose proof (dot_pos _ (⟨a, a⟩ ⊙ b ⊕ (- ⟨a, b⟩) ⊙ a)) as P.
    revert P. lin. rewrite (dot_sym _ b a). intros P.
    apply Rmult_le_reg_l with ⟨a, a⟩; lra.
Qed.

(* A pass of a part. *)
Variables (u : V) (gamma radius : R).
Definition fits (x : V) (y : R) : Prop :=
  y ^ 2 = 1 /\ ⟨x, x⟩ <= radius ^ 2 /\ y * ⟨u, x⟩ >= gamma.
Lemma pass_adds data : (forall x y, In (x, y) data -> fits x y) -> forall w,
  ⟨u, learn data w⟩ >= ⟨u, w⟩ + gamma * INR (mistakes data w) /\
  ⟨learn data w, learn data w⟩ <= ⟨w, w⟩ + radius ^ 2 * INR (mistakes data w).
Proof.
  induction data as [|[x y] rest I]; intros F w; [simpl; lra|].
  destruct (F x y (or_introl eq_refl)) as (L & B & M).
  simpl learn. simpl mistakes.
  destruct (I ltac:(intros; apply F; now right) (update w (x, y))) as [P G]. revert P G.
  unfold update, wrong. simpl fst. simpl snd.
  destruct (Rle_dec _ 0) as [W|W]; [|rewrite Nat.add_0_l; auto].
  rewrite plus_INR. change (INR 1) with 1. lin. rewrite (dot_sym _ x w).
  simpl pow in *. split; nra.
Qed.

(* A mix. *)
Hypothesis all_fit : examples fits.
Hypothesis none_less : forall j i, mu j i >= 0.
Hypothesis to_one : forall j, sum (mu j) (S m) = 1.
Lemma spread (c : nat -> R) (z : nat -> V) (v : V) n : (forall i, c i >= 0) ->
  sum (fun i => c i * ⟨z i, z i⟩) n - 2 * ⟨v, vsum (fun i => c i ⊙ z i) n⟩ +
  ⟨v, v⟩ * sum c n >= 0.
Proof.
  intros C. induction n as [|[|n] I]; try (simpl; rewrite dot_zero_r; lra).
  rewrite sum_S, (sum_S c), vsum_S by lia. lin. specialize (C (S n)).
  pose proof (dot_pos _ (z (S n) ⊕ (-1) ⊙ v)) as P. revert P. lin.
  rewrite (dot_sym _ (z (S n)) v). intros P. nra.
Qed.
Lemma mix_adds j : (1 <= j)%nat ->
  ⟨u, before (S j)⟩ >= ⟨u, before j⟩ + gamma * weighted j /\
  ⟨before (S j), before (S j)⟩ <= ⟨before j, before j⟩ + radius ^ 2 * weighted j.
Proof.
  intros J. destruct j as [|j]; [lia|]. clear J. set (n := S j).
  change (before (S n)) with (vsum (fun i => mu n i ⊙ learn (part n i) (before n)) (S m)).
  assert (A : forall i, ⟨u, learn (part n i) (before n)⟩ >= ⟨u, before n⟩ + gamma * made n i /\
    ⟨learn (part n i) (before n), learn (part n i) (before n)⟩ <=
    ⟨before n, before n⟩ + radius ^ 2 * made n i).
  { intros i. apply pass_adds. intros x y I. exact (all_fit n i x y I). }
  split.
  - rewrite dot_sym, dot_vsum.
    apply Rge_trans with
      (sum (fun i => ⟨u, before n⟩ * mu n i + gamma * (mu n i * made n i)) (S m)).
    + apply sum_ge. intros i _. lin. destruct (A i) as [P _]. specialize (none_less n i).
      rewrite (dot_sym _ _ u). nra.
    + rewrite sum_linear, to_one. unfold weighted. lra.
  - set (v := vsum _ _).
    pose proof (spread (mu n) (fun i => learn (part n i) (before n)) v (S m)
      (none_less n)) as P.
    cbv beta in P. fold v in P. rewrite to_one in P.
    assert (Q : sum (fun i => ⟨before n, before n⟩ * mu n i +
        radius ^ 2 * (mu n i * made n i)) (S m) >=
      sum (fun i => mu n i * ⟨learn (part n i) (before n), learn (part n i) (before n)⟩) (S m)).
    { apply sum_ge. intros i _. destruct (A i) as [_ G]. specialize (none_less n i). nra. }
    rewrite sum_linear, to_one in Q. unfold weighted. lra.
Qed.
Lemma weighted_pos j : weighted j >= 0.
Proof.
  apply Rge_trans with (sum (fun i => 0 * 0 + 0 * 0) (S m)).
  - apply sum_ge. intros i _. specialize (none_less j i).
    pose proof (pos_INR (mistakes (part j i) (before j))). unfold made. nra.
  - rewrite sum_linear. lra.
Qed.
Hypothesis positive : gamma > 0.
Lemma bound J : sum weighted (S J) <= radius ^ 2 * ⟨u, u⟩ / gamma ^ 2.
Proof.
  assert (H : ⟨u, before (S J)⟩ >= gamma * sum weighted (S J) /\
    ⟨before (S J), before (S J)⟩ <= radius ^ 2 * sum weighted (S J) /\
    sum weighted (S J) >= 0).
  { induction J as [|J (A & B & C)].
    - simpl. rewrite dot_zero, dot_zero_r. lra.
    - rewrite sum_S by lia. destruct (mix_adds (S J) ltac:(lia)) as [P G].
      pose proof (weighted_pos (S J)). repeat split; lra. }
  destruct H as (A & B & C). set (k := sum weighted (S J)) in *. set (w := before (S J)) in *.
  apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
  replace (radius ^ 2 * ⟨u, u⟩ / gamma ^ 2 * gamma ^ 2) with (radius ^ 2 * ⟨u, u⟩) by (field; lra).
  pose proof (dot_pos _ u). destruct (Req_dec k 0) as [->|P]; [nra|].
  apply Rmult_le_reg_l with k; [lra|].
  apply Rle_trans with (⟨u, w⟩ ^ 2).
  - replace (k * (k * gamma ^ 2)) with ((gamma * k) ^ 2) by ring.
    apply pow_incr. split; [apply Rmult_le_pos; lra | lra].
  - apply Rle_trans with (1 := cauchy_schwarz u w).
    replace (k * _) with (⟨u, u⟩ * (radius ^ 2 * k)) by ring.
    now apply Rmult_le_compat_l.
Qed.
Lemma whole j i : made j i * made j i >= made j i.
Proof.
  unfold made. destruct (mistakes (part j i) (before j)) as [|n]; [simpl; lra|].
  rewrite S_INR. pose proof (pos_INR n). nra.
Qed.
End Perceptron.

Theorem Mixing
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : examples part (fun x y => y ^ 2 = 1))
    (radius : examples part (fun x y => ⟨x, x⟩ <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (none_less : forall j i, mu j i >= 0)
    (to_one : forall j, sum (mu j) (S m) = 1)
    (J : nat) :
  sum (weighted m part mu) (S J) <= R ^ 2 * ⟨u, u⟩ / gamma ^ 2.
Proof.
  apply bound; auto. intros j i x y I. repeat split; eauto.
Qed.

(* Equal mixing weights: the mistakes of all parts and passes. *)
Theorem Equal
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : examples part (fun x y => y ^ 2 = 1))
    (radius : examples part (fun x y => ⟨x, x⟩ <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (parts : (1 <= m)%nat)
    (equal : forall j i, mu j i = inv (INR m))
    (J : nat) :
  sum (total m part mu) (S J) <= INR m * (R ^ 2 * ⟨u, u⟩ / gamma ^ 2).
Proof.
  assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (N : forall j i, mu j i >= 0).
  { intros. rewrite equal. apply Rgt_ge. now apply Rinv_0_lt_compat. }
  assert (O : forall j, sum (mu j) (S m) = 1).
  { intros j. rewrite (sum_same _ (fun i => inv (INR m) * 1 + 0 * 0)).
    - rewrite sum_linear. assert (E : forall n, sum (fun _ => 1) (S n) = INR n).
      { induction n as [|n I]; [reflexivity|]. rewrite sum_S, I, S_INR by lia. ring. }
      rewrite E. unfold inv. field. lra.
    - intros i _. rewrite equal. ring. }
  pose proof (Mixing V m part mu u gamma R positive label radius margin N O J) as B.
  rewrite (sum_same _ (fun j => INR m * weighted m part mu j + 0 * 0)).
  - rewrite sum_linear. apply Rmult_le_compat_l with (r := INR m) in B; lra.
  - intros j _. unfold total, weighted.
    rewrite (sum_same (fun i => mu j i * _) (fun i => inv (INR m) * made m part mu j i + 0 * 0)).
    + rewrite sum_linear. unfold inv. field. lra.
    + intros i _. rewrite equal. ring.
Qed.

(* Shares of the mistakes: how many passes have one. *)
Theorem Shares
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : examples part (fun x y => y ^ 2 = 1))
    (radius : examples part (fun x y => ⟨x, x⟩ <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (none_less : forall j i, mu j i >= 0)
    (to_one : forall j, sum (mu j) (S m) = 1)
    (shares : forall j i, mu j i * total m part mu j = made m part mu j i)
    (J : nat) :
  sum (not_clean m part mu) (S J) <= R ^ 2 * ⟨u, u⟩ / gamma ^ 2.
Proof.
  apply Rle_trans with (2 := Mixing V m part mu u gamma R positive label radius margin
    none_less to_one J).
  apply Rge_le, sum_ge. intros j _. unfold not_clean. destruct (Rlt_dec _ _) as [P|P].
  - assert (W : total m part mu j * weighted m part mu j >= total m part mu j * 1).
    { unfold weighted. rewrite Rmult_1_r.
      replace (total m part mu j * sum _ _) with
        (sum (fun i => made m part mu j i * made m part mu j i) (S m)).
      - unfold total at 1. apply sum_ge. intros i _. apply whole.
      - rewrite (sum_same _ (fun i => total m part mu j * (mu j i * made m part mu j i) + 0 * 0)).
        + rewrite sum_linear. ring.
        + intros i _. rewrite <- (shares j i) at 1. ring. }
    apply Rle_ge, Rmult_le_reg_l with (total m part mu j); lra.
  - now apply weighted_pos.
Qed.
