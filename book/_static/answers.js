// Exercises that answer: what a reader types is read exactly, judged, and remembered on this machine.
// The first parts know no page; tests/book/test_answers.py asks them with what Python computes.
"use strict";
globalThis.Answers = (() => {
  const refuse = (words) => { throw { refuse: words }; };

  // --- Exact numbers: sums of fractions times roots of whole numbers without a square factor, as a
  // Map from the number under the root to [numerator, denominator] --------------------------------

  const MOST = {
    text: 400,
    digits: 60,
    under: 10n ** 12n,
    size: 10n ** 200n,
    terms: 32,
    power: 12,
    rounds: 60,
    passes: 60,
  };

  function gcd(a, b) {
    while (b)[a, b] = [b, a % b];
    return a < 0n ? -a : a;
  }
  const whole = (n) => new Map(n ? [[1n, [BigInt(n), 1n]]] : []);
  const minus = (a) => new Map([...a].map(([under, [n, d]]) => [under, [-n, d]]));

  function sum(...numbers) {
    const out = new Map();
    for (const [under, [n, d]] of numbers.flatMap((number) => [...number])) {
      const [m, e] = out.get(under) ?? [0n, 1n], top = m * d + n * e, shared = gcd(top, d * e);
      if (under > MOST.under || d * e > MOST.size || top * top > MOST.size) refuse("That is too large to be read.");
      if (top) out.set(under, [top / shared, (d * e) / shared]);
      else out.delete(under);
    }
    return out.size > MOST.terms ? refuse("That is longer than can be read.") : out;
  }

  function times(a, b) {
    const product = ([r, [n, d]], [s, [m, e]]) => {
      const shared = gcd(r, s);
      return new Map([[(r / shared) * (s / shared), [n * m * shared, d * e]]]);
    };
    return sum(...[...a].flatMap((one) => [...b].map((other) => product(one, other))));
  }

  // m as s * s * rest, without a square factor in the rest.
  function square(m) {
    let s = 1,
      rest = m;
    for (let f = 2; f * f <= rest; f++) {
      while (rest % (f * f) === 0)[s, rest] = [s * f, rest / (f * f)];
    }
    return [s, rest];
  }

  function prime(m) {
    let f = 2n;
    while (m % f && f * f <= m) f++;
    return m % f ? m : f;
  }

  // One root after the other is multiplied out of the denominator.
  function inverse(a) {
    if (!a.size) refuse("That divides by zero.");
    const root = [...a.keys()].find((under) => under !== 1n);
    if (!root) {
      const [n, d] = a.get(1n);
      return new Map([[1n, n < 0n ? [-d, -n] : [d, n]]]);
    }
    const p = prime(root);
    const turned = new Map([...a].map(([under, [n, d]]) => [under, [under % p ? n : -n, d]]));
    return times(turned, inverse(times(a, turned)));
  }

  function root(a) {
    if ([...a.keys()].some((under) => under !== 1n)) refuse("A root under a root is more than can be read.");
    const [n, d] = a.get(1n) ?? [0n, 1n];
    if (n < 0n) refuse("That is the root of a negative number.");
    if (n > MOST.under || d > MOST.under) refuse("The number under the root is too large to be read.");
    const [[s, above], [t, below]] = [n, d].map((each) => square(Number(each)).map(BigInt));
    return sum(new Map(n ? [[above * below, [s, t * below]]] : []));
  }

  function power(a, exponent) {
    const [n, d] = exponent.get(1n) ?? [0n, 1n], size = Number(n < 0n ? -n : n);
    const plain = [...exponent.keys()].every((under) => under === 1n);
    if (!plain || d > 2n || size > MOST.power) refuse("That power is more than can be read.");
    let out = whole(1);
    for (let i = 0; i < size; i++) out = times(out, a);
    if (d === 2n) out = root(out);
    return n < 0n ? inverse(out) : out;
  }

  const equal = (a, b) => !sum(a, minus(b)).size;
  const rounded = (a) => {
    const terms = [...a].map(([under, [n, d]]) => (Number(n) / Number(d)) * Math.sqrt(Number(under)));
    return terms.reduce((total, each) => total + each, 0);
  };

  function floorRoot(n) { // by Newton's method, from above
    let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
    for (let next = (x + n / x) / 2n; next < x; next = (x + n / x) / 2n) x = next;
    return x;
  }

  // -1, 0 or 1.  Roots of different numbers without a square factor cancel nowhere, so what is left is
  // not zero, and digits enough will tell.
  function sign(a) {
    for (let fine = 10n ** 12n; a.size; fine *= fine) {
      const shared = [...a.values()].reduce((product, [, d]) => product * d, 1n);
      let near = 0n,
        off = 0n;
      for (const [under, [n, d]] of a) {
        const part = n * (shared / d);
        near += part * floorRoot(under * fine * fine);
        off += part < 0n ? -part : part;
      }
      if (near > off) return 1;
      if (near < -off) return -1;
    }
    return 0;
  }

  // A number as it is written on paper.
  function written(a) {
    const term = ([under, [n, d]], i) => {
      const size = n < 0n ? -n : n,
        under_ = under === 1n ? "" : `√${under}`;
      const top = under_ && size === 1n ? under_ : `${size}${under_}`,
        first = n < 0n ? "−" : "";
      return `${i ? (n < 0n ? " − " : " + ") : first}${top}${d === 1n ? "" : `/${d}`}`;
    };
    return a.size ? [...a].map(term).join("") : "0";
  }

  // --- What is typed ------------------------------------------------------------------------------

  const GREEK = { eta: "η", gamma: "γ", Delta: "Δ", delta: "δ" };
  const PLAIN = [["−", "-"], ["–", "-"], ["·", "*"], ["×", "*"], ["⋅", "*"], ["÷", "/"], ["⁄", "/"],
    ["**", "^"], ["²", "^2"], ["³", "^3"], ["√", " sqrt "]];
  const PARTS = {
    "½": "1/2",
    "⅓": "1/3",
    "⅔": "2/3",
    "¼": "1/4",
    "¾": "3/4",
    "⅕": "1/5",
    "⅙": "1/6",
    "⅛": "1/8",
    "⅜": "3/8"
  };

  const POWER_OF_TEN = /(?<![\w.,])(\d+)(?:\.(\d*)|,(?!\d{3}[eE])(\d+))?[eE]([+-]?\d+)(?![\w.])/g;

  // TeX, Python and marks of paper, as they are read here: \\frac{a}{b}, math.sqrt, Fraction(3, 4), ½, 2e3.
  function common(text, letters) {
    const free = (name) => !letters.includes(name);
    const shift = (all, before, after, power) => {
      const zeros = Math.abs(+power);
      if (zeros > MOST.power) refuse(`Write “${all.trim()}” with a power: 10^${power}.`);
      const digits = before + after,
        point = before.length + +power;
      if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
      const long = digits.padEnd(point, "0");
      return long.length > point ? `${long.slice(0, point)}.${long.slice(point)}` : long;
    };
    let out = text.replace(/[\u00a0\u2000-\u200a\u202f]/g, " ").trim();
    for (const [from, to] of PLAIN) out = out.replaceAll(from, to);
    out = out.replace(/^\$+|\$+$/g, "").replace(/\\(?:left|right|,|;|!)/g, "").replace(/\\(?:cdot|times)/g, "*");
    for (let before = ""; before !== out;) {
      before = out;
      out = out.replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, "(($1)/($2))")
        .replace(/\\sqrt\s*\{([^{}]*)\}/g, "sqrt($1)");
    }
    out = out.replace(/\\sqrt/g, "sqrt").replace(/\^\{([^{}]*)\}/g, "^($1)").replace(/\\(?=[A-Za-z])/g, "");
    out = out.replace(/\b(?:math|np|numpy|sympy|sp)\./g, "")
      .replace(/\bFraction\(([^(),]+),([^(),]+)\)/g, "(($1)/($2))");
    out = out.replace(/\b(?:np\.)?array\(/g, "(").replace(/\bFraction\(/g, "(");
    out = out.replace(/\[/g, "(").replace(/\]/g, ")").replace(/^\(\(([^()]*)\)\)$/, "($1)");
    if (free("e") && free("E")) out = out.replace(POWER_OF_TEN, (all, a, b, c, n) => shift(all, a, b ?? c ?? "", n));
    if (free("x")) out = out.replace(/(\d)\s*x\s*(?=\d)/g, "$1*");
    out = out.replace(/(\d+)\s*([½⅓⅔¼¾⅕⅙⅛⅜])/g, (_, whole, part) => `(${whole}+${PARTS[part]})`);
    out = out.replace(/[½⅓⅔¼¾⅕⅙⅛⅜]/g, (part) => `(${PARTS[part]})`);
    return out.replace(/(\d+(?:[.,]\d+)?)\s*%/g, "($1/100)").replace(/(\d)\.(?!\d|\.)/g, "$1");
  }

  // Numbers as books print them: 1 440 400, 1,440,400, 1’440’400, 1_440_400; 4 1/2; 3,5.  A comma or a point
  // before three digits has two meanings: `other` says whether the less usual one is taken.
  function single(text, letters, other) {
    let out = common(text, letters).replace(/^(?:[A-Za-zα-ωΑ-Ω][A-Za-z_0-9^*]*\s*)?(?:=|≈|≃|~)\s*/, "");
    out = out.replace(/(?<![\w.])\d{1,3}(?:['’_]\d{3})+(?![\w.])/g, (all) => all.replace(/\D/g, ""));
    out = out.replace(/(?<![\w.,]|\d )[1-9]\d{0,2}(?: \d{3})+(?![\d,]| \d)/g, (all, at, whole) =>
      /^\s*\//.test(whole.slice(at + all.length)) && all.split(" ").length === 2
      ? refuse(`“${all}” before a “/” has two meanings: `
        + `write ${all.replace(" ", " + ")}/… or ${all.replace(" ", "")}/….`)
      : all.replace(/ /g, ""));
    out = out.replace(/(?<![\w.,])[1-9]\d{0,2}(?:,\d{3})+\.\d+(?![\d,])/g, (all) => all.replace(/,/g, ""));
    out = out.replace(/(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3})+,\d+(?![\d.])/g, (all) =>
      all.replace(/\./g, "").replace(",", "."));
    const millions = /(?<![\w.,])[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})(?![\d.,])/g;
    out = out.replace(millions, (all) => all.replace(/\D/g, ""));
    out = out.replace(/(?<![\w.,])[1-9]\d{0,2},\d{3}(?![\d.,])/g, (all) => all.replace(",", other ? "." : ""));
    const pointed = /(?<![\w.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])/g;
    if (other) out = out.replace(pointed, (all) => (text.includes(all) ? all.replace(".", "") : all));
    out = out.replace(/(?<![\w.,])(\d+),(\d+)(?![\d.,])/g, "$1.$2");
    const mixed = /(^|[^\d.^/\w\s])(\s*)(\d+) +(\d+)\s*\/\s*(\d+)(?![\d.])(\s*.?)/g;
    return out.replace(mixed, (_, before, gap, n, a, b, after) => {
      const part = `${n} ${a}/${b}`;
      if (+a >= +b || !/^\s*[-+*),;]?$/.test(after)) {
        refuse(`“${part}” has two meanings: write (${n} + ${a}/${b}) or ${n}*${a}/${b}.`);
      }
      return `${before}${gap}(${n}+${a}/${b})${after}`;
    });
  }

  // Vectors with brackets of any kind, or none, their numbers parted by commas, semicolons or spaces.
  function listed(text, alone) {
    let out = common(text, []).replace(/\)\s*\^?(?:T|'|\(T\))\s*$/, ")");
    if (alone) out = out.replace(/^[A-Za-z][A-Za-z_0-9]*\s*=\s*/, "");
    if (alone && !out.startsWith("(") && /[,;]/.test(out)) out = `(${out})`;
    const number = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:\/\d+)?$/;
    return out.replace(/\(([^()]*)\)/g, (all, inside) => {
      if (inside.includes(";")) return `(${inside.replace(/(\d),(\d)/g, "$1.$2").replace(/;/g, ",")})`;
      const parts = inside.trim().split(/\s+/);
      if (inside.includes(",") || parts.length < 2 || !parts.every((part) => number.test(part))) return all;
      if (parts.some((part, i) => i && /^\d+\//.test(part) && /^[+-]?\d+$/.test(parts[i - 1]))) {
        refuse(`“(${inside})” has two meanings: put a comma between the coordinates.`);
      }
      return `(${parts.join(", ")})`;
    });
  }

  const several = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

  // Letters in the other case are read as those that are asked for, where no two would be one.
  function inCase(text, letters) {
    const small = letters.filter((one) => one.toLowerCase() !== one.toUpperCase());
    return small.reduce((so, one) => {
      const swapped = one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase();
      const free = !letters.includes(swapped) && /[A-Za-z]/.test(one);
      return free ? so.replace(new RegExp(`(?<![A-Za-z])${swapped}(?![A-Za-z])`, "g"), one) : so;
    }, text);
  }

  const howTo = (letters) => letters.length
    ? `Write it in ${letters.join(" and ")}, with numbers, + - * / ^ and sqrt( ), `
    + `such as 2*${letters[0]}^2 or sqrt(${letters[0]})/3.`
    : "Write digits, with + - * / ^ and sqrt( ), such as -5/3 or 2*sqrt(5).";

  // The words of a text: numbers, names, signs.
  function words(text, letters) {
    if (text.length > MOST.text) refuse("That is longer than can be read.");
    let rest = PLAIN.reduce((so, [from, to]) => so.replaceAll(from, to), text);
    for (const [name, letter] of Object.entries(GREEK)) rest = rest.replaceAll(name, letter);
    const names = ["sqrt", ...letters].join("|"),
      out = [];
    const next = new RegExp(`^\\s*(\\d+(?:\\.\\d+)?|\\.\\d+|${names}|[-+*/^(),=;u])`);
    for (rest = rest.trim(); rest; rest = rest.slice(out.at(-1).length).trim()) {
      const found = next.exec(rest);
      if (!found) refuse(`“${rest.slice(0, 12)}” cannot be read here. ${howTo(letters)}`);
      out.push(found[1]);
    }
    return out;
  }

  // Read a text by letters' values; what comes out are functions that read the next thing of it.
  function reader(text, at = {}) {
    const list = words(inCase(text, Object.keys(at)), Object.keys(at));
    let place = 0;
    const see = () => list[place];
    const take = (...some) => (some.includes(see()) ? list[place++] : undefined);
    const isNumber = (word) => /^[\d.]/.test(word ?? "");
    const starts = (word) => isNumber(word) || word === "(" || word === "sqrt" || (word ?? "") in at;
    const expect = (word) => take(word) ?? refuse(see() ? `A “${word}” is missing before “${see()}”.`
      : `A “${word}” is missing at the end.`);

    function decimal(word) {
      const [before, after = ""] = word.split(".");
      if (word.length > MOST.digits) refuse("That number has too many digits.");
      return sum(new Map([[1n, [BigInt(before + after), 10n ** BigInt(after.length)]]]));
    }

    function atom() {
      if (isNumber(see())) return decimal(list[place++]);
      if (take("sqrt")) return root(atom());
      if (take("(")) {
        const inside = total();
        expect(")");
        return inside;
      }
      if (see() && see() in at) return at[list[place++]];
      return refuse(see() ? `A number is missing before “${see()}”.` : "A number is missing at the end.");
    }

    function raised() {
      if (take("-")) return minus(raised());
      const base = atom();
      if (!take("^")) return base;
      return power(base, take("-") ? minus(atom()) : atom());
    }

    function product() {
      let out = raised(),
        divided = false;
      for (;;) {
        if (take("*"))[out, divided] = [times(out, raised()), false];
        else if (take("/"))[out, divided] = [times(out, inverse(raised())), true];
        else if (!starts(see())) return out;
        else if (divided) refuse(`What does the “/” divide by? Put brackets around it, or a * before “${see()}”.`);
        else if (isNumber(see())) refuse(`Put a + or a * before “${see()}”.`);
        else out = times(out, raised());
      }
    }

    function total() {
      let out = take("+") ? product() : product();
      for (let sign = take("+", "-"); sign; sign = take("+", "-")) {
        const term = product();
        out = sum(out, sign === "+" ? term : minus(term));
      }
      return out;
    }

    function vector() {
      expect("(");
      const out = [total()];
      while (take(",")) out.push(total());
      expect(")");
      return out;
    }
    const rest = () => refuse(`“${see()}” cannot be read here. ${howTo(Object.keys(at))}`);
    const end = (out) => (see() === undefined ? out : rest());
    return { total, vector, take, see, expect, end };
  }

  // Numbers at which two formulas are compared: none that a formula of the book singles out.
  const POINTS = [[7, 3], [2, 7], [11, 5], [13, 17], [19, 2], [5, 31], [23, 29], [37, 11], [3, 41], [43, 6], [8, 47],
    [53, 9]].map(([n, d]) => times(whole(n), inverse(whole(d))));
  const situations = (letters) => POINTS.map((_, i) =>
    Object.fromEntries(letters.map((letter, j) => [letter, POINTS[(i + 5 * j) % POINTS.length]])));

  // What each kind of answer is read as: a list of exact numbers.
  const KINDS = {
    number: (text) => {
      const from = reader(text);
      return [from.end(from.total())];
    },
    vector: (text) => {
      const from = reader(text);
      return from.end(from.vector());
    },
    formula: (text, letters) => situations(letters).map((at) => {
      const from = reader(text, at);
      return from.end(from.total());
    }),
  };

  // --- Counterexamples: streams that the playground's engine runs --------------------------------

  const plain = (number) => {
    if ([...number.keys()].some((under) => under !== 1n)) refuse("Here only whole numbers and fractions are read.");
    return rounded(number);
  };

  // Examples with their labels and, where it is given, a comparator.  A run is made of `points`, whole
  // multiples of those that are typed, so that a tie is a tie; `u` belongs to them.
  function stream(text, comparator = null) {
    const from = reader(listed(text)),
      typed = [];
    let u = comparator;
    while (from.see()) {
      if (from.take("u")) {
        from.expect("=");
        const given = from.vector();
        u ??= given;
      } else if (!from.take(",", ";")) {
        const x = from.vector(),
          sign = from.take("+", "-");
        if (!sign) refuse("An instance has no label: write + or - after it.");
        typed.push([...x, whole(sign === "+" ? 1 : -1)]);
      }
    }
    if (!typed.length) refuse("There is no example in your answer.");
    if (typed.length > MOST.rounds) refuse(`These are more than ${MOST.rounds} examples.`);
    const d = typed[0].length - 1;
    if ([...typed, ...(u ? [[...u, 0]] : [])].some((each) => each.length !== d + 1)) {
      refuse("Not all vectors have the same number of coordinates.");
    }
    const scale = typed.flat().reduce((shared, each) => {
      plain(each);
      const [, e] = each.get(1n) ?? [0n, 1n];
      return (shared / gcd(shared, e)) * e;
    }, 1n);
    const scaled = (x) => plain(times(x, whole(scale)));
    const points = typed.map((each) => [...each.slice(0, d).map(scaled), plain(each[d])]);
    const exact = { X: typed.map((each) => each.slice(0, d)), y: typed.map((each) => each[d]), u };
    const smaller = u && u.map((x) => rounded(x) / Number(scale));
    return { typed: typed.map((each) => each.map(plain)), d, points, u: smaller, asked: u?.map(rounded), exact };
  }

  // The bound of Freund and Schapire at the margin 1, (R ||u|| + D)^2, without rounding.
  function exactBound({ X, y, u }) {
    const inner = (a, b) => sum(...a.map((each, i) => times(each, b[i])));
    const larger = (a, b) => (sign(sum(a, minus(b))) > 0 ? a : b);
    const reach = times(X.map((x) => inner(x, x)).reduce(larger), inner(u, u));
    const lacks = X.map((x, t) => larger(sum(whole(1), minus(times(y[t], inner(u, x)))), whole(0)));
    const slack = inner(lacks, lacks);
    return sum(reach, slack, times(whole(2), times(root(reach), root(slack))));
  }

  // A comparator beside the one that is given: whether its bound is smaller, and by what.
  function compared(text, than) {
    const u = KINDS.vector(listed(text, true)),
      given = stream(than);
    if (u.length !== given.d) refuse(`Write ${several(given.d, "coordinate")}.`);
    u.forEach(plain);
    const yours = stream(than, u),
      other = exactBound(given.exact);
    let bound;
    try {
      bound = exactBound(yours.exact);
    } catch {
      refuse("Its bound has too many digits to be written: take a comparator with fewer.");
    }
    const { mistakes } = Play.engine.run(yours), about = (a) => `${written(a)}, about ${short(rounded(a))}`;
    const order = ["larger than", "as large as", "smaller than"][1 + sign(sum(other, minus(bound)))];
    const say = `Its bound is ${about(bound)}, ${order} that of the given one, ${about(other)}. `
      + `The run makes ${several(mistakes, "mistake")}.`;
    return { holds: order === "smaller than", say, situation: u.some((x) => x.size) ? situation(yours) : null };
  }

  const short = (x) => String(+x.toPrecision(4)).replace("-", "−");
  const more = (a, b) => a > b + 1e-9 * Math.max(1, Math.abs(b)); // beyond rounding
  const wrongs = (run) => run.rounds.flatMap(({ mistake }, t) => (mistake ? [t + 1] : []));
  const inRounds = (list) => `in ${list.length === 1 ? "round" : "rounds"} ${list.join(", ")}`; // never none

  // What a stream is to show; each says whether it does, and what was measured.
  const SHOWS = {
    // Chapter 3: a coordinate in other units changes the mistakes.
    units: ({ points }) => {
      const one = wrongs(Play.engine.run({ points }));
      const other = wrongs(Play.engine.run({ points: points.map(([first, ...rest]) => [2 * first, ...rest]) }));
      const say = `The mistakes are ${inRounds(one)}; with the first coordinate doubled, ${inRounds(other)}.`;
      return { holds: one.join() !== other.join(), say };
    },
    // Chapter 4: on a stream with a margin, a mistake after (R/margin)^2 rounds (the first claim), or
    // a pass with a single mistake before one that is not clean (the third).
    claims: ({ points }) => {
      const once = Play.engine.trials(Play.engine.run({ points })),
        widest = Play.engine.largestMargin(once);
      if (!widest) return { holds: false, say: "The claims suppose a margin, and here no comparator has one." };
      const list = wrongs(Play.engine.run({ points, passes: MOST.passes })),
        last = list.at(-1);
      const counts = new Array(MOST.passes).fill(0);
      for (const t of list) counts[Math.ceil(t / points.length) - 1]++;
      const limit = Play.engine.bounds(once, widest.u, widest.margin).blockNovikoff;
      const refuted = [
        ...(more(last, limit) ? ["first"] : []),
        ...(counts.some((count, pass) => count === 1 && counts[pass + 1] > 0) ? ["third"] : []),
      ];
      const made = counts.indexOf(0) + 1 || MOST.passes,
        shown = counts.slice(0, Math.min(made, 9)).join(", ");
      const against = refuted.length ? ` That refutes the ${refuted.join(" claim and the ")} claim.` : "";
      const say = `R²/γ² is ${short(limit)}, and the last mistake is in round ${last}. `
        + `The mistakes in each pass: ${shown}${made > 9 ? ", …" : ""}.${against}`;
      return { holds: refuted.length > 0, say, passes: made };
    },
    // Chapter 5: two rounds, and slacks that are summed over examples instead of rounds.
    examples: ({ points, u, d }) => {
      const run = Play.engine.run({ points }),
        k = run.mistakes;
      const once = points.filter((each, i) => points.findIndex((other) => other.join() === each.join()) === i);
      const all = once.map((each) => ({ v: each.slice(0, d).map((x) => x * each[d]), times: 1 }));
      const bound = Play.engine.bounds(all, u, 1).freundSchapire;
      const say = `The run makes ${several(k, "mistake")}; with D over examples, the bound is ${short(bound)}.`;
      if (points.length !== 2) return { holds: false, say: `${say} Two rounds are asked for.` };
      return { holds: more(k, bound), say };
    },
    // Chapter 6: the misprint of the exercise, for q = 1.
    printed: ({ points, u, typed, d, asked }) => {
      const run = Play.engine.run({ points }),
        { loss } = Play.engine.bounds(Play.engine.trials(run), u, 1);
      const { norm } = Play.engine, R = Math.max(...typed.map((each) => norm(each.slice(0, d)))), size = norm(asked);
      const left = run.mistakes - loss,
        half = (R * size) ** 2 / 2;
      const right = half + size * Math.sqrt(half / 2 + loss);
      const say = `The left side is ${short(left)}, the right side ${short(right)}.`;
      if (points.length !== 1) return { holds: false, say: `${say} One round is asked for.` };
      return { holds: more(left, right), say };
    },
  };
  SHOWS.examples.needs = SHOWS.printed.needs = true; // a comparator

  // The situation in the playground; in more than two dimensions there is none.
  // It asks of a comparator a margin of its squared norm, so here stands the one that is as good as u.
  function situation({ typed, d, asked }, passes = 1) {
    if (d > 2) return null;
    const flat = (v) => [v[0], v[1] ?? 0],
      points = typed.map((each) => [...flat(each.slice(0, d)), each[d]]);
    const reach = Math.max(...typed.flatMap((each) => each.slice(0, d).map(Math.abs))) || 1;
    const view = 2 ** Math.ceil(Math.log2(1.25 * reach));
    const size = asked ? Play.engine.dot(asked, asked) : 0;
    const u = size ? flat(asked).map((x) => x / size) : [0, view / 4];
    const state = { ...Play.state.preset("own"), points, view, passes, u };
    return Play.state.print(Play.state.fit(state));
  }

  // --- Judging ------------------------------------------------------------------------------------

  function judged({ kind, right, letters, mistakes, shows, than }, text) {
    if (kind === "comparator") return compared(text, than);
    if (kind === "stream") {
      const read = stream(text),
        show = SHOWS[shows];
      if (show.needs && !read.u) refuse("A comparator is missing: write u = and a vector after the examples.");
      const { passes, ...found } = show(read);
      return { ...found, situation: situation(read, passes) };
    }
    return either(kind === "vector" ? listed(text, true) : single(text, letters));

    // A text of two meanings is refused where the less usual one is right.
    function either(first) {
      const found = alone(first);
      if (found.holds || kind === "vector") return found;
      const second = single(text, letters, true);
      if (second === first) return found;
      let other = {};
      try {
        other = alone(second);
      } catch (error) {
        if (!error.refuse) throw error;
      }
      if (other.holds || other.close) {
        refuse(`That can be read as ${first} and as ${second}: write the one that you mean.`);
      }
      return found;
    }

    function alone(typed) {
      const ours = KINDS[kind](typed.replace(/(\d)(?:\.{3}|…)/g, "$1"), letters),
        keys = KINDS[kind](right, letters),
        rough = /\.\d/.test(typed);
      const near = (a, b) => Math.abs(rounded(a) - rounded(b)) <= Math.abs(rounded(b)) / 100;
      const alike = (same, all) => all.length === ours.length && all.every((each, i) => same(ours[i], each));
      if (alike(equal, keys)) return { holds: true };
      const known = (same) => mistakes.findIndex((mistake) => alike(same, KINDS[kind](mistake, letters)));
      const digits = rough && kind !== "formula" ? agree(typed, ours, keys) : 0;
      if (digits && known(equal) < 0) return { holds: true, digits };
      for (const same of rough ? [equal, near] : [equal]) {
        if (same === near && alike(near, keys)) return { holds: false, close: true };
        const which = known(same);
        if (which >= 0) return { holds: false, known: which };
      }
      const part = half(ours, keys);
      return part ? { holds: false, say: part } : { holds: false };
    }

    // What is right of an answer that is right in part.
    function half(ours, keys) {
      if (kind === "vector" && ours.length !== keys.length) return `Write ${several(keys.length, "coordinate")}.`;
      if (kind === "vector") {
        const good = keys.flatMap((each, i) => (equal(each, ours[i]) ? [i + 1] : []));
        return good.length ? `Right so far: coordinate${good.length > 1 ? "s" : ""} ${good.join(" and ")}.` : "";
      }
      if (kind !== "number" || keys[0].size < 2 || !ours[0].size) return "";
      const term = [...keys[0]].some(([under, part]) => equal(ours[0], new Map([[under, part]])));
      return term ? "That is one term of it: another is missing." : "";
    }
  }

  // How many digits of a decimal, or the fewest of a vector's, agree with what is right: four at least,
  // rounded rightly, or cut where dots follow; 0 if they do not.  The last of many digits are a
  // machine's rounding.
  const ENOUGH = 4;

  function agree(typed, ours, keys) {
    const parts = typed.replace(/^\(|\)$/g, "").split(",").map((part) => part.trim());
    if (parts.length !== keys.length || ours.length !== keys.length) return 0;
    const counts = parts.map((part, i) => {
      if (equal(ours[i], keys[i])) return Infinity;
      const found = /^[+-]?(\d*)\.(\d+)(\.{3}|…)?$/.exec(part);
      if (!found) return 0;
      const [, whole_, after, dots] = found, digits = (whole_ + after).replace(/^0+/, "").length;
      const off = sum(ours[i], minus(keys[i])),
        size = sign(off) < 0 ? minus(off) : off;
      const unit = times(whole(1), inverse(times(whole(dots ? 1 : 2), whole(10n ** BigInt(after.length)))));
      const least = digits > 12 ? Math.abs(rounded(keys[i])) / 1e12 : 0;
      const fine = sign(sum(unit, minus(size))) >= 0 || rounded(size) <= least;
      return digits >= ENOUGH && fine ? digits : 0;
    });
    const least = Math.min(...counts);
    return Number.isFinite(least) ? least : 0;
  }

  // What is to be said of a text: {holds, and perhaps say, known, close, situation}; or {refused}.
  function judge(asked, text) {
    if (!text.trim()) return { refused: "Nothing is written yet." };
    try {
      return judged(asked, text);
    } catch (error) {
      if (!error.refuse) throw error;
      return { refused: error.refuse };
    }
  }

  return { judge, stream, situation };
})();

// --- On the page ----------------------------------------------------------------------------------

(() => {
  if (!globalThis.document) return;
  const STORE = "answers",
    make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // What was typed when it was right, by the name of its place.  Where a browser keeps nothing, all
  // else works.
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(STORE)) ?? {};
    } catch {
      return {};
    }
  }

  function keep(name, text) {
    const {
      [name]: _before, ...others
    } = kept();
    try {
      localStorage.setItem(STORE, JSON.stringify(text === null ? others : { ...others, [name]: text }));
    } catch {
      // a private window, or no room
    }
  }

  function set(form) {
    const box = form.querySelector("input"),
      said = form.querySelector(".answer-said");
    const { kind, right, letters, shows, than, page } = form.dataset, exercise = form.closest(".exercise");
    const known = [...form.querySelectorAll("template")];
    const mistakes = known.map((each) => each.dataset.of);
    const asked = { kind, right, shows, than, mistakes, letters: letters ? letters.split(" ") : [] };

    function mark() {
      const title = exercise.querySelector(".admonition-title"),
        old = title.querySelector(".solved");
      const all = [...exercise.querySelectorAll("form.answer")].every((each) => each.classList.contains("is-right"));
      if (!all) old?.remove();
      else if (!old) title.append(make("span", { className: "solved", textContent: "✓ solved" }));
    }

    function show(found) {
      form.classList.toggle("is-right", Boolean(found.holds));
      form.classList.toggle("is-wrong", !found.holds && !found.refused);
      box.setAttribute("aria-invalid", Boolean(found.refused));
      mark();
    }

    function say({ refused, holds, say: measured, known: which, close, digits, situation }) {
      const verdict = page ? ["No. ", "Yes. "] : ["Not right. ", "Right."]; // what the playground shows
      const near = "Near: write it exactly, with fractions and roots, or with four digits or more, rounded.";
      const right = digits ? `Right, to ${digits} digits.` : verdict[+holds];
      const parts = [refused ?? (close ? near : right)];
      if (measured) parts.push(measured);
      const open = [...exercise.querySelectorAll("form.answer:not(.is-right)")].length;
      if (holds && open) {
        parts.push(open === 1 ? " One answer of this exercise is still open."
          : ` ${open} answers of this exercise are still open.`);
      }
      if (which !== undefined) parts.push(known[which].content.cloneNode(true));
      if (situation) {
        parts.push(" ", make("a", { href: `${page}#${situation}`, textContent: "Open it in the playground" }), ".");
      }
      said.replaceChildren(...parts);
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const found = Answers.judge(asked, box.value);
      show(found);
      say(found);
      if (found.holds) keep(box.id, box.value);
      else if (!box.value.trim()) keep(box.id, null); // an emptied place is forgotten
    });
    const before = kept()[box.id];
    if (typeof before === "string") {
      box.value = before;
      const found = Answers.judge(asked, before);
      show(found);
      say(found);
    }
    const words = form.querySelector("label").textContent.trim().replace(/\s+/g, " ");
    form.querySelector("button").setAttribute("aria-label", `Check: ${words}`);
  }

  for (const place of document.querySelectorAll(".answer-place")) place.replaceWith(place.content);
  for (const form of document.querySelectorAll("form.answer")) set(form);
})();
