import { boxesIn, type Box, type Range } from './iso-boxes.ts';

/** Most parts of items that a file may have: encoders write some, a collection of tiles some hundred. */
const MAX_EXTENTS = 50_000;

/** An item of a `meta` box: where its type stands, and where its entry ends. */
export interface Item {
  id: number;
  type: string;
  at: number;
  end: number;
}

/** Where the bytes of an item are: in the file, in the `idat` box beside, or in other items. */
export interface Extent extends Range {
  id: number;
  in: 'file' | 'idat' | 'items';
}

/** The items that `iinf` lists, in ISO/IEC 23008-12 as in AVIF. */
export function* itemsIn(bytes: Buffer, { body, end }: Box): Generator<Item> {
  const first = body + 4 + ((bytes[body] ?? 0) === 0 ? 2 : 4);
  for (const entry of boxesIn(bytes, first, end)) {
    const version = bytes[entry.body] ?? 0;
    const at = entry.body + 4 + (version === 2 ? 2 : 4) + 2;
    if (entry.type !== 'infe' || version < 2 || at + 4 > entry.end) continue;
    const id = version === 2 ? bytes.readUInt16BE(entry.body + 4) : bytes.readUInt32BE(entry.body + 4);
    yield { id, type: bytes.toString('latin1', at, at + 4), at, end: entry.end };
  }
}

/** The items that refer to another in this way (`thmb`: as its thumbnail). */
export function* itemsReferring(bytes: Buffer, { body, end }: Box, how: string): Generator<number> {
  const isWide = (bytes[body] ?? 0) > 0;
  for (const reference of boxesIn(bytes, body + 4, end)) {
    if (reference.type !== how || reference.body + (isWide ? 4 : 2) > reference.end) continue;
    yield isWide ? bytes.readUInt32BE(reference.body) : bytes.readUInt16BE(reference.body);
  }
}

/** The item that is shown (`pitm`); null where that is not said. */
export function primaryItem(bytes: Buffer, { body, end }: Box): number | null {
  if (body + 8 > end) return body + 6 > end ? null : bytes.readUInt16BE(body + 4);
  return bytes[body] === 0 ? bytes.readUInt16BE(body + 4) : bytes.readUInt32BE(body + 4);
}

/** Where the bytes of all items are, as `iloc` says it; null where that cannot be read, or there are over 50,000 parts. */
export function extentsIn(bytes: Buffer, { body, end }: Box): Extent[] | null {
  let at = body;
  let isWhole = true;
  const number = (length: number): number => {
    at += length;
    if (at > end) {
      isWhole = false;
      return 0;
    }
    if (length === 8) return Number(bytes.readBigUInt64BE(at - 8));
    return length === 0 ? 0 : bytes.readUIntBE(at - length, length);
  };
  const version = number(1);
  number(3);
  const sizes = number(2);
  const [offsets, lengths, bases, indexes] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    version > 0 ? sizes & 15 : 0,
  ];
  if (version > 2 || [offsets, lengths, bases, indexes].some((size) => size !== 0 && size !== 4 && size !== 8)) {
    return null;
  }
  const extents: Extent[] = [];
  const count = number(version < 2 ? 2 : 4);
  for (let item = 0; item < count && isWhole; item += 1) {
    const id = number(version < 2 ? 2 : 4);
    const method = version > 0 ? number(2) & 15 : 0;
    number(2);
    const base = number(bases);
    const parts = number(2);
    for (let part = 0; part < parts && isWhole; part += 1) {
      number(indexes);
      const start = base + number(offsets);
      const length = number(lengths);
      // Without a length it is everything from there on.
      extents.push({
        id,
        in: (['file', 'idat'] as const)[method] ?? 'items',
        start,
        end: length === 0 ? Infinity : start + length,
      });
      if (extents.length > MAX_EXTENTS) return null;
    }
  }
  return isWhole ? extents : null;
}
