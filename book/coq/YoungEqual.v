(* Let $a,b\ge0$ and $p,q>1$ with $1/p+1/q=1$.  Young's inequality $ab\le a^q/q+b^p/p$ is an
   equation exactly if $a^q=b^p$. *)
From Perclib Require Import Laws.
From Perclib.By_hand Require Tangent.

Theorem YoungEqual
    (a b p q : R)
    (a_sign : a >= 0)
    (b_sign : b >= 0)
    (p_ : p > 1)
    (q_ : q > 1)
    (conjugate : 1 / p + 1 / q = 1) :
  a * b = power a q / q + power b p / p <-> power a q = power b p.
Proof.
  assert (C : / p + / q = 1) by lra. assert (I : 0 < / p * / q)
    by (apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; lra).
  assert (pq : p * q = p + q).
  { apply Rmult_eq_reg_r with (/ p * / q); [|lra].
    replace (p * q * (/ p * / q)) with 1 by (field; lra). rewrite <- C. field. lra. }
  destruct (Rle_lt_or_eq_dec 0 b) as [b0|<-]; [lra | |].
  - set (m := power b (p - 1)). assert (m0 : m > 0) by (apply ax_power_positive; lra).
    assert (mq : power m q = power b p) by (unfold m; apply ax_power_tower; lra).
    assert (mb : Rpower m (q - 1) = b).
    { unfold m. rewrite Tangent.power_of, Rpower_mult by lra.
      replace ((p - 1) * (q - 1)) with 1 by lra. now apply Rpower_1. }
    assert (bm : b * m = power b p).
    { unfold m. rewrite <- (ax_power_one b) at 1 by lra. apply ax_power_sum; lra. }
    destruct (Tangent.Tangent q a m ltac:(lra) a_sign m0) as (_ & meets & _).
    rewrite mb, mq in meets. split; intros H.
    + assert (E : power a q = q * (a * b) - (q - 1) * power b p).
      { assert (D : q / p = q - 1).
        { apply Rmult_eq_reg_r with p; [|lra]. replace (q / p * p) with q by (field; lra). lra. }
        rewrite H. replace (q * (power a q / q + power b p / p))
          with (power a q + q / p * power b p) by (field; lra). rewrite D. ring. }
      assert (a = m) as ->; [|exact mq]. apply (meets q_). rewrite E, <- bm. ring.
    + assert (a = m) as ->.
      { destruct (Rle_lt_or_eq_dec 0 a) as [a0|<-]; [lra | |].
        - assert (E : power (power a q) (/ q) = power (power m q) (/ q)) by now rewrite H, mq.
          assert (0 < / q) by (apply Rinv_0_lt_compat; lra).
          rewrite !(ax_power_tower _ q (/ q) 1) in E by (try lra; field; lra).
          now rewrite !ax_power_one in E by lra.
        - rewrite (power_0 0) in H by reflexivity.
          pose proof (ax_power_positive b p ltac:(lra)). lra. }
      rewrite mq, <- bm. replace (m * b) with (b * m * (/ p + / q)) by (rewrite C; ring).
      field. lra.
  - rewrite (power_0 0), Rmult_0_r by reflexivity. unfold Rdiv. rewrite Rmult_0_l, Rplus_0_r.
    split; intros H; [|rewrite H; ring]. symmetry in H.
    apply Rmult_integral in H as [H|H]; [exact H|].
    apply Rinv_neq_0_compat in H; [easy | lra].
Qed.
