import { sql } from 'kysely';
import { MAX_COMMENT_LENGTH, MAX_COMMENT_LINKS } from '#contract/comments.ts';
import type { Tx } from '#server/db/database.ts';
import { threadKey } from '#server/db/queries/comment-counts.ts';
import { filterTexts } from '#server/db/queries/word-filters.ts';
import { blockedIn } from '#server/features/comments/queries-writing.ts';
import { normalise } from '#server/search/normalise.ts';
import { renderComment, RENDERER_VERSION } from './markdown.ts';
import { cleanText, placeUnder } from './rules.ts';

/** A comment that was written on another site. */
export interface BroughtComment {
  /** Names it for good, over all transfers. */
  key: string;
  /** The key of the one it answers; earlier in the list, or brought before. */
  parent: string | null;
  chapterId: number | null;
  /** Null: nobody of here. */
  userId: number | null;
  text: string;
  /** ISO; null: now. */
  at: string | null;
}

interface Place {
  id: number;
  thread: number;
  root_id: number | null;
  under_id: number | null;
  depth: number;
}

/**
 * Brings comments on a comic and its chapters: as they were said and when, in their threads. Nobody is told. The rules of this site about words and
 * links hold: what they hold back or refuse waits for a moderator. One that was brought before is not brought again, whatever became of it.
 *
 * @returns how many are new.
 */
export async function bringComments(tx: Tx, comicId: number, comments: readonly BroughtComment[]): Promise<number> {
  const known = await findBrought(tx, comicId, comments);
  const fresh = comments.flatMap((comment) => {
    const text = cleanText(Array.from(comment.text).slice(0, MAX_COMMENT_LENGTH).join(''));
    return known.has(comment.key) || text === '' ? [] : [{ ...comment, text }];
  });
  const filtered = await filterTexts(
    tx,
    fresh.map(({ text }) => text),
  );
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('comments_id_seq') as id from generate_series(1, ${fresh.length}::int)`.execute(tx);
  const written = fresh.map(({ key, parent: answered, chapterId, userId, at }, place) => {
    const { text, action } = filtered[place]!;
    const { id } = ids[place]!;
    const thread = threadKey(chapterId === null ? { comic: comicId } : { chapter: chapterId });
    const parent = answered === null ? undefined : known.get(answered);
    const where =
      parent?.thread === thread
        ? { parent_id: parent.id, ...placeUnder(parent) }
        : { parent_id: null, root_id: null, under_id: null, depth: 0 };
    known.set(key, { id, thread, root_id: where.root_id, under_id: where.under_id, depth: where.depth });
    const { html, links } = renderComment(text);
    const isHeld = action === 'refuse' || action === 'hold' || links > MAX_COMMENT_LINKS;
    return {
      id,
      ...where,
      comic_id: chapterId === null ? comicId : null,
      chapter_id: chapterId,
      user_id: userId,
      text,
      html,
      held: isHeld,
      normalised: normalise(text),
      key,
      at,
    };
  });
  await sql`
    insert into comments (id, comic_id, chapter_id, parent_id, root_id, under_id, depth, user_id, text, html, rendered, state, request_key, created_at)
    select e.id, e.comic_id, e.chapter_id, e.parent_id, e.root_id, e.under_id, e.depth, e.user_id, e.text, e.html, ${RENDERER_VERSION},
      case when e.held or ${blockedIn(sql`e.normalised`)} then 'held' else 'shown' end, e.key, least(coalesce(e.at, now()), now())
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as e (id bigint, comic_id int, chapter_id int, parent_id bigint, root_id bigint,
      under_id bigint, depth int, user_id int, text text, html text, held boolean, normalised text, key text, at timestamptz)
    order by e.id`.execute(tx);
  return written.length;
}

/** Where comments stand that were brought before, by their keys. */
async function findBrought(tx: Tx, comicId: number, comments: readonly BroughtComment[]): Promise<Map<string, Place>> {
  const { rows } = await sql<Place & { key: string }>`
    select c.id, c.thread, c.root_id, c.under_id, c.depth, c.request_key as key /* key is never null: asked for */
    from comments c where (c.comic_id = ${comicId} or c.chapter_id in (select h.id from all_chapters h where h.comic_id = ${comicId}))
      and c.request_key = any(${comments.map(({ key }) => key)}::text[])`.execute(tx);
  return new Map(rows.map(({ key, ...place }) => [key, place]));
}
