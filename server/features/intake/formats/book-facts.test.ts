import { describe, expect, it } from 'vitest';
import { bookFacts } from '#server/images/archives/archive-entry.ts';
import { readMetadata } from '#server/features/intake/public/metadata.ts';

const read = (name: string, known: Parameters<typeof bookFacts>[0], folder: string | null = null) =>
  readMetadata(
    { metadataFiles: [], comment: '', book: bookFacts(known), read: async () => new Uint8Array() },
    name,
    folder,
  );

describe('what a book says of itself', () => {
  it('is its title, authors, language, direction and day', async () => {
    const known = {
      title: 'ハルコさんの彼氏',
      authors: ['倉塚りこ', ' '],
      language: 'ja-jp',
      direction: 'rtl' as const,
      publisher: 'House',
      date: '2012-05-24T00:00:00Z',
    };
    expect(await read('file 7', known)).toMatchObject({
      own: false,
      metadata: {
        title: 'ハルコさんの彼氏',
        language: 'ja',
        direction: 'rtl',
        releasedOn: '2012-05-24',
        terms: { author: [{ name: '倉塚りこ' }], publisher: [{ name: 'House' }] },
      },
    });
  });

  it('is its place in a series where it names both', async () => {
    expect(await read('x', { title: 'The Start', series: 'Tale', number: '2' })).toMatchObject({
      own: true,
      metadata: { title: 'The Start', series: 'Tale', number: '2' },
    });
    expect(await read('x', { title: 'The Start', number: '2' })).toMatchObject({
      own: false,
      metadata: { series: null, number: null },
    });
  });

  it('gives way to a name that says more, and to the folder', async () => {
    expect(
      (await read('(C99) [Circle (Artist)] Title [en]', { title: 'scan', authors: ['Somebody'], direction: 'rtl' }))
        .metadata,
    ).toMatchObject({
      title: 'Title',
      language: 'en',
      direction: 'rtl',
      terms: { artist: [{ name: 'Artist' }], author: [{ name: 'Somebody' }] },
    });
    expect((await read('v02', { title: 'Print' }, '[Artist] Tale [fr]')).metadata).toMatchObject({
      number: 'Vol. 2',
      language: 'fr',
      terms: { artist: [{ name: 'Artist' }] },
    });
  });

  it.each(['Microsoft Word - book.docx', 'untitled', 'scan.pdf', '\u202e\u0000'])(
    'is no title where a program wrote one: %j',
    async (title) => {
      expect((await read('Given', { title })).metadata.title).toBe('Given');
    },
  );

  it.each([
    ['2012-13-40', null],
    ['2012', null],
    ['2012-02-29', '2012-02-29'],
    ['2013-02-29', null],
  ])('names the day %s as %s', async (date, day) => {
    expect((await read('x', { date })).metadata.releasedOn).toBe(day);
  });
});
