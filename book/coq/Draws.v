(* Independent draws from one distribution.  A mean is any linear and monotone map, from functions
   of one example to numbers, that is $c$ for the constant $c$; every distribution has one, for its
   integrable functions.  A learner holds a hypothesis that is determined by the examples before.
   On $T\ge1$ examples the mean risk of its hypotheses in the rounds has the expectation $\mathbb
   E[k]/T$, where $k$ counts its mistakes; for $0<\delta<1$ this mean risk is with probability at
   least $1-\delta$ less than $\frac kT+\sqrt{\ln(1/\delta)/(2T)}$.  Let the learner change its
   hypothesis only in mistakes, let it never make more than $K<T$ mistakes, and let $m$ be
   $(T-K)/(K+1)$, rounded up.  One of its hypotheses is right in $m$ rounds in a row, while the
   learner holds it.  With probability at least $1-\delta$ every such hypothesis has a risk less
   than $\frac1m\ln\frac{K+1}\delta$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Hedge.
From Coq Require Import List.
Import ListNotations.

Section Draws.
Context {Z H : Type}.  (* examples and hypotheses *)
(* The mean of a function of one example; the variables are those functions that have one. *)
Variables (variable : (Z -> R) -> Prop) (mean : (Z -> R) -> R).
Definition distribution : Prop :=
  (forall f g, (forall z, f z = g z) -> variable f -> variable g) /\
  (forall c, variable (fun _ => c) /\ mean (fun _ => c) = c) /\
  (forall a b f g, variable f -> variable g ->
    variable (fun z => a * f z + b * g z) /\
    mean (fun z => a * f z + b * g z) = a * mean f + b * mean g) /\
  (forall f g, variable f -> variable g -> (forall z, f z <= g z) -> mean f <= mean g).
(* The expectation over T independent draws, a mean of means; a sample lists the last one first. *)
Fixpoint expectation (T : nat) (f : list Z -> R) : R :=
  match T with O => f [] | S n => expectation n (fun s => mean (fun z => f (z :: s))) end.
Fixpoint integrable (T : nat) (f : list Z -> R) : Prop :=
  match T with
  | O => True
  | S n => (forall s, length s = n -> variable (fun z => f (z :: s))) /\
    integrable n (fun s => mean (fun z => f (z :: s)))
  end.
(* A learner chooses its hypothesis for each example by the examples before it. *)
Variables (wrong : H -> Z -> bool) (learner : list Z -> H).
Definition risk (h : H) : R := mean (fun z => ind (wrong h z)).
Fixpoint mistakes (s : list Z) : nat :=
  match s with [] => 0 | z :: past => (if wrong (learner past) z then 1 else 0) + mistakes past end.
Fixpoint risks (s : list Z) : R :=
  match s with [] => 0 | z :: past => risk (learner past) + risks past end.
Definition moves_in_mistakes : Prop :=
  forall z past, wrong (learner past) z = false -> learner (z :: past) = learner past.
(* After some examples the learner holds the hypothesis h, which is right in the next m rounds; if the
   learner moves only in mistakes, it holds h in these rounds. *)
Definition row (m : nat) (h : H) (s : list Z) : Prop :=
  exists later rounds past, s = later ++ rounds ++ past /\ length rounds = m /\
    learner past = h /\ forall z, In z rounds -> wrong h z = false.
End Draws.

Section Laws.
Context {Z H : Type}.
Variables (variable : (Z -> R) -> Prop) (mean : (Z -> R) -> R).
Hypothesis law : distribution variable mean.
Lemma same f g : variable f -> (forall z, f z = g z) -> variable g /\ mean f = mean g.
Proof.
  destruct law as (X & _ & _ & M). intros V E. pose proof (X f g E V) as W. split; [exact W|].
  apply Rle_antisym; apply M; auto; intros z; rewrite E; lra.
Qed.
(* If f is a variable, so is a f + b, and its mean is a times the mean of f, plus b. *)
Lemma affine a b f : variable f ->
  variable (fun z => a * f z + b) /\ mean (fun z => a * f z + b) = a * mean f + b.
Proof.
  intros V. destruct law as (_ & C & L & _). destruct (C 1) as [V1 E1].
  destruct (L a b f _ V V1) as [W E].
  destruct (same _ (fun z => a * f z + b) W ltac:(intros; cbv beta; ring)) as [W' E'].
  split; [exact W'|]. rewrite <- E', E, E1. ring.
Qed.
Lemma transfer n : forall f g, integrable variable mean n f ->
  (forall s, length s = n -> f s = g s) ->
  integrable variable mean n g /\ expectation mean n f = expectation mean n g.
Proof using law.
  induction n as [|n I]; intros f g; simpl; [intros _ E; split; [easy | now apply E]|].
  intros [V W] E.
  assert (S : forall s, length s = n -> variable (fun z => g (z :: s)) /\
    mean (fun z => f (z :: s)) = mean (fun z => g (z :: s))).
  { intros s L. apply same; [now apply V|]. intros z. apply E. simpl. now rewrite L. }
  destruct (I _ (fun s => mean (fun z => g (z :: s))) W (fun s L => proj2 (S s L))) as [A B].
  split; [split; [intros s L; apply (S s L) | exact A] | exact B].
Qed.
Lemma scaled a n : forall f, integrable variable mean n f ->
  integrable variable mean n (fun s => a * f s) /\
  expectation mean n (fun s => a * f s) = a * expectation mean n f.
Proof using law.
  induction n as [|n I]; intros f; simpl; [auto|]. intros [V W].
  assert (S : forall s, length s = n -> variable (fun z => a * f (z :: s)) /\
    a * mean (fun z => f (z :: s)) = mean (fun z => a * f (z :: s))).
  { intros s L. destruct (affine a 0 _ (V s L)) as [A B].
    destruct (same _ (fun z => a * f (z :: s)) A ltac:(intros; cbv beta; ring)) as [A' B'].
    split; [exact A' | rewrite <- B', B; ring]. }
  destruct (I _ W) as [A B].
  destruct (transfer n _ (fun s => mean (fun z => a * f (z :: s))) A (fun s L => proj2 (S s L)))
    as [A' B'].
  split; [split; [intros s L; apply (S s L) | exact A']|]. now rewrite <- B', B.
Qed.
(* If w is at most f at the end, and falls on average in no round, then at the start w is at most
   the expectation of f. *)
Lemma at_least n : forall (f : list Z -> R) (w : list Z -> R), integrable variable mean n f ->
  (forall s, length s = n -> w s <= f s) ->
  (forall s, exists l, variable l /\ (forall z, l z <= w (z :: s)) /\ w s <= mean l) ->
  w [] <= expectation mean n f.
Proof using law.
  destruct law as (_ & _ & _ & M).
  induction n as [|n I]; intros f w V E G; simpl; [now apply E|]. destruct V as [V W].
  apply I; [exact W | | exact G]. intros s L. destruct (G s) as (l & B & C & D).
  apply Rle_trans with (1 := D). apply M; [exact B | now apply V|].
  intros z. apply Rle_trans with (1 := C z). apply E. simpl. now rewrite L.
Qed.
Variables (wrong : H -> Z -> bool) (learner : list Z -> H).
Hypothesis events : forall h, variable (fun z => ind (wrong h z)).
Lemma risk_range h : 0 <= risk mean wrong h <= 1.
Proof using law events.
  destruct law as (_ & C & _ & M). destruct (C 0) as [V0 E0], (C 1) as [V1 E1].
  rewrite <- E0, <- E1 at 1. unfold risk. split; apply M; auto; intros z; destruct wrong; simpl; lra.
Qed.
Lemma both n : forall c, integrable variable mean n (fun s => risks mean wrong learner s + c s) ->
  integrable variable mean n (fun s => INR (mistakes wrong learner s) + c s) /\
  expectation mean n (fun s => risks mean wrong learner s + c s)
    = expectation mean n (fun s => INR (mistakes wrong learner s) + c s).
Proof using law events.
  induction n as [|n I]; intros c; simpl; [auto|]. intros [V W].
  set (r s := risk mean wrong (learner s)) in *.
  assert (A : forall s, length s = n -> variable (fun z => c (z :: s)) /\
    mean (fun z => r s + risks mean wrong learner s + c (z :: s)) =
      risks mean wrong learner s + (r s + mean (fun z => c (z :: s)))).
  { intros s L. destruct (affine 1 (- (r s + risks mean wrong learner s)) _ (V s L)) as [B C].
    destruct (same _ (fun z => c (z :: s)) B ltac:(intros; unfold r; ring)) as [B' C'].
    split; [exact B'|]. rewrite <- C', C. unfold r. ring. }
  assert (B : forall s, length s = n ->
    variable (fun z => INR (mistakes wrong learner (z :: s)) + c (z :: s)) /\
    INR (mistakes wrong learner s) + (r s + mean (fun z => c (z :: s))) =
      mean (fun z => INR (mistakes wrong learner (z :: s)) + c (z :: s))).
  { intros s L. destruct (A s L) as [V' _]. destruct law as (_ & _ & Lin & _).
    destruct (Lin 1 1 _ _ (events (learner s)) V') as [P Q].
    destruct (affine 1 (INR (mistakes wrong learner s)) _ P) as [P' Q'].
    edestruct same with (1 := P')
      (g := fun z => INR (mistakes wrong learner (z :: s)) + c (z :: s)) as [V'' E].
    - intros z. cbn [mistakes]. rewrite plus_INR. destruct wrong; simpl; ring.
    - split; [exact V''|]. rewrite <- E, Q', Q. unfold r, risk. ring. }
  destruct (transfer n _ _ W (fun s L => proj2 (A s L))) as [W' E].
  destruct (I _ W') as [U F]. destruct (transfer n _ _ U (fun s L => proj2 (B s L))) as [U' G].
  split; [split; [intros s L; apply (B s L) | exact U']|]. now rewrite E, F, G.
Qed.
End Laws.

(* The indicator of an error, and the sum of the risks, have means. *)
Theorem Batch
    (Z H : Type) (variable : (Z -> R) -> Prop) (mean : (Z -> R) -> R)
    (wrong : H -> Z -> bool) (learner : list Z -> H) (T : nat)
    (law : distribution variable mean)
    (events : forall h, variable (fun z => ind (wrong h z)))
    (measurable : integrable variable mean T (risks mean wrong learner))
    (some : (1 <= T)%nat) :
  expectation mean T (fun s => 1 / INR T * risks mean wrong learner s)
    = expectation mean T (fun s => INR (mistakes wrong learner s)) / INR T.
Proof.
  destruct (scaled variable mean law (1 / INR T) T _ measurable) as [_ ->].
  destruct (transfer variable mean law T _ (fun s => risks mean wrong learner s + 0)
    measurable ltac:(intros; cbv beta; ring)) as [V ->].
  destruct (both variable mean law wrong learner events T (fun _ => 0) V) as [U ->].
  destruct (transfer variable mean law T _ (fun s => INR (mistakes wrong learner s))
    U ltac:(intros; cbv beta; ring)) as [_ ->]. unfold Rdiv. ring.
Qed.

(* The event says of each sample whether the inequality is true; its indicator has an expectation. *)
Theorem BatchTail
    (Z H : Type) (variable : (Z -> R) -> Prop) (mean : (Z -> R) -> R)
    (wrong : H -> Z -> bool) (learner : list Z -> H) (T : nat) (delta : R) (event : list Z -> bool)
    (law : distribution variable mean)
    (events : forall h, variable (fun z => ind (wrong h z)))
    (measurable : integrable variable mean T (fun s => ind (event s)))
    (some : (1 <= T)%nat)
    (between : 0 < delta < 1)
    (means : forall s, length s = T -> (event s = true <->
      1 / INR T * risks mean wrong learner s
        < INR (mistakes wrong learner s) / INR T + sqrt (ln (1 / delta) / (2 * INR T)))) :
  expectation mean T (fun s => ind (event s)) >= 1 - delta.
Proof.
  assert (n : 0 < INR T) by (apply (lt_INR 0); lia).
  assert (P : 0 < ln (1 / delta)).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with delta; [lra|].
    replace (1 / delta * delta) with 1 by (field; lra). lra. }
  set (e := sqrt (ln (1 / delta) / (2 * INR T))) in *.
  assert (Q : e * e = ln (1 / delta) / (2 * INR T))
    by (unfold e; apply sqrt_sqrt, Rlt_le, Rdiv_lt_0_compat; [exact P | lra]).
  assert (e0 : 0 <= e) by apply sqrt_pos.
  set (a := 4 * e) in *.
  set (gap s := a * (risks mean wrong learner s - INR (mistakes wrong learner s))
    - INR (length s) * (a ^ 2 / 8)).
  assert (Start : gap [] = 0) by (unfold gap; simpl; ring).
  apply Rle_ge. replace (1 - delta) with (1 - delta * exp (gap [])) by (rewrite Start, exp_0; ring).
  apply (at_least variable mean law T _ (fun s => 1 - delta * exp (gap s))); [exact measurable | |].
  - intros s L. destruct (event s) eqn:E; simpl.
    + pose proof (exp_pos (gap s)). nra.
    + assert (N : ~ 1 / INR T * risks mean wrong learner s
        < INR (mistakes wrong learner s) / INR T + e)
        by (intros N; apply (means s L) in N; rewrite N in E; discriminate).
      apply Rnot_lt_le in N. assert (D : INR T * e <= risks mean wrong learner s
        - INR (mistakes wrong learner s)).
      { apply Rmult_le_reg_l with (/ INR T); [now apply Rinv_0_lt_compat|].
        replace (/ INR T * (INR T * e)) with e by (field; lra). unfold Rdiv in N. lra. }
      assert (G : ln (1 / delta) <= gap s).
      { unfold gap. rewrite L. apply Rle_trans with (a * (INR T * e) - INR T * (a ^ 2 / 8)).
        - right. replace (ln (1 / delta)) with (2 * INR T * (e * e)) by (rewrite Q; field; lra).
          unfold a. field.
        - apply Rplus_le_compat_r, Rmult_le_compat_l; [unfold a; lra | exact D]. }
      assert (F : 1 / delta <= exp (gap s)).
      { rewrite <- (exp_ln (1 / delta)) by (apply Rdiv_lt_0_compat; lra).
        destruct G as [G| ->]; [left; now apply exp_increasing | right; reflexivity]. }
      apply (Rmult_le_compat_l delta) in F; [|lra].
      replace (delta * (1 / delta)) with 1 in F by (field; lra). lra.
  - intros s. set (r := risk mean wrong (learner s)). set (c := delta * exp (gap s)).
    set (b := exp (a * r - a ^ 2 / 8)).
    destruct (affine variable mean law (- c * b * (exp (- a) - 1)) (1 - c * b) _
      (events (learner s))) as [V E].
    eexists. split; [exact V|]. split.
    + intros z. right. unfold c, b. replace (gap (z :: s)) with
        (gap s + ((a * r - a ^ 2 / 8) + - a * ind (wrong (learner s) z))).
      * rewrite !exp_plus. destruct wrong; simpl ind; rewrite ?Rmult_0_r, ?Rmult_1_r, ?exp_0; ring.
      * unfold gap. cbn [length risks mistakes]. fold r. rewrite plus_INR, S_INR.
        destruct wrong; simpl; field.
    + rewrite E. fold (risk mean wrong (learner s)). fold r.
      destruct (risk_range variable mean law wrong events (learner s)) as [A B]. fold r in A, B.
      assert (C : 0 < c) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]).
      assert (D : b * (1 + r * (exp (- a) - 1)) <= 1).
      { pose proof (Hedge.Hoeffding 2 (fun i => if Nat.eqb i 1 then r else 1 - r)
          (fun i => if Nat.eqb i 1 then 1 else 0) a) as F.
        unfold Hedge.proportions, Hedge.inner in F. simpl sum in F.
        rewrite Rmult_0_r, exp_0, !Rmult_1_r in F.
        assert (X : ln (1 + r * (exp (- a) - 1)) <= - a * r + a ^ 2 / 8).
        { eapply Rle_trans; [|eapply Rle_trans; [apply F|]].
          - right. f_equal. ring.
          - split; [|ring]. intros i _. destruct Nat.eqb; lra.
          - intros i _. destruct Nat.eqb; lra.
          - unfold a. lra.
          - right. ring. }
        assert (pos : 0 < 1 + r * (exp (- a) - 1)) by (pose proof (exp_pos (- a)); nra).
        rewrite <- (exp_ln _ pos). unfold b. rewrite <- exp_plus. set (l := ln (1 + r * (exp (- a) - 1))) in *.
        apply Rle_trans with (exp 0); [|rewrite exp_0; lra].
        destruct (Req_dec (a * r - a ^ 2 / 8 + l) 0) as [->|N]; [lra|].
        left. apply exp_increasing. lra. }
      apply (Rmult_le_compat_l c) in D; [lra | lra].
Qed.

(* The rounds since the last mistake. *)
Section Stretch.
Context {Z H : Type}.
Variables (wrong : H -> Z -> bool) (learner : list Z -> H).
Fixpoint stretch (s : list Z) : nat :=
  match s with [] => 0 | z :: past => if wrong (learner past) z then 0 else S (stretch past) end.
Hypothesis moves : moves_in_mistakes wrong learner.
Lemma stretched s m : (m <= stretch s)%nat -> exists rounds past, s = rounds ++ past /\
  length rounds = m /\ learner past = learner s /\ forall z, In z rounds -> wrong (learner s) z = false.
Proof using moves.
  revert s. induction m as [|m I]; intros s L.
  - exists [], s. repeat split; easy.
  - destruct s as [|z s]; simpl in L; [lia|]. destruct (wrong (learner s) z) eqn:E; [lia|].
    destruct (I s ltac:(lia)) as (rounds & past & -> & N & P & A).
    rewrite (moves z _ E). exists (z :: rounds), past. repeat split; simpl; [lia | exact P |].
    intros x [<-|F]; [exact E | now apply A].
Qed.
Lemma held rounds past : (forall z, In z rounds -> wrong (learner past) z = false) ->
  learner (rounds ++ past) = learner past /\ (length rounds <= stretch (rounds ++ past))%nat.
Proof using moves.
  induction rounds as [|z rounds I]; simpl; intros A; [split; [reflexivity | lia]|].
  destruct I as [E L]; [auto|]. assert (F : wrong (learner (rounds ++ past)) z = false)
    by (rewrite E; auto). rewrite F, (moves z _ F). split; [exact E | lia].
Qed.
Lemma long_stretch m s : (1 <= m)%nat -> (forall h, ~ row wrong learner m h s) ->
  (length s <= mistakes wrong learner s * m + stretch s /\ stretch s < m)%nat.
Proof using moves.
  intros P N. induction s as [|z s I]; [simpl; lia|].
  destruct I as [A B].
  { intros h (later & rounds & past & -> & L & E & F). apply (N h).
    exists (z :: later), rounds, past. auto. }
  assert (C : (stretch (z :: s) < m)%nat).
  { destruct (Nat.le_gt_cases m (stretch (z :: s))) as [C|C]; [|exact C].
    exfalso. destruct (stretched _ _ C) as (rounds & past & E & L & F & G).
    apply (N (learner (z :: s))). exists [], rounds, past. auto. }
  split; [|exact C]. cbn [mistakes stretch length] in *. destruct wrong; lia.
Qed.
End Stretch.

(* A number, rounded up. *)
Definition ceiling (a : R) (m : nat) : Prop := INR m - 1 < a <= INR m.
Lemma ceiling_some K T m : (K < T)%nat -> ceiling ((INR T - INR K) / (INR K + 1)) m -> (1 <= m)%nat.
Proof.
  intros L [_ B]. pose proof (pos_INR K) as P. destruct m; [|lia]. apply lt_INR in L. exfalso.
  assert (0 < (INR T - INR K) / (INR K + 1)) by (apply Rdiv_lt_0_compat; lra). simpl in B. lra.
Qed.
Theorem Row
    (Z H : Type) (wrong : H -> Z -> bool) (learner : list Z -> H) (K T m : nat) (s : list Z)
    (moves : moves_in_mistakes wrong learner)
    (rounds : length s = T)
    (few : (mistakes wrong learner s <= K)%nat)
    (fewer : (K < T)%nat)
    (rounded : ceiling ((INR T - INR K) / (INR K + 1)) m) :
  exists h, row wrong learner m h s.
Proof.
  pose proof (ceiling_some K T m fewer rounded) as M. destruct rounded as [A B].
  pose proof (pos_INR K) as P.
  destruct (Classical_Prop.classic (exists h, row wrong learner m h s)) as [E|N]; [exact E|].
  exfalso. destruct (long_stretch wrong learner moves m s M) as [C E].
  { intros h R. apply N. now exists h. }
  assert (F : (T <= K * m + (m - 1))%nat) by nia.
  apply le_INR in F. rewrite plus_INR, mult_INR, minus_INR in F by lia.
  assert (G : (INR m - 1) * (INR K + 1) < INR T - INR K).
  { apply (Rmult_lt_compat_r (INR K + 1)) in A; [|lra].
    replace ((INR T - INR K) / (INR K + 1) * (INR K + 1)) with (INR T - INR K) in A by (field; lra).
    exact A. }
  simpl in F. lra.
Qed.

(* How often a bad hypothesis has been right in m rounds in a row; and a bound on the chance that a
   bad hypothesis, right in the last r < m rounds, is also right in the next m - r. *)
Section Pocket.
Context {Z H : Type}.
Variables (wrong : H -> Z -> bool) (learner : list Z -> H) (bad : H -> bool) (m : nat) (q : R).
Fixpoint hits (s : list Z) : nat :=
  match s with
  | [] => 0
  | z :: past => (if wrong (learner past) z then 0
      else if bad (learner past) then if Nat.eqb (S (stretch wrong learner past)) m then 1 else 0
      else 0) + hits past
  end.
Definition chance (h : H) (r : nat) : R :=
  if bad h then if Nat.ltb r m then q ^ (m - r) else 0 else 0.
Lemma hit (moves : moves_in_mistakes wrong learner) s : (1 <= m)%nat -> bad (learner s) = true ->
  (m <= stretch wrong learner s)%nat -> (1 <= hits s)%nat.
Proof.
  intros P. induction s as [|z s I]; cbn [hits stretch]; [lia|].
  destruct (wrong (learner s) z) eqn:E; intros B L; [lia|]. rewrite (moves z s E) in B. rewrite B.
  destruct (Nat.eqb_spec (S (stretch wrong learner s)) m) as [F|F]; [lia|].
  specialize (I B ltac:(lia)). lia.
Qed.
Lemma hits_more later s : (hits s <= hits (later ++ s))%nat.
Proof. induction later as [|z l I]; simpl; [lia|]. lia. Qed.
End Pocket.

Lemma exp_pow a n : exp a ^ n = exp (INR n * a).
Proof.
  induction n as [|n I]; [simpl; now rewrite Rmult_0_l, exp_0|].
  rewrite S_INR. simpl. rewrite I, <- exp_plus. f_equal. ring.
Qed.

(* The type Z holds the examples that can be drawn.  The event says of each sample whether every
   hypothesis that is right in m rounds in a row, while the learner holds it, has a small risk; its
   indicator has an expectation. *)
Theorem Pocket
    (Z H : Type) (variable : (Z -> R) -> Prop) (mean : (Z -> R) -> R)
    (wrong : H -> Z -> bool) (learner : list Z -> H) (K T m : nat) (delta : R)
    (event : list Z -> bool)
    (law : distribution variable mean)
    (events : forall h, variable (fun z => ind (wrong h z)))
    (measurable : integrable variable mean T (fun s => ind (event s)))
    (moves : moves_in_mistakes wrong learner)
    (few : forall s, length s = T -> (mistakes wrong learner s <= K)%nat)
    (fewer : (K < T)%nat)
    (rounded : ceiling ((INR T - INR K) / (INR K + 1)) m)
    (between : 0 < delta < 1)
    (means : forall s, length s = T -> (event s = true <-> forall h, row wrong learner m h s ->
      risk mean wrong h < 1 / INR m * ln ((INR K + 1) / delta))) :
  expectation mean T (fun s => ind (event s)) >= 1 - delta.
Proof.
  pose proof (pos_INR K) as PK. assert (M : (1 <= m)%nat) by exact (ceiling_some K T m fewer rounded).
  assert (m0 : 0 < INR m) by (apply (lt_INR 0); lia).
  set (eps := 1 / INR m * ln ((INR K + 1) / delta)) in *. set (q := exp (- eps)).
  assert (q0 : 0 < q) by apply exp_pos.
  assert (E : (INR K + 1) * q ^ m = delta).
  { unfold q. rewrite exp_pow. replace (INR m * - eps) with (- ln ((INR K + 1) / delta))
      by (unfold eps; field; lra).
    rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra). field. lra. }
  set (bad h := if Rle_dec eps (risk mean wrong h) then true else false).
  set (k s := INR (mistakes wrong learner s)). set (n s := INR (hits wrong learner bad m s)).
  set (c s := chance bad m q (learner s) (stretch wrong learner s)).
  set (up s := (INR K - k s) * q ^ m + n s + c s).
  assert (cpos : forall h r, 0 <= chance bad m q h r).
  { intros h r. unfold chance. pose proof (pow_lt q (m - r) q0).
    destruct (bad h), (Nat.ltb r m); lra. }
  apply Rle_ge. apply Rle_trans with (1 - up []).
  { unfold up, k, n, c, chance. cbn [mistakes hits stretch]. change (INR 0) with 0. rewrite Nat.sub_0_r.
    pose proof (pow_lt q m q0). destruct (bad _), (Nat.ltb 0 m); lra. }
  apply (at_least variable mean law T _ (fun s => 1 - up s)); [exact measurable | |].
  - intros s L. assert (A : 0 <= (INR K - k s) * q ^ m).
    { apply Rmult_le_pos; [|left; now apply pow_lt]. specialize (few s L). apply le_INR in few.
      unfold k. lra. }
    pose proof (cpos (learner s) (stretch wrong learner s)) as C. fold (c s) in C.
    pose proof (pos_INR (hits wrong learner bad m s)) as N. fold (n s) in N.
    unfold up. destruct (event s) eqn:F; simpl; [lra|].
    assert (B : 1 <= n s); [|lra]. unfold n. apply (le_INR 1).
    destruct (Nat.leb_spec 1 (hits wrong learner bad m s)) as [D|D]; [exact D|]. exfalso.
    assert (G : event s = true); [|rewrite G in F; discriminate]. apply (means s L).
    intros h (later & rounds & past & -> & O & <- & W).
    destruct (Rlt_le_dec (risk mean wrong (learner past)) eps) as [J|J]; [exact J|]. exfalso.
    destruct (held wrong learner moves rounds past W) as [P Q]. rewrite O in Q.
    pose proof (hits_more wrong learner bad m later (rounds ++ past)).
    assert (1 <= hits wrong learner bad m (rounds ++ past))%nat; [|lia].
    apply hit; try assumption. rewrite P. unfold bad. now destruct Rle_dec.
  - intros s. set (h := learner s). set (r := stretch wrong learner s).
    set (Q := chance bad m q h (S r) + if bad h then if Nat.eqb (S r) m then 1 else 0 else 0).
    destruct (affine variable mean law Q (1 - (INR K - k s) * q ^ m - n s - Q) _ (events h)) as [V F].
    eexists. split; [exact V|]. split.
    + intros z. unfold up, k, n, c. cbn [mistakes hits stretch]. fold h r.
      rewrite !plus_INR. destruct (wrong h z) eqn:W.
      * change (INR 1) with 1. change (INR 0) with 0. simpl ind.
        assert (chance bad m q (learner (z :: s)) 0 <= q ^ m); [|lra].
        unfold chance. rewrite Nat.sub_0_r. pose proof (pow_lt q m q0).
        destruct (bad (learner (z :: s))), (Nat.ltb 0 m); lra.
      * rewrite (moves z s W). fold h. change (INR 0) with 0. simpl ind. unfold Q.
        destruct (bad h); [destruct (Nat.eqb (S r) m)|]; simpl INR; lra.
    + rewrite F. fold (risk mean wrong h). unfold up, c. fold h r.
      assert (Q * (1 - risk mean wrong h) <= chance bad m q h r); [|lra].
      unfold Q, chance, bad. destruct Rle_dec as [D|D]; [|lra].
      pose proof (exp_ineq1_le (- eps)) as G. fold q in G.
      assert (J : 1 - risk mean wrong h <= q) by lra.
      destruct (Nat.ltb_spec r m) as [A|A], (Nat.ltb_spec (S r) m) as [B|B],
        (Nat.eqb_spec (S r) m) as [O|O]; try lia; try lra.
      * replace (m - r)%nat with (S (m - S r)) by lia. simpl.
        pose proof (pow_lt q (m - S r) q0). nra.
      * replace (m - r)%nat with 1%nat by lia. simpl. lra.
Qed.
