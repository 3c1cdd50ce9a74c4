(* For $u=\sum_ia_i\varphi(z_i)$ the score $\langle u,\varphi(x)\rangle$ is the sum of the
   $a_iK(z_i,x)$, and $\|u\|^2$ is the sum of all $a_ia_jK(z_i,z_j)$, where $K$ is the inner product
   of the images.  A perceptron that keeps a list of its $k$ mistakes and has seen $T$ examples has
   computed the kernel at most $kT$ times.  Let $B+1$ orthonormal instances have any labels $1$ and
   $-1$, let a learner meet no other examples, and let its weights be a combination of at most $B$
   of the instances that it has met.  Then it errs on one of the $B+1$ examples, where a tie is a
   mistake, although some unit vector has the margin $1/\sqrt{B+1}$ on each of them.  If a learner
   predicts with the majority of those of $N$ vectors that were right so far, and $M\ge1$ of the $N$
   vectors are right in all rounds, it makes at most $\log_2(N/M)$ mistakes.  In every space with
   four orthonormal vectors, for every $n$, there are a number $R$, a stream of instances of norm at
   most $R$ with labels $1$ and $-1$, and a comparator $u$ with $R\|u\|=1$, such that a perceptron
   that starts again from zero after every four mistakes makes $n$ new starts on the stream and
   $2L+1$ mistakes, where $L$ is the sum of the hinge losses of $u$; this meets the bound of such a
   perceptron, $(L+\frac14\sqrt4)/(1-1/\sqrt4)$. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

Lemma dot_sum {V : space} (f : nat -> V) (v : V) n : ⟨v, vsum f n⟩ = ∑ s < n, ⟨v, f s⟩.
Proof.
  rewrite dot_sym, dot_vsum. induction n as [|[|n] I]; try reflexivity.
  rewrite !(sum_S _ (S n)), I, (dot_sym _ v) by lia. reflexivity.
Qed.
Lemma sum_ext f g n : (forall i, f i = g i) -> sum f n = sum g n.
Proof. intros H. induction n as [|[|n] I]; try reflexivity. now rewrite !sum_S, I, H by lia. Qed.
Lemma sum_times a f n : a * sum f n = ∑ i < n, a * f i.
Proof.
  induction n as [|[|n] I]; try (simpl; ring).
  rewrite (sum_S f), (sum_S (fun i => a * f i)), <- I by lia. ring.
Qed.

Theorem KernelNorm
    (V : space) (X : Type) (phi : X -> V) (n : nat) (a : nat -> R) (z : nat -> X) :
  let K p q := ⟨phi p, phi q⟩ in
  let u := ∑⊕ i <= n, a i ⊙ phi (z i) in
  (forall x, ⟨u, phi x⟩ = ∑ i <= n, a i * K (z i) x) /\
  ‖u‖² = ∑ i <= n, ∑ j <= n, a i * a j * K (z i) (z j).
Proof.
  intros K u. assert (S : forall x, ⟨u, phi x⟩ = sum (fun i => a i * K (z i) x) (S n)).
  { intros x. unfold u. rewrite dot_vsum. apply sum_ext. intros i. apply dot_scale. }
  split; [exact S|]. unfold u at 1. rewrite dot_vsum. apply sum_ext. intros i.
  rewrite dot_scale, (dot_sym _ _ u), S, sum_times. apply sum_ext. intros j. unfold K.
  rewrite (dot_sym _ (phi (z j))). ring.
Qed.

(* A perceptron in its dual form keeps each mistake with its label, and counts how often it computes
   the kernel.  A tie is a mistake. *)
Section Dual.
Context {X : Type}.
Variable K : X -> X -> R.
Fixpoint score (kept : list (R * X)) (x : X) : R * nat :=  (* the score, and the kernels computed *)
  match kept with
  | [] => (0, 0%nat)
  | (s, z) :: rest => let (f, n) := score rest x in (s * K z x + f, S n)
  end.
(* The list, the number of mistakes and the number of kernels computed, after all examples. *)
Fixpoint run (data : list (X * R)) (kept : list (R * X)) (k calls : nat)
    : list (R * X) * nat * nat :=
  match data with
  | [] => (kept, k, calls)
  | (x, y) :: rest =>
    let (f, n) := score kept x in
    if Rle_dec (y * f) 0 then run rest ((y, x) :: kept) (S k) (calls + n)
    else run rest kept k (calls + n)
  end.
Lemma computed kept x : snd (score kept x) = length kept.
Proof.
  induction kept as [|[s z] rest I]; [reflexivity|]. simpl.
  destruct (score rest x). simpl in *. now rewrite I.
Qed.
Lemma counted data : forall kept k calls, length kept = k ->
  match run data kept k calls with (_, k', calls') =>
    (k <= k' /\ calls' <= calls + k' * length data)%nat end.
Proof.
  induction data as [|[x y] rest I]; intros kept k calls L; simpl; [lia|].
  pose proof (computed kept x) as C. destruct (score kept x) as [f n]. simpl in C.
  destruct Rle_dec.
  - specialize (I ((y, x) :: kept) (S k) (calls + n)%nat ltac:(simpl; lia)).
    destruct (run _ _ _ _) as [[a b] c]. nia.
  - specialize (I kept k (calls + n)%nat L). destruct (run _ _ _ _) as [[a b] c]. nia.
Qed.
End Dual.

Theorem Values
    (X : Type) (K : X -> X -> R) (data : list (X * R)) :
  match run K data [] 0 0 with (_, k, calls) => (calls <= k * length data)%nat end.
Proof.
  pose proof (counted K data [] 0 0 eq_refl) as H.
  destruct (run K data [] 0 0) as [[a k] c]. lia.
Qed.

(* The score of x under a list of instances with factors; the learner keeps such a list, which
   depends on the examples so far. *)
Definition learned {V : space} (kept : list (R * V)) (x : V) : R :=
  fold_right (fun e => Rplus (fst e * ⟨snd e, x⟩)) 0 kept.
Lemma one_is_missing B : forall l : list nat, (length l <= B)%nat ->
  exists j, (1 <= j <= S B)%nat /\ ~ In j l.
Proof.
  intros l L.
  assert (D : forall s, incl s l \/ exists j, In j s /\ ~ In j l).
  { induction s as [|j s [I|(i & I & N)]]; [left; easy | | right; exists i; split; [now right|easy]].
    destruct (in_dec Nat.eq_dec j l) as [J|J]; [left; now apply incl_cons|].
    right. exists j. split; [now left | exact J]. }
  destruct (D (seq 1 (S B))) as [I|(j & I & N)].
  - apply NoDup_incl_length in I; [|apply seq_NoDup]. rewrite seq_length in I. lia.
  - exists j. apply in_seq in I. split; [lia | exact N].
Qed.
Theorem Budget
    (V : space) (B : nat) (e : nat -> V) (y : nat -> R)
    (units : forall i j, (1 <= i <= S B)%nat -> (1 <= j <= S B)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0)
    (labels : forall i, (1 <= i <= S B)%nat -> y i = 1 \/ y i = -1) :
  (forall (keep : list (V * R) -> list (R * V)) (past : list (V * R)),
    (length (keep past) <= B)%nat ->
    (forall s z, In (s, z) (keep past) -> exists l, In (z, l) past) ->
    (forall z l, In (z, l) past -> exists i, (1 <= i <= S B)%nat /\ z = e i /\ l = y i) ->
    exists j, (1 <= j <= S B)%nat /\ y j * learned (keep past) (e j) <= 0) /\
  exists u, ‖u‖² = 1 /\
    forall j, (1 <= j <= S B)%nat -> y j * ⟨u, e j⟩ = 1 / sqrt (INR B + 1).
Proof.
  split.
  - intros keep past small met among.
    assert (A : forall s z, In (s, z) (keep past) -> exists i, (1 <= i <= S B)%nat /\ z = e i).
    { intros s z I. destruct (met s z I) as [l J]. destruct (among z l J) as (i & L & E & _). eauto. }
    assert (L : exists l, length l = length (keep past) /\ forall j, (1 <= j <= S B)%nat ->
      ~ In j l -> learned (keep past) (e j) = 0).
    { clear small met. revert A. generalize (keep past). intros kept.
      induction kept as [|[s z] rest I]; intros A; [exists []; split; [reflexivity | reflexivity]|].
      destruct I as (l & L & H); [intros; eapply A; right; eassumption|].
      destruct (A s z (or_introl eq_refl)) as (i & D & ->).
      exists (i :: l). split; [simpl; now rewrite L|]. intros j J N. simpl.
      rewrite H, units by (assumption || (intros M; apply N; now right)).
      destruct (Nat.eqb_spec i j) as [->|O]; [exfalso; apply N; now left | ring]. }
    destruct L as (l & L & H). destruct (one_is_missing B l ltac:(lia)) as (j & J & N).
    exists j. split; [exact J|]. rewrite H by assumption. lra.
  - set (n := S B) in *. set (r := sqrt (INR B + 1)).
    assert (R : r * r = INR n) by (unfold r, n; rewrite S_INR; apply sqrt_sqrt; pose proof (pos_INR B); lra).
    assert (P : 0 < r) by (apply sqrt_lt_R0; pose proof (pos_INR B); lra).
    set (d := fun k => vsum (fun i => y i ⊙ e i) (S k)).
    assert (D : forall k j, (k <= n)%nat -> (1 <= j <= n)%nat ->
      ⟨d k, e j⟩ = if Nat.leb j k then y j else 0).
    { unfold d. induction k as [|k I]; intros j K J.
      - simpl. rewrite dot_zero. destruct j; [lia | reflexivity].
      - rewrite vsum_S by lia. rewrite dot_add, dot_scale, I, units by lia.
        destruct (Nat.leb_spec j k), (Nat.leb_spec j (S k)), (Nat.eqb_spec (S k) j);
          subst; lia || ring. }
    assert (Y : forall j, (1 <= j <= n)%nat -> y j * y j = 1)
      by (intros j J; destruct (labels j J) as [-> | ->]; ring).
    exists (1 / r ⊙ d n). split.
    + lin. replace ‖d n‖² with (INR n); [rewrite <- R; field; lra|].
      assert (Q : forall k, (k <= n)%nat -> ⟨d k, d n⟩ = INR k).
      { induction k as [|k I]; intros K; [unfold d; simpl; now rewrite dot_zero|].
        unfold d at 1. rewrite vsum_S by lia. fold (d k). rewrite dot_add, dot_scale, I, S_INR by lia.
        rewrite (dot_sym _ (e (S k))), D by lia.
        destruct (Nat.leb_spec (S k) n); [|lia]. rewrite Y by lia. ring. }
      symmetry. now apply Q.
    + intros j J. rewrite dot_scale, D by lia. destruct (Nat.leb_spec j n); [|lia].
      replace (y j * (1 / r * y j)) with (1 / r * (y j * y j)) by ring. rewrite Y by exact J. ring.
Qed.

(* A vector is right on an example if the label times its score is positive; the others, also those
   with the score zero, are wrong. *)
Section Halving.
Context {V : space}.
Definition right (e : V * R) (v : V) : bool :=
  if Rlt_dec 0 (snd e * ⟨v, fst e⟩) then true else false.
Definition others (e : V * R) (v : V) : bool := negb (right e v).
(* The number of mistakes of the majority of the vectors that were right so far: it errs in the
   rounds in which no more than half of them are right. *)
Fixpoint mistakes (left : list V) (data : list (V * R)) : nat :=
  match data with
  | [] => 0
  | e :: rest =>
    (if Nat.leb (length (filter (right e) left)) (length (filter (others e) left))
     then 1 else 0) + mistakes (filter (right e) left) rest
  end.
Definition always_right (data : list (V * R)) (v : V) : bool :=
  forallb (fun e => right e v) data.
Lemma both e left :
  (length (filter (right e) left) + length (filter (others e) left) <= length left)%nat.
Proof.
  induction left as [|v l I]; [simpl; lia|]. unfold others in *. cbn [filter].
  destruct (right e v); cbn [negb length]; lia.
Qed.
Lemma halves data : forall left,
  (2 ^ mistakes left data * length (filter (always_right data) left) <= length left)%nat.
Proof.
  induction data as [|e rest I]; intros left.
  - simpl. induction left as [|v l I]; simpl in *; lia.
  - simpl mistakes. specialize (I (filter (right e) left)). pose proof (both e left) as B.
    assert (E : filter (always_right (e :: rest)) left =
      filter (always_right rest) (filter (right e) left)).
    { clear. induction left as [|v l I]; [reflexivity|]. cbn [filter].
      change (always_right (e :: rest) v) with (andb (right e v) (always_right rest v)).
      destruct (right e v); cbn [andb filter]; [|exact I].
      destruct (always_right rest v); now rewrite I. }
    rewrite E. destruct (Nat.leb_spec (length (filter (right e) left))
      (length (filter (others e) left))); simpl plus; [rewrite Nat.pow_succ_r by lia|]; nia.
Qed.
End Halving.

Theorem Count
    (V : space) (vectors : list V) (data : list (V * R)) :
  let N := length vectors in
  let M := length (filter (always_right data) vectors) in
  (1 <= M)%nat ->
  INR (mistakes vectors data) <= ln (INR N / INR M) / ln 2.
Proof.
  intros N M L. pose proof (halves data vectors) as H. fold N M in H.
  apply le_INR in H. rewrite mult_INR, pow_INR in H. change (INR 2) with 2 in H.
  assert (m : 0 < INR M) by (apply (lt_INR 0); lia).
  assert (l2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (P : 0 < 2 ^ mistakes vectors data) by (apply pow_lt; lra).
  apply Rmult_le_reg_r with (ln 2); [exact l2|].
  replace (ln (INR N / INR M) / ln 2 * ln 2) with (ln (INR N / INR M)) by (field; lra).
  rewrite <- ln_pow by lra.
  assert (E : 2 ^ mistakes vectors data <= INR N / INR M).
  { apply Rmult_le_reg_r with (INR M); [exact m|].
    replace (INR N / INR M * INR M) with (INR N) by (field; lra). exact H. }
  destruct E as [E|E]; [left; now apply ln_increasing | rewrite E; lra].
Qed.

(* A perceptron that starts again from zero whenever it has made B mistakes since its last start: its
   mistakes, its new starts, and the hinge losses of u in the mistakes.  A tie is a mistake. *)
Section Again.
Context {V : space}.
Variables (B : nat) (u : V).
Fixpoint again (data : list (V * R)) (w : V) (since : nat) : nat * nat * R :=
  match data with
  | [] => (0%nat, 0%nat, 0)
  | (x, y) :: rest =>
    if Rle_dec (y * ⟨w, x⟩) 0 then
      let full := Nat.eqb (S since) B in
      let next := if full then again rest zero 0 else again rest (w ⊕ y ⊙ x) (S since) in
      match next with (k, n, loss) =>
        (S k, if full then S n else n, Rmax 0 (1 - y * ⟨u, x⟩) + loss) end
    else again rest w since
  end.
End Again.
Lemma mistaken {V : space} B (u w x : V) rest since : ⟨w, x⟩ = 0 ->
  again B u ((x, 1) :: rest) w since =
    match (if Nat.eqb (S since) B then again B u rest zero 0 else again B u rest (w ⊕ 1 ⊙ x) (S since))
    with (k, n, loss) =>
      (S k, if Nat.eqb (S since) B then S n else n, Rmax 0 (1 - ⟨u, x⟩) + loss) end.
Proof.
  intros Z. cbn [again]. destruct Rle_dec as [L|L]; [|rewrite Z in L; lra].
  now rewrite Rmult_1_l.
Qed.

(* All rounds are mistakes, so the hinge losses of the mistakes are those of all rounds. *)
Theorem Attained
    (V : space) (e : nat -> V) (n : nat)
    (basis : forall i j, (1 <= i <= 4)%nat -> (1 <= j <= 4)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0) :
  exists (data : list (V * R)) (u : V) (radius : R),
    radius * sqrt ‖u‖² = 1 /\
    (forall x y, In (x, y) data -> (y = 1 \/ y = -1) /\ ‖x‖² <= radius ^ 2) /\
    match again 4 u data zero 0 with (k, starts, loss) =>
      starts = n /\ k = length data /\
      let b := radius * sqrt ‖u‖² in
      INR k = (loss + 1 / 4 * b * sqrt 4) / (1 - b / sqrt 4)
    end.
Proof.
  set (v := fun p q r s => p ⊙ e 1%nat ⊕ q ⊙ e 2%nat ⊕ r ⊙ e 3%nat ⊕ s ⊙ e 4%nat).
  assert (D : forall p q r s a b c d, ⟨v p q r s, v a b c d⟩ = p * a + q * b + r * c + s * d).
  { intros. unfold v. lin. rewrite !basis by lia. simpl. ring. }
  set (block := [(v 1 1 1 1, 1); (v 1 1 (-1) (-1), 1); (v 1 (-1) 1 (-1), 1); (v 1 (-1) (-1) 1, 1)]).
  set (data := fix data n := match n with O => [(v 2 0 0 0, 1)] | S n => block ++ data n end).
  set (u := v (1 / 2) 0 0 0). exists (data n), u, 2.
  assert (U : 2 * sqrt ‖u‖² = 1).
  { unfold u. rewrite D. replace (_ + _) with (1 / 2 * (1 / 2)) by ring. rewrite sqrt_square; lra. }
  assert (two : sqrt 4 = 2) by (replace 4 with (2 * 2) by ring; apply sqrt_square; lra).
  split; [exact U|]. split.
  - intros x y. induction n as [|n I]; simpl.
    + intros [E|[]]. injection E as <- <-. rewrite D. lra.
    + intros [E|[E|[E|[E|E]]]]; [| | | | now apply I]; injection E as <- <-; rewrite D; lra.
  - rewrite U, two.
    assert (A : again 4 u (data n) zero 0 = ((4 * n + 1)%nat, n, 2 * INR n)).
    { induction n as [|n I].
      - simpl data. rewrite mistaken by apply dot_zero. unfold u. rewrite D. simpl.
        rewrite Rmax_left by lra. f_equal. lra.
      - simpl data. rewrite mistaken by apply dot_zero. simpl Nat.eqb. cbv iota.
        rewrite mistaken by (lin; rewrite D; ring). simpl Nat.eqb. cbv iota.
        rewrite mistaken by (lin; rewrite !D; ring). simpl Nat.eqb. cbv iota.
        rewrite mistaken by (lin; rewrite !D; ring). simpl Nat.eqb. cbv iota.
        rewrite I. unfold u. rewrite !D, S_INR, !Rmax_right by lra.
        f_equal; [f_equal; lia | lra]. }
    rewrite A. split; [reflexivity|]. split.
    + clear. induction n as [|n I]; [reflexivity|]. simpl in *. lia.
    + rewrite plus_INR, mult_INR. simpl. lra.
Qed.
