import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig, SiteFile } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/log.ts';
import { createSites } from '#server/sites.ts';
const url = 'postgres://test@127.0.0.1:54877/bench';
const database = await openDatabase({ dataDir: '/tmp/feat/none', url });
const config = { ...readConfig({}, '/tmp/feat'), site: SiteFile.parse({ limits: { readsPerMinute: 0 } }) };
const deps: any = { config, database, db: database.db, reads: database.reads, now: () => new Date(), secret: 's', log: createLog('silent'), sites: createSites(config), blobs: {}, renderer: {} };
const app = await buildApp(deps); await app.ready();
const bare = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_custom_plan' }); await bare.connect();
const only = process.argv[2];
async function time(name: string, work: () => Promise<unknown>, n = 60) {
  if (only && !name.includes(only)) { return; }
  const t: number[] = [];
  const first = performance.now(); await work(); const cold = performance.now() - first;
  for (let i = 0; i < 3; i++) await work();
  for (let i = 0; i < n; i++) { const s = performance.now(); await work(); t.push(performance.now() - s); if (t.reduce((a,b)=>a+b,0) > 4000) break; }
  t.sort((a, b) => a - b);
  console.log(name.padEnd(60), 'cold', cold.toFixed(1).padStart(8), 'p50', t[t.length >> 1]!.toFixed(2).padStart(8), 'p95', t[Math.floor(t.length * .95)]!.toFixed(2).padStart(8));
}
const get = (path: string) => async () => { const a = await app.inject({ url: path, headers: { host: 'x.test' } }); if (a.statusCode !== 200) throw new Error(path + a.body.slice(0,300)); return a; };
await time('bare SQL latest 18', () => bare.query({ name: 'l', text: `select c.id,c.slug,c.title,c.alternative_title,c.description,c.pages,c.uploaded_at,c.terms,c.cover,c.status,c.rating,c.premium from comics c where c.state='published' order by c.uploaded_at desc, c.id desc limit 18` }), 300);
await time('bare SQL latest 18 with stats,image', () => bare.query({ name: 'm', text: `select c.id,c.slug,c.title,c.alternative_title,c.description,c.pages,c.uploaded_at,c.terms,c.cover,c.status,c.rating,c.premium,s.favorites,s.total,i.width,i.height,i.variants,i.color from comics c join comic_stats s on s.comic_id=c.id left join images i on i.hash=c.cover where c.state='published' order by c.uploaded_at desc, c.id desc limit 18` }), 300);
const t = (await bare.query(`select t.kind, (array_agg(t.id order by n.safe+n.suggestive+n.explicit desc))[1:10] ids from terms t join term_counts n on n.term_id=t.id group by 1`)).rows;
const ids = Object.fromEntries(t.map((r: any) => [r.kind, r.ids]));
console.log(ids.tag, ids.language);
const [a, b, c] = ids.tag; const lang = ids.language[0];
await time('api latest', get('/api/comics?nsfw=true'), 300);
await time('api latest safe', get('/api/comics'), 300);
await time('api latest page 50', get('/api/comics?nsfw=true&page=50'));
await time('api latest page 1000', get('/api/comics?nsfw=true&page=1000'));
await time('api latest page middle', get('/api/comics?nsfw=true&page=27000'));
await time('api latest last page', get('/api/comics?nsfw=true&page=55555'));
await time('api latest 100', get('/api/comics?nsfw=true&per_page=100'));
for (const sort of ['title', 'pages', 'favorites', 'views', 'random', 'popularity', 'popularity&duration=day', 'popularity&duration=week']) {
  await time(`api sort ${sort}`, get(`/api/comics?nsfw=true&sort=${sort}`));
  await time(`api sort ${sort} safe`, get(`/api/comics?sort=${sort}`));
  await time(`api sort ${sort} + tag`, get(`/api/comics?nsfw=true&sort=${sort}&tags=${b}`));
  await time(`api sort ${sort} + 3 tags lang`, get(`/api/comics?nsfw=true&sort=${sort}&tags=${a}&tags=${b}&tags=${c}&languages=${lang}`));
}
await time('api 1 popular tag', get(`/api/comics?nsfw=true&tags=${a}`));
await time('api 1 popular tag page 500', get(`/api/comics?nsfw=true&tags=${a}&page=500`));
await time('api rare artist', get(`/api/comics?nsfw=true&artists=${ids.artist[9]}`));
await time('api status', get(`/api/comics?nsfw=true&statuses=onhold`));
await time('api attributes', get(`/api/comics?nsfw=true&attributes=translated&attributes=rewritten`));
await time('api not tag', get(`/api/comics?nsfw=true&not_tags=${a}`));
for (const q of ['moon', 'the', 'a', '海', '星の', 'night garden', 'кот', 'zzzzqq', 'قمر', 'love']) {
  await time(`api q=${q}`, get(`/api/comics?nsfw=true&q=${encodeURIComponent(q)}`), 30);
  await time(`api q=${q} latest`, get(`/api/comics?nsfw=true&sort=uploaded_at&q=${encodeURIComponent(q)}`), 30);
}
await time('api random', get('/api/comics/random?nsfw=true'));
await time('api comic', get('/api/comics/500000'));
for (const k of ['tags', 'characters', 'artists']) {
  await time(`api ${k} landing`, get(`/api/${k}?landing=true&sort=comics_count&per_page=12&nsfw=true`));
  await time(`api ${k} by name page 100`, get(`/api/${k}?sort=name&page=100&nsfw=true`));
  await time(`api ${k} q`, get(`/api/${k}?q=ma&nsfw=true`));
  await time(`api ${k} typo`, get(`/api/${k}?q=qimotho&nsfw=true`));
}
await app.close(); await bare.end(); await database.close();
