import { createRequire } from 'node:module';

/** The size of the input that counts for a call of the language's own: letters, bytes or items. */
type Cost = (self: { length: number }, result: unknown, args: unknown[]) => number;

let gone = 0;
let hashed = 0;

/** How many passwords were hashed or compared with a hash since it was asked last: by a thread of its own, which takes long. */
export function passwordsHashed(): number {
  const answer = hashed;
  hashed = 0;
  return answer;
}

/** Letters, bytes and items that searches and copies of the language's own went through since it was asked last. */
export function goneThrough(): number {
  const answer = gone;
  gone = 0;
  return answer;
}

const length = (value: unknown): number => (value as { length?: number } | null)?.length ?? 0;
/** From where it looked to what it found, or to the end. */
const searched: Cost = (self, found, [, from = 0]) =>
  Math.abs((found === -1 ? self.length : Number(found)) - Number(from)) + 1;
const whole: Cost = (self) => self.length;
const made: Cost = (_self, result) => length(result);

const COSTS: [object, Cost, string[]][] = [
  [Array.prototype, searched, ['indexOf']],
  [Array.prototype, whole, ['splice', 'unshift', 'toSpliced', 'with', 'toReversed', 'reverse', 'fill', 'join']],
  [Array.prototype, made, ['slice', 'concat', 'flat']],
  [String.prototype, searched, ['indexOf']],
  [
    String.prototype,
    whole,
    ['split', 'replace', 'replaceAll', 'normalize', 'toLowerCase', 'toUpperCase', 'toWellFormed', 'localeCompare'],
  ],
  [String.prototype, made, ['repeat', 'padStart', 'padEnd']],
  [Buffer.prototype, searched, ['indexOf']],
  [Buffer.prototype, made, ['toString']],
  [Buffer.prototype, whole, ['equals', 'compare', 'fill']],
  [Buffer.prototype, (_self, copied) => Number(copied), ['copy']],
  [Uint8Array.prototype, searched, ['indexOf']],
  [Uint8Array.prototype, made, ['slice']],
  [Uint8Array.prototype, (_self, _result, [given]) => length(given), ['set']],
  [Buffer, made, ['concat', 'from', 'alloc', 'allocUnsafe']],
  [
    createRequire(import.meta.url)('@node-rs/argon2') as object,
    () => {
      hashed += 1;
      return 0;
    },
    ['hash', 'verify'],
  ],
  [JSON, made, ['stringify']],
  [JSON, (_self, _result, [text]) => length(text), ['parse']],
];

for (const [holder, cost, names] of COSTS) {
  for (const name of names) {
    count(holder, name, cost);
  }
}
// Functions that look without saying where: as far as `indexOf` looks.
for (const holder of [Array.prototype, String.prototype, Buffer.prototype, Uint8Array.prototype]) {
  const { indexOf } = holder as unknown as { indexOf(this: unknown, ...args: unknown[]): number };
  count(holder, 'includes', (self, result, args) => {
    if (result === false) return self.length;
    indexOf.apply(self, args);
    return 0;
  });
}
countMatches();

function count(holder: object, name: string, cost: Cost): void {
  const { value: original, ...rest } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  if (typeof original !== 'function') return;
  Object.defineProperty(holder, name, {
    ...rest,
    value: Object.defineProperties(function counted(this: { length: number }, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, args);
      gone += cost(this, result, args);
      return result;
    }, Object.getOwnPropertyDescriptors(original)),
  });
}

/** Every use of a regular expression looks by `exec`: from where it was to the end of what it found, or of the text. */
function countMatches(): void {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function counted(text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    gone +=
      found === null ? (this.sticky ? 1 : Math.max(0, text.length - from)) : found.index + found[0].length - from + 1;
    return found;
  };
}
