import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';
import { partedRawFiles } from './raw-parts.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'komawari-parts-'));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

it('a file arrives in parts that any process reads as one, is cut, and leaves nothing behind', async () => {
  const { db } = site.deps;
  const { id: user } = await member(db);
  const { rows } = await sql<{ id: number }>`
    with u as (insert into uploads (user_id) values (${user}) returning id)
    insert into upload_files (upload_id, path, bytes) select id, 'one.cbz', 9 from u returning id`.execute(db);
  const file = rows[0]!.id;
  const [files, others] = [partedRawFiles(site.deps, folder), partedRawFiles(site.deps, folder)];
  await files.begin(file);
  await files.write(file, 0, Readable.from([Buffer.from('Light'), Buffer.from('ho')]));
  expect(await others.received(file)).toBe(7);
  await others.write(file, 7, Readable.from([Buffer.from('use')]));
  await expect(files.write(file, 7, Readable.from([Buffer.from('USE')]))).rejects.toMatchObject({
    code: 'upload-offset-wrong',
    params: { offset: 10 },
  });
  expect(await files.all()).toEqual([file]);
  expect(await files.local(file, async (path) => readFileSync(path, 'utf8'))).toBe('Lighthouse');
  expect(readdirSync(folder)).toEqual([]);

  await files.cut(file, 7);
  expect(await others.received(file)).toBe(7);
  await files.remove(file);
  expect([await files.received(file), await files.all()]).toEqual([0, []]);
});
