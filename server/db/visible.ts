import { sql, type RawBuilder } from 'kysely';
import { RATINGS, type Rating } from '#contract/comics.ts';
import { LIMITED_ROLES } from '#contract/limits.ts';

/** Decides which comics a caller sees in lists; `Viewing` has all of it. */
export interface VisibilityScope {
  site: { readonly features: readonly string[] };
  viewer: { readonly id: number | null; readonly role: string };
  rating: 'safe' | 'all';
  hidden: readonly number[];
  blocked: BlockedContent;
  limit: Limit;
}

/** Decides which comics are in a list. */
export type ListScope = Pick<VisibilityScope, 'rating' | 'hidden' | 'blocked' | 'limit'>;

/** Works that staff does not let a caller see: comics of these ratings, and with one of these terms. */
export interface Limit {
  readonly ratings: readonly Rating[];
  readonly terms: readonly number[];
}

/** Nothing is kept from a caller. */
export const NO_LIMIT: Limit = { ratings: [], terms: [] };

/** Whether something is kept from a caller. */
export function isLimited({ ratings, terms }: Limit): boolean {
  return ratings.length + terms.length > 0;
}

/** The groups and the uploaders whose chapters a caller steps over, and the ratings of works that they do not want to see. */
export interface BlockedContent {
  readonly groups: readonly number[];
  readonly uploaders: readonly number[];
  readonly ratings: readonly Rating[];
}

/** Blocks nobody, and no rating. */
export const NOBODY: BlockedContent = { groups: [], uploaders: [], ratings: [] };

/** All comics of a rating that are listed. */
export function listedComics(rating: VisibilityScope['rating']): ListScope {
  return { rating, hidden: [], blocked: NOBODY, limit: NO_LIMIT };
}

/** The terms that lists of terms and suggestions do not name to a caller. */
export function unlistedTerms({ hidden, blocked, limit }: Omit<ListScope, 'rating'>): number[] {
  return [...hidden, ...blocked.groups, ...limit.terms];
}

/** The ratings of which a caller is listed nothing, as they wish or as their limit says. */
export function unlistedRatings({ blocked, limit }: Pick<ListScope, 'blocked' | 'limit'>): Rating[] {
  return RATINGS.filter((each) => blocked.ratings.includes(each) || limit.ratings.includes(each));
}

/** Whether someone blocks anyone who makes chapters. */
export function blocksMakers({ groups, uploaders }: BlockedContent): boolean {
  return groups.length + uploaders.length > 0;
}

/** Whether someone is shown less than others are. */
export function blocksAny(blocked: BlockedContent): boolean {
  return blocksMakers(blocked) || blocked.ratings.length > 0;
}

/** Decides which pages a caller may read; `Viewing` has all of it. */
export interface PageVisibilityScope extends Pick<VisibilityScope, 'rating'> {
  site: {
    readonly premium: { readonly requires: 'login' | 'role' | 'entitlement'; readonly roles: readonly string[] };
  };
  viewer: VisibilityScope['viewer'] & { readonly entitled: EntitlementScope };
}

/** The reach of a member's entitlements now: every comic, nothing, or these comics. */
export type EntitlementScope = boolean | readonly number[];

/**
 * The comics that lists, searches and counts show a caller, in place of the table: `from ${visibleComics(seeing)} c`.
 *
 * Published ones; with `safe` only those rated safe; none with a term that the caller hides, none of which all chapters
 * are of whom the caller blocks, none of a rating that they do not want, none over their limit.
 */
export function visibleComics({ rating, hidden, blocked, limit }: ListScope): RawBuilder<unknown> {
  // The words are part of the statement, not parameters, so that the partial indexes are used.
  const safe = rating === 'safe' ? sql`and v.rating = 'safe'` : sql``;
  const shown = hidden.length > 0 ? sql`and not v.terms && ${[...hidden]}::int[]` : sql``;
  const made = blocksMakers(blocked) ? sql`and ${hasOpenChapter(blocked, 'v')}` : sql``;
  const rated = blocked.ratings.length > 0 ? sql`and v.rating <> all(${[...blocked.ratings]}::text[])` : sql``;
  return sql`(select v.* from comics v where v.state = 'published' ${safe} ${shown} ${made} ${rated} ${within(limit)})`;
}

/** The condition on the comic `v` that it is not over a limit, after others; nothing where there is no limit. */
function within({ ratings, terms }: Limit): RawBuilder<unknown> {
  const rated = ratings.length > 0 ? sql`and v.rating <> all(${[...ratings]}::text[])` : sql``;
  return terms.length > 0 ? sql`${rated} and not v.terms && ${[...terms]}::int[]` : rated;
}

/** Whether the comic with this alias is within the limits of a member: theirs, and that of their role. For statements about more than one member, and where nobody asks. */
export function withinLimits(member: RawBuilder<unknown>, comic = 'c'): RawBuilder<boolean> {
  const [rating, terms] = [sql.ref(`${comic}.rating`), sql.ref(`${comic}.terms`)];
  const place = (of: RawBuilder<unknown>) => sql`array_position(${[...RATINGS]}::text[], ${of})`;
  return sql<boolean>`not exists (
    select from users lu join content_limits l on l.user_id = lu.id or l.role = lu.role
    where lu.id = ${member} and lu.role = any(${[...LIMITED_ROLES]}::text[]) and (${place(rating)} > ${place(sql`l.rating`)}
      or exists (select from limit_terms lt where lt.limit_id = l.id and lt.term_id = any(${terms}))))`;
}

/** Whether the comic with this alias has a chapter that a caller does not step over, or has none at all. */
function hasOpenChapter(blocked: BlockedContent, comic: string): RawBuilder<boolean> {
  const own = sql`select from chapters b where b.comic_id = ${sql.ref(`${comic}.id`)}`;
  return sql`(exists (${own} and not ${blockedChapter(blocked, 'b', comic)}) or not exists (${own}))`;
}

/**
 * Whether the chapter with one alias, of the comic with the other, is of someone whom a caller blocks: one of its groups,
 * or, where it names none, of those said of its comic itself; or whoever uploaded it, or, where nobody knows, its comic.
 */
export function blockedChapter(
  { groups, uploaders }: Pick<BlockedContent, 'groups' | 'uploaders'>,
  chapter = 'h',
  comic = 'c',
): RawBuilder<boolean> {
  if (groups.length + uploaders.length === 0) return sql`false`;
  return blockedBy({ groups: sql`${[...groups]}::int[]`, uploaders: sql`${[...uploaders]}::int[]` }, chapter, comic);
}

/** The first chapter of the comic `c` that a viewer does not step over, one row or none: for a lateral join. */
export function firstChapter(blocked: Pick<BlockedContent, 'groups' | 'uploaders'>): RawBuilder<unknown> {
  return sql`(select f.* from chapters f where f.comic_id = c.id and not ${blockedChapter(blocked, 'f')}
    order by f.position, f.id limit 1)`;
}

/** Whether the chapter with this alias is by one of these groups. */
export function preferredChapter(groups: readonly number[], chapter = 'h'): RawBuilder<boolean> {
  if (groups.length === 0) return sql`false`;
  return sql`exists (select from chapter_groups m where m.chapter_id = ${sql.ref(`${chapter}.id`)} and m.term_id = any(${[...groups]}::int[]))`;
}

/** As `blockedChapter`, of whom the member with the id `user`, an expression, blocks; without `hasGroups` no group. */
export function blockedChapterFor(
  user: RawBuilder<unknown>,
  hasGroups: boolean,
  chapter = 'h',
  comic = 'c',
): RawBuilder<boolean> {
  const groups = hasGroups
    ? sql`array(select k.term_id from chosen_groups k where k.user_id = ${user} and k.choice = 'blocked')`
    : sql`'{}'::int[]`;
  const uploaders = sql`array(select k.uploader_id from blocked_uploaders k where k.user_id = ${user})`;
  return blockedBy({ groups, uploaders }, chapter, comic);
}

function blockedBy(
  { groups, uploaders }: { groups: RawBuilder<unknown>; uploaders: RawBuilder<unknown> },
  chapter: string,
  comic: string,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${chapter}.${name}`);
  const made = sql`select from chapter_groups m where m.chapter_id = ${column('id')}`;
  return sql`(coalesce(coalesce(${column('uploader_id')}, ${sql.ref(`${comic}.uploader_id`)}) = any(${uploaders}), false)
    or exists (${made} and m.term_id = any(${groups}))
    or (not exists (${made}) and exists (select from unnest(${groups}) k
      where k = any(${sql.ref(`${comic}.terms`)}) and k <> all(${sql.ref(`${comic}.groups_added`)}))))`;
}

/** The ids of published comics of which all chapters are of whom someone blocks, those uploaded last first; at most `most`. */
export function blockedComics(blocked: BlockedContent, most: number): RawBuilder<unknown> {
  const { groups, uploaders } = blocked;
  return sql`
    select c.id from comics c where c.state = 'published' and c.id in (
      select o.id from comics o where o.terms && ${[...groups]}::int[]
      union select o.id from comics o where o.uploader_id = any(${[...uploaders]}::int[])
      union select o.comic_id from chapter_groups m join chapters o on o.id = m.chapter_id where m.term_id = any(${[...groups]}::int[])
      union select o.comic_id from chapters o where o.uploader_id = any(${[...uploaders]}::int[]))
      and not ${hasOpenChapter(blocked, 'c')}
    order by c.uploaded_at desc, c.id desc limit ${most}`;
}

/**
 * The comics that an address leads to, in place of the table: also unlisted ones, those of any rating, and removed ones,
 * which answer their tombstone. Check `readingOf` before showing a picture of one.
 *
 * @param by who asks: a caller, of whom none over their limit are there; a member, for what is theirs; or everyone, where nobody asks or
 *   the comics were chosen for who does.
 */
export function reachableComics(
  by: Pick<VisibilityScope, 'limit'> | { member: number } | 'everyone',
): RawBuilder<unknown> {
  const limited =
    by === 'everyone'
      ? sql``
      : 'member' in by
        ? sql`and ${withinLimits(sql`${by.member}::int`, 'v')}`
        : within(by.limit);
  return sql`(select v.* from comics v where v.state in ('published', 'unlisted', 'removed') ${limited})`;
}

/** The comics of which anyone at all may see a picture, in place of the table: those that `hasPictures` of the reachable ones. */
export function comicsWithPictures(): RawBuilder<unknown> {
  return sql`(select v.* from comics v where v.state in ('published', 'unlisted'))`;
}

/**
 * The volumes that readers see, in place of the table: those of which a chapter is out. Join `reachableComics` or `comicsWithPictures`
 * to them; a cover that is `withheld`, as it is a page that a notice took away, is shown to nobody.
 */
export function shownVolumes(): RawBuilder<unknown> {
  return sql`(select v.*, exists (
      select from withheld_pages w join pages p on p.id = w.page_id join all_chapters a on a.id = p.chapter_id
      where w.image = v.cover and a.comic_id = v.comic_id) as withheld
    from comic_volumes v where exists (select from chapters h where h.comic_id = v.comic_id and h.volume = v.volume))`;
}

/** The access of a caller to a comic that an address led to. */
export type ContentAccess = 'everything' | 'tombstone' | 'without-pictures' | 'preview';

/**
 * The access of a caller to a reachable comic, or to a chapter of one: a removed one is a tombstone; an explicit one
 * without the choice to see such has no pictures; a premium one has its preview pages alone for those it is closed to.
 *
 * @param comic with `premium` as it is now (`premiumComic`, `premiumChapter`).
 */
export function contentAccess(
  seeing: PageVisibilityScope,
  comic: { id: number; state: string; rating: string; premium: boolean },
): ContentAccess {
  if (!hasPictures(comic)) return 'tombstone';
  if (comic.rating === 'explicit' && seeing.rating === 'safe') return 'without-pictures';
  return comic.premium && !readsPremium(seeing, comic.id) ? 'preview' : 'everything';
}

/**
 * Whether a caller has everything of the chapter with one alias, of the listed comic with the other: as `contentAccess` has
 * it. The chapter of a one-shot does not show.
 */
export function openChapter(seeing: PageVisibilityScope, chapter = 'h', comic = 'c'): RawBuilder<boolean> {
  const { viewer } = seeing;
  const shows = sql`not ${sql.ref(`${comic}.oneshot`)} and ${seeing.rating === 'all' ? sql`true` : sql`${sql.ref(`${comic}.rating`)} <> 'explicit'`}`;
  // Of no comic: what opens them all.
  if (readsPremium(seeing, 0)) return sql`(${shows})`;
  const bought = viewer.id === null || typeof viewer.entitled === 'boolean' ? [] : [...viewer.entitled];
  return sql`(${shows} and (not ${premiumChapter(chapter, comic)} or ${sql.ref(`${comic}.id`)} = any(${bought}::int[])))`;
}

/** Staff reads everything; who else reads a premium comic is the site's choice; what someone bought or was given always opens. */
function readsPremium(
  { site: { premium }, viewer: { id, role, entitled } }: PageVisibilityScope,
  comic: number,
): boolean {
  if (id === null) return false;
  if (premium.requires === 'login' || role === 'moderator' || role === 'admin') return true;
  if (premium.requires === 'role' && premium.roles.includes(role)) return true;
  return typeof entitled === 'boolean' ? entitled : entitled.includes(comic);
}

/** Whether the member with one alias may read the comic with the other while it, or a chapter of it, is premium: as `readingOf` has it. */
export function readsPremiumComic(
  { premium }: PageVisibilityScope['site'],
  user = 'u',
  comic = 'c',
): RawBuilder<boolean> {
  const [id, role] = [sql.ref(`${user}.id`), sql.ref(`${user}.role`)];
  if (premium.requires === 'login') return sql`true`;
  const roles = ['moderator', 'admin', ...(premium.requires === 'role' ? premium.roles : [])];
  return sql`(${role} = any(${roles}::text[]) or exists (
    select from entitlements e where e.user_id = ${id} and (e.comic_id is null or e.comic_id = ${sql.ref(`${comic}.id`)})
      and e.revoked_at is null and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())))`;
}

/** Whether the comic with this alias is premium at this moment. */
export function premiumComic(alias = 'c'): RawBuilder<boolean> {
  return sql`coalesce(${sql.ref(`${alias}.premium_until`)} > now(), ${sql.ref(`${alias}.premium`)})`;
}

/** Whether the chapter with one alias, of the comic with the other, is premium at this moment: by itself or as all of the comic. */
export function premiumChapter(chapter = 'h', comic = 'c'): RawBuilder<boolean> {
  return sql`(${premiumComic(comic)} or coalesce(${sql.ref(`${chapter}.premium_until`)} > now(), false))`;
}

/** Until when a row with this alias is premium, ISO 8601 in UTC; null where no end is set or it has passed. */
export function premiumUntil(alias: string): RawBuilder<string | null> {
  const until = sql.ref(`${alias}.premium_until`);
  return sql`case when ${until} > now() then to_char(${until} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end`;
}

/** When there was last something new of the comic with this alias: its upload, or the chapter that came to everyone after it. */
export function latestAt(alias = 'c'): RawBuilder<Date> {
  return sql`greatest(${sql.ref(`${alias}.uploaded_at`)}, ${sql.ref(`${alias}.latest_chapter_at`)})`;
}

/** Whether a reachable comic has pictures for anyone at all. */
export function hasPictures({ state }: { state: string }): boolean {
  return state !== 'removed';
}

/** How the pictures of a comic or a chapter, `premium` as it is now, are fetched: by anyone, or with a signed address that runs out. */
export function pictureAccess(comic: { rating: string; premium: boolean }): {
  cover: 'public' | 'signed';
  pages: 'public' | 'signed';
} {
  const cover = comic.rating === 'explicit' ? 'signed' : 'public';
  return { cover, pages: comic.premium ? 'signed' : cover };
}

/** Whether anyone may fetch the cover of the comic with this alias: as `pictureAccess` has it. */
export function publicCover(comic = 'c'): RawBuilder<boolean> {
  return sql`(${sql.ref(`${comic}.rating`)} <> 'explicit')`;
}

/** Whether anyone may fetch the pages of the chapter with one alias, of the comic with the other: as `pictureAccess` has it. */
export function publicPages(chapter = 'h', comic = 'c'): RawBuilder<boolean> {
  return sql`(${publicCover(comic)} and not ${premiumChapter(chapter, comic)})`;
}

/** The number of comics a caller sees of a row of `term_counts` with this alias. Hidden terms, and what is of whom they block, are not taken off. */
export function visibleCount(
  { rating, ...unlisted }: Pick<VisibilityScope, 'rating' | 'blocked' | 'limit'>,
  alias: string,
): RawBuilder<number> {
  const seen = (rating === 'safe' ? (['safe'] as const) : RATINGS).filter(
    (each) => !unlistedRatings(unlisted).includes(each),
  );
  const counts = seen.map((each) => sql.ref(`${alias}.${each}`));
  return counts.length === 0 ? sql`0` : sql`coalesce(${sql.join(counts, sql` + `)}, 0)`;
}
