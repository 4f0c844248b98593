// The wave step as a plain loop over Float32Arrays: node wave.js COLUMNS ROWS STEPS ROUNDS
// Prints JSON: the best round's milliseconds per step and a checksum of the surface after all steps.
"use strict";
const [columns, rows, steps, rounds] = process.argv.slice(2).map(Number);
const DAMP = 0.985;
let now = new Float32Array(columns * rows);
let before = new Float32Array(columns * rows);
// Rough water all over: numbers near zero are slow on some processors and would flatter us.
for (let y = 1; y < rows - 1; y += 1) {
  for (let x = 1; x < columns - 1; x += 1) now[y * columns + x] = ((x * 7919 + y * 104729) % 1009) / 1009 - 0.5;
}
before.set(now);

function step() {
  const heights = now;
  const next = before;
  for (let y = 1; y < rows - 1; y += 1) {
    for (let i = y * columns + 1, end = (y + 1) * columns - 1; i < end; i += 1) {
      const around = heights[i - 1] + heights[i + 1] + heights[i - columns] + heights[i + columns];
      next[i] = (around * 0.5 - next[i]) * DAMP;
    }
  }
  now = next;
  before = heights;
}

let best = Infinity;
for (let round = 0; round < rounds; round += 1) {
  const start = process.hrtime.bigint();
  for (let n = 0; n < steps; n += 1) step();
  best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6 / steps);
}
let sum = 0;
for (let i = 0; i < now.length; i += 1) sum += Math.abs(now[i]);
process.stdout.write(JSON.stringify({ ms: best, sum }) + "\n");
