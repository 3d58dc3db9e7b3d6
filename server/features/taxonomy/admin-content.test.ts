import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { claimJob, complete } from '#server/jobs/queue.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { MERGE_TERM_JOB, mergeTermJob } from './merging.ts';
import { describeTerm, findOrCreateTerms } from './public/queries-writing.ts';

let site: TestApp;
let admin: Member;
let reader: Member;
let image: string;

beforeAll(async () => {
  site = await testApp({ features: ['tags', 'artists', 'languages', 'comments', 'slides', 'dmca'] });
  [admin, reader] = [await member(site.deps.db, { role: 'admin' }), await member(site.deps.db)];
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site.close());

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object | Buffer,
  headers: Record<string, string> = admin.headers,
) {
  const answer = await site.app.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

async function comicWith(title: string, terms: number[]) {
  return withTransaction(site.deps.db, (tx) => plantComic(tx, { title, rating: 'safe', terms }, image));
}

/** Runs the jobs that move comics from one term to another, once each. */
async function moveComics() {
  for (;;) {
    const job = await claimJob(site.deps.db, 'test', { kinds: [MERGE_TERM_JOB.kind] });
    if (job === null) return;
    await mergeTermJob(site.deps)({
      ...job,
      complete: (tx) => complete(tx, job, 'test'),
      signal: new AbortController().signal,
    });
  }
}

describe('terms', () => {
  it('are made, named in every language, given further names, a colour and another address; the former one goes on leading there', async () => {
    const made = (
      await call('POST', '/admin/tags', {
        name: 'Tea time',
        color: '#aa5500',
        translations: { fr: 'Heure du thé' },
        aliases: ['Afternoon tea'],
      })
    ).body;
    expect(made).toMatchObject({
      slug: 'tea-time',
      color: '#aa5500',
      aliases: ['Afternoon tea'],
      comics_count: 0,
      version: 1,
    });
    const edit = {
      version: made.version,
      name: 'Tea',
      slug: 'tea',
      translations: { de: 'Tee', fr: null },
      aliases: [],
    };
    expect((await call('PATCH', '/admin/tags/tea-time', edit)).body).toMatchObject({
      name: 'Tea',
      slug: 'tea',
      translations: [{ locale: 'de', name: 'Tee' }],
      aliases: ['Tea time'],
      version: 2,
    });
    expect(await call('PATCH', '/admin/tags/tea', edit)).toMatchObject({ status: 409, body: { code: 'term-changed' } });
    expect(await call('POST', '/admin/tags', { name: 'TEA' })).toMatchObject({
      status: 409,
      body: { code: 'term-exists' },
    });
    await call('POST', '/admin/tags', { name: 'Coffee' });
    expect(await call('PATCH', '/admin/tags/coffee', { version: 1, slug: 'tea-time' })).toMatchObject({
      status: 422,
      body: { code: 'term-slug-taken' },
    });
    await comicWith('The pot', [made.id]);
    expect((await site.get('/api/tags/tea-time?lang=de')).body).toMatchObject({
      slug: 'tea',
      name: 'Tee',
      comics_count: 1,
    });
    expect((await site.get('/api/comics?q=tag:tee')).body.total).toBe(1);
    const { body } = await call('GET', '/admin/tags?q=te&sort=name');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Tea']);
    expect((await call('GET', '/admin/tags?show=unused')).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Coffee',
    ]);
  });

  it('merge: comics, followers, hidden lists, comments and addresses go along, and nobody finds less than before', async () => {
    const { db } = site.deps;
    const [cat, cats] = (await withTransaction(db, (tx) =>
      findOrCreateTerms(tx, [
        { kind: 'artist', name: 'Cat' },
        { kind: 'artist', name: 'Cats' },
      ]),
    )) as [number, number];
    await withTransaction(db, (tx) => describeTerm(tx, cat, { translations: { fr: 'Minou' } }));
    const [one, both] = [await comicWith('One cat', [cat]), await comicWith('Both cats', [cat, cats])];
    await db.insertInto('follows').values({ user_id: reader.id, term_id: cat }).execute();
    await db.insertInto('hidden_terms').values({ user_id: admin.id, term_id: cat }).execute();
    for (const term of [cat, cats]) {
      await db
        .insertInto('comments')
        .values({ term_id: term, user_id: reader.id, text: 'Lovely', html: '<p>Lovely</p>' })
        .execute();
    }
    expect((await call('POST', '/admin/artists/cat/merge', { into: cats })).body.merging_into).toMatchObject({
      id: cats,
    });
    // From now on whoever names the one means the other.
    expect(await withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'artist', name: 'Cat' }]))).toEqual([cats]);
    expect(await call('POST', '/admin/artists/cats/merge', { into: cat })).toMatchObject({
      status: 409,
      body: { code: 'term-not-mergeable' },
    });
    await moveComics();
    expect((await site.get('/api/artists/cat')).body).toMatchObject({
      id: cats,
      slug: 'cats',
      comics_count: 2,
      comments_count: 2,
      aliases: ['Cat'],
    });
    // The names it had are names of the other: it is found by them, and stands in the order of a language by its own.
    const listed = async (query: string) =>
      (await site.get(`/api/artists?${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect([await listed('q=minou'), await listed('sort=name&lang=fr')]).toEqual([['Cats'], ['Minou']]);
    for (const { slug } of [one, both]) {
      expect((await site.get(`/api/comics/${slug}`)).body.artists.map(({ id }: { id: number }) => id)).toEqual([cats]);
    }
    expect(await db.selectFrom('follows').select('term_id').where('user_id', '=', reader.id).execute()).toEqual([
      { term_id: cats },
    ]);
    expect(await db.selectFrom('hidden_terms').select('term_id').where('user_id', '=', admin.id).execute()).toEqual([
      { term_id: cats },
    ]);
    expect((await call('GET', `/admin/artists/${cat}`)).status).toBe(404);
  });

  it('that are forbidden leave every comic and cannot be given to one; unused ones can be deleted', async () => {
    const { db } = site.deps;
    const [bad] = (await withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'tag', name: 'Bad idea' }]))) as [
      number,
    ];
    const { slug } = await comicWith('A bad idea', [bad]);
    expect(await call('DELETE', '/admin/tags/bad-idea')).toMatchObject({ status: 409, body: { code: 'term-used' } });
    expect((await call('PUT', '/admin/tags/bad-idea/forbidden', { forbidden: true })).body.forbidden).toBe(true);
    await moveComics();
    expect((await site.get(`/api/comics/${slug}`)).body.tags).toEqual([]);
    await expect(
      withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'tag', name: 'bad IDEA' }])),
    ).rejects.toMatchObject({ code: 'term-forbidden' });
    expect(await call('PATCH', `/admin/comics/${slug}`, { version: 99, terms: { tags: [{ id: bad }] } })).toMatchObject(
      { status: expect.toBeOneOf([409, 422]) },
    );
    expect((await call('GET', '/admin/tags?show=forbidden')).body.total).toBe(1);
    await call('PUT', '/admin/tags/bad-idea/forbidden', { forbidden: false });
    // The second look, a minute later, takes nothing from who has it again.
    const again = await comicWith('Allowed again', [bad]);
    await mergeTermJob(site.deps)({
      id: 0,
      kind: MERGE_TERM_JOB.kind,
      attempts: 0,
      payload: { from: bad, into: null, again: true },
      complete: async () => {},
      signal: new AbortController().signal,
    });
    expect((await site.get(`/api/comics/${again.slug}`)).body.tags).toHaveLength(1);
    await db.deleteFrom('comics').where('id', '=', again.id).execute();
    expect((await call('DELETE', '/admin/tags/bad-idea')).status).toBe(204);
    expect((await call('GET', '/admin/tags/bad-idea')).status).toBe(404);
  });

  it('have a picture that is drawn anew, and none that is no picture', async () => {
    await call('POST', '/admin/artists', { name: 'Mika' });
    const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#446688' } })
      .png()
      .toBuffer();
    const { body } = await call('PUT', '/admin/artists/mika/image', picture, {
      ...admin.headers,
      'content-type': 'image/png',
    });
    expect((await site.get(new URL(body.image_url).pathname)).status).toBe(200);
    expect(
      (
        await call('PUT', '/admin/artists/mika/image', Buffer.from('<svg/>'), {
          ...admin.headers,
          'content-type': 'image/png',
        })
      ).status,
    ).toBe(422);
    expect((await call('DELETE', '/admin/artists/mika/image')).body.image_url).toBeNull();
  });
});

describe('the pages of the operator', () => {
  it('are read in the language they are written in that fits best, as safe HTML, and saved by who saw the last version', async () => {
    expect((await site.get('/api/pages/about')).status).toBe(404);
    const text =
      '# We\n\nRead [us](/en/latest), not <script>alert(1)</script> or [this](javascript:alert(1)).\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect((await call('PUT', '/admin/pages/about/en', { title: 'About', text, version: 0 })).body).toMatchObject({
      version: 1,
      updated_by: admin.username,
    });
    expect(await call('PUT', '/admin/pages/about/en', { title: 'About', text: 'x', version: 0 })).toMatchObject({
      status: 409,
      body: { code: 'page-changed' },
    });
    await call('PUT', '/admin/pages/about/fr', { title: 'À propos', text: 'Bonjour', version: 0 });
    const { html, locale } = (await site.get('/api/pages/about?lang=ar')).body;
    expect(locale).toBe('en');
    expect(html).toContain('<h2>We</h2>');
    expect(html).toContain('<a href="/en/latest">us</a>');
    expect(html).toContain('<table>');
    expect(html).not.toMatch(/<script|href="javascript/);
    expect((await site.get('/api/pages/about?lang=fr')).body).toMatchObject({
      title: 'À propos',
      html: '<p>Bonjour</p>',
    });
    expect((await site.get('/api/pages?lang=fr')).body[0]).toEqual({ slug: 'about', title: 'À propos' });
    await call('PUT', '/admin/pages/about/fr', { title: '', text: '', version: 1 });
    expect((await site.get('/api/pages?lang=fr')).body[0]).toEqual({ slug: 'about', title: 'About' });
    expect((await call('GET', '/admin/pages/about')).body).toHaveLength(10);
    expect((await site.get('/api/pages/nothing')).status).toBe(404);
  });
});

describe('slides', () => {
  it('are added, put into an order, shown in their time and language, switched off and deleted', async () => {
    const { id: comicId } = await comicWith('Lighthouse', []);
    const first = (await call('POST', '/admin/slides', { comic_id: comicId })).body;
    const second = (await call('POST', '/admin/slides', { title: 'Festival', url: 'https://example.com/' })).body;
    const shown = async () => (await site.get('/api/slides?lang=en')).body.map(({ title }: { title: string }) => title);
    expect(await shown()).toEqual(['Lighthouse']);
    const picture = await sharp({ create: { width: 900, height: 400, channels: 3, background: '#884422' } })
      .png()
      .toBuffer();
    expect(
      (
        await call('PUT', `/admin/slides/${second.id}/image`, picture, {
          ...admin.headers,
          'content-type': 'image/png',
        })
      ).body,
    ).toMatchObject({ own_image: true, version: 2 });
    await call('PUT', '/admin/slides', { ids: [second.id, first.id] });
    expect(await shown()).toEqual(['Festival', 'Lighthouse']);
    expect((await call('PATCH', `/admin/slides/${first.id}`, { version: 1, enabled: false })).status).toBe(200);
    expect(await call('PATCH', `/admin/slides/${first.id}`, { version: 1, enabled: true })).toMatchObject({
      status: 409,
      body: { code: 'slide-changed' },
    });
    expect(await shown()).toEqual(['Festival']);
    expect((await call('POST', '/admin/slides', { url: 'javascript:alert(1)' })).status).toBe(422);
    expect((await call('POST', '/admin/slides', { comic_id: 999_999 })).status).toBe(404);
    expect((await call('DELETE', `/admin/slides/${second.id}`)).status).toBe(204);
    expect(await shown()).toEqual([]);
  });
});
