import { cp, mkdir, readdir, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportRequest, type ImportOutcome } from '#contract/imports.ts';
import { problem } from '#contract/problems.ts';
import { isBlobKey, type Blobs } from '#server/blobs/blobs.ts';
import { withTransaction } from '#server/db/database.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { drawBook } from '#server/images/testing/books.ts';
import { member } from '#server/testing/member.ts';
import { comicInfo, drawPage, writeArchive } from './testing/archives.ts';
import { testLibrary, type TestLibrary } from './testing/library.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let library: TestLibrary;
beforeAll(async () => {
  library = await testLibrary();
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const at = (...path: string[]) => join(library.folder, ...path);

/** Writes an archive of drawn pages; equal seeds make equal pages. */
async function archive(name: string, seeds: number[], info?: Record<string, string | number>): Promise<string> {
  const pages = await Promise.all(
    seeds.map(async (seed, index) => [`${index + 1}.png`, await drawPage(seed)] as const),
  );
  return writeArchive(at(name), {
    ...Object.fromEntries(pages),
    ...(info ? { 'ComicInfo.xml': comicInfo(info) } : {}),
  });
}

const nothing = { comics: 0, chapters: 0, pages: 0, images: 0 };
async function counts() {
  return {
    comics: await library.count('comics'),
    chapters: await library.count('chapters'),
    pages: await library.count('pages'),
    images: await library.count('images'),
  };
}

describe('an archive', () => {
  it('becomes a comic with its pages in order, pictures, terms and cover', async () => {
    const path = await archive('one.cbz', [1, 2, 3], {
      Title: 'One',
      Summary: 'Said',
      Writer: 'Ann',
      Tags: 'cat',
      Translator: 'Team',
      LanguageISO: 'fr',
      AgeRating: 'Teen',
      Manga: 'YesAndRightToLeft',
      Year: 2020,
    });
    expect(await library.run([path], { publish: true, rating: null })).toEqual([
      { state: 'imported', file: path, slug: 'one', pages: 3, missing: 0, held: false, warnings: [] },
    ]);
    expect(await library.comics()).toEqual([
      {
        slug: 'one',
        title: 'One',
        state: 'published',
        rating: 'safe',
        direction: 'rtl',
        oneshot: true,
        pages: 3,
        status: null,
        work_key: null,
        released_on: '2020-01-01',
        description: 'Said',
        translated: true,
        language: 'fr',
        cover_is_first: true,
        terms: { author: ['Ann'], tag: ['cat'], group: ['Team'] },
        chapters: [{ name: '', number: null, direction: null, pages: ['1.png', '2.png', '3.png'] }],
      },
    ]);
    const { rows } = await sql<{
      hash: string;
      width: number;
      height: number;
      variants: Record<string, { hash: string; bytes: number }>;
    }>`
      select hash, width, height, variants from images`.execute(library.db);
    expect(rows.map(({ width, height }) => [width, height])).toEqual([
      [60, 90],
      [60, 90],
      [60, 90],
    ]);
    expect(rows.filter(({ variants }) => 'cover320' in variants && 'cover640' in variants)).toHaveLength(1);
    for (const { hash, variants } of rows) {
      expect(await library.blobs.has(hash)).toBe(true);
      for (const variant of Object.values(variants)) {
        expect(await library.blobs.size(variant.hash)).toBe(variant.bytes);
      }
    }
    expect(await library.count('import_pages')).toBe(0);
  });

  it('is a draft until someone publishes it, and a second import with --publish does', async () => {
    const path = await archive('one.cbz', [1]);
    await library.run([path]);
    expect((await library.comics())[0]?.state).toBe('draft');
    expect(await library.run([path], { publish: true })).toEqual([
      { state: 'unchanged', file: path, slug: 'one', held: false },
    ]);
    expect((await library.comics())[0]?.state).toBe('published');
  });

  it('is imported once, whatever it is called and however often it is asked for', async () => {
    const path = await archive('one.cbz', [1, 2]);
    await cp(path, at('copy.cbz'));
    const states = async () => (await library.run([path, at('copy.cbz'), path])).map(({ state }) => state).sort();
    expect(await states()).toEqual(['imported', 'unchanged', 'unchanged']);
    expect(await states()).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await counts()).toEqual({ comics: 1, chapters: 1, pages: 2, images: 2 });
  });

  it('that shares pages with another is another comic', async () => {
    await library.run([await archive('a.cbz', [1, 2, 2]), await archive('b.cbz', [2, 1])]);
    expect(await counts()).toEqual({ comics: 2, chapters: 2, pages: 5, images: 2 });
    expect((await library.comics()).map((comic) => comic.cover_is_first)).toEqual([true, true]);
  });

  it('loses no page for another that cannot be decoded, and its cover is the first good one', async () => {
    const path = await writeArchive(at('hurt.cbz'), {
      '1.jpg': Buffer.from('<html>'.repeat(20)),
      '2.png': await drawPage(2),
      '3.png': (await drawPage(3)).subarray(0, 60),
      '4.tga': Buffer.alloc(50),
    });
    expect(await library.run([path])).toMatchObject([
      {
        state: 'imported',
        pages: 4,
        missing: 3,
        warnings: [
          { code: 'page-format-unsupported', page: 1, name: '1.jpg' },
          { code: 'page-undecodable', page: 3, name: '3.png' },
          { code: 'page-format-unsupported', params: { format: 'TGA' }, page: 4 },
        ],
      },
    ]);
    const { rows } = await sql<{
      covers: boolean;
    }>`select i.variants ? 'cover640' as covers from comics c join images i on i.hash = c.cover`.execute(library.db);
    expect(rows).toEqual([{ covers: true }]);
  });

  it('without a good page is refused and leaves nothing', async () => {
    const path = await writeArchive(at('bad.cbz'), {
      '1.jpg': Buffer.from('no picture '.repeat(9)),
      '2.png': Buffer.alloc(99),
    });
    expect(await library.run([path, at('missing.cbz')])).toEqual([
      { state: 'refused', file: at('missing.cbz'), error: { code: 'archive-not-found', params: {} } },
      { state: 'refused', file: path, error: { code: 'archive-no-good-page', params: { pages: 2 } } },
    ]);
    expect(await counts()).toEqual(nothing);
    expect(
      (await readdir(at('blobs'), { recursive: true })).filter((name) => isBlobKey(name.split('/').at(-1) ?? '')),
    ).toEqual([]);
  });

  it('that was refused is tried again when it is asked for again', async () => {
    const good = await archive('late.cbz', [1]);
    await cp(good, at('whole.cbz'));
    await truncate(good, 40);
    expect(await library.run([good])).toMatchObject([{ state: 'refused', error: { code: 'archive-truncated' } }]);
    expect(await library.run([good])).toMatchObject([{ state: 'refused', error: { code: 'archive-truncated' } }]);
    await rename(at('whole.cbz'), good);
    expect(await library.run([good])).toMatchObject([{ state: 'imported', pages: 1 }]);
  });

  it('with wrong or unreadable metadata is imported with a warning', async () => {
    const count = await archive('count.cbz', [1, 2], { Title: 'Count', PageCount: 999 });
    const broken = await writeArchive(at('broken.cbz'), {
      '1.png': await drawPage(3),
      'ComicInfo.xml': Buffer.from('<!DOCTYPE x><ComicInfo/>'),
    });
    const outcomes = await library.run([count, broken]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({
        file: count,
        slug: 'count',
        pages: 2,
        warnings: [{ code: 'comic-pages-fewer', params: { pages: 2, said: 999 } }],
      }),
    );
    expect(outcomes).toContainEqual(
      expect.objectContaining({
        file: broken,
        slug: 'broken',
        warnings: [{ code: 'metadata-unreadable', params: { file: 'ComicInfo.xml' } }],
      }),
    );
  });

  it('that names no rating gets the one asked for, else the site’s with a warning', async () => {
    const [asked, assumed] = [await archive('asked.cbz', [1]), await archive('assumed.cbz', [2])];
    await library.run([asked], { rating: 'suggestive' });
    expect(await library.run([assumed], { rating: null })).toMatchObject([
      { warnings: [{ code: 'rating-assumed', params: { rating: 'explicit' } }] },
    ]);
    expect((await library.comics()).map(({ rating }) => rating)).toEqual(['suggestive', 'explicit']);
  });

  it('of strips is read from top to bottom', async () => {
    const strips = await Promise.all([1, 2, 3].map((seed) => drawPage(seed, { width: 40, height: 130 })));
    await library.run([
      await writeArchive(at('strip.cbz'), {
        '1.png': await drawPage(9),
        '2.png': strips[0] as Buffer,
        '3.png': strips[1] as Buffer,
        '4.png': strips[2] as Buffer,
      }),
    ]);
    expect((await library.comics())[0]?.direction).toBe('vertical');
  });
});

describe('what is written on pages', () => {
  it('is the text beside each, whatever its encoding; what is no text or belongs to no page is left out', async () => {
    const pages = Object.fromEntries(
      await Promise.all([1, 2, 3].map(async (seed) => [`p/${seed}.png`, await drawPage(seed)] as const)),
    );
    const path = await writeArchive(at('told.cbz'), {
      ...pages,
      'p/1.txt': Buffer.from('A fox: “Good\u202e evening!”\r\nThe moon rises.'),
      'p/2.TXT': Buffer.from('\ufeff月が昇る。', 'utf16le'),
      'p/3.txt': Buffer.from([0xff, 0x00, 0xd8, 0xc3]),
      'p/4.txt': Buffer.from('nobody’s'),
      'readme.txt': Buffer.from('neither'),
    });
    await library.run([path]);
    const { rows } = await sql<{ transcript: string | null }>`select transcript from pages order by number`.execute(
      library.db,
    );
    expect(rows.map(({ transcript }) => transcript)).toEqual([
      'A fox: “Good evening!”\nThe moon rises.',
      '月が昇る。',
      null,
    ]);
  });
});

describe('a drawing over two pages', () => {
  it('is remembered with the first of them', async () => {
    const { pages, seams, direction } = await drawBook(4, { pages: 6, spreads: 2 });
    await library.run([
      await writeArchive(at('book.cbz'), Object.fromEntries(pages.map((page, index) => [`${index + 1}.jpg`, page]))),
    ]);
    const { rows } = await sql<{
      number: number;
      seam: string;
    }>`select number, seam from pages where seam is not null order by number`.execute(library.db);
    expect(rows).toEqual(seams.map((number) => ({ number, seam: direction })));
  });
});

describe('the groups of a chapter', () => {
  it('are those its own archive names', async () => {
    await library.run([
      await archive('1.cbz', [1], { Series: 'Moon', Number: '1', Translator: 'North, South' }),
      await archive('2.cbz', [2], { Series: 'Moon', Number: '2', Translator: 'West' }),
      await archive('3.cbz', [3], { Series: 'Moon', Number: '3' }),
    ]);
    const { rows } = await sql<{ number: string; groups: string[] | null }>`
      select h.number, array_agg(t.name order by t.name) filter (where t.id is not null) as groups
      from chapters h left join chapter_groups g on g.chapter_id = h.id left join terms t on t.id = g.term_id group by h.id, h.number, h.position order by h.position`.execute(
      library.db,
    );
    expect(rows).toEqual([
      { number: '1', groups: ['North', 'South'] },
      { number: '2', groups: ['West'] },
      { number: '3', groups: null },
    ]);
  });
});

describe('chapters', () => {
  const chapter = (number: string, language = 'en', more: Record<string, string | number> = {}) =>
    archive(`s${number}${language}.cbz`, [Number(number) * 10, Number(number) * 10 + 1], {
      Title: `Part ${number}`,
      Series: 'Series',
      Number: number,
      LanguageISO: language,
      AgeRating: 'Everyone',
      ...more,
    });

  it('of one series and language are one comic, in the order of their numbers whatever the order of import', async () => {
    await library.run([await chapter('10')]);
    await library.run([
      await chapter('2', 'en', { AgeRating: 'M', Writer: 'Ann', Year: 2001 }),
      await chapter('1', 'en', { Writer: 'Bob', Year: 1999 }),
    ]);
    const [comic, ...others] = await library.comics();
    expect(others).toEqual([]);
    expect(comic).toMatchObject({
      title: 'Series',
      oneshot: false,
      pages: 6,
      rating: 'suggestive',
      released_on: '1999-01-01',
      cover_is_first: true,
      terms: { author: ['Ann', 'Bob'] },
    });
    expect(comic?.chapters.map(({ name, number }) => [number, name])).toEqual([
      ['1', 'Part 1'],
      ['2', 'Part 2'],
      ['10', 'Part 10'],
    ]);
  });

  it('in two languages are two comics of the same work', async () => {
    await library.run([await chapter('1', 'en'), await chapter('1', 'de')]);
    const comics = await library.comics();
    expect(comics.map(({ language }) => language).sort()).toEqual(['de', 'en']);
    expect(comics[0]?.work_key).toBe(comics[1]?.work_key);
  });

  it('that are read another way than their comic say so', async () => {
    await library.run([await chapter('1', 'en', { Manga: 'No' })]);
    await library.run([await chapter('2', 'en', { Format: 'Webtoon' })]);
    const [comic] = await library.comics();
    expect(comic?.direction).toBe('ltr');
    expect(comic?.chapters.map(({ direction }) => direction)).toEqual([null, 'vertical']);
  });

  it('make a series complete when all are there that they say there are', async () => {
    await library.run([await chapter('1', 'en', { Count: 2 })]);
    expect((await library.comics())[0]?.status).toBeNull();
    await library.run([await chapter('2', 'en', { Count: 2 })]);
    expect((await library.comics())[0]?.status).toBe('complete');
  });

  it('are told to those who follow, once they can be read', async () => {
    const releases = async () =>
      (
        await sql<{
          payload: object;
        }>`delete from jobs where kind = 'notifications.releases' returning payload`.execute(library.db)
      ).rows.map(({ payload }) => payload);
    const { id: reader } = await member(library.db);
    const first = await chapter('1', 'en', { Writer: 'Ann' });
    await library.run([first]);
    await sql`insert into follows (user_id, term_id) select ${reader}, id from terms where kind = 'author'`.execute(
      library.db,
    );
    await library.run([await chapter('2', 'en')]);
    expect(await releases()).toEqual([]);
    await library.run([first], { publish: true });
    expect(await releases()).toMatchObject([{ fresh: true }]);
    await library.run([await chapter('3', 'en')]);
    expect(await releases()).toEqual([]);
    await sql`insert into follows (user_id, comic_id) select ${reader}, id from comics`.execute(library.db);
    await library.run([await chapter('4', 'en')]);
    expect(await releases()).toMatchObject([{ fresh: false, comic_id: expect.any(Number), from: expect.any(Number) }]);
  });

  it('lie in folders: of archives, and of folders of pictures', async () => {
    await archive('library/Story [de]/ch 2.cbz', [1]);
    await archive('library/Story [de]/ch 10.cbz', [2]);
    await archive('library/Story [de]/extra.cbz', [3]);
    await mkdir(at('library/Other/Ch 2'), { recursive: true });
    await mkdir(at('library/Other/Ch 1'), { recursive: true });
    await writeFile(at('library/Other/Ch 2/1.png'), await drawPage(4));
    await writeFile(at('library/Other/Ch 2/Thumbs.db'), 'junk');
    await writeFile(at('library/Other/Ch 1/10.png'), await drawPage(5));
    await writeFile(at('library/Other/Ch 1/9.png'), await drawPage(6));
    const outcomes = await library.run([at('library')], { publish: true });
    expect(outcomes.map(({ state }) => state)).toEqual(Array(5).fill('imported'));
    const comics = await library.comics();
    const byTitle = Object.fromEntries(comics.map((comic) => [comic.title, comic]));
    expect(byTitle['Story']).toMatchObject({
      language: 'de',
      chapters: [{ number: '2' }, { number: '10' }, { name: 'extra' }],
    });
    expect(byTitle['Other']?.chapters).toMatchObject([
      { number: '1', pages: ['9.png', '10.png'] },
      { number: '2', pages: ['1.png'] },
    ]);
    expect((await library.run([at('library')])).map(({ state }) => state)).toEqual(Array(5).fill('unchanged'));
  });

  it('of many series made at once by two importers are all there, once', async () => {
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, at_) => chapter(String(at_ + 1), at_ % 2 === 0 ? 'en' : 'fr')),
    );
    const outcomes: ImportOutcome[] = [];
    const listener = {
      onProgress() {},
      onOutcome: (outcome: ImportOutcome) => {
        outcomes.push(outcome);
      },
    };
    const request = ImportRequest.parse({ paths: files });
    const signal = new AbortController().signal;
    await Promise.all([
      library.imports.run(request, listener, signal),
      library.other({}).run({ ...request, paths: files.toReversed() }, listener, signal),
    ]);
    expect(outcomes.filter(({ state }) => state === 'imported')).toHaveLength(12);
    expect(outcomes.filter(({ state }) => state === 'unchanged')).toHaveLength(12);
    expect((await library.comics()).map(({ chapters }) => chapters.length)).toEqual([6, 6]);
  });
});

describe('an import that was cut off', () => {
  /** Blobs with room for so many more: what a full disk is to everything above it. */
  const nearlyFull = (blobs: Blobs, room: number): Blobs => {
    let left = room;
    return {
      ...blobs,
      async put(bytes) {
        if (left <= 0) throw problem('storage-full');
        left -= 1;
        return blobs.put(bytes);
      },
    };
  };

  it('by a full disk shows nothing, keeps its pages, and goes on when there is room', async () => {
    const path = await archive('big.cbz', [1, 2, 3, 4, 5, 6, 7, 8]);
    const outcomes: ImportOutcome[] = [];
    const listener = {
      onProgress() {},
      onOutcome: (outcome: ImportOutcome) => {
        outcomes.push(outcome);
      },
    };
    const full = library.other({ blobs: nearlyFull(library.blobs, 12) });
    await full.run(ImportRequest.parse({ paths: [path], publish: true }), listener, new AbortController().signal);
    await sql`update jobs set run_at = now()`.execute(library.db);
    await full.resume(listener, new AbortController().signal);
    expect(outcomes, 'told once').toEqual([
      { state: 'refused', file: path, error: { code: 'storage-full', params: {} } },
    ]);
    expect(await library.comics()).toEqual([]);
    const kept = await library.count('import_pages');
    expect(kept).toBeGreaterThan(0);
    expect(await library.run([path], { publish: true })).toMatchObject([{ state: 'imported', pages: 8 }]);
    expect(await counts()).toEqual({ comics: 1, chapters: 1, pages: 8, images: 8 });
  });

  it('by the person stops after the pages under way, and goes on by itself later', async () => {
    const paths = await Promise.all(
      [1, 2, 3, 4, 5].map((each) =>
        archive(
          `${each}.cbz`,
          Array.from({ length: 30 }, (_, page) => each * 100 + page),
        ),
      ),
    );
    const stopping = new AbortController();
    const outcomes: ImportOutcome[] = [];
    const listener = {
      onProgress: ({ pagesDone }: { pagesDone: number }) => {
        if (pagesDone >= 10) {
          stopping.abort(new Error('stopped'));
        }
      },
      onOutcome: (outcome: ImportOutcome) => {
        outcomes.push(outcome);
      },
    };
    await library.imports.run(ImportRequest.parse({ paths, publish: true, rating: 'safe' }), listener, stopping.signal);
    expect(outcomes.length).toBeLessThan(5);
    const { rows } = await sql<{ state: string }>`select distinct state from jobs where state <> 'done'`.execute(
      library.db,
    );
    expect(rows).toEqual([{ state: 'waiting' }]);
    await library.other({}).resume(
      {
        onProgress() {},
        onOutcome: (outcome) => {
          outcomes.push(outcome);
        },
      },
      new AbortController().signal,
    );
    expect(outcomes.every(({ state }) => state === 'imported')).toBe(true);
    expect(outcomes.length).toBe(await library.count('comics'));
    await library.run(paths);
    expect(await counts()).toMatchObject({ comics: 5, pages: 150 });
  });

  it('does not mix two archives when the file was replaced meanwhile', async () => {
    const path = await archive('replaced.cbz', [1, 2]);
    const { rows } = await sql<{ id: number }>`
      insert into imports (hash, file, source, options)
      values (${'0'.repeat(64)}, 'replaced.cbz', ${path}, ${JSON.stringify({ publish: true, rating: 'safe', ratingChosen: true, language: null, folder: false, around: null })}::jsonb)
      returning id`.execute(library.db);
    await withTransaction(library.db, (tx) =>
      enqueue(tx, 'imports.read', { import: rows[0]?.id }, { key: '0'.repeat(64) }),
    );
    const outcomes: ImportOutcome[] = [];
    await library.other({}).resume(
      {
        onProgress() {},
        onOutcome: (outcome) => {
          outcomes.push(outcome);
        },
      },
      new AbortController().signal,
    );
    expect(outcomes).toMatchObject([{ state: 'refused', error: { code: 'archive-changed' } }]);
    expect(await counts()).toEqual(nothing);
  });
});
