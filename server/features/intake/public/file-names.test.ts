import { describe, expect, it } from 'vitest';
import { openCounted } from '#server/testing/counting/counted-work.ts';
import { isPartName, readName, readPartName } from './file-names.ts';

const terms = (name: string) =>
  Object.fromEntries(
    Object.entries(readName(name).metadata.terms)
      .filter(([, list]) => list.length > 0)
      .map(([kind, list]) => [kind, list.map((term) => term.name)]),
  );

describe('the name of an archive', () => {
  it.each([
    [
      '(C99) [Circle (Artist)] Title (Parody) [English]',
      { title: 'Title', language: 'en' },
      { group: ['Circle'], artist: ['Artist'], parody: ['Parody'] },
    ],
    ['[Artist] Title', { title: 'Title', language: null }, { artist: ['Artist'] }],
    [
      '[Circle (One, Two)] Long title - part 2 [Chinese] [Team] [Digital]',
      { title: 'Long title - part 2', language: 'zh' },
      { group: ['Circle', 'Team'], artist: ['One', 'Two'] },
    ],
    [
      '(C80)[サークル (作家)]題名(原作)[中国翻訳]',
      { title: '題名', language: 'zh', translated: true },
      { group: ['サークル'], artist: ['作家'], parody: ['原作'] },
    ],
    [
      '(C99) [Circle (Artist)] Title (Parody) [English] [Group]',
      { title: 'Title', language: 'en' },
      { group: ['Circle', 'Group'], artist: ['Artist'], parody: ['Parody'] },
    ],
    ['(C99) (Doujinshi) [Artist] Title (Digital) (1)', { title: 'Title', language: null }, { artist: ['Artist'] }],
    ['[Artist] Quiet [Textless]', { title: 'Quiet', speechless: true }, { artist: ['Artist'] }],
  ])('%s follows the convention of circles', (name, metadata, people) => {
    expect(readName(name)).toMatchObject({ form: 'circle', metadata });
    expect(terms(name)).toEqual(people);
  });

  it.each([
    ['Series v01 c012', 'Series', '12', null],
    ['Series_-_c010.5_-_The_Name', 'Series', '10.5', 'The Name'],
    ['Series Ch. 3 [en]', 'Series', '3', null],
    ['Series Chapter 7 - End [Group] [pt-BR]', 'Series', '7', 'End'],
    ['Series #4', 'Series', '4', null],
    ['Series - v03 c012.5 [Group][en]', 'Series', '12.5', null],
    ['Series v03 (2012) (Digital)', 'Series', 'Vol. 3', null],
    ['Series v03', 'Series', 'Vol. 3', null],
    ['Série Vol. 2 - Titre', 'Série', 'Vol. 2', 'Titre'],
    ['قصة ch ٣', 'قصة', '3', null],
  ])('%s is a chapter', (name, series, number, title) => {
    expect(readName(name)).toMatchObject({ form: 'chapter', metadata: { series, number, title } });
  });

  it.each([
    ['Series v01 c012', '1'],
    ['Series - v03 c012.5 [Group][en]', '3'],
    ['Series Vol. 12 Ch. 3', '12'],
    ['Series c012', null],
    ['Series v03', null],
  ])('%s says that its chapter is of volume %j', (name, volume) => {
    expect(readName(name).metadata.volume).toBe(volume);
  });

  it.each([
    ['Se7en 2049', 'Se7en 2049'],
    ['The Comic', 'The Comic'],
    ['Music #', 'Music #'],
    ['Vcc1', 'Vcc1'],
    ['名前 [ja]', '名前'],
    ['[]', '[]'],
    ['C3PO', 'C3PO'],
  ])('%s is a title', (name, title) => {
    expect(readName(name)).toMatchObject({ form: 'plain', metadata: { title, series: null, number: null } });
  });

  it('takes little work however it is made', async () => {
    const letters = [
      '-',
      '- ',
      '[',
      '(',
      ' ',
      '_',
      'v1',
      '-v1',
      '#1',
      '[a]',
      '() ',
      '{}',
      '1 ',
      'c',
      'c ',
      '漢',
      '\u0301',
    ];
    const counted = await openCounted(new URL('./file-names.ts', import.meta.url));
    const heavy: unknown[] = [];
    for (const reads of [readName, readPartName, isPartName]) {
      for (const name of letters.map((letter) => letter.repeat(Math.floor(490 / letter.length)))) {
        // A hundredth of this for names that are not made to be hard; 490 letters, each looked at for each, are more.
        if ((await counted.call<[string], unknown>(reads, name)).work > 100_000) {
          heavy.push([reads.name, name]);
        }
      }
    }
    await counted.close();
    expect(heavy).toEqual([]);
  });
});

describe('the name of one part of a folder', () => {
  it.each([
    ['01 - The Beginning', '1', 'The Beginning'],
    ['ch 3', '3', null],
    ['012', '12', null],
    ['Series 05', '5', null],
    ['zip64', null, 'zip64'],
    ['extra', null, 'extra'],
    ['Series v02', 'Vol. 2', null],
  ])('%s has number %s and title %s', (name, number, title) => {
    expect(readPartName(name)).toEqual({ number, title });
  });

  it.each([
    ['Ch 2', true],
    ['Chapter 10', true],
    ['v1', true],
    ['007', true],
    ['Title', false],
    ['Title ch 2', false],
  ])('%s is a part by itself: %s', (name, part) => {
    expect(isPartName(name)).toBe(part);
  });
});
