import type { ComicChanges } from '#contract/editing.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { fetchJson, fetchFile, type RemoteClient } from './asking.ts';
import {
  isWithout,
  knownChanges,
  listPages,
  toNamedTerms,
  type FetchedComic,
  type ForeignPlace,
  type Library,
} from './library.ts';

/** The response of LANraragi's API for an archive, as far as it is read. */
interface Archive {
  arcid: string;
  title: string;
  tags?: string;
  summary?: string;
  extension?: string;
  /** The page that was read last; 0: none. */
  progress?: number;
  pagecount?: number;
  /** Seconds since 1970. */
  lastreadtime?: number;
}

/** A category, which has archives of its own, or a search in their place. */
interface Category {
  name?: string;
  archives?: string[];
}

/** Its namespaces of tags, and the kinds they are here; what is in none, or in another one, is a tag. */
const NAMESPACES: Record<string, KindPath> = {
  artist: 'artists',
  group: 'groups',
  circle: 'groups',
  parody: 'parodies',
  series: 'parodies',
  character: 'characters',
  language: 'languages',
  category: 'categories',
};
/** Namespaces that say nothing about the work. */
const LEFT_OUT = new Set(['source', 'date_added', 'timestamp', 'uploader', 'rating', 'read']);
/** Values of `language:` that are no language. */
const ATTRIBUTES: Record<string, keyof ComicChanges> = {
  translated: 'translated',
  speechless: 'speechless',
  rewrite: 'rewritten',
};

/** The archives of a LANraragi server, read with its API key. */
export function lanraragi(asking: RemoteClient): Library {
  return {
    list: () =>
      listPages<Archive>(
        async () => ({ rows: await fetchJson(asking, '/api/archives'), last: true }),
        ({ arcid, title, pagecount }) => ({ key: arcid, title, pages: pagecount }),
      ),
    check: () => fetchJson(asking, '/api/info'),
    async bring(key): Promise<FetchedComic> {
      const id = encodeURIComponent(key);
      const archive = await fetchJson<Archive>(asking, `/api/archives/${id}/metadata`);
      const extension =
        /^\.?(cb[zrt7]|zip|rar|7z|pdf|epub|tar)$/i.exec(archive.extension ?? '')?.[1]?.toLowerCase() ?? 'cbz';
      return {
        series: false,
        archives: [
          {
            name: `${archive.title}.${extension}`,
            write: (path) => fetchFile(asking, `${asking.address}/api/archives/${id}/download`, path),
            read: toPlace(archive),
          },
        ],
        changes: toChanges(archive, await listCategories(asking, key)),
      };
    },
  };
}

/** The names of the categories that an archive was put into; none where the server keeps them to itself. */
async function listCategories(asking: RemoteClient, key: string): Promise<string[]> {
  try {
    const list = await fetchJson<unknown>(asking, `/api/archives/${encodeURIComponent(key)}/categories`);
    const { categories } = (list ?? {}) as { categories?: unknown };
    return Array.isArray(categories)
      ? (categories as Category[]).flatMap(({ name, archives }) => (name && archives?.includes(key) ? [name] : []))
      : [];
  } catch (error) {
    if (isWithout(error)) return [];
    throw error;
  }
}

/** Where its reader is in an archive; null where nobody has begun it. */
function toPlace({ progress = 0, pagecount = 0, lastreadtime = 0 }: Archive): ForeignPlace | null {
  if (!Number.isInteger(progress) || progress < 1) return null;
  const isKnown = Number.isInteger(lastreadtime) && lastreadtime > 0 && lastreadtime <= Date.now() / 1000;
  return {
    page: progress,
    completed: pagecount > 0 && progress >= pagecount,
    at: isKnown ? new Date(lastreadtime * 1000).toISOString() : null,
  };
}

function toChanges({ title, tags = '', summary }: Archive, categories: readonly string[]): ComicChanges {
  const terms: Partial<Record<KindPath, string[]>> = categories.length > 0 ? { categories: [...categories] } : {};
  const attributes: ComicChanges = {};
  for (const tag of tags
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const [, namespace = '', value = tag] = /^([a-z_]+):(.+)$/i.exec(tag) ?? [];
    const space = namespace.toLowerCase();
    const attribute = space === 'language' ? ATTRIBUTES[value.toLowerCase()] : undefined;
    if (attribute !== undefined) {
      Object.assign(attributes, { [attribute]: true });
      continue;
    }
    if (LEFT_OUT.has(space)) continue;
    (terms[NAMESPACES[space] ?? 'tags'] ??= []).push(value);
  }
  return knownChanges({
    title,
    description: summary,
    ...attributes,
    terms: Object.fromEntries(Object.entries(terms).map(([kind, names]) => [kind, toNamedTerms(names)])),
  });
}
