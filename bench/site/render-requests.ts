import { addressesFor, type Addresses } from '#contract/addresses.ts';
import { LOCALES } from '#contract/locales.ts';
import { withQuery } from '#contract/query-string.ts';
import { randomWord } from '../synthetic/asked-words.ts';
import type { Catalogue } from '../synthetic/catalogue.ts';
import { openComics } from '../synthetic/open-comics.ts';
import { mixedRequests } from '../api/mix-requests.ts';

/** The most that a kind may take: milliseconds of the processor, KB of the answer by gzip, elements of its HTML. */
export interface RenderLimits {
  name: string;
  processor: number;
  gzip?: number;
  elements?: number;
}

/** The kinds that have limits (docs/performance.md). */
export const LIMITS = {
  home: { name: 'home', processor: 10 },
  list: { name: 'list or page of a term', processor: 8, gzip: 25, elements: 1200 },
  comic: { name: 'page of a comic', processor: 8 },
  listing: { name: '/api/comics, list', processor: 3 },
  tags: { name: '/api/comics, two tags', processor: 3 },
  text: { name: '/api/comics, search', processor: 4.5 },
  detail: { name: '/api/comics/x', processor: 3 },
} as const satisfies Record<string, RenderLimits>;

/** A kind of page or call whose cost is measured. Every turn, from 0, asks for another address, as far as the kind has them. */
export interface RenderRequest {
  name: string;
  limits: keyof typeof LIMITS | null;
  /** The status that it is answered with; 200 where nothing is said. */
  status?: number;
  /** The addresses that are asked for one after the other. */
  paths(turn: number): string[];
  /** One that is asked for before anything is measured: then that is kept which a job finds on a site that runs. */
  before?(turn: number): string;
}

const PER_PAGE = 18;
/** Turns after which a kind of few addresses begins again. */
const MAX_TURNS = 1000;
/** Of which names of characters are made. */
const SYLLABLES = ['ka', 'mi', 'ra', 'no', 'su', 'te', 'lo', 've', 'da'];

/**
 * The kinds of page that guests may open, each turn in another of the ten locales, and the calls of the API, at a seeded
 * catalogue of `comics` comics.
 */
export function renderRequests(drawn: Catalogue, comics: number): readonly RenderRequest[] {
  return [...pages(drawn, comics), ...calls(drawn, comics)];
}

/** The call that finds what is like a comic, and keeps it. */
export function relatedTo(slug: string): string {
  return `/api/comics/${slug}/related`;
}

function pages(drawn: Catalogue, comics: number): RenderRequest[] {
  const works = openComics(drawn, comics);
  const tag = (rank: number) => drawn.termAt('tag', rank);
  const deep = (turn: number) => 2 + Math.floor((comics * 0.5 * ((0.1 + turn * 0.0618) % 0.9)) / PER_PAGE);
  const one = (
    address: (to: Addresses, turn: number) => string,
    limits: RenderRequest['limits'] = null,
    status = 200,
  ) => ({
    limits,
    status,
    paths: (turn: number) => [address(addressesFor(LOCALES[turn % LOCALES.length]!, 'comic'), turn)],
  });
  const kinds: Record<string, Omit<RenderRequest, 'name'>> = {
    // The page's number means nothing here, but makes another address of it.
    home: one((to, turn) => withQuery(to.home(), { page: 2 + turn }), 'home'),
    latest: one((to, turn) => to.latest({ not_tags: tag(1000 + turn) }), 'list'),
    'latest, page N': one((to, turn) => to.latest({ page: 2 + turn }), 'list'),
    'latest, deep page': one((to, turn) => to.latest({ page: deep(turn) }), 'list'),
    'latest, popular today': one(
      (to, turn) => to.latest({ sort: 'popularity', duration: 'day', page: 1 + turn }),
      'list',
    ),
    'latest, by title': one((to, turn) => to.latest({ sort: 'title', order: 'asc', page: 1 + turn }), 'list'),
    'latest, filters': one(
      (to, turn) =>
        to.latest({
          tags: [tag(turn % 4), tag(4 + (turn % 5))],
          not_tags: tag(300 + turn),
          languages: drawn.termAt('language', turn % 2),
        }),
      'list',
    ),
    'latest, search': one(
      (to, turn) => to.latest({ q: randomWord('en', turn), page: 1 + Math.floor(turn / 60) }),
      'list',
    ),
    'tag, page N': one((to, turn) => to.term('tag', `tag-${turn % 40}`, { page: 1 + Math.floor(turn / 40) }), 'list'),
    'rare tag': one((to, turn) => to.term('tag', `tag-${500 + turn * 7}`), 'list'),
    artist: one((to, turn) => to.term('artist', `artist-${100 + turn}`), 'list'),
    language: one(
      (to, turn) => to.term('language', turn % 2 === 0 ? 'japanese' : 'english', { page: 1 + turn }),
      'list',
    ),
    'index of tags': one((to, turn) => to.terms('tags', { page: 1 + turn })),
    'index of characters, search': one((to, turn) =>
      to.terms('characters', { q: SYLLABLES[turn % 9]! + SYLLABLES[Math.floor(turn / 9) % 9]! }),
    ),
    comic: {
      ...one((to, turn) => to.comic(works.any(turn).slug), 'comic'),
      before: (turn) => relatedTo(works.any(turn).slug),
    },
    'comic, before the job found what is like it': one((to, turn) => to.comic(works.any(5000 + turn).slug)),
    'comic, characters': one((to, turn) => to.comicCharacters(works.withCharacters(turn).slug)),
    'comic, comments': one((to, turn) => to.comments('comics', works.any(turn).slug)),
    'artist, comments': one((to, turn) => to.comments('artists', `artist-${turn}`)),
    reader: one((to, turn) => to.reader(works.withPages(turn).slug)),
    random: one((to, turn) => to.random({ tags: tag(turn) }), null, 302),
    'terms of use': one((to, turn) => withQuery(to.sitePage('terms'), { page: 2 + turn })),
    transparency: one((to, turn) => to.transparency({ page: 2 + turn })),
    'sign in': one((to, turn) => withQuery(to.login(), { page: 2 + turn })),
    'not found': one((to, turn) => to.comic(`no-comic-${turn}`), null, 404),
    'feed of a tag': one((to, turn) => `${to.term('tag', `tag-${turn}`)}/feed.atom`),
    'OPDS, list': one((to, turn) => withQuery(`${to.opds()}/comics`, { page: 2 + turn })),
  };
  return Object.entries(kinds).map(([name, kind]) => ({ name, ...kind }));
}

function calls(drawn: Catalogue, comics: number): RenderRequest[] {
  const works = openComics(drawn, comics);
  const tag = (rank: number) => drawn.termAt('tag', rank);
  const one = (address: (turn: number) => string, limits: RenderRequest['limits'] = null) => ({
    limits,
    paths: (turn: number) => [address(turn)],
  });
  const kinds: Record<string, Omit<RenderRequest, 'name'>> = {
    'two tags': one((turn) => `/api/comics?tags=${tag(turn % 10)},${tag(10 + turn)}`, 'tags'),
    ...Object.fromEntries(
      mixedRequests(drawn, comics).map(({ name, group, paths }) => [
        name,
        { paths, limits: name === 'comic' ? 'detail' : group === 'other' ? null : group },
      ]),
    ),
    images: one(
      (turn) =>
        `/api/comics/${works.withPages(turn).slug}/images?lang=${LOCALES[Math.floor(turn / 100) % LOCALES.length]}`,
    ),
    chapters: one((turn) => `/api/comics/${works.any(turn).slug}/chapters`),
    comments: one((turn) => `/api/comics/${works.any(turn).slug}/comments`),
    tag: one((turn) => `/api/tags/tag-${turn}`),
    'index of tags': one((turn) => `/api/tags?page=${1 + turn}`),
    'page of the operator': one((turn) => `/api/pages/terms?page=${turn}`),
    slides: one((turn) => `/api/slides?page=${turn}`),
  };
  return Object.entries(kinds).map(([name, kind]) => ({ name: `/api: ${name}`, ...kind }));
}

/** Gives a kind's addresses of one turn after the other, without those that came before until it has no others. */
export function unseenPaths({ paths }: RenderRequest): () => string[] {
  const seen = new Set<string>();
  let turn = -1;
  return () => {
    for (;;) {
      turn += 1;
      const found = paths(turn);
      if (turn > MAX_TURNS || !seen.has(found.join(' '))) {
        seen.add(found.join(' '));
        return found;
      }
    }
  };
}
