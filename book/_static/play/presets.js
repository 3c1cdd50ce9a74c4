// The situations of the book, each with the label of the place that tells about it.  A preset says
// only where it differs from the first one; "view" is half the width of the plane that is seen.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.BLANK = {
  points: [], view: 4, order: "placed", seed: 1, rule: "mistake", bias: "none", step: 1, start: [0, 0],
  passes: 1, u: [0, 1], c: [0, 0], t: 0, learner: "perceptron", beta: 10, power: 2, width: 1,
};
Play.PRESETS = {
  wide: {
    title: "Separable, a wide margin", see: "thm-block-novikoff", u: [0.625, 0.8125],
    points: [[2, 1, 1], [-1, 2.5, 1], [-2.5, -1.5, -1], [0.5, 3, 1], [1.5, -2.5, -1], [-3, 0.5, -1],
      [3, -0.75, 1], [-1, -3, -1]],
    say: "Two labels with much room between them. Drag a point towards the line and watch the bound.",
  },
  thin: {
    title: "Separable, a thin margin", see: "def-margin", u: [0.125, 0.25], passes: 6,
    points: [[2, -0.5, 1], [-2, 1.5, 1], [-3, 1, -1], [0.5, 2.5, 1], [3, -2, -1], [-0.75, -2, -1], [2.5, 1.5, 1],
      [-2.5, -2, -1]],
    say: "The same kind of stream with little room: the bound is large, the mistakes need not be.",
  },
  orthonormal: {
    title: "Orthonormal: the bound is met", see: "section-tight", view: 2, u: [0.5, 0.5],
    points: [[1, 0, 1], [0, 1, 1]],
    say: "Two orthogonal unit vectors: two mistakes, and the bound is 2. It cannot be improved.",
  },
  noise: {
    title: "Noise: two labels flipped", see: "thm-freund-schapire", u: [0.5, 0.75], passes: 2,
    points: [[2, 1, 1], [-1, 2.5, 1], [-2.5, -1.5, -1], [0.5, 3, -1], [1.5, -2.5, -1], [-3, 0.5, -1],
      [3, -0.5, 1], [-1, -3, 1], [3, 2.5, 1], [-1, -1, -1]],
    say: "No line gets all labels right. What each instance lacks is drawn; the bound of chapter 5 pays for it.",
  },
  xor: {
    title: "XOR", see: "section-passes", u: [0.25, 0.25], passes: 6,
    points: [[2, 2, 1], [-2, 2, -1], [-2, -2, 1], [2, -2, -1]],
    say: "No line separates these four, with a bias or without: no pass is ever clean.",
  },
  hairpin: {
    title: "The hairpin", see: "cor-passes", view: 2, u: [0.0625, 0.5], passes: 18,
    points: [[1, 0, 1], [-1, 0.25, 1]],
    say: "Two positive examples that point in nearly opposite directions need many passes.",
  },
  cycle: {
    title: "The stream that cycles", see: "section-passes", u: [0, 0.25], passes: 12,
    points: [[0, 1.5, -1], [0, 3, 1]],
    say: "Without a bias x and 2x cannot have different labels: the weights go round for ever. "
      + "Lift the examples and they stop.",
  },
  start: {
    title: "A start that is not zero", see: "section-reading", view: 2, u: [1, 0], passes: 10, start: [-8, 0],
    points: [[1, 0, 1]],
    say: "One example, bound 1, from weights that point the wrong way.",
  },
  two: {
    title: "With a bias: the smallest failure", see: "fail-bias", view: 2, bias: "bias", u: [1, 0],
    points: [[1, 0, 1], [-1, 0, -1]],
    say: "With a bias this makes two mistakes, where the bound printed for the instances as they are allows one.",
  },
  family: {
    title: "With a bias: as many mistakes as you like", see: "thm-family", view: 0.5, bias: "bias",
    u: [0.0625, 0], passes: 25,
    points: [[0.0625, -0.125, 1], [-0.0625, -0.25, -1]],
    say: "Every round is a mistake, and the bound printed for the instances as they are is 17.",
  },
  strict: {
    title: "The strict test never learns", see: "thm-strict", rule: "correct", u: [0.75, 1],
    points: [[2, 1, 1], [-1, 2.5, 1], [-2.5, -1.5, -1], [0.5, 3, 1], [1.5, -2.5, -1], [-3, 0.5, -1]],
    say: "A learner that moves only where y f < 0 never leaves zero.",
  },
  turned: {
    title: "The turned sign never learns", see: "thm-difference", view: 2, rule: "turned", u: [-1, 0], passes: 6,
    points: [[1, 0, -1]],
    say: "With the sign of the update turned, an example that is wrong once is wrong for ever.",
  },
  adversary: {
    title: "An adversary that answers", see: "thm-lower", view: 2, order: "adversary", rule: "plus", u: [-0.5, -0.5],
    points: [[1, 0, 1], [0, 1, 1]],
    say: "It gives the label that was not predicted, and on orthogonal instances leaves room "
      + "for a comparator all the same.",
  },
  strip: {
    title: "With a margin: a wider strip", see: "section-margin", learner: "margin", beta: 13, passes: 16,
    u: [0.125, 0.25],
    points: [[2, -0.5, 1], [-2, 1.5, 1], [-3, 1, -1], [0.5, 2.5, 1], [3, -2, -1], [-0.75, -2, -1], [2.5, 1.5, 1],
      [-2.5, -2, -1]],
    say: "The points with the thin margin, and a learner that is not content with just being right. "
      + "Run it to its end, and compare the margin of w with what is promised.",
  },
  lazy: {
    title: "The last weights and their average", see: "section-use", learner: "average", passes: 2, u: [0.5, 1],
    points: [[-0.5, -2, -1], [1.5, -2, -1], [-0.5, 3, 1], [1, 1, 1], [2.5, -2.5, -1], [-1, 1, 1], [-2, 0, -1],
      [-1.5, -3, -1], [-2, 2, -1], [3, -0.5, 1]],
    say: "One label is flipped, and the last weights are as good as chance left them; the average is wrong on that "
      + "point alone.",
  },
  corners: {
    title: "XOR with a kernel", see: "thm-kernel", learner: "polynomial", passes: 3,
    points: [[2, 2, 1], [-2, 2, -1], [-2, -2, 1], [2, -2, -1]],
    say: "The four points that no line separates: products of coordinates do.",
  },
  spirals: {
    title: "Two spirals", see: "thm-kernel", view: 2, learner: "gauss", width: 4, order: "shuffled", passes: 2,
    points: [[-0.125, 0.4375, 1], [0.125, -0.4375, -1], [-0.375, 0.375, 1], [0.375, -0.375, -1], [-0.5625, 0.25, 1],
      [0.5625, -0.25, -1], [-0.75, -0.0625, 1], [0.75, 0.0625, -1], [-0.75, -0.375, 1], [0.75, 0.375, -1],
      [-0.5625, -0.75, 1], [0.5625, 0.75, -1], [-0.25, -1, 1], [0.25, 1, -1], [0.25, -1.125, 1], [-0.25, 1.125, -1],
      [0.75, -1, 1], [-0.75, 1, -1], [1.1875, -0.625, 1], [-1.1875, 0.625, -1], [1.4375, -0.0625, 1],
      [-1.4375, 0.0625, -1], [1.4375, 0.5625, 1], [-1.4375, -0.5625, -1], [1.125, 1.1875, 1], [-1.125, -1.1875, -1],
      [0.5625, 1.6875, 1], [-0.5625, -1.6875, -1]],
    say: "The ten points that it keeps are enough to tell the arms apart. A wider or a narrower kernel needs more.",
  },
  own: {
    title: "A stream of your own", see: "thm-freund-schapire", view: 2, u: [0.5, -0.5],
    points: [[1, 0, 1], [0, 1, -1]],
    say: "The bound of chapter 5 holds for every stream and every comparator: make what you like of this one.",
  },
};
