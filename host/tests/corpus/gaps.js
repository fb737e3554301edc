// What is known to be missing, and why. A row that nothing needs any more must go: the check fails until it does.
//
// `[check, part of the failure's text, reason]`
export const gaps = [];

/** Splits failures into those to act on and those that are known; rows that took none are failures themselves. */
export function sift(failures, isWhole) {
  const used = new Set();
  const open = [];
  const known = [];
  for (const failure of failures) {
    const row = gaps.find(([check, part]) => failure.startsWith(`${check}: `) && failure.includes(part));
    if (row) {
      used.add(row);
      known.push(`${failure}\n    ${row[2]}`);
    } else open.push(failure);
  }
  if (isWhole) {
    for (const row of gaps) {
      if (!used.has(row)) open.push(`gaps.js: "${row[1]}" of ${row[0]} is no gap any more`);
    }
  }
  return { open, known };
}
