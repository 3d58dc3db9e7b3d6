import type { CopySession } from './copy-session.ts';
import { NOT_OF_ONE_SERVER, quoteName, target, type CopiedSequence, type CopiedTable } from './layout.ts';

/** A table to be filled: how many rows it gets, and these part by part in PostgreSQL's text format. */
export interface LoadedTable extends CopiedTable {
  rows: number;
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Rows up to which a table keeps its indexes while they come in: to make them anew takes longer. */
const FEW_ROWS = 1000;

/** A constraint or an index that is taken away while rows come in, and how it is made again. */
interface Aside {
  drop: string;
  make: string;
}

/**
 * Fills a database with the rows of another, in place of everything that is in it: all of it or nothing. No trigger runs; what
 * refers to other rows is checked at the end, when indexes are made, too.
 *
 * @param beforeItCounts what has to have gone well until then; nothing.
 * @throws what the database says of rows that it cannot take, and what `beforeItCounts` throws.
 */
export async function loadDatabase(
  session: CopySession,
  {
    tables,
    sequences,
    beforeItCounts,
  }: {
    tables: readonly LoadedTable[];
    sequences: readonly CopiedSequence[];
    beforeItCounts?: () => Promise<void>;
  },
): Promise<void> {
  await session.ask('begin');
  try {
    await session.ask(`set local maintenance_work_mem = '256MB'`);
    const names = await session.ask<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`,
    );
    const filled = tables.filter(({ rows }) => rows > 0);
    const large = filled.filter(({ rows }) => rows > FEW_ROWS);
    const aside = [...(await listReferences(session, filled)), ...(await listIndexes(session, large))];
    for (const { drop } of aside) {
      await session.ask(drop);
    }
    const triggered = await listTriggered(session);
    for (const { name } of triggered) {
      await session.ask(`alter table ${quoteName(name)} disable trigger user`);
    }
    await session.ask(`truncate ${names.map(({ name }) => quoteName(name)).join(', ')}`);
    for (const table of tables) {
      for await (const rows of table.parts) {
        await session.copyIn(target(table), rows);
      }
    }
    // Indexes first: what refers to rows is looked up in them.
    for (const { make } of aside.toReversed()) {
      await session.ask(make);
    }
    for (const { name } of triggered) {
      await session.ask(`alter table ${quoteName(name)} enable trigger user`);
    }
    for (const { name, value, called } of sequences) {
      await session.ask(`select setval($1::regclass, $2, $3)`, [quoteName(name), value, called]);
    }
    await session.ask(`delete from settings where not (${NOT_OF_ONE_SERVER})`);
    await beforeItCounts?.();
    await session.ask('commit');
  } catch (error) {
    await session.ask('rollback').catch(() => {});
    throw error;
  }
  await session.ask('analyze');
}

/** Tables that have triggers of the product. */
async function listTriggered(session: CopySession): Promise<{ name: string }[]> {
  return session.ask(`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1`);
}

/** Those by which rows of `tables` refer to others. */
async function listReferences(session: CopySession, tables: readonly CopiedTable[]): Promise<Aside[]> {
  const found = await session.ask<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and c.relname = any ($1) order by conrelid, conname`,
    [tables.map(({ name }) => name)],
  );
  return found.map(({ table, name, definition }) => ({
    drop: `alter table ${table} drop constraint ${quoteName(name)}`,
    make: `alter table ${table} add constraint ${quoteName(name)} ${definition}`,
  }));
}

/** Those of `tables` that no constraint needs. */
async function listIndexes(session: CopySession, tables: readonly CopiedTable[]): Promise<Aside[]> {
  const found = await session.ask<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1) and not i.indisprimary
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
    [tables.map(({ name }) => name)],
  );
  return found.map(({ name, definition }) => ({ drop: `drop index ${name}`, make: definition }));
}
