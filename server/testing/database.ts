import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openInMemory } from '#server/db/connection/pglite.ts';
import { openPostgres } from '#server/db/connection/postgres.ts';
import { databaseOver, type Database } from '../db/database.ts';
import { migrate, migrationsHash } from '../db/migrate.ts';
import { databaseImage } from './database-image.ts';

/**
 * A fresh, migrated database of its own for a test file, on the driver under test: PostgreSQL where
 * `TEST_DATABASE_URL` names servers on which databases may be made, else embedded. `close` leaves nothing behind.
 *
 * Reads the environment itself: which database is under test is no setting of the product.
 */
export async function testDatabase(): Promise<Database> {
  const url = serverUnderTest();
  return url ? onPostgres(url) : embeddedDatabase();
}

/** Of several servers, separated by blanks, each worker of Vitest has its own. */
function serverUnderTest(): string | undefined {
  const urls = process.env.TEST_DATABASE_URL?.split(' ') ?? [];
  return urls[Number(process.env.VITEST_POOL_ID ?? 1) % urls.length];
}

/** As `testDatabase`, always on the embedded database. */
export async function embeddedDatabase(): Promise<Database> {
  return databaseOver('pglite', await openInMemory(await databaseImage()));
}

async function onPostgres(url: string): Promise<Database> {
  const name = `komawari_test_${randomBytes(6).toString('hex')}`;
  await administer(url, async (client) => {
    await client.query(`create database ${name} template ${await templateOn(client, url)}`);
  });
  // Readers of a busy machine wait longer than those of a site may.
  const own = databaseUrl(url, name);
  const { db, reads, close } = openPostgres({ url: own, replicaUrls: [], readTimeout: 30_000 });
  return databaseOver('postgres', {
    db,
    reads,
    url: own,
    async close() {
      await close();
      await administer(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  });
}

/** The migrated database that the others are copied from; made once a server and version of the schema. */
async function templateOn(client: pg.Client, url: string): Promise<string> {
  const name = `komawari_template_${migrationsHash()}`;
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
  if (rowCount) return name;
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name} encoding 'UTF8' template template0`);
  const { db, close } = openPostgres({ url: databaseUrl(url, name), replicaUrls: [], max: 2 });
  await migrate(db);
  await close();
  await client.query(`update pg_database set datistemplate = true where datname = $1`, [name]);
  return name;
}

/** Under a lock of the server: test files start together, and a template cannot be copied while it is in use. */
async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7)');
    await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * The address of a fresh, empty database for processes of their own: `url` is undefined where the embedded one is under
 * test, which lies in their data folder.
 */
export async function testDatabaseAddress(): Promise<{ url: string | undefined; drop(): Promise<void> }> {
  const server = serverUnderTest();
  if (!server) return { url: undefined, async drop() {} };
  const name = `komawari_test_${randomBytes(6).toString('hex')}`;
  await administer(server, async (client) => {
    await client.query(`create database ${name} template ${await templateOn(client, server)}`);
  });
  return {
    url: databaseUrl(server, name),
    drop: () =>
      administer(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
