// Works on what is to be transferred, in a process of its own, which a test kills: `node transfer-child.ts DATA FOLDER [begin]`.
import { readConfig } from '#server/config/config.ts';
import { openDeps } from '#server/deps.ts';
import { createLog } from '#server/log.ts';
import { buildWorker } from '#server/worker.ts';
import { sql } from 'kysely';
import { beginMadara, resumeTransfer } from '../transfers.ts';

const [data = '', folder = ''] = process.argv.slice(2);
const config = readConfig(
  { KOMAWARI_DATA: data, KOMAWARI_IMPORT_FOLDER: folder, KOMAWARI_IMAGE_PROCESSES: '2' },
  folder,
);
const deps = await openDeps(config, createLog('error'));
const worker = buildWorker(deps);
const state = async (): Promise<{ id: number; state: string; by: number } | undefined> =>
  (
    await sql<{ id: number; state: string; by: number }>`
      select id, state, user_id as by /* never null: nobody goes */ from transfers order by id desc limit 1`.execute(
      deps.db,
    )
  ).rows[0];
if ((await state()) === undefined) {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, username_key, email, password, role, verified_at) values ('root', 'root', 'root@example.test', '-', 'admin', now())
    on conflict (username_key) do update set role = 'admin' returning id`.execute(deps.db);
  await beginMadara(deps, rows[0]!.id, {
    dump: 'site.sql',
    uploads: 'uploads',
    address: 'https://old.example/manga/',
    publish: true,
    incomplete: false,
    chapters: 'now',
    rating: null,
    language: null,
  });
}
worker.start();
console.log('started');
for (;;) {
  const now = await state();
  if (now?.state === 'ready' || now?.state === 'failed') {
    await resumeTransfer(deps, now.by, now.id);
  }
  if (now?.state === 'done') break;
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
}
await worker.close();
const { rows } = await sql`
  select (select count(*)::int from comics where state = 'published') as comics, (select count(*)::int from chapters) as chapters,
    (select count(*)::int from pages) as pages, (select count(*)::int from comments) as comments, (select count(*)::int from favorites) as favorites,
    (select count(*)::int from users where role = 'user') as members, (select sum(total)::int from comic_stats) as views,
    (select count(*)::int from old_addresses) as addresses, (select count(*)::int from transfer_rows) as rows,
    (select count(*)::int from transfer_items where state = 'imported') as lines,
    (select count(*)::int from import_pages) as unfinished`.execute(deps.db);
console.log(JSON.stringify(rows[0]));
await deps.close();
