import { describe, expect, it } from 'vitest';
import { fileExtension, orderKavitaChapters, toPlace, type Chapter } from './chapters.ts';

const parts = (volumes: Parameters<typeof orderKavitaChapters>[0]) =>
  orderKavitaChapters(volumes).map(({ part }) => part && [part.number, part.volume, part.title, part.position]);

describe('chapters of Kavita', () => {
  it('come as they are read there: volumes, loose chapters, specials, whose numbers are none', () => {
    expect(
      parts([
        { minNumber: 100_000, chapters: [{ id: 9, minNumber: -100_000, isSpecial: true, title: 'Extra 2' }] },
        {
          minNumber: -100_000,
          chapters: [
            { id: 6, minNumber: 12, maxNumber: 12, sortOrder: 12, titleName: 'The end' },
            { id: 5, minNumber: 10.5, maxNumber: 11, sortOrder: 10.5, titleName: '10.5-11' },
          ],
        },
        { minNumber: 2, chapters: [{ id: 3, minNumber: -100_000, maxNumber: -100_000 }] },
        {
          minNumber: 1,
          chapters: [
            { id: 2, minNumber: 2, maxNumber: 2, sortOrder: 2 },
            { id: 1, minNumber: 0, maxNumber: 0, sortOrder: 0 },
          ],
        },
      ]),
    ).toEqual([
      ['0', '1', '', 0],
      ['2', '1', '', 2],
      ['Vol. 2', null, '', 2.001],
      ['10.5-11', null, '', 10.5],
      ['12', null, 'The end', 12],
      [null, null, 'Extra 2', 12.001],
    ]);
  });

  it('keep their places where numbers begin anew in each volume', () => {
    const volume = (minNumber: number) => ({
      minNumber,
      chapters: [1, 2].map((number) => ({ id: minNumber * 10 + number, minNumber: number, sortOrder: number })),
    });
    expect(parts([volume(1), volume(2)])).toEqual([
      ['1', '1', '', 1],
      ['2', '1', '', 2],
      ['1', '2', '', 2.001],
      ['2', '2', '', 2.002],
    ]);
  });

  it('of servers before 0.8 have 0 for no number', () => {
    expect(
      parts([
        {
          number: 0,
          chapters: [
            { id: 1, number: '0', isSpecial: true, title: 'Omake' },
            { id: 2, number: '3', title: 'Chapter 3' },
          ],
        },
        { number: 4, chapters: [{ id: 3, number: '0' }] },
      ]),
    ).toEqual([
      ['Vol. 4', null, '', 4],
      ['3', null, '', 4.001],
      [null, null, 'Omake', 4.002],
    ]);
  });

  it('are no series where there is one without any number', () => {
    expect(parts([{ minNumber: 100_000, chapters: [{ id: 1, isSpecial: true, minNumber: -100_000 }] }])).toEqual([
      null,
    ]);
    expect(parts([{ minNumber: 1, chapters: [{ id: 1, minNumber: -100_000 }] }])).toEqual([['Vol. 1', null, '', 1]]);
    expect(parts([{ minNumber: 1, chapters: null }, {}])).toEqual([]);
  });

  it('have no folder of that server in their names, and none where their files have none', () => {
    const named = (filePath: string | null) =>
      orderKavitaChapters([{ minNumber: 100_000, chapters: [{ id: 1, files: [{ filePath }] }] }])[0]!.name;
    expect(['/manga/A/../../A 1.cbz', 'C:\\manga\\A 1.tar.gz', '/manga/..', '', null].map(named)).toEqual([
      'A 1',
      'A 1',
      '..',
      '',
      '',
    ]);
  });

  it('say the page their reader is on, and when that is known', () => {
    const at = (lastReadingProgressUtc: string, pagesRead = 2): Chapter => ({
      id: 1,
      pages: 3,
      pagesRead,
      lastReadingProgressUtc,
    });
    expect(toPlace(at('2024-03-02T01:00:00.1234567'))).toEqual({
      page: 3,
      completed: false,
      at: '2024-03-02T01:00:00.123Z',
    });
    expect(toPlace(at('2024-03-02T01:00:00Z', 3))).toEqual({
      page: 3,
      completed: true,
      at: '2024-03-02T01:00:00.000Z',
    });
    for (const never of ['0001-01-01T00:00:00', '9000-01-01T00:00:00', 'then']) {
      expect(toPlace(at(never))?.at).toBeNull();
    }
    expect(toPlace(at('', 0))).toBeNull();
  });

  it('have the extension of their one file, and zip where they have several', () => {
    const extension = (...paths: string[]) => fileExtension({ id: 1, files: paths.map((filePath) => ({ filePath })) });
    expect([
      extension('a.CBR'),
      extension('a.tar.gz'),
      extension('a'),
      extension('1.jpg', '2.jpg'),
      extension(),
    ]).toEqual(['cbr', 'tar.gz', '', 'zip', null]);
  });
});
