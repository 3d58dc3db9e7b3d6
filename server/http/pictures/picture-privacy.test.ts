import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportRequest } from '#contract/imports.ts';
import { writeArchive } from '#server/features/imports/testing/archives.ts';
import { MARK, markedImages, type MarkedImage } from '#server/images/testing/marked-images.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildImports } from '#server/worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'komawari-privacy-'));
let site: TestApp;
let admin: Member;
let images: MarkedImage[];
beforeAll(async () => {
  site = await testApp({ limits: { readsPerMinute: 0, downloadsPerDay: 0 } });
  admin = await member(site.deps.db, { role: 'admin' });
  images = await markedImages();
});
afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An answer, and whether anything that cameras and programs wrote is in it. */
async function asked(method: 'GET' | 'PUT' | 'POST', url: string, picture?: MarkedImage) {
  const answer = await site.app.inject({
    method,
    url,
    headers: { host: 'comics.test', ...admin.headers, ...(picture && { 'content-type': `image/${picture.format}` }) },
    ...(picture && { payload: picture.bytes }),
  });
  expect({ url, marked: answer.rawPayload.includes(MARK) }).toEqual({ url, marked: false });
  return {
    status: answer.statusCode,
    body: String(answer.headers['content-type']).includes('json') ? answer.json() : null,
    bytes: answer.rawPayload,
  };
}

/** Every address of a picture in an answer. */
function addresses(body: unknown): string[] {
  return [...JSON.stringify(body).matchAll(/\/images\/[0-9a-f]{64}\/[^"\\]+/g)].map(([path]) => path);
}

const picture = (name: string): MarkedImage => images.find((each) => each.name === name)!;

it('no address of the site has a place, a camera or an owner in what it answers, whichever way a picture came', async () => {
  const { db } = site.deps;
  const archive = await writeArchive(
    join(folder, 'marked.cbz'),
    Object.fromEntries(images.map(({ name, format, bytes }) => [`${name}.${format}`, bytes])),
  );
  const listener = { onProgress() {}, onOutcome() {} };
  const imports = buildImports(site.deps);
  await imports.run(
    ImportRequest.parse({ paths: [archive], rating: 'safe', publish: true }),
    listener,
    new AbortController().signal,
  );
  const {
    rows: [comic],
  } = await sql<{ id: number; slug: string; version: number; chapter: number; page: number }>`
    select c.id, c.slug, c.version, h.id as chapter,
    (select p.id from pages p where p.chapter_id = h.id and p.number = 2) as page from comics c
    join chapters h on h.comic_id = c.id`.execute(db);
  const { id, slug, version, chapter, page } = comic!;

  const answers = [
    await asked('PUT', '/api/account/avatar', picture('jpeg-turned')),
    await asked('POST', `/api/admin/comics/${slug}/cover?version=${version}`, picture('png-p3')),
    await asked('POST', `/api/admin/chapters/${chapter}/pages?name=last.webp`, picture('webp-turned')),
    await asked('PUT', `/api/admin/chapters/${chapter}/pages/${page}/image`, picture('gif-moving')),
  ];
  await sql`insert into terms (kind, name, slug, search, sort_name) values ('tag', 'Rain', 'rain', 'rain', 'rain')`.execute(
    db,
  );
  const {
    rows: [slide],
  } = await sql<{ id: number }>`insert into slides (comic_id) values (${id}) returning id`.execute(db);
  answers.push(
    await asked('PUT', '/api/admin/tags/rain/image', picture('avif')),
    await asked('PUT', `/api/admin/slides/${slide!.id}/image`, picture('jpeg')),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 200]);

  answers.push(
    ...(await Promise.all(
      [
        `/api/comics/${id}`,
        `/api/comics/${id}/images`,
        '/api/comics',
        `/api/admin/chapters/${chapter}`,
        '/api/slides',
        '/api/tags',
        '/api/account',
      ].map((url) => asked('GET', url)),
    )),
  );
  const found = new Set(answers.flatMap(({ body }) => addresses(body)));
  const { rows } = await sql<{
    hash: string;
    format: string;
    variants: Record<string, { format: string }>;
  }>`select hash, format, variants from images`.execute(db);
  for (const { hash, format, variants } of rows) {
    found.add(`/images/${hash}/original.${format}`);
    for (const [name, variant] of Object.entries(variants)) {
      found.add(`/images/${hash}/${name}.${variant.format}`);
    }
  }
  expect(found.size).toBeGreaterThan(images.length * 3);
  for (const url of found) {
    expect([200, 404]).toContain((await asked('GET', url)).status);
  }
  const {
    rows: [{ cover }],
  } = (await sql<{ cover: string }>`select cover from comics`.execute(db)) as { rows: [{ cover: string }] };
  expect((await asked('GET', `/share/${cover}.jpg`)).status).toBe(200);

  const { body: link } = await asked('POST', `/api/comics/${id}/download`);
  const file = await asked('GET', new URL(link.url).pathname);
  expect([file.status, file.bytes.length]).toEqual([200, link.size]);
  expect(kept(join(site.deps.config.dataDir, '..', 'blobs'))).toEqual([]);
}, 120_000);

/** Files of a folder with the mark in them. */
function kept(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(MARK));
}
