import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';
import { visibleComics, type VisibilityScope } from '#server/db/visible.ts';

/** A member as their profile shows them. */
export interface ProfileRow {
  user: PublicUserRow;
  banned: boolean;
  /** Null where they are private and the viewer is another. */
  favorites_count: number | null;
  comments_count: number;
}

/** A member by their name, whatever its case, with what a viewer may know of them; null for one who is deleted or was never there. */
export async function findProfile(db: Db, seeing: VisibilityScope, username: string): Promise<ProfileRow | null> {
  const { rows } = await sql<ProfileRow>`
    select ${publicUserRow('u')} as user, u.banned_at is not null as banned,
      case when coalesce((u.settings->>'public_favorites')::boolean, false) or u.id = ${seeing.viewer.id}::int
        then (select count(*)::int from favorites f join ${visibleComics(seeing)} c on c.id = f.comic_id where f.user_id = u.id) end as favorites_count,
      (select count(*)::int from comments m where m.user_id = u.id and m.state = 'shown') as comments_count
    from users u where lower(u.username) = lower(${username}) and u.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
