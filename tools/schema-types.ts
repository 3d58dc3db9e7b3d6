// Writes server/db/schema.ts from a migrated database: `node tools/schema-types.ts`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { format, resolveConfig } from 'prettier';
import { testDatabase } from '#server/testing/database.ts';

const SCHEMA = fileURLToPath(new URL('../server/db/schema.ts', import.meta.url));

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  made: boolean;
  choices: string | null;
}

/** How a value of a type arrives, by the type's name in PostgreSQL (`type-parsers.ts`). */
export const TYPES: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  text: 'string',
  name: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'integer[]': 'number[]',
  'bigint[]': 'number[]',
  'real[]': 'number[]',
  'text[]': 'string[]',
  xid8: 'string',
  json: 'Json',
  jsonb: 'Json',
  'timestamp with time zone': 'Date',
};

/** The text of server/db/schema.ts for the tables of a migrated database. */
export async function schemaTypes(db: Kysely<any>): Promise<string> {
  const columns = await readColumns(db);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const interfaces = [...tables].map(
    ([table, own]) =>
      `export interface ${pascal(table)}Table {\n${own.map((column) => `  ${column.column}: ${columnType(column)};\n`).join('')}}\n`,
  );
  const schema = `export interface Schema {\n${[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;\n`).join('')}}\n`;
  const text = `// Written by tools/schema-types.ts from the migrations: change those, then run \`node tools/schema-types.ts\`.
import type { ColumnType, Generated } from 'kysely';

/** A jsonb column: parsed when read, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;
/** A jsonb column with a default. */
export type GeneratedJson = ColumnType<unknown, string | undefined, string>;

${interfaces.join('\n')}
/** Every table, as Kysely takes it. */
${schema}`;
  return format(text, { ...(await resolveConfig(SCHEMA)), filepath: SCHEMA });
}

/**
 * Of a column `a` of a table or view `t`: where its values are stored. Of a view, that is the column of the same name of its table; one that is
 * worked out is its own.
 */
export const STORED_COLUMN = sql`(
  select c.* from pg_attribute c where (c.attrelid, c.attnum) = (a.attrelid, a.attnum) or t.relkind = 'v' and c.attname = a.attname
    and (c.attrelid, c.attnum) in (select d.refobjid, d.refobjsubid from pg_depend d join pg_rewrite r on r.oid = d.objid
      where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and r.ev_class = t.oid)
  order by c.attrelid = a.attrelid limit 1)`;

async function readColumns(db: Kysely<any>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select t.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not s.attnotnull as nullable,
      s.atthasdef or s.attidentity <> '' as made,
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = s.attrelid and k.contype = 'c'
        and k.conkey = array[s.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[''[^'']*''::text' limit 1) as choices
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    cross join lateral ${STORED_COLUMN} s
    where t.relkind in ('r', 'v') and t.relnamespace = 'public'::regnamespace
    order by t.relname collate "C", a.attnum`.execute(db);
  return rows;
}

function columnType({ table, column, type, nullable, made, choices }: Column): string {
  const plain = TYPES[type];
  if (plain === undefined) {
    throw new Error(`${table}.${column}: tools/schema-types.ts knows no TypeScript type for ${type}`);
  }
  if (plain === 'Json') return `${made ? 'GeneratedJson' : 'Json'}${nullable ? ' | null' : ''}`;
  const union =
    choices === null ? plain : [...choices.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ');
  const full = nullable ? `${union} | null` : union;
  return made ? `Generated<${full}>` : full;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

if (import.meta.main) {
  const database = await testDatabase();
  try {
    writeFileSync(SCHEMA, await schemaTypes(database.db));
  } finally {
    await database.close();
  }
}
