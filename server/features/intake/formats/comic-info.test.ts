import { describe, expect, it } from 'vitest';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { readComicInfo } from './comic-info.ts';
import { comicInfo } from '#server/features/imports/testing/archives.ts';

const read = (fields: Record<string, string | number>) => readComicInfo(comicInfo(fields)).metadata;
const names = (terms: readonly { name: string }[] | undefined) => terms?.map(({ name }) => name);

describe('a ComicInfo.xml', () => {
  it('gives every field its place', () => {
    const { metadata, warnings } = readComicInfo(
      comicInfo({
        Title: 'The secret ingredients',
        Series: 'Pepper&Carrot',
        Number: '3',
        Count: 4,
        Summary: 'Line 1\nLine 2',
        Year: 2014,
        Month: 5,
        Day: 10,
        Volume: 2,
        Writer: 'Ann, Bob',
        Penciller: 'Cid',
        Inker: 'cid',
        Colorist: 'Dee',
        Letterer: 'Eve',
        CoverArtist: 'Fay',
        Translator: 'Team One',
        Teams: 'Circle',
        Genre: 'Fantasy, Comedy',
        Tags: 'witch,cat',
        Characters: 'Pepper、Carrot',
        Publisher: 'Acme, Inc.',
        LanguageISO: 'pt-BR',
        AgeRating: 'Teen',
        Manga: 'YesAndRightToLeft',
        LocalizedSeries: 'Pimenta',
        PageCount: 8,
      }),
    );
    expect(warnings).toEqual([]);
    expect(metadata).toMatchObject({
      title: 'The secret ingredients',
      series: 'Pepper&Carrot',
      number: '3',
      volume: '2',
      count: 4,
      description: 'Line 1\nLine 2',
      releasedOn: '2014-05-10',
      language: 'pt',
      rating: 'safe',
      direction: 'rtl',
      alternativeTitle: 'Pimenta',
      translated: true,
      pageCount: 8,
    });
    expect(Object.fromEntries(Object.entries(metadata.terms).map(([kind, terms]) => [kind, names(terms)]))).toEqual({
      author: ['Ann', 'Bob'],
      artist: ['Cid', 'Dee', 'Eve', 'Fay'],
      group: ['Team One', 'Circle'],
      tag: ['Fantasy', 'Comedy', 'witch', 'cat'],
      character: ['Pepper', 'Carrot'],
      publisher: ['Acme, Inc.'],
    });
  });

  it('has kinds, a status and attributes among its tags as libraries of tags write them, and an alternative title in its notes', () => {
    const metadata = read({
      Title: 'T',
      Genre: 'Drama, Manga',
      Tags: 'parody:Moon story, category:Manga, genre:drama, language:translated, language:rewrite, status:OnHold, re:zero, cat',
      Notes: 'Made by hand\nAlternative title: Der Mond',
    });
    expect(metadata).toMatchObject({
      translated: true,
      rewritten: true,
      speechless: false,
      status: 'onhold',
      alternativeTitle: 'Der Mond',
    });
    expect([
      names(metadata.terms.tag),
      names(metadata.terms.parody),
      names(metadata.terms.category),
      names(metadata.terms.genre),
    ]).toEqual([['re:zero', 'cat'], ['Moon story'], ['Manga'], ['drama']]);
  });

  it('says in the addresses of pages about it by what ids other sites know it, of each the first', () => {
    const Web =
      'https://comics.example/comic/t https://anilist.co/manga/30013/T/,http://myanimelist.net/manga/13\nhttps://anilist.co/manga/2 x';
    expect(read({ Web }).links).toEqual({ anilist: '30013', mal: '13' });
    expect(read({ Web: 'https://mangadex.org/chapter/a1c7c817-4e59-43b7-9365-09675a149a6f' }).links).toEqual({});
    expect(read({ Title: 'T' }).links).toEqual({});
  });

  it.each([
    ['Adults Only 18+', 'explicit'],
    ['R18+', 'explicit'],
    ['X18+', 'explicit'],
    ['Mature 17+', 'suggestive'],
    ['M', 'suggestive'],
    ['MA15+', 'suggestive'],
    ['Teen', 'safe'],
    ['Everyone 10+', 'safe'],
    ['PG', 'safe'],
    ['early childhood', 'safe'],
    ['Unknown', null],
    ['Rating Pending', null],
  ])('rates %s as %s', (AgeRating, rating) => {
    expect(read({ AgeRating }).rating).toBe(rating);
  });

  it.each([
    [{ Manga: 'YesAndRightToLeft', Format: 'Webtoon' }, 'rtl'],
    [{ Manga: 'No', Format: 'Webtoon' }, 'vertical'],
    [{ Tags: 'Long Strip' }, 'vertical'],
    [{ Manga: 'No' }, 'ltr'],
    [{ Manga: 'Yes' }, null],
    [{}, null],
  ])('is read as %o says: %s', (fields, direction) => {
    expect(read(fields as Record<string, string>).direction).toBe(direction);
  });

  it.each([
    [{ Year: 2014 }, '2014-01-01'],
    [{ Year: 2014, Month: 7 }, '2014-07-01'],
    [{ Year: 2014, Day: 9 }, '2014-01-01'],
    [{ Year: 2014, Month: 2, Day: 30 }, '2014-02-01'],
    [{ Year: 2016, Month: 2, Day: 29 }, '2016-02-29'],
    [{ Month: 3 }, null],
    [{ Year: -1 }, null],
    [{ Year: 99999 }, null],
  ])('has the date of %o', (fields, date) => {
    expect(read(fields as Record<string, number>).releasedOn).toBe(date);
  });

  it.each([
    ['2', '2'],
    ['Extra', 'Extra'],
    ['2016', null],
    ['-1', null],
    ['', null],
    ['x'.repeat(30), 'x'.repeat(20)],
  ])('takes the volume %j for %j: a year is none', (given, volume) => {
    expect(read({ Series: 'x', Number: '1', Volume: given }).volume).toBe(volume);
  });

  it('warns of values that cannot be used and leaves them out', () => {
    const { metadata, warnings } = readComicInfo(
      comicInfo({
        Number: '1.5AU',
        Count: -1,
        Month: 13,
        Year: 2020,
        Manga: 'Maybe',
        AgeRating: 'Spicy',
        LanguageISO: 'zz-XX',
      }),
    );
    expect(metadata).toMatchObject({
      number: '1.5AU',
      count: null,
      language: null,
      rating: null,
      releasedOn: '2020-01-01',
    });
    expect(warnings.map(({ params }) => params.field).sort()).toEqual(['AgeRating', 'LanguageISO', 'Manga', 'Month']);
  });

  it('keeps markup as text and takes away what would turn or hide the text around it', () => {
    const metadata = read({
      Title: '<b>Bold</b> & "quoted" <script>alert(1)</script>',
      Summary: 'before \u202eRTL\u202c\u0007 after',
      Writer: 'A\u200fB',
    });
    expect(metadata.title).toBe('<b>Bold</b> & "quoted" <script>alert(1)</script>');
    expect(metadata.description).toBe('before RTL after');
    expect(names(metadata.terms.author)).toEqual(['AB']);
  });

  it('names the cover and ignores what it says of other pages', () => {
    const xml =
      '<ComicInfo><Pages><Page Image="0" DoublePage="true"/><Page Image="2" Type="FrontCover"/></Pages></ComicInfo>';
    expect(readComicInfo(Buffer.from(xml)).metadata.coverPage).toBe(2);
  });

  it.each([
    [
      'UTF-16 with a mark',
      Buffer.from(
        '\ufeff<?xml version="1.0" encoding="utf-16"?><ComicInfo><Title>魔法 ☕</Title></ComicInfo>',
        'utf16le',
      ),
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('<?xml version="1.0"?><ComicInfo><Title>魔法 ☕</Title></ComicInfo>', 'utf16le'),
    ],
    ['UTF-8 with a mark', Buffer.from('\ufeff<ComicInfo><Title>魔法 ☕</Title></ComicInfo>')],
    [
      'UTF-8 that claims to be UTF-16',
      Buffer.from('<?xml version="1.0" encoding="UTF-16"?><ComicInfo><Title>魔法 ☕</Title></ComicInfo>'),
    ],
    ['character references', Buffer.from('<ComicInfo><Title>&#x9b54;&#27861; &#x2615;</Title></ComicInfo>')],
  ])('is read in %s', (_name, bytes) => {
    expect(readComicInfo(bytes).metadata.title).toBe('魔法 ☕');
  });

  it.each([
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;&a;">]><ComicInfo><Title>&b;</Title></ComicInfo>',
    ],
    ['a document type', '<!DOCTYPE ComicInfo SYSTEM "file:///etc/passwd"><ComicInfo><Title>x</Title></ComicInfo>'],
    ['broken XML', '<ComicInfo><Title>x</ComicInfo>'],
    ['another root', '<html><body/></html>'],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><ComicInfo/>'],
    ['bytes that are no text', '<ComicInfo><Title>\xff\xfe</Title></ComicInfo>'],
    ['nothing', ''],
  ])('that holds %s says nothing but that it cannot be read', (_name, xml) => {
    const { metadata, warnings } = readComicInfo(Buffer.from(xml, 'latin1'));
    expect(metadata.title).toBeNull();
    expect(warnings).toEqual([{ code: 'metadata-unreadable', params: { file: 'ComicInfo.xml' } }]);
  });

  it('takes bounded work and space whatever it holds', async () => {
    const bytes = comicInfo({
      Title: 'a '.repeat(200_000),
      Summary: 'x'.repeat(400_000),
      Tags: Array.from({ length: 20_000 }, (_, at) => `tag ${at}`).join(','),
    });
    const { metadata } = readComicInfo(bytes);
    expect(metadata.title).toHaveLength(299);
    expect(metadata.description).toHaveLength(10_000);
    expect(metadata.terms.tag).toHaveLength(100);
    const [work] = await countSteps(new URL('./comic-info.ts', import.meta.url), readComicInfo, [[bytes]]);
    expect(work).toBeLessThan(40 * bytes.length);
  });

  it('cannot reach the prototypes of objects', () => {
    readComicInfo(
      Buffer.from(
        '<ComicInfo><__proto__><polluted>1</polluted></__proto__><constructor><prototype><polluted>1</polluted></prototype></constructor></ComicInfo>',
      ),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
