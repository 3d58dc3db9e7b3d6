import { expect, it } from 'vitest';
import { boundedPatterns, madePatterns } from './bounded-patterns.ts';
import { findPatterns, judge, patternsIn, provenBefore } from './regular-expressions.ts';

const found = findPatterns();

/** Letters of a hostile text, and the processor's milliseconds that no pattern may take for one: what is quadratic takes ten times as long. */
const [LETTERS, MILLISECONDS] = [4000, 25];
const SIGNS = [...Array.from(' -_.,:;/\\|()[]{}<>"\'#@&=+*?$%~0aAvc\n\t\0あ漢٣'), '\u0301', '\u200d', '😀'];

/** Texts that patterns stumble over: one sign again and again, each of those that a pattern names among them, and something else behind. */
function* hostileTexts(source: string, letters: number): Generator<string> {
  const signs = new Set([...SIGNS, ...source]);
  for (const sign of signs) {
    yield `${sign.repeat(letters / sign.length)}\u0001`;
  }
  for (const pair of ['- ', ' a', '()', '[]', 'a.', '1.', ' \n', '<a', 'v ', 'c1']) {
    yield `${pair.repeat(letters / 2)}\u0001`;
  }
}

/**
 * The processor's milliseconds on this thread for a pattern and a text: no engine tells how often it goes back. What else the
 * machine does, and waiting, do not count.
 */
function processorTime(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  text.replace(pattern, '');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function slowTexts(source: string, flags: string, letters: number): string[] {
  return [...hostileTexts(source, letters)].filter((text) => {
    const take = () => processorTime(new RegExp(source, flags), text);
    // Time for compiling or collecting meanwhile is no fault of the pattern's.
    return take() > MILLISECONDS && take() > MILLISECONDS && take() > MILLISECONDS;
  });
}

it('every regular expression of the product is proven linear, or listed with the longest text it sees', () => {
  // Proofs take seconds each: they are made once, by whoever writes the pattern.
  const notYet = () => 'has no proof in tools/proven-patterns.json: run `node tools/regular-expressions.ts`';
  const unproven = judge(found, provenBefore(), notYet).filter(({ verdict }) => verdict === 'unproven');
  expect(
    unproven.map(
      ({ file, line, source, flags, made, reason }) => `${file}:${line} ${made ?? `/${source}/${flags}`}: ${reason}`,
    ),
  ).toEqual([]);
});

it('none takes long for a hostile text, those that are bounded for one of their longest', () => {
  const slow = found
    .filter(({ made }) => made === null)
    .flatMap(({ file, line, source, flags }) => {
      const letters = boundedPatterns.find((each) => each.file === file && each.source === source)?.letters ?? LETTERS;
      return slowTexts(source, flags, letters).map(
        (text) => `${file}:${line} /${source}/${flags} of ${JSON.stringify(text.slice(0, 20))}…`,
      );
    });
  expect(slow).toEqual([]);
});

it('nothing is listed that is gone', () => {
  expect(
    boundedPatterns.filter(({ file, source }) => !found.some((each) => each.file === file && each.source === source)),
  ).toEqual([]);
  expect(
    madePatterns.filter(({ file, source }) => !found.some((each) => each.file === file && each.made === source)),
  ).toEqual([]);
});

it.each([
  ['a lazy start before a run of the same signs', String.raw`const A = /^(.*?)[\s_-]*x$/u;`],
  ['a run at the end of a text', String.raw`const A = (text: string) => text.replace(/-+$/, '');`],
  ['a quantifier in a quantifier', String.raw`const A = /^(a+)+$/;`],
  ['one in the attribute of an element', String.raw`export const A = () => <input pattern={/(a|a)*b/.source} />;`],
  ['a reference back', String.raw`const A = /(a+)\1b/;`],
  ['looking for something of any length', String.raw`const A = /a(?=.*b)/;`],
  ['one that is put together', 'const A = (word: string) => new RegExp(`${word}+$`);'],
])('%s is refused', (_what, text) => {
  const patterns = patternsIn('web/new.tsx', text);
  expect(patterns).toHaveLength(1);
  expect(judge(patterns, new Set())).toMatchObject([{ verdict: 'unproven' }]);
});

it.each([
  ['a run that can begin at one place alone', String.raw`const A = /(?<!-)-+$/;`],
  ['looking at one letter', String.raw`const A = /^0+(?=\d)/;`],
])('%s is proven', (_what, text) => {
  expect(judge(patternsIn('web/new.tsx', text), new Set())).toMatchObject([{ verdict: 'linear' }]);
});
