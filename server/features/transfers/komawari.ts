import type { ComicChanges } from '#contract/editing.ts';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicCard, ComicDetail } from '#contract/comics.ts';
import type { DownloadLink } from '#contract/downloads.ts';
import type { Page } from '#contract/paging.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';
import { fetchJson, fetchFile, type RemoteClient } from './asking.ts';
import { knownChanges, listPages, toNamedTerms, type FetchedComic, type Library } from './library.ts';

/** Comics that are asked for at once. */
const PER_PAGE = 100;

/** The comics of another site like this one, of every rating, read with an access token or an API key that may download. */
export function komawari(asking: RemoteClient): Library {
  return {
    list: () =>
      listPages<ComicCard>(
        async (page) => {
          const answer = await fetchJson<Page<ComicCard> | null>(
            asking,
            `/api/comics?sort=title&order=asc&nsfw=true&per_page=${PER_PAGE}&page=${page + 1}`,
          );
          return { rows: answer?.data, last: page + 1 >= (answer?.last_page ?? 0) };
        },
        ({ slug, title, pages, chapters_count: chapters }) => ({ key: slug, title, pages, chapters }),
      ),
    check: () => fetchJson(asking, '/api/comics?nsfw=true&per_page=1'),
    async bring(key): Promise<FetchedComic> {
      const slug = encodeURIComponent(key);
      const comic = await fetchJson<ComicDetail>(asking, `/api/comics/${slug}?nsfw=true`);
      const chapters =
        comic.chapters_count > 0 ? await fetchJson<Chapter[]>(asking, `/api/comics/${slug}/chapters?nsfw=true`) : [];
      const file = (name: string, chapter: string) => ({
        name,
        write: async (path: string) => {
          const { url } = await fetchJson<DownloadLink>(asking, `/api/comics/${slug}/download${chapter}`, {});
          await fetchFile(asking, url, path);
        },
      });
      const archives =
        chapters.length === 0
          ? [file(`${comic.title}.cbz`, '')]
          : chapters.map(({ id, number, name }) => file(`${number ?? ''} ${name}.cbz`, `?chapter=${id}`));
      return { series: chapters.length > 0, archives, changes: toChanges(comic) };
    },
  };
}

/** Fields that the file of a download does not have, or says in one language. */
function toChanges(comic: ComicDetail): ComicChanges {
  const {
    title,
    alternative_title: alternative,
    description,
    rating,
    status,
    direction,
    translated,
    speechless,
    rewritten,
    premium,
    translations,
  } = comic;
  const mentioned = comic as unknown as Record<string, unknown>;
  const terms = Object.fromEntries(
    TERM_KINDS.map((kind) => {
      const found = mentioned[KIND_PATHS[kind]] ?? mentioned[kind];
      return [
        KIND_PATHS[kind],
        toNamedTerms([found].flat().map((term) => (term as { name?: string } | null | undefined)?.name)),
      ];
    }).filter(([, names]) => names!.length > 0),
  );
  return knownChanges({
    title,
    alternative_title: alternative,
    description,
    rating,
    status,
    direction,
    translated,
    speechless,
    rewritten,
    premium,
    terms,
    translations: Object.fromEntries(
      translations.map(({ locale, ...words }) => [
        locale,
        { title: words.title ?? null, description: words.description ?? null },
      ]),
    ),
  });
}
