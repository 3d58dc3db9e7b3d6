import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullApp } from '../../tools/route-matrix.ts';
import { withTransaction } from '../db/database.ts';
import { createChapter } from '../features/chapters/chapters.ts';
import { createComic, publishComic } from '../features/comics/comics.ts';
import { findOrCreateTerms } from '../features/taxonomy/taxonomy.ts';
import type { TestApp } from '../testing/app.ts';
import { processorTimeUntil } from '../testing/processor-time.ts';
import { seededRandom } from '../testing/random.ts';
import { member } from '../testing/member.ts';

/*
 * Every route of the API, called by a member with values that programs stumble over: in its address, its query and in each
 * field of its body, as the API's own description names them. Routes that are added later join by themselves.
 */

interface Schema { additionalProperties?: Schema | boolean; type?: string; enum?: unknown[]; const?: unknown; anyOf?: Schema[]; items?: Schema; properties?: Record<string, Schema>; minimum?: number; default?: unknown }
interface Operation { parameters?: { name: string; in: string }[]; requestBody?: { content: Record<string, { schema: Schema }> } }

const CALLS = 900;
/** The processor's milliseconds that no call may take, tried three times (security, S-38). */
const PATIENCE = 200;
const WORDS = [
  '', '0', '-1', '1.5', '1e9', '1e309', 'NaN', '2147483647', '2147483648', '9007199254740993', '99999999999999999999', 'true', 'null', '[]', '__proto__', 'constructor', 'toString', "'", "' or 1=1 --", '%', '_', '\\',
  '\0', 'a\0b', '\ud800', 'a\udfffb', '\ufffe', '\u202eabc', '\u200b', '😀', '\r\nBcc: a@b.test', '../../etc/passwd', 'a@b.test', 'https://[::1]:1/', 'https://user:pass@169.254.169.254/', '1999-99-99T99:99:99Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z',
  '0001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', 'a'.repeat(31), 'é'.repeat(280), '\u0301'.repeat(250),
];
const VALUES: unknown[] = [
  ...WORDS, ...WORDS, null, true, 0, -1, 1.5, 1e308, 2_147_483_648, 9_007_199_254_740_992, -0, [], {}, [null], [[]], ['\0'], [1e20], { a: 1 }, Array.from({ length: 600 }, (_one, at) => at),
  JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'), 'w'.repeat(100_000), ' '.repeat(100_000), '@'.repeat(100_000), '\u0301'.repeat(50_000), `${'a'.repeat(50_000)}@${'a.'.repeat(25_000)}`, '||'.repeat(50_000), '[]('.repeat(30_000),
];

let site: TestApp;
let known: Record<string, string[]>;
beforeAll(async () => {
  site = await fullApp();
  const other = await member(site.deps.db);
  const terms = await withTransaction(site.deps.db, (tx) => findOrCreateTerms(tx, (['tag', 'artist', 'author', 'character', 'group', 'parody'] as const).map((kind) => ({ kind, name: 'Veil' }))));
  const comic = await withTransaction(site.deps.db, async (tx) => {
    const made = await createComic(tx, { title: 'Odd', terms, oneshot: false });
    await createChapter(tx, made.id, { number: '1', name: 'One' });
    await publishComic(tx, made.id);
    return made;
  });
  await site.deps.db.insertInto('comments').values({ comic_id: comic.id, user_id: other.id, text: 'words', html: '<p>words</p>' }).execute();
  known = { slug: [comic.slug, String(comic.id), 'veil'], comic: [String(comic.id)], chapter: ['chapter-1'], username: [other.username], id: ['1'] };
});
afterAll(() => site.close());

it('never fails and never takes long, whatever a member sends', async () => {
  const random = seededRandom(7);
  const pick = <One>(from: readonly One[]) => from[Math.floor(random() * from.length)] as One;
  const { paths } = site.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))).filter(({ path }) => path.startsWith('/api/') && !path.endsWith('/live'));
  const { db } = site.deps;
  const example = (schema: Schema): unknown => {
    if (schema.const !== undefined) { return schema.const; }
    if (schema.enum) { return pick(schema.enum); }
    if (schema.anyOf) { return example(pick(schema.anyOf)); }
    switch (schema.type) {
      case 'object': return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, example(each)]));
      case 'array': return [example(schema.items ?? {})];
      case 'integer': case 'number': return Math.max(1, schema.minimum ?? 1);
      case 'boolean': return true;
      case 'null': return null;
      default: return pick(['some words', 'a@b.test', '2026-01-01T00:00:00Z', '1']);
    }
  };
  /** An example in which one value, however deep, is odd. */
  const odd = (schema: Schema): unknown => {
    const { properties, items, type } = schema.anyOf ? pick(schema.anyOf) : schema;
    if (random() < 0.05) { return pick(VALUES); }
    if (type === 'object' && properties && Object.keys(properties).length > 0) {
      const chosen = pick(Object.keys(properties));
      return { ...example({ type, properties }) as object, [chosen]: odd(properties[chosen] as Schema) };
    }
    if (type === 'object' && typeof schema.additionalProperties === 'object') { return { [pick(WORDS)]: pick(WORDS) }; }
    if (type === 'array' && items && random() < 0.7) { return [odd(items)]; }
    return pick(type === 'string' && random() < 0.8 ? WORDS : VALUES);
  };
  const wrong: string[] = [];
  const slow: string[] = [];
  const users = await Promise.all(Array.from({ length: 4 }, () => member(db, { role: 'admin' })));
  for (let call = 0; call < CALLS; call += 1) {
    const { path, method, operation } = operations[call % operations.length] as (typeof operations)[number];
    const body = operation.requestBody?.content['application/json']?.schema;
    const oddAddress = random() < (body ? 0.15 : 0.5);
    const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent((oddAddress ? pick(WORDS) : pick(known[name] ?? ['1'])).toWellFormed()));
    const queries = operation.parameters?.filter((each) => each.in === 'query' && !['lang', 'nsfw'].includes(each.name)) ?? [];
    const query = queries.length > 0 && random() < 0.7 ? `?${[0].map(() => `${pick(queries).name}=${encodeURIComponent(pick(WORDS).toWellFormed())}`).join('&')}` : '';
    const asking = (/logout/.test(path) || (/account\/sessions|\/account$|\/ban$/.test(path) && method !== 'get')) ? await member(db, { role: 'admin' }) : pick(users);
    const raw = /avatar$|import$/.test(path) && method !== 'delete' ? pick([Buffer.from([0x1f, 0x8b, 8, 0, 0]), Buffer.from('{"__proto__":{}}'), Buffer.from('<myanimelist>'), Buffer.alloc(200, 0xff)]) : undefined;
    const sent = body ? JSON.stringify(odd(body)) : raw;
    const type = raw === undefined ? 'application/json' : pick(['application/octet-stream', 'image/png', 'application/json']);
    const ask = async () => {
      const { took, result: { statusCode } } = await processorTimeUntil(async () => site.app.inject({
        method: method.toUpperCase() as 'GET', url: address + query, headers: { ...asking.headers, host: 'comics.test', 'user-agent': 'OldReader/1.0', ...(sent === undefined ? {} : { 'content-type': type }) },
        ...(sent === undefined ? {} : { payload: sent }),
      }));
      return { status: statusCode, took };
    };
    // A file to import is read in a process of its own, which has to start; nobody waits for it meanwhile.
    const patience = path.endsWith('/import') ? 10 * PATIENCE : PATIENCE;
    let answer = await ask();
    const line = `${method} ${address}${query} ${String(sent).slice(0, 300)}`;
    if (answer.status === 500) { wrong.push(line); }
    for (let tries = 1; tries < 3 && answer.took > patience; tries += 1) { answer = await ask(); }
    if (answer.took > patience) { slow.push(line); }
  }
  expect(wrong).toEqual([]);
  expect(slow).toEqual([]);
});
