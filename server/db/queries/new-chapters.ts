import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { chapterKey, keysRead } from '#server/db/queries/chapter-key.ts';
import { blockedChapter, blockedChapterFor, reachableComics, type BlockedContent } from '#server/db/visible.ts';

/** Most new chapters that are counted, and most comics that are looked at: those whose shelf changed last. */
const MAX_COUNTED = 999;
const MAX_COMICS = 500;

/**
 * How many chapters came to everyone since their comics stand on the shelf `reading` of a member, and were not read to the
 * end in any version, without those of whom they block; 999 at most, of the 500 comics changed there last. Comics with nothing new cost one look at their row.
 */
export async function countNewChapters(db: Db, userId: number, hasGroups: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct h.comic_id, ${chapterKey('h')} as chapter
      from (select * from shelved_comics r where r.user_id = ${userId} and r.shelf = 'reading'
        order by r.updated_at desc, r.comic_id desc limit ${MAX_COMICS}) s
      join ${reachableComics({ member: userId })} c on c.id = s.comic_id and c.state <> 'removed'
      join chapters h on h.comic_id = c.id and h.released_at > s.moved_at and not h.pending and h.pages > 0
        and not ${blockedChapterFor(sql`s.user_id`, hasGroups)}
      where c.latest_chapter_at > s.moved_at and ${chapterKey('h')} not in (${keysRead(sql`s.user_id`, sql`h.comic_id`)})
      limit ${MAX_COUNTED}) n`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many chapters of the comic `c` of `s`, a row of `shelved_comics`, came to everyone, are of nobody blocked, and were read to the end in no version. */
export function unreadChapters(blocked: BlockedContent): RawBuilder<number> {
  return sql`(select count(*)::int from (
    select ${chapterKey('h')} from chapters h where h.comic_id = s.comic_id and not h.pending and h.pages > 0
      and not ${blockedChapter(blocked)}
    except ${keysRead(sql`s.user_id`, sql`s.comic_id`)}) u)`;
}
