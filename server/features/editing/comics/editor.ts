import type { AdminChapter, AdminChapterDetail, AdminChapterRow } from '#contract/chapter-editing.ts';
import { RELATION_KINDS } from '#contract/comics.ts';
import type { AdminComic } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import { KIND_PATHS, type KindPath, TERM_KINDS, type TermRef } from '#contract/taxonomy.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { Db } from '#server/db/database.ts';
import { termsById } from '#server/db/queries/term-cache.ts';
import { missingPages, type Missing } from '#server/features/chapters/public/queries-missing.ts';
import { toCssColor, type Signing } from '#server/features/comics/public/cards.ts';
import {
  chapterRows,
  type ChapterListing,
  type ListedChapter,
} from '#server/features/editing/chapters/queries-chapter-list.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { storedVolumes } from './queries-volumes.ts';
import { serializeVolumes } from './volumes.ts';
import { storedChapters, storedComic, storedPages, type StoredChapter } from './queries-editor.ts';
import { fallbackUrl, serializeLanguage, originalUrl, pictureUrl, serializeRow, termRef } from './serializers.ts';

/** Pages whose addresses are signed before others have their turn. */
const PAGES_AT_ONCE = 200;

/** Everything about one comic, as its editor shows it. @throws Problem `comic-not-found`. */
export async function editedComic(deps: Signing, db: Db, viewing: RequestContext, id: number): Promise<AdminComic> {
  const row = await storedComic(db, id);
  if (row === null) throw problem('comic-not-found');
  const terms = await termsById(db, [...row.terms, ...row.editions.flatMap((edition) => edition.terms)]);
  const { cover, cover_format: format, cover_width: width, cover_height: height } = row;
  return {
    ...serializeRow(deps, viewing, row, terms),
    version: row.version,
    linkcode: row.linkcode,
    description: row.description,
    direction: row.direction,
    translated: row.translated,
    speechless: row.speechless,
    rewritten: row.rewritten,
    oneshot: row.oneshot,
    released_on: row.released_on,
    work_key: row.work_key,
    removed_at: row.removed_at,
    removed_reason: row.removed_reason,
    translations: row.translations,
    locked: row.locked,
    old_slugs: row.old_slugs,
    review_note: row.review_note,
    terms: Object.fromEntries(
      TERM_KINDS.map((kind) => [
        KIND_PATHS[kind],
        row.terms
          .flatMap((term) => terms.get(term) ?? [])
          .filter((term) => term.kind === kind)
          .map((term) => termRef(viewing, term)),
      ]),
    ) as Record<KindPath, TermRef[]>,
    editions: row.editions.map(({ terms: own, ...edition }) => {
      const language = own.map((term) => terms.get(term)).find((term) => term?.kind === 'language');
      return { ...edition, language: language ? serializeLanguage(viewing, language) : null };
    }),
    relations: row.relations.toSorted((a, b) => RELATION_KINDS.indexOf(a.kind) - RELATION_KINDS.indexOf(b.kind)),
    links: row.links,
    official_links: row.official_links,
    chapters: await listChapters(deps, db, viewing, await storedChapters(db, { comic: id })),
    volumes: serializeVolumes(deps, viewing, await storedVolumes(db, id)),
    missing_pages: (await missingPages(db, { comic: id })).map(({ code, params, ...page }) => ({
      ...page,
      reason: reasonText(viewing, { code, params }),
    })),
    image_url: pictureUrl(deps, viewing, cover, 'cover640', row.variants) ?? fallbackUrl(viewing),
    cover_source:
      cover === null || format === null || width === null || height === null
        ? null
        : { page_id: row.cover_page, source_url: originalUrl(deps, viewing, cover, format), width, height },
  };
}

/** One chapter with its pages, as its editor shows it. @throws Problem `chapter-not-found`. */
export async function editedChapter(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  id: number,
): Promise<AdminChapterDetail> {
  const [row] = await storedChapters(db, { chapter: id });
  if (row === undefined) throw problem('chapter-not-found');
  const [chapter] = await listChapters(deps, db, viewing, [row]);
  const comic = await storedComic(db, row.comic_id);
  const pages = await storedPages(db, id);
  return {
    ...(chapter as AdminChapter),
    comic: { id: row.comic_id, slug: comic?.slug ?? '', title: comic?.title ?? '' },
    images: await mapInTurns(pages, PAGES_AT_ONCE, ({ image, format, variants, color, missing, ...page }) => {
      const source = originalUrl(deps, viewing, image, format);
      return {
        ...page,
        missing: missing && reasonText(viewing, missing),
        color: toCssColor(color),
        source_url: source,
        thumbnail_url: pictureUrl(deps, viewing, image, 'thumb', variants) ?? source,
      };
    }),
  };
}

/** A page of chapters, each with its comic. */
export async function listedChapters(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  listing: ChapterListing,
): Promise<{ data: AdminChapterRow[]; total: number }> {
  const { rows, total } = await chapterRows(db, listing);
  const chapters = await listChapters(deps, db, viewing, rows);
  return { data: chapters.map((chapter, at) => ({ ...chapter, comic: (rows[at] as ListedChapter).comic })), total };
}

function reasonText({ locale }: RequestContext, { code, params }: Pick<Missing, 'code' | 'params'>): string {
  return translate(locale, `problem.${code}`, params);
}

async function listChapters(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  rows: readonly StoredChapter[],
): Promise<AdminChapter[]> {
  const terms = await termsById(
    db,
    rows.flatMap(({ groups }) => groups),
  );
  return rows.map(
    ({
      groups,
      image,
      variants,
      id,
      slug,
      name,
      number,
      volume,
      direction,
      state,
      publish_at,
      premium_until,
      pages,
      missing,
      pages_said,
      credits,
      added_at,
      updated_at,
    }) => ({
      id,
      slug,
      name,
      number,
      volume,
      direction,
      state,
      publish_at,
      premium_until,
      pages,
      missing,
      pages_said,
      credits,
      added_at,
      updated_at,
      groups: groups.flatMap((id) => terms.get(id) ?? []).map((term) => termRef(viewing, term)),
      thumbnail_url: pictureUrl(deps, viewing, image, 'thumb', variants),
    }),
  );
}
