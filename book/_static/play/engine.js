// The perceptron, its counters and its bounds: plain functions of plain data, without a page.
// Letters as on the page "Notation"; ties, runs and bounds as in perclib (streams, online, bounds,
// competitors), against which tests/site/test_play.py compares them.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.engine = (() => {
  const TIES = ["mistake", "plus", "minus", "correct"];
  const LEARNERS = ["perceptron", "margin", "average", "polynomial", "gauss"];

  const dot = (a, b) => a.reduce((sum, each, j) => sum + each * b[j], 0);
  const plus = (a, times, b) => a.map((each, j) => each + times * b[j]);
  const norm = (a) => Math.sqrt(dot(a, a));
  const total = (numbers) => numbers.reduce((sum, each) => sum + each, 0);
  const largest = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);
  const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
  const zeros = (length) => new Array(length).fill(0);

  // --- The learner (chapter 3) ------------------------------------------------------------------

  // The label of a score; 0 where a tie names neither.
  const predict = (f, tie) => Math.sign(f) || { plus: 1, minus: -1 } [tie] || 0;

  // Whether a round is a mistake: y f <= 0 by the book's rule, y f < 0 by the strict one.
  function wrong(f, y, tie) {
    if (tie === "mistake") return y * f <= 0;
    return tie === "correct" ? y * f < 0 : predict(f, tie) !== y;
  }

  // The misprint of chapter 3 that moves by (h - y) x, with ties +1, is the rule "turned".
  const tieOf = (rule) => (rule === "turned" ? "plus" : rule);

  // How often an example is added to the weights; with a margin also where the score was close.
  function multiple(f, y, { learner, rule = "mistake", step = 1, beta = 0 }) {
    if (learner === "margin") return y * f <= beta ? step * y : 0;
    if (!wrong(f, y, tieOf(rule))) return 0;
    return rule === "turned" ? step * (predict(f, "plus") - y) : step * y;
  }

  // --- Kernels (chapter 10) ----------------------------------------------------------------------

  // The kernel of a learner that keeps its mistakes, and null for one that keeps weights.
  function kernelOf({ learner, power = 2, width = 1 }) {
    if (learner === "polynomial") {
      return (x, z) => new Array(power).fill(1 + dot(x, z)).reduce((product, each) => product * each);
    }
    if (learner !== "gauss") return null;
    return (x, z) => {
      const apart = plus(x, -1, z);
      return Math.exp(-width * dot(apart, apart));
    };
  }

  // What weights make of a place in the plane; those of a kernel are of the points, one for each.
  function scorer(situation, w) {
    const kernel = kernelOf(situation),
      kept = [...w.keys()].filter((i) => w[i]);
    if (!kernel) return ([a, b]) => w[0] * a + w[1] * b + (w[2] ?? 0);
    return (at) => total(kept.map((i) => w[i] * kernel(situation.points[i].slice(0, 2), at)));
  }

  // --- Streams (chapter 1) ----------------------------------------------------------------------

  // Numbers from [0, 1), the same ones for the same seed (mulberry32).
  function uniform(seed) {
    let a = seed | 0;
    return () => {
      a = (a + 0x6d2b79f5) | 0;
      let z = Math.imul(a ^ (a >>> 15), a | 1);
      z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
      return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  function shuffled(n, seed) {
    const draw = uniform(seed),
      order = [...new Array(n).keys()];
    for (let i = n - 1; i > 0; i--) {
      const j = Math.floor(draw() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  // Run a learner over points [x1, ..., xd, y]; what comes out is the stream that came about too.
  // The order is "placed", "shuffled", "worst" (of what is left of a pass, the least y f) or
  // "adversary" (as placed, with the label that was not predicted).  A bias is a coordinate 1.  With a
  // kernel the run is in its dual form: weights are of the points, one for each, and the vector that is
  // scored is a row of the Gram matrix.
  function run(situation) {
    const { points, order = "placed", seed = 0, passes = 1, rule = "mistake", start, bias = "none" } = situation;
    const d = points.length ? points[0].length - 1 : 2,
      kernel = kernelOf(situation);
    const instances = points.map((point) => (bias === "none" ? point.slice(0, d) : [...point.slice(0, d), 1]));
    const gram = kernel && instances.map((x) => instances.map((z) => kernel(z, x)));
    const X = gram ?? instances,
      one = (i) => points.map((_, j) => +(i === j));
    const once = order === "shuffled" ? shuffled(points.length, seed) : [...points.keys()];
    let w = gram ? zeros(points.length) : [...(start || zeros(d)), ...(bias === "none" ? [] : [0])];
    const weights = [w],
      rounds = [];
    for (let pass = 0; pass < passes; pass++) {
      for (const left = [...once]; left.length;) {
        const signed = order === "worst" ? left.map((i) => points[i][d] * dot(X[i], w)) : [0];
        const [i] = left.splice(signed.indexOf(least(signed)), 1);
        const x = X[i],
          f = dot(x, w);
        const y = order === "adversary" ? (predict(f, tieOf(rule)) === 1 ? -1 : 1) : points[i][d];
        const times = multiple(f, y, situation);
        if (times) w = plus(w, times, gram ? one(i) : x);
        rounds.push({ i, x, y, f, times, mistake: wrong(f, y, tieOf(rule)) });
        weights.push(w);
      }
    }
    return { rounds, weights, gram, mistakes: total(rounds.map((round) => +round.mistake)) };
  }

  // The mean of all weights, before each round and now: the lazy average of chapter 10.
  function averages({ rounds, weights }) {
    let drift = zeros(weights[0].length);
    return weights.map((w, t) => {
      if (t && rounds[t - 1].times) drift = plus(drift, t * rounds[t - 1].times, rounds[t - 1].x);
      return w.map((each, j) => each - drift[j] / (t + 1));
    });
  }

  // Progress <w, u> / ||u|| and growth ||w|| at the start and after each update, as far as u is of the
  // coordinates of w; with a kernel both are of the points.
  function track({ rounds, weights, gram }, u) {
    const over = (v) => (gram ? gram.map((row) => dot(row, v)) : v),
      image = over(u),
      size = Math.sqrt(dot(u, image));
    const at = (t) => {
      const w = weights[t].slice(0, u.length);
      return { t, along: dot(image, w) / size, long: Math.sqrt(Math.max(0, dot(w, over(w)))) };
    };
    return [at(0), ...rounds.flatMap(({ times }, t) => (times ? [at(t + 1)] : []))];
  }

  // The vectors y x of a run, each with how often it came: all that a bound knows of a stream.
  // With a bias that is not lifted they are those of the instances as they are, as it is printed.
  function trials({ rounds }, bias = "none") {
    const found = new Map();
    for (const { x, y } of rounds) {
      const v = (bias === "bias" ? x.slice(0, -1) : x).map((each) => y * each || 0);
      const key = v.join();
      if (!found.has(key)) found.set(key, { v, times: 0 });
      found.get(key).times++;
    }
    return [...found.values()];
  }

  const radius = (all) => largest(all.map(({ v }) => norm(v)));

  // --- Bounds (chapters 4, 5 and 6) -------------------------------------------------------------

  // The largest k with k <= b sqrt(k) + k^(1 - 1/q) loss^(1/q).
  function hingeValue(b, loss, q) {
    if (loss === 0) return b * b;
    if (q === 1) return (b / 2 + Math.sqrt((b * b) / 4 + loss)) ** 2;
    if (q === 2) return (b + Math.sqrt(loss)) ** 2;
    const reach = loss ** (1 / q);
    let low = b,
      high = (q * b) / 2 + Math.sqrt(((q * b) / 2) ** 2 + loss);
    for (let i = 0; i < 200; i++) {
      const root = (low + high) / 2;
      if (root - b - reach * root ** (1 - 2 / q) > 0) high = root;
      else low = root;
    }
    return high * high;
  }

  // Everything about a comparator u of any norm but 0, and the margin that is asked of it.  R, gamma,
  // D and Delta are on the scale on which u has norm 1.
  function bounds(all, u, asked, q = 1) {
    const R = radius(all),
      size = norm(u);
    const signed = all.map(({ v }) => dot(u, v));
    const times = all.map((trial) => trial.times);
    const lacks = signed.map((each) => Math.max(0, asked - each));
    const attained = least(signed);
    const D = Math.sqrt(total(lacks.map((lack, i) => times[i] * lack * lack)));
    const loss = total(lacks.map((lack, i) => times[i] * (lack / asked) ** q));
    return {
      R,
      gamma: asked / size,
      attained: attained / size,
      D: D / size,
      Delta: Math.sqrt((R * D) / size),
      loss,
      slacks: lacks.map((lack) => lack / size),
      hinges: lacks.map((lack) => lack / asked),
      blockNovikoff: attained > 0 ? ((R * size) / attained) ** 2 : null,
      freundSchapire: ((R * size + D) / asked) ** 2,
      hinge: hingeValue((R * size) / asked, loss, q),
    };
  }

  // Updates of a perceptron that also moves where y f <= beta: (R^2 + 2 beta) / gamma^2 (chapter 14).
  const updatesBound = (R, gamma, beta) => (R * R + 2 * beta) / (gamma * gamma);

  // --- Best comparators, each with what proves it (chapters 4 and 6) ------------------------------

  // Solve a small system by elimination, the largest pivot first; null if there is none.
  function solve(matrix, right) {
    const rows = matrix.map((row, i) => [...row, right[i]]),
      n = right.length;
    for (let c = 0; c < n; c++) {
      let p = c;
      for (let r = c + 1; r < n; r++)
        if (Math.abs(rows[r][c]) > Math.abs(rows[p][c])) p = r;
      if (!rows[p][c]) return null;
      [rows[c], rows[p]] = [rows[p], rows[c]];
      for (let r = c + 1; r < n; r++) rows[r] = plus(rows[r], -rows[r][c] / rows[c][c], rows[c]);
    }
    const out = zeros(n);
    for (let c = n - 1; c >= 0; c--) {
      out[c] = (rows[c][n] - dot(rows[c].slice(c + 1, n), out.slice(c + 1))) / rows[c][c];
    }
    return out;
  }

  const combined = (weights, V) => V.reduce((sum, v, i) => plus(sum, weights[i], v), zeros(V[0].length));

  // The point of a polytope that is nearest to the origin, and the weights a that make it as the sum of
  // a v (Wolfe's algorithm).  The corner furthest against z, as such weights, is corner(z).
  function nearest(V, corner) {
    const scale = largest(V.map((v) => dot(v, v)));
    let used = [],
      share = [1],
      z = zeros(V[0].length);
    const add = (a) => used.push({ a, v: combined(a, V) });
    add(corner(z));
    for (let round = 0; round < 400; round++) {
      z = combined(share, used.map(({ v }) => v));
      const a = corner(z),
        v = combined(a, V);
      if (dot(z, v) >= dot(z, z) - 1e-15 * scale) break;
      used.push({ a, v });
      share.push(0);
      for (;;) { // the nearest point of the plane through those used; back to where a share is 0
        const gram = used.map((one) => [...used.map((other) => dot(one.v, other.v)), 1]);
        const found = solve([...gram, [...used.map(() => 1), 0]], [...used.map(() => 0), 1]);
        const wanted = found ? found.slice(0, -1) : share;
        const ends = wanted.map((to, j) => (to <= 1e-14 ? share[j] / Math.max(share[j] - to, 1e-300) : Infinity));
        const reach = Math.min(1, least(ends));
        share = share.map((from, j) => from + reach * (wanted[j] - from));
        if (wanted.every((to) => to > 1e-14)) break;
        const drop = ends.indexOf(least(ends));
        used.splice(drop, 1);
        share.splice(drop, 1);
        share = share.map((each) => each / total(share));
        if (!found && used.length < 2) break;
      }
    }
    const weights = V.map((_, i) => total(used.map(({ a }, j) => share[j] * a[i])));
    return { z: combined(weights, V), weights };
  }

  // Corners of the hull of the vectors in which none weighs more than its limit.
  const hull = (V, limits) => (z) => {
    const along = V.map((v) => dot(z, v)),
      out = zeros(V.length);
    let left = 1;
    for (const i of [...V.keys()].sort((i, j) => along[i] - along[j])) {
      out[i] = Math.min(left, limits[i]);
      left -= out[i];
    }
    return out;
  };

  // The comparator of the largest margin; the norm of a point of the hull is its ceiling.
  function largestMargin(all) {
    if (!all.length) return null;
    const V = all.map(({ v }) => v),
      { z, weights } = nearest(V, hull(V, V.map(() => 1)));
    const size = norm(z),
      ceiling = size / total(weights);
    const margin = size > 1e-12 * radius(all) ? least(V.map((v) => dot(z, v))) / size : 0;
    return margin > 1e-12 * size ? { u: z.map((x) => x / size), margin, ceiling, weights } : null;
  }

  // Vectors that have the inner products of a Gram matrix (Cholesky, the largest pivot first).
  function embedded(gram) {
    const rows = gram.map(() => []),
      left = gram.map((row, i) => row[i]),
      nothing = 1e-14 * largest(left);
    for (let p = left.indexOf(largest(left)); left[p] > nothing; p = left.indexOf(largest(left))) {
      const root = Math.sqrt(left[p]),
        at = [...rows[p]];
      rows.forEach((row, i) => row.push((gram[i][p] - dot(at, row)) / root));
      left.forEach((_, i) => { left[i] -= rows[i].at(-1) ** 2; });
      left[p] = 0;
    }
    return rows;
  }

  // The comparator of the largest margin in the space of a kernel, as weights of the points, with its
  // bound, and the floor under the bounds of all comparators; null if none has a margin.
  function kernelBest({ rounds, gram }) {
    const rows = embedded(gram),
      met = new Map(rounds.map(({ i, y }) => [`${i} ${y}`, { i, y }]));
    const all = [...met.values()];
    const found = largestMargin(all.map(({ i, y }) => ({ v: rows[i].map((x) => y * x), times: 1 })));
    if (!found) return null;
    const u = zeros(gram.length);
    all.forEach(({ i, y }, j) => { u[i] += y * found.weights[j]; });
    const scores = gram.map((row) => dot(row, u)),
      size = Math.sqrt(dot(u, scores));
    const margin = least(all.map(({ i, y }) => y * scores[i])) / size,
      ceiling = size / total(found.weights);
    const R = Math.sqrt(largest(all.map(({ i }) => gram[i][i])));
    return margin > 0 ? { u, R, margin, ceiling, value: (R / margin) ** 2, floor: (R / ceiling) ** 2 } : null;
  }

  // Minimize half the sum of times * max(0, 1 - <u, v>)^2 plus ridge/2 ||u||^2 by Newton's method.
  function ridged(all, ridge, u) {
    const V = all.map(({ v }) => v);
    const pull = (at) => all.map(({ v, times }) => times * Math.max(0, 1 - dot(at, v)));
    const slope = (at) => plus(at.map((x) => ridge * x), -1, combined(pull(at), V));
    for (let i = 0; i < 60; i++) {
      const weights = pull(u),
        here = slope(u);
      const curve = u.map((_, r) => u.map((__, c) =>
        (r === c ? ridge : 0) + total(all.map(({ v, times }, t) => (weights[t] ? times * v[r] * v[c] : 0)))));
      const move = solve(curve, here),
        fall = move && dot(here, move);
      if (!(fall > 0)) break;
      let share = 1; // the slope along the way says when it is too long
      while (share > 1e-9 && -dot(slope(plus(u, -share, move)), move) > 0.5 * fall) share /= 2;
      const next = plus(u, -share, move);
      if (next.every((x, j) => x === u[j])) break;
      u = next;
    }
    return { u, weights: pull(u) };
  }

  // The floor of chapter 6 under the bounds of all comparators, for a radius of 1: two numbers, of
  // which the smaller is the floor.  `weights` are those of all rounds with the same y x together.
  function floors(all, weights, q) {
    const sum = total(weights),
      one = weights.map((a, i) => a / all[i].times);
    const size = q === 1 ? largest(one) : Math.sqrt(total(one.map((a, i) => all[i].times * a * a)));
    return sum ? [(sum / size) ** q, (sum / norm(combined(weights, all.map(({ v }) => v)))) ** 2] : [0, 0];
  }

  // The comparator with the least bound K_q, for q of 1 or 2 (at margin 1), with a floor that proves
  // how near to the least it is.  Where the two numbers of the floor agree, so do floor and bound.
  function bestComparator(trials_, q) {
    const R = radius(trials_),
      rounds = total(trials_.map(({ times }) => times));
    const d = trials_.length ? trials_[0].v.length : 0;
    const best = { u: zeros(d), value: rounds, floor: R ? 0 : rounds };
    if (!R) return best;
    const all = trials_.map(({ v, times }) => ({ v: v.map((x) => x / R), times }));
    const V = all.map(({ v }) => v);
    const look = (u) => {
      const loss = total(all.map(({ v, times }) => times * Math.max(0, 1 - dot(u, v)) ** q));
      const value = hingeValue(norm(u), loss, q);
      if (value < best.value) Object.assign(best, { u: u.map((x) => x / R), value });
    };
    const prove = (weights) => {
      const pair = floors(all, weights, q);
      best.floor = Math.max(best.floor, least(pair));
      return pair[0] - pair[1];
    };
    prove(all.map(({ times }) => times));
    const wide = largestMargin(all);
    if (wide) look(wide.u.map((x) => x / wide.margin)), prove(wide.weights);
    let u = zeros(d),
      low, high;
    // q = 1: k is a floor if the hull in which none weighs more than its rounds / k comes as near to
    // the origin as 1 / sqrt(k); in the direction of its nearest point some instance has no loss left.
    if (q === 1)[low, high] = [1, rounds];
    else [low, high] = [1e-9, 1e9 * rounds];
    for (let i = 0; i < 80 && best.value - best.floor > 1e-10 * best.value; i++) {
      const middle = Math.sqrt(low * high);
      let above;
      if (q === 1) {
        const { z, weights } = nearest(V, hull(V, all.map(({ times }) => times / middle)));
        prove(weights);
        above = norm(z) ** 2 * middle > 1;
        for (const v of V)
          if (dot(z, v) > 0) look(z.map((x) => x / dot(z, v)));
      } else {
        const found = ridged(all, middle, u);
        u = found.u;
        look(u);
        above = prove(found.weights) > 0;
      }
      if (above) high = middle;
      else low = middle;
    }
    return best;
  }

  return {
    TIES,
    LEARNERS,
    run,
    averages,
    track,
    trials,
    scorer,
    hingeValue,
    bounds,
    updatesBound,
    largestMargin,
    kernelBest,
    bestComparator,
    dot,
    plus,
    norm,
  };
})();
