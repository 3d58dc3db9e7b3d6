import { TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { NAME_SEPARATOR } from '#server/search/normalise.ts';
import { TextReader } from '#server/catalogue/index/row-text.ts';

/** A term and what it is called. */
export interface TermRow {
  id: number;
  kind: TermKind;
  /** The slug, and the key of the name where that is another one. */
  keys: readonly string[];
  /** Every name, translation and alias, normalised. */
  names: readonly string[];
}

/** Most letters of a name; the rest of a longer one is not kept (`term_names`). */
const MAX_LETTERS = 200;

/**
 * The terms of a text: a line each, its fields separated by tabs: the id, the place of the kind in `TERM_KINDS`, the slug, the
 * key of the name, and the search text, which has neither tabs nor line feeds.
 */
export function parseTerms(text: string): TermRow[] {
  const rows: TermRow[] = [];
  const reader = new TextReader(text);
  while (!reader.atEnd) {
    const id = reader.number();
    const kind = TERM_KINDS[reader.number()]!;
    const keys = [...new Set([reader.text(), reader.text()])];
    const { from, to } = reader.rest();
    const names = text
      .slice(from, to)
      .split(NAME_SEPARATOR)
      .map((name) => Array.from(name).slice(0, MAX_LETTERS).join(''))
      .filter((name) => name !== '');
    rows.push({ id, kind, keys, names });
  }
  return rows;
}
