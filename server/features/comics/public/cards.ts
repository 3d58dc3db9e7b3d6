import type { ComicCard } from '#contract/comics.ts';
import { KIND_PATHS, type LanguageRef, type TagRef, type TermRef } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { displayName, termsById, type CachedTerm } from '#server/db/queries/term-cache.ts';
import { pictureAccess, contentAccess } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { chosenTitle } from './chosen-title.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import type { Variant } from '#server/images/links.ts';

/** The dependencies of making addresses of pictures. */
export type Signing = Pick<Deps, 'secret' | 'now'>;

/** The picture shown where there is none. */
const FALLBACK = '/images/default.jpg';

/** The kinds of terms that a card names. */
const CARD_KINDS = ['category', 'language', 'tag'] as const;

/** The cards of rows as the contract has them, with the names of their terms in the reader's language. */
export async function serializeCards(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  rows: readonly CardRow[],
): Promise<ComicCard[]> {
  const terms = await termsById(
    db,
    rows.flatMap((row) => row.terms),
    CARD_KINDS,
  );
  return rows.map((row) => serializeCard(deps, viewing, row, terms));
}

/** One card. A comic whose pictures this viewer may not see has the fallback picture and no cover. */
export function serializeCard(
  deps: Signing,
  viewing: RequestContext,
  row: CardRow,
  terms: ReadonlyMap<number, CachedTerm>,
): ComicCard {
  const { category, language, tags } = shownTerms(viewing, row, terms);
  const withheld = contentAccess(viewing, row) === 'without-pictures';
  const picture = (variant: Variant) => coverUrl(deps, viewing, withheld ? null : row, variant);
  const size = row.variants?.cover640;
  return {
    id: row.id,
    linkcode: row.linkcode,
    title: chosenTitle(viewing, row),
    title_original: row.title_original,
    alternative_title: row.alternative_title,
    slug: row.slug,
    description: row.description,
    rewritten: row.rewritten,
    translated: row.translated,
    speechless: row.speechless,
    uploaded_at: row.uploaded_at,
    pages: row.pages,
    favorites: row.favorites,
    views: row.views,
    status: row.status,
    chapters_count: row.chapters_count,
    latest_chapter: row.latest_chapter,
    thumb_url: picture('cover320'),
    image_url: picture('cover640'),
    short_url: shortUrl(viewing, row.id),
    premium: row.premium,
    premium_until: row.premium_until,
    ...(row.state === 'unlisted' ? { unlisted: true as const } : {}),
    rating: row.rating,
    direction: row.direction,
    cover:
      withheld || !size
        ? null
        : { width: size.width, height: size.height, thumbhash: row.thumbhash, color: toCssColor(row.color) },
    category,
    language,
    tags,
  };
}

/** The address that leads to a comic's page in the visitor's locale; it is also where an age gate stands. */
export function shortUrl(viewing: Pick<RequestContext, 'origin'>, id: number): string {
  return `${viewing.origin}/g/${id}`;
}

/** `#rrggbb` of a stored colour. */
export function toCssColor(color: number | null): string | null {
  return color === null ? null : `#${color.toString(16).padStart(6, '0')}`;
}

/** A language as a comic mentions it. */
export function toLanguageRef(viewing: RequestContext, term: CachedTerm): LanguageRef {
  return { ...toRef(viewing, term), code: term.code, icon: term.icon };
}

/** The terms that a card names. A kind that is switched off on a site is nowhere on it (decisions, "The site and its variants"). */
function shownTerms(
  viewing: RequestContext,
  row: Pick<CardRow, 'terms'>,
  terms: ReadonlyMap<number, CachedTerm>,
): Pick<ComicCard, 'category' | 'language' | 'tags'> {
  const { features } = viewing.site;
  const shown: Pick<ComicCard, 'category' | 'language' | 'tags'> = { category: null, language: null, tags: [] };
  // One loop: a list looks through hundreds.
  for (const id of row.terms) {
    const term = terms.get(id);
    if (term === undefined || !features.includes(KIND_PATHS[term.kind])) continue;
    if (term.kind === 'tag') {
      shown.tags.push(toTagRef(viewing, term));
    } else if (term.kind === 'language') {
      shown.language ??= toLanguageRef(viewing, term);
    } else if (term.kind === 'category') {
      shown.category ??= toRef(viewing, term);
    }
  }
  return shown;
}

function toRef(viewing: RequestContext, term: CachedTerm): TermRef {
  return { id: term.id, name: displayName(term, viewing.locale), slug: term.slug };
}

function toTagRef(viewing: RequestContext, term: CachedTerm): TagRef {
  return { ...toRef(viewing, term), color: term.color };
}

function coverUrl(deps: Signing, viewing: RequestContext, row: CardRow | null, variant: Variant): string {
  const stored = row?.variants?.[variant];
  if (!row || row.cover === null || !stored) return viewing.imageOrigin + FALLBACK;
  return imageUrl(deps, viewing, { hash: row.cover, variant, format: stored.format }, pictureAccess(row).cover);
}
