import { LOCALES } from '#contract/locales.ts';
import type { Feature } from '#contract/site.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';
import { translate } from '#server/i18n/translate.ts';
import { RANGE_KEYS } from './condition.ts';
import { HAS_FACTS, IS_FACTS, RELATION_FACTS, type RequestedRange, type Field, type SearchFlag } from './query.ts';

/** The feature of the site that kinds, ranges and facts are part of; the others are always there. */
const FEATURE_OF: Readonly<Record<string, Feature>> = {
  ...KIND_PATHS,
  favorites: 'favorites',
  favorite: 'favorites',
  comments: 'comments',
  download: 'downloads',
  premium: 'premium',
};

/** Whether a site has what a search asks for by a word before a colon, or after `is:` or `has:`. */
export function isAskable(features: readonly string[], asked: Field | RequestedRange['key'] | SearchFlag): boolean {
  const feature = FEATURE_OF[asked];
  return feature === undefined || features.includes(feature);
}

/** The meaning of a word before a colon: a field, a range, a comic's number, or a list of facts. */
export type Prefix =
  { field: Field } | { range: RequestedRange['key'] } | { comic: true } | { facts: ReadonlyMap<string, SearchFlag> };

const OTHER_FACTS: Record<string, SearchFlag> = {
  completed: 'complete',
  finished: 'complete',
  hiatus: 'onhold',
  cancelled: 'canceled',
  'one-shot': 'oneshot',
  colour: 'color',
  colored: 'color',
  coloured: 'color',
  favourite: 'favorite',
  favorited: 'favorite',
  silent: 'speechless',
  textless: 'speechless',
  decensored: 'uncensored',
};
const IS_WORDS: ReadonlyMap<string, SearchFlag> = new Map([
  ...IS_FACTS.map((fact) => [fact, fact] as const),
  ...Object.entries(OTHER_FACTS),
]);
const HAS_WORDS: ReadonlyMap<string, SearchFlag> = new Map([
  ...HAS_FACTS.map((fact) => [fact, fact] as const),
  ['comment', 'comments'],
  ['downloads', 'download'],
  ['links', 'link'],
  ['relation', 'related'],
  ['relations', 'related'],
  ...RELATION_FACTS.flatMap((fact) => [
    [fact.replace('-', '_'), fact] as const,
    [fact.replace('-', ''), fact] as const,
  ]),
]);

/** Short and further words for kinds, as nhentai and E-Hentai write them. */
const OTHER_FIELDS: Record<string, Field> = {
  t: 'tag',
  f: 'tag',
  female: 'tag',
  m: 'tag',
  male: 'tag',
  x: 'tag',
  mixed: 'tag',
  o: 'tag',
  other: 'tag',
  a: 'artist',
  g: 'group',
  circle: 'group',
  circles: 'group',
  p: 'parody',
  series: 'parody',
  c: 'character',
  char: 'character',
  chars: 'character',
  rel: 'relationship',
  l: 'language',
  lang: 'language',
  langs: 'language',
  cat: 'category',
  title: 'title',
  jtitle: 'title',
  uploader: 'uploader',
};
const OTHER_RANGES: Record<string, RequestedRange['key']> = {
  page: 'pages',
  chapter: 'chapters',
  favorite: 'favorites',
  favourites: 'favorites',
  favourite: 'favorites',
  favs: 'favorites',
  score: 'rating',
  view: 'views',
  comment: 'comments',
  upload: 'uploaded',
  update: 'updated',
};

let prefixes: Map<string, Prefix> | undefined;

/** The meaning of a word before a colon, in English or as any locale names the kinds; undefined where it is only a word. */
export function findPrefix(word: string): Prefix | undefined {
  prefixes ??= allPrefixes();
  return prefixes.get(word.normalize('NFKC').toLowerCase());
}

/** Every word that can stand before a colon. The English ones come first. */
export function prefixWords(): Iterable<[string, Prefix]> {
  prefixes ??= allPrefixes();
  return prefixes;
}

/** The words that can stand after `is:` or `has:`, each in its one form. */
export const FACT_WORDS = { is: IS_FACTS, has: HAS_FACTS } as const satisfies Record<string, readonly SearchFlag[]>;

function allPrefixes(): Map<string, Prefix> {
  const known = new Map<string, Prefix>();
  const add = (word: string, prefix: Prefix) => {
    const key = word.normalize('NFKC').toLowerCase();
    if (/^[\p{L}\p{M}]+$/u.test(key) && !known.has(key)) {
      known.set(key, prefix);
    }
  };
  for (const kind of TERM_KINDS) {
    add(kind, { field: kind });
  }
  add('title', { field: 'title' });
  for (const key of [...RANGE_KEYS, 'read'] as const) {
    add(key, { range: key });
  }
  add('is', { facts: IS_WORDS });
  add('has', { facts: HAS_WORDS });
  add('id', { comic: true });
  add('gid', { comic: true });
  for (const kind of TERM_KINDS) {
    add(KIND_PATHS[kind], { field: kind });
  }
  for (const [word, field] of Object.entries(OTHER_FIELDS)) {
    add(word, { field });
  }
  for (const [word, range] of Object.entries(OTHER_RANGES)) {
    add(word, { range });
  }
  for (const locale of LOCALES) {
    for (const kind of TERM_KINDS) {
      add(translate(locale, 'taxonomy.kind', { kind }), { field: kind });
    }
  }
  return known;
}
