import { misspelling, titleStart, randomWord, wordStart } from '../synthetic/asked-words.ts';
import type { Catalogue } from '../synthetic/catalogue.ts';

type Parameters = Record<string, string | number>;

/** Members that ask: one whom staff limits, one who blocks groups and has a full shelf. */
export const READERS = ['limited', 'blocking'] as const;
export type Reader = (typeof READERS)[number];

/** The terms that the limited member never sees works of: a popular tag and a rarer one. */
export function limitedTerms({ termAt }: Pick<Catalogue, 'termAt'>): number[] {
  return [termAt('tag', 1), termAt('tag', 80)];
}

/** A kind of request that visitors make. Every turn, from 0, asks for something that no turn before asked for. */
export interface MixedRequest {
  name: string;
  /** The limits that hold for it. */
  group: 'listing' | 'text' | 'other';
  /** Who asks; nobody who is known without it. */
  as?: Reader;
  /** The addresses that are asked for at once. */
  paths(turn: number): string[];
}

/** Comics rated safe, which every other turn lists alone. */
const SAFE = 0.7;
const PER_PAGE = 18;
/** The kinds that the search popup asks for besides comics. */
const POPUP_KINDS = ['artists', 'authors', 'groups', 'characters', 'parodies', 'tags', 'relationships'] as const;

/**
 * Fifty-seven kinds of request on a catalogue of `comics` comics: lists with every filter, sort and window, deep pages, searches
 * in six scripts, what else a visit asks for, and lists of members who see less than others. The lists are full pages from 10,000 comics on, so that what is
 * compared at two sizes is the same work.
 */
export function mixedRequests({ termAt }: Pick<Catalogue, 'termAt'>, comics: number): readonly MixedRequest[] {
  const tag = (rank: number) => termAt('tag', rank);
  const [japanese, english] = [termAt('language', 0), termAt('language', 1)];
  const seldom = (turn: number) => tag(300 + turn);
  const pages = Math.floor((comics * SAFE * 0.98) / PER_PAGE);
  const deep = (turn: number, share: number) => 2 + Math.floor(pages * share * (0.1 + ((turn * 0.0618) % 0.8)));
  const lists: Record<string, (turn: number) => Parameters> = {
    latest: (turn) => ({ page: 1 + turn }),
    'latest, deep page': (turn) => ({ page: deep(turn, 1) }),
    'oldest first': (turn) => ({ order: 'asc', page: 1 + turn }),
    'popular tag': (turn) => ({ tags: tag(turn % 10), page: 1 + Math.floor(turn / 10) }),
    'popular tag, deep page': (turn) => ({ tags: tag(turn % 3), page: deep(turn, 0.2) }),
    'rarer tag': (turn) => ({ tags: tag(60 + (turn % 100)), page: 1 + Math.floor(turn / 100) }),
    'tag − tag': (turn) => ({ tags: tag(turn % 20), not_tags: seldom(turn) }),
    '3 tags − 1, language': (turn) => ({
      tags: [tag(0), tag(1), tag(2 + (turn % 4))].join(),
      not_tags: seldom(turn),
      languages: japanese,
    }),
    '4 terms − 2': (turn) => ({
      tags: [tag(0), tag(1), tag(2)].join(),
      categories: termAt('category', turn % 2),
      not_tags: [tag(20), seldom(turn)].join(),
    }),
    'any of 4 tags': (turn) => ({
      match: 'any',
      tags: [tag(turn % 10), tag(20 + (turn % 30)), tag(60), tag(100 + turn)].join(),
    }),
    'any of 3 tags, within a tag': (turn) => ({
      match: 'any',
      tags: [tag(20 + (turn % 30)), tag(60), tag(100 + turn)].join(),
      within: `tags:${tag(turn % 10)}`,
    }),
    '2 languages, status, attribute': (turn) => ({
      languages: [japanese, english].join(),
      statuses: 'complete',
      attributes: 'translated',
      page: 1 + (turn % 20),
      not_tags: seldom(turn),
    }),
    'by title': (turn) => ({ sort: 'title', order: 'asc', page: 1 + turn }),
    'by title, deep page': (turn) => ({ sort: 'title', order: 'asc', page: deep(turn, 1) }),
    'by title, Chinese': (turn) => ({ sort: 'title', order: 'asc', lang: 'zh', page: 1 + turn }),
    'by title, Chinese, deep page': (turn) => ({ sort: 'title', order: 'asc', lang: 'zh', page: deep(turn, 1) }),
    'by newest chapter': (turn) => ({ sort: 'latest_chapter', page: 1 + turn }),
    'by newest chapter, deep page': (turn) => ({ sort: 'latest_chapter', page: deep(turn, 1) }),
    'newest chapters, language': (turn) => ({
      q: 'chapters:>0',
      sort: 'latest_chapter',
      languages: termAt('language', turn % 10),
      page: 1 + Math.floor(turn / 10),
    }),
    'by pages': (turn) => ({ sort: 'pages', page: 1 + turn }),
    'by favourites': (turn) => ({ sort: 'favorites', page: 1 + turn }),
    'by score': (turn) => ({ sort: 'score', page: 1 + turn }),
    'by views, tag': (turn) => ({ sort: 'views', tags: tag(turn % 20), page: 1 + Math.floor(turn / 20) }),
    random: (turn) => ({ sort: 'random', page: 1 + turn }),
    'popular today': (turn) => ({ sort: 'popularity', duration: 'day', page: 1 + turn }),
    'popular this week': (turn) => ({ sort: 'popularity', duration: 'week', page: 1 + turn }),
    'popular this month': (turn) => ({ sort: 'popularity', duration: 'month', page: 1 + turn }),
    'popular this year': (turn) => ({ sort: 'popularity', duration: 'year', page: 1 + turn }),
    'popular ever': (turn) => ({ sort: 'popularity', duration: 'all', page: 1 + turn }),
    'popular today, tag': (turn) => ({
      sort: 'popularity',
      duration: 'day',
      tags: tag(turn % 20),
      not_tags: seldom(turn),
    }),
    'popular ever, 2 tags, language': (turn) => ({
      sort: 'popularity',
      duration: 'all',
      tags: [tag(turn % 3), tag(3 + (turn % 5))].join(),
      not_tags: seldom(turn),
      languages: japanese,
    }),
  };
  const names: Record<string, (turn: number) => string> = {
    'search: word': (turn) => randomWord(['en', 'es', 'de', 'fr'][turn % 4]!, turn),
    'search: two words': (turn) => `${randomWord('en', turn)} ${randomWord('en', turn * 7 + 3)}`,
    'search: Cyrillic': (turn) => randomWord('ru', turn),
    'search: Arabic': (turn) => randomWord('ar', turn),
    'search: Devanagari': (turn) => randomWord('hi', turn),
    'search: 1 letter, Japanese': (turn) => wordStart('ja', turn, 1),
    'search: 2 letters, Chinese': (turn) => wordStart('zh', turn, 2),
    'search: 3 letters, Korean': (turn) => titleStart('ko', turn),
    'search: fields': (turn) =>
      `tag:tag-${turn % 20} -tag:tag-${30 + turn} language:japanese ${wordStart('ja', turn, 2)}`,
    'search: a slip': (turn) => misspelling(randomWord('en', turn, 6)),
  };
  const comicAt = (turn: number) => 1 + ((turn * 7919) % Math.min(comics, 1_000_000));
  const talkedAt = (turn: number) => 10 * (1 + ((turn * 7919) % Math.min(Math.floor(comics / 10), 100_000)));
  const others: Record<string, (turn: number) => string[]> = {
    'search popup': (turn) => {
      const q = randomWord('en', turn * 11).slice(0, 3 + (turn % 3));
      return ['comics', ...POPUP_KINDS].map((path) => addressFor(path, { q, per_page: 6 }));
    },
    suggestions: (turn) => [addressFor('suggest', { q: randomWord('en', turn * 13).slice(0, 2 + (turn % 4)) })],
    'taxonomy index': (turn) => [addressFor('artists', { page: 1 + turn })],
    'taxonomy search': (turn) => [
      addressFor('characters', {
        q: ['ka', 'mi', 'ra', 'no', 'su', 'te'][turn % 6]! + ['ri', 'shi', 'mo', 'ne'][turn % 4]!,
        page: 1 + Math.floor(turn / 12),
      }),
    ],
    'open filter': (turn) => [
      addressFor('comics/options', { of: 'tags', tags: tag(turn % 20), not_tags: seldom(turn) }),
    ],
    comic: (turn) => [`/api/comics/${comicAt(turn)}`],
    'more like this': (turn) => [`/api/comics/${comicAt(turn)}/related`],
    'comments with reactions': (turn) => [`/api/comics/${talkedAt(turn)}/comments`],
    reviews: (turn) => [`/api/comics/${talkedAt(turn)}/reviews`],
    credits: (turn) => [`/api/comics/${talkedAt(turn)}/credits?nsfw=true`],
  };
  const readers: Record<Reader, Record<string, (turn: number) => string>> = {
    limited: {
      latest: (turn) => addressFor('comics', { page: 1 + turn, nsfw: 'true' }),
      'popular tag': (turn) => addressFor('comics', { tags: tag(2 + (turn % 8)), page: 1 + turn, nsfw: 'true' }),
      'search: word': (turn) =>
        addressFor('comics', { q: randomWord('en', turn), not_tags: tag(1000 + turn), nsfw: 'true' }),
    },
    blocking: {
      latest: (turn) => addressFor('comics', { page: 1 + turn, nsfw: 'true' }),
      'search: word': (turn) =>
        addressFor('comics', { q: randomWord('en', turn), not_tags: tag(1000 + turn), nsfw: 'true' }),
      'a full shelf': (turn) => addressFor('account/shelves', { shelf: 'reading', page: 1 + turn }),
    },
  };
  return [
    ...Object.entries(lists).map(([name, query]) => ({
      name,
      group: 'listing' as const,
      paths: (turn: number) => [addressFor('comics', rated(query(turn), turn))],
    })),
    // Words come again after some turns; a further filter makes another search of them.
    ...Object.entries(names).map(([name, q]) => ({
      name,
      group: 'text' as const,
      paths: (turn: number) => [
        addressFor('comics', rated({ q: q(turn), ...(turn < 20 ? {} : { not_tags: tag(1000 + turn) }) }, turn)),
      ],
    })),
    ...Object.entries(others).map(([name, paths]) => ({ name, group: 'other' as const, paths })),
    ...READERS.flatMap((reader) =>
      Object.entries(readers[reader]).map(([name, path]) => ({
        name: `${reader}: ${name}`,
        group: 'other' as const,
        as: reader,
        paths: (turn: number) => [path(turn)],
      })),
    ),
  ];
}

/** Every other turn lists works of any rating. */
function rated(query: Parameters, turn: number): Parameters {
  return { ...query, nsfw: String(turn % 2 === 1) };
}

function addressFor(path: string, query: Parameters): string {
  return `/api/${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`;
}
