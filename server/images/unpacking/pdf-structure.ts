import { inflateSync } from 'node:zlib';
import { problem } from '#contract/problems.ts';

/**
 * A page as the tree of pages names it: what its object says, null where there is none that says it is a page; and
 * whether it means to show a picture.
 */
export interface PdfLeaf {
  isPage: boolean;
  hasPicture: boolean;
}

/** More of an object than a dictionary of pages takes, and of a page's drawing than is looked at. */
const [OBJECT_BYTES, CONTENT_BYTES] = [256 * 1024, 1024 * 1024];
/** Objects that are packed together, in all. */
const PACKED_BYTES = 64 * 1024 * 1024;

/**
 * Promises the pages that the tree of a PDF names, one by one, whatever its counts say; null for a file whose tree
 * cannot be followed from here, such as an encrypted one. `file` is all of it.
 *
 * @throws Problem `archive-too-many-entries`; `archive-damaged` where pages are in the file that its damaged tree does
 * not name.
 */
export function pdfLeaves(file: Buffer, { pages, limit }: { pages: number; limit: number }): PdfLeaf[] | null {
  if (file.includes('/Encrypt')) return null;
  const objects = readObjects(file);
  const root = lastReference(file, '/Root');
  const top = root === null ? null : reference(objects(root) ?? '', 'Pages');
  if (top === null) return null;
  const tree = { leaves: [] as number[], isOdd: false, left: limit * 4 + 100 };
  walk(objects, top, { tree, above: new Set(), limit });
  const { leaves } = tree;
  if (leaves.length > pages) throw problem('archive-damaged');
  const odd = tree.isOdd || leaves.length !== pages || new Set(leaves).size !== leaves.length;
  const isPage = (number: number): boolean => /\/Type\s*\/Page(?![A-Za-z])/.test(objects(number) ?? '');
  const bad = leaves.filter((leaf) => !isPage(leaf)).length + Math.max(0, pages - leaves.length);
  // Objects that an edit left behind are no loss; beside a damaged tree it is.
  const named = new Set(leaves);
  const left = odd ? objects.numbers().filter((number) => !named.has(number) && isPage(number)) : [];
  if (left.length > bad) throw problem('archive-damaged');
  return leaves.map((leaf) => ({ isPage: isPage(leaf), hasPicture: hasPicture(file, objects, objects(leaf) ?? '') }));
}

/** The dictionary of an object up to its stream, by its number. */
interface Objects {
  (number: number): string | null;
  numbers(): number[];
  at(number: number): number | null;
}

function readObjects(file: Buffer): Objects {
  const places = new Map<number, number>();
  const packed = new Map<number, string>();
  const streams: number[] = [];
  for (let at = file.indexOf(' obj'); at >= 0; at = file.indexOf(' obj', at + 4)) {
    const number = /(\d{1,9})\s+\d{1,5}$/.exec(file.toString('latin1', Math.max(0, at - 24), at))?.[1];
    if (number !== undefined) {
      places.set(Number(number), at + 4);
      if (file.toString('latin1', at, at + 200).includes('/ObjStm')) {
        streams.push(Number(number));
      }
    }
  }
  const read = (number: number): string | null => {
    const start = places.get(number);
    if (start === undefined) return packed.get(number) ?? null;
    const bytes = file.subarray(start, start + OBJECT_BYTES);
    const end = bytes.indexOf('endobj');
    let stream = bytes.indexOf('stream');
    while (stream >= 0 && bytes[stream + 6] !== 10 && bytes[stream + 6] !== 13) {
      stream = bytes.indexOf('stream', stream + 1);
    }
    return bytes.toString('latin1', 0, Math.min(end < 0 ? bytes.length : end, stream < 0 ? bytes.length : stream));
  };
  let left = PACKED_BYTES;
  for (const number of streams) {
    const dictionary = read(number) ?? '';
    const text = readStream(file, places.get(number) ?? 0, dictionary, left)?.toString('latin1') ?? '';
    left -= text.length;
    const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
    const pairs = text.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [own, place, next] = [pairs[at] as number, pairs[at + 1] as number, pairs[at + 3] ?? text.length];
      packed.set(own, text.slice(first + place, first + next));
    }
    if (left <= 0) break;
  }
  return Object.assign(read, {
    numbers: () => [...new Set([...places.keys(), ...packed.keys()])],
    at: (number: number) => places.get(number) ?? null,
  });
}

/** The bytes of the stream of an object, unpacked where it is packed by Flate alone; null where they cannot be read. */
function readStream(file: Buffer, object: number, said: string, most: number): Buffer | null {
  const start = file.indexOf('stream', object + said.length) + 6;
  const data = start + (file[start] === 13 ? 2 : 1);
  const end = file.indexOf('endstream', data);
  if (start < 6 || end < 0 || most <= 0) return null;
  if (!said.includes('/Filter')) return file.subarray(data, Math.min(end, data + most));
  if (!/\/Filter\s{0,20}\[?\s{0,20}\/(FlateDecode|Fl)\s{0,20}\]?/.test(said) || said.includes('/DecodeParms')) {
    return null;
  }
  try {
    return inflateSync(file.subarray(data, end), { maxOutputLength: most });
  } catch {
    return null;
  }
}

function reference(said: string, key: string): number | null {
  const found = new RegExp(`/${key}\\s+(\\d{1,9})\\s+\\d{1,5}\\s+R`).exec(said)?.[1];
  return found === undefined ? null : Number(found);
}

function referencesIn(said: string): number[] {
  return [...said.matchAll(/(\d{1,9})\s+\d{1,5}\s+R/g)].map(([, number]) => Number(number));
}

function lastReference(file: Buffer, key: string): number | null {
  for (let at = file.lastIndexOf(key); at >= 0; at = at === 0 ? -1 : file.lastIndexOf(key, at - 1)) {
    const found = reference(file.toString('latin1', at, at + 40), key.slice(1));
    if (found !== null) return found;
  }
  return null;
}

/** `left` is how many nodes may still be looked at. */
interface Walk {
  tree: { leaves: number[]; isOdd: boolean; left: number };
  above: Set<number>;
  limit: number;
}

function walk(objects: Objects, node: number, { tree, above, limit }: Walk): void {
  tree.left -= 1;
  if (tree.left < 0) throw problem('archive-too-many-entries', { limit });
  const dictionary = objects(node) ?? '';
  const kids = readKids(objects, dictionary);
  if (kids === null || above.has(node)) {
    tree.isOdd ||= /\/Type\s*\/Pages/.test(dictionary) || above.has(node);
    tree.leaves.push(node);
    if (tree.leaves.length > limit) throw problem('archive-too-many-entries', { limit });
    return;
  }
  const before = tree.leaves.length;
  // A tree deeper than any that a program writes has no pages below.
  if (above.size > 50 || kids.length > limit) throw problem('archive-too-many-entries', { limit });
  above.add(node);
  for (const kid of kids) {
    walk(objects, kid, { tree, above, limit });
  }
  above.delete(node);
  tree.isOdd ||= Number(/\/Count\s+(\d+)/.exec(dictionary)?.[1]) !== tree.leaves.length - before;
}

function readKids(objects: Objects, said: string): number[] | null {
  const elsewhere = reference(said, 'Kids');
  const at = elsewhere === null ? said.indexOf('/Kids') : 0;
  const text = elsewhere === null ? said : (objects(elsewhere) ?? '');
  const start = at < 0 ? -1 : text.indexOf('[', at);
  if (start < 0) return null;
  const end = text.indexOf(']', start);
  return referencesIn(text.slice(start, end < 0 ? text.length : end));
}

/** Whether a page has a picture to show, by what it says or by what it draws. */
function hasPicture(file: Buffer, objects: Objects, page: string): boolean {
  const resources = reference(page, 'Resources');
  const named = resources === null ? '' : (objects(resources) ?? '');
  if (page.includes('/XObject') || named.includes('/XObject')) return true;
  const at = page.indexOf('/Contents');
  if (at < 0) return false;
  const drawings = referencesIn(page.slice(at, at + 2000).split('>>')[0] ?? '').slice(0, 20);
  return drawings.some((number) => {
    const [said, place] = [objects(number), objects.at(number)];
    const drawing = said === null || place === null ? null : readStream(file, place, said, CONTENT_BYTES);
    return drawing === null || /\sDo\b|\bBI\s/.test(drawing.toString('latin1'));
  });
}
