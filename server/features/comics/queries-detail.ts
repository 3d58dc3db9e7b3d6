import { sql } from 'kysely';
import { RELATION_KINDS, type ComicDetail, type ComicRelation, type ComicTranslation } from '#contract/comics.ts';
import { LINK_SERVICES, linkAddress, type LinkIds, type OfficialLink } from '#contract/links.ts';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { cardsById } from '#server/db/queries/cards.ts';
import { linkIdsFor, officialLinksFor } from '#server/db/queries/links.ts';
import { relationsFor, type RelationRow } from '#server/db/queries/relations.ts';
import { summariseScores } from '#server/db/queries/scores.ts';
import { threadKey } from '#server/db/queries/comment-counts.ts';
import { termsById, type CachedTerm } from '#server/db/queries/term-cache.ts';
import { reachableComics, contentAccess, visibleComics, visibleCount } from '#server/db/visible.ts';
import { languageName } from '#server/features/taxonomy/public/languages.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { findComic, keptColumn, type FoundComic, type WithKept } from './public/queries-one.ts';
import { serializeCard, serializeCards, toLanguageRef, type Signing } from './public/cards.ts';
import { serializeVolumes, volumesColumn, type StoredVolume } from './public/queries-volumes.ts';
import { pageImages } from './public/queries-pages.ts';

/** A comic with what its page shows beside the card. */
export interface DetailedComic extends FoundComic, WithKept {
  translations: ComicDetail['translations'];
  comments: number;
  reviews: number;
  scores: number[] | null;
  /** Null where it has none. */
  related_works: RelationRow[] | null;
  links: LinkIds;
  official_links: OfficialLink[];
  volumes: StoredVolume[] | null;
  /** Those of most comics first, in the reader's language. */
  counted: CountedTerm[];
}

/** As `findComic`, with what its page shows and with what it is like, in one statement. */
export function findDetailedComic(db: Db, viewing: RequestContext, address: string): Promise<DetailedComic> {
  return findComic<DetailedComic>(
    db,
    viewing,
    address,
    sql`, (select coalesce(json_agg(json_build_object('locale', t.locale, 'title', t.title, 'description', t.description)
        order by t.locale), '[]') from comic_translations t where t.comic_id = c.id) as translations,
      coalesce((select t.comments from comment_threads t where t.thread = c.id), 0) as comments,
      coalesce((select t.comments from comment_threads t where t.thread = ${threadKey({ reviewed: 0 })} + c.id), 0) as reviews,
      (select s.counts from comic_scores s where s.comic_id = c.id) as scores,
      (select json_agg(w) from ${relationsFor(sql`c.id`)} w) as related_works,
      ${linkIdsFor(sql`c.id`)} as links, ${officialLinksFor(sql`c.id`)} as official_links, ${volumesColumn} as volumes,
      (select coalesce(json_agg(n order by n.comics_count desc, n.id), '[]') from (
        select t.id, t.kind, t.slug, t.name, l.name as translated, t.color, t.code, t.icon, t.gender, t.hair, t.image,
          i.variants->'cover320'->>'format' as format, ${visibleCount(viewing, 'k')} as comics_count
        from terms t left join term_counts k on k.term_id = t.id left join images i on i.hash = t.image
          left join term_translations l on l.term_id = t.id and l.locale = ${viewing.locale}
        where t.id = any(c.terms)) n) as counted ${keptColumn}`,
  );
}

/** Everything a comic's page shows. */
export async function comicDetail(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  comic: DetailedComic,
): Promise<ComicDetail> {
  const reading = contentAccess(viewing, comic);
  const hasReviews = viewing.site.features.includes('reviews');
  const { average, ratings } = summariseScores(comic.scores);
  const [editions, relations, preview] = await Promise.all([
    listEditions(db, viewing, comic),
    listRelations(deps, db, viewing, comic),
    reading === 'without-pictures' || !comic.premium ? [] : previewFor(deps, db, viewing, comic),
  ]);
  const known = new Map(comic.counted.map((term) => [term.id, toCachedTerm(viewing, term)]));
  const kind = <Fact extends keyof TermFacts = never>(name: TermKind, ...facts: Fact[]) =>
    comic.counted
      .filter((term) => term.kind === name && viewing.site.features.includes(KIND_PATHS[name]))
      .map((term) => readFacts(deps, viewing, term, facts));
  return {
    ...serializeCard(deps, viewing, comic, known),
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
    translations: comic.translations,
    editions,
    relations,
    official_links: comic.official_links.map(({ language: code, ...link }) => ({
      ...link,
      language: code && { code, name: languageName(viewing.locale, code) },
    })),
    links: LINK_SERVICES.flatMap((service) => {
      const id = comic.links[service];
      return id === undefined ? [] : [{ service, id, url: linkAddress(service, id) }];
    }),
    volumes: serializeVolumes(deps, viewing, comic, comic.volumes),
    released_on: comic.released_on,
    comments_count: comic.comments,
    reviews_count: hasReviews ? comic.reviews : 0,
    score: hasReviews && average !== null ? { average, ratings } : null,
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
  const { rows } = await sql<{ id: number; slug: string; title: string; terms: number[] }>`${sql.raw(PREPARED)}
    select c.id, c.slug, c.title, c.terms from ${visibleComics(viewing)} c
    where c.work_key = ${comic.work_key} and c.id <> ${comic.id} order by c.id limit 50`.execute(db);
  const terms = await termsById(
    db,
    rows.flatMap((row) => row.terms),
    ['language'],
  );
  const editions = rows.map(({ slug, title, terms: ids }) => {
    const language = ids.map((id) => terms.get(id)).find((term) => term !== undefined);
    return {
      slug,
      title,
      language: language && viewing.site.features.includes('languages') ? toLanguageRef(viewing, language) : null,
    };
  });
  return editions.sort((a, b) => (a.language?.name ?? '').localeCompare(b.language?.name ?? '', viewing.locale));
}

/** The works that a comic stands together with and that this viewer sees, by kind. */
async function listRelations(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  { related_works: related }: DetailedComic,
): Promise<ComicRelation[]> {
  if (related === null) return [];
  const kinds = new Map(related.map(({ id, kind }) => [id, kind]));
  const place = ({ kind }: ComicRelation) => RELATION_KINDS.indexOf(kind);
  const cards = await serializeCards(
    deps,
    db,
    viewing,
    await cardsById(db, viewing, viewing.locale, [...kinds.keys()]),
  );
  return cards
    .map((comic) => ({ kind: kinds.get(comic.id)!, comic }))
    .sort((a, b) => place(a) - place(b) || a.comic.id - b.comic.id);
}

interface CountedTerm {
  id: number;
  kind: TermKind;
  slug: string;
  name: string;
  /** In the reader's language. */
  translated: string | null;
  comics_count: number;
  color: string | null;
  code: string | null;
  icon: string | null;
  gender: string | null;
  hair: string | null;
  image: string | null;
  /** Of its picture; null where that is not made smaller yet. */
  format: string | null;
}

type TermFacts = Pick<CountedTerm, 'color' | 'gender' | 'hair'> & { image_url: string | null };

/** A term as a comic's page names it, with some facts more. */
function readFacts<Fact extends keyof TermFacts>(
  deps: Signing,
  viewing: RequestContext,
  term: CountedTerm,
  facts: readonly Fact[],
) {
  const { id, name, translated, slug, comics_count, color, gender, hair, image, format } = term;
  const all: TermFacts = {
    color,
    gender,
    hair,
    image_url:
      image !== null && format !== null
        ? imageUrl(deps, viewing, { hash: image, variant: 'cover320', format }, 'public')
        : null,
  };
  return {
    id,
    name: translated ?? name,
    slug,
    comics_count,
    ...(Object.fromEntries(facts.map((fact) => [fact, all[fact]])) as Pick<TermFacts, Fact>),
  };
}

function toCachedTerm({ locale }: RequestContext, { translated, ...term }: CountedTerm): CachedTerm {
  return { ...term, names: translated === null ? {} : { [locale]: translated } };
}

/** The first pages of a premium comic's first chapter, as many as the site gives away. */
async function previewFor(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  comic: FoundComic,
): Promise<ComicDetail['preview_images']> {
  const { rows } = await sql<{ id: number }>`${sql.raw(PREPARED)}
    select h.id from ${reachableComics(viewing)} c join chapters h on h.comic_id = c.id
    where c.id = ${comic.id} order by h.position, h.id limit 1`.execute(db);
  return rows[0] ? pageImages(deps, db, viewing, rows[0].id, viewing.site.premium.previewPages) : [];
}
