(* A pass that scores ahead scores the next $b\ge1$ rows in one call, and restarts after a mistake,
   with the row that follows it.  For any data and any first weights there is such a pass.  Every
   such pass ends with the weights of the pass that goes row by row, and makes its mistakes in the
   same rounds.  With $T$ rows and $k$ mistakes it scores at most $T+k(b-1)$ rows, in at most
   $k+\lfloor(T-k+b-1)/b\rfloor$ calls.  Let $T\ge1$, $K>0$ and $k\le K$, let a call cost as much as
   $c>0$ rows, and let $b$ be $\sqrt{cT/K}$ rounded up.  Then the pass costs at most as much as
   $T+2\sqrt{cKT}+c(K+1)$ rows. *)
From Perclib Require Import Laws.
From Coq Require Import List.
Import ListNotations.

(* An example is an instance with its label.  A tie is a mistake. *)
Section Perceptron.
Context {V : space}.
Definition wrong (w : V) (e : V * R) : bool :=
  if Rle_dec (snd e * ⟨w, fst e⟩) 0 then true else false.
Definition update (w : V) (e : V * R) : V := if wrong w e then w ⊕ snd e ⊙ fst e else w.
(* Row by row: the weights after a pass that begins with the weights w, and the rounds of its
   mistakes; rounds are counted from 0. *)
Fixpoint learn (data : list (V * R)) (w : V) : V :=
  match data with nil => w | e :: rest => learn rest (update w e) end.
Fixpoint mistakes (data : list (V * R)) (w : V) : list nat :=
  match data with
  | nil => nil
  | e :: rest =>
      let later := map S (mistakes rest (update w e)) in if wrong w e then 0%nat :: later else later
  end.
Definition right (w : V) (e : V * R) : Prop := wrong w e = false.

(* A pass that scores ahead goes from the weights w to v, in n calls, with m rows scored; k lists
   the rounds of its mistakes, and it restarts after each of them.  A call scores the next b rows,
   or those that are left. *)
Inductive ahead (b : nat) : list (V * R) -> V -> V -> list nat -> nat -> nat -> Prop :=
  | over w : ahead b [] w w [] 0 0
  | restart before e after w v k n m :
      (length before < b)%nat -> Forall (right w) before -> wrong w e = true ->
      ahead b after (update w e) v k n m ->
      ahead b (before ++ e :: after) w v
        (length before :: map (fun i => length before + S i)%nat k) (S n)
        (Nat.min b (length (before ++ e :: after)) + m)
  | onwards data w v k n m :
      data <> [] -> Forall (right w) (firstn b data) ->
      ahead b (skipn b data) w v k n m ->
      ahead b data w v (map (fun i => length (firstn b data) + i)%nat k) (S n)
        (Nat.min b (length data) + m).

Lemma right_stays before after w : Forall (right w) before ->
  learn (before ++ after) w = learn after w /\
  mistakes (before ++ after) w = map (fun i => length before + i)%nat (mistakes after w).
Proof.
  induction 1 as [|e rest E _ [L M]]; simpl; [now rewrite map_id|].
  unfold right in E. unfold update. rewrite E, M, map_map. split; [exact L | reflexivity].
Qed.
Lemma few data : forall w, (length (mistakes data w) <= length data)%nat.
Proof.
  induction data as [|e rest I]; intros w; simpl; [lia|].
  specialize (I (update w e)). destruct (wrong w e); simpl; rewrite map_length; lia.
Qed.
Lemma nothing b data w v k n m : ahead b data w v k n m -> data = [] -> k = [] /\ n = 0%nat.
Proof. destruct 1; intros E; [auto | destruct before; discriminate | contradiction]. Qed.
Lemma counted b data w v k n m : (1 <= b)%nat -> ahead b data w v k n m ->
  v = learn data w /\ k = mistakes data w /\ (m <= length data + length k * (b - 1))%nat /\
  (b * n + length k <= length data + b * length k + (b - 1))%nat.
Proof.
  intros B. induction 1 as [w|before e after w v k n m S F W A I|data w v k n m N F A I].
  - simpl. repeat split; lia.
  - destruct I as (E & K & M & C). destruct (right_stays before (e :: after) w F) as [L Q].
    rewrite L, Q, app_length. simpl. rewrite W, map_length. simpl.
    rewrite map_map, Nat.add_0_r, <- K.
    repeat split; [exact E | nia | nia].
  - destruct I as (E & K & M & C).
    destruct (right_stays (firstn b data) (skipn b data) w F) as [L Q].
    rewrite firstn_skipn in L, Q. rewrite L, Q, skipn_length, map_length in *.
    assert (D : (1 <= length data)%nat) by (destruct data; [contradiction | simpl; lia]).
    repeat split; [exact E | now rewrite K | lia |].
    destruct (Nat.le_gt_cases b (length data)) as [G|G]; [nia|].
    apply nothing in A as [-> ->]; [simpl; nia | apply skipn_all2; lia].
Qed.
Lemma first_mistake (block : list (V * R)) w : Forall (right w) block \/
  exists before e after, block = before ++ e :: after /\ Forall (right w) before /\ wrong w e = true.
Proof.
  induction block as [|e rest [I|(before & f & after & E & F & W)]]; [auto| |].
  - destruct (wrong w e) eqn:W; [right; exists [], e, rest; auto | left; auto].
  - destruct (wrong w e) eqn:X; [right; exists [], e, rest; auto|].
    right. exists (e :: before), f, after. rewrite E. auto.
Qed.
Lemma exists_pass b : (1 <= b)%nat -> forall s data w, (length data <= s)%nat ->
  exists v k n m, ahead b data w v k n m.
Proof.
  intros B. induction s as [|s I]; intros data w L.
  { destruct data; [|simpl in L; lia]. exists w, [], 0%nat, 0%nat. constructor. }
  destruct data as [|first rest]; [exists w, [], 0%nat, 0%nat; constructor|].
  set (data := first :: rest) in *. assert (D : data <> []) by discriminate.
  assert (P : (1 <= length data)%nat) by (simpl; lia). clearbody data.
  destruct (first_mistake (firstn b data) w) as [F|(before & e & after & E & F & W)].
  - destruct (I (skipn b data) w) as (v & k & n & m & A).
    { rewrite skipn_length. lia. }
    exists v. do 3 eexists. now apply onwards; eauto.
  - pose proof (firstn_skipn b data) as X. rewrite E, <- app_assoc in X. simpl in X.
    destruct (I (after ++ skipn b data) (update w e)) as (v & k & n & m & A).
    { apply (f_equal (@length _)) in X. rewrite app_length in X. simpl in X. lia. }
    exists v, (length before :: map (fun i => length before + S i)%nat k), (S n),
      (Nat.min b (length data) + m)%nat. rewrite <- X at 1 2.
    apply restart; auto.
    apply (f_equal (@length _)) in E. rewrite firstn_length, app_length in E. simpl in E. lia.
Qed.
End Perceptron.

Theorem Possible
    (V : space) (b : nat) (data : list (V * R)) (w : V)
    (some : (1 <= b)%nat) :
  exists v k n m, ahead b data w v k n m.
Proof. apply exists_pass with (length data); lia. Qed.

Theorem Ahead
    (V : space) (b : nat) (data : list (V * R)) (w v : V) (k : list nat) (n m : nat)
    (some : (1 <= b)%nat)
    (pass : ahead b data w v k n m) :
  v = learn data w /\ k = mistakes data w /\
  (m <= length data + length k * (b - 1))%nat /\
  (n <= length k + (length data - length k + (b - 1)) / b)%nat.
Proof.
  destruct (counted b data w v k n m some pass) as (E & K & M & C).
  repeat split; auto. pose proof (few data w). rewrite <- K in *.
  assert (n - length k <= (length data - length k + (b - 1)) / b)%nat; [|lia].
  apply Nat.div_le_lower_bound; [lia|]. nia.
Qed.

(* A call scores at most b rows, where b is g rounded up. *)
Theorem Cost
    (V : space) (b : nat) (data : list (V * R)) (w v : V) (k : list nat) (n m : nat) (c K : R)
    (rows : (1 <= length data)%nat)
    (pass : ahead b data w v k n m)
    (price : c > 0)
    (few_mistakes : INR (length k) <= K)
    (positive : K > 0) :
  let T := INR (length data) in
  let g := sqrt (c * T / K) in
  g <= INR b < g + 1 ->
  INR m + c * INR n <= T + 2 * sqrt (c * K * T) + c * (K + 1).
Proof.
  intros T g [L U].
  assert (T1 : 1 <= T) by (apply (le_INR 1); exact rows).
  assert (Q : 0 < c * T / K) by (apply Rdiv_lt_0_compat; nra).
  assert (G : 0 < g) by (apply sqrt_lt_R0; exact Q).
  assert (G2 : g * g = c * T / K) by (apply sqrt_sqrt; lra).
  assert (B : (1 <= b)%nat) by (destruct b; [simpl in L; lra | lia]).
  assert (R2 : sqrt (c * K * T) = K * g).
  { replace (c * K * T) with ((K * g) * (K * g)).
    - apply sqrt_square. nra.
    - replace (K * g * (K * g)) with (K * K * (g * g)) by ring. rewrite G2. field. lra. }
  destruct (counted b data w v k n m B pass) as (_ & _ & M & C).
  apply le_INR in M, C.
  rewrite plus_INR, mult_INR, minus_INR in M by exact B.
  rewrite !plus_INR, !mult_INR, minus_INR in C by exact B. change (INR 1) with 1 in M, C.
  fold T in M, C. set (j := INR (length k)) in *.
  assert (J : 0 <= j) by apply pos_INR. rewrite R2.
  assert (M' : INR m <= T + K * g) by nra.
  assert (N : INR b * (INR n - j - 1) <= T) by nra.
  assert (N' : c * (INR n - j - 1) <= K * g).
  { destruct (Rle_or_lt (INR n - j - 1) 0) as [S|S]; [nra|].
    apply Rmult_le_reg_r with g; [exact G|].
    replace (K * g * g) with (c * T) by (rewrite Rmult_assoc, G2; field; lra).
    assert (g * (INR n - j - 1) <= T) by nra. nra. }
  nra.
Qed.
