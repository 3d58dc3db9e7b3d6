/** A scale that begins at 0: where its lines stand, the last one at or above `most`; 2 to 5 of them, at round numbers. */
export function ticksUpTo(most: number, whole = true): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10;
  const used = whole ? Math.max(1, Math.round(step)) : step;
  return Array.from({ length: Math.ceil(most / used) + 1 }, (_, at) => at * used);
}

/** Which of `count` things in a row get a label, so that `room` of them fit: the first, the last, and what lies evenly between. */
export function labelPlaces(count: number, room: number): number[] {
  if (count <= room) return Array.from({ length: count }, (_, at) => at);
  const between = Math.max(1, room - 1);
  return [...new Set(Array.from({ length: room }, (_, at) => Math.round((at * (count - 1)) / between)))];
}

/** The parts of a row of values that are known, as the points of lines: numbers of places, from left to right. */
export function plotLines(values: readonly (number | null)[]): number[][] {
  const lines: number[][] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    if (at > 0 && values[at - 1] !== null) {
      lines.at(-1)!.push(at);
    } else {
      lines.push([at]);
    }
  }
  return lines;
}
