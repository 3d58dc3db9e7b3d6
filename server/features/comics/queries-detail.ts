import { sql } from 'kysely';
import type { ComicDetail, ComicTranslation } from '#contract/comics.ts';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { commentCounts, threadKey } from '#server/db/queries/comment-counts.ts';
import { displayName, termsById } from '#server/db/queries/term-cache.ts';
import { reachableComics, contentAccess, visibleComics, visibleCount } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { cardOfFound, type FoundComic } from './public/queries-one.ts';
import { toLanguageRef, type Signing } from './public/cards.ts';
import { pageImages } from './public/queries-pages.ts';

/** Everything a comic's page shows. */
export async function comicDetail(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  comic: FoundComic,
): Promise<ComicDetail> {
  const reading = contentAccess(viewing, comic);
  const [card, terms, translations, editions, { comments }, preview] = await Promise.all([
    cardOfFound(deps, db, viewing, comic),
    countedTerms(deps, db, viewing, comic),
    translationsFor(db, comic.id),
    listEditions(db, viewing, comic),
    commentCounts(db, threadKey({ comic: comic.id })),
    reading === 'without-pictures' || !comic.premium ? [] : previewFor(deps, db, viewing, comic),
  ]);
  const kind = <Fact extends keyof CountedTerm = never>(name: TermKind, ...facts: Fact[]) =>
    terms
      .filter((term) => term.kind === name && viewing.site.features.includes(KIND_PATHS[name]))
      .map((term) => readFacts(term, facts));
  return {
    ...card,
    tags: kind('tag', 'color'),
    artists: kind('artist', 'image_url', 'gender'),
    authors: kind('author', 'image_url', 'gender'),
    groups: kind('group'),
    characters: kind('character', 'image_url', 'gender', 'hair'),
    parodies: kind('parody'),
    relationships: kind('relationship'),
    genres: kind('genre'),
    publishers: kind('publisher'),
    platforms: kind('platform'),
    translations,
    editions,
    released_on: comic.released_on,
    comments_count: comments,
    withheld: reading === 'without-pictures',
    closed: reading === 'preview',
    preview_images: preview,
  };
}

/** The same work in other languages that this viewer sees, in the order of their languages' names. */
export async function listEditions(
  db: Db,
  viewing: RequestContext,
  comic: Pick<FoundComic, 'id' | 'work_key'>,
): Promise<ComicTranslation[]> {
  if (comic.work_key === null) return [];
  const { rows } = await sql<{ id: number; slug: string; title: string; terms: number[] }>`
    select c.id, c.slug, c.title, c.terms from ${visibleComics(viewing)} c
    where c.work_key = ${comic.work_key} and c.id <> ${comic.id} order by c.id limit 50`.execute(db);
  const terms = await termsById(
    db,
    rows.flatMap((row) => row.terms),
  );
  const editions = rows.map(({ slug, title, terms: ids }) => {
    const language = ids.map((id) => terms.get(id)).find((term) => term?.kind === 'language');
    return {
      slug,
      title,
      language: language && viewing.site.features.includes('languages') ? toLanguageRef(viewing, language) : null,
    };
  });
  return editions.sort((a, b) => (a.language?.name ?? '').localeCompare(b.language?.name ?? '', viewing.locale));
}

interface CountedTerm {
  id: number;
  kind: TermKind;
  slug: string;
  name: string;
  comics_count: number;
  color: string | null;
  gender: string | null;
  hair: string | null;
  image_url: string | null;
}

/** A term as a comic's page names it, with some facts more. */
function readFacts<Fact extends keyof CountedTerm>(term: CountedTerm, facts: readonly Fact[]) {
  const { id, name, slug, comics_count } = term;
  return {
    id,
    name,
    slug,
    comics_count,
    ...(Object.fromEntries(facts.map((fact) => [fact, term[fact]])) as Pick<CountedTerm, Fact>),
  };
}

async function countedTerms(deps: Signing, db: Db, viewing: RequestContext, comic: FoundComic): Promise<CountedTerm[]> {
  const terms = await termsById(db, comic.terms);
  const { rows } = await sql<
    Omit<CountedTerm, 'image_url'> & { image: string | null; variants: Record<string, StoredVariant> | null }
  >`
    select t.id, t.kind, t.slug, t.name, t.color, t.gender, t.hair, t.image, i.variants, ${visibleCount(viewing, 'n')} as comics_count
    from terms t left join term_counts n on n.term_id = t.id left join images i on i.hash = t.image
    where t.id = any(${comic.terms}::int[]) order by comics_count desc, t.id`.execute(db);
  return rows.map(({ image, variants, ...term }) => {
    const known = terms.get(term.id);
    const format = variants?.cover320?.format;
    return {
      ...term,
      name: known ? displayName(known, viewing.locale) : term.name,
      image_url:
        image !== null && format !== undefined
          ? imageUrl(deps, viewing, { hash: image, variant: 'cover320', format }, 'public')
          : null,
    };
  });
}

async function translationsFor(db: Db, id: number): Promise<ComicDetail['translations']> {
  const { rows } = await sql<ComicDetail['translations'][number]>`
    select t.locale, t.title, t.description from ${reachableComics()} c join comic_translations t on t.comic_id = c.id
    where c.id = ${id} order by t.locale`.execute(db);
  return rows;
}

/** The first pages of a premium comic's first chapter, as many as the site gives away. */
async function previewFor(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  comic: FoundComic,
): Promise<ComicDetail['preview_images']> {
  const { rows } = await sql<{ id: number }>`
    select h.id from ${reachableComics()} c join chapters h on h.comic_id = c.id
    where c.id = ${comic.id} order by h.position, h.id limit 1`.execute(db);
  return rows[0] ? pageImages(deps, db, viewing, rows[0].id, viewing.site.premium.previewPages) : [];
}
