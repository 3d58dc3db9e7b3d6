import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { testLibrary, type TestLibrary } from '#server/features/imports/testing/library.ts';
import { readGalleryDl } from './gallery-dl.ts';

const read = (said: unknown) => readGalleryDl(Buffer.from(typeof said === 'string' ? said : JSON.stringify(said)));

/** A gallery with tags in namespaces, as its extractor says it. */
const GALLERY = {
  category: 'exhentai',
  subcategory: 'gallery',
  gid: 1,
  token: 'abc',
  title: '[Ink Club (Mo)] Lantern [English]',
  title_jpn: '[墨倶楽部 (モ)] 灯',
  eh_category: 'Non-H',
  date: '2018-03-18 20:15:00',
  language: 'English',
  lang: 'en',
  tags: [
    'artist:mo',
    'group:ink club',
    'parody:sea tales',
    'language:english',
    'language:translated',
    'female:glasses',
    'other:full color',
    'night',
  ],
  uploader: 'someone',
  filecount: 2,
};

describe('what gallery-dl says of a gallery', () => {
  it('are its titles, people, tags by their namespaces, language and day', () => {
    expect(read(GALLERY)?.metadata).toMatchObject({
      title: 'Lantern',
      alternativeTitle: '灯',
      series: null,
      language: 'en',
      rating: null,
      translated: true,
      releasedOn: '2018-03-18',
      terms: {
        artist: [{ name: 'mo' }],
        group: [{ name: 'ink club' }],
        parody: [{ name: 'sea tales' }],
        tag: [{ name: 'female:glasses' }, { name: 'full color' }, { name: 'night' }],
        category: [{ name: 'Non-H' }],
      },
    });
    expect(read({ ...GALLERY, eh_category: 'Manga' })?.metadata.rating).toBe('explicit');
    expect(
      read({
        category: 'nhentai',
        title: 'A',
        title_ja: 'あ',
        artist: ['x'],
        group: [],
        parody: ['original'],
        characters: ['c'],
        type: 'manga',
        lang: 'ja',
      })?.metadata,
    ).toMatchObject({
      title: 'A',
      alternativeTitle: 'あ',
      language: 'ja',
      rating: 'explicit',
      terms: { artist: [{ name: 'x' }], character: [{ name: 'c' }] },
    });
  });

  it('of a chapter are its series, number and volume, and the id of the series where that is known here', () => {
    const id = 'a96676e5-8ae2-425e-b549-7f15dd34a6d8';
    expect(
      read({
        category: 'mangadex',
        subcategory: 'chapter',
        manga: 'Harbour',
        manga_id: id,
        title: 'Fog',
        chapter: 12,
        chapter_minor: '.5',
        volume: 3,
        lang: 'fr',
        author: ['Ana'],
        artist: ['Bo'],
        group: ['Quay'],
        tags: ['Drama'],
        date: '2020-01-02 00:00:00',
      })?.metadata,
    ).toMatchObject({
      series: 'Harbour',
      title: 'Fog',
      number: '12.5',
      volume: '3',
      language: 'fr',
      links: { mangadex: id },
      terms: {
        author: [{ name: 'Ana' }],
        artist: [{ name: 'Bo' }],
        group: [{ name: 'Quay' }],
        tag: [{ name: 'Drama' }],
      },
    });
  });

  it('is left out where it is of another form, and JSON of other programs is nobody’s', () => {
    expect(
      read({ category: 'x', title: { a: 1 }, tags: 5, artist: [1], chapter: null, date: 'soon', lang: 'klingon' })
        ?.metadata,
    ).toMatchObject({
      title: null,
      number: null,
      releasedOn: null,
      language: null,
    });
    for (const other of ['{"title":"x"}', '[]', '"x"', 'null', '{', '', '{"category":5}', '\0']) {
      expect(read(other), other).toBeNull();
    }
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(read(deep)).toBeNull();
  });
});

describe('a download of gallery-dl', () => {
  let library: TestLibrary;
  let folder: string;
  beforeAll(async () => {
    library = await testLibrary();
    folder = mkdtempSync(join(tmpdir(), 'komawari-gallery-dl-'));
  });
  afterAll(async () => {
    await library.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const page = { ...GALLERY, title: 'By the page', title_jpn: undefined, num: 1, filename: '01', extension: 'png' };

  it('comes with what it says beside its pictures, in a folder or an archive, for a gallery or for each picture', async () => {
    const gallery = join(folder, '1 [Ink Club (Mo)] Lantern');
    mkdirSync(gallery);
    writeFileSync(join(gallery, '01.png'), await drawPage(1));
    writeFileSync(join(gallery, '02.png'), await drawPage(2));
    writeFileSync(join(gallery, '01.png.json'), JSON.stringify(page));
    writeFileSync(join(gallery, 'info.json'), JSON.stringify({ ...GALLERY, title: 'Lantern' }));
    const archive = await writeArchive(join(folder, 'two.cbz'), {
      '01.png': await drawPage(3),
      '01.png.json': Buffer.from(JSON.stringify(page)),
      '02.png': await drawPage(4),
      '02.png.json': Buffer.from(JSON.stringify({ ...page, num: 2 })),
    });
    await library.run([gallery, archive]);
    const comics = await library.comics();
    expect(
      comics.map(({ title, terms, language, pages, translated }) => [title, terms.artist, language, pages, translated]),
    ).toEqual(
      expect.arrayContaining([
        ['Lantern', ['mo'], 'en', 2, true],
        ['By the page', ['mo'], 'en', 2, true],
      ]),
    );
  });
});
