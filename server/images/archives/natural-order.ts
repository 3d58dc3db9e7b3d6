const digit = /^\p{Nd}$/u;
const digitValues = new Map<string, number>();

// Unicode gives every decimal system ten neighbouring code points from zero to nine, so the distance to the start of the run tells the value.
function digitValue(character: string): number {
  const known = digitValues.get(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  let start = codePoint;
  while (digit.test(String.fromCodePoint(start - 1))) {
    start -= 1;
  }
  const value = (codePoint - start) % 10;
  digitValues.set(character, value);
  return value;
}

type Token = { text: string } | { number: string; written: number };
type Segment = { stem: Token[]; extension: string };
export type NaturalKey = { segments: Segment[]; folded: string; original: string };

function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const part of text.split(/(\p{Nd}+)/u)) {
    if (part === '') continue;
    const characters = [...part];
    if (!digit.test(characters[0] ?? '')) {
      found.push({ text: part });
    } else {
      const value = characters
        .map(digitValue)
        .join('')
        .replace(/^0+(?=.)/, '');
      found.push({ number: value, written: characters.length });
    }
  }
  return found;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareTokens(a: Token[], b: Token[]): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const left = a[i] as Token;
    const right = b[i] as Token;
    if ('number' in left && 'number' in right) {
      const order = left.number.length - right.number.length || compareText(left.number, right.number);
      if (order !== 0) return order;
    } else if ('text' in left && 'text' in right) {
      const order = compareText(left.text, right.text);
      if (order !== 0) return order;
    } else {
      return 'number' in left ? -1 : 1;
    }
  }
  return a.length - b.length;
}

function writtenLengths(key: NaturalKey): string {
  return key.segments
    .map((s) => s.stem.map((t) => ('number' in t ? String(t.written).padStart(4, '0') : '')).join())
    .join();
}

/**
 * Promises a key that sorts `path` as a reader would; make it once for each path when many are compared.
 * `path` has `/` between its segments. The extension of the last segment counts only between equal stems, so that `1` comes before `1-2`.
 */
export function naturalKey(path: string): NaturalKey {
  const folded = path.toLowerCase().normalize('NFC');
  const parts = folded.split('/');
  const segments = parts.map((part, i) => {
    const extension = i === parts.length - 1 ? (/(?<=.)\.[a-z][a-z0-9]{0,4}$/.exec(part)?.[0] ?? '') : '';
    return { stem: tokens(part.slice(0, part.length - extension.length)), extension };
  });
  return { segments, folded, original: path };
}

/**
 * Promises a total order of keys: segment by segment, case and normal form ignored, digits of any script by value,
 * a number before a word. Only identical paths are equal: what natural order leaves equal is told apart by fewer leading zeros, then code units.
 */
export function compareKeys(a: NaturalKey, b: NaturalKey): number {
  for (let i = 0; i < a.segments.length && i < b.segments.length; i += 1) {
    const left = a.segments[i] as Segment;
    const right = b.segments[i] as Segment;
    const order = compareTokens(left.stem, right.stem) || compareText(left.extension, right.extension);
    if (order !== 0) return order;
  }
  return (
    a.segments.length - b.segments.length ||
    compareText(writtenLengths(a), writtenLengths(b)) ||
    compareText(a.folded, b.folded) ||
    compareText(a.original, b.original)
  );
}

/** Promises a new array in natural order of the path that `path` tells for each item; equal paths keep their order. */
export function sortNaturally<T>(items: readonly T[], path: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, key: naturalKey(path(item)) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item);
}
