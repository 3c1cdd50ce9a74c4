(* In each pass a perceptron runs over every part of the stream, over each part from the same
   weights, which are zero in the first pass.  The next pass begins with a weighted mean of the last
   weights of the parts; the mixing weights are at least 0 and have the sum 1.  Let every example
   have $y\langle u,x\rangle\ge\gamma>0$ and a norm of at most $R$, with labels $1$ and $-1$.  Then
   the sum of the mistakes of all parts and passes, each times the mixing weight of its part, is at
   most $R^2\|u\|^2/\gamma^2$.  The parts may change from pass to pass.  With equal mixing weights
   the number of all mistakes is at most this bound times the number of parts.  If the mixing
   weights are the parts' shares of the mistakes of the pass, the number of passes with a mistake is
   at most this bound.  With either choice a clean pass comes.  The weights with which a clean pass
   begins are right on every example of its parts.  They stay the weights of all later passes, as
   long as these have only examples of the clean pass, in any parts. *)
From Perclib Require Import Laws.
From Coq Require Import List.

(* An example is an instance with its label.  A tie is a mistake. *)
Section Perceptron.
Context {V : space}.
Definition wrong (w : V) (e : V * R) : bool :=
  if Rle_dec (snd e * ⟨w, fst e⟩) 0 then true else false.
Definition update (w : V) (e : V * R) : V := if wrong w e then w ⊕ snd e ⊙ fst e else w.
(* The weights after a pass over a part that begins with the weights w, and the number of its
   mistakes. *)
Fixpoint learn (data : list (V * R)) (w : V) : V :=
  match data with nil => w | e :: rest => learn rest (update w e) end.
Fixpoint mistakes (data : list (V * R)) (w : V) : nat :=
  match data with
  | nil => 0
  | e :: rest => (if wrong w e then 1 else 0) + mistakes rest (update w e)
  end.

(* Pass j = 1, 2, ... goes over the parts i = 1, ..., m, which have the mixing weights mu j i. *)
Variables (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R).
Fixpoint before (j : nat) : V :=  (* the weights before pass j *)
  match j with
  | S (S _ as n) => vsum (fun i => mu n i ⊙ learn (part n i) (before n)) (S m)
  | _ => zero
  end.
Definition made (j i : nat) : R := INR (mistakes (part j i) (before j)).
Definition total (j : nat) : R := sum (made j) (S m).
Definition weighted (j : nat) : R := ∑ i <= m, mu j i * made j i.
Definition not_clean (j : nat) : R := if Rlt_dec 0 (total j) then 1 else 0.
Definition examples (P : V -> R -> Prop) : Prop :=
  forall j i x y, In (x, y) (part j i) -> P x y.

Lemma sum_ge f g n : (forall i, (1 <= i < n)%nat -> f i >= g i) -> sum f n >= sum g n.
Proof.
  induction n as [|[|n] I]; intros H; try (simpl; lra).
  rewrite (sum_S f), (sum_S g) by lia. specialize (H (S n) ltac:(lia)) as L.
  specialize (I ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_linear a b f g n : ∑ i < n, (a * f i + b * g i) = a * sum f n + b * sum g n.
Proof. induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S g), sum_S, I by lia. ring. Qed.
Lemma sum_same f g n : (forall i, (1 <= i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  intros H. apply Rle_antisym; apply Rge_le, sum_ge; intros i B; rewrite H by exact B; lra.
Qed.

(* In a pass over a part each mistake adds at least gamma to the inner product with u, and at most
   the squared radius to the squared length. *)
Variables (u : V) (gamma radius : R).
Definition fits (x : V) (y : R) : Prop :=
  y ^ 2 = 1 /\ ‖x‖² <= radius ^ 2 /\ y * ⟨u, x⟩ >= gamma.
Lemma pass_adds data : (forall x y, In (x, y) data -> fits x y) -> forall w,
  ⟨u, learn data w⟩ >= ⟨u, w⟩ + gamma * INR (mistakes data w) /\
  ‖learn data w‖² <= ‖w‖² + radius ^ 2 * INR (mistakes data w).
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

(* The squared length of a mix is at most the mean of the squared lengths, with the same weights. *)
Hypothesis all_fit : examples fits.
Hypothesis none_less : forall j i, mu j i >= 0.
Hypothesis to_one : forall j, sum (mu j) (S m) = 1.
Lemma spread (c : nat -> R) (z : nat -> V) (v : V) n : (forall i, c i >= 0) ->
  ∑ i < n, c i * ‖z i‖² - 2 * ⟨v, ∑⊕ i < n, c i ⊙ z i⟩ +
  ‖v‖² * sum c n >= 0.
Proof.
  intros C. induction n as [|[|n] I]; try (simpl; rewrite dot_zero_r; lra).
  rewrite sum_S, (sum_S c), vsum_S by lia. lin. specialize (C (S n)).
  pose proof (dot_pos _ (z (S n) ⊕ (-1) ⊙ v)) as P. revert P. lin.
  rewrite (dot_sym _ (z (S n)) v). intros P. nra.
Qed.
Lemma mix_adds j : (1 <= j)%nat ->
  ⟨u, before (S j)⟩ >= ⟨u, before j⟩ + gamma * weighted j /\
  ‖before (S j)‖² <= ‖before j‖² + radius ^ 2 * weighted j.
Proof.
  intros J. destruct j as [|j]; [lia|]. clear J. set (n := S j).
  change (before (S n)) with (vsum (fun i => mu n i ⊙ learn (part n i) (before n)) (S m)).
  assert (A : forall i, ⟨u, learn (part n i) (before n)⟩ >= ⟨u, before n⟩ + gamma * made n i /\
    ‖learn (part n i) (before n)‖² <=
    ‖before n‖² + radius ^ 2 * made n i).
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
    assert (Q : sum (fun i => ‖before n‖² * mu n i +
        radius ^ 2 * (mu n i * made n i)) (S m) >=
      sum (fun i => mu n i * ‖learn (part n i) (before n)‖²) (S m)).
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
Lemma bound J : sum weighted (S J) <= radius ^ 2 * ‖u‖² / gamma ^ 2.
Proof.
  assert (H : ⟨u, before (S J)⟩ >= gamma * sum weighted (S J) /\
    ‖before (S J)‖² <= radius ^ 2 * sum weighted (S J) /\
    sum weighted (S J) >= 0).
  { induction J as [|J (A & B & C)].
    - simpl. rewrite dot_zero, dot_zero_r. lra.
    - rewrite sum_S by lia. destruct (mix_adds (S J) ltac:(lia)) as [P G].
      pose proof (weighted_pos (S J)). repeat split; lra. }
  destruct H as (A & B & C). set (k := sum weighted (S J)) in *. set (w := before (S J)) in *.
  apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
  replace (radius ^ 2 * ‖u‖² / gamma ^ 2 * gamma ^ 2) with (radius ^ 2 * ‖u‖²) by (field; lra).
  pose proof (dot_pos _ u). destruct (Req_dec k 0) as [->|P]; [nra|].
  apply Rmult_le_reg_l with k; [lra|].
  apply Rle_trans with (⟨u, w⟩ ^ 2).
  - replace (k * (k * gamma ^ 2)) with ((gamma * k) ^ 2) by ring.
    apply pow_incr. split; [apply Rmult_le_pos; lra | lra].
  - apply Rle_trans with (1 := cauchy_schwarz u w).
    replace (k * _) with (‖u‖² * (radius ^ 2 * k)) by ring.
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
    (radius : examples part (fun x y => ‖x‖² <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (none_less : forall j i, mu j i >= 0)
    (to_one : forall j, sum (mu j) (S m) = 1)
    (J : nat) :
  sum (weighted m part mu) (S J) <= R ^ 2 * ‖u‖² / gamma ^ 2.
Proof.
  apply bound; auto. intros j i x y I. repeat split; eauto.
Qed.

(* With equal mixing weights the number of the mistakes of all parts and passes is bounded. *)
Theorem Equal
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : examples part (fun x y => y ^ 2 = 1))
    (radius : examples part (fun x y => ‖x‖² <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (parts : (1 <= m)%nat)
    (equal : forall j i, mu j i = / INR m)
    (J : nat) :
  sum (total m part mu) (S J) <= INR m * (R ^ 2 * ‖u‖² / gamma ^ 2).
Proof.
  assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (N : forall j i, mu j i >= 0).
  { intros. rewrite equal. apply Rgt_ge. now apply Rinv_0_lt_compat. }
  assert (O : forall j, sum (mu j) (S m) = 1).
  { intros j. rewrite (sum_same _ (fun i => / INR m * 1 + 0 * 0)).
    - rewrite sum_linear. assert (E : forall n, sum (fun _ => 1) (S n) = INR n).
      { induction n as [|n I]; [reflexivity|]. rewrite sum_S, I, S_INR by lia. ring. }
      rewrite E. unfold inv. field. lra.
    - intros i _. rewrite equal. ring. }
  pose proof (Mixing V m part mu u gamma R positive label radius margin N O J) as B.
  rewrite (sum_same _ (fun j => INR m * weighted m part mu j + 0 * 0)).
  - rewrite sum_linear. apply Rmult_le_compat_l with (r := INR m) in B; lra.
  - intros j _. unfold total, weighted.
    rewrite (sum_same (fun i => mu j i * _) (fun i => / INR m * made m part mu j i + 0 * 0)).
    + rewrite sum_linear. unfold inv. field. lra.
    + intros i _. rewrite equal. ring.
Qed.

(* If the mixing weights are shares of the mistakes, the number of passes with a mistake is
   bounded. *)
Theorem Shares
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : examples part (fun x y => y ^ 2 = 1))
    (radius : examples part (fun x y => ‖x‖² <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (none_less : forall j i, mu j i >= 0)
    (to_one : forall j, sum (mu j) (S m) = 1)
    (shares : forall j i, mu j i * total m part mu j = made m part mu j i)
    (J : nat) :
  sum (not_clean m part mu) (S J) <= R ^ 2 * ‖u‖² / gamma ^ 2.
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

(* If each of the passes 1, ..., J has a mistake, then at least J passes have a mistake, and there
   are at least J mistakes.  With either choice of the mixing weights one of these two numbers is
   bounded, so a clean pass comes. *)
Lemma not_clean_sum {V : space} m part mu J :
  (forall j, (1 <= j <= J)%nat -> @total V m part mu j <> 0) ->
  sum (not_clean m part mu) (S J) >= INR J /\ sum (total m part mu) (S J) >= INR J.
Proof.
  intros N.
  assert (O : forall j, (1 <= j <= J)%nat -> total m part mu j >= 1).
  { intros j B. specialize (N j B). unfold total in *.
    assert (E : exists n, sum (made m part mu j) (S m) = INR n).
    { clear. generalize m at 2. intros k. induction k as [|k [n I]]; [now exists 0%nat|].
      rewrite sum_S, I by lia. exists (n + mistakes (part j (S k)) (before m part mu j))%nat.
      now rewrite plus_INR. }
    destruct E as [[|n] E]; rewrite E in *; [now contradict N|].
    rewrite S_INR. pose proof (pos_INR n). lra. }
  clear N. induction J as [|J I]; [simpl; lra|].
  destruct I as [A B]; [intros; apply O; lia|]. specialize (O (S J) ltac:(lia)).
  rewrite !(sum_S _ (S J)), S_INR by lia. unfold not_clean at 2. destruct Rlt_dec; lra.
Qed.

Theorem Comes
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (u : V) (gamma R : R)
    (positive : gamma > 0)
    (label : examples part (fun x y => y ^ 2 = 1))
    (radius : examples part (fun x y => ‖x‖² <= R ^ 2))
    (margin : examples part (fun x y => y * ⟨u, x⟩ >= gamma))
    (parts : (1 <= m)%nat)
    (choice : (forall j i, mu j i = / INR m) \/
      (forall j i, mu j i >= 0) /\ (forall j, sum (mu j) (S m) = 1) /\
      (forall j i, mu j i * total m part mu j = made m part mu j i)) :
  exists j, (1 <= j)%nat /\ total m part mu j = 0.
Proof.
  set (b := INR m * (R ^ 2 * ‖u‖² / gamma ^ 2)).
  assert (L : exists J, INR J > b).
  { exists (Z.to_nat (up b)). rewrite INR_IZR_INZ. pose proof (archimed b).
    apply Rlt_le_trans with (IZR (up b)); [lra | apply IZR_le; lia]. }
  destruct L as [J L].
  assert (D : forall n, (exists j, (1 <= j)%nat /\ total m part mu j = 0) \/
    forall j, (1 <= j <= n)%nat -> total m part mu j <> 0).
  { induction n as [|n [I|I]]; [right; lia | now left|].
    destruct (Req_dec (total m part mu (S n)) 0) as [Z|Z]; [left; exists (S n); auto with arith|].
    right. intros j B. destruct (Nat.eq_dec j (S n)) as [->|O]; [exact Z | apply I; lia]. }
  destruct (D J) as [E|N]; [exact E|]. exfalso.
  destruct (not_clean_sum m part mu J N) as [A B].
  destruct choice as [E|(P & O & H)].
  - pose proof (Equal V m part mu u gamma R positive label radius margin parts E J). unfold b in L. lra.
  - pose proof (Shares V m part mu u gamma R positive label radius margin P O H J) as C.
    pose proof (le_INR _ _ parts) as M. change (INR 1) with 1 in M.
    assert (0 <= R ^ 2 * ‖u‖² / gamma ^ 2).
    { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; nra].
      apply Rmult_le_pos; [apply pow2_ge_0 | apply dot_pos]. }
    unfold b in L. nra.
Qed.

(* A pass makes no mistake exactly if its first weights are right on every example, and then they
   stay the same. *)
Lemma right_stays {V : space} (data : list (V * R)) w :
  (mistakes data w = 0%nat <-> forall e, In e data -> snd e * ⟨w, fst e⟩ > 0) /\
  (mistakes data w = 0%nat -> learn data w = w).
Proof.
  induction data as [|e rest [I K]]; [simpl; repeat split; easy|].
  simpl. unfold update, wrong. destruct (Rle_dec _ 0) as [W|W].
  - split; [split|]; intros H; try discriminate. specialize (H e (or_introl eq_refl)). lra.
  - rewrite Nat.add_0_l. split; [rewrite I; split | exact K].
    + intros H f [<-|F]; [lra | auto].
    + intros H f F. auto.
Qed.
Lemma none_made {V : space} m part mu j : @total V m part mu j = 0 <->
  forall i, (1 <= i <= m)%nat -> mistakes (part j i) (before m part mu j) = 0%nat.
Proof.
  unfold total. assert (P : forall n, sum (made m part mu j) n >= 0).
  { intros n. induction n as [|[|n] I]; try (simpl; lra). rewrite sum_S by lia.
    unfold made at 2. pose proof (pos_INR (mistakes (part j (S n)) (before m part mu j))). lra. }
  assert (G : forall n, sum (made m part mu j) (S n) = 0 <->
    forall i, (1 <= i <= n)%nat -> mistakes (part j i) (before m part mu j) = 0%nat).
  { induction n as [|n I]; [split; [lia | reflexivity]|]. rewrite sum_S by lia.
    specialize (P (S n)). unfold made at 2.
    pose proof (pos_INR (mistakes (part j (S n)) (before m part mu j))) as Q. split.
    - intros H i B. destruct (Nat.eq_dec i (S n)) as [->|O]; [|apply I; lia || lra].
      apply INR_eq. simpl. lra.
    - intros H. rewrite (H (S n)), (proj2 I) by (lia || intros; apply H; lia). simpl. lra. }
  apply G.
Qed.

(* After a clean pass j nothing changes, as long as the later passes have only examples of pass
   j. *)
Theorem AfterClean
    (V : space) (m : nat) (part : nat -> nat -> list (V * R)) (mu : nat -> nat -> R)
    (to_one : forall j, sum (mu j) (S m) = 1)
    (j : nat)
    (pass : (1 <= j)%nat)
    (clean : total m part mu j = 0)
    (n : nat)
    (later : (j <= n)%nat)
    (no_new : forall k i e, (j <= k <= n)%nat -> (1 <= i <= m)%nat -> In e (part k i) ->
      exists h, (1 <= h <= m)%nat /\ In e (part j h)) :
  before m part mu n = before m part mu j /\ before m part mu (S n) = before m part mu j /\
  total m part mu n = 0 /\
  forall i x y, (1 <= i <= m)%nat -> In (x, y) (part n i) -> y * ⟨before m part mu j, x⟩ > 0.
Proof.
  rewrite none_made in clean. set (w := before m part mu j) in *.
  assert (G : forall k i, (j <= k <= n)%nat -> (1 <= i <= m)%nat ->
    forall e, In e (part k i) -> snd e * ⟨w, fst e⟩ > 0).
  { intros k i K B e I. destruct (no_new k i e K B I) as (h & H & F).
    now apply (proj1 (proj1 (right_stays (part j h) w)) (clean h H)). }
  assert (M : forall k, (j <= k <= n)%nat -> before m part mu k = w ->
    before m part mu (S k) = w /\ total m part mu k = 0).
  { intros k K E.
    assert (Z : forall i, (1 <= i <= m)%nat -> mistakes (part k i) w = 0%nat)
      by (intros i B; now apply right_stays, G).
    split; [|apply none_made; intros i B; rewrite E; auto].
    destruct k as [|k]; [lia|]. apply ext. intros c.
    change (before m part mu (S (S k))) with
      (vsum (fun i => mu (S k) i ⊙ learn (part (S k) i) (before m part mu (S k))) (S m)).
    rewrite E, dot_sym, dot_vsum.
    rewrite (sum_same _ (fun i => ⟨w, c⟩ * mu (S k) i + 0 * 0)).
    - rewrite sum_linear, to_one. rewrite (dot_sym _ c). ring.
    - intros i B. rewrite dot_scale, (proj2 (right_stays _ w)) by (apply Z; lia). ring. }
  assert (S : before m part mu n = w).
  { assert (A : forall d, (j + d <= n)%nat -> before m part mu (j + d) = w).
    { induction d as [|d I]; intros D; [now rewrite Nat.add_0_r|].
      rewrite Nat.add_succ_r. apply M; [lia | apply I; lia]. }
    replace n with (j + (n - j))%nat by lia. apply A. lia. }
  destruct (M n ltac:(lia) S) as [A B]. repeat split; auto.
  intros i x y C I. now apply (G n i ltac:(lia) C (x, y)).
Qed.
