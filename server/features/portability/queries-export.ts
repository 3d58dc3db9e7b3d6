import { sql, type RawBuilder } from 'kysely';
import type { LinkIds } from '#contract/links.ts';
import { REACTIONS } from '#contract/reactions.ts';
import type { Shelf } from '#contract/shelves.ts';
import type { Db } from '#server/db/database.ts';
import { linkIdsFor } from '#server/db/queries/links.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { reachableComics } from '#server/db/visible.ts';

/** One chapter of a comic as its reader left it. */
export interface OwnChapter {
  slug: string | null;
  number: string | null;
  name: string;
  page: number;
  completed_at: string | null;
  updated_at: string;
  /** How long it was read, as far as that was seen. */
  seconds: number;
}

/** Everything a member did with one comic. */
export interface OwnComic {
  id: number;
  slug: string;
  title: string;
  alternative_title: string | null;
  language: string | null;
  links: LinkIds;
  chapters_count: number;
  pages: number;
  favorited_at: string | null;
  score: number | null;
  shelf: Shelf | null;
  started_on: string | null;
  finished_on: string | null;
  reread: number | null;
  note: string | null;
  /** Whether nothing of it is sent to trackers; null where it is on no shelf. */
  private: boolean | null;
  lists: string[];
  followed_at: string | null;
  chapters: OwnChapter[];
}

/** Comics that one statement reads: what a member did with them is turned into text in one turn of the loop. */
const COMICS_AT_ONCE = 200;

/** Which comics a member keeps, rated, shelved, listed, follows or has read, the newest favorite first; removed ones too, but none that is a draft again. */
export interface OwnLibrary {
  ids: number[];
  /** How many are favorites or on a shelf. */
  kept: number;
}

export async function ownLibrary(db: Db, userId: number): Promise<OwnLibrary> {
  const {
    rows: [row],
  } = await sql<OwnLibrary>`
    with touched as (
      select comic_id from favorites where user_id = ${userId}
      union select comic_id from ratings where user_id = ${userId}
      union select i.comic_id from list_comics i join lists l on l.id = i.list_id where l.user_id = ${userId}
      union select comic_id from shelved_comics where user_id = ${userId}
      union select comic_id from follows where user_id = ${userId} and comic_id is not null
      union select comic_id from progress where user_id = ${userId})
    select coalesce(array_agg(c.id order by f.created_at desc nulls last, c.id), '{}') as ids, (count(*) filter (where f.comic_id is not null or s.comic_id is not null))::int as kept
    from touched join ${reachableComics('everyone')} c on c.id = touched.comic_id
    left join favorites f on f.user_id = ${userId} and f.comic_id = c.id
    left join shelved_comics s on s.user_id = ${userId} and s.comic_id = c.id`.execute(db);
  return row ?? { ids: [], kept: 0 };
}

/** The marks of a member on each of these comics, in their order, some comics at a time. */
export async function* ownComics(db: Db, userId: number, ids: readonly number[]): AsyncGenerator<OwnComic[]> {
  for (let at = 0; at < ids.length; at += COMICS_AT_ONCE) {
    yield await comicsAmong(db, userId, ids.slice(at, at + COMICS_AT_ONCE));
  }
}

async function comicsAmong(db: Db, userId: number, ids: readonly number[]): Promise<OwnComic[]> {
  const { rows } = await sql<OwnComic>`
    select c.id, c.slug, c.title, c.alternative_title, c.chapters_count, c.pages,
      (select t.name from terms t where t.kind = 'language' and t.id = any(c.terms) limit 1) as language, ${linkIdsFor(sql`c.id`)} as links,
      ${isoMoment(sql`f.created_at`)} as favorited_at, r.score, s.shelf, s.started_on, s.finished_on, s.reread, s.note, s.private, ${isoMoment(sql`w.created_at`)} as followed_at,
      array(select l.name from list_comics i join lists l on l.id = i.list_id where l.user_id = ${userId} and i.comic_id = c.id order by l.id) as lists,
      coalesce((select json_agg(json_build_object(
          'slug', case when c.oneshot then null else h.slug end, 'number', h.number, 'name', h.name, 'page', p.page,
          'completed_at', ${isoMoment(sql`p.completed_at`)}, 'updated_at', ${isoMoment(sql`p.updated_at`)}, 'seconds', p.seconds) order by h.position, h.id)
        from progress p join chapters h on h.id = p.chapter_id where p.user_id = ${userId} and p.comic_id = c.id), '[]') as chapters
    from unnest(${[...ids]}::int[]) with ordinality o (id, place) join ${reachableComics('everyone')} c on c.id = o.id
    left join favorites f on f.user_id = ${userId} and f.comic_id = c.id
    left join ratings r on r.user_id = ${userId} and r.comic_id = c.id
    left join shelved_comics s on s.user_id = ${userId} and s.comic_id = c.id
    left join follows w on w.user_id = ${userId} and w.comic_id = c.id
    order by o.place`.execute(db);
  return rows;
}

/** The data stored about the account of a member itself; no password, secret or token among it. */
export async function ownAccount(
  db: Db,
  userId: number,
): Promise<{ account: { username: string } | null; age_check: unknown }> {
  const {
    rows: [row],
  } = await sql<{ account: { username: string } | null; age_check: unknown }>`
    select
      (select to_jsonb(a) from (select username, email, role, locale, site, settings, ${isoMoment(sql`created_at`)} as created_at,
        ${isoMoment(sql`verified_at`)} as verified_at from users where id = ${userId}) a) as account,
      (select to_jsonb(g) from (select over18, method, provider, assertion_hash, ${isoMoment(sql`at`)} as at, ${isoMoment(sql`expires`)} as expires
        from age_passes where user_id = ${userId}) g) as age_check`.execute(db);
  return row ?? { account: null, age_check: null };
}

/** Reactions by their places in the database. */
const REACTION_NAMES = [...REACTIONS];

/** Rows of one piece of text. */
const ROWS_AT_ONCE = 1_000;

/** The rest of what is stored about a member: the name of each list, and its rows as JSON, parted by commas, some rows at a time. */
export async function* ownRecords(db: Db, userId: number): AsyncGenerator<{ name: string; parts: string[] }> {
  for (const [name, rows] of Object.entries(recordQueries(userId))) {
    // The database writes the text: nothing here has to be read and written again.
    const { rows: parts } = await sql<{ part: string }>`
      select string_agg(e.line, ${',\n'} order by e.place) as part
      from (select row_to_json(r)::text as line, row_number() over () as place from (${rows}) r) e
      group by (e.place - 1) / ${sql.lit(ROWS_AT_ONCE)} order by min(e.place)`.execute(db);
    yield { name, parts: parts.map(({ part }) => part) };
  }
}

function recordQueries(userId: number): Record<string, RawBuilder<unknown>> {
  return {
    lists: sql`select name, description, public, ${isoMoment(sql`created_at`)} as created_at from lists where user_id = ${userId} order by id`,
    follows: sql`select t.kind, t.slug, t.name, ${isoMoment(sql`w.created_at`)} as followed_at from follows w
      join terms t on t.id = w.term_id where w.user_id = ${userId} order by w.created_at`,
    hidden: sql`select t.kind, t.slug, t.name from hidden_terms x join terms t on t.id = x.term_id where x.user_id = ${userId} order by t.kind, t.slug`,
    chosen_groups: sql`select t.slug, t.name, k.choice, ${isoMoment(sql`k.created_at`)} as created_at from chosen_groups k
      join terms t on t.id = k.term_id where k.user_id = ${userId} order by k.created_at, t.id`,
    limit: sql`select l.rating, coalesce((select json_agg(json_build_object('kind', t.kind, 'slug', t.slug, 'name', t.name) order by t.id)
      from limit_terms x join terms t on t.id = x.term_id where x.limit_id = l.id), '[]') as terms from content_limits l where l.user_id = ${userId}`,
    blocked_uploaders: sql`select u.username, ${isoMoment(sql`k.created_at`)} as created_at from blocked_uploaders k
      join users u on u.id = k.uploader_id where k.user_id = ${userId} order by k.created_at, u.id`,
    blocked: sql`select u.username, ${isoMoment(sql`b.created_at`)} as created_at from blocked_users b
      join users u on u.id = b.blocked_id where b.user_id = ${userId} order by b.created_at`,
    credits: sql`select k.role, k.name, c.slug as comic, case when c.oneshot then null else h.slug end as chapter, k.first_page, k.last_page
      from chapter_credits k join chapters h on h.id = k.chapter_id join ${reachableComics('everyone')} c on c.id = h.comic_id
      where k.user_id = ${userId} order by k.chapter_id, k.place`,
    groups: sql`select t.slug, t.name, m.role, m.tasks, ${isoMoment(sql`m.joined_at`)} as joined_at, g.founder_id = m.user_id as founded
      from group_members m join groups g on g.term_id = m.term_id join terms t on t.id = m.term_id
      where m.user_id = ${userId} order by m.joined_at, t.id`,
    group_invitations: sql`select t.slug, t.name, ${isoMoment(sql`i.created_at`)} as created_at, ${isoMoment(sql`i.expires_at`)} as expires_at
      from group_invitations i join terms t on t.id = i.term_id where i.user_id = ${userId} order by i.created_at, t.id`,
    comments: sql`select m.id, c.slug as comic, h.slug as chapter, t.kind, t.slug as term, m.review_of is not null as review, m.parent_id, m.text, m.points, m.state,
      ${isoMoment(sql`m.created_at`)} as created_at, ${isoMoment(sql`m.edited_at`)} as edited_at
        from comments m left join all_chapters h on h.id = m.chapter_id
        left join ${reachableComics('everyone')} c on c.id = coalesce(m.comic_id, m.review_of, h.comic_id) left join terms t on t.id = m.term_id where m.user_id = ${userId} order by m.id`,
    entitlements: sql`select c.slug as comic, e.source, e.reference, ${isoMoment(sql`e.starts_at`)} as starts_at,
      ${isoMoment(sql`e.ends_at`)} as ends_at, ${isoMoment(sql`e.revoked_at`)} as revoked_at
        from entitlements e left join ${reachableComics('everyone')} c on c.id = e.comic_id where e.user_id = ${userId} order by e.id`,
    downloads: sql`select c.slug as comic, d.bytes, d.day from downloads d
      join ${reachableComics('everyone')} c on c.id = d.comic_id where d.user_id = ${userId} order by d.id`,
    bookmarks: sql`select c.slug as comic, case when c.oneshot then null else h.slug end as chapter, b.page, b.note,
      ${isoMoment(sql`b.created_at`)} as created_at, ${isoMoment(sql`b.updated_at`)} as updated_at
        from page_bookmarks b join ${reachableComics('everyone')} c on c.id = b.comic_id join chapters h on h.id = b.chapter_id
        where b.user_id = ${userId} order by b.id`,
    documents: sql`select d.document, c.slug as comic, case when c.oneshot then null else h.slug end as chapter, d.progress, d.percentage, d.device, d.device_id,
      ${isoMoment(sql`d.updated_at`)} as updated_at
        from reading_documents d left join chapters h on h.id = d.chapter_id left join ${reachableComics('everyone')} c on c.id = h.comic_id
        where d.user_id = ${userId} order by d.updated_at, d.document`,
    trackers: sql`select service, account, account_id, ${isoMoment(sql`joined_at`)} as joined_at, ${isoMoment(sql`sent_at`)} as sent_at,
      ${isoMoment(sql`fetched_at`)} as fetched_at from trackers where user_id = ${userId} order by joined_at, service`,
    shared_figures: sql`select zone, ${isoMoment(sql`created_at`)} as created_at from shared_figures where user_id = ${userId}`,
    saved_searches: sql`select name, query, ${isoMoment(sql`followed_at`)} as followed_at, ${isoMoment(sql`created_at`)} as created_at,
        ${searchTerms()} as terms
      from saved_searches where user_id = ${userId} order by id`,
    reactions: sql`select r.comment_id, c.slug as comic, h.slug as chapter, (${REACTION_NAMES}::text[])[r.kind] as reaction, ${isoMoment(sql`r.created_at`)} as created_at
      from (select comment_id, null::int as chapter_id, kind, created_at from comment_reactions where user_id = ${userId}
        union all select null, chapter_id, kind, created_at from chapter_reactions where user_id = ${userId}) r
      left join all_chapters h on h.id = r.chapter_id left join ${reachableComics('everyone')} c on c.id = h.comic_id
      order by r.created_at, r.comment_id, r.chapter_id`,
    votes: sql`select comment_id, value from comment_votes where user_id = ${userId} order by comment_id`,
    reports: sql`select subject, subject_id, reason, text, state, outcome, ${isoMoment(sql`created_at`)} as created_at
      from reports where user_id = ${userId} order by id`,
    notifications: sql`select kind, payload, ${isoMoment(sql`created_at`)} as created_at,
      ${isoMoment(sql`read_at`)} as read_at from notifications where user_id = ${userId} order by id`,
    sessions: sql`select agent, address, ${isoMoment(sql`created_at`)} as created_at,
      ${isoMoment(sql`used_at`)} as used_at from tokens where user_id = ${userId} and purpose = 'access' order by id`,
    passkeys: sql`select name, ${isoMoment(sql`created_at`)} as created_at, ${isoMoment(sql`used_at`)} as used_at
      from passkeys where user_id = ${userId} order by created_at`,
    identities: sql`select issuer, subject, provider, name, ${isoMoment(sql`created_at`)} as created_at,
      ${isoMoment(sql`used_at`)} as used_at from identities where user_id = ${userId} order by id`,
  };
}

/** The terms whose ids the address of the search has, as ids mean nothing elsewhere; its words are no ids. */
function searchTerms(): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('id', t.id, 'kind', t.kind, 'slug', t.slug) order by t.id), '[]') from terms t
    where t.id in (select m[1]::int from regexp_matches(regexp_replace(query, '(^|&)q=[^&]*', ''), '[0-9]{1,9}', 'g') m))`;
}
