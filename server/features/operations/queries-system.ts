import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** The state of the database and of the jobs in it. */
export async function databaseState(db: Db): Promise<{ version: string; holders: number; overdue: number }> {
  const {
    rows: [row],
  } = await sql<{ version: string; holders: number; overdue: number }>`
    select current_setting('server_version') as version,
      (select count(distinct locked_by)::int from jobs where state = 'running' and locked_until > now()) as holders,
      coalesce((select greatest(0, extract(epoch from now() - min(run_at))) from jobs where state = 'waiting'
          and run_at <= now()), 0)::float8 as overdue`.execute(db);
  return row!;
}

/** The migrations that were applied, the newest first. */
export async function appliedMigrations(db: Db): Promise<{ name: string; applied_at: string }[]> {
  const { rows } = await sql<{
    name: string;
    applied_at: string;
  }>`select name, ${isoMoment(sql`applied_at`)} as applied_at from migrations order by name desc`.execute(db);
  return rows;
}

/** The archives refused last; `error` is a problem with its code and parameters. */
export async function refusedImports(
  db: Db,
  limit: number,
): Promise<
  { id: number; file: string; error: { code: string; params?: Record<string, string | number> } | null; at: string }[]
> {
  const { rows } = await sql<{
    id: number;
    file: string;
    error: { code: string; params?: Record<string, string | number> } | null;
    at: string;
  }>`
    select id, file, error, ${isoMoment(sql`coalesce(finished_at, created_at)`)} as at from imports
      where state = 'refused' order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** About how many pictures there are. */
export async function aboutPictures(db: Db): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    count: number;
  }>`select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'images'::regclass`.execute(db);
  return row?.count ?? 0;
}

/** A part of the pictures: the next ones by their hash, what they take and where the part ends (null: there was none). */
export interface PicturePart {
  last: string | null;
  count: number;
  bytes: number;
  variants: Record<string, [count: number, bytes: number]>;
}

/** The space taken by: originals, and their variants by name. */
export async function picturesAfter(db: Db, after: string, limit: number): Promise<PicturePart> {
  const {
    rows: [row],
  } = await sql<PicturePart>`
    with part as materialized (select hash, bytes, variants from images where hash > ${after} order by hash limit ${limit})
    select (select max(hash) from part) as last, (select count(*)::int from part) as count, (select coalesce(sum(bytes), 0)::float8 from part) as bytes,
      coalesce((select jsonb_object_agg(key, jsonb_build_array(n, b)) from (
        select v.key, count(*) as n, sum((v.value->>'bytes')::bigint) as b from part p
        cross join jsonb_each(p.variants) v where jsonb_typeof(v.value) = 'object'
        group by v.key) s), '{}') as variants`.execute(db);
  return row!;
}

/** Bytes the database takes. */
export async function databaseBytes(db: Db): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(db);
  return row?.bytes ?? 0;
}

/** The address of a member. */
export async function findMailAddress(db: Db, id: number): Promise<{ username: string; email: string } | null> {
  const { rows } = await sql<{
    username: string;
    email: string;
  }>`select username, email from users where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
