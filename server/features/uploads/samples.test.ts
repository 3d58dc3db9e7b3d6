import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';
import { SAMPLES, sampleItems, withSamples } from '#server/testing/samples.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { uploader, type Uploader } from './testing/uploader.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

interface Item {
  file: string;
  pages: number | null;
  order?: string[] | null;
}

const items = sampleItems<Item>();

let site: TestApp;
let worker: Worker;
let ann: Uploader;
beforeAll(async () => {
  site = await testApp();
  worker = buildWorker(site.deps);
  worker.start();
  ann = uploader(site, await member(site.deps.db, { role: 'uploader' }));
});
afterAll(async () => {
  await worker.close();
  await site.close();
});

/** Sends what the manifest has under a folder; the upload once it is read, and the names of the pages of each file in their order. */
async function sent(folder: string): Promise<{ upload: Upload; names: Map<string, string[]> }> {
  const files = items
    .filter(({ file }) => file.startsWith(`${folder}/`))
    .map(({ file }) => [file.slice(folder.length + 1), readFileSync(join(SAMPLES, file))] as const);
  const upload = await ann.read(await ann.send(Object.fromEntries(files)));
  const names = new Map<string, string[]>();
  for (const chapter of upload.works.flatMap((work) => work.chapters)) {
    for (const page of await ann.pages(upload.id, chapter.id)) {
      const path = upload.files.find(({ id }) => id === page.file)?.path ?? '';
      names.set(path, [...(names.get(path) ?? []), page.name]);
    }
  }
  return { upload, names };
}

it('uploads of the odd samples are read as the manifest says', withSamples, async () => {
  const { upload, names } = await sent('odd');
  for (const { file, pages, order } of items.filter(
    (item) => item.file.startsWith('odd/') && !item.file.startsWith('odd/image-folder/'),
  )) {
    const found = upload.files.find(({ path }) => `odd/${path}` === file);
    expect(found, file).toMatchObject({ state: 'ready', error: null });
    const read = names.get(file.slice('odd/'.length)) ?? [];
    expect(read, file).toHaveLength(pages ?? 0);
    expect(read, file).toEqual(order?.map((name) => name.replaceAll('\\', '/').replace(/^\.\//, '')) ?? read);
  }
  const folders = upload.works
    .filter(({ chapters }) => chapters.some(({ page_ids: ids }) => ids.length === 3))
    .flatMap(({ chapters }) => chapters.map(({ number, pages }) => [number, pages]));
  expect(folders).toContainEqual(['2', 3]);
});

it(
  'uploads of the invalid samples are refused with their reason, or miss the pages that are none',
  withSamples,
  async () => {
    const { upload } = await sent('invalid');
    expect(
      Object.fromEntries(
        upload.files.map(({ path, error, warnings }) => [
          basename(path),
          error?.code ?? warnings.flatMap(({ page, code }) => (page === undefined ? [] : [`${page} ${code}`])),
        ]),
      ),
    ).toEqual({
      'empty.cbz': 'archive-empty',
      'encrypted.cbr': 'archive-encrypted',
      'encrypted.cbz': 'archive-encrypted',
      'high-ratio.cbz': 'archive-suspicious',
      'no-images.cbz': 'archive-empty',
      'path-traversal.cbz': 'archive-suspicious',
      'text.cbz': 'archive-unreadable',
      'truncated.cbz': 'archive-truncated',
      'zero-bytes.cbz': 'archive-empty',
      'corrupt-page.cbz': ['2 page-undecodable', '3 page-undecodable'],
      'html-as-jpg.cbz': ['1 page-format-unsupported'],
      'huge-dimensions.cbz': ['1 page-too-large'],
      'svg-with-script.cbz': ['1 page-format-unsupported'],
    });
  },
);
