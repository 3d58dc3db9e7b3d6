import { describe, expect, it } from 'vitest';
import {
  findLink,
  linkAddress,
  linkHost,
  LINK_SERVICES,
  readLinkId,
  readOfficialUrl,
  type LinkService,
} from './links.ts';

const UUID = 'a1c7c817-4e59-43b7-9365-09675a149a6f';

describe('the id of a work on another site', () => {
  it.each<[LinkService, string, string]>([
    ['anilist', ' 30013 ', '30013'],
    ['anilist', 'https://anilist.co/manga/30013/ONE-PIECE/', '30013'],
    ['mal', 'myanimelist.net/manga/13', '13'],
    ['mal', 'https://myanimelist.net/manga.php?id=13&view=1', '13'],
    ['mangaupdates', 'PB8UWDS', 'pb8uwds'],
    ['mangaupdates', 'https://www.mangaupdates.com/series/pb8uwds/one-piece', 'pb8uwds'],
    ['mangaupdates', 'http://mangaupdates.com/series.html?id=33', '33'],
    ['mangadex', UUID.toUpperCase(), UUID],
    ['mangadex', `https://mangadex.org/title/${UUID}/one-piece?tab=art`, UUID],
    ['kitsu', 'https://kitsu.io/manga/38', '38'],
    ['kitsu', 'https://kitsu.app/manga/38#reviews', '38'],
  ])('of %s is read from %s', (service, text, id) => expect(readLinkId(service, text)).toBe(id));

  it.each<[LinkService, string]>([
    ['anilist', '0'],
    ['anilist', '012'],
    ['anilist', '-1'],
    ['anilist', '12345678901'],
    ['anilist', 'https://anilist.co/anime/30013'],
    ['anilist', 'https://anilist.co.example.org/manga/30013'],
    ['anilist', 'https://anilist.co@example.org/manga/30013'],
    ['anilist', 'https://me:secret@anilist.co/manga/30013'],
    ['anilist', 'https://myanimelist.net/manga/13'],
    ['mal', 'https://myanimelist.net/manga/13x'],
    ['mangaupdates', 'pb8 uwds'],
    ['mangaupdates', 'one'],
    ['mangadex', UUID.slice(1)],
    ['kitsu', 'https://kitsu.io/manga/one-piece'],
    ['kitsu', 'javascript:alert(1)'],
    ['kitsu', ''],
  ])('of %s is not read from %s', (service, text) => expect(readLinkId(service, text)).toBeNull());

  it('leads to an address that it is read from again', () => {
    const ids: [LinkService, string][] = [
      ...LINK_SERVICES.map((service): [LinkService, string] => [service, service === 'mangadex' ? UUID : '123']),
      ['mangaupdates', 'pb8uwds'],
      ['mangaupdates', '1234567'],
    ];
    expect(ids.map(([service, id]) => findLink(linkAddress(service, id)))).toEqual(
      ids.map(([service, id]) => ({ service, id })),
    );
  });
});

describe('an official link', () => {
  it.each([
    ['https://www.viz.com/one-piece', 'https://www.viz.com/one-piece'],
    [' HTTPS://Example.ORG ', 'https://example.org/'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
  ])('%s is kept as %s', (text, kept) => expect(readOfficialUrl(text)).toBe(kept));

  it.each([
    'http://www.viz.com/one-piece',
    'https://me:secret@viz.com/',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'javascript:alert(1)//https://viz.com',
    'viz.com',
    '',
    `https://viz.com/${'x'.repeat(500)}`,
    `https://viz.com/${'ü'.repeat(200)}`,
  ])('%s is none', (text) => expect(readOfficialUrl(text)).toBeNull());

  it('is shown by its host', () => {
    expect(linkHost('https://www.viz.com:8443/one-piece')).toBe('viz.com:8443');
  });
});
