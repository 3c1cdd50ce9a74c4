// A situation as text: in the address, and as lines of perclib.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.state = (() => {
  const CHOICES = {
    order: ["placed", "shuffled", "worst", "adversary"],
    rule: [...Play.engine.TIES, "turned"],
    bias: ["none", "bias", "lift"],
  };
  const MOST = { points: 60, rounds: 4000, number: 1e6 };

  const preset = (name) => {
    const { title: _title, see: _see, say: _say, ...different } = Play.PRESETS[name];
    return JSON.parse(JSON.stringify({ ...Play.BLANK, ...different, preset: name })); // a copy
  };

  const number = (text) => (text.trim() !== "" && Math.abs(Number(text)) <= MOST.number ? Number(text) : NaN);
  const vector = (text) => text.split("_").map(number);
  const READ = { // undefined is what cannot be
    points: (text) => {
      const points = text.split("*").map(vector);
      const fit = (p) => p.length === 3 && p.every(Number.isFinite) && Math.abs(p[2]) === 1;
      return points.length && points.length <= MOST.points && points.every(fit) ? points : undefined;
    },
    seed: (text) => (Number.isInteger(number(text)) && number(text) >= 0 ? number(text) : undefined),
    passes: (text) => (Number.isInteger(number(text)) && number(text) >= 1 ? number(text) : undefined),
    t: (text) => (Number.isInteger(number(text)) && number(text) >= 0 ? number(text) : undefined),
    step: (text) => (number(text) > 0 ? number(text) : undefined),
    view: (text) => (number(text) > 0 ? number(text) : undefined),
  };
  for (const name of ["start", "u", "c"]) {
    READ[name] = (text) => {
      const read = vector(text);
      return read.length === 2 && read.every(Number.isFinite) ? read : undefined;
    };
  }
  for (const name in CHOICES) READ[name] = (text) => (CHOICES[name].includes(text) ? text : undefined);

  // Keep a situation within what can be run and drawn.
  function fit(state) {
    const most = Math.max(1, Math.floor(MOST.rounds / Math.max(1, state.points.length)));
    state.passes = Math.min(state.passes, most);
    state.t = Math.min(state.t, state.points.length * state.passes);
    const between = (low, x, high) => Math.min(high, Math.max(low, x));
    state.view = between(2 ** -10, state.view, 2 ** 10);
    state.step = between(2 ** -20, state.step, MOST.number);
    state.seed = between(0, state.seed, MOST.number);
    state.start = state.start.map((x) => between(-MOST.number, x, MOST.number));
    if (state.bias !== "lift") state.c = [0, 0];
    if (Play.engine.norm(state.u) < 2 ** -20 * state.view) state.u = [0, state.view / 4];
    return state;
  }

  function parse(text) {
    const said = new Map(text.split("&").map((part) => part.split("=", 2))), name = said.get("preset");
    const state = preset(Object.hasOwn(Play.PRESETS, name ?? "") ? name : "wide");
    for (const key in READ) {
      const value = said.get(key) === undefined ? undefined : READ[key](said.get(key));
      if (value !== undefined) state[key] = value;
    }
    return fit(state);
  }

  // What differs from its preset.
  function print(state) {
    const from = preset(state.preset), said = [`preset=${state.preset}`];
    const plain = (value) => [value].flat().join("_");
    const text = (key, value) => (key === "points" ? value.map(plain).join("*") : plain(value));
    for (const key in READ) {
      if (text(key, state[key]) !== text(key, from[key])) said.push(`${key}=${text(key, state[key])}`);
    }
    return said.join("&");
  }

  // The comparator as perclib takes it, and the margin that is asked of it: the line through c with
  // the normal u, and lines beside it at the distance ||u||.
  function comparator({ u, c, bias }) {
    const { dot } = Play.engine;
    return { u: bias === "lift" ? [...u, -dot(u, c) || 0] : u, asked: dot(u, u) };
  }

  // Which hypotheses of the bounds do not hold; without such a lack no bound is ever broken.
  function lacking({ bias, start, rule }) {
    const lacks = { bias: bias === "bias", start: start.some(Boolean), turned: rule === "turned" };
    return Object.keys(lacks).filter((name) => lacks[name]);
  }

  const TURNED = `@dataclass(frozen=True)
class Turned:
    """Moves by (h - y) x: the sign of the update is turned."""
    weights: np.ndarray
    step: float
    tie: str = "plus"

    def score(self, x):
        return self.weights @ x

    def update(self, x, y):
        h = predict(self.score(x), self.tie)
        return Turned(self.weights + self.step * (h - y) * x, self.step)


`;

  // Lines of Python that make the same run and the same bound.
  function lines(state, run) {
    const { points, order, rule, bias, step, start, passes } = state, lifts = bias !== "none";
    const came = run.rounds.map(({ i }) => i);
    const list = (values) => `[${values.map((v) => (Array.isArray(v) ? list(v) : v)).join(", ")}]`;
    const weights = list([...start, ...(lifts ? [0] : [])].map((v) => (Number.isInteger(v) ? `${v}.0` : v)));
    const out = [
      ...(rule === "turned" ? ["from dataclasses import dataclass", ""] : []),
      "import numpy as np", "",
      "from perclib import Perceptron, Stream, freund_schapire, run",
      ...(rule === "turned" ? ["from perclib.losses import predict"] : []),
      ...(order === "adversary" ? ["from perclib.online import challenge"] : []),
      "", (rule === "turned" ? `\n${TURNED}` : "") + `X = np.array(${list(points.map((p) => p.slice(0, 2)))})`,
      `y = np.array(${list(points.map((p) => p[2]))})`,
      rule === "turned"
        ? `learner = Turned(np.array(${weights}), ${step})`
        : `learner = Perceptron(${weights}, tie="${rule}", step=${step})`,
    ];
    if (order === "adversary") {
      const seen = lifts ? `np.hstack([seen, np.ones((len(seen), 1))])` : "seen";
      out.push(`seen = np.tile(X, (${passes}, 1))`, `stream = Stream(seen, challenge(learner, ${seen}).stream.y)`);
    } else if (order === "placed") out.push(`stream = Stream(X, y).repeated(${passes})`);
    else out.push(`rows = ${list(came)}`, "stream = Stream(X[rows], y[rows])");
    const { u, asked } = comparator(state), bound = bias === "lift" ? "stream.lifted()" : "stream";
    out.push(
      `done = run(learner, stream${lifts ? ".lifted()" : ""})`,
      `bound = freund_schapire(${bound}, ${list(u)}, ${asked})`,
      `print(done.mistake_count, "mistakes, weights", done.learner.weights.tolist())`,
      `print("bound", bound.value)`,
    );
    return out.join("\n") + "\n";
  }

  return { CHOICES, MOST, preset, parse, print, fit, comparator, lacking, lines };
})();
