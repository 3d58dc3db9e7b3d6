import { Link, Manifest } from '@readium/shared';
import { XMLValidator } from 'fast-xml-parser';
import OPDSParser, { AcquisitionFeed, NavigationFeed, type OPDSFeed } from 'opds-feed-parser';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PASSWORD = 'a good long password';
let site: TestApp;
let reader: Member;
let basic: Record<string, string>;
let series: { id: number; slug: string; chapters: number[] };
const comics: Record<string, { id: number; slug: string }> = {};
const firstChapter = async ({ id }: { id: number }) =>
  (
    await sql<{ id: number }>`select id from chapters where comic_id = ${id} order by position limit 1`.execute(
      site.deps.db,
    )
  ).rows[0]!.id;

beforeAll(async () => {
  site = await testApp({
    url: 'https://comics.example',
    features: ['nsfw', 'tags', 'artists', 'languages', 'premium', 'favorites', 'downloads', 'register'],
    premium: { requires: 'entitlement', previewPages: 2 },
    limits: { readsPerMinute: 0 },
  });
  const { db, blobs } = site.deps;
  reader = await member(db);
  basic = asking(reader.username, PASSWORD);
  await db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .execute();
  const pictures = await Promise.all([20, 40, 60, 80].map((shade) => plantPicture(db, blobs, shade)));
  await withTransaction(db, async (tx) => {
    const [tag, artist, en, ja] = (await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Rain & snow' },
      { kind: 'artist', name: 'Ann Ōe' },
      { kind: 'language', name: 'en', code: 'en' },
      { kind: 'language', name: 'ja', code: 'ja' },
    ])) as [number, number, number, number];
    comics.open = await plantComic(
      tx,
      {
        title: 'Open <one> \u0007& "only"',
        description: 'x < y',
        terms: [tag, artist, ja],
        cover: pictures[0]!,
        rating: 'safe',
        direction: 'rtl',
      },
      pictures[0]!,
    );
    comics.gold = await plantComic(
      tx,
      { title: 'Gold', premium: true, rating: 'safe', cover: pictures[1]! },
      pictures[1]!,
    );
    comics.explicit = await plantComic(
      tx,
      { title: 'Explicit', terms: [tag], rating: 'explicit', cover: pictures[2]! },
      pictures[2]!,
    );
    comics.gone = await plantComic(tx, { title: 'Gone', rating: 'safe' }, pictures[3]!);
    series = await plantSeries(
      tx,
      { title: 'Star fishers', rating: 'safe', cover: pictures[3]!, terms: [en] },
      pictures[3]!,
      { numbers: ['1', '2'], pages: 3 },
    );
    await sql`update comics set state = 'removed', removed_at = now(), removed_reason = 'asked for' where id = ${comics.gone.id}`.execute(
      tx,
    );
  });
});
afterAll(() => site.close());

function asking(name: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
const get = (path: string, headers: Record<string, string> = {}) =>
  site.get(path.replace('https://comics.example', ''), headers);
const fetchCode = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await get(path, headers);
  return status < 400 ? status : (body.code ?? status);
};
async function feed<Kind extends OPDSFeed = AcquisitionFeed>(
  path: string,
  headers: Record<string, string> = {},
): Promise<Kind> {
  const { status, body } = await get(path, headers);
  const xml = String(body);
  expect([path, status, XMLValidator.validate(xml)]).toEqual([path, 200, true]);
  return (await new OPDSParser().parse(xml)) as Kind;
}
async function webpub(path: string, headers: Record<string, string> = {}) {
  const { status, body, headers: answered } = await get(path, headers);
  expect([path, status, answered['content-type']]).toEqual([path, 200, 'application/opds+json; charset=utf-8']);
  const { links, publications = [], navigation = [] } = body;
  expect(links.find(({ rel }: { rel: string }) => rel === 'self').href).toMatch(
    /^https:\/\/comics\.example\/en\/opds\/v2/,
  );
  for (const each of [...links, ...navigation]) {
    expect(Link.deserialize(each)).toBeDefined();
  }
  for (const each of publications) {
    expect(Manifest.deserialize({ readingOrder: [], ...each })?.metadata.title.getTranslation('en')).not.toBe('');
  }
  return body;
}
const findEntry = (shelf: OPDSFeed, title: string) => shelf.entries.find((entry) => entry.title.startsWith(title))!;
const findLinks = (shelf: OPDSFeed, title: string, rel: string) =>
  findEntry(shelf, title).links.filter((link) => String(link.rel) === rel);

it('a catalogue of version 1.2 begins with ways that lead to shelves, of what the site has switched on', async () => {
  const root = await feed<NavigationFeed>('/en/opds');
  expect(root).toBeInstanceOf(NavigationFeed);
  expect(root.entries.map(({ title }) => title)).toEqual([
    'Latest comics',
    'Most popular',
    'Favourites',
    'Continue reading',
    'Following',
    'Tags',
    'Artists',
    'Language',
  ]);
  for (const { links } of root.entries.filter(
    ({ title }) => !['Favourites', 'Continue reading', 'Following'].includes(title),
  )) {
    await feed(links[0]!.href);
  }
  const tags = await feed<NavigationFeed>('/en/opds/tags');
  const tag = await feed(findLinks(tags, 'Rain & snow', 'subsection')[0]!.href);
  expect(tag.entries.map(({ title }) => title)).toEqual(['Open <one> & "only"']);
  expect((await get('/de/opds')).body.toString()).toContain('xml:lang="de"');
});

it('a list names works to read, pages to stream, series that lead to their chapters, and in which orders else it can be had', async () => {
  const shelf = await feed('/en/opds/comics');
  expect(shelf.links.find(({ rel }) => rel === 'self')!.type).toContain('kind=acquisition');
  expect(shelf.entries.map(({ title }) => title).sort()).toEqual(['Gold', 'Open <one> & "only"', 'Star fishers']);
  expect(shelf.search.totalResults).toBe(3);
  const open = findEntry(shelf, 'Open');
  expect([open.authors.map(({ name }) => name), open.categories.map(({ label }) => label)]).toEqual([
    ['Ann Ōe'],
    ['Rain & snow'],
  ]);
  const xml = String((await get('/en/opds/comics')).body);
  expect(xml).toMatch(
    new RegExp(
      `href="https://comics\\.example/en/opds/chapters/${await firstChapter(comics.open!)}/pages/\\{pageNumber\\}\\?width=\\{maxWidth\\}" type="image/png" pse:count="3"/>`,
    ),
  );
  expect(xml).toMatch(new RegExp(`chapters/${await firstChapter(comics.gold!)}/pages/[^>]*pse:count="2"`));
  expect(xml).not.toContain('/file"');
  await sql`update images set format = 'webp' where hash = (select image from pages where chapter_id = ${await firstChapter(comics.open!)} and number = 1)`.execute(
    site.deps.db,
  );
  expect(String((await get('/en/opds/comics')).body)).toMatch(
    new RegExp(`chapters/${await firstChapter(comics.open!)}/pages/[^>]*type="image/webp"`),
  );
  await sql`update images set format = 'png'`.execute(site.deps.db);
  const sorts = shelf.links.filter(({ rel }) => rel === 'http://opds-spec.org/facet');
  expect(sorts.map(({ href }) => href)).toContain('https://comics.example/en/opds/comics?sort=title&order=asc');
  for (const { href } of sorts) {
    await feed(href);
  }
  const chapters = await feed(findLinks(shelf, 'Star fishers', 'subsection')[0]!.href);
  expect(chapters).toBeInstanceOf(AcquisitionFeed);
  expect(chapters.entries.map(({ title }) => title)).toEqual(['Star fishers – Chapter 1', 'Star fishers – Chapter 2']);
  const { body } = await get('/en/opds/search.xml');
  const template = /template="([^"]*)"/
    .exec(String(body))![1]!
    .replace('&#38;', '&')
    .replace('{searchTerms}', 'star+fishers')
    .replace('{startPage?}', '');
  expect((await feed(template)).entries.map(({ title }) => title)).toEqual(['Star fishers']);
});

it('pages are streamed as far as they are open, the smaller ones where no more is asked for', async () => {
  const [open, gold, explicit, gone] = await Promise.all(
    [comics.open!, comics.gold!, comics.explicit!, comics.gone!].map(firstChapter),
  );
  const page = (chapter: number | undefined, at: string, headers = {}) =>
    get(`/en/opds/chapters/${chapter}/pages/${at}`, headers);
  const whole = await page(open, '0?width={maxWidth}');
  expect([whole.status, whole.headers['content-type'], whole.body.length]).toEqual([
    200,
    'image/png',
    Number(whole.headers['content-length']),
  ]);
  expect((await page(open, '0?width=200')).headers['content-type']).toBe('image/webp');
  expect((await page(open, '0', { 'if-none-match': String(whole.headers.etag) })).status).toBe(304);
  expect(
    await Promise.all(
      ['2', '3', '-1', 'x', '2147483647', '99999999999'].map(async (at) => (await page(open, at)).status),
    ),
  ).toEqual([200, 404, 422, 422, 422, 422]);
  expect((await page(gold, '1')).status).toBe(200);
  const closed = await page(gold, '2');
  expect([closed.status, closed.headers['www-authenticate'], closed.headers['content-type']]).toEqual([
    401,
    'Basic realm="komawari", charset="UTF-8"',
    'application/opds-authentication+json; charset=utf-8',
  ]);
  expect((await page(gold, '2', basic)).body.code).toBe('premium-not-entitled');
  expect((await page(explicit, '0')).body.code).toBe('age-check-required');
  expect((await page(explicit, '0?nsfw=true')).status).toBe(200);
  expect([(await page(gone, '0')).body.code, (await page(2_000_000, '0')).body.code]).toEqual([
    'comic-removed',
    'chapter-not-found',
  ]);
});

it('an explicit work is on no shelf of who did not choose to see such, and what was chosen goes along', async () => {
  const titles = ({ entries }: OPDSFeed) => entries.map(({ title }) => title);
  expect(titles(await feed('/en/opds/comics'))).not.toContain('Explicit');
  expect(titles(await feed('/en/opds/tags/rain-snow'))).not.toContain('Explicit');
  const all = await feed('/en/opds/comics?nsfw=true');
  expect(titles(all)).toContain('Explicit');
  expect(String((await get('/en/opds/comics?nsfw=true')).body)).toMatch(
    /pages\/\{pageNumber\}\?width=\{maxWidth\}&#38;nsfw=true"/,
  );
  const shown = await feed(`/en/opds/comics/${comics.explicit!.slug}`);
  expect(shown.entries[0]!.links.map(({ rel }) => rel)).toEqual(['alternate']);
  await site.deps.db
    .updateTable('users')
    .set({ settings: sql`settings || '{"nsfw": true}'` as never })
    .where('id', '=', reader.id)
    .execute();
  expect(titles(await feed('/en/opds/comics', basic))).toContain('Explicit');
  await sql`insert into hidden_terms (user_id, term_id) select ${reader.id}, id from terms where slug = 'rain-snow'`.execute(
    site.deps.db,
  );
  expect(titles(await feed('/en/opds/comics', basic))).toEqual(
    expect.not.arrayContaining(['Explicit', 'Open <one> & "only"']),
  );
  await sql`delete from hidden_terms`.execute(site.deps.db);
  await sql`update users set settings = settings - 'nsfw'`.execute(site.deps.db);
});

it('a member signs in by password or key, finds what they keep, and has read what was streamed to them', async () => {
  expect(await fetchCode('/en/opds/favorites')).toBe('sign-in-required');
  await sql`insert into favorites (user_id, comic_id) values (${reader.id}, ${comics.open!.id})`.execute(site.deps.db);
  expect((await feed('/en/opds/favorites', basic)).entries.map(({ title }) => title)).toEqual(['Open <one> & "only"']);
  expect((await feed('/en/opds/favorites', asking(reader.email, PASSWORD))).entries).toHaveLength(1);
  const key = async (scopes: string[]) =>
    String(
      (
        await site.app.inject({
          method: 'POST',
          url: '/api/account/api-keys',
          headers: { host: 'comics.test', ...reader.headers },
          payload: { name: 'app', scopes, password: PASSWORD },
        })
      ).json().key,
    );
  const [reading, narrow] = [await key(['read', 'library', 'downloads']), await key(['read'])];
  expect((await feed('/en/opds/favorites', asking('whatever', reading))).entries).toHaveLength(1);
  expect((await feed('/en/opds/favorites', { authorization: `Bearer ${reading}` })).entries).toHaveLength(1);
  expect(await fetchCode('/en/opds/favorites', asking(reader.username, narrow))).toBe('key-scope-missing');
  // With a key that may not keep anything, nothing is kept.
  const [, second] = series.chapters as [number, number];
  expect((await get(`/en/opds/chapters/${second}/pages/2`, asking('', narrow))).status).toBe(200);
  expect((await get(`/en/opds/chapters/${second}/pages/1`, basic)).status).toBe(200);
  expect((await get(`/en/opds/chapters/${second}/pages/0`, basic)).status).toBe(200);
  expect((await get(`/en/opds/chapters/${second}/pages/2?width=100`, basic)).status).toBe(200);
  const beingRead = async () => (await feed('/en/opds/reading', basic)).entries.map(({ title }) => title);
  await expect.poll(beingRead).toEqual(['Star fishers – Chapter 2']);
  expect(String((await get('/en/opds/reading', basic)).body)).toMatch(
    /pse:count="3" pse:lastRead="2" pse:lastReadDate="20[^"]+Z"/,
  );
  expect((await site.get('/api/account/progress', reader.headers)).body).toMatchObject([
    { chapter_id: second, page: 2, completed: false, device: 'OPDS' },
  ]);
  // Downloads stand on the shelf of who may have them, and are the file itself, for no app sends its password after a redirect.
  const file = findLinks(
    await feed(`/en/opds/comics/${series.slug}`, basic),
    'Star fishers – Chapter 2',
    'http://opds-spec.org/acquisition',
  )[0]!;
  const cbz = await get(file.href, basic);
  expect([cbz.status, cbz.headers['content-type'], cbz.body.subarray(0, 2).toString()]).toEqual([
    200,
    'application/vnd.comicbook+zip',
    'PK',
  ]);
  expect([await fetchCode(file.href), await fetchCode(file.href, asking('', narrow))]).toEqual([
    'sign-in-required',
    'key-scope-missing',
  ]);
  const before = await get('/en/opds/comics', basic);
  expect([before.headers['cache-control'], before.headers.vary]).toEqual([
    'no-store',
    expect.stringContaining('Authorization'),
  ]);
});

it('a wrong password is answered with how to sign in, is throttled as at the login, and a changed one opens nothing more', async () => {
  const wrong = await get('/en/opds', asking(reader.username, 'not it'));
  expect([wrong.status, wrong.headers['www-authenticate'], wrong.headers['content-type']]).toEqual([
    401,
    'Basic realm="komawari", charset="UTF-8"',
    'application/opds-authentication+json; charset=utf-8',
  ]);
  expect(wrong.body).toMatchObject({
    id: 'https://comics.example/en/opds/authentication',
    title: 'Komawari',
    description: 'Invalid email or password.',
    authentication: [
      { type: 'http://opds-spec.org/auth/basic', labels: { login: expect.any(String), password: 'Password' } },
    ],
  });
  expect((await get('/en/opds/authentication')).body).toMatchObject({
    id: 'https://comics.example/en/opds/authentication',
  });
  const forged = [
    'Basic',
    'Basic ',
    'Basic %%%',
    'Basic bm9jb2xvbg==',
    `Basic ${'A'.repeat(100_000)}`,
    'Bearer x',
    'Digest a',
    'Basic Og==',
    `Basic ${Buffer.from('a\0b:c\0d').toString('base64')}`,
    `Basic ${Buffer.from(`a:${'p'.repeat(2000)}`).toString('base64')}`,
  ];
  for (const authorization of forged) {
    expect([authorization.slice(0, 20), (await get('/en/opds', { authorization })).status]).toEqual([
      authorization.slice(0, 20),
      401,
    ]);
  }
  const other = await member(site.deps.db);
  await sql`update users set password = (select password from users where id = ${reader.id}) where id = ${other.id}`.execute(
    site.deps.db,
  );
  const theirs = asking(other.username, PASSWORD);
  expect(await fetchCode('/en/opds', theirs)).toBe(200);
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await fetchCode('/en/opds', asking(other.username, `guess ${tries}`))).toBe('credentials-wrong');
  }
  expect(await fetchCode('/en/opds', asking(other.username, 'guess 6'))).toBe('too-many-logins');
  // Who was right a moment ago is not shut out by others who guess.
  expect(await fetchCode('/en/opds', theirs)).toBe(200);
  await sql`update users set totp_secret = 'X', totp_confirmed_at = now() where id = ${other.id}`.execute(site.deps.db);
  await sql`delete from throttles`.execute(site.deps.db);
  expect((await get('/en/opds', theirs)).body.description).toMatch(/API key/);
  await sql`update users set totp_secret = null, totp_confirmed_at = null, password = '-' where id = ${other.id}`.execute(
    site.deps.db,
  );
  expect(await fetchCode('/en/opds', theirs)).toBe('credentials-wrong');
});

it('version 2.0 shows the same shelves as feeds of JSON, and chapters as manifests of pictures', async () => {
  const root = await webpub('/en/opds/v2');
  expect(root.navigation.map(({ title }: { title: string }) => title)).toContain('Artists');
  expect(root.groups[0]).toMatchObject({
    metadata: { title: 'Latest comics', numberOfItems: 3 },
    links: [{ rel: 'self', href: 'https://comics.example/en/opds/v2/comics' }],
  });
  const list = await webpub('/en/opds/v2/comics');
  expect(list.metadata).toEqual({ title: 'Latest comics', numberOfItems: 3, itemsPerPage: 30, currentPage: 1 });
  expect(list.facets.map(({ metadata }: { metadata: { title: string } }) => metadata.title)).toEqual([
    'Sort',
    'Language',
  ]);
  const open = list.publications.find(({ metadata }: { metadata: { identifier: string } }) =>
    metadata.identifier.endsWith(`comic/${comics.open!.id}`),
  );
  expect(open).toMatchObject({
    metadata: { readingProgression: 'rtl', language: 'ja', author: ['Ann Ōe'], numberOfPages: 3 },
    images: [{ type: 'image/webp' }],
  });
  const { status, body, headers } = await get(open.links[0].href);
  expect([status, headers['content-type']]).toEqual([200, 'application/divina+json; charset=utf-8']);
  const manifest = Manifest.deserialize(body)!;
  expect([
    manifest.metadata.title.getTranslation('en'),
    manifest.readingOrder.items.length,
    manifest.readingOrder.items[0]!.type,
  ]).toEqual(['Open <one> \u0007& "only"', 3, 'image/png']);
  expect((await get(manifest.readingOrder.items[2]!.href)).status).toBe(200);
  expect((await get(`/en/opds/v2/chapters/${await firstChapter(comics.gold!)}`)).body.readingOrder).toHaveLength(2);
  const search = list.links
    .find(({ rel }: { rel: string }) => rel === 'search')
    .href.replace('{?query}', '?query=star+fishers');
  const found = await webpub(search);
  expect(found.publications.map(({ metadata }: { metadata: { title: string } }) => metadata.title)).toEqual([
    'Star fishers',
  ]);
  const chapters = await webpub(
    found.publications[0].links.find(({ rel }: { rel: string }) => rel === 'subsection').href,
  );
  expect(chapters.publications.map(({ metadata }: { metadata: { belongsTo: object } }) => metadata.belongsTo)).toEqual([
    { series: { name: 'Star fishers', position: 1 } },
    { series: { name: 'Star fishers', position: 2 } },
  ]);
  expect((await webpub('/en/opds/v2/search?query=nothing+like+it')).navigation).toHaveLength(1);
  expect((await webpub('/en/opds/v2/reading', basic)).publications).toHaveLength(1);
});

it('a member’s place is read and kept by programs of Readium, the newest one whatever comes first', async () => {
  const [first] = series.chapters as [number];
  const ask = (method: 'GET' | 'PUT', path: string, headers: Record<string, string>, payload?: object) =>
    site.app.inject({
      method,
      url: path,
      headers: { host: 'comics.example', 'content-type': 'application/vnd.readium.progression+json', ...headers },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  await sql`delete from progress where chapter_id = ${first}`.execute(site.deps.db);
  const manifest = (await ask('GET', `/en/opds/v2/chapters/${first}`, basic)).json();
  const link = manifest.links.find(({ rel }: { rel: string }) => rel === 'http://www.cantook.com/api/progression');
  expect(link).toMatchObject({ type: 'application/vnd.readium.progression+json' });
  const guest = (await ask('GET', `/en/opds/v2/chapters/${first}`, {})).json();
  expect(guest.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'alternate']);
  expect((await ask('GET', link.href, {})).statusCode).toBe(401);
  expect((await ask('GET', link.href, basic)).statusCode).toBe(204);
  const place = (minutes: number, locator: object) => ({
    modified: new Date(Date.now() - minutes * 60_000).toISOString(),
    device: { id: 'urn:uuid:1', name: 'A tablet' },
    locator: { href: manifest.readingOrder[1].href, type: 'image/webp', ...locator },
  });
  expect((await ask('PUT', link.href, basic, place(5, {}))).statusCode).toBe(204);
  const kept = await ask('GET', link.href, basic);
  expect(kept.headers['content-type']).toContain('application/vnd.readium.progression+json');
  expect(kept.json()).toMatchObject({
    device: { name: 'A tablet' },
    locator: { href: manifest.readingOrder[1].href, locations: { position: 2 } },
  });
  // A device that was away comes late.
  await ask('PUT', link.href, basic, place(60, { locations: { position: 1 } }));
  expect((await ask('GET', link.href, basic)).json().locator.locations.position).toBe(2);
  await ask('PUT', link.href, basic, place(1, { href: '', locations: { totalProgression: 1 } }));
  const own = await site.get(`/api/account/progress?comic=${series.id}`, reader.headers);
  expect(own.body).toContainEqual(expect.objectContaining({ chapter_id: first, completed: true }));
  for (const bad of [place(1, { locations: { position: 99 } }), { ...place(1, {}), modified: 'yesterday' }, {}]) {
    expect((await ask('PUT', link.href, basic, bad)).statusCode).toBe(422);
  }
  const gold = await firstChapter(comics.gold!);
  const beyond = place(1, { href: '', locations: { position: 3 } });
  expect((await ask('PUT', `/en/opds/v2/chapters/${gold}/progression`, basic, beyond)).statusCode).toBe(422);
});

it('any page may read what a guest may, pages and how to sign in among it, and no page may sign in', async () => {
  const allowed = async (path: string, headers = {}) => {
    const { status, headers: answered } = await get(path, { origin: 'https://reader.example', ...headers });
    return [status, answered['access-control-allow-origin'], answered['access-control-allow-credentials']];
  };
  const chapter = await firstChapter(comics.open!);
  for (const path of ['', '/v2', '/v2/comics', `/v2/chapters/${chapter}`, `/chapters/${chapter}/pages/0`]) {
    expect([path, ...(await allowed(`/en/opds${path}`))]).toEqual([path, 200, '*', undefined]);
  }
  expect([await allowed('/en/opds/v2/favorites'), await allowed('/en/opds/v2', asking('nobody', 'x'))]).toEqual([
    [401, '*', undefined],
    [401, '*', undefined],
  ]);
  expect((await get(`/en/opds/chapters/${chapter}/pages/0`)).headers['cross-origin-resource-policy']).toBe(
    'cross-origin',
  );
  const asked = await site.app.inject({
    method: 'OPTIONS',
    url: '/en/opds/v2',
    headers: {
      host: 'comics.test',
      origin: 'https://reader.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect([asked.statusCode, asked.headers['access-control-allow-headers']]).toEqual([404, undefined]);
});

it('what is not there is 404 and what is no number is refused, in either version', async () => {
  const wrong = {
    'comics?page=2': 404,
    'comics?page=2147483647': 404,
    'comics?page=-1': 422,
    'comics?page=99999999999': 422,
    'comics?q=%00': 200,
    'tags?page=9': 404,
    'tags/nothing': 404,
    'tags/%00': 404,
    groups: 404,
    'groups/x': 404,
    'comics/nothing': 404,
    [`comics/${comics.gone!.slug}`]: 451,
    [`comics/${series.slug}?page=3`]: 404,
    nothing: 404,
  };
  for (const version of ['', '/v2']) {
    for (const [path, status] of Object.entries(wrong)) {
      expect([version, path, (await get(`/en/opds${version}/${path}`)).status]).toEqual([version, path, status]);
    }
  }
  expect([
    (await get('/xx/opds')).status,
    (await get('/en/opds/v2/chapters/0')).status,
    (await get('/en/opds/v2/chapters/2000000')).status,
  ]).toEqual([404, 422, 404]);
});
