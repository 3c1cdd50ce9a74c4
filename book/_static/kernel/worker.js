"use strict";
// The proof kernel in a worker of its own: Python (Pyodide), HiGHS, the library, and what runs a check.
const FILES = ["hints.py", "roots.py", "walls.py", "start.py"];
const here = new URL(".", location.href).href;
const bytes = async (name) => {
  const answer = await fetch(here + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
};
const arrived = (what) => (part) => {
  postMessage({ arrived: what });
  return part;
};

// Solves a linear program, or gives nothing where it has no solution.
const solver = (highs) => (program) => {
  const found = highs.solve(program, { solver: "simplex", output_flag: false });
  if (found.Status !== "Optimal") return "";
  const values = Object.entries(found.Columns).map(([name, column]) => [name, column.Primal]);
  return JSON.stringify(Object.fromEntries(values));
};

const start = async () => {
  const python = import("./pyodide.mjs").then(({ loadPyodide }) => loadPyodide({ indexURL: here }));
  const highs = import("./highs.mjs").then((module) => module.default({ locateFile: (name) => here + name }));
  const library = Promise.all(["prover.zip", ...FILES].map(bytes));
  const all = [[python, "Python"], [highs, "the solver"], [library, "the library"]];
  const [py, solve, [archive, ...texts]] = await Promise.all(all.map(([part, what]) => part.then(arrived(what))));
  globalThis.solveProgram = solver(solve);
  py.unpackArchive(archive, "zip");
  FILES.forEach((name, i) => py.FS.writeFile(name, new Uint8Array(texts[i])));
  const kernel = py.pyimport("start");
  postMessage({ arrived: "the kernel" });
  return kernel;
};

const ready = start();
onmessage = async ({ data: { id, before, code } }) => {
  try {
    (await ready).run(before, code, (line, kind, text) => postMessage({ id, line, kind, text }));
  } catch (error) {
    postMessage({ id, line: 0, kind: "failed", text: `${error}` });
  }
  postMessage({ id, done: true });
};
ready.catch((error) => postMessage({ failed: `${error}` }));
