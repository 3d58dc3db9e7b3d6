import type { CopySession } from './copy-session.ts';
import { listTables, NOT_OF_ONE_SERVER, quoteName, type CopiedTable } from './layout.ts';

/** The rows of a table: how many, and a sum over all of them that does not depend on their order. */
export interface TableSum {
  name: string;
  count: number;
  sum: string;
}

/** Sums up the rows of every table; two databases with the same rows have the same sums. */
export async function sumTables(session: CopySession): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of await listTables(session)) {
    sums.push(await sumTable(session, table));
  }
  return sums;
}

async function sumTable(session: CopySession, { name, columns }: CopiedTable): Promise<TableSum> {
  const row = `row(${columns.map((column) => `t.${quoteName(column)}`).join(', ')})::text collate "C"`;
  const [found] = await session.ask<{ count: number; sum: string }>(
    `select count(*) as count, coalesce(sum(hashtextextended(${row}, 0)::numeric), 0)::text as sum from ${quoteName(name)} t
     where ${name === 'settings' ? NOT_OF_ONE_SERVER : true}`,
  );
  return { name, ...found! };
}

/** The tables whose rows differ between two databases. */
export function differingTables(one: readonly TableSum[], other: readonly TableSum[]): string[] {
  const sums = new Map(other.map(({ name, count, sum }) => [name, `${count} ${sum}`]));
  const missing = other.filter(({ name }) => !one.some((table) => table.name === name)).map(({ name }) => name);
  return [
    ...one.filter(({ name, count, sum }) => sums.get(name) !== `${count} ${sum}`).map(({ name }) => name),
    ...missing,
  ];
}
