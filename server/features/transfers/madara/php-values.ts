/** A value that PHP wrote: arrays by their keys, in order. */
export type PhpValue = string | number | boolean | null | Map<string, PhpValue>;

/** Most bytes of a text that is read, values in it, and arrays within arrays. */
const MAX_BYTES = 4 * 1024 ** 2;
const MAX_VALUES = 200_000;
const MAX_DEPTH = 8;

/**
 * Reads what PHP's `serialize` wrote, by its bytes: arrays, texts, numbers, truth and nothing. Objects and references are not read.
 *
 * @returns undefined for what is no such text, goes on behind its end, or is too much.
 */
export function readPhp(bytes: Buffer): PhpValue | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  let at = 0;
  let left = MAX_VALUES;
  const until = (mark: string): string => {
    const end = bytes.indexOf(mark, at);
    if (end === -1 || end - at > 40) throw new Unreadable();
    const text = bytes.toString('latin1', at, end);
    at = end + mark.length;
    return text;
  };
  const whole = (text: string): number => {
    if (!/^-?\d{1,15}$/.test(text)) throw new Unreadable();
    return Number(text);
  };
  const expect = (text: string) => {
    if (bytes.toString('latin1', at, at + text.length) !== text) throw new Unreadable();
    at += text.length;
  };
  const value = (depth: number): PhpValue => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) throw new Unreadable();
    const kind = bytes.toString('latin1', at, at + 2);
    at += 2;
    switch (kind) {
      case 'N;':
        return null;
      case 'b:':
        return until(';') === '1';
      case 'i:':
        return whole(until(';'));
      case 'd:': {
        const number = Number(until(';'));
        return Number.isFinite(number) ? number : null;
      }
      case 's:': {
        const length = whole(until(':"'));
        const text = bytes.toString('utf8', at, at + length);
        if (length < 0 || at + length > bytes.length) throw new Unreadable();
        at += length;
        expect('";');
        return text;
      }
      case 'a:': {
        const count = whole(until(':{'));
        if (count < 0) throw new Unreadable();
        const array = new Map<string, PhpValue>();
        for (let each = 0; each < count; each += 1) {
          const key = value(depth + 1);
          if (typeof key !== 'string' && typeof key !== 'number') throw new Unreadable();
          array.set(String(key), value(depth + 1));
        }
        expect('}');
        return array;
      }
      default:
        throw new Unreadable();
    }
  };
  try {
    const read = value(0);
    return at === bytes.length ? read : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}
