import { sql, type RawBuilder } from 'kysely';

/** A member as everyone may know them. */
export interface PublicUserRow {
  id: number;
  username: string;
  role: 'user' | 'uploader' | 'moderator' | 'admin';
  verified: boolean;
  /** ISO 8601, UTC. */
  created_at: string;
  /** Hash of the picture, and the format of its small square; null for none. */
  avatar: string | null;
  avatar_format: string | null;
}

/** The member of `users` with this alias as one value, a `PublicUserRow`; null where the account is deleted or there is none. */
export function publicUserRow(alias: string): RawBuilder<PublicUserRow | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is null or ${column('deleted_at')} is not null then null else json_build_object(
    'id', ${column('id')}, 'username', ${column('username')}, 'role', ${column('role')}, 'verified', ${column('verified_at')} is not null,
    'created_at', ${isoMoment(column('created_at'))}, 'avatar', ${column('avatar')},
    'avatar_format', (select a.variants->'cover320'->>'format' from images a where a.hash = ${column('avatar')})) end`;
}

/** A moment as the wire has it: ISO 8601, UTC, milliseconds. */
export function isoMoment(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
