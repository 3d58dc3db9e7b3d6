import type { CopySession } from './copy-session.ts';
import { quoteName } from './layout.ts';

/** Takes everything of the product out of a database: tables, sequences, functions, and with the tables the list of migrations. What belongs to an extension stays. */
export async function emptyDatabase(session: CopySession): Promise<void> {
  await session.ask('begin');
  const tables = await session.ask<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of tables) {
    await session.ask(`drop table if exists ${quoteName(name)} cascade`);
  }
  const sequences = await session.ask<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  );
  for (const { name } of sequences) {
    await session.ask(`drop sequence if exists ${quoteName(name)} cascade`);
  }
  const functions = await session.ask<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  for (const { name } of functions) {
    await session.ask(`drop function if exists ${name} cascade`);
  }
  await session.ask('commit');
}
