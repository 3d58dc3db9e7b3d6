import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { problem } from '#contract/problems.ts';
import type { Db } from './kysely.ts';

/** Numbered SQL files that only go forward. */
const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Any number that no other program on the same server locks; "koma" in ASCII. */
const LOCK = 0x6b6f6d61;

/**
 * Applies the migrations that the database does not have yet, each in a transaction, under a lock that makes
 * processes which start together wait for one another.
 *
 * @param wanted the names of those that are applied; all.
 * @throws Problem `migration-changed` when one was altered after it ran, `migration-unknown` when the database is newer.
 */
export async function migrate(db: Db, wanted?: ReadonlySet<string>): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Waiting for another process's migrations, or making an index, may take long.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(connection);
    try {
      for (const { name, text, hash } of (await compareMigrations(connection, wanted)).missing) {
        await connection.transaction().execute(async (tx) => {
          await sql.raw(text).execute(tx);
          await sql`insert into migrations (name, hash) values (${name}, ${hash})`.execute(tx);
        });
      }
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/** A migration of this version. */
interface Migration {
  name: string;
  text: string;
  hash: string;
}

/**
 * The migrations that a database has had and those that it has not, in their order.
 *
 * @param wanted the names of those that may be missing; all.
 * @throws Problem `migration-changed`, `migration-unknown`.
 */
export async function compareMigrations(
  db: Db,
  wanted?: ReadonlySet<string>,
): Promise<{ applied: string[]; missing: Migration[] }> {
  await sql`create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migrations order by name`.execute(
    db,
  );
  const files = readMigrations();
  const unknown = rows.find(({ name }) => !files.some((file) => file.name === name));
  if (unknown) throw problem('migration-unknown', { name: unknown.name });
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = files.find(({ name, hash }) => applied.has(name) && applied.get(name) !== hash);
  if (changed) throw problem('migration-changed', { name: changed.name });
  return {
    applied: [...applied.keys()],
    missing: files.filter(({ name }) => !applied.has(name) && wanted?.has(name) !== false),
  };
}

/** A hash of all migrations together: sixteen hexadecimal digits that change whenever one does. */
export function migrationsHash(): string {
  return sha256(
    readMigrations()
      .map(({ name, hash }) => `${name} ${hash}`)
      .join('\n'),
  ).slice(0, 16);
}

/** The migrations that this version has, in their order. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(MIGRATIONS, name), 'utf8');
      return { name, text, hash: sha256(text) };
    });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
