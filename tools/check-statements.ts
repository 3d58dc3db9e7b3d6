// Compares the row types of the server's statements with what these answered in tests: `npm test` does so after the tests on
// the embedded database, which note it in a folder.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { embeddedDatabase } from '#server/testing/database.ts';
import type { NotedColumn, NotedStatement } from '#server/testing/noted-statements.ts';
import { readSites, type Field, type Site } from './row-types.ts';
import { STORED_COLUMN, TYPES } from './schema-types.ts';

/** Facts about types and columns that no answer holds. */
export interface Catalogue {
  /** The names of types by their numbers. */
  types: ReadonlyMap<number, string>;
  /** The columns of tables that may be null, as `uploads.publish`, by the numbers of both, as `16384.3`. */
  nullable: ReadonlyMap<string, string>;
}

/**
 * Faults of the server's row types, a line each that begins with file and line, the number of statements compared, and what could not be
 * known.
 *
 * @param folder what `noteStatements` wrote in all tests. @param tests the files whose tests ran, and those of them in which one failed.
 */
export async function checkStatements(
  folder: string,
  { files, failed }: { files: readonly string[]; failed: readonly string[] },
): Promise<{ compared: number; faults: string[]; unknown: string[] }> {
  const noted = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as NotedStatement),
  );
  const sites = readSites(resolve('tsconfig.json'));
  const wrong = faultsOfRows(sites, noted, await readCatalogue());
  if (files.length === 0) {
    return {
      compared: sites.length,
      faults: wrong,
      unknown: ['whether a test runs every statement: the tests came to no end'],
    };
  }
  const { faults, unknown } = faultsOfRuns(sites, new Set(noted.map(({ site }) => site)), failed);
  return { compared: sites.length, faults: [...wrong, ...faults], unknown };
}

/** The faults of statements that have run. */
export function faultsOfRows(
  sites: readonly Site[],
  noted: readonly NotedStatement[],
  { types, nullable }: Catalogue,
): string[] {
  const answers = Map.groupBy(noted, ({ site }) => site);
  const faults = sites.flatMap(({ place, mark, fields, open, neverNull }) => {
    const own = answers.get(mark) ?? [];
    const missing = own.flatMap(({ columns }) =>
      fields
        .filter(({ name, optional }) => !optional && columns.every((column) => column.name !== name))
        .map(({ name }) => `${place}: no column is called ${name}, as a field of the row type is`),
    );
    const wrong = own.flatMap(({ columns }) =>
      columns.flatMap((column) => {
        const field = fields.find(({ name }) => name === column.name);
        const fault = field
          ? (faultOfKind(field, column, types) ?? faultOfNull(field, column, neverNull, nullable))
          : !open && `the column ${column.name} is no field of the row type`;
        return fault ? [`${place}: ${fault}`] : [];
      }),
    );
    return [...missing, ...wrong];
  });
  return [...new Set(faults)];
}

/**
 * The statements that have not run, of those that should have.
 *
 * @param failed files with tests that failed, which may have ended before a statement: of those beside such a file it is not known whether a
 * test runs them.
 */
export function faultsOfRuns(
  sites: readonly Site[],
  ran: ReadonlySet<string>,
  failed: readonly string[],
): { faults: string[]; unknown: string[] } {
  const isBesideFailure = ({ place }: Site) => failed.some((file) => place.startsWith(`${dirname(file)}/`));
  const notRun = sites.filter(({ mark }) => !ran.has(mark));
  const doubt = failed.length === 0 ? '' : '; perhaps one that failed would have';
  return {
    faults: notRun
      .filter((site) => !isBesideFailure(site))
      .map(({ place }) => `${place}: no test runs this statement${doubt}`),
    unknown: notRun
      .filter(isBesideFailure)
      .map(({ place }) => `${place}: whether a test runs this statement: tests beside it failed`),
  };
}

function faultOfKind({ name, kinds }: Field, column: NotedColumn, types: Catalogue['types']): string | null {
  const type = types.get(column.type) ?? `${column.type}`;
  const kind = TYPES[type];
  if (kind === undefined) return `${name} is of the type ${type}, which tools/schema-types.ts does not know`;
  if (kind === 'Json' || kinds.includes(kind) || kinds.includes('any')) return null;
  return `the field ${name} is ${kinds.join(' | ')}, but its column, ${type}, arrives as ${kind}`;
}

function faultOfNull(
  { name, kinds }: Field,
  { table, column, wasNull }: NotedColumn,
  neverNull: readonly string[],
  nullable: Catalogue['nullable'],
): string | null {
  if (kinds.includes('null') || kinds.includes('any')) return null;
  if (wasNull) return `the field ${name} is never null, but a test got a row where it is`;
  const stored = nullable.get(`${table}.${column}`);
  if (stored === undefined || neverNull.includes(name)) return null;
  return `the field ${name} is never null, but ${stored} may be; where the statement leaves such rows out, it says so: /* ${name} is never null: … */`;
}

async function readCatalogue(): Promise<Catalogue> {
  const { db, close } = await embeddedDatabase();
  try {
    const { rows: types } = await sql<{ number: number; name: string }>`
      select oid::int4 as number, format_type(oid, null) as name from pg_type`.execute(db);
    const { rows: nullable } = await sql<{ key: string; name: string }>`
      select a.attrelid::int4 || '.' || a.attnum as key, t.relname || '.' || a.attname as name
      from pg_attribute a
      join pg_class t on t.oid = a.attrelid and t.relkind in ('r', 'v') and t.relnamespace = 'public'::regnamespace
      cross join lateral ${STORED_COLUMN} s where a.attnum > 0 and not s.attnotnull`.execute(db);
    return {
      types: new Map(types.map(({ number, name }) => [number, name])),
      nullable: new Map(nullable.map(({ key, name }) => [key, name])),
    };
  } finally {
    await close();
  }
}
