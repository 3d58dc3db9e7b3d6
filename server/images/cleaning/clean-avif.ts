import { boxesIn, mergeRanges, outside, type Box, type Range } from './iso-boxes.ts';
import { extentsIn, itemsIn, itemsReferring, primaryItem, type Extent } from './iso-items.ts';

/** Items that are pictures, or made of pictures (AV1 Image File Format; ISO/IEC 23008-12). */
const PICTURES = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);
/** The boxes that each kind of box keeps; the others become free space. */
const NEEDED: Record<string, ReadonlySet<string>> = {
  file: new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof', 'styp', 'sidx']),
  meta: new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat', 'dinf', 'grpl']),
  iprp: new Set(['ipco', 'ipma']),
  ipco: new Set([
    'ispe',
    'pixi',
    'av1C',
    'colr',
    'pasp',
    'clap',
    'irot',
    'imir',
    'auxC',
    'a1op',
    'a1lx',
    'lsel',
    'clli',
    'mdcv',
    'cclv',
    'amve',
    'reve',
    'ndwt',
  ]),
  moov: new Set(['mvhd', 'trak', 'mvex', 'meta']),
  trak: new Set(['tkhd', 'tref', 'edts', 'mdia', 'meta', 'tapt']),
  mdia: new Set(['mdhd', 'hdlr', 'minf', 'elng']),
};
/** Boxes whose own boxes are looked at, and how many bytes stand before those. */
const INSIDE: Record<string, number> = { meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0, mdia: 0 };
/** Boxes that say when something was made. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);
/** Most boxes of media data and of metadata: encoders write one of each, or some for the parts of a long animation. */
const [MAX_MEDIA, MAX_METAS] = [1000, 16];
const FREE = Buffer.from('free', 'latin1');

/**
 * An AVIF with its pictures, their properties and frames: no EXIF, no XMP, no thumbnails, no boxes of programs, no times,
 * no names, nothing after the end. Everything keeps its place, since other boxes say where it is: what goes is zeros.
 * It lies as before, which is a property. Null for what is none.
 */
export function cleanAvif(bytes: Buffer): Buffer | null {
  const eraser = createEraser(bytes);
  const media: Range[] = [];
  const metas: Box[] = [];
  let isSequence = false;
  let whole = 0;
  const look = (box: Box, around: string): void => {
    if (!NEEDED[around]!.has(box.type)) {
      eraser.free(box);
      return;
    }
    if (box.type === 'meta') {
      metas.push(box);
    }
    if (box.type === 'hdlr') {
      eraser.zero(box.body + 24, box.end);
    }
    if (TIMED.has(box.type)) {
      eraser.zero(box.body + 4, Math.min(box.end, box.body + (bytes[box.body] === 1 ? 20 : 12)));
    }
    const head = INSIDE[box.type];
    if (head === undefined) return;
    for (const inner of boxesIn(bytes, box.body + head, box.end)) {
      look(inner, box.type);
    }
  };
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (box.start === 0 && box.type !== 'ftyp') return null;
    whole = box.end;
    isSequence ||= box.type === 'moov' || box.type === 'moof';
    if (box.type === 'mdat') {
      media.push({ start: box.body, end: box.end });
    }
    look(box, 'file');
    if (media.length > MAX_MEDIA || metas.length > MAX_METAS) return null;
  }
  if (whole === 0) return null;
  for (const meta of metas) {
    const found = readItems(bytes, meta);
    if (found === null) return null;
    for (const { at, end, isKept } of found.entries) {
      eraser.rest(at, end, isKept);
    }
    const inside = (where: Extent['in'], kept: boolean, base: number): Range[] =>
      mergeRanges(
        found.extents
          .filter((extent) => extent.in === where && found.isKept(extent.id) === kept)
          .map(({ start, end }) => ({ start: base + start, end: Math.min(base + end, bytes.length) })),
      );
    // The needs of frames are not asked for: of an animation only what its items say goes. The bytes of a picture are all that nothing needs.
    const isAlone = !isSequence && metas.length === 1 && found.extents.every((extent) => extent.in !== 'items');
    const gone = isAlone ? media : inside('file', false, 0);
    for (const range of outside(gone, inside('file', true, 0))) {
      for (const { start, end } of media) {
        eraser.zero(Math.max(start, range.start), Math.min(end, range.end));
      }
    }
    if (found.data === null) continue;
    for (const { start, end } of outside(
      inside('idat', false, found.data.body),
      inside('idat', true, found.data.body),
    )) {
      eraser.zero(start, Math.min(end, found.data.end));
    }
  }
  return eraser.finish(whole);
}

interface Items {
  entries: { at: number; end: number; isKept: boolean }[];
  extents: Extent[];
  isKept(id: number): boolean;
  data: Box | null;
}

/** The items of a `meta` box, and which of them stay; null where that cannot be read. */
function readItems(bytes: Buffer, meta: Box): Items | null {
  const boxes = new Map<string, Box>();
  for (const box of boxesIn(bytes, meta.body + 4, meta.end)) {
    if (!boxes.has(box.type)) {
      boxes.set(box.type, box);
    }
  }
  const [list, places, references, primary] = ['iinf', 'iloc', 'iref', 'pitm'].map((type) => boxes.get(type));
  const shown = primary === undefined ? null : primaryItem(bytes, primary);
  const thumbnails = new Set(references === undefined ? [] : itemsReferring(bytes, references, 'thmb'));
  if (shown !== null) {
    thumbnails.delete(shown);
  }
  const pictures = new Set<number>();
  const entries: Items['entries'] = [];
  for (const { id, type, at, end } of list === undefined ? [] : itemsIn(bytes, list)) {
    const isKept = PICTURES.has(type) && !thumbnails.has(id);
    if (isKept) {
      pictures.add(id);
    }
    entries.push({ at, end, isKept });
  }
  const extents = places === undefined ? [] : extentsIn(bytes, places);
  return extents === null
    ? null
    : { entries, extents, isKept: (id) => pictures.has(id), data: boxes.get('idat') ?? null };
}

/** Writes zeros over bytes of a file, which is copied before the first change. */
function createEraser(bytes: Buffer) {
  let copy: Buffer | null = null;
  const zero = (start: number, end: number): void => {
    if (start >= end || isZero((copy ?? bytes).subarray(start, end))) return;
    copy ??= Buffer.from(bytes);
    copy.fill(0, start, end);
  };
  const write = (at: number, text: Buffer): void => {
    if ((copy ?? bytes).subarray(at, at + text.length).equals(text)) return;
    copy ??= Buffer.from(bytes);
    text.copy(copy, at);
  };
  return {
    zero,
    /** Makes a box free space. */
    free({ start, body, end }: Box): void {
      write(start + 4, FREE);
      zero(body, end);
    },
    /** Takes the name of an item away, and the type of one that goes: readers pass over a type they do not know. */
    rest(at: number, end: number, isKept: boolean): void {
      if (!isKept) {
        write(at, FREE);
      }
      zero(at + 4, end);
    },
    finish: (length: number): Buffer =>
      length === bytes.length ? (copy ?? bytes) : (copy ?? bytes).subarray(0, length),
  };
}

const ZEROS = Buffer.alloc(65_536);

function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const part = bytes.subarray(at, at + ZEROS.length);
    if (!part.equals(ZEROS.subarray(0, part.length))) return false;
  }
  return true;
}
