import { TERM_KINDS } from '#contract/taxonomy.ts';
import { buildDictionary } from '#server/catalogue/index/dictionary.ts';
import type { LookupData, TermNamesData } from './term-names.ts';
import { parseTerms, type TermRow } from './term-row.ts';

/** Collects the terms and what they are called. */
export class TermNamesBuilder {
  /** In bytes, which take a tenth of what the rows do. */
  private readonly chunks: Buffer[] = [];

  /** Terms as text (`parseTerms`); none twice. */
  addChunk(text: string): void {
    this.chunks.push(Buffer.from(text));
  }

  finish(): TermNamesData {
    const rows: TermRow[] = this.chunks.flatMap((chunk) => parseTerms(chunk.toString())).sort((a, b) => a.id - b.id);
    return {
      ids: Int32Array.from(rows, ({ id }) => id),
      kinds: Uint8Array.from(rows, ({ kind }) => TERM_KINDS.indexOf(kind)),
      names: lookup(rows.map(({ names }) => names)),
      endings: lookup(rows.map(({ names }) => names.flatMap(endings))),
      keys: lookup(rows.map(({ keys }) => keys)),
    };
  }
}

function endings(name: string): string[] {
  return Array.from(name.matchAll(/ /g), ({ index }) => name.slice(index + 1));
}

/** @param texts of each thing. */
function lookup(texts: readonly (readonly string[])[]): LookupData {
  const things = new Map<string, number[]>();
  texts.forEach((own, thing) => {
    for (const text of new Set(own)) {
      const list = things.get(text) ?? [];
      things.set(text, list);
      list.push(thing);
    }
  });
  const sorted = [...things.keys()].sort();
  const starts = new Uint32Array(sorted.length + 1);
  sorted.forEach((text, index) => {
    starts[index + 1] = starts[index]! + things.get(text)!.length;
  });
  return {
    texts: buildDictionary(sorted),
    starts,
    things: Uint32Array.from(sorted.flatMap((text) => things.get(text)!)),
  };
}
