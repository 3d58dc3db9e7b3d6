import type { CopySession } from './copy-session.ts';

/** A table as it is copied. */
export interface CopiedTable {
  name: string;
  /** The columns that are not computed from others. */
  columns: string[];
}

/** A sequence and where it stands. */
export interface CopiedSequence {
  name: string;
  value: number;
  /** Whether the value was given out. */
  called: boolean;
}

/** The row of `settings` that names a transaction of one server, as a condition for all others. */
export const NOT_OF_ONE_SERVER = `key <> 'catalogue_forgotten'`;

/**
 * The tables of the product that are copied, by name. The list of migrations is not: the copy has had them by itself. Nor are
 * changes that running processes follow by the transactions of one server, by which such tables have their rows.
 */
export async function listTables(session: CopySession): Promise<CopiedTable[]> {
  return session.ask<CopiedTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      and not exists (
        select from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary and k.atttypid = 'xid8'::regtype)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
}

/** The sequences of the product by name. */
export async function listSequences(session: CopySession): Promise<CopiedSequence[]> {
  const names = await session.ask<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`);
  const found: CopiedSequence[] = [];
  for (const { name } of names) {
    const [state] = await session.ask<{ value: number; called: boolean }>(
      `select last_value as value, is_called as called from ${quoteName(name)}`,
    );
    found.push({ name, value: state!.value, called: state!.called });
  }
  return found;
}

/** The migrations that a database has had, in their order. */
export async function listMigrations(session: CopySession): Promise<{ name: string; hash: string }[]> {
  return session.ask(`select name, hash from migrations order by name`);
}

/** A name as it stands in a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table with its columns, as `copy` takes it. */
export function target({ name, columns }: CopiedTable): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}
