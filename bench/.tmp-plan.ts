import pg from 'pg';
import { readFileSync } from 'node:fs';
const c = new pg.Client({ connectionString: 'postgres://test@127.0.0.1:54877/bench', options: '-c plan_cache_mode=force_custom_plan' }); await c.connect();
const q = readFileSync('/tmp/feat/q.sql', 'utf8').replace(/^explain.*\n/, '').replace(/;\s*$/, '');

const cols = "c.id, c.linkcode, c.slug, c.title, c.alternative_title, c.description, c.rewritten, c.translated, c.speechless, to_char(c.uploaded_at at time zone 'UTC', 'YYYY-MM-DD') as uploaded_at, c.pages, c.status, c.state, c.chapters_count, c.premium, c.oneshot, c.rating, c.direction, c.terms, c.cover";
const total = ", coalesce((select n.safe+n.suggestive+n.explicit from term_counts n where n.term_id = 0), 0) as total";
const words = ", (select array[t.title, t.description] from comic_translations t where t.comic_id = c.id and t.locale = 'en') as words";
const img = ", (select row_to_json(x) from (select i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color from images i where i.hash = c.cover) x) as image";
const pick = "select c.id from (select v.* from comics v where v.state = 'published') c where true order by c.uploaded_at desc, c.id desc limit 18 offset 0";
const p = `(select q.id, row_number() over () as place from (${pick}) q) p join comics c on c.id = p.id`;
const variants: Record<string, string> = { full: q,
 words: `select ${cols}, s.favorites, s.total as views, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color ${words}${total} from ${p} join comic_stats s on s.comic_id = c.id left join images i on i.hash = c.cover order by p.place`,
 wordsNoTotal: `select ${cols}, s.favorites, s.total as views, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color ${words} from ${p} join comic_stats s on s.comic_id = c.id left join images i on i.hash = c.cover order by p.place`,
 wordsImg: `select ${cols}, s.favorites, s.total as views ${img} ${words}${total} from ${p} join comic_stats s on s.comic_id = c.id order by p.place`,
 direct: `select ${cols}, s.favorites, s.total as views, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color ${words}${total} from (select v.* from comics v where v.state = 'published') c join comic_stats s on s.comic_id = c.id left join images i on i.hash = c.cover order by c.uploaded_at desc, c.id desc limit 18`,
 directin: `select ${cols}, s.favorites, s.total as views, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color ${words}${total} from (select v.* from comics v where v.state = 'published' order by v.uploaded_at desc, v.id desc limit 18) c join comic_stats s on s.comic_id = c.id left join images i on i.hash = c.cover order by c.uploaded_at desc, c.id desc`,
 bare: `select c.id,c.slug,c.title,c.alternative_title,c.description,c.pages,c.uploaded_at,c.terms,c.cover,c.status,c.rating,c.premium,s.favorites,s.total,i.variants,i.color from comics c join comic_stats s on s.comic_id=c.id left join images i on i.hash=c.cover where c.state='published' order by c.uploaded_at desc, c.id desc limit 18`,
};
for (const limit of [8, 1]) { await c.query(`set join_collapse_limit=${limit}`); console.log('collapse', limit);
for (const [name, text] of Object.entries(variants)) {
  let plan = 0, exec = 0; 
  for (let i = 0; i < 40; i++) { const r = await c.query('explain (analyze, summary, timing off, format json) ' + text); const j = r.rows[0]['QUERY PLAN'][0]; if (i >= 10) { plan += j['Planning Time']; exec += j['Execution Time']; } }
  const t: number[] = []; for (let i = 0; i < 300; i++) { const s = performance.now(); await c.query(text); t.push(performance.now() - s); } t.sort((a,b)=>a-b);
  const t2: number[] = []; for (let i = 0; i < 300; i++) { const s = performance.now(); await c.query({ text, name }); t2.push(performance.now() - s); } t2.sort((a,b)=>a-b);
  console.log(name.padEnd(16), 'plan', (plan / 30).toFixed(2), 'exec', (exec / 30).toFixed(2), 'wall', t[150]!.toFixed(2), 'named', t2[150]!.toFixed(2));
}
}
await c.end();
