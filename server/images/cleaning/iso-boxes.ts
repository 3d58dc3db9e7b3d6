/** A box of an ISO base media file (ISO/IEC 14496-12): `body` is where its content begins. */
export interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** The boxes one after another from `from` on, up to one that does not end before `to`. Media data that is cut off ends there. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to;) {
    const type = bytes.toString('latin1', start + 4, start + 8);
    const short = bytes.readUInt32BE(start);
    const isLong = short === 1 && start + 16 <= to;
    const length = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short;
    const body = start + (isLong ? 16 : 8);
    const end = start + length > to && type === 'mdat' ? to : start + length;
    if (end < body || end > to) return;
    yield { type, start, body, end };
    start = end;
  }
}

/** Bytes of a file, from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** The spans that lie in `inside` and not in `kept`; both in order. Takes time in proportion to both. */
export function outside(inside: readonly Range[], kept: readonly Range[]): Range[] {
  const left: Range[] = [];
  let next = 0;
  for (const { start, end } of inside) {
    let at = start;
    while (next < kept.length && kept[next]!.end <= at) {
      next += 1;
    }
    for (let place = next; place < kept.length && kept[place]!.start < end; place += 1) {
      if (kept[place]!.start > at) {
        left.push({ start: at, end: kept[place]!.start });
      }
      at = Math.max(at, kept[place]!.end);
      next = place;
    }
    if (at < end) {
      left.push({ start: at, end });
    }
  }
  return left;
}

/** The same bytes in order, without any twice. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { start, end } of ranges
    .filter((range) => range.end > range.start)
    .toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
    } else {
      all.push({ start, end });
    }
  }
  return all;
}
