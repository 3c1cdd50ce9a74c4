(* A perceptron starts at zero, and a tie is a mistake.  On the instance $1$ with the labels $1$,
   $-1$, $1$ it makes three mistakes.  For $u=1$ and $\gamma=1$ the number $B^2=R^2\|u\|^2/\gamma^2$
   is 1, and in one round $u$ does not have the margin $\gamma$; the number of mistakes exceeds the
   sum of both, 2.  Let $e_1,\dots,e_n$ be orthonormal, $n\ge1$, and $g$ their sum divided by $\sqrt
   n$: with all labels $1$ it makes one mistake on $g,e_1,\dots,e_n$, and $n+2$ mistakes on
   $-g,g,e_1,\dots,e_n$.  Let $0<\|x_t\|\le R$ and $y_t\langle u,x_t\rangle\ge\gamma>0$ in all
   rounds, and divide each instance by its norm.  For $u$ and its least margin on the new instances
   the bound of Block and Novikoff is at most $R^2\|u\|^2/\gamma^2$, the bound before.  But in every
   space with two orthonormal vectors this division raises the least bound for the hinge loss, over
   all $u$, on some stream of six rounds that some vector separates.  For $r_i>0$ the product
   $\sum_ic_i^2r_i^2\cdot\sum_iu_i^2/c_i^2$ over $i=1,\dots,d$ is $(\sum_ir_i|u_i|)^2$ if $c_i>0$
   and $c_i^2=|u_i|/r_i>0$, and at most $d$ times this square if $c_i=1/r_i$.  Let $P$ passes go
   over the same $T\ge1$ examples with labels $1$ and $-1$, each pass in any order.  If a number
   exceeds the total hinge loss of a comparator over one pass, then the mistakes divided by $P$ are
   below this number for all large $P$. *)
From Perclib Require Import Laws.
From Perclib.Bounds_on_data Require Mistakes_of_many_passes.
From Coq Require Import List.

Section Perceptron.
Context {V : space}.
Variables (x : nat -> V) (y : nat -> R).
Fixpoint weights (t : nat) : V :=  (* the weights before round t = 1, 2, ... *)
  match t with
  | S (S _ as s) =>
    if Rle_dec (y s * ⟨weights s, x s⟩) 0 then weights s ⊕ y s ⊙ x s else weights s
  | _ => zero
  end.
Definition mistake (t : nat) : R := if Rle_dec (y t * ⟨weights t, x t⟩) 0 then 1 else 0.
Definition mistakes (T : nat) : R := sum mistake (S T).
Definition hinge (u : V) (t : nat) : R := Rmax 0 (1 - y t * ⟨u, x t⟩).
Lemma errs n : y (S n) * ⟨weights (S n), x (S n)⟩ <= 0 ->
  weights (S (S n)) = weights (S n) ⊕ y (S n) ⊙ x (S n) /\ mistakes (S n) = mistakes n + 1.
Proof.
  intros H. unfold mistakes. rewrite (sum_S _ (S n)) by lia. unfold mistake at 2.
  change (weights (S (S n))) with (if Rle_dec (y (S n) * ⟨weights (S n), x (S n)⟩) 0
    then weights (S n) ⊕ y (S n) ⊙ x (S n) else weights (S n)).
  destruct Rle_dec; [now split | contradiction].
Qed.
Lemma right n : y (S n) * ⟨weights (S n), x (S n)⟩ > 0 ->
  weights (S (S n)) = weights (S n) /\ mistakes (S n) = mistakes n.
Proof.
  intros H. unfold mistakes. rewrite (sum_S _ (S n)) by lia. unfold mistake at 2.
  change (weights (S (S n))) with (if Rle_dec (y (S n) * ⟨weights (S n), x (S n)⟩) 0
    then weights (S n) ⊕ y (S n) ⊙ x (S n) else weights (S n)).
  destruct Rle_dec; [lra | split; [reflexivity | ring]].
Qed.
End Perceptron.
Definition hinge_bound (B L : R) : R := (B / 2 + sqrt (B ^ 2 / 4 + L)) ^ 2.

(* R, gamma and the norm of u are 1, so that B = R |u| / gamma = 1; only in the second round is the
   label times the score of u less than gamma. *)
Theorem TooSmall :
  let x (t : nat) : line := 1 in
  let y (t : nat) := if Nat.eqb t 2 then -1 else 1 in
  let u : line := 1 in
  (forall t, y t * ⟨u, x t⟩ < 1 <-> t = 2%nat) /\ sqrt ‖u‖² = 1 /\
  (forall t, sqrt ‖x t‖² = 1) /\ mistakes x y 3 = 3 /\ 3 > 1 ^ 2 + 1.
Proof.
  intros x y u. repeat apply conj.
  - intros t. unfold y, u, x. simpl. destruct (Nat.eqb_spec t 2); split; intros; try lra; lia.
  - unfold u. simpl. rewrite Rmult_1_r. apply sqrt_1.
  - intros t. unfold x. simpl. rewrite Rmult_1_r. apply sqrt_1.
  - unfold mistakes, mistake, weights, y, x. simpl. repeat (destruct Rle_dec; simpl in *; try lra).
  - lra.
Qed.

Lemma sum_const c n : sum (fun _ => c) (S n) = INR n * c.
Proof. induction n as [|n I]; [simpl; ring|]. rewrite sum_S, I, S_INR by lia. ring. Qed.
Lemma sum_ext f g n : (forall i, (1 <= i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  induction n as [|[|n] I]; intros H; [reflexivity..|].
  rewrite (sum_S f), (sum_S g), I, H by (lia || (intros; apply H; lia)). reflexivity.
Qed.
Section Units.
Context {V : space}.
Variables (n : nat) (e : nat -> V).
Hypothesis units : forall i j, (1 <= i <= n)%nat -> (1 <= j <= n)%nat ->
  ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0.
Lemma part_dot k i : (k <= n)%nat -> (1 <= i <= n)%nat ->
  ⟨vsum e (S k), e i⟩ = if Nat.leb i k then 1 else 0.
Proof.
  induction k as [|k I]; intros K L; [simpl; rewrite dot_zero; destruct (Nat.leb_spec i 0); lia || ring|].
  rewrite vsum_S, dot_add, I, units by lia.
  destruct (Nat.leb_spec i k), (Nat.eqb_spec (S k) i), (Nat.leb_spec i (S k)); lia || ring.
Qed.
Let u := vsum e (S n).
Lemma square : ‖u‖² = INR n.
Proof.
  unfold u. rewrite dot_vsum, (sum_ext _ (fun _ => 1)), sum_const; [ring|].
  intros i L. rewrite dot_sym, part_dot by lia. destruct (Nat.leb_spec i n); lia || ring.
Qed.
End Units.

Theorem OneHard
    (V : space) (n : nat) (e : nat -> V)
    (some : (1 <= n)%nat)
    (units : forall i j, (1 <= i <= n)%nat -> (1 <= j <= n)%nat ->
      ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0) :
  let u := vsum e (S n) in
  let g := (1 / sqrt (INR n)) ⊙ u in
  let good t := if Nat.eqb t 1 then g else e (t - 1)%nat in
  let hard t := if Nat.eqb t 1 then (-1) ⊙ g else good (t - 1)%nat in
  let B := 1 * sqrt ‖u‖² / 1 in
  mistakes good (fun _ => 1) (S n) = 1 /\ mistakes hard (fun _ => 1) (S (S n)) = B ^ 2 + 2.
Proof.
  intros u g good hard B. pose proof (part_dot n e units) as D. set (r := sqrt (INR n)) in *.
  assert (P : 0 < r) by (apply sqrt_lt_R0, (lt_INR 0); lia).
  assert (Q : r * r = INR n) by apply sqrt_sqrt, pos_INR.
  assert (U : ‖u‖² = INR n) by (now apply square).
  assert (E : forall i, (1 <= i <= n)%nat -> ⟨u, e i⟩ = 1).
  { intros i L. unfold u. rewrite D by lia. destruct (Nat.leb_spec i n); lia || reflexivity. }
  assert (G : ‖g‖² = 1) by (unfold g; lin; rewrite U, <- Q; field; lra).
  set (one := fun _ : nat => 1).
  split.
  - assert (W : forall t, (t <= n)%nat -> weights good one (S (S t)) = g /\
      mistakes good one (S t) = 1).
    { induction t as [|t I]; intros L.
      - destruct (errs good one 0) as [-> ->]; [change (1 * ⟨zero, g⟩ <= 0); rewrite dot_zero; lra|].
        change (zero ⊕ 1 ⊙ g = g /\ 0 + 1 = 1). split; [vector; ring | ring].
      - destruct I as [A M]; [lia|]. destruct (right good one (S t)) as [-> ->]; [|now split].
        rewrite A. change (1 * ⟨g, e (S t)⟩ > 0).
        replace ⟨g, e (S t)⟩ with (/ r) by (unfold g; lin; rewrite E by lia; field; lra).
        pose proof (Rinv_0_lt_compat r P). lra. }
    now apply W.
  - assert (W : forall t, (t <= n)%nat -> weights hard one (3 + t) = vsum e (S t) /\
      mistakes hard one (2 + t) = INR t + 2).
    { induction t as [|t I]; intros L.
      - destruct (errs hard one 0) as [A M].
        { change (1 * ⟨zero, (-1) ⊙ g⟩ <= 0). rewrite dot_zero. lra. }
        destruct (errs hard one 1) as [B' N].
        { rewrite A. change (1 * ⟨zero ⊕ 1 ⊙ (-1 ⊙ g), g⟩ <= 0). lin. rewrite G. lra. }
        simpl plus. rewrite B', N, A, M. change (mistakes hard one 0) with 0. split; [|simpl; ring].
        change (zero ⊕ 1 ⊙ (-1 ⊙ g) ⊕ 1 ⊙ g = zero). vector. ring.
      - destruct I as [A M]; [lia|]. change (3 + S t)%nat with (S (S (2 + t))).
        change (2 + S t)%nat with (S (2 + t)). change (3 + t)%nat with (S (2 + t)) in A.
        destruct (errs hard one (2 + t)) as [-> ->].
        + rewrite A. change (1 * ⟨vsum e (S t), e (S t)⟩ <= 0). rewrite D by lia.
          destruct (Nat.leb_spec (S t) t); [lia | lra].
        + rewrite A, M, S_INR. change (hard (S (2 + t))) with (e (S t)).
          rewrite (vsum_S e (S t)) by lia. unfold one. split; [vector; ring | ring]. }
    destruct (W n (le_n n)) as [_ M]. change (S (S n)) with (2 + n)%nat. rewrite M.
    unfold B. rewrite U. fold r. rewrite <- Q. field.
Qed.

(* The instances z t have length 1, and the margins g of u on them are at least gamma / R. *)
Theorem Normal
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (u : V) (gamma R : R)
    (positive : gamma > 0)
    (margin : forall t, (1 <= t <= T)%nat -> y t * ⟨u, x t⟩ >= gamma)
    (radius : forall t, (1 <= t <= T)%nat -> 0 < sqrt ‖x t‖² <= R) :
  let z t := (1 / sqrt ‖x t‖²) ⊙ x t in
  (forall t, (1 <= t <= T)%nat -> sqrt ‖z t‖² = 1) /\
  forall t g, (1 <= t <= T)%nat -> g = y t * ⟨u, z t⟩ ->
    g >= gamma / R /\ 1 ^ 2 * ‖u‖² / g ^ 2 <= R ^ 2 * ‖u‖² / gamma ^ 2.
Proof.
  intros z. split.
  - intros t L. destruct (radius t L) as [P _]. unfold z. lin. set (r := sqrt ‖x t‖²) in *.
    replace ‖x t‖² with (r * r) by apply sqrt_sqrt, dot_pos.
    replace (1 / r * (1 / r * (r * r))) with 1 by (field; lra). apply sqrt_1.
  - intros t g L ->. specialize (margin t L). destruct (radius t L) as [P Q].
    unfold z. lin. set (r := sqrt ‖x t‖²) in *. set (m := y t * ⟨u, x t⟩) in *.
    replace (y t * (1 / r * ⟨u, x t⟩)) with (m / r) by (unfold m; field; lra).
    assert (G : gamma / R <= m / r).
    { apply Rmult_le_reg_r with (R * r); [nra|].
      replace (gamma / R * (R * r)) with (gamma * r) by (field; lra).
      replace (m / r * (R * r)) with (m * R) by (field; lra). nra. }
    assert (P' : 0 < gamma / R) by (apply Rdiv_lt_0_compat; lra).
    split; [lra|]. pose proof (dot_pos _ u).
    apply Rmult_le_reg_r with ((m / r) ^ 2); [nra|].
    replace (1 ^ 2 * ‖u‖² / (m / r) ^ 2 * (m / r) ^ 2) with (‖u‖² * 1) by (field; lra).
    replace (R ^ 2 * ‖u‖² / gamma ^ 2 * (m / r) ^ 2) with
      (‖u‖² * ((m / r) ^ 2 / (gamma / R) ^ 2)) by (field; lra).
    apply Rmult_le_compat_l; [assumption|].
    apply Rmult_le_reg_r with ((gamma / R) ^ 2); [nra|].
    replace ((m / r) ^ 2 / (gamma / R) ^ 2 * (gamma / R) ^ 2) with ((m / r) ^ 2) by (field; lra).
    nra.
Qed.

(* The instance 10 e with the label 1, and one of length 1 with the label -1, come in turn.  Some
   vector separates them, and some hinge bound is less than 6, the number of rounds; after the
   instances are divided by their lengths, no hinge bound is less than 6. *)
Theorem Rises
    (V : space) (e f : V)
    (units : ‖e‖² = 1 /\ ‖f‖² = 1 /\ ⟨e, f⟩ = 0) :
  let x t := if Nat.odd t then 10 ⊙ e else 24 / 25 ⊙ e ⊕ 7 / 25 ⊙ f in
  let y (t : nat) := if Nat.odd t then 1 else -1 in
  let z t := (1 / sqrt ‖x t‖²) ⊙ x t in
  let bound radius v u := hinge_bound (radius * sqrt ‖u‖²) (sum (hinge v y u) 7) in
  (forall t, 0 < sqrt ‖x t‖² <= 10 /\ sqrt ‖z t‖² = 1) /\
  (exists u, forall t, y t * ⟨u, x t⟩ >= 1) /\
  exists u, bound 10 x u < 6 /\ forall v, bound 1 z v >= 6.
Proof.
  intros x y z bound. destruct units as (ee & ff & ef).
  assert (fe : ⟨f, e⟩ = 0) by now rewrite dot_sym.
  assert (X : forall t, sqrt ‖x t‖² = if Nat.odd t then 10 else 1).
  { intros t. unfold x. destruct Nat.odd; lin; rewrite ?ee, ?ff, ?ef, ?fe.
    - replace (10 * (10 * 1)) with (10 * 10) by ring. apply sqrt_square. lra.
    - transitivity (sqrt 1); [f_equal; lra | apply sqrt_1]. }
  split; [|split].
  - intros t. rewrite X. split; [destruct Nat.odd; lra|]. unfold z. rewrite X.
    transitivity (sqrt 1); [f_equal; unfold x | apply sqrt_1].
    destruct Nat.odd; lin; rewrite ?ee, ?ff, ?ef, ?fe; lra.
  - exists (3 ⊙ e ⊕ (-15) ⊙ f). intros t. unfold y, x.
    destruct Nat.odd; lin; rewrite ?ee, ?ff, ?ef, ?fe; lra.
  - exists (1 / 10 ⊙ e). split.
    + unfold bound, hinge_bound.
      replace (10 * _) with 1
        by (lin; rewrite ee; replace (1 / 10 * (1 / 10 * 1)) with (1 / 10 * (1 / 10)) by ring;
            rewrite sqrt_square; lra).
      replace (sum _ 7) with (411 / 125).
      * set (q := sqrt (1 ^ 2 / 4 + 411 / 125)).
        assert (q * q = 1 ^ 2 / 4 + 411 / 125) by (apply sqrt_sqrt; lra).
        assert (0 <= q) by apply sqrt_pos. assert (q < 19 / 10) by nra. nra.
      * unfold hinge, x, y. simpl. lin. rewrite ee, ef.
        rewrite !(Rmax_left 0 (1 - 1 * _)) by lra. rewrite !Rmax_right by lra. lra.
    + intros v. unfold bound, hinge_bound. set (L := sum _ 7).
      set (a := ⟨v, e⟩). set (b := ⟨v, f⟩). set (B := 1 * sqrt ‖v‖²).
      assert (B0 : 0 <= B) by (unfold B; pose proof (sqrt_pos ‖v‖²); lra).
      assert (BB : B * B = ‖v‖²) by (unfold B; rewrite !Rmult_1_l; apply sqrt_sqrt, dot_pos).
      assert (bessel : a * a + b * b <= B * B).
      { rewrite BB. pose proof (dot_pos _ (v ⊕ (- a) ⊙ e ⊕ (- b) ⊙ f)) as P. revert P. lin.
        rewrite (dot_sym _ e v), (dot_sym _ f v), ee, ff, ef, fe. fold a b. lra. }
      assert (s : (3 * a - 21 * b) / 25 <= B) by (pose proof (pow2_ge_0 (21 * a + 3 * b)); nra).
      assert (L0 : 0 <= L /\ 6 - B <= L).
      { unfold L, hinge. cbn [sum]. unfold z. rewrite !X. unfold x, y. simpl. lin.
        fold a b. set (p := Rmax 0 (1 - 1 * _)). set (q := Rmax 0 (1 - -1 * _)).
        assert (p >= 0 /\ p >= 1 - a).
        { unfold p. pose proof (Rmax_l 0 (1 - 1 * (1 / 10 * (10 * a)))).
          pose proof (Rmax_r 0 (1 - 1 * (1 / 10 * (10 * a)))). lra. }
        assert (q >= 0 /\ q >= 1 + (24 * a + 7 * b) / 25).
        { unfold q. set (c := 1 - -1 * _). pose proof (Rmax_l 0 c).
          pose proof (Rmax_r 0 c). unfold c in *. lra. }
        split; lra. }
      destruct L0 as [L0 L6]. set (q := sqrt (B ^ 2 / 4 + L)).
      assert (q * q = B ^ 2 / 4 + L) by (apply sqrt_sqrt; nra).
      assert (0 <= q) by apply sqrt_pos.
      assert (1 <= B / 2 + q) by (destruct (Rle_lt_dec 2 B); nra).
      assert (B * (B / 2 + q) >= B) by nra. nra.
Qed.

Theorem Attained
    (d : nat) (c r u : nat -> R)
    (lengths : forall i, (1 <= i <= d)%nat -> r i > 0)
    (sizes : forall i, (1 <= i <= d)%nat -> Rabs (u i) > 0)
    (factors : forall i, (1 <= i <= d)%nat -> c i > 0 /\ c i ^ 2 = Rabs (u i) / r i) :
  (∑ i <= d, c i ^ 2 * r i ^ 2) * (∑ i <= d, u i ^ 2 / c i ^ 2)
    = (∑ i <= d, r i * Rabs (u i)) ^ 2.
Proof.
  set (s := sum (fun i => r i * Rabs (u i)) (S d)).
  replace (sum (fun i => c i ^ 2 * r i ^ 2) (S d)) with s.
  - replace (sum (fun i => u i ^ 2 / c i ^ 2) (S d)) with s; [ring|].
    apply sum_ext. intros i L. destruct (factors i ltac:(lia)) as [P ->].
    specialize (lengths i ltac:(lia)). specialize (sizes i ltac:(lia)).
    rewrite <- (pow2_abs (u i)). field. lra.
  - apply sum_ext. intros i L. destruct (factors i ltac:(lia)) as [P ->].
    specialize (lengths i ltac:(lia)). field. lra.
Qed.

Theorem Largest
    (d : nat) (c r u : nat -> R)
    (lengths : forall i, (1 <= i <= d)%nat -> r i > 0)
    (factors : forall i, (1 <= i <= d)%nat -> c i = 1 / r i) :
  (∑ i <= d, c i ^ 2 * r i ^ 2) * (∑ i <= d, u i ^ 2 / c i ^ 2)
    <= INR d * (∑ i <= d, r i * Rabs (u i)) ^ 2.
Proof.
  rewrite (sum_ext _ (fun _ => 1)).
  - rewrite sum_const, Rmult_1_r. apply Rmult_le_compat_l; [apply pos_INR|].
    rewrite (sum_ext _ (fun i => (r i * Rabs (u i)) ^ 2)).
    + assert (G : forall a n, (forall i, (1 <= i <= n)%nat -> 0 <= a i) ->
        0 <= sum a (S n) /\ sum (fun i => a i ^ 2) (S n) <= sum a (S n) ^ 2).
      { intros a n. induction n as [|n I]; intros H; [simpl; lra|].
        destruct I as [P Q]; [intros; apply H; lia|]. specialize (H (S n) ltac:(lia)).
        rewrite !(sum_S _ (S n)) by lia. split; nra. }
      apply G. intros i L. specialize (lengths i L). pose proof (Rabs_pos (u i)). nra.
    + intros i L. rewrite factors by lia. specialize (lengths i ltac:(lia)).
      rewrite Rpow_mult_distr, pow2_abs. field. lra.
  - intros i L. rewrite factors by lia. specialize (lengths i ltac:(lia)). field. lra.
Qed.

(* A sum of numbers that are not negative is the same in any other order. *)
Lemma listed f n : sum f (S n) = fold_right (fun i => Rplus (f i)) 0 (seq 1 n).
Proof.
  assert (A : forall l a, fold_right (fun i => Rplus (f i)) a l =
    fold_right (fun i => Rplus (f i)) 0 l + a).
  { intros l a. induction l as [|i l I]; simpl; [ring | rewrite I; ring]. }
  induction n as [|n I]; [reflexivity|].
  rewrite sum_S, I, seq_S, fold_right_app by lia. cbn [fold_right plus].
  rewrite (A _ (f (S n) + 0)). ring.
Qed.
Lemma fewer (f : nat -> R) l : (forall i, 0 <= f i) -> NoDup l -> forall m, incl l m ->
  fold_right (fun i => Rplus (f i)) 0 l <= fold_right (fun i => Rplus (f i)) 0 m.
Proof.
  intros P. induction l as [|a l I]; intros N m C.
  - simpl. induction m as [|b m J]; simpl; [lra|]. specialize (P b).
    specialize (J ltac:(easy)). lra.
  - inversion N as [|? ? O N']. destruct (in_split a m) as (m1 & m2 & ->); [apply C; now left|].
    specialize (I N' (m1 ++ m2)).
    assert (E : fold_right (fun i => Rplus (f i)) 0 (m1 ++ a :: m2) =
      f a + fold_right (fun i => Rplus (f i)) 0 (m1 ++ m2)).
    { clear. induction m1 as [|b m1 J]; simpl; [ring | rewrite J; ring]. }
    rewrite E. simpl. apply Rplus_le_compat_l, I. intros b B.
    specialize (C b (or_intror B)). apply in_app_iff in C. apply in_app_iff.
    destruct C as [C|[<-|C]]; [now left | contradiction | now right].
Qed.
Lemma any_order f (order : nat -> nat) n : (forall i, 0 <= f i) ->
  (forall t, (1 <= t <= n)%nat -> (1 <= order t <= n)%nat) ->
  (forall s t, (1 <= s <= n)%nat -> (1 <= t <= n)%nat -> order s = order t -> s = t) ->
  ∑ t <= n, f (order t) = sum f (S n).
Proof.
  intros P W O. rewrite !listed.
  replace (fold_right (fun i => Rplus (f (order i))) 0 (seq 1 n))
    with (fold_right (fun i => Rplus (f i)) 0 (map order (seq 1 n)))
    by (generalize (seq 1 n); intros l; induction l as [|i l I]; simpl; congruence).
  assert (C : incl (map order (seq 1 n)) (seq 1 n)).
  { intros i I. apply in_map_iff in I. destruct I as (t & <- & I). apply in_seq in I.
    apply in_seq. specialize (W t ltac:(lia)). lia. }
  assert (N : NoDup (map order (seq 1 n))).
  { assert (G : forall l, NoDup l -> incl l (seq 1 n) -> NoDup (map order l)).
    { induction l as [|i l I]; intros D S; [constructor|]. inversion D as [|? ? Q D'].
      simpl. constructor; [|apply I; [exact D' | intros j J; apply S; now right]].
      intros M. apply in_map_iff in M. destruct M as (j & E & J). apply Q.
      pose proof (S i (or_introl eq_refl)) as A. pose proof (S j (or_intror J)) as B.
      apply in_seq in A. apply in_seq in B. now rewrite <- (O j i ltac:(lia) ltac:(lia) E). }
    apply G; [apply seq_NoDup | apply incl_refl]. }
  apply Rle_antisym; apply fewer; auto using seq_NoDup.
  apply NoDup_length_incl; [exact N | now rewrite map_length | exact C].
Qed.
Lemma split_sum f a b : sum f (S (a + b)) = sum f (S a) + ∑ i <= b, f (a + i)%nat.
Proof.
  induction b as [|b I]; [rewrite Nat.add_0_r; simpl; ring|].
  rewrite Nat.add_succ_r, (sum_S f (S (a + b))), I, (sum_S _ (S b)) by lia.
  rewrite Nat.add_succ_r. ring.
Qed.

(* Pass p = 0, 1, ... goes over the examples of the rounds 1, ..., T, in any order.  So the upper
   limit of the mistakes divided by P, for large P, is at most the total hinge loss of any
   comparator over one pass. *)
Theorem Limit
    (V : space) (T : nat) (x : nat -> V) (y : nat -> R) (R : R)
    (rounds : (1 <= T)%nat)
    (label : forall t, (1 <= t)%nat -> y t = 1 \/ y t = -1)
    (radius : forall t, (1 <= t)%nat -> sqrt ‖x t‖² <= R)
    (order : nat -> nat -> nat)
    (again : forall p t, (1 <= t <= T)%nat -> (1 <= order p t <= T)%nat /\
      x (p * T + t)%nat = x (order p t) /\ y (p * T + t)%nat = y (order p t))
    (once : forall p s t, (1 <= s <= T)%nat -> (1 <= t <= T)%nat -> order p s = order p t -> s = t)
    (u : V) (epsilon : Rdefinitions.R)
    (above : epsilon > 0) :
  exists N, forall P, (1 <= P)%nat -> (N <= P)%nat ->
    mistakes x y (P * T) / INR P <= sum (hinge x y u) (S T) + epsilon.
Proof.
  set (L := sum (hinge x y u) (S T)).
  assert (h0 : forall t, 0 <= hinge x y u t) by (intros; apply Rmax_l).
  assert (L0 : 0 <= L).
  { unfold L. generalize T. clear - h0. intros n. induction n as [|n I]; [simpl; lra|].
    rewrite sum_S by lia. specialize (h0 (S n)). lra. }
  assert (R0 : 0 <= R) by (specialize (radius 1%nat ltac:(lia)); pose proof (sqrt_pos ‖x 1%nat‖²); lra).
  set (B := R * sqrt ‖u‖²). assert (B0 : 0 <= B) by (apply Rmult_le_pos; [lra | apply sqrt_pos]).
  set (c := (B * (1 + L) + B ^ 2) / epsilon).
  assert (c0 : 0 <= c) by (apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]).
  assert (ce : c * epsilon = B * (1 + L) + B ^ 2) by (unfold c; field; lra).
  exists (Z.to_nat (up (c * c))). intros P P1 N.
  assert (LP : c * c <= INR P).
  { apply Rle_trans with (INR (Z.to_nat (up (c * c)))); [|now apply le_INR].
    rewrite INR_IZR_INZ. pose proof (archimed (c * c)).
    apply Rle_trans with (IZR (up (c * c))); [lra | apply IZR_le; lia]. }
  pose proof (le_INR _ _ P1) as P2. change (INR 1) with 1 in P2.
  set (wrong t := if Rle_dec (y t * ⟨weights x y t, x t⟩) 0 then true else false).
  assert (W : forall t, ind (wrong t) = mistake x y t)
    by (intros t; unfold wrong, mistake; destruct Rle_dec; reflexivity).
  assert (K : mistakes x y (P * T) * inv (INR P) <=
    L + (R * sqrt ‖u‖² * sqrt (INR P * L) + (R * sqrt ‖u‖²) ^ 2) * inv (INR P)).
  { unfold mistakes. rewrite <- (sum_ext (fun s => ind (wrong s))) by (intros; apply W).
    apply (Mistakes_of_many_passes.Mistakes_of_many_passes V (P * T)
      ltac:(nia) (weights x y) x wrong y (hinge x y u)); try lra.
    - reflexivity.
    - intros t B' E. rewrite W in E. unfold mistake in E. destruct t; [lia|].
      change (weights x y (S (S t))) with (if Rle_dec (y (S t) * ⟨weights x y (S t), x (S t)⟩) 0
        then weights x y (S t) ⊕ y (S t) ⊙ x (S t) else weights x y (S t)).
      destruct Rle_dec; [reflexivity | lra].
    - intros t B' E. rewrite W in E. unfold mistake in E. destruct t; [lia|].
      change (weights x y (S (S t))) with (if Rle_dec (y (S t) * ⟨weights x y (S t), x (S t)⟩) 0
        then weights x y (S t) ⊕ y (S t) ⊙ x (S t) else weights x y (S t)).
      destruct Rle_dec; [lra | reflexivity].
    - intros t B' E. rewrite W in E. unfold mistake in E. destruct Rle_dec; lra.
    - intros t B' _. destruct (label t ltac:(lia)) as [-> | ->]; ring.
    - intros t B' _. specialize (radius t ltac:(lia)). pose proof (sqrt_pos ‖x t‖²).
      rewrite <- (sqrt_sqrt ‖x t‖²) by apply dot_pos. nra.
    - intros t _. unfold hinge. pose proof (Rmax_r 0 (1 - y t * ⟨u, x t⟩)). lra.
    - intros t _. apply Rle_ge, h0.
    - clear P1 N LP P2. induction P as [|p I]; [simpl; ring|]. rewrite S_INR.
      replace (S p * T)%nat with (p * T + T)%nat by lia. rewrite split_sum, I.
      rewrite (sum_ext (fun i => hinge x y u (p * T + i)) (fun i => hinge x y u (order p i))).
      + rewrite any_order; [fold L; ring | exact h0 | intros t D; apply (again p t D) | exact (once p)].
      + intros t D. unfold hinge. destruct (again p t ltac:(lia)) as (_ & -> & ->). reflexivity. }
  fold B in K. unfold Rdiv. apply Rle_trans with (1 := K). apply Rplus_le_compat_l.
  unfold inv. apply Rmult_le_reg_r with (INR P); [lra|].
  replace ((B * sqrt (INR P * L) + B ^ 2) * / INR P * INR P) with (B * sqrt (INR P * L) + B ^ 2)
    by (field; lra).
  rewrite sqrt_mult by lra. set (p := sqrt (INR P)).
  assert (pp : p * p = INR P) by (apply sqrt_sqrt; lra). assert (p0 : 0 <= p) by apply sqrt_pos.
  assert (l1 : sqrt L <= 1 + L).
  { pose proof (sqrt_sqrt L L0). pose proof (sqrt_pos L). nra. }
  assert (cp : c <= p) by nra. assert (p1 : 1 <= p) by nra.
  rewrite <- pp. apply Rle_trans with (p * (B * (1 + L) + B ^ 2)).
  - assert (B * sqrt L <= B * (1 + L)) by (now apply Rmult_le_compat_l). nra.
  - rewrite <- ce. replace (p * (c * epsilon)) with (epsilon * (p * c)) by ring.
    apply Rmult_le_compat_l; [lra|]. now apply Rmult_le_compat_l.
Qed.
