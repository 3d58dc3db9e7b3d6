import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminComic, AdminComicPage, Revision } from '#contract/editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { publishDue } from '#server/features/editing/public/publication.ts';
import { addToLibrary } from '#server/features/intake/public/add-to-library.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { decideReview } from '#server/features/editing/public/publication.ts';

let site: TestApp;
let admin: Member, other: Member, uploader: Member, reader: Member;
let clock = new Date('2026-05-01T12:00:00Z');
const pictures: string[] = [];

beforeAll(async () => {
  site = await testApp({ uploads: { reviewFirst: 1 } }, () => clock);
  const { db } = site.deps;
  [admin, other, uploader, reader] = [
    await member(db, { role: 'admin' }),
    await member(db, { role: 'admin' }),
    await member(db, { role: 'uploader' }),
    await member(db),
  ];
  await sql`insert into blocklist (kind, value) values ('prohibited', 'unspeakable')`.execute(db);
  for (let shade = 0; shade < 6; shade += 1) {
    pictures.push(await keepPicture(await png(shade * 40)));
  }
});
afterAll(() => site?.close());

const png = (shade: number) =>
  sharp({ create: { width: 90, height: 120, channels: 3, background: { r: shade, g: 90, b: 255 - shade } } })
    .png()
    .toBuffer();

async function keepPicture(bytes: Buffer): Promise<string> {
  const { blobs, db } = site.deps;
  const hash = await blobs.put(bytes);
  const variant = { hash, format: 'png', bytes: bytes.length, width: 90, height: 120 };
  await sql`insert into images (hash, format, bytes, width, height, variants) values (${hash}, 'png', ${bytes.length}, 90, 120,
    ${JSON.stringify({ cover320: variant, cover640: variant, thumb: variant })}::jsonb)`.execute(db);
  return hash;
}

let planted = 0;
/** A comic of some chapters with two pages each; published unless told otherwise. */
async function plant(
  given: { chapters?: number; state?: string; by?: Member; tags?: string[]; seriesKey?: string; title?: string } = {},
): Promise<{ id: number; slug: string; chapters: number[] }> {
  const title = given.title ?? `Work ${(planted += 1)}`;
  return withTransaction(site.deps.db, async (tx) => {
    const terms = await findOrCreateTerms(
      tx,
      (given.tags ?? []).map((name) => ({ kind: 'tag', name })),
    );
    const { id, slug } = await createComic(tx, {
      title,
      terms,
      oneshot: (given.chapters ?? 1) === 1,
      ...(given.seriesKey ? { seriesKey: given.seriesKey } : {}),
    });
    const chapters: number[] = [];
    for (let at = 0; at < (given.chapters ?? 1); at += 1) {
      const chapter = await createChapter(tx, id, { number: String(at + 1) });
      await setPages(
        tx,
        chapter.id,
        pictures.slice(at * 2, at * 2 + 3).map((image, page) => ({ image, name: `${page + 1}.png` })),
      );
      chapters.push(chapter.id);
    }
    if ((given.state ?? 'published') === 'published') {
      await publishComic(tx, id);
    } else {
      await sql`update comics set state = ${given.state} where id = ${id}`.execute(tx);
    }
    if (given.by) {
      await sql`update comics set uploader_id = ${given.by.id} where id = ${id}`.execute(tx);
    }
    return { id, slug, chapters };
  });
}

async function call(
  who: Member | null,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  payload?: object | Buffer,
): Promise<{ status: number; body: any }> {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      host: 'comics.test',
      ...who?.headers,
      ...(Buffer.isBuffer(payload) ? { 'content-type': 'image/png' } : {}),
    },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const open = async (slug: string | number): Promise<AdminComic> =>
  (await call(admin, 'GET', `/admin/comics/${slug}`)).body;
const list = async (query: string, who = admin): Promise<AdminComicPage> =>
  (await call(who, 'GET', `/admin/comics?${query}`)).body;
const publish = () => publishDue(site.deps)({ signal: new AbortController().signal } as never);

describe('the editor of a comic', () => {
  it('changes every field, makes terms in place, moves the address and tells what it was', async () => {
    const { id, slug } = await plant({ tags: ['Rain'] });
    const before = await open(slug);
    const changes = {
      title: 'Night Train',
      alternative_title: 'Yakō',
      description: 'On rails.',
      slug: 'Night Train!',
      rating: 'suggestive',
      status: 'ongoing',
      direction: 'rtl',
      speechless: true,
      premium: true,
      premium_until: '2030-01-01T00:00:00.000Z',
      released_on: '2020-02-29',
      work_key: 'night-train',
      translations: { de: { title: 'Nachtzug', description: null } },
      terms: { tags: [{ name: 'Trains' }], artists: [{ name: 'Ada Line' }] },
      locked: ['tags', 'title'],
    };
    const { status, body } = await call(admin, 'PATCH', `/admin/comics/${slug}`, { version: before.version, changes });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...changes,
      slug: 'night-train',
      old_slugs: [slug],
      terms: { tags: [{ name: 'Trains' }], artists: [{ name: 'Ada Line' }] },
    });
    expect((await call(null, 'GET', `/comics/${slug}?nsfw=true`)).body).toMatchObject({
      id,
      slug: 'night-train',
      title: 'Night Train',
    });
    const {
      data: [revision],
    } = (await call(admin, 'GET', `/admin/comics/${id}/revisions`)).body as { data: [Revision] };
    expect(revision).toMatchObject({ source: 'edit', by: { username: admin.username }, restorable: true });
    expect(revision.changes.find(({ field }) => field === 'tags')).toMatchObject({
      before: [{ name: 'Rain' }],
      after: [{ name: 'Trains' }],
    });

    const restored = await call(admin, 'POST', `/admin/comics/${id}/revisions/${revision.id}/restore`, {
      version: body.version,
    });
    expect(restored.body).toMatchObject({
      title: before.title,
      slug,
      rating: 'safe',
      translations: {},
      premium_until: null,
      released_on: null,
      locked: [],
      terms: { tags: [{ name: 'Rain' }], artists: [] },
    });
    expect((await call(admin, 'GET', `/admin/comics/${id}/revisions`)).body.data[0]).toMatchObject({
      source: 'restore',
    });
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from audit_log where subject = 'comic' and subject_id = ${id}`.execute(
      site.deps.db,
    );
    expect(rows[0]?.count).toBe(2);
  });

  it('lets one of two who edit the same comic at once through, and shows the other what it is now', async () => {
    const { slug } = await plant();
    const { version } = await open(slug);
    const answers = await Promise.all([
      call(admin, 'PATCH', `/admin/comics/${slug}`, { version, changes: { title: 'One' } }),
      call(other, 'PATCH', `/admin/comics/${slug}`, { version, changes: { title: 'Two' } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = [answers.find(({ status }) => status === 200), answers.find(({ status }) => status === 409)];
    expect(lost?.body).toMatchObject({
      code: 'edit-conflict',
      current: { title: won?.body.title, version: won?.body.version },
    });
    expect((await open(slug)).title).toBe(won?.body.title);
  });

  it('gives an uploader their own comics alone, and refuses an address that is taken and words that are prohibited', async () => {
    const [own, foreign] = [await plant({ by: uploader }), await plant()];
    const { version } = (await call(uploader, 'GET', `/admin/comics/${own.slug}`)).body;
    expect((await call(uploader, 'GET', `/admin/comics/${foreign.slug}`)).status).toBe(404);
    expect((await call(uploader, 'GET', `/admin/chapters/${foreign.chapters[0]}`)).status).toBe(404);
    expect((await call(reader, 'GET', '/admin/comics')).status).toBe(403);
    expect((await list('', uploader)).data.map(({ id }) => id)).toEqual([own.id]);
    expect(
      await call(uploader, 'PATCH', `/admin/comics/${own.slug}`, { version, changes: { slug: foreign.slug } }),
    ).toMatchObject({ status: 409, body: { code: 'slug-taken' } });
    expect(
      await call(uploader, 'PATCH', `/admin/comics/${own.slug}`, { version, changes: { title: 'The unspeakable' } }),
    ).toMatchObject({ status: 422, body: { code: 'term-prohibited' } });
  });

  it('lets an uploader undo what they did themselves, and nothing that staff decided', async () => {
    const [{ id, chapters }, { id: target }] = [await plant({ by: uploader }), await plant({ by: uploader })];
    const move = async (who: Member, action: object) =>
      call(who, 'POST', `/admin/comics/${id}/state`, { version: (await open(id)).version, ...action });
    expect((await move(uploader, { action: 'remove', reason: 'Mine' })).body.state).toBe('removed');
    expect((await move(uploader, { action: 'restore' })).body.state).toBe('published');
    await move(admin, { action: 'unlist' });
    for (const action of [{ action: 'publish', at: null }, { action: 'draft' }]) {
      expect(await move(uploader, action)).toMatchObject({ status: 403, body: { code: 'not-allowed' } });
    }
    await move(admin, { action: 'remove', reason: 'Not theirs' });
    expect((await move(uploader, { action: 'restore' })).status).toBe(403);
    expect((await call(uploader, 'POST', `/admin/comics/${id}/merge`, { comic_id: target })).body.code).toBe(
      'comic-state-wrong',
    );
    expect((await call(uploader, 'POST', `/admin/chapters/${chapters[0]}/move`, { comic_id: target })).body.code).toBe(
      'comic-state-wrong',
    );
    expect((await move(admin, { action: 'restore' })).body.state).toBe('unlisted');
  });

  it('removes with a tombstone, restores, and deletes drafts alone', async () => {
    const { id, slug } = await plant();
    const move = async (action: object) =>
      call(admin, 'POST', `/admin/comics/${id}/state`, { version: (await open(id)).version, ...action });
    expect((await move({ action: 'remove', reason: 'Asked by its author' })).body).toMatchObject({
      state: 'removed',
      removed_reason: 'Asked by its author',
    });
    expect(await call(null, 'GET', `/comics/${slug}`)).toMatchObject({
      status: 451,
      body: { reason: 'Asked by its author' },
    });
    expect((await move({ action: 'restore' })).body).toMatchObject({ state: 'published', removed_reason: null });
    expect((await call(admin, 'DELETE', `/admin/comics/${id}`)).body.code).toBe('comic-not-draft');
    await move({ action: 'draft' });
    expect((await call(null, 'GET', `/comics/${slug}`)).status).toBe(404);
    expect((await call(admin, 'DELETE', `/admin/comics/${id}`)).status).toBe(204);
    expect((await call(admin, 'GET', `/admin/comics/${id}`)).status).toBe(404);
  });

  it('keeps what staff locked when a chapter is imported', async () => {
    const { id } = await plant({ chapters: 2, seriesKey: 'series en locked', tags: ['Calm'] });
    const { version } = await open(id);
    await call(admin, 'PATCH', `/admin/comics/${id}`, { version, changes: { locked: ['tags', 'rating', 'links'] } });
    const metadata = {
      links: { mal: '7' },
      credits: [],
      terms: { tag: [{ name: 'Noise' }], artist: [{ name: 'Bo' }] },
      language: null,
      description: 'Told by the archive',
      releasedOn: null,
      uploadedAt: null,
      count: null,
      direction: null,
      translated: false,
    };
    const bring = (number: number) =>
      withTransaction(site.deps.db, (tx) =>
        addToLibrary(tx, {
          metadata: metadata as never,
          placement: {
            kind: 'chapter',
            series: 'x',
            seriesKey: 'series en locked',
            name: '',
            number: String(number),
            position: number,
            workKey: null,
          } as never,
          pages: [
            {
              number: 1,
              name: '1.png',
              image: pictures[0] as string,
              problem: null,
              width: 90,
              height: 120,
              transcript: null,
            },
          ],
          cover: pictures[0] as string,
          rating: 'explicit',
          rated: true,
          publish: true,
          incomplete: false,
          chapters: 'now',
        }),
      );
    await bring(3);
    expect(await open(id)).toMatchObject({
      rating: 'safe',
      description: 'Told by the archive',
      terms: { tags: [{ name: 'Calm' }], artists: [{ name: 'Bo' }] },
      chapters: [{}, {}, { number: '3' }],
    });
    expect((await open(id)).links).toEqual({});
    expect((await call(admin, 'GET', `/admin/comics/${id}/revisions`)).body.data[0]).toMatchObject({
      source: 'import',
      by: null,
    });
    const { version: next } = await open(id);
    await call(admin, 'PATCH', `/admin/comics/${id}`, {
      version: next,
      changes: { locked: [], links: { kitsu: '38' } },
    });
    await bring(4);
    expect(await open(id)).toMatchObject({ links: { kitsu: '38', mal: '7' } });
  });
});

describe('chapters and pages', () => {
  it('are put in order, replaced, moved and deleted, and readers keep their places', async () => {
    const {
      id,
      chapters: [first = 0, second = 0],
    } = await plant({ chapters: 2 });
    const chapter = async (one: number) => (await call(admin, 'GET', `/admin/chapters/${one}`)).body;
    const [a, b, c] = (await chapter(first)).images.map((page: { id: number }) => page.id) as [number, number, number];
    await sql`insert into progress (user_id, comic_id, chapter_id, page, max_page) values (${reader.id}, ${id}, ${first}, 3, 3)`.execute(
      site.deps.db,
    );
    await sql`insert into page_bookmarks (user_id, comic_id, chapter_id, page) values (${reader.id}, ${id}, ${first}, 1)`.execute(
      site.deps.db,
    );
    const kept = async () =>
      (
        await sql<{
          page: number;
          mark: number;
        }>`select r.page, b.page as mark from progress r join page_bookmarks b using (user_id, chapter_id) where r.chapter_id = ${first}`.execute(
          site.deps.db,
        )
      ).rows[0];

    expect((await call(admin, 'PUT', `/admin/chapters/${first}/pages`, { ids: [a, b] })).body.code).toBe(
      'edit-conflict',
    );
    expect(
      (await call(admin, 'PUT', `/admin/chapters/${first}/pages`, { ids: [c, a, b] })).body.images.map(
        (page: { id: number }) => page.id,
      ),
    ).toEqual([c, a, b]);
    expect(await kept()).toEqual({ page: 3, mark: 2 });
    const replaced = await call(admin, 'PUT', `/admin/chapters/${first}/pages/${a}/image`, await png(250));
    expect(replaced.body.images.map((page: { id: number; page: number }) => [page.id, page.page])).toEqual([
      [c, 1],
      [a, 2],
      [b, 3],
    ]);
    await call(admin, 'POST', `/admin/chapters/${first}/pages/move`, { ids: [c], chapter_id: second });
    expect([(await chapter(first)).pages, (await chapter(second)).images.at(-1).id]).toEqual([2, c]);
    expect(await kept()).toEqual({ page: 2, mark: 1 });
    expect(
      (await call(admin, 'POST', `/admin/chapters/${first}/pages/delete`, { ids: [a] })).body.images.map(
        (page: { id: number }) => page.id,
      ),
    ).toEqual([b]);
    expect(await kept()).toEqual({ page: 1, mark: 1 });
    expect(await open(id)).toMatchObject({ pages: 5 });
    // The last deletion is taken back.
    const {
      data: [deleted],
    } = (await call(admin, 'GET', `/admin/comics/${id}/revisions`)).body;
    await call(admin, 'POST', `/admin/comics/${id}/revisions/${deleted.id}/restore`, {
      version: (await open(id)).version,
    });
    expect((await chapter(first)).pages).toBe(2);

    const ordered = await call(admin, 'PUT', `/admin/comics/${id}/chapters`, { ids: [second, first] });
    expect(ordered.body.chapters.map((one: { id: number }) => one.id)).toEqual([second, first]);
    expect((await call(admin, 'DELETE', `/admin/chapters/${second}`)).status).toBe(204);
    expect((await call(admin, 'DELETE', `/admin/chapters/${first}`)).body.code).toBe('chapter-last');
    const {
      data: [gone],
    } = (await call(admin, 'GET', `/admin/comics/${id}/revisions`)).body;
    const back = await call(admin, 'POST', `/admin/comics/${id}/revisions/${gone.id}/restore`, {
      version: (await open(id)).version,
    });
    expect(back.body.chapters.map(({ number, pages }: { number: string; pages: number }) => [number, pages])).toEqual([
      ['2', 4],
      ['1', 2],
    ]);
  });

  it('go to another comic, which then has the address', async () => {
    const [from, to] = [await plant(), await plant()];
    await sql`insert into favorites (user_id, comic_id) values (${reader.id}, ${from.id})`.execute(site.deps.db);
    await sql`insert into shelved_comics (user_id, comic_id, shelf, note) values (${reader.id}, ${from.id}, 'paused', 'Later')`.execute(
      site.deps.db,
    );
    expect((await call(admin, 'POST', `/admin/comics/${from.slug}/merge`, { comic_id: to.id })).body).toMatchObject({
      id: to.id,
      pages: 6,
      oneshot: false,
    });
    expect((await call(null, 'GET', `/comics/${from.slug}`)).body).toMatchObject({ id: to.id, favorites: 1 });
    expect(
      (await sql`select shelf, note from shelved_comics where comic_id = ${to.id}`.execute(site.deps.db)).rows,
    ).toEqual([{ shelf: 'paused', note: 'Later' }]);
    expect(await open(from.id)).toMatchObject({ state: 'draft', pages: 0 });
  });

  it('give a cover: a part of a page, rendered anew, or a picture that was sent', async () => {
    const {
      id,
      chapters: [chapter],
    } = await plant();
    const {
      images: [page],
    } = (await call(admin, 'GET', `/admin/chapters/${chapter}`)).body;
    const cut = await call(admin, 'PUT', `/admin/comics/${id}/cover`, {
      version: (await open(id)).version,
      page_id: page.id,
      crop: { left: 10, top: 20, width: 40, height: 60 },
    });
    expect(cut.body).toMatchObject({ cover_source: { page_id: null, width: 40, height: 60 } });
    expect(
      (
        await call(admin, 'PUT', `/admin/comics/${id}/cover`, {
          version: cut.body.version,
          page_id: page.id,
          crop: { left: 80, top: 20, width: 40, height: 60 },
        })
      ).body.code,
    ).toBe('crop-outside');
    expect(
      (await call(admin, 'POST', `/admin/comics/${id}/cover?version=${cut.body.version - 1}`, await png(3))).body.code,
    ).toBe('edit-conflict');
    expect(
      (await call(admin, 'POST', `/admin/comics/${id}/cover?version=${cut.body.version}`, await png(3))).body
        .cover_source,
    ).toMatchObject({ width: 90, height: 120 });
    expect(
      (await call(admin, 'POST', `/admin/comics/${id}/cover?version=1`, Buffer.from('no picture'))).body.code,
    ).toBe('page-undecodable');
  });
});

describe('publication', () => {
  it('comes at its time, exactly once, and tells who follows', async () => {
    const { id, slug } = await plant({ state: 'draft', tags: ['Followed'] });
    const {
      rows: [tag],
    } = await sql<{ id: number }>`select id from terms where slug = 'followed'`.execute(site.deps.db);
    await sql`insert into follows (user_id, term_id) values (${reader.id}, ${tag?.id})`.execute(site.deps.db);
    const scheduled = await call(admin, 'POST', `/admin/comics/${id}/state`, {
      version: (await open(id)).version,
      action: 'publish',
      at: '2026-05-01T13:00:00Z',
    });
    expect(scheduled.body).toMatchObject({ state: 'scheduled', publish_at: '2026-05-01T13:00:00.000Z' });
    await publish();
    expect((await call(null, 'GET', `/comics/${slug}`)).status).toBe(404);
    clock = new Date('2026-05-01T13:00:01Z');
    await Promise.all([publish(), publish(), publish()]);
    expect((await call(null, 'GET', `/comics/${slug}`)).body).toMatchObject({ id, uploaded_at: '2026-05-01' });
    const { rows } = await sql<{ revisions: number; told: number }>`
      select (select count(*)::int from comic_revisions where comic_id = ${id} and user_id is null) as revisions,
        (select count(*)::int from jobs where kind = 'notifications.releases' and payload->>'comic_id' = ${String(id)}) as told`.execute(
      site.deps.db,
    );
    expect(rows[0]).toEqual({ revisions: 1, told: 1 });
  });

  it('waits for a moderator where an uploader is new, and not any more once one was approved', async () => {
    const [first, next] = [
      await plant({ state: 'draft', by: uploader }),
      await plant({ state: 'draft', by: uploader }),
    ];
    const ask = async (id: number) =>
      (
        await call(uploader, 'POST', `/admin/comics/${id}/state`, {
          version: (await open(id)).version,
          action: 'publish',
        })
      ).body;
    expect(await ask(first.id)).toMatchObject({ state: 'draft', review: 'waiting' });
    expect(
      (
        await call(uploader, 'POST', `/admin/comics/${next.id}/state`, {
          version: (await open(next.id)).version,
          action: 'unlist',
        })
      ).status,
    ).toBe(403);
    expect((await list('reviews=waiting')).data.map(({ id }) => id)).toEqual([first.id]);
    const {
      rows: [review],
    } = await sql<{ id: number }>`select id from reviews where comic_id = ${first.id}`.execute(site.deps.db);
    const decide = () =>
      withTransaction(site.deps.db, (tx) =>
        decideReview(tx, { reviewId: review?.id ?? 0, by: admin.id, approve: true, note: '', now: clock }),
      );
    await sql`update comics set state = 'removed' where id = ${first.id}`.execute(site.deps.db);
    await expect(decide()).rejects.toMatchObject({ code: 'comic-state-wrong' });
    await sql`update comics set state = 'draft' where id = ${first.id}`.execute(site.deps.db);
    expect(await decide()).toBe('published');
    await expect(decide()).rejects.toMatchObject({ code: 'review-decided' });
    expect(await ask(next.id)).toMatchObject({ state: 'published', review: null });
    const empty = (await call(uploader, 'POST', '/admin/comics', { title: 'Nothing yet' })).body;
    expect(
      (await call(uploader, 'POST', `/admin/comics/${empty.id}/state`, { version: empty.version, action: 'publish' }))
        .body.code,
    ).toBe('comic-empty');
  });
});

describe('the table of comics', () => {
  it('has every state, filter and order, alike from memory and from the database', async () => {
    const states = ['draft', 'published', 'unlisted', 'removed', 'published', 'draft', 'published'];
    for (const [at, state] of states.entries()) {
      await plant({ state, title: `Listed ${'gbfdaec'[at]}`, tags: at % 2 === 0 ? ['Even'] : [] });
    }
    const {
      rows: [tag],
    } = await sql<{ id: number }>`select id from terms where slug = 'even'`.execute(site.deps.db);
    const asked = [
      'q=listed&sort=title&order=asc',
      'q=listed&sort=id&per_page=3',
      'q=listed&sort=id&per_page=3&page=2',
      'q=listed&sort=id&per_page=3&page=3',
      'q=listed&states=draft&states=removed&sort=title',
      `q=listed&tags=${tag?.id}&sort=uploaded_at`,
      `q=listed&not_tags=${tag?.id}&sort=views`,
      'q=listed&missing=tags&sort=updated_at',
      'q=listed&states=published&sort=published_at',
      'ratings=safe&q=listed&sort=pages',
      'ratings=explicit',
      'premium=true',
      'missing=pages',
      'missing=cover',
      'missing=broken',
      'sort=favorites&per_page=4&page=2',
      'sort=updated_at&per_page=5',
      `uploader=${uploader.username}&sort=title`,
      'sort=id&per_page=4&page=3',
    ];
    const ids = async () =>
      Promise.all(
        asked.map(async (query) => {
          const { data, total } = await list(query);
          return [query, total, ...data.map(({ id }) => id)];
        }),
      );
    const fromDatabase = await ids();
    await site.deps.catalogue.build();
    expect(await ids()).toEqual(fromDatabase);
    const [last] = (await list('sort=id')).data;
    expect((await list(`q=%23${last!.id}`)).search?.jump).toEqual({ id: last!.id, slug: last!.slug });
    expect((await list('q=listed&sort=title&order=asc')).data.map(({ title }) => title.at(-1)).join('')).toBe(
      'abcdefg',
    );
    const all = (await list('sort=id&order=asc&per_page=100')).data.map(({ id }) => id);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    const paged = await Promise.all(
      Array.from({ length: Math.ceil(all.length / 4) }, async (_, at) =>
        (await list(`sort=id&order=asc&per_page=4&page=${at + 1}`)).data.map(({ id }) => id),
      ),
    );
    expect(paged.flat()).toEqual(all);
    expect(fromDatabase.find(([query]) => query === 'q=listed&states=draft&states=removed&sort=title')?.[1]).toBe(3);
  });
});

describe('the list of chapters', () => {
  it('has those of all comics, the newest first, or of one; an uploader sees their own', async () => {
    const [open, own] = [await plant({ chapters: 3 }), await plant({ chapters: 2, state: 'draft', by: uploader })];
    const { status, body } = await call(admin, 'GET', '/admin/chapters?per_page=2');
    expect([status, body.data.map(({ id }: { id: number }) => id)]).toEqual([200, own.chapters.toReversed()]);
    const last = (await call(admin, 'GET', `/admin/chapters?per_page=2&page=${body.last_page}`)).body;
    expect(last.data.map(({ id }: { id: number }) => id).at(-1)).toBe(Math.min(...(await everyChapter())));
    expect(body.total).toBe((await everyChapter()).length);
    const [ofOne, ofUploader, foreign] = [
      await call(admin, 'GET', `/admin/chapters?comic=${open.slug}`),
      await call(uploader, 'GET', '/admin/chapters?per_page=100'),
      await call(uploader, 'GET', `/admin/chapters?comic=${open.slug}`),
    ];
    expect(ofOne.body.data.map(({ id, comic }: { id: number; comic: object }) => [id, comic])).toEqual(
      open.chapters.toReversed().map((id) => [id, expect.objectContaining({ id: open.id, slug: open.slug })]),
    );
    expect(new Set(ofUploader.body.data.map(({ comic }: { comic: { id: number } }) => comic.id))).toContain(own.id);
    expect(ofUploader.body.data.some(({ comic }: { comic: { id: number } }) => comic.id === open.id)).toBe(false);
    expect([foreign.status, (await call(reader, 'GET', '/admin/chapters')).status]).toEqual([404, 403]);
  });

  const everyChapter = async () =>
    (await sql<{ id: number }>`select id from chapters order by id`.execute(site.deps.db)).rows.map(({ id }) => id);
});
