import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/** A comment of a dump, with the account here of who wrote it. */
export interface CommentRow {
  id: number;
  at: string;
  text: string;
  /** 0: it answers none. */
  parent: number;
  chapter: number | null;
  account: number | null;
}

/** Notes which account of here a member of there has, for what they wrote. */
export async function noteAccount(tx: Tx, transferId: number, member: number, account: number): Promise<void> {
  await sql`
    update transfer_rows set data = data || jsonb_build_object('account', ${account}::int)
    where transfer_id = ${transferId} and kind = 'user' and parent = 0 and id = ${member}`.execute(tx);
}

/** The comics of series, by their keys. */
export async function comicsBySeries(tx: Tx, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, series_key as key /* key is never null: asked for */ from comics where series_key = any(${[...keys]}::text[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The comments on a work that were shown there, in the order in which they were written. */
export async function listCommentRows(tx: Tx, transferId: number, post: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select c.id, c.data->>'at' as at, c.data->>'text' as text, (c.data->>'parent')::bigint as parent /* none is null: kept rows have them */,
      (m.data->>'chapter')::bigint as chapter, a.id as account
    from transfer_rows c
    left join transfer_rows m on m.transfer_id = c.transfer_id and m.kind = 'comment-chapter' and m.parent = c.id and m.id = 0
    left join transfer_rows u on u.transfer_id = c.transfer_id and u.kind = 'user' and u.parent = 0 and u.id = (c.data->>'user')::bigint
    left join users a on a.id = (u.data->>'account')::int
    where c.transfer_id = ${transferId} and c.kind = 'comment' and c.parent = ${post} and c.data->'approved' = 'true' order by c.id`.execute(
    tx,
  );
  return rows;
}
