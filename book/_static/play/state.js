// A situation: what it may be, and its text in the address.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.state = (() => {
  const CHOICES = {
    learner: Play.engine.LEARNERS,
    order: ["placed", "shuffled", "worst", "adversary"],
    rule: [...Play.engine.TIES, "turned"],
    bias: ["none", "bias", "lift"],
  };
  const MOST = { points: 60, rounds: 4000, number: 1e6, power: 9 };

  const preset = (name) => {
    const { title: _title, see: _see, say: _say, dare: _dare, since: _since, ...different } = Play.PRESETS[name];
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
    beta: (text) => (number(text) >= 0 ? number(text) : undefined),
    power: (text) => (Number.isInteger(number(text)) && number(text) >= 1 ? number(text) : undefined),
    width: (text) => (number(text) > 0 ? number(text) : undefined),
    view: (text) => (number(text) > 0 ? number(text) : undefined),
  };
  for (const name of ["start", "u", "c"]) {
    READ[name] = (text) => {
      const read = vector(text);
      return read.length === 2 && read.every(Number.isFinite) ? read : undefined;
    };
  }
  for (const name in CHOICES) READ[name] = (text) => (CHOICES[name].includes(text) ? text : undefined);

  const hasKernel = ({ learner }) => learner === "polynomial" || learner === "gauss";

  // Keep a situation within what can be run and drawn, and a learner within what it is defined for:
  // one with a kernel starts at zero and has no bias, one with a margin has no rule for ties.
  function fit(state) {
    if (state.learner !== "perceptron" && state.rule === "turned") state.rule = "mistake";
    if (state.learner === "margin") state.rule = "mistake";
    if (hasKernel(state)) Object.assign(state, { bias: "none", start: [0, 0], step: 1 });
    state.power = Math.min(state.power, MOST.power);
    state.beta = Math.min(state.beta, MOST.number);
    const most = Math.max(1, Math.floor(MOST.rounds / Math.max(1, state.points.length)));
    state.passes = Math.min(state.passes, most);
    state.t = Math.min(state.t, state.points.length * state.passes);
    const between = (low, x, high) => Math.min(high, Math.max(low, x));
    state.view = between(2 ** -10, state.view, 2 ** 10);
    state.step = between(2 ** -20, state.step, MOST.number);
    state.width = between(2 ** -20, state.width, MOST.number);
    state.seed = between(0, state.seed, MOST.number);
    state.start = state.start.map((x) => between(-MOST.number, x, MOST.number));
    if (state.bias !== "lift") state.c = [0, 0];
    if (Play.engine.norm(state.u) < 2 ** -20 * state.view) state.u = [0, state.view / 4];
    return state;
  }

  const known = (name) => Object.hasOwn(Play.PRESETS, name ?? "");
  const parts = (text) => text.split("&").filter(Boolean).map((part) => part.split("=", 2));

  function parse(text) {
    const said = new Map(parts(text)),
      name = said.get("preset");
    const state = preset(known(name) ? name : "wide");
    for (const key in READ) {
      const value = said.get(key) === undefined ? undefined : READ[key](said.get(key));
      if (value !== undefined) state[key] = value;
    }
    return fit(state);
  }

  // What parse leaves out of a text, or brings into bounds, in words; empty if nothing.
  function dropped(text) {
    const state = parse(text),
      out = [];
    for (const [key, value] of parts(text)) {
      if (key === "preset") {
        if (!known(value)) out.push(`There is no situation “${value}”: this is “${Play.PRESETS.wide.title}”.`);
        continue;
      }
      const read = Object.hasOwn(READ, key) && value !== undefined ? READ[key](value) : undefined;
      if (read === undefined) out.push(`“${[key, value].filter(Boolean).join("=").slice(0, 30)}” cannot be read.`);
      else if (typeof read === "number" && read !== state[key]) out.push(`${key} is ${state[key]}, not ${read}.`);
    }
    return out.join(" ");
  }

  // What differs from its preset.
  function print(state) {
    const from = preset(state.preset),
      said = [`preset=${state.preset}`];
    const plain = (value) => [value].flat().join("_");
    const text = (key, value) => (key === "points" ? value.map(plain).join("*") : plain(value));
    for (const key in READ) {
      if (text(key, state[key]) !== text(key, from[key])) said.push(`${key}=${text(key, state[key])}`);
    }
    return said.join("&");
  }

  // Whether more than the round and the view differ from its preset.
  function changed(state) {
    const { t, view } = preset(state.preset);
    return print({ ...state, t, view }) !== `preset=${state.preset}`;
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

  return { CHOICES, MOST, preset, parse, dropped, print, changed, fit, hasKernel, comparator, lacking };
})();
