import { sql } from 'kysely';
import type { AdminChapter, AdminPage } from '#contract/chapter-editing.ts';
import type { AdminComic } from '#contract/editing.ts';
import { creditsFor } from '#server/features/chapters/public/queries-credits.ts';
import type { Db } from '#server/db/database.ts';
import { linkIdsFor, officialLinksFor } from '#server/db/queries/links.ts';
import { relationsFor } from '#server/db/queries/relations.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import type { Missing } from '#server/features/chapters/public/queries-missing.ts';
import { moment } from './queries-fields.ts';
import { storedRows, type StoredRow } from './queries-rows.ts';

type OwnFields = Pick<
  AdminComic,
  | 'version'
  | 'linkcode'
  | 'description'
  | 'direction'
  | 'translated'
  | 'speechless'
  | 'rewritten'
  | 'oneshot'
  | 'released_on'
  | 'work_key'
  | 'removed_at'
  | 'removed_reason'
  | 'translations'
  | 'locked'
  | 'old_slugs'
  | 'review_note'
  | 'relations'
  | 'links'
  | 'official_links'
>;

/** Everything about a comic but its chapters. */
export interface StoredComic extends StoredRow, OwnFields {
  cover_format: string | null;
  cover_width: number | null;
  cover_height: number | null;
  cover_page: number | null;
  editions: { id: number; slug: string; title: string; state: AdminComic['state']; terms: number[] }[];
}

/** Everything about one comic but its chapters, in any state; null where there is none. */
export async function storedComic(db: Db, id: number): Promise<StoredComic | null> {
  const [row] = await storedRows<Omit<StoredComic, keyof StoredRow>>(
    db,
    sql`select ${id}::int as id`,
    sql`,
    c.version, c.linkcode, c.description, c.direction, c.translated, c.speechless, c.rewritten, c.oneshot, c.released_on::text as released_on, c.work_key,
    ${moment('removed_at')} as removed_at, c.removed_reason, c.locked,
    i.format as cover_format, i.width as cover_width, i.height as cover_height,
    (select p.id from all_chapters h join pages p on p.chapter_id = h.id where h.comic_id = c.id and p.image = c.cover
      order by h.position, h.id, p.number limit 1) as cover_page,
    coalesce((select jsonb_object_agg(t.locale, jsonb_build_object('title', t.title, 'description', t.description))
        from comic_translations t where t.comic_id = c.id), '{}') as translations,
    array(select o.slug from comic_slugs o where o.comic_id = c.id order by o.slug) as old_slugs,
    coalesce((select jsonb_agg(jsonb_build_object('kind', w.kind, 'id', o.id, 'slug', o.slug, 'title', o.title, 'state', o.state) order by o.id)
      from ${relationsFor(sql`c.id`)} w join comics o on o.id = w.id), '[]') as relations,
    ${linkIdsFor(sql`c.id`)} as links, ${officialLinksFor(sql`c.id`)} as official_links,
    (select nullif(r.note, '') from reviews r where r.comic_id = c.id order by r.id desc limit 1) as review_note,
    coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'state', e.state, 'terms', e.terms) order by e.id)
      from (select * from comics w where w.work_key = c.work_key and w.id <> c.id order by w.id limit 50) e), '[]') as editions`,
  );
  return row ?? null;
}

/** A chapter as the database tells of it; its groups and pictures are still to be named. */
export interface StoredChapter extends Omit<AdminChapter, 'groups' | 'thumbnail_url'> {
  comic_id: number;
  groups: number[];
  image: string | null;
  variants: Record<string, StoredVariant> | null;
}

/** Chapters in reading order: those of a comic, or one. */
export async function storedChapters(db: Db, of: { comic: number } | { chapter: number }): Promise<StoredChapter[]> {
  const chosen = 'comic' in of ? sql`h.comic_id = ${of.comic}` : sql`h.id = ${of.chapter}`;
  const { rows } = await sql<StoredChapter>`
    select ${CHAPTER_COLUMNS} from all_chapters h ${FIRST_PAGE} where ${chosen} order by h.position, h.id`.execute(db);
  return rows;
}

const momentSql = (column: string) =>
  sql`to_char(h.${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** On `h` and `FIRST_PAGE`: the columns of a `StoredChapter`. */
export const CHAPTER_COLUMNS = sql`h.id, h.comic_id, h.slug, h.name, h.number, h.volume, h.direction, h.state, ${momentSql('publish_at')} as publish_at, ${momentSql('premium_until')} as premium_until, h.pages,
  (select count(*)::int from pages m where m.chapter_id = h.id and m.missing is not null) as missing,
  case when h.pages_said > h.pages then h.pages_said end as pages_said,
  ${momentSql('added_at')} as added_at, ${momentSql('updated_at')} as updated_at,
  array(select g.term_id from chapter_groups g where g.chapter_id = h.id order by g.term_id) as groups, ${creditsFor(sql`h.id`)} as credits, p.image, i.variants`;
/** Joins the picture of a chapter's first page. */
export const FIRST_PAGE = sql`left join pages p on p.chapter_id = h.id and p.number = 1 left join images i on i.hash = p.image`;

/** A page as the database tells of it. */
export interface StoredPage extends Omit<AdminPage, 'source_url' | 'thumbnail_url' | 'color' | 'missing'> {
  missing: Missing | null;
  image: string;
  format: string;
  color: number | null;
  variants: Record<string, StoredVariant>;
}

/** The pages of a chapter in reading order. */
export async function storedPages(db: Db, chapterId: number): Promise<StoredPage[]> {
  const { rows } = await sql<StoredPage>`
    select p.id, p.number as page, p.name, p.image, p.transcript, p.missing, i.format, i.width, i.height, i.bytes,
    encode(i.thumbhash, 'base64') as thumbhash, i.color, i.variants
    from pages p join images i on i.hash = p.image where p.chapter_id = ${chapterId} order by p.number`.execute(db);
  return rows;
}
