import type { CatalogueRow } from './catalogue-row.ts';

/**
 * How comics come from the database: one text for many, a line each, its fields separated by tabs in this order (those
 * of `CatalogueRow`, whole numbers in decimal). `terms` are joined by commas; `search` is normalised, so that no tab or
 * line feed is in it. Lines are separated by a line feed; the last one may end with one; no rows are ''.
 */
export const ROW_FIELDS = [
  'id', 'rating', 'status', 'traits', 'pages', 'chapters', 'year', 'uploadedAt', 'latestAt', 'updatedDay', 'score', 'comments', 'shuffle', 'terms', 'search',
] as const satisfies readonly (keyof CatalogueRow)[];

/** How counters come: a line each, these whole numbers separated by tabs. `total` is the views of all time. */
export const COUNTER_FIELDS = ['id', 'favorites', 'day', 'week', 'month', 'year', 'total'] as const;

/** The comics of a text in the form `ROW_FIELDS` tells. */
export function parseRows(text: string): CatalogueRow[] {
  const rows: CatalogueRow[] = [];
  const reader = new TextReader(text);
  while (!reader.atEnd) {
    const [id, rating, status, traits, pages, chapters, year, uploadedAt, latestAt, updatedDay, score, comments, shuffle] = Array.from({ length: 13 }, () => reader.number());
    const terms: number[] = [];
    reader.numbers((term) => { terms.push(term); });
    const { from, to } = reader.rest();
    rows.push({
      id: id!, rating: rating!, status: status!, traits: traits!, pages: pages!, chapters: chapters!, year: year!, uploadedAt: uploadedAt!,
      latestAt: latestAt!, updatedDay: updatedDay!, score: score!, comments: comments!, shuffle: shuffle!, terms, search: text.slice(from, to),
    });
  }
  return rows;
}

const TAB = 9;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Reads the fields of such a text one by one, with little memory. */
export class TextReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The number of the next field; the separator behind it is passed. */
  number(): number {
    const { text } = this;
    let { at } = this;
    const negative = text.charCodeAt(at) === MINUS;
    if (negative) { at += 1; }
    let value = 0;
    for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
      value = value * 10 + code - ZERO;
      at += 1;
    }
    this.at = at + 1;
    return negative ? -value : value;
  }

  /** Visits the numbers of the next field, which commas join. */
  numbers(visit: (value: number) => void): void {
    if (this.text.charCodeAt(this.at) === TAB) {
      this.at += 1;
      return;
    }
    for (let more = true; more;) {
      visit(this.number());
      more = this.text.charCodeAt(this.at - 1) !== TAB && this.at < this.text.length;
    }
  }

  /** Where the rest of the line stands: from, and before which place of the text. The next line follows. */
  rest(): { from: number; to: number } {
    const from = this.at;
    const end = this.text.indexOf('\n', from);
    const to = end < 0 ? this.text.length : end;
    this.at = to + 1;
    return { from, to };
  }
}
