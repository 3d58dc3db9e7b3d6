import type { CatalogueRow } from './catalogue-row.ts';

/**
 * How comics come from the database: one text for many, a line each, its fields separated by tabs in this order (those
 * of `CatalogueRow`, whole numbers in decimal). `terms` are joined by commas; no tab and no line feed is in `title`, nor in
 * `search`, which is normalised. Lines are separated by a line feed; the last one may end with one; no rows are ''.
 */
export const ROW_FIELDS = [
  'id',
  'rating',
  'status',
  'traits',
  'pages',
  'chapters',
  'year',
  'uploadedAt',
  'latestAt',
  'updatedDay',
  'score',
  'comments',
  'relations',
  'shuffle',
  'terms',
  'title',
  'search',
] as const satisfies readonly (keyof CatalogueRow)[];

/** How translated titles come: a line each, separated by tabs. */
export const TRANSLATION_FIELDS = ['id', 'locale', 'title'] as const;

/** How counters come: a line each, these whole numbers separated by tabs. `total` is the views of all time. */
export const COUNTER_FIELDS = ['id', 'favorites', 'score', 'day', 'week', 'month', 'year', 'total'] as const;

/** The comics of a text in the form `ROW_FIELDS` tells. */
export function parseRows(text: string): CatalogueRow[] {
  const rows: CatalogueRow[] = [];
  const reader = new TextReader(text);
  while (!reader.atEnd) {
    const [
      id,
      rating,
      status,
      traits,
      pages,
      chapters,
      year,
      uploadedAt,
      latestAt,
      updatedDay,
      score,
      comments,
      relations,
      shuffle,
    ] = Array.from({ length: 14 }, () => reader.number());
    const terms: number[] = [];
    reader.numbers((term) => {
      terms.push(term);
    });
    const title = reader.text();
    const { from, to } = reader.rest();
    rows.push({
      id: id!,
      rating: rating!,
      status: status!,
      traits: traits!,
      pages: pages!,
      chapters: chapters!,
      year: year!,
      uploadedAt: uploadedAt!,
      latestAt: latestAt!,
      updatedDay: updatedDay!,
      score: score!,
      comments: comments!,
      relations: relations!,
      shuffle: shuffle!,
      terms,
      title,
      search: text.slice(from, to),
    });
  }
  return rows;
}

const TAB = 9;
const LINE_FEED = 10;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Reads the fields of such a text one by one, with little memory. */
export class TextReader {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get atEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** The number of the next field; the separator behind it is passed. */
  number(): number {
    const { source } = this;
    let { at } = this;
    const negative = source.charCodeAt(at) === MINUS;
    if (negative) {
      at += 1;
    }
    let value = 0;
    for (let code = source.charCodeAt(at); code >= ZERO && code <= NINE; code = source.charCodeAt(at)) {
      value = value * 10 + code - ZERO;
      at += 1;
    }
    this.at = at + 1;
    return negative ? -value : value;
  }

  /** Visits the numbers of the next field, which commas join. */
  numbers(visit: (value: number) => void): void {
    if (this.source.charCodeAt(this.at) === TAB) {
      this.at += 1;
      return;
    }
    for (let more = true; more;) {
      visit(this.number());
      more = this.source.charCodeAt(this.at - 1) !== TAB && this.at < this.source.length;
    }
  }

  /** The text of the next field, which ends with a tab, a line feed or the text. */
  text(): string {
    const from = this.at;
    let to = from;
    for (
      let code = this.source.charCodeAt(to);
      code !== TAB && code !== LINE_FEED && to < this.source.length;
      code = this.source.charCodeAt(to)
    ) {
      to += 1;
    }
    this.at = to + 1;
    // A copy: a slice would keep all of the text in memory.
    return Buffer.from(this.source.slice(from, to)).toString();
  }

  /** Where the rest of the line stands: from, and before which place of the text. The next line follows. */
  rest(): { from: number; to: number } {
    const from = this.at;
    const end = this.source.indexOf('\n', from);
    const to = end < 0 ? this.source.length : end;
    this.at = to + 1;
    return { from, to };
  }
}
