// A situation as lines of perclib that make the same run and the same bound.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.lines = (() => {
  const CODE = { // of learners that perclib has no name for
    turned: () => `@dataclass(frozen=True)
class Turned:
    """Moves by (h - y) x: the sign of the update is turned."""
    weights: np.ndarray
    step: float
    tie: str = "plus"

    def score(self, x):
        return self.weights @ x

    def update(self, x, y):
        h = predict(self.score(x), self.tie)
        return Turned(self.weights + self.step * (h - y) * x, self.step)`,
    polynomial: ({ power }) => `def kernel(A, B):
    return (1 + A @ B.T) ** ${power}`,
    gauss: ({ width }) => `def kernel(A, B):
    return np.exp(${-width} * ((A[:, None] - B) ** 2).sum(axis=2))`,
  };
  const IMPORTS = {
    perceptron: ["from perclib import Perceptron, Stream, freund_schapire, run"],
    turned: ["from perclib import Stream, freund_schapire, run", "from perclib.learners.losses import predict"],
    margin: ["from perclib import MarginPerceptron, Stream, block_novikoff, run"],
    average: ["from perclib import AveragedPerceptron, Stream, freund_schapire, run"],
    kernel: ["from perclib import KernelPerceptron, Stream, run"],
  };
  const list = (values) => `[${values.map((v) => (Array.isArray(v) ? list(v) : v)).join(", ")}]`;
  const float = (x) => (Number.isInteger(x) ? `${x}.0` : x);
  const MISTAKES = "print(done.mistake_count, \"mistakes, weights\", done.learner.weights.tolist())";

  function learner({ rule, step, beta }, kind, weights) {
    if (kind === "turned") return `Turned(np.array(${weights}), ${step})`;
    if (kind === "margin") return `MarginPerceptron(${weights}, step=${step}, beta=${beta})`;
    if (kind === "kernel") return `KernelPerceptron.zero(kernel, 2, tie="${rule}")`;
    return `${kind === "average" ? "Averaged" : ""}Perceptron(${weights}, tie="${rule}", step=${step})`;
  }

  function stream({ order, passes }, run, lifts) {
    if (order === "adversary") {
      const seen = lifts ? "np.hstack([seen, np.ones((len(seen), 1))])" : "seen";
      return [`seen = np.tile(X, (${passes}, 1))`, `stream = Stream(seen, challenge(learner, ${seen}).stream.y)`];
    }
    if (order === "placed") return [`stream = Stream(X, y).repeated(${passes})`];
    const rows = list(run.rounds.map((round) => round.i));
    return [`rows = ${rows}`, "stream = Stream(X[rows], y[rows])"];
  }

  // What is counted, and the bound that is proved for the learner, where there is one.
  function count(state, run, kind, best) {
    const { u, asked } = Play.state.comparator(state), seen = state.bias === "lift" ? "stream.lifted()" : "stream";
    if (kind === "kernel") {
      return ['print(done.mistake_count, "mistakes, in rounds", (np.flatnonzero(done.mistakes) + 1).tolist())',
        ...(best ? [`a = np.array(${list(best.u)})  # the comparator, by the points`,
          "margin = (stream.y * (kernel(stream.X, X) @ a)).min()",
          'print("bound", kernel(X, X).diagonal().max() * (a @ kernel(X, X) @ a) / margin**2)'] : [])];
    }
    if (kind === "margin") {
      const { attained } = Play.engine.bounds(Play.engine.trials(run, state.bias), u, asked);
      return ["updates = (stream.y * done.scores <= learner.beta).sum()",
        'print(updates, "updates, weights", done.learner.weights.tolist())',
        ...(attained > 0 ? [`bound = block_novikoff(${seen}, ${list(u)}).value`,
          `print("bound", bound * (1 + 2 * learner.beta / ${state.step} / ${seen}.radius ** 2))`] : [])];
    }
    return [`bound = freund_schapire(${seen}, ${list(u)}, ${asked})`, MISTAKES, 'print("bound", bound.value)',
      ...(kind === "average" ? ['print("average", done.learner.average.weights.tolist())'] : [])];
  }

  return function lines(state, run, best = run.gram && Play.engine.kernelBest(run)) {
    const { points, order, rule, bias, start } = state, lifts = bias !== "none";
    const kind = run.gram ? "kernel" : rule === "turned" ? rule : state.learner;
    const weights = list([...start, ...(lifts ? [0] : [])].map(float)),
      code = CODE[run.gram ? state.learner : kind];
    return [
      ...(kind === "turned" ? ["from dataclasses import dataclass", ""] : []),
      "import numpy as np", "", ...IMPORTS[kind],
      ...(order === "adversary" ? ["from perclib.learners import challenge"] : []), "",
      ...(code ? ["", code(state), "", ""] : []),
      `X = np.array(${list(points.map((p) => p.slice(0, 2).map(float)))})`,
      `y = np.array(${list(points.map((p) => p[2]))})`,
      `learner = ${learner(state, kind, weights)}`, ...stream(state, run, lifts),
      `done = run(learner, stream${lifts ? ".lifted()" : ""})`, ...count(state, run, kind, best),
    ].join("\n") + "\n";
  };
})();
