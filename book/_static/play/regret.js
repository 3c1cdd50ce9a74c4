// Chapter "Regret": the leader on a spring and projected descent in a disc or on a segment, and the
// reader, who chooses a loss of slope 1 in each round.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.regret = (() => {
  const { dot, plus, norm } = Play.engine, { round, list } = Play.kind;

  const slope = (degrees) => [0, 90].map((by) => +Math.cos(((degrees - by) * Math.PI) / 180).toFixed(15));
  const degrees = ([a, b]) => (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  const into = (w, B) => (norm(w) > B ? w.map((x) => (x * B) / norm(w)) : w);

  // On the segment a loss is of the first coordinate alone.
  const allowed = (angle, room) => (room === "disc" ? angle : Math.abs(angle - 180) < 90 ? 180 : 0);

  function compute({ room, B, eta, rounds }) {
    let sum = [0, 0];
    const paid = [0, 0],
      leader = [[0, 0]],
      descent = [[0, 0]],
      sums = [sum],
      regrets = [[0], [0]],
      paths = [leader, descent];
    for (const angle of rounds) {
      const g = slope(allowed(angle, room));
      sum = plus(sum, 1, g);
      paths.forEach((path, i) => {
        paid[i] += dot(g, path.at(-1));
        regrets[i].push(paid[i] + B * norm(sum));
      });
      sums.push(sum);
      leader.push(into(sum.map((x) => -eta * x || 0), B));
      descent.push(into(plus(descent.at(-1), -eta, g), B));
    }
    const bound = (t) => (B * B) / (2 * eta) + (eta * t) / 2;
    return { leader, descent, sums, regrets, bound: [...rounds, 0].map((_, t) => bound(t)), T: rounds.length };
  }

  function build({ stage, picture, play, now }) {
    const { el, line, arrow, marked, thing } = Play.tools;
    const room = picture("plane", "application", "The room of the learners, and the coming loss"),
      chart = picture("chart", "img", "");
    const SIZE = 400,
      under = el("g"),
      over = el("g"),
      aim = thing("play-aim");
    const tip = el("path", { d: "M0-8 14 0 0 8z" });
    aim.append(tip);
    room.append(under, over, aim);
    room.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    stage.append(room, chart);
    let angle = 0;

    // The arrow of the coming loss stands outside of the disc, whatever its radius.
    const RIM = 145,
      out = (length, g = slope(allowed(angle, now().room))) => [200 + length * g[0], 200 - length * g[1]];

    function turn(to) {
      angle = ((Math.round(to) % 360) + 360) % 360;
      const shown = allowed(angle, now().room);
      aim.setAttribute("transform", `translate(${out(170)}) rotate(${-shown})`);
      aim.setAttribute("aria-label", `The coming loss points to ${shown} degrees. Arrows turn it, Enter plays it`);
    }
    aim.setAttribute("tabindex", 0);

    const push = () => play([allowed(angle, now().room)], "");
    const place = ({ clientX, clientY }) => {
      const { left, top, width } = room.getBoundingClientRect();
      return degrees([clientX - left - width / 2, -(clientY - top - width / 2)]);
    };
    room.addEventListener("pointermove", (event) => event.pointerType === "mouse" && turn(place(event)));
    room.addEventListener("click", (event) => {
      turn(place(event));
      push();
    });
    room.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 } [event.key],
        segment = now().room === "segment";
      if (by) turn(angle + by * (segment ? 180 : event.shiftKey ? 1 : 15));
      else if (event.key === "Enter" || event.key === " ") push();
      else return;
      event.preventDefault();
    });

    return (state, { leader, descent, sums, regrets, bound, T }) => {
      const { B } = state, at = ([a, b]) => [200 + (RIM * a) / B, 200 - (RIM * b) / B];
      const best = sums[T].map((x) => (-B * x) / (norm(sums[T]) || 1));
      const pulled = sums[T].map((x) => -state.eta * x);
      const path = (points, name) => el("polyline", { points: points.slice(-40).map(at).join(" "), class: name });
      const floor = state.room === "disc" ? el("circle", { cx: 200, cy: 200, r: RIM, class: "play-room" })
        : line([200 - RIM, 200], [200 + RIM, 200], "play-room");
      const diamond = (spot) =>
        el("path", { d: "M0-13 13 0 0 13-13 0z", class: "play-best", transform: `translate(${spot})` });
      under.replaceChildren(floor, line([0, 200], [SIZE, 200], "play-axis"), line([200, 0], [200, SIZE], "play-axis"));
      over.replaceChildren(
        ...(norm(pulled) > B ? [line(at(leader[T]), at(pulled), "play-spring")] : []),
        path(leader, "play-one play-trace"), path(descent, "play-two play-trace"),
        ...(norm(sums[T]) > 1e-9 ? [diamond(at(best))] : []),
        ...(T ? [arrow([200, 200], out(60, slope(allowed(state.rounds[T - 1], state.room))), "play-pull")] : []),
        el("g", { class: "play-disc" }, marked(-1, at(descent[T]), 1.15)), marked(1, at(leader[T]), 0.85));
      turn(angle);
      const top = 1.08 * Math.max(...regrets.flat(), bound[T], B * Math.sqrt(T)),
        low = Math.min(0, ...regrets.flat()),
        most = Math.max(10, T + 1);
      const curve = (f) => Array.from({ length: 61 }, (_, i) => [(most * i) / 60, f((most * i) / 60)]);
      Play.chart(chart, {
        x: [0, most],
        y: [low, top],
        across: "rounds",
        curves: [
          { name: "play-four", points: curve((t) => B * Math.sqrt(t)) },
          { name: "play-three", points: curve((t) => bound[0] + (state.eta * t) / 2) },
          { name: "play-two", points: regrets[1].map((r, t) => [t, r]), dots: T < 60 },
          { name: "play-one", points: regrets[0].map((r, t) => [t, r]), dots: T < 60 },
        ],
      });
      const { short } = Play.tools;
      chart.setAttribute("aria-label", `Regret after ${T} rounds: leader ${short(regrets[0][T])}, `
        + `descent ${short(regrets[1][T])}; the bound is ${short(bound[T])}`);
    };
  }

  const against = (key) => (state) => {
    const w = compute(state)[key].at(-1);
    if (norm(w) < 1e-9)
      return `The ${key === "leader" ? key : "point of descent"} is in the middle: no loss costs it anything.`;
    return { rounds: [...state.rounds, allowed(degrees(w), state.room)] };
  };

  return {
    title: "The leader and descent",
    fields: {
      room: { title: "Room", options: { disc: "a disc of radius B", segment: "from −B to B" }, start: "disc" },
      B: { title: "B", values: round(0.5, 2), start: 1 },
      eta: { title: "η", values: round(0.02, 2), start: 0.25 },
      rounds: { ...list(0, 359), start: [] },
    },
    compute,
    build,
    facts: (state, { regrets, bound, T }) => [
      ["T", T],
      ["regret of the leader ✚", regrets[0][T], "play-one"],
      ["of descent ●", regrets[1][T], "play-two"],
      ["bound B²/2η + ηT/2", bound[T], "play-three"],
      ["the same for the best η, B√T", state.B * Math.sqrt(T), "play-four"],
      ["◇", "the best point so far"],
    ],
    story: (state, { leader, descent, T }) => {
      if (!T) return "Both learners are at the middle.";
      const angle = allowed(state.rounds[T - 1], state.room),
        g = slope(angle),
        { short } = Play.tools;
      const pair = (w) => Play.tools.pair(w.map((x) => +x.toFixed(4)));
      return `Round ${T}: the loss pointed to ${angle}°; the leader paid ${short(dot(g, leader[T - 1]))}, descent `
        + `${short(dot(g, descent[T - 1]))}. The leader is now at ${pair(leader[T])}, descent at ${pair(descent[T])}.`;
    },
    acts: [
      ["Against the leader", against("leader"), ""],
      ["Against descent", against("descent"), ""],
      ["All rounds again", ({ rounds }) => ({ rounds: [...rounds, ...rounds] }), "All rounds once more."],
    ],
    help: `Click or tap beside the middle: the loss points there, and each learner pays the inner product of its
      point with that direction. With the focus on the arrow at the rim, the arrow keys turn it by 15 degrees, with
      Shift by one, and Enter plays the round.`,
  };
})();
