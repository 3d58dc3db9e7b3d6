/**
 * How many slips of the hand lie between two words: letters wrong, missing or too many, and neighbours in the wrong
 * order (Damerau and Levenshtein, each place slipped at once only).
 */
export function slipsBetween(one: string, other: string): number {
  const a = Array.from(one);
  const b = Array.from(other);
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] as number) + 1);
      }
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
