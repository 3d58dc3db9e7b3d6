import { NO_LIMIT, NOBODY } from '#server/db/visible.ts';
import { ComicQuery } from '#contract/comics.ts';
import { Client, kyselyOver } from '#server/db/kysely.ts';
import { termsById } from '#server/db/queries/term-cache.ts';
import { createListing } from '#server/features/comics/listing.ts';
import { listComics } from '#server/features/comics/queries.ts';
import { parseQueryString } from '#contract/query-string.ts';

/** A statement as it goes to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** The SQL of list pages, on one connection that plans as the server's do. */
export interface BareSql {
  /** Makes the page once and gives the statements it took, with totals and terms remembered as a running server does. */
  statementsFor(query: string): Promise<Statement[]>;
  /** Runs statements one after the other and gives the milliseconds they took together. */
  time(statements: readonly Statement[]): Promise<number>;
  close(): Promise<void>;
}

/** Connects to the database that the server under test uses. */
export async function openBareSql(url: string): Promise<BareSql> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let seen: Statement[] = [];
  const recording = {
    query(text: string, values: readonly unknown[]): Promise<unknown> {
      seen.push({ text, values: [...values] });
      return client.query(text, [...values]);
    },
    release() {},
  };
  const db = kyselyOver({ connect: async () => recording });
  return {
    async statementsFor(text) {
      seen = [];
      const parameters = parseQueryString(text);
      const query = ComicQuery.parse(parameters);
      const seeing = {
        site: { features: [] },
        viewer: { id: null, role: 'guest' },
        rating: parameters.nsfw === 'true' ? 'all' : 'safe',
        hidden: [],
        blocked: NOBODY,
        limit: NO_LIMIT,
      } as const;
      const engines = { reads: db, database: { driver: 'postgres' }, catalogue: { ready: () => null } } as const;
      const { listing } = await createListing(engines, seeing, query, new Date());
      const { rows } = await listComics(engines, 'en', listing, (query.page - 1) * query.per_page, query.per_page);
      await termsById(
        db,
        rows.flatMap(({ terms }) => terms),
      );
      return seen;
    },
    async time(statements) {
      const started = performance.now();
      for (const { text, values } of statements) {
        await client.query(text, values);
      }
      return performance.now() - started;
    },
    close: () => client.end(),
  };
}
