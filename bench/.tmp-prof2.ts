import pg from 'pg';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { readConfig, SiteFile } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/log.ts';
import { createSites } from '#server/sites.ts';
import { listComics } from '#server/features/comics/queries.ts';
import { listingOf, pickPage } from '#server/features/comics/queries-listing.ts';
import { cardsOf } from '#server/features/comics/cards.ts';
import { ComicPage, ComicQuery } from '#contract/comics.ts';
import { cardRows } from '#server/db/cards.ts';
const url = 'postgres://test@127.0.0.1:54877/bench';
const database = await openDatabase({ dataDir: '/tmp/feat/none', url });
const config = { ...readConfig({}, '/tmp/feat'), site: SiteFile.parse({ limits: { readsPerMinute: 0 } }) };
const deps: any = { config, database, db: database.db, reads: database.reads, now: () => new Date(), secret: 's', log: createLog('silent'), sites: createSites(config), blobs: {}, renderer: {} };
const app = await buildApp(deps); await app.ready();
const bare = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_custom_plan' }); await bare.connect();
async function time(name: string, work: () => unknown, n = 1000) {
  for (let i = 0; i < 50; i++) await work();
  const t: number[] = [];
  for (let i = 0; i < n; i++) { const s = performance.now(); await work(); t.push(performance.now() - s); }
  t.sort((a, b) => a - b);
  console.log(name.padEnd(50), 'p50', t[t.length >> 1]!.toFixed(3).padStart(8));
}
const viewing: any = { site: config.site, viewer: { id: null, role: 'guest' }, rating: 'all', hidden: [], locale: 'en', origin: 'http://x', imageOrigin: 'http://x' };
const query = ComicQuery.parse({});
const listing = listingOf(query, new Date());
const db = database.reads;
const q1 = `select c.id,c.slug,c.title,c.alternative_title,c.description,c.pages,c.uploaded_at,c.terms,c.cover,c.status,c.rating,c.premium,s.favorites,s.total,i.variants,i.color from comics c join comic_stats s on s.comic_id=c.id left join images i on i.hash=c.cover where c.state='published' order by c.uploaded_at desc, c.id desc limit 18`;
const compiled = sql`select c.id from comics c where c.state='published' order by c.uploaded_at desc, c.id desc limit 18`;
await time('inject comics', () => app.inject({ url: '/api/comics?nsfw=true', headers: { host: 'x' } }), 4000); for (let r = 0; r < 0; r++) {
await time('bare named', () => bare.query({ name: 'm', text: q1 }));
await time('bare unnamed', () => bare.query(q1));
await time('kysely select 1', () => sql`select 1`.execute(db));
await time('kysely ids', () => compiled.execute(db));
const picked = pickPage(viewing, listing, { offset: 0, limit: 18, reversed: false, path: 'gather' });
await time('cardRows', () => cardRows(db, 'en', picked));
await time('listComics', () => listComics(db, viewing, 'en', listing, 0, 18));
const { rows } = await listComics(db, viewing, 'en', listing, 0, 18);
await time('cardsOf', () => cardsOf(deps, db, viewing, rows));
const data = await cardsOf(deps, db, viewing, rows);
const page = { current_page: 1, data, first_page_url: '', from: 1, last_page: 1, last_page_url: '', next_page_url: null, path: '', per_page: 18, prev_page_url: null, to: 18, total: 1 };
await time('zod encode', () => ComicPage.safeEncode(page as any));
await time('JSON.stringify', () => JSON.stringify(page));
await time('query parse', () => ComicQuery.parse({}));
await time('inject health', () => app.inject({ url: '/health/live', headers: { host: 'x' } }));
await time('inject config', () => app.inject({ url: '/api/config', headers: { host: 'x' } }));
await time('inject comics', () => app.inject({ url: '/api/comics?nsfw=true', headers: { host: 'x' } }));
}
console.log(compiled.compile(db).sql);
const picked = pickPage(viewing, listing, { offset: 0, limit: 18, reversed: false, path: 'gather' });
await app.close(); await bare.end(); await database.close();
