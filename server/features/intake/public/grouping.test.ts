import { describe, expect, it } from 'vitest';
import { inferPlacement, namePositions } from './grouping.ts';
import { importMetadata, type ImportMetadata } from './import-metadata.ts';
import { readName } from './file-names.ts';

const own = (known: Partial<ImportMetadata>) => inferPlacement(importMetadata(known), true, 'file', null);
const inFolder = (name: string, folder: string, position = 1) =>
  inferPlacement(readName(name).metadata, false, name, { folder, position });

describe('an import', () => {
  it('with series and number is a chapter of the series in its language', () => {
    expect(own({ title: 'Part', series: 'Pepper&Carrot', number: '3', language: 'en' })).toEqual({
      kind: 'chapter',
      series: 'Pepper&Carrot',
      seriesKey: 'en|pepper&carrot',
      workKey: 'pepper&carrot',
      number: '3',
      volume: null,
      position: null,
      name: 'Part',
    });
  });

  it('is never in one comic with another language, but is the same work', () => {
    const english = own({ series: 'S', number: '1', language: 'en' });
    const german = own({ series: 'S', number: '1', language: 'de' });
    expect(english).toMatchObject({ seriesKey: 'en|s', workKey: 's' });
    expect(german).toMatchObject({ seriesKey: 'de|s', workKey: 's' });
  });

  it('of which there is one is a one-shot with its own title', () => {
    expect(own({ title: '鳥の眼', series: '鳥の眼', number: '1', count: 1, language: 'ja' })).toEqual({
      kind: 'oneshot',
      title: '鳥の眼',
      workKey: '鳥の眼#1',
    });
  });

  it('without a number is a one-shot', () => {
    expect(own({ title: 'Alone', series: 'S' })).toMatchObject({ kind: 'oneshot', title: 'Alone', workKey: null });
    expect(own({ series: 'S' })).toMatchObject({ kind: 'oneshot', title: 'S' });
    expect(own({})).toMatchObject({ kind: 'oneshot', title: 'file' });
  });

  it('repeats no title of its series as its name', () => {
    expect(own({ title: 'S', series: 'S', number: '2', count: 9 })).toMatchObject({ kind: 'chapter', name: '' });
  });

  it('tells series apart that differ in more than case, width and spaces', () => {
    const key = (series: string) => (own({ series, number: '1' }) as { seriesKey: string }).seriesKey;
    expect(key('Ｋ-On!  Live')).toBe(key('k-on! live'));
    expect(key('K-On!')).not.toBe(key('K-On!!'));
  });

  it('without metadata is a chapter of its folder', () => {
    expect(inFolder('02 - Night', 'The Series [de]', 2)).toMatchObject({
      kind: 'chapter',
      series: 'The Series',
      number: '2',
      name: 'Night',
    });
    expect(inFolder('extra', 'The Series', 2.001)).toMatchObject({ number: null, position: 2.001, name: 'extra' });
  });

  it('in a folder of one-shots stays one', () => {
    expect(inFolder('[Artist] Title', 'collection')).toMatchObject({ kind: 'oneshot', title: 'Title' });
  });

  it('that stands alone and is called a chapter is one', () => {
    expect(inferPlacement(readName('Series c012').metadata, false, 'Series c012', null)).toMatchObject({
      kind: 'chapter',
      series: 'Series',
      number: '12',
    });
  });
});

it('the parts of a folder stand by number, and those without one behind the part before them', () => {
  expect(namePositions(['prologue', 'ch 1', 'ch 2', 'ch 2 extra', 'ch 10', 'notes', 'notes 2'])).toEqual([
    0.001, 1, 2, 2, 10, 10.001, 2,
  ]);
});
