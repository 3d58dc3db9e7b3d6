import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comicsWhere, expect, test } from '../fixtures.ts';
import { ADMIN, PASSWORD } from '../member.ts';

/** Asks a catalogue as calibre asks shops: by the description of its searches. */
const SEARCH = `
import json, sys
from calibre.gui2.store.opensearch_store import open_search
found = [dict(title=each.title, author=each.author, cover=each.cover_url) for each in open_search(sys.argv[1], sys.argv[2])]
print('FOUND ' + json.dumps(found))
`;
/** The pages that it finds in a file, in its order. */
const PAGES = `
import json, os, sys
from calibre.ebooks.comic.input import extract_comic, find_pages
print('FOUND ' + json.dumps([os.path.basename(each) for each in find_pages(extract_comic(sys.argv[1]))]))
`;
interface ListedBook {
  title: string;
  author: string;
  cover: string;
}

const isInstalled = spawnSync('calibre-debug', ['--version']).status === 0;

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-calibre-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in calibre, without a screen, and answers what it found. */
function run(script: string, ...args: string[]): unknown {
  const path = join(folder, 'script.py');
  writeFileSync(path, script);
  const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', QT_QPA_PLATFORM: 'offscreen' };
  const { status, stdout, stderr } = spawnSync('calibre-debug', [path, '--', ...args], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout.split('FOUND ')[1]!);
}

test('calibre finds a comic in the catalogue by its title, and all pages in its file', async ({
  api,
  baseURL,
  request,
}, testInfo) => {
  testInfo.skip(!isInstalled, 'calibre, as Debian has it, is not installed');
  const [comic] = await comicsWhere(api, 'q=rooftop', ({ rating }) => rating === 'safe');
  const { artists } = await api<{ artists: { name: string }[] }>(`/api/comics/${comic!.slug}`);
  const all = run(SEARCH, `${baseURL}/en/opds/search.xml`, comic!.title) as ListedBook[];
  const found = all.filter(({ title }) => title === comic!.title);
  expect(found[0]!.author).toContain(artists[0]!.name);
  expect((await request.get(found[0]!.cover)).headers()['content-type']).toMatch(/^image\//);

  const [chapter] = await api<{ id: number; pages: number }[]>(`/api/comics/${comic!.slug}/chapters`);
  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${PASSWORD}`).toString('base64')}`;
  const file = await request.get(`/en/opds/chapters/${chapter!.id}/file`, { headers: { authorization } });
  expect(file.status()).toBe(200);
  const path = join(folder, 'comic.cbz');
  writeFileSync(path, await file.body());
  expect(run(PAGES, path)).toHaveLength(chapter!.pages);
});
