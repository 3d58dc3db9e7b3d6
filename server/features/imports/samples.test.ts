import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportOutcome } from '#contract/imports.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { SAMPLES, sampleItems, withSamples } from '#server/testing/samples.ts';
import { openImport } from '#server/features/intake/public/archive-pages.ts';
import { findSources, sourceName } from '#server/features/intake/public/sources.ts';
import { testLibrary, type TestLibrary } from './testing/library.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

interface Item {
  file: string;
  pages: number | null;
  order?: string[] | null;
  title?: string;
  language?: string;
  direction?: string;
  credits?: Record<string, string>;
  expect?: { title?: string; title_text?: string };
}

const items = sampleItems<Item>();
const under = (folder: string) => items.filter(({ file }) => file.startsWith(`${folder}/`));

/** The result of one file, as a reader meets it. */
interface Met {
  title: string;
  name: string;
  language: string | null;
  direction: string;
  pages: string[];
  credits: string[];
}

let library: TestLibrary;
const outcomes = new Map<string, ImportOutcome>();
beforeAll(async () => {
  library = await testLibrary();
});
afterAll(() => library.close());

async function importAll(folder: string): Promise<void> {
  for (const outcome of await library.run([join(SAMPLES, folder)], { publish: true, incomplete: true })) {
    outcomes.set(relative(SAMPLES, outcome.file), outcome);
  }
}

async function meet(file: string, folder = SAMPLES): Promise<Met> {
  const { rows } = await sql<Met>`
    select c.title, h.name, coalesce(h.direction, c.direction) as direction,
      (select t.code from terms t where t.kind = 'language' and t.id = any(c.terms)) as language,
      array(select p.name from pages p where p.chapter_id = h.id order by p.number) as pages,
      array(select t.name from terms t where t.kind in ('author', 'artist', 'group', 'publisher') and t.id = any(c.terms)) as credits
    from imports i join comics c on c.id = i.comic_id join chapters h on h.id = i.chapter_id where i.source = ${join(folder, file)}`.execute(
    library.db,
  );
  expect(rows, file).toHaveLength(1);
  return rows[0] as Met;
}

/** The people of a credit as the manifest writes them: `Ann, Bob`, sometimes with the name in another script behind it. */
const people = (credits: Record<string, string>) =>
  Object.entries(credits)
    .filter(([role]) => role !== 'rights')
    .flatMap(([, names]) => names.split(', '))
    .map((name) => name.replace(/ \([^)]*\)$/, ''))
    .filter((name) => name !== '');

/** Those that are rendered and kept, too: one of each kind, and what makes a series or an edition. */
const RENDERED = /\/(tori-no-me|science-comics)|webtoon 04 \[en\]|storybook\/(en|ar)\/|carrot\/ja\/.* 01/;

describe('the sample comics', () => {
  it('are read with the pages, titles, languages, directions and credits of the manifest', withSamples, async () => {
    const known = new Map(under('comics').map((item) => [join(SAMPLES, item.file), item]));
    const sources = await findSources(join(SAMPLES, 'comics'));
    expect(sources.map(({ path }) => path).sort()).toEqual([...known.keys()].sort());
    for (const { path, around } of sources) {
      const { pages, order, title, language, direction, credits } = known.get(path) as Item;
      const archive = await openArchive(path);
      const opened = await openImport(archive, sourceName(path), { around, language: null });
      const { metadata, placement } = opened;
      expect(opened.warnings, path).toEqual([]);
      expect(archive.entries, path).toHaveLength(pages ?? 0);
      const names = opened.pages.map(({ name }) => name);
      expect(names, path).toEqual(order ?? names);
      expect(placement.kind === 'chapter' ? [placement.series, placement.name] : [placement.title], path).toContain(
        title,
      );
      expect([metadata.language, metadata.direction ?? 'ltr'], path).toEqual([language, direction]);
      const credited = (['author', 'artist', 'group', 'publisher'] as const)
        .flatMap((kind) => metadata.terms[kind] ?? [])
        .map(({ name }) => name);
      expect(credited, path).toEqual(expect.arrayContaining(people(credits ?? {})));
      await archive.close();
    }
  });

  it('are imported so', withSamples, async () => {
    const chosen = under('comics').filter(({ file }) => RENDERED.test(file));
    for (const { file } of chosen) {
      await cp(join(SAMPLES, file), join(library.folder, file));
    }
    for (const outcome of await library.run([join(library.folder, 'comics')], { publish: true })) {
      outcomes.set(relative(library.folder, outcome.file), outcome);
    }
    expect([...outcomes.values()].filter(({ state }) => state !== 'imported')).toEqual([]);
    for (const { file, pages, order, title, language, direction, credits } of chosen) {
      expect(outcomes.get(file), file).toMatchObject({ pages, warnings: [] });
      const met = await meet(file, library.folder);
      expect([met.title, met.name], file).toContain(title);
      expect(met, file).toMatchObject({ language, direction, pages: order });
      expect(met.credits, file).toEqual(expect.arrayContaining(people(credits ?? {})));
    }
  });

  it('stand in one comic a series and language, by number', withSamples, async () => {
    const { rows } = await sql<{ slug: string; numbers: string[]; editions: number }>`
      select c.slug, array(select h.number from chapters h where h.comic_id = c.id order by h.position) as numbers,
        (select count(*)::int from comics o where o.work_key = c.work_key and o.id <> c.id) as editions
      from comics c where c.slug in ('science-comics', 'pepper-carrot-webtoon', 'african-storybook')`.execute(
      library.db,
    );
    expect(Object.fromEntries(rows.map(({ slug, numbers }) => [slug, numbers]))).toEqual({
      'science-comics': ['1', '2', '3', '4'],
      'pepper-carrot-webtoon': ['4'],
      'african-storybook': ['87', '156'],
    });
    expect(rows.find(({ slug }) => slug === 'african-storybook')?.editions).toBe(1);
  });
});

describe('the odd samples', () => {
  it('are imported as the manifest says', withSamples, async () => {
    await importAll('odd');
    for (const { file, pages, order, direction, language, expect: expected } of under('odd').filter(
      ({ file }) => !file.startsWith('odd/image-folder/'),
    )) {
      const outcome = outcomes.get(file);
      const failed = outcome?.state === 'imported' ? outcome.warnings.filter(({ page }) => page !== undefined) : [];
      expect(outcome, file).toMatchObject({ state: 'imported', pages, missing: failed.length });
      const met = await meet(file);
      expect(met, file).toMatchObject({
        ...(order && { pages: order.map((name) => name.replaceAll('\\', '/').replace(/^\.\//, '')) }),
        ...(direction && { direction }),
        ...(language && { language }),
      });
      expect([met.title, met.name], file).toContain(expected?.title_text ?? expected?.title ?? met.title);
    }
  });

  it('miss the pages of formats that cannot be shown, each with a warning, and no other', withSamples, () => {
    const mixed = outcomes.get('odd/mixed-image-types.cbz');
    expect(mixed?.state === 'imported' && mixed.warnings.map(({ page, params }) => [page, params.format])).toEqual([
      [6, 'JPEG XL'],
      [7, 'BMP'],
      [8, 'TIFF'],
      [9, 'JPEG 2000'],
      [10, 'HEIC'],
    ]);
  });

  it('show a page upright, and a folder of pictures as one chapter', withSamples, async () => {
    const { rows } = await sql<{ width: number; height: number }>`
      select i.width, i.height from pages p join images i on i.hash = p.image where p.name = '04-exif-orientation.jpg'`.execute(
      library.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.height).toBeGreaterThan(rows[0]?.width ?? 0);
    expect(outcomes.get('odd/image-folder/Ch 2')).toMatchObject({ state: 'imported', pages: 3, chapter: 'chapter-2' });
    expect((await meet('odd/image-folder/Ch 2')).pages).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  });
});

const REFUSED_INVALID: Record<string, string> = {
  'empty.cbz': 'archive-empty',
  'encrypted.cbr': 'archive-encrypted',
  'encrypted.cbz': 'archive-encrypted',
  'high-ratio.cbz': 'archive-suspicious',
  'no-images.cbz': 'archive-empty',
  'path-traversal.cbz': 'archive-suspicious',
  'text.cbz': 'archive-unreadable',
  'truncated.cbz': 'archive-truncated',
  'zero-bytes.cbz': 'archive-empty',
};
const BAD_PAGES: Record<string, [page: number, code: string][]> = {
  'corrupt-page.cbz': [
    [2, 'page-undecodable'],
    [3, 'page-undecodable'],
  ],
  'html-as-jpg.cbz': [[1, 'page-format-unsupported']],
  'huge-dimensions.cbz': [[1, 'page-too-large']],
  'svg-with-script.cbz': [[1, 'page-format-unsupported']],
};

describe('the invalid samples', () => {
  it('are refused, or imported with their bad pages missing, and nothing is half-written', withSamples, async () => {
    const before = { comics: await library.count('comics'), pages: await library.count('pages') };
    await importAll('invalid');
    for (const { file } of under('invalid')) {
      const name = basename(file);
      const outcome = outcomes.get(file);
      const code = REFUSED_INVALID[name];
      expect(outcome, file).toMatchObject(
        code !== undefined
          ? { state: 'refused', error: { code } }
          : { state: 'imported', warnings: BAD_PAGES[name]!.map(([page, bad]) => ({ page, code: bad })) },
      );
    }
    const { rows } = await sql<{ comics: number; pages: number }>`
      select count(distinct comic_id)::int as comics, (select count(*)::int from import_pages) as pages from imports
      where source like ${`${dirname(join(SAMPLES, 'invalid/x'))}%`} and comic_id is not null`.execute(library.db);
    expect(rows).toEqual([{ comics: (await library.count('comics')) - before.comics, pages: 0 }]);
    expect(existsSync('/tmp/evil-a.jpg')).toBe(false);
    const { rows: active } =
      await sql`select 1 from images where format not in ('jpeg', 'png', 'webp', 'avif', 'gif')`.execute(library.db);
    expect(active).toEqual([]);
  });
});
