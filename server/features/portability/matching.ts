import { setImmediate } from 'node:timers/promises';
import { areApart, LINK_SERVICES } from '#contract/links.ts';
import type { Db } from '#server/db/database.ts';
import { findComicsByTitle } from '#server/features/comics/public/title-search.ts';
import type { Engines } from '#server/features/comics/public/queries-cost.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { normalise, sortKey } from '#server/search/normalise.ts';
import type { ForeignEntry, ForeignLibrary } from './foreign-library.ts';
import { comicsLinked, comicsNamed, type KnownId, type NamedComic } from './queries-matching.ts';
import type { Match } from './queries-reviews.ts';

/** Comics that one entry is offered. */
const MAX_CANDIDATES = 5;
/** Entries that are searched for at once. */
const AT_ONCE = 4;
/** Entries, or comics, whose titles are compared before others get their turn: some milliseconds. */
const MAX_COMPARED = 100;
/** How long is searched for titles that are not found at once, in milliseconds; entries after it are left to their owner. */
const PATIENCE = 20_000;

/**
 * The comics that each entry of a file may be on this site, for this viewer: `matched` where one comic has its ids on other sites, or else
 * exactly its title (several editions: the one in the viewer's language; of our own export, the slug), `unsure` where comics come near. A
 * comic that another site tells from the entry by its id is no match, whatever it is called.
 */
export async function matchEntries(
  engines: Engines & { now(): Date },
  viewing: RequestContext,
  { source, entries }: ForeignLibrary,
): Promise<Record<string, Match>> {
  const named = await findComics(engines.reads, viewing, entries);
  const until = engines.now().getTime() + PATIENCE;
  const matches: Record<string, Match> = {};
  const queue = [...entries];
  const matchNext = async () => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      if (queue.length % MAX_COMPARED === 0) {
        await setImmediate();
      }
      matches[entry.key] =
        matchExactly(entry, named, source, viewing.locale) ??
        (engines.now().getTime() > until ? MISSING : await matchNearly(engines, viewing, entry));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, matchNext));
  return matches;
}

const MISSING: Match = { state: 'missing', comics: [] };

interface ComicLookup {
  bySlug: Map<string, NamedComic>;
  byTitle: Map<string, NamedComic[]>;
  /** By service and id. */
  byLink: Map<string, NamedComic[]>;
}

async function findComics(db: Db, viewing: RequestContext, entries: readonly ForeignEntry[]): Promise<ComicLookup> {
  const slugs = [...new Set(entries.flatMap(({ slug }) => slug ?? []))];
  const titles = new Set<string>();
  const ids = new Map<string, KnownId>();
  for (const [at, entry] of entries.entries()) {
    if (at % MAX_COMPARED === MAX_COMPARED - 1) {
      await setImmediate();
    }
    for (const title of listTitles(entry)) {
      titles.add(sortKey(title));
    }
    for (const known of listIds(entry)) {
      ids.set(keyFor(known), known);
    }
  }
  const comics = await comicsNamed(db, viewing, slugs, [...titles]);
  const byTitle = new Map<string, NamedComic[]>();
  for (const [at, comic] of comics.entries()) {
    if (at % MAX_COMPARED === MAX_COMPARED - 1) {
      await setImmediate();
    }
    for (const title of new Set(comic.titles.map(normalise))) {
      const same = byTitle.get(title);
      if (same === undefined) {
        byTitle.set(title, [comic]);
      } else {
        same.push(comic);
      }
    }
  }
  const byLink = Map.groupBy(await comicsLinked(db, viewing, [...ids.values()]), ({ by }) => keyFor(by));
  return {
    bySlug: new Map(comics.map((comic) => [comic.slug, comic])),
    byTitle,
    byLink: new Map([...byLink].map(([key, found]) => [key, found.map(({ comic }) => comic)])),
  };
}

function matchExactly(
  entry: ForeignEntry,
  { bySlug, byTitle, byLink }: ComicLookup,
  source: ForeignLibrary['source'],
  locale: string,
): Match | null {
  const slugged = entry.slug === null ? undefined : bySlug.get(entry.slug);
  if (slugged && source === 'komawari' && !areApart(slugged.links, entry.ids)) {
    return { state: 'matched', comics: [slugged.id] };
  }
  const linked = listIds(entry).flatMap((known) => byLink.get(keyFor(known)) ?? []);
  if (linked.length > 0) {
    const fitting = linked.filter(({ links }) => !areApart(links, entry.ids));
    return fitting.length > 0 ? choose(fitting, slugged, locale) : { state: 'unsure', comics: toIds(linked) };
  }
  const titled = listTitles(entry)
    .flatMap((title) => byTitle.get(normalise(title)) ?? [])
    .filter(({ links }) => !areApart(links, entry.ids));
  return titled.length === 0 ? null : choose(titled, slugged, locale);
}

/** The one of some comics that is the entry, where there is no other, or none in the viewer's language; else all of them to choose from. */
function choose(found: readonly NamedComic[], slugged: NamedComic | undefined, locale: string): Match {
  const same = [...new Map(found.map((comic) => [comic.id, comic])).values()];
  const own = same.filter(({ id, language }) => id === slugged?.id || language === locale);
  const sure = same.length === 1 ? same[0] : own.length === 1 ? own[0] : undefined;
  return { state: sure ? 'matched' : 'unsure', comics: toIds([...(sure ? [sure] : own), ...same]) };
}

function toIds(comics: readonly NamedComic[]): number[] {
  return [...new Set(comics.map(({ id }) => id))].slice(0, MAX_CANDIDATES);
}

function listIds({ ids }: ForeignEntry): KnownId[] {
  return LINK_SERVICES.flatMap((service) => {
    const id = ids[service];
    return id === undefined ? [] : [{ service, id }];
  });
}

function keyFor({ service, id }: KnownId): string {
  return `${service} ${id}`;
}

/** Titles often carry what a site adds to them, in brackets: they are searched for as they are, then without it. */
async function matchNearly(engines: Engines, viewing: RequestContext, entry: ForeignEntry): Promise<Match> {
  const titles = listTitles(entry).flatMap((title) => [
    title,
    title.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|（[^（）]*）/g, ' '),
  ]);
  for (const title of new Set(titles.map(normalise))) {
    const rows = title === '' ? [] : await findComicsByTitle(engines, viewing, title, MAX_CANDIDATES);
    if (rows.length > 0) return { state: 'unsure', comics: rows.map(({ id }) => id) };
  }
  return MISSING;
}

function listTitles({ title, titles }: ForeignEntry): string[] {
  return [title, ...titles];
}
