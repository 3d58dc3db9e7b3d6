/** One measured figure and what it must be. */
export interface Figure {
  name: string;
  value: number;
  unit: '' | '×' | 's' | 'ms' | 'MB' | 'KB';
  limit: number;
  /** Whether the limit is the most or the least the value may be. */
  bound: 'most' | 'least';
}

/** The value below which `part` (0 to 1) of the numbers lie, between neighbours in proportion; NaN of none. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}

/** Whether a figure is within its limit; what could not be measured is not. */
export function isMet({ value, limit, bound }: Figure): boolean {
  return bound === 'most' ? value <= limit : value >= limit;
}

/** Figures as a table: what, how much, the limit, met or missed. */
export function figureTable(figures: readonly Figure[]): string {
  return table(
    ['figure', 'measured', 'limit', ''],
    figures.map((figure) => {
      const { name, value, unit, limit, bound } = figure;
      return [
        name,
        `${readable(value)} ${unit}`,
        `${bound === 'most' ? '≤' : '≥'} ${limit} ${unit}`,
        isMet(figure) ? 'met' : 'missed',
      ];
    }),
  );
}

/** Rows below a head as a Markdown table: the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? `${'-'.repeat(width + 2)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** A number with as many digits as say something: `0.53`, `7.4`, `212`. */
export function readable(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(value < 2 ? 2 : value < 100 ? 1 : 0);
}
