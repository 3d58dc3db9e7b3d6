import { LRUCache } from 'lru-cache';
import { localPaths } from '#contract/addresses.ts';
import type { Locale } from '#contract/locales.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { isNewsAlone } from '#server/db/following/site-changes.ts';
import type { Deps } from '#server/deps.ts';
import type { Site } from '#server/config/site-file.ts';
import { listedOn, type Kind } from './listing.ts';
import { listedParts, listedRows, writtenPages, type ListedRow, type Part } from './queries.ts';
import { sitemap, sitemapIndex, type Listing } from './sitemap-xml.ts';

/** Milliseconds the parts of a library are remembered: to find them all, an index of all its comics is read. */
const REMEMBERED = 300_000;
/** A cache of the parts that were asked for last, a megabyte each, and for how many milliseconds: a crawler asks for a part in every language. */
const KEPT = { max: 16, ttl: 60_000 };
/** Parts are of ids; PostgreSQL's end here. */
const MAX_PARTS = 1_000_000;

/** XML to send, and what its content depends on. */
export interface SitemapDocument {
  version: unknown;
  pieces: Iterable<string>;
}

/** The sitemaps of all sites of this process. */
export interface Sitemaps {
  /** The index of a site's sitemaps, every part in every locale, as they were in the last five minutes. Who asks at the same time waits for the same answer. */
  index(site: Site, origin: string): Promise<SitemapDocument>;
  /**
   * The sitemap of a part in a locale, as it was in the last minute; null where the site has none like it. The database
   * is asked once, before the first piece.
   */
  file(
    site: Site,
    origin: string,
    locale: Locale,
    asked: { kind: Kind; part: number },
  ): Promise<SitemapDocument | null>;
}

/** Sitemaps of what is in the database. */
export function createSitemaps({ reads: db, now, changes }: Pick<Deps, 'reads' | 'now' | 'changes'>): Sitemaps {
  const known = new Map<string, { until: number; parts: Promise<(Part & { kind: Kind })[]> }>();
  const partRows = new LRUCache<string, Promise<ListedRow[]>>(KEPT);
  changes.on((areas) => {
    if (isNewsAlone(areas)) return;
    known.clear();
    partRows.clear();
  });

  function listParts(site: Site): Promise<(Part & { kind: Kind })[]> {
    const listed = listedOn(site);
    const key = JSON.stringify(listed);
    const remembered = known.get(key);
    if (remembered && remembered.until > now().getTime()) return remembered.parts;
    const parts = find();
    known.set(key, { until: now().getTime() + REMEMBERED, parts });
    parts.catch(() => known.delete(key));
    return parts;

    async function find(): Promise<(Part & { kind: Kind })[]> {
      const found: (Part & { kind: Kind })[] = [];
      for (const kind of listed.kinds) {
        if (kind !== 'pages') {
          found.push(...(await listedParts(db, listed, kind)).map((part) => ({ kind, ...part })));
        }
      }
      return found;
    }
  }

  function listRows(site: Site, kind: Exclude<Kind, 'pages'>, part: number): Promise<ListedRow[]> {
    const listed = listedOn(site);
    const key = JSON.stringify([listed, kind, part]);
    const remembered = partRows.get(key);
    if (remembered) return remembered;
    const rows = listedRows(db, listed, kind, part);
    partRows.set(key, rows);
    rows.catch(() => partRows.delete(key));
    return rows;
  }

  /** Pages that are there for everyone; those of the operator, and what stands above the form of notices, where they were written. */
  async function listPages(site: Site): Promise<Listing[]> {
    const to = localPaths(site.variant);
    const written = new Map(
      (await writtenPages(db)).map(({ slug, updated_at: updatedAt }) => [to.sitePage(slug), updatedAt]),
    );
    const indexes = listedOn(site)
      .terms.filter((kind) => kind !== 'language' && kind !== 'category')
      .map((kind) => to.terms(KIND_PATHS[kind]));
    const ofLaw = site.features.includes('dmca') ? [to.dmca(), to.takedowns()] : [];
    const paths = [
      to.home(),
      to.latest(),
      ...indexes,
      ...[...written.keys()].filter((path) => path !== to.dmca()),
      ...ofLaw,
      to.transparency(),
      to.cookies(),
    ];
    return paths.map((path) => ({ path, updatedAt: written.get(path) ?? null }));
  }

  return {
    async index(site, origin) {
      const parts = [{ kind: 'pages', part: 1, updated_at: '' }, ...(await listParts(site))];
      return {
        version: [origin, site.locales, parts],
        pieces: sitemapIndex(
          parts.flatMap(({ kind, part, updated_at: updatedAt }) =>
            site.locales.map((locale) => ({ url: `${origin}/sitemaps/${locale}/${kind}-${part}.xml`, updatedAt })),
          ),
        ),
      };
    },
    async file(site, origin, locale, { kind, part }) {
      if (!listedOn(site).kinds.includes(kind) || part > (kind === 'pages' ? 1 : MAX_PARTS)) return null;
      const about = [origin, site.cdn, site.locales, site.defaultLocale, site.variant, locale, kind];
      if (kind === 'pages') {
        const pages = await listPages(site);
        return { version: [about, pages], pieces: sitemap(pages, locale, { origin, ...site }) };
      }
      const rows = await listRows(site, kind, part);
      if (rows.length === 0) return null;
      const last = rows.reduce((latest, row) => (row.updated_at > latest ? row.updated_at : latest), '');
      return {
        version: [about, part, rows.length, last],
        pieces: sitemap(inTurn(rows, site, origin), locale, { origin, ...site }),
      };
    },
  };
}

/** The entries of a sitemap, made as it is taken. */
function* inTurn(rows: readonly ListedRow[], { variant, cdn }: Site, origin: string): Generator<Listing> {
  const to = localPaths(variant);
  for (const { kind, slug, updated_at: updatedAt, image } of rows) {
    yield {
      path: kind === null ? to.comic(slug) : to.term(kind, slug),
      updatedAt,
      image: image === null ? null : `${cdn || origin}/images/${image}`,
    };
  }
}
