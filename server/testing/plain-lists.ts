import type { SyntheticComic, SyntheticTerm } from '../../bench/synthetic/catalogue.ts';
import { normalise, searchText } from '../search/normalise.ts';
import { fitOfText, rankedWords } from '../search/relevance.ts';

/** A comic with all that a list can depend on. */
export interface PlainComic extends SyntheticComic {
  search: string;
  /** The average rating in tenths of a point, 0 for none. */
  score: number;
  comments: number;
  year: number | null;
  published: boolean;
}

/** A list as a caller asks for it, and which comics are in it. */
export interface PlainList {
  parameters: [string, string][];
  /** Terms the caller hides. */
  hidden: number[];
  /** Normalised words that relevance goes by. */
  words: string[];
  fits(comic: PlainComic): boolean;
}

export function plainComic(comic: SyntheticComic): PlainComic {
  const search = searchText([comic.title, comic.alternativeTitle, ...comic.titles.map(({ title }) => title)]);
  return { ...comic, search, score: 0, comments: 0, year: null, published: true };
}

/** The comics of a list in order, found by looking at every one: what any way of answering must agree with. */
export function plainAnswer(comics: readonly PlainComic[], list: PlainList, now: Date): PlainComic[] {
  const value = (name: string) => list.parameters.find(([key]) => key === name)?.[1];
  const window = ({ day: 'day', week: 'week', month: 'month', year: 'year', all: 'total' } as const)[
    (value('duration') ?? 'all') as 'day'
  ];
  const requestedSort = value('sort') ?? 'relevance';
  const sort = requestedSort === 'relevance' && list.words.length === 0 ? 'uploaded_at' : requestedSort;
  const explicit = value('nsfw') === 'true';
  const found = comics.filter(
    (comic) =>
      comic.published &&
      (explicit || comic.rating === 'safe') &&
      !comic.terms.some((term) => list.hidden.includes(term)) &&
      (sort !== 'popularity' || comic.views[window] > 0) &&
      list.fits(comic),
  );
  const start = randomStart(now);
  const keys: Record<string, (comic: PlainComic) => number[]> = {
    pages: ({ pages }) => [pages],
    favorites: ({ favorites }) => [favorites],
    score: ({ weighted }) => [weighted],
    views: ({ views }) => [views.total],
    popularity: ({ views }) => [views[window]],
    random: ({ shuffle }) => [shuffle < start ? 1 : 0, shuffle],
    uploaded_at: ({ uploadedAt }) => [Date.parse(uploadedAt)],
    latest_chapter: ({ uploadedAt, latestAt }) => [
      Math.max(Date.parse(uploadedAt), Date.parse(latestAt ?? uploadedAt)),
    ],
  };
  const ordered =
    sort === 'relevance'
      ? byRelevance(found, list.words.join(' '))
      : (sort === 'title' ? byShownTitle(found, value('lang') ?? 'en') : ascending(found, keys[sort]!)).reverse();
  return value('order') === 'asc' ? ordered.reverse() : ordered;
}

/** By the titles that a reader of a language sees, from their first letter or digit on, by the rules of that language; what has none comes last. */
export function byShownTitle<
  Comic extends { id: number; title: string; titles: readonly { locale: string; title: string }[] },
>(comics: readonly Comic[], locale: string): Comic[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const rows = comics.map((comic) => {
    const letters = Array.from(comic.titles.find((each) => each.locale === locale)?.title ?? comic.title);
    const from = letters.findIndex((letter) => /[\p{L}\p{N}]/u.test(letter));
    return { comic, last: from < 0, text: letters.slice(Math.max(0, from)).join('') };
  });
  return rows
    .sort((a, b) => Number(a.last) - Number(b.last) || compare(a.text, b.text) || a.comic.id - b.comic.id)
    .map(({ comic }) => comic);
}

/** Sorted by numbers, then by id. */
function ascending(comics: readonly PlainComic[], keys: (comic: PlainComic) => number[]): PlainComic[] {
  const rows = comics.map((comic) => ({ comic, keys: keys(comic) }));
  return rows
    .sort((a, b) => {
      for (const [at, left] of a.keys.entries()) {
        if (left !== b.keys[at]!) return left - b.keys[at]!;
      }
      return a.comic.id - b.comic.id;
    })
    .map(({ comic }) => comic);
}

/**
 * The best 250 first, the others by views. Of more than 1,000 those are compared that are called so (1,000 at most), the 500 of the shortest texts and
 * the 500 most viewed, of equal ones the newest.
 */
function byRelevance(comics: readonly PlainComic[], text: string): PlainComic[] {
  const wanted = rankedWords(text);
  const level = ({ views }: PlainComic) => Math.min(255, Math.round(12 * Math.log(1 + views.total)));
  const byViews = ascending(comics, ({ views }) => [views.total]).reverse();
  const uploaded = ({ uploadedAt }: PlainComic) => Date.parse(uploadedAt);
  const letters = ({ search }: PlainComic) => Math.min(255, Array.from(search).length);
  const chosen =
    comics.length <= 1_000
      ? new Set(comics)
      : new Set([
          ...ascending(
            comics.filter(({ search }) => ` | ${search} | `.includes(` | ${text} | `)),
            (comic) => [uploaded(comic)],
          ).slice(-1_000),
          ...ascending(comics, (comic) => [-letters(comic), uploaded(comic)]).slice(-500),
          ...ascending(comics, (comic) => [level(comic), uploaded(comic)]).slice(-500),
        ]);
  const best = ascending([...chosen], (comic) => [fitOfText(comic.search, wanted) + level(comic) / 360])
    .reverse()
    .slice(0, 250);
  return [...best, ...byViews.filter((comic) => !best.includes(comic))];
}

const DENSE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|ー/u;

/** Whether a title has a word: anywhere, but one or two letters of a script with spaces at the beginning of a word. */
export function hasWord({ search }: PlainComic, word: string): boolean {
  if (DENSE.test(word) || Array.from(word).length > 2) return search.includes(word);
  for (let at = search.indexOf(word); at >= 0; at = search.indexOf(word, at + 1)) {
    if (at === 0 || search[at - 1] === ' ' || DENSE.test(search[at - 1]!)) return true;
  }
  return false;
}

/** Every name of a term as searches compare it. */
export function namesOfTerm({ name, names }: SyntheticTerm): string[] {
  return [name, ...names.map((translation) => translation.name)].map(normalise);
}

/** Where the random order of an hour begins. */
function randomStart(now: Date): number {
  let hash = Math.floor(now.getTime() / 3_600_000);
  for (let round = 0; round < 2; round += 1) {
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  }
  return (hash ^ (hash >>> 16)) >>> 1;
}
