import type { CopySession } from './copy-session.ts';
import { NOT_OF_ONE_SERVER, quoted, target, type CopiedSequence, type CopiedTable } from './layout.ts';

/** A table to be filled, and its rows part by part in PostgreSQL's text format. */
export interface LoadedTable extends CopiedTable {
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

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
    tables: AsyncIterable<LoadedTable>;
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
    const aside = [...(await listReferences(session)), ...(await listIndexes(session))];
    for (const { drop } of aside) {
      await session.ask(drop);
    }
    for (const { name } of names) {
      await session.ask(`alter table ${quoted(name)} disable trigger user`);
    }
    await session.ask(`truncate ${names.map(({ name }) => quoted(name)).join(', ')}`);
    for await (const table of tables) {
      for await (const rows of table.parts) {
        await session.copyIn(target(table), rows);
      }
    }
    // Indexes first: what refers to rows is looked up in them.
    for (const { make } of aside.toReversed()) {
      await session.ask(make);
    }
    for (const { name } of names) {
      await session.ask(`alter table ${quoted(name)} enable trigger user`);
    }
    for (const { name, value, called } of sequences) {
      await session.ask(`select setval($1::regclass, $2, $3)`, [quoted(name), value, called]);
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

async function listReferences(session: CopySession): Promise<Aside[]> {
  const found = await session.ask<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`);
  return found.map(({ table, name, definition }) => ({
    drop: `alter table ${table} drop constraint ${quoted(name)}`,
    make: `alter table ${table} add constraint ${quoted(name)} ${definition}`,
  }));
}

/** Those that no constraint needs. */
async function listIndexes(session: CopySession): Promise<Aside[]> {
  const found = await session.ask<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not i.indisprimary
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`);
  return found.map(({ name, definition }) => ({ drop: `drop index ${name}`, make: definition }));
}
