import { sql } from 'kysely';
import type { WantedCredit } from '#contract/credits.ts';
import type { Direction, Rating, Status } from '#contract/comics.ts';
import type { LinkIds, OfficialLink } from '#contract/links.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { creditsFor } from '#server/features/chapters/public/queries-credits.ts';
import { linkIdsFor, officialLinksFor } from '#server/db/queries/links.ts';
import { premiumChapter, reachableComics } from '#server/db/visible.ts';

/** The facts an archive states of a comic, in the comic's own words. */
export interface ArchiveComic {
  title: string;
  alternative_title: string | null;
  description: string | null;
  rating: Rating;
  status: Status | null;
  direction: Direction;
  translated: boolean;
  speechless: boolean;
  rewritten: boolean;
  oneshot: boolean;
  chapters_count: number;
  /** `YYYY-MM-DD`. */
  released_on: string | null;
  /** Hash of a picture. */
  cover: string | null;
  links: LinkIds;
  official_links: OfficialLink[];
  /** In the order of their ids. */
  terms: { kind: TermKind; name: string; code: string | null }[];
}

export interface ArchivePage {
  /** Hash of the original. */
  image: string;
  format: string;
  bytes: number;
  width: number;
  height: number;
  /** As the database has it, signed; null where nobody has computed it. */
  crc32: number | null;
}

/** A chapter with its pages in reading order. `premium` is at this moment. */
export interface ArchiveChapter {
  id: number;
  slug: string;
  name: string;
  number: string | null;
  volume: string | null;
  position: number;
  direction: Direction | null;
  premium: boolean;
  credits: WantedCredit[];
  added_at: Date;
  pages: ArchivePage[];
}

/** The facts an archive states of a reachable comic; null where there is none. */
export async function archiveComic(db: Db, comicId: number): Promise<ArchiveComic | null> {
  const { rows } = await sql<ArchiveComic>`
    select c.title, c.alternative_title, c.description, c.rating, c.status, c.direction, c.translated, c.speechless, c.rewritten, c.oneshot,
      c.chapters_count, to_char(c.released_on, 'YYYY-MM-DD') as released_on, c.cover,
      ${linkIdsFor(sql`c.id`)} as links, ${officialLinksFor(sql`c.id`)} as official_links,
      coalesce((select json_agg(json_build_object('kind', t.kind, 'name', t.name, 'code', t.code) order by t.id)
          from terms t where t.id = any(c.terms)), '[]') as terms
    from ${reachableComics('everyone')} c where c.id = ${comicId}`.execute(db);
  return rows[0] ?? null;
}

/** The chapters of a reachable comic in reading order, with all their pages. */
export async function archiveChapters(db: Db, comicId: number): Promise<ArchiveChapter[]> {
  const { rows } = await sql<
    Omit<ArchiveChapter, 'pages' | 'added_at'> & { added_at: Date | string; pages: ArchivePage[] }
  >`
    select h.id, h.slug, h.name, h.number, h.volume, h.position, h.direction, ${premiumChapter()} as premium, ${creditsFor(sql`h.id`)} as credits, h.added_at,
      coalesce((select json_agg(json_build_object('image', i.hash, 'format', i.format, 'bytes', i.bytes, 'width', i.width, 'height', i.height, 'crc32', i.crc32) order by p.number)
        from pages p join images i on i.hash = p.image where p.chapter_id = h.id), '[]') as pages
    from ${reachableComics('everyone')} c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} order by h.position, h.id`.execute(db);
  return rows.map((row) => ({ ...row, added_at: new Date(row.added_at) }));
}

/** Keeps the CRC-32 of originals. */
export async function keepChecksums(db: Db, checksums: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update images i set crc32 = k.crc32 from unnest(${[...checksums.keys()]}::text[], ${[...checksums.values()]}::int[]) as k (hash, crc32)
    where i.hash = k.hash`.execute(db);
}

/** A download that someone asked for. */
export interface RequestedDownload {
  userId: number;
  comicId: number;
  /** In reading order; empty: all that is open. */
  chapters: readonly number[];
}

/** The downloads a member asked for in a day: comics, each once, bytes, and whether this comic is among them. */
export interface DayUse {
  comics: number;
  bytes: number;
  again: boolean;
}

/** The downloads a member has asked for on a day (`YYYY-MM-DD`), leaving out the very download that is asked for now. */
export async function usedOn(db: Db, day: string, { userId, comicId, chapters }: RequestedDownload): Promise<DayUse> {
  const { rows } = await sql<{ comics: number; bytes: string; again: boolean }>`
    select count(distinct comic_id)::int as comics,
    coalesce(sum(bytes) filter (where not (comic_id = ${comicId}
          and chapters = ${[...chapters]}::int[])), 0)::text as bytes,
      coalesce(bool_or(comic_id = ${comicId}), false) as again
    from downloads where user_id = ${userId} and day = ${day}::date`.execute(db);
  const { comics, bytes, again } = rows[0] as { comics: number; bytes: string; again: boolean };
  return { comics, bytes: Number(bytes), again };
}

/** Makes whoever else asks for a download in the name of this member wait until the transaction ends. */
export async function holdMember(db: Db, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db);
}

/** Writes down that a download was asked for and answers its id: the same for the same one on the same day. Days past are forgotten. */
export async function putDownload(
  db: Db,
  day: string,
  { userId, comicId, chapters }: RequestedDownload,
  bytes: number,
): Promise<number> {
  // Links live for hours; a day more is for those made before midnight.
  await sql`delete from downloads where day < ${day}::date - 1`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into downloads (user_id, comic_id, chapters, bytes, day) values (${userId}, ${comicId}, ${[...chapters]}::int[], ${bytes}, ${day}::date)
    on conflict (user_id, day, comic_id, chapters) do update set bytes = excluded.bytes returning id::text`.execute(db);
  return Number(rows[0]?.id);
}

/** A download by its id, or null: forgotten, or its comic or member is gone. */
export async function findDownload(db: Db, id: number): Promise<RequestedDownload | null> {
  const { rows } = await sql<RequestedDownload>`
    select user_id as "userId", comic_id as "comicId", chapters from downloads where id = ${id}`.execute(db);
  return rows[0] ?? null;
}
