import { sql } from 'kysely';
import { localPaths } from '#contract/addresses.ts';
import type { CommentTargetKind } from '#contract/comments.ts';
import type { ReportSubject, ReportTarget } from '#contract/reports.ts';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { openChapter, reachableComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';

/** Something reported, as the database names it. */
export interface ReportedSubject {
  subject: ReportSubject;
  subject_id: number;
}

/** A reported thing: with `owner`, the member whose it is, and `open`, whether everyone can see it now. */
export interface FoundTarget extends ReportTarget {
  owner: number | null;
  open: boolean;
}

/** Characters of a comment that a report shows. */
const EXCERPT = 300;

/** The targets of reports, by `targetKey`; with its words in the reader's language. What is gone has no path. */
export async function findTargets(
  db: Db,
  viewing: RequestContext,
  reported: readonly ReportedSubject[],
): Promise<Map<string, FoundTarget>> {
  const found = new Map<string, FoundTarget>();
  for (const subject of new Set(reported.map((each) => each.subject))) {
    const ids = reported.filter((each) => each.subject === subject).map((each) => each.subject_id);
    for (const target of await FINDERS[subject](db, viewing, ids)) {
      found.set(targetKey({ subject, subject_id: target.id }), { subject, ...target });
    }
  }
  for (const each of reported) {
    const nothing = {
      subject: each.subject,
      id: each.subject_id,
      title: null,
      path: null,
      excerpt: null,
      owner: null,
      open: false,
    };
    if (!found.has(targetKey(each))) {
      found.set(targetKey(each), nothing);
    }
  }
  return found;
}

/** A key that tells one target from another. */
export function targetKey({ subject, subject_id: id }: ReportedSubject): string {
  return `${subject} ${id}`;
}

type Finder = (db: Db, viewing: RequestContext, ids: readonly number[]) => Promise<Omit<FoundTarget, 'subject'>[]>;

/** The subject of a comment, as addresses name it. */
interface CommentPlace {
  comic: string | null;
  review: boolean;
  chapter: string | null;
  kind: TermKind | null;
  term: string | null;
}

const FINDERS: Record<ReportSubject, Finder> = {
  comic: (db, viewing, ids) =>
    inComics(
      db,
      viewing,
      sql`select id, id as comic_id, null::text as chapter, null::int as page from comics where id = any(${within(ids)}::int[])`,
    ),
  chapter: (db, viewing, ids) =>
    inComics(
      db,
      viewing,
      sql`select id, comic_id, slug as chapter, 1 as page from chapters where id = any(${within(ids)}::int[])`,
    ),
  page: (db, viewing, ids) =>
    inComics(
      db,
      viewing,
      sql`
    select p.id, h.comic_id, case when not c.oneshot then h.slug end as chapter, p.number as page
    from pages p join chapters h on h.id = p.chapter_id join comics c on c.id = h.comic_id where p.id = any(${within(ids)}::int[])`,
    ),
  async comment(db, viewing, ids) {
    const { site, locale } = viewing;
    const { rows } = await sql<PathlessTarget & CommentPlace>`
      select m.id, coalesce((select n.title from comic_translations n where n.comic_id = c.id and n.locale = ${locale}), c.title, l.name, t.name) as title,
        c.slug as comic, m.review_of is not null as review, h.slug as chapter, t.kind, t.slug as term,
        left(m.text, ${EXCERPT}) as excerpt, m.user_id as owner, m.state = 'shown' and (c.id is null or c.state <> 'removed') and (h.id is null or h.state = 'published' and ${openChapter(viewing)}) as open
      from comments m left join all_chapters h on h.id = m.chapter_id
      left join ${reachableComics(viewing)} c on c.id = coalesce(m.comic_id, m.review_of, h.comic_id) left join terms t on t.id = m.term_id
      left join term_translations l on l.term_id = t.id and l.locale = ${locale}
      where m.id = any(${[...ids]}::bigint[]) and (c.id is not null or t.id is not null)`.execute(db);
    const to = localPaths(site.variant);
    const pathFor = (id: number, { comic, review, chapter, kind, term }: CommentPlace) => {
      if (comic !== null && review) return site.features.includes('reviews') ? to.reviews(comic, id) : null;
      if (comic === null) return kind && term && to.comments(KIND_PATHS[kind] as CommentTargetKind, term, id);
      return chapter === null ? to.comments('comics', comic, id) : to.chapterComments(comic, chapter, id);
    };
    return rows.map(({ comic, review, chapter, kind, term, ...row }) => ({
      ...row,
      path: site.features.includes('comments') ? pathFor(row.id, { comic, review, chapter, kind, term }) : null,
    }));
  },
  async user(db, { site }, ids) {
    const { rows } = await sql<{ id: number; username: string }>`
      select id, username from users where id = any(${within(ids)}::int[]) and deleted_at is null`.execute(db);
    return rows.map(({ id, username }) => ({
      id,
      title: username,
      path: localPaths(site.variant).profile(username),
      excerpt: null,
      owner: id,
      open: true,
    }));
  },
  async group(db, { site, locale }, ids) {
    if (!site.features.includes('groups')) return [];
    const { rows } = await sql<{ id: number; slug: string; title: string; excerpt: string }>`
      select t.id, t.slug, coalesce(l.name, t.name) as title, left(g.description, ${EXCERPT}) as excerpt
      from groups g join terms t on t.id = g.term_id
      left join term_translations l on l.term_id = t.id and l.locale = ${locale}
      where g.term_id = any(${within(ids)}::int[])`.execute(db);
    return rows.map(({ slug, ...row }) => ({
      ...row,
      path: localPaths(site.variant).term('group', slug),
      owner: null,
      open: true,
    }));
  },
};

type PathlessTarget = Omit<FoundTarget, 'subject' | 'path'>;

/**
 * Parts of comics: `parts` gives `id`, `comic_id`, and the slug of the `chapter` and the number of the `page` where it
 * is read; without a page it is the comic.
 */
async function inComics(
  db: Db,
  { site, locale, limit }: RequestContext,
  parts: ReturnType<typeof sql>,
): Promise<Omit<FoundTarget, 'subject'>[]> {
  const { rows } = await sql<PathlessTarget & { slug: string; chapter: string | null; page: number | null }>`
    select p.id, coalesce((select n.title from comic_translations n where n.comic_id = c.id and n.locale = ${locale}), c.title) as title,
      c.slug, p.chapter, p.page, null as excerpt, null::int as owner, c.state <> 'removed' as open
    from (${parts}) p join ${reachableComics({ limit })} c on c.id = p.comic_id`.execute(db);
  const to = localPaths(site.variant);
  return rows.map(({ slug, chapter, page, ...row }) => ({
    ...row,
    path: page === null ? to.comic(slug) : to.reader(slug, chapter, page),
  }));
}

/** The numbers that can be an id of these tables. */
function within(ids: readonly number[]): number[] {
  return ids.filter((id) => id <= 2_147_483_647);
}
