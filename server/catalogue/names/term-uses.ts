import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { TextReader } from '#server/catalogue/index/row-text.ts';

/** How many comics have terms; ids ascending. */
export interface TermUses {
  ids: Int32Array;
  counts: Int32Array;
}

/** Collects how often terms are used: a line each, the id and the number, separated by a tab; by id. */
export class TermUsesReader {
  private readonly ids = new PackedInts();
  private readonly counts = new PackedInts();

  addChunk(text: string): void {
    const reader = new TextReader(text);
    while (!reader.atEnd) {
      this.ids.push(reader.number());
      this.counts.push(reader.number());
    }
  }

  finish(): TermUses {
    return { ids: this.ids.values(), counts: this.counts.values().slice() };
  }
}
