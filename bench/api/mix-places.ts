import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { seedOnce } from '../synthetic/seed.ts';

/** A seeded catalogue: what a server is told to serve it. */
export interface Place {
  comics: number;
  env: Record<string, string>;
  database: { dataDir: string; url?: string };
}

/** The same catalogue small and large, on one kind of database. */
export interface Pair {
  name: 'PostgreSQL' | 'embedded';
  small: Place;
  large: Place;
  close(): Promise<void>;
}

const SIZES = [10_000, 1_000_000] as const;

/** Two seeded databases of PostgreSQL; without addresses, or where they are empty, they are made: that takes minutes. */
export async function postgresPair(urls: readonly string[] | undefined, say: (line: string) => void): Promise<Pair> {
  const own = urls === undefined ? await startMeasuredPostgres() : null;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const addresses = urls ?? (await Promise.all(SIZES.map((comics) => createDatabase(own!.url, `comics_${comics}`))));
  return makePair(
    'PostgreSQL',
    addresses.map((url, index) => ({
      env: { DATABASE_URL: url, KOMAWARI_DATA: join(folder, String(index)) },
      database: { dataDir: '', url },
    })),
    async () => {
      await own?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    say,
  );
}

/** Two data folders with a seeded embedded database each, in the same way. */
export async function embeddedPair(folders: readonly string[] | undefined, say: (line: string) => void): Promise<Pair> {
  const own = folders === undefined ? mkdtempSync(join(tmpdir(), 'komawari-bench-')) : null;
  const all = folders ?? SIZES.map((comics) => join(own!, String(comics)));
  return makePair(
    'embedded',
    all.map((folder) => ({
      env: { KOMAWARI_DATA: folder, DATABASE_URL: '' },
      database: { dataDir: join(folder, 'database') },
    })),
    async () => {
      if (own !== null) {
        rmSync(own, { recursive: true, force: true });
      }
    },
    say,
  );
}

async function makePair(
  name: Pair['name'],
  found: readonly Omit<Place, 'comics'>[],
  close: Pair['close'],
  say: (line: string) => void,
): Promise<Pair> {
  const places: Place[] = [];
  for (const [index, place] of found.entries()) {
    places.push({ ...place, comics: await seedOnce(place.database, SIZES[index] ?? 0, say) });
  }
  const [small, large] = places;
  if (small === undefined || large === undefined) throw new Error('expected two databases: a small one, a large one');
  return { name, small, large, close };
}

/** Makes an empty database on a server, which is named by the address of its database `postgres`; answers its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.replace(/\/postgres$/, `/${name}`);
}
