(* checks: thm-ahead-same eq-rows eq-calls *)
(* There is a pass that scores ahead in blocks of $b$ rows, over all data and from all weights,
   and each ends with the weights of the pass that goes row by row, makes its mistakes, scores at
   most $T+k(b-1)$ rows, and makes at most $k+(T-k+b-1)/b$ calls, rounded down. *)
Require Import Laws List.
Import ListNotations.

(* An example is an instance with its label.  A tie is a mistake. *)
Section Perceptron.
Context {V : space}.
Definition wrong (w : V) (e : V * R) : bool :=
  if Rle_dec (snd e * ⟨w, fst e⟩) 0 then true else false.
Definition update (w : V) (e : V * R) : V := if wrong w e then w ⊕ snd e ⊙ fst e else w.
(* Row by row: the weights after a pass that begins with the weights w, and its mistakes. *)
Fixpoint learn (data : list (V * R)) (w : V) : V :=
  match data with nil => w | e :: rest => learn rest (update w e) end.
Fixpoint mistakes (data : list (V * R)) (w : V) : nat :=
  match data with
  | nil => 0
  | e :: rest => (if wrong w e then 1 else 0) + mistakes rest (update w e)
  end.
Definition right (w : V) (e : V * R) : Prop := wrong w e = false.

(* A pass that scores ahead goes from the weights w to v, with k restarts, n calls and m rows scored.
   A call scores the next b rows, or what is left of the data. *)
Inductive ahead (b : nat) : list (V * R) -> V -> V -> nat -> nat -> nat -> Prop :=
  | over w : ahead b [] w w 0 0 0
  | restart before e after w v k n m :
      (length before < b)%nat -> Forall (right w) before -> wrong w e = true ->
      ahead b after (update w e) v k n m ->
      ahead b (before ++ e :: after) w v (S k) (S n)
        (Nat.min b (length (before ++ e :: after)) + m)
  | onwards data w v k n m :
      data <> [] -> Forall (right w) (firstn b data) ->
      ahead b (skipn b data) w v k n m ->
      ahead b data w v k (S n) (Nat.min b (length data) + m).

Lemma right_stays before after w : Forall (right w) before ->
  learn (before ++ after) w = learn after w /\
  mistakes (before ++ after) w = mistakes after w.
Proof.
  induction 1 as [|e rest E _ I]; simpl; [auto|].
  unfold right in E. unfold update. rewrite E. exact I.
Qed.
Lemma few data : forall w, (mistakes data w <= length data)%nat.
Proof.
  induction data as [|e rest I]; intros w; simpl; [lia|].
  specialize (I (update w e)). destruct (wrong w e); lia.
Qed.
Lemma nothing b data w v k n m : ahead b data w v k n m -> data = [] -> k = 0%nat /\ n = 0%nat.
Proof. destruct 1; intros E; [auto | destruct before; discriminate | contradiction]. Qed.
Lemma counted b data w v k n m : (1 <= b)%nat -> ahead b data w v k n m ->
  v = learn data w /\ k = mistakes data w /\ (m <= length data + k * (b - 1))%nat /\
  (b * n + k <= length data + b * k + (b - 1))%nat.
Proof.
  intros B. induction 1 as [w|before e after w v k n m S F W A I|data w v k n m N F A I].
  - simpl. repeat split; lia.
  - destruct I as (E & K & M & C). destruct (right_stays before (e :: after) w F) as [L Q].
    rewrite L, Q, app_length. simpl. rewrite W. repeat split; [exact E | lia | nia | nia].
  - destruct I as (E & K & M & C).
    destruct (right_stays (firstn b data) (skipn b data) w F) as [L Q].
    rewrite firstn_skipn in L, Q. rewrite L, Q, skipn_length in *.
    assert (D : (1 <= length data)%nat) by (destruct data; [contradiction | simpl; lia]).
    repeat split; [exact E | exact K | lia |].
    destruct (Nat.le_gt_cases b (length data)) as [G|G]; [nia|].
    apply nothing in A as [-> ->]; [nia | apply skipn_all2; lia].
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
  { destruct data; [|simpl in L; lia]. exists w, 0%nat, 0%nat, 0%nat. constructor. }
  destruct data as [|first rest]; [exists w, 0%nat, 0%nat, 0%nat; constructor|].
  set (data := first :: rest) in *. assert (D : data <> []) by discriminate.
  assert (P : (1 <= length data)%nat) by (simpl; lia). clearbody data.
  destruct (first_mistake (firstn b data) w) as [F|(before & e & after & E & F & W)].
  - destruct (I (skipn b data) w) as (v & k & n & m & A).
    { rewrite skipn_length. lia. }
    exists v, k. do 2 eexists. now apply onwards; eauto.
  - pose proof (firstn_skipn b data) as X. rewrite E, <- app_assoc in X. simpl in X.
    destruct (I (after ++ skipn b data) (update w e)) as (v & k & n & m & A).
    { apply (f_equal (@length _)) in X. rewrite app_length in X. simpl in X. lia. }
    exists v, (S k), (S n), (Nat.min b (length data) + m)%nat. rewrite <- X at 1 2.
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
    (V : space) (b : nat) (data : list (V * R)) (w v : V) (k n m : nat)
    (some : (1 <= b)%nat)
    (pass : ahead b data w v k n m) :
  v = learn data w /\ k = mistakes data w /\
  (m <= length data + k * (b - 1))%nat /\
  (n <= k + (length data - k + (b - 1)) / b)%nat.
Proof.
  destruct (counted b data w v k n m some pass) as (E & K & M & C).
  repeat split; auto. pose proof (few data w).
  assert (n - k <= (length data - k + (b - 1)) / b)%nat; [|lia].
  apply Nat.div_le_lower_bound; [lia|]. nia.
Qed.
Print Assumptions Possible.
Print Assumptions Ahead.
