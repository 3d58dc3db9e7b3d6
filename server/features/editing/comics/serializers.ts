import type { AdminComicRow } from '#contract/editing.ts';
import type { LanguageRef, TermRef } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { displayName, termsById, type CachedTerm } from '#server/db/queries/term-cache.ts';
import { toCssColor, type Signing } from '#server/features/comics/public/cards.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { editorImagePath, type Variant } from '#server/images/links.ts';
import type { StoredRow } from './queries-rows.ts';

/** The picture shown where there is none. */
const FALLBACK = '/images/default.jpg';

/** Rows of the table as the contract has them, with the names of terms in the reader's language. */
export async function serializeRows(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  rows: readonly StoredRow[],
): Promise<AdminComicRow[]> {
  const terms = await termsById(
    db,
    rows.flatMap((row) => row.terms),
    ['language', 'category'],
  );
  return rows.map((row) => serializeRow(deps, viewing, row, terms));
}

/** One row. */
export function serializeRow(
  deps: Signing,
  viewing: RequestContext,
  row: StoredRow,
  terms: ReadonlyMap<number, CachedTerm>,
): AdminComicRow {
  const own = row.terms.flatMap((id) => terms.get(id) ?? []);
  const [language, category] = [
    own.find(({ kind }) => kind === 'language'),
    own.find(({ kind }) => kind === 'category'),
  ];
  const size = row.variants?.cover640;
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    alternative_title: row.alternative_title,
    state: row.state,
    rating: row.rating,
    status: row.status,
    language: language ? serializeLanguage(viewing, language) : null,
    category: category ? termRef(viewing, category) : null,
    pages: row.pages,
    chapters_count: row.chapters_count,
    views: row.views,
    favorites: row.favorites,
    uploaded_at: row.uploaded_at,
    updated_at: row.updated_at,
    published_at: row.published_at,
    publish_at: row.publish_at,
    premium: row.premium,
    premium_until: row.premium_until,
    uploader: row.uploader_id === null ? null : { id: row.uploader_id, username: row.username ?? '' },
    review: row.review,
    cover: size
      ? { width: size.width, height: size.height, thumbhash: row.thumbhash, color: toCssColor(row.color) }
      : null,
    thumb_url: pictureUrl(deps, viewing, row.cover, 'cover320', row.variants) ?? viewing.imageOrigin + FALLBACK,
  };
}

export function termRef(viewing: RequestContext, term: CachedTerm): TermRef {
  return { id: term.id, name: displayName(term, viewing.locale), slug: term.slug };
}

export function serializeLanguage(viewing: RequestContext, term: CachedTerm): LanguageRef {
  return { ...termRef(viewing, term), code: term.code, icon: term.icon };
}

/** The address of a picture for an editor, good in every state of its comic; null where there is no such form of it. */
export function pictureUrl(
  deps: Signing,
  viewing: RequestContext,
  hash: string | null,
  variant: Variant,
  variants: Record<string, Pick<StoredVariant, 'format'>> | null,
): string | null {
  const format = variants?.[variant]?.format;
  if (hash === null || format === undefined) return null;
  return (
    viewing.imageOrigin +
    editorImagePath(
      { hash, variant, format },
      { secret: deps.secret, now: deps.now().getTime(), hours: viewing.site.limits.signedHours },
    )
  );
}

/** The address of a picture as it came, for an editor. */
export function originalUrl(deps: Signing, viewing: RequestContext, hash: string, format: string): string {
  return pictureUrl(deps, viewing, hash, 'original', { original: { format } }) as string;
}

/** The address of the picture that stands for none. */
export function fallbackUrl(viewing: RequestContext): string {
  return viewing.imageOrigin + FALLBACK;
}
