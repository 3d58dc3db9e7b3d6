import { describe, expect, it } from 'vitest';
import { normalise } from '#server/search/normalise.ts';
import { catalogue } from './catalogue.ts';
import { HARD_CASES, SHARED, TWINS } from './titles.ts';
import { TONGUES } from './words.ts';

const COMICS = 20_000;
const { comic, terms, termAt } = catalogue();
const comics = Array.from({ length: COMICS }, (_, index) => comic(index));
const share = (fits: (title: string) => boolean) => comics.filter(({ title }) => fits(title)).length / COMICS;

/** One part in a hundred of all comics: the tolerance of every share. */
const TOLERANCE = 0.01;

describe('the synthetic catalogue', () => {
  it('is the same every time, and each comic can be made alone', () => {
    const again = catalogue();
    expect(JSON.stringify(again.terms)).toBe(JSON.stringify(terms));
    expect(JSON.stringify([19_999, 7, 0].map((index) => again.comic(index)))).toBe(
      JSON.stringify([comics[19_999], comics[7], comics[0]]),
    );
  });

  it('has words for the same things in every language', () => {
    expect(new Set(TONGUES.map(({ nouns }) => nouns.length))).toEqual(new Set([60]));
    expect(TONGUES.reduce((sum, { share: percent }) => sum + percent, 0)).toBe(100);
  });

  it('mixes its languages as it says, within one in a hundred', () => {
    TONGUES.forEach((tongue, rank) => {
      const found = comics.filter((each) => each.terms.includes(termAt('language', rank))).length / COMICS;
      expect(Math.abs(found - tongue.share / 100), tongue.name).toBeLessThan(TOLERANCE);
    });
  });

  it('uses its terms by Zipf: the second half as often as the first, the tenth a tenth', () => {
    const uses = (rank: number) => comics.filter((each) => each.terms.includes(termAt('parody', rank))).length;
    expect(uses(1) / uses(0)).toBeCloseTo(1 / 2, 1);
    expect(uses(9) / uses(0)).toBeCloseTo(1 / 10, 1);
  });

  it('gives every comic one language and one category, and its terms in order and once', () => {
    const kindFor = (id: number) => terms[id - 1]!.kind;
    for (const each of comics) {
      expect(each.terms.filter((id) => kindFor(id) === 'language')).toHaveLength(1);
      expect(each.terms.filter((id) => kindFor(id) === 'category')).toHaveLength(1);
      expect(each.terms).toEqual([...new Set(each.terms)].sort((a, b) => a - b));
    }
  });

  it('has windows of views that are the sums of its days', () => {
    for (const { views, reads } of comics.slice(0, 2000)) {
      expect(views.week).toBe(reads.filter(({ daysAgo }) => daysAgo < 7).reduce((sum, read) => sum + read.views, 0));
      expect(views.total).toBeGreaterThanOrEqual(views.year);
    }
    expect(Math.abs(comics.filter(({ views }) => views.day > 0).length / COMICS - 0.2)).toBeLessThan(TOLERANCE);
  });

  it.each([
    ['emoji with joiners', /\u200d/u],
    ['bidi marks', /[\u202a-\u202e]/u],
    ['mixes scripts', /魔法 & Магия/u],
    ['like markup', /<b>/u],
    ['spaces around', /^\s.*\s$/u],
    ['begins with punctuation', /^…/u],
  ])('has titles of the case "%s" at its share', (name, pattern) => {
    const wanted = HARD_CASES.find((hard) => hard.name === name)!.share;
    expect(share((title) => pattern.test(title))).toBeGreaterThan(0);
    expect(Math.abs(share((title) => pattern.test(title)) - wanted)).toBeLessThan(TOLERANCE);
  });

  it('has titles of one letter and titles of 200 to 500', () => {
    const letters = (title: string) => [...title].length;
    expect(share((title) => letters(title) === 1)).toBeGreaterThan(0.002);
    expect(share((title) => letters(title) > 190)).toBeGreaterThan(0.002);
    expect(Math.max(...comics.map(({ title }) => letters(title)))).toBeLessThanOrEqual(500);
  });

  it('has titles that several comics share, and twins that differ only in how they are written', () => {
    const written = new Map<string, Set<string>>();
    const times = new Map<string, number>();
    for (const { title } of comics) {
      times.set(title, (times.get(title) ?? 0) + 1);
      const folded = normalise(title);
      written.set(folded, (written.get(folded) ?? new Set()).add(title));
    }
    expect(comics.filter(({ title }) => times.get(title)! > 1).length / COMICS).toBeGreaterThan(SHARED);
    const twins = [...written.values()].filter((forms) => forms.size > 1).length / COMICS;
    expect(twins).toBeGreaterThan(TWINS / 2);
    expect(share((title) => title !== title.normalize('NFC'))).toBeGreaterThan(0);
  });
});
