(* The definitions that the statements of the theorems use; to read a statement you need no others.

   Vectors live in any real inner product space; the rounds of a run are 1, ..., T, numbered by
   nat; a sequence of numbers or vectors is a function on nat.  ∑ s < n, a is the sum of a over
   1 <= s < n, and ∑⊕ is a sum of vectors; both end before the next + or -.  Functions are total:
   / 0 = 0; sqrt a = 0 for a < 0; power a q is 0 for a <= 0, and a for a > 0 and q <= 0. *)
From Coq Require Export Reals Lra Lia.
Global Open Scope R_scope.

(* Inner product spaces.  The other laws of a vector space follow (ext, in Laws.v). *)
Record space := {
  vector :> Type;  zero : vector;  add : vector -> vector -> vector;
  scale : R -> vector -> vector;  dot : vector -> vector -> R;
  add_comm : forall a b, add a b = add b a;
  add_assoc : forall a b c, add a (add b c) = add (add a b) c;
  add_zero : forall a, add a zero = a;
  add_opposite : forall a, add a (scale (-1) a) = zero;
  dot_sym : forall a b, dot a b = dot b a;
  dot_add : forall a b c, dot (add a b) c = dot a c + dot b c;
  dot_scale : forall r a b, dot (scale r a) b = r * dot a b;
  dot_pos : forall a, 0 <= dot a a;
  dot_definite : forall a, dot a a = 0 -> a = zero }.
Arguments zero {_}.  Arguments add {_}.  Arguments scale {_}.  Arguments dot {_}.
Declare Scope perclib_scope.
Global Open Scope perclib_scope.
Notation "a ⊕ b" := (add a b) (at level 50, left associativity) : perclib_scope.
Notation "r ⊙ a" := (scale r a) (at level 40, left associativity) : perclib_scope.
Notation "a ⊖ b" := (add a (scale (-1) b)) (at level 50, left associativity) : perclib_scope.
Notation "⟨ a , b ⟩" := (dot a b) (format "⟨ a ,  b ⟩") : perclib_scope.
Notation "‖ a ‖²" := (dot a a) (format "‖ a ‖²") : perclib_scope.
Definition norm {V : space} (a : V) : R := sqrt ‖a‖².

Definition line : space.  (* the real numbers, for runs on the line *)
Proof.
  refine {| vector := R; zero := 0; add := Rplus; scale := Rmult; dot := Rmult |};
    intros; try ring; [apply Rle_0_sqr | now apply Rsqr_0_uniq].
Defined.

Fixpoint sum (f : nat -> R) (n : nat) : R :=
  match n with S (S _ as m) => sum f m + f m | _ => 0 end.
Fixpoint vsum {V : space} (f : nat -> V) (n : nat) : V :=
  match n with S (S _ as m) => vsum f m ⊕ f m | _ => zero end.
Notation "∑ s < n , a" := (sum (fun s => a) n)
  (at level 41, s name, n at level 35, a at level 41) : perclib_scope.
Notation "∑ s <= n , a" := (sum (fun s => a) (S n))
  (at level 41, s name, n at level 35, a at level 41) : perclib_scope.
Notation "∑⊕ s < n , a" := (vsum (fun s => a) n)
  (at level 41, s name, n at level 35, a at level 41) : perclib_scope.
Notation "∑⊕ s <= n , a" := (vsum (fun s => a) (S n))
  (at level 41, s name, n at level 35, a at level 41) : perclib_scope.
Definition ind (b : bool) : R := if b then 1 else 0.  (* a flag as a number *)
Definition power (a q : R) : R :=
  if Rlt_dec 0 a then if Rlt_dec 0 q then Rpower a q else a else 0.
Definition orthonormal {V : space} (e : nat -> V) :=
  forall i j, ⟨e i, e j⟩ = if Nat.eqb i j then 1 else 0.
Definition apart {V : space} (e : nat -> V) (v : V) := forall i, ⟨v, e i⟩ = 0.
