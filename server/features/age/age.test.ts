import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RTA_LABEL } from '#contract/age.ts';
import { withTransaction } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { SiteFile } from '#server/config/site-file.ts';
import { ageMode, writePass } from '#server/http/access/age-gate.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { pathWithin } from './path-within.ts';
import { answerSignature } from './provider.ts';

const SECRET = 'a-secret-that-the-provider-has-too';
const provider = { name: 'Checker', url: 'https://check.test/start?client=7', secret: SECRET };
const clock = { now: new Date() };
let site: TestApp;
let source: Awaited<ReturnType<typeof sourceSite>>;
let picture = '';
const MODES = ['open.test', 'word.test', 'checked.test', 'other.test'] as const;

beforeAll(async () => {
  source = await sourceSite();
  const on = (id: string, ageGate: object) => ({
    id,
    hosts: [`${id}.test`],
    features: ['nsfw' as const, 'tags' as const, 'comments' as const],
    ageGate,
  });
  site = await testApp(
    {},
    () => clock.now,
    (app, deps) => serveSite(app, deps, source),
    [
      on('open', { mode: 'off' }),
      on('word', { mode: 'self-declaration', days: 7 }),
      on('checked', { mode: 'external', provider, days: 7 }),
      on('other', { mode: 'external', provider }),
      { id: 'adult', hosts: ['adult.test'], features: ['tags'], nsfw: true, ageGate: {} },
    ],
  );
  const { db, blobs } = site.deps;
  picture = await plantPicture(db, blobs);
  const safe = await plantPicture(db, blobs, 10);
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Loud night', rating: 'explicit' }, picture));
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Quiet garden', rating: 'safe' }, safe));
});
afterAll(() => site?.close());

/** A call to one of the sites, with cookies, by a guest or a member. */
async function call(
  host: string,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  {
    jar = {},
    who,
    form,
    body,
    headers = {},
  }: {
    jar?: Record<string, string>;
    who?: Member;
    form?: Record<string, string>;
    body?: object;
    headers?: Record<string, string>;
  } = {},
) {
  const answer = await site.app.inject({
    method,
    url,
    cookies: jar,
    headers: {
      host,
      ...who?.headers,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : body ? { payload: body } : {}),
  });
  const set = Object.fromEntries(answer.cookies.map(({ name, value, maxAge }) => [name, { value, maxAge }]));
  return {
    status: answer.statusCode,
    text: answer.body,
    location: String(answer.headers.location ?? ''),
    set,
    headers: answer.headers,
    json: answer.headers['content-type']?.includes('json') ? answer.json() : null,
  };
}

/** Whether a browser with these cookies is shown the explicit work on its page. */
async function shows(host: string, jar: Record<string, string>): Promise<boolean> {
  const { text } = await call(host, 'GET', '/en/comic/loud-night', { jar: { nsfw: 'true', ...jar } });
  expect(text).toContain('Loud night');
  return text.includes(picture);
}

/** Sends a browser to the provider and answers its cookie and what the provider was asked. */
async function sent(host: string, { next = '/en/comic/loud-night', who }: { next?: string; who?: Member } = {}) {
  const { location, set } = who
    ? await call(host, 'POST', '/api/age', { who, body: { next } }).then((answer) => ({
        ...answer,
        location: answer.json.location as string,
      }))
    : await call(host, 'GET', `/en/age/check?next=${encodeURIComponent(next)}`);
  return { age: set.age!.value, asked: Object.fromEntries(new URL(location).searchParams), location };
}

const inSeconds = (seconds: number) => Math.floor(clock.now.getTime() / 1000) + seconds;

/** The provider's answer as an address of ours. */
function answerFor(
  state: string,
  {
    result = 'over18',
    method = 'document',
    expires = inSeconds(86_400),
    secret = SECRET,
  }: { result?: 'over18' | 'under18' | 'failed'; method?: string; expires?: number; secret?: string } = {},
): string {
  const signature = answerSignature(secret, { state, result, method, expires });
  return `/age/return?${new URLSearchParams({ state, result, method, expires: String(expires), signature })}`;
}

describe('a visitor’s own word', () => {
  it('opens explicit works, to a form without scripts, and leads back to where they were', async () => {
    expect(await shows('word.test', {})).toBe(false);
    const gate = await call('word.test', 'GET', '/en/comic/loud-night');
    expect(gate.text).toMatch(
      /<form class="row" data-own-look="" action="\/en\/age" method="post"><input type="hidden" name="next" value="\/en\/comic\/loud-night"\/>/,
    );
    const { status, location, set, headers } = await call('word.test', 'POST', '/en/age', {
      form: { next: '/en/comic/loud-night' },
      headers: { origin: 'http://word.test', 'sec-fetch-site': 'same-origin' },
    });
    expect([status, location, set.nsfw?.value, set.age?.maxAge]).toEqual([
      303,
      '/en/comic/loud-night',
      'true',
      7 * 86_400,
    ]);
    expect(String(headers['set-cookie'])).toMatch(/age=[^;]+;[^,]*HttpOnly; SameSite=Lax/);
    expect(await shows('word.test', { age: set.age!.value })).toBe(true);
    expect(await shows('word.test', { age: set.age!.value, nsfw: 'false' })).toBe(false);
    const withdrawn = await call('word.test', 'POST', '/en/age', {
      jar: { age: set.age!.value },
      form: { withdraw: '1' },
    });
    expect([withdrawn.set.age, withdrawn.set.nsfw?.value]).toEqual([{ value: '', maxAge: 0 }, 'false']);
  });

  it('is not given by another site’s page', async () => {
    for (const headers of [
      { origin: 'https://elsewhere.test' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      expect((await call('word.test', 'POST', '/en/age', { form: {}, headers })).status).toBe(403);
    }
  });

  it('is asked before the switch counts, which leads back to the root', async () => {
    const { status, location, set } = await call('word.test', 'GET', '/en?nsfw=true');
    expect([status, location, set.nsfw]).toEqual([302, '/en/age?next=%2Fen', undefined]);
    const page = await call('word.test', 'GET', location);
    expect(page.text).toContain('Are you 18 or older?');
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(page.text).toContain('name="next" value="/en"');
    const age = writePass(site.deps.secret, { id: 'word' }, { provider: null, expires: inSeconds(60) });
    expect((await call('word.test', 'GET', '/en?nsfw=true', { jar: { age } })).set.nsfw).toEqual({
      value: 'true',
      maxAge: 60,
    });
  });

  it('is what a site that lists everything by itself waits for: the switch leads to it, and there is none afterwards', async () => {
    const before = await call('adult.test', 'GET', '/en/latest');
    expect([before.text.includes('Loud night'), before.text.includes('role="switch"')]).toEqual([false, true]);
    expect((await call('adult.test', 'GET', '/en?nsfw=true')).location).toBe('/en/age?next=%2Fen');
    const { set } = await call('adult.test', 'POST', '/en/age', { form: { next: 'https://evil.test/' } });
    const after = await call('adult.test', 'GET', '/en/latest', { jar: { age: set.age!.value } });
    expect([after.text.includes('Loud night'), after.text.includes('role="switch"')]).toEqual([true, false]);
    expect((await call('adult.test', 'GET', '/api/comics')).json.total).toBe(1);
  });

  it('of a program is `nsfw=true`; a member’s is kept in their account, opens other browsers, is told, exported and taken back', async () => {
    expect((await call('word.test', 'GET', '/api/comics')).json.total).toBe(1);
    expect((await call('word.test', 'GET', '/api/comics?nsfw=true')).json.total).toBe(2);
    const who = await member(site.deps.db);
    expect((await call('word.test', 'POST', '/api/age/restore', { who })).json).toEqual({ passed: false });
    expect((await call('word.test', 'POST', '/api/age', { who, body: { next: '/en' } })).json).toEqual({
      location: '/en',
    });
    expect((await call('word.test', 'GET', '/api/comics', { who })).json.total).toBe(2);
    const { json, set } = await call('word.test', 'POST', '/api/age/restore?nsfw=false', { who });
    expect(json).toEqual({ passed: true });
    expect(await shows('word.test', { age: set.age!.value })).toBe(true);
    expect((await call('word.test', 'GET', '/api/age', { who })).json).toMatchObject({
      mode: 'self-declaration',
      passed: true,
      account: { method: 'self-declaration', provider: null },
      gate_url: 'http://word.test/en/age',
    });
    // One word opens nothing where a provider checks.
    expect((await call('checked.test', 'GET', '/api/comics?nsfw=true', { who })).json.total).toBe(1);
    expect(await shows('checked.test', { age: set.age!.value })).toBe(false);
    await call('word.test', 'DELETE', '/api/age', { who });
    expect((await call('word.test', 'GET', '/api/age', { who })).json).toMatchObject({ passed: false, account: null });
    expect((await call('word.test', 'GET', '/api/comics', { who })).json.total).toBe(1);
  });
});

describe('a provider’s word', () => {
  it('opens explicit works: the visitor is sent away with a signed question and comes back with a signed answer', async () => {
    const { age, asked, location } = await sent('checked.test');
    expect(location).toMatch(/^https:\/\/check\.test\/start\?client=7&state=/);
    expect(asked).toMatchObject({
      return_to: 'http://checked.test/age/return',
      lang: 'en',
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await shows('checked.test', { age })).toBe(false);
    const back = await call('checked.test', 'GET', answerFor(asked.state!), { jar: { age } });
    expect([back.status, back.location, back.set.age?.maxAge]).toEqual([303, '/en/comic/loud-night', 86_400]);
    expect(await shows('checked.test', { age: back.set.age!.value })).toBe(true);
    expect(
      (await call('checked.test', 'GET', '/api/comics?nsfw=true', { jar: { age: back.set.age!.value } })).json.total,
    ).toBe(2);
    expect(await shows('other.test', { age: back.set.age!.value })).toBe(false);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await shows('checked.test', { age: back.set.age!.value })).toBe(false);
  });

  it('is needed of programs: lists are safe, explicit works answer 451 with the gate, and a member’s key opens both', async () => {
    expect(
      (await call('checked.test', 'GET', '/api/comics?nsfw=true')).json.data.map(
        ({ title }: { title: string }) => title,
      ),
    ).toEqual(['Quiet garden']);
    for (const path of [
      'loud-night',
      'loud-night/images',
      'loud-night/chapters',
      'loud-night/related',
      'loud-night/comments',
    ]) {
      const { status, json } = await call('checked.test', 'GET', `/api/comics/${path}?nsfw=true`);
      expect([status, json?.gate_url], path).toEqual([451, expect.stringMatching(/^http:\/\/checked\.test\/g\/\d+$/)]);
    }
    const who = await member(site.deps.db);
    const { age, asked } = await sent('checked.test', { who });
    await call('checked.test', 'GET', answerFor(asked.state!, { expires: inSeconds(9 * 86_400) }), { jar: { age } });
    const { rows } = await sql`select over18, method, provider, length(assertion_hash) as hash,
        expires <= now() + interval '9 days' as capped from age_passes where user_id = ${who.id}`.execute(site.deps.db);
    expect(rows).toEqual([{ over18: true, method: 'document', provider: 'Checker', hash: 64, capped: true }]);
    expect((await call('checked.test', 'GET', '/api/comics/loud-night/images', { who })).status).toBe(200);
    // A page that only some countries see is in no shared cache, and oEmbed says no more than everyone may know.
    const feed = await call('checked.test', 'GET', '/en/comic/quiet-garden/feed.atom');
    expect([
      feed.status,
      feed.headers['cache-control'],
      (await call('word.test', 'GET', '/en/comic/quiet-garden/feed.atom')).headers['cache-control'],
    ]).toEqual([200, 'private, no-cache', 'public, max-age=300']);
    expect((await call('checked.test', 'GET', '/en/comic/loud-night/embed', { who })).status).toBe(451);
    expect(
      (
        await call(
          'checked.test',
          'GET',
          `/api/oembed?url=${encodeURIComponent('http://checked.test/en/comic/loud-night')}`,
          { who },
        )
      ).status,
    ).toBe(451);
    // A program that reads for them takes nothing back.
    const key = `kmw_${'a'.repeat(43)}`;
    await sql`insert into api_keys (user_id, name, hash, hint, scopes, expires_at)
      values (${who.id}, 'reader', ${hashSecret(key)}, 'aaaa', '{read}', now() + interval '9 days')`.execute(
      site.deps.db,
    );
    expect(
      (await call('checked.test', 'DELETE', '/api/age', { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(200);
    expect((await call('checked.test', 'GET', '/api/age', { who })).json.passed).toBe(true);
    // A link from elsewhere to the check does not cost a browser its pass.
    const kept = (await call('checked.test', 'POST', '/api/age', { who, body: {} })).set.age!.value;
    expect((await call('checked.test', 'GET', '/en/age/check?next=/en/latest', { jar: { age: kept } })).location).toBe(
      '/en/latest',
    );
    // In another browser the account opens the gate without another check.
    expect((await call('checked.test', 'POST', '/api/age', { who, body: { next: '/en/latest' } })).json).toEqual({
      location: '/en/latest',
    });
    expect((await call('word.test', 'POST', '/api/age/restore', { who })).json).toEqual({ passed: true });
  });

  it('counts once, for the browser that was sent, on the site that sent it, while it is fresh, and only as it was signed', async () => {
    const { age, asked } = await sent('checked.test');
    const [another, elsewhere] = [await sent('checked.test'), await sent('other.test')];
    const state = asked.state!;
    const good = answerFor(state);
    const refused: [string, string, string | null, string?][] = [
      ['no cookie', good, null],
      ['the cookie of another browser', good, another.age],
      ['the cookie of another site', good, elsewhere.age],
      ['another site’s question', answerFor(elsewhere.asked.state!), age],
      ['a question that was never asked', answerFor(`${state.split('.')[0]}.x`), age],
      ['a wrong signature', good.replace(/signature=..../, 'signature=0000'), age],
      ['another’s signature', answerFor(state, { secret: 'x'.repeat(40) }), age],
      ['an edited result', answerFor(state, { result: 'under18' }).replace('under18', 'over18'), age],
      ['an edited end', good.replace(/expires=\d/, 'expires=9'), age],
      ['nothing at all', '/age/return', age],
      ['much of everything', `/age/return?state=${'a'.repeat(5000)}&state=b`, age],
      ['a pass that is over', answerFor((await sent('checked.test')).asked.state!, { expires: inSeconds(-1) }), age],
    ];
    for (const [what, url, jar] of refused) {
      const { status, location, set } = await call('checked.test', 'GET', url, {
        jar: jar === null ? {} : { age: jar },
      });
      expect([status, location.startsWith('/en/age?next='), location.includes('failed=failed')], what).toEqual([
        303,
        true,
        true,
      ]);
      expect(set.age?.value ?? '', what).toBe('');
    }
    expect((await call('checked.test', 'GET', good, { jar: { age } })).location).toBe('/en/comic/loud-night');
    expect((await call('checked.test', 'GET', good, { jar: { age } })).location).toContain('failed=failed');
    const late = await sent('checked.test');
    clock.now = new Date(clock.now.getTime() + 3_601_000);
    expect(
      (await call('checked.test', 'GET', answerFor(late.asked.state!), { jar: { age: late.age } })).location,
    ).toContain('failed=failed');
  });

  it('that says no, or cannot tell, leaves them closed with the reason, and what is safe open', async () => {
    for (const [result, text] of [
      ['under18', 'didn’t confirm'],
      ['failed', 'couldn’t be checked'],
    ] as const) {
      const { age, asked } = await sent('checked.test');
      const { location, set } = await call('checked.test', 'GET', answerFor(asked.state!, { result }), {
        jar: { age },
      });
      expect(set.age).toEqual({ value: '', maxAge: 0 });
      const { text: html } = await call('checked.test', 'GET', location);
      expect(html).toContain(text);
      expect(html).toContain('/en/age/check?next=%2Fen%2Fcomic%2Floud-night');
    }
    expect((await call('checked.test', 'GET', '/en/comic/quiet-garden')).status).toBe(200);
    // A form may only lead to this site: it leads to the page with the link.
    expect((await call('checked.test', 'POST', '/en/age', { form: { next: '/en/comic/loud-night' } })).location).toBe(
      '/en/age?next=%2Fen%2Fcomic%2Floud-night',
    );
    expect((await call('word.test', 'GET', '/en/age/check')).status).toBe(404);
  });
});

describe('forged passes', () => {
  it('change nothing: edited, of another site or mode, run out, or made up', async () => {
    const { secret } = site.deps;
    const [word, checked] = [
      writePass(secret, { id: 'word' }, { provider: null, expires: inSeconds(60) }),
      writePass(secret, { id: 'checked' }, { provider: 'Checker', expires: inSeconds(60) }),
    ];
    expect([await shows('word.test', { age: word }), await shows('checked.test', { age: checked })]).toEqual([
      true,
      true,
    ]);
    const [text = '', signature = ''] = checked.split('.');
    const edited = Buffer.from(
      Buffer.from(text, 'base64url')
        .toString()
        .replace(/"expires":\d+/, '"expires":9999999999'),
    ).toString('base64url');
    const over = writePass(secret, { id: 'checked' }, { provider: 'Checker', expires: inSeconds(-1) });
    const foreign = writePass('another secret', { id: 'checked' }, { provider: 'Checker', expires: inSeconds(60) });
    for (const age of [
      word,
      `${edited}.${signature}`,
      text,
      `${text}.`,
      `.${signature}`,
      `${checked}.x`,
      over,
      foreign,
      'true',
      '1',
      '',
      'e30.e30',
      '%00',
      writePass(secret, { id: 'checked' }, { provider: null, expires: inSeconds(60) }),
      writePass(secret, { id: 'checked' }, { provider: 'Another', expires: inSeconds(60) }),
    ]) {
      expect(await shows('checked.test', { age }), age).toBe(false);
    }
    expect(await shows('word.test', { age: checked })).toBe(false);
    expect(await shows('open.test', { age: 'x' })).toBe(true);
  });
});

describe('the country of a visitor', () => {
  it('decides where a trusted proxy says it; who says it themselves, and who comes from nowhere, has the strictest mode', async () => {
    const rules = SiteFile.parse({
      ageGate: {
        mode: 'self-declaration',
        countries: { GB: 'external', FR: 'off' },
        countryHeader: 'cf-ipcountry',
        provider,
      },
    });
    const ask = async (trustProxy: number | string[], country: string | undefined, forwarded = '192.0.2.7') => {
      const app = Fastify({
        trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
      });
      await app.register(cookie);
      app.get('/', (request) => ageMode(rules, request));
      return (
        await app.inject({
          url: '/',
          headers: {
            ...(country === undefined ? {} : { 'cf-ipcountry': country }),
            ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
          },
        })
      ).body;
    };
    expect([await ask(1, 'FR'), await ask(1, 'gb'), await ask(1, 'DE'), await ask(['127.0.0.1'], 'FR')]).toEqual([
      'off',
      'external',
      'self-declaration',
      'off',
    ]);
    for (const odd of [undefined, 'XX', 'T1', '', 'France', 'FR, GB']) {
      expect(await ask(1, odd), odd).toBe('external');
    }
    for (const untrusted of [0, [], ['10.0.0.1']]) {
      expect(await ask(untrusted, 'FR')).toBe('external');
    }
    expect(await ask(1, 'FR', '')).toBe('external');
  });
});

it('goes on to paths of the site alone', () => {
  for (const bad of [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/en/..//evil.test',
    '\\/evil.test',
    'javascript:alert(1)',
    '/\tevil',
    '/en\nSet-Cookie: a=b',
    'en',
    '',
    '/api/age',
    undefined,
  ]) {
    expect(pathWithin(bad, '/en'), bad).toBe('/en');
  }
  expect(pathWithin('/fr/comic/a?page=2#x', '/en')).toBe('/fr/comic/a?page=2#x');
});

it('labels pages and pictures of explicit works, in every mode, and no others', async () => {
  for (const host of MODES) {
    const adult = await call(host, 'GET', '/en/comic/loud-night');
    expect([adult.headers.rating, adult.text.includes(`<meta name="rating" content="${RTA_LABEL}"`)], host).toEqual([
      RTA_LABEL,
      true,
    ]);
    const safe = await call(host, 'GET', '/en/comic/quiet-garden');
    expect([safe.headers.rating, safe.text.includes('name="rating"')], host).toEqual([undefined, false]);
    expect((await call(host, 'GET', '/en/latest')).headers.rating).toBeUndefined();
  }
  expect((await call('open.test', 'GET', '/en/latest', { jar: { nsfw: 'true' } })).headers.rating).toBe(RTA_LABEL);
  const cards: { rating: string; thumb_url: string }[] = (await call('open.test', 'GET', '/api/comics?nsfw=true')).json
    .data;
  for (const { rating, thumb_url: url } of cards) {
    const { pathname, search } = new URL(url);
    const { status, headers } = await call('open.test', 'GET', pathname + search);
    expect([status, headers.rating]).toEqual([200, rating === 'explicit' ? RTA_LABEL : undefined]);
  }
});
