/** Numbers words in the order in which they are first seen, without making a string of each one that is seen again. */
export class WordTable {
  private codes = new Uint16Array(1024);
  private ends = new Int32Array(1024);
  private hashes = new Int32Array(1024);
  private slots = new Int32Array(2048).fill(-1);
  private count = 0;

  /** The number of the word that stands in a text. @param hash `hashWith` over its code units, from 0. */
  numberFor(text: string, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let number = this.slots[slot]!; number >= 0; number = this.slots[slot]!) {
      if (this.hashes[number] === hash && this.isWord(number, text, from, to)) return number;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count;
    return this.add(text, from, to, hash);
  }

  /** All words, by number. */
  words(): string[] {
    return Array.from({ length: this.count }, (_, number) =>
      String.fromCharCode(...this.codes.subarray(this.startFor(number), this.ends[number])),
    );
  }

  private startFor(number: number): number {
    return number === 0 ? 0 : this.ends[number - 1]!;
  }

  private isWord(number: number, text: string, from: number, to: number): boolean {
    const start = this.startFor(number);
    if (this.ends[number]! - start !== to - from) return false;
    for (let at = from; at < to; at += 1) {
      if (this.codes[start + at - from] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  private add(text: string, from: number, to: number, hash: number): number {
    const number = this.count;
    const start = this.startFor(number);
    while (start + to - from > this.codes.length) {
      this.codes = grown(this.codes, new Uint16Array(this.codes.length * 2));
    }
    for (let at = from; at < to; at += 1) {
      this.codes[start + at - from] = text.charCodeAt(at);
    }
    this.ends[number] = start + to - from;
    this.hashes[number] = hash;
    this.count += 1;
    if (this.count === this.ends.length) {
      this.grow();
    }
    return number;
  }

  private grow(): void {
    const size = this.count * 2;
    this.ends = grown(this.ends, new Int32Array(size));
    this.hashes = grown(this.hashes, new Int32Array(size));
    this.slots = new Int32Array(size * 2).fill(-1);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.count; number += 1) {
      const hash = this.hashes[number]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.slots[slot]! >= 0) {
        slot = (slot + 1) & mask;
      }
      this.slots[slot] = number;
    }
  }
}

/** The hash of a word that one more code unit follows. */
export function hashWith(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function grown<List extends Uint16Array | Int32Array>(list: List, larger: List): List {
  larger.set(list);
  return larger;
}
