import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comicsWhere, expect, test } from '../fixtures.ts';

/** Has gallery-dl's own extractors for this API read a site: a gallery into a folder, or the galleries of a term. */
const SCRIPT = `
import inspect, json, sys
from gallery_dl import config, extractor, job
root, path, folder = sys.argv[1:4]
ours = [each for each in extractor.extractors() if '{}/api/comics/{}' in inspect.getsource(sys.modules[each.__module__])]
home = ours[0].root
for each in ours:
    each.root = root
found = extractor.find(home + path)
if folder:
    config.set((), 'base-directory', folder)
    config.set((), 'postprocessors', [{'name': 'metadata', 'event': 'post', 'filename': 'info.json'}])
    sys.exit(job.DownloadJob(found).run())
print('FOUND ' + json.dumps([message[1] for message in found if len(message) == 3]))
`;

const isInstalled = spawnSync('/usr/bin/python3', ['-c', 'import gallery_dl']).status === 0;

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-gallery-dl-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(site: string, path: string, into = ''): string {
  writeFileSync(join(folder, 'read.py'), SCRIPT);
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [join(folder, 'read.py'), site, path, into], {
    env: { HOME: folder, LANG: 'C.UTF-8' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

test('gallery-dl reads a comic by the API, with all its pages, and the comics of a tag', async ({
  api,
  baseURL,
}, testInfo) => {
  testInfo.skip(!isInstalled, 'gallery-dl, as Debian has it, is not installed');
  const [comic] = await comicsWhere(
    api,
    '',
    ({ rating, premium, chapters_count }) => rating === 'safe' && !premium && chapters_count === 0,
  );
  const into = join(folder, 'into');
  run(baseURL!, `/en/comic/${comic!.slug}`, into);
  const files = readdirSync(into, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const info = files.find(({ name }) => name === 'info.json')!;
  expect(JSON.parse(readFileSync(join(info.parentPath, info.name), 'utf8'))).toMatchObject({
    gallery_id: comic!.id,
    title: comic!.title,
    tags: expect.arrayContaining(comic!.tags.map(({ slug }) => slug)),
    count: comic!.pages,
  });
  expect(files).toHaveLength(comic!.pages + 1);

  const [tag] = comic!.tags;
  const { data, total } = await api<{ data: { slug: string }[]; total: number }>(
    `/api/comics?tags=${tag!.id}&per_page=100`,
  );
  const listed = JSON.parse(run(baseURL!, `/en/tag/${tag!.slug}`).split('FOUND ')[1]!) as string[];
  expect([listed.length, listed.map((url) => url.split('/comic/')[1]).toSorted()]).toEqual([
    total,
    data.map(({ slug }) => slug).toSorted(),
  ]);
});
