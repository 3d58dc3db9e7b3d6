import { sql } from 'kysely';
import { REACTIONS, type Reacted, type Reaction } from '#contract/reactions.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { reactionCounts, reactionNamed } from './public/reaction-counts.ts';

/** Sets the reaction of a member to a comment that is shown and not their own; null takes it back. Others are left alone. */
export async function reactToComment(db: Db, id: number, member: number, reaction: Reaction | null): Promise<void> {
  await (
    reaction === null
      ? sql`delete from comment_reactions where comment_id = ${id} and user_id = ${member}`
      : sql`insert into comment_reactions as r (comment_id, user_id, kind)
      select id, ${member}::int, ${kindFor(reaction)}::smallint from comments
      where id = ${id} and state = 'shown' and user_id is distinct from ${member}::int
      on conflict (comment_id, user_id) do update set kind = excluded.kind where r.kind <> excluded.kind`
  ).execute(db);
}

/** Sets the reaction of a member to a chapter; null takes it back. */
export async function reactToChapter(db: Db, id: number, member: number, reaction: Reaction | null): Promise<void> {
  await (
    reaction === null
      ? sql`delete from chapter_reactions where chapter_id = ${id} and user_id = ${member}`
      : sql`insert into chapter_reactions as r (chapter_id, user_id, kind) values (${id}, ${member}, ${kindFor(reaction)})
      on conflict (chapter_id, user_id) do update set kind = excluded.kind where r.kind <> excluded.kind`
  ).execute(db);
}

/** The reactions of members to a chapter, and that of one of them: two looks at an index, however many there are. */
export async function chapterReactions(db: Db, id: number, viewer: number | null): Promise<Reacted> {
  const {
    rows: [row],
  } = await sql<{ counts: number[] | null; kind: number | null }>`${sql.raw(PREPARED)}
    select (select counts from chapter_reaction_counts where chapter_id = ${id}) as counts,
      (select kind from chapter_reactions where chapter_id = ${id} and user_id = ${viewer}::int) as kind`.execute(db);
  return { reactions: reactionCounts(row?.counts ?? null), reaction: reactionNamed(row?.kind ?? null) };
}

function kindFor(reaction: Reaction): number {
  return REACTIONS.indexOf(reaction) + 1;
}
