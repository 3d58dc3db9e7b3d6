import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TITLE_CHOICES, type TitleChoice } from '#contract/accounts.ts';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { members, type Member } from '#server/testing/member.ts';
import { chosenTitle } from './chosen-title.ts';

describe('the title that is shown', () => {
  const both = { title: 'The rain', title_original: '雨の日', alternative_title: 'Ame no hi' };
  const each = (row: typeof both) => TITLE_CHOICES.map((titles) => chosenTitle({ titles }, row));

  it('is translated, in Latin letters or the own one of the comic, as somebody chose', () => {
    expect(each(both)).toEqual(['The rain', 'The rain', 'Ame no hi', '雨の日']);
  });

  it('is one in Latin letters where there is no translation, as somebody chose', () => {
    expect(each({ ...both, title: '雨の日' })).toEqual(['雨の日', 'Ame no hi', 'Ame no hi', '雨の日']);
    expect(each({ title: 'La pluie', title_original: 'Łódź 2', alternative_title: 'Ame' })).toEqual([
      'La pluie',
      'La pluie',
      'Łódź 2',
      'Łódź 2',
    ]);
  });

  it('is as for everyone where the comic has none of that kind', () => {
    const kana = { title: '雨の日', title_original: '雨の日', alternative_title: 'あめ no hi' };
    expect(each(kana)).toEqual(Array.from({ length: 4 }, () => '雨の日'));
    expect(each({ ...both, alternative_title: '2026!' })[2]).toBe('The rain');
  });
});

describe('the titles that a reader chose', () => {
  let site: TestApp;
  let reader: Member;
  let slug: string;
  beforeAll(async () => {
    site = await testApp();
    const image = await plantPicture(site.deps.db, site.deps.blobs);
    [reader] = (await members(site.deps.db, 1)) as [Member];
    ({ slug } = await withTransaction(site.deps.db, (tx) =>
      plantComic(
        tx,
        {
          title: '雨の日',
          alternativeTitle: 'Ame no hi',
          translations: { en: { title: 'The rain', description: null } },
        },
        image,
      ),
    ));
  });
  afterAll(() => site?.close());

  const settings = (payload: object) =>
    site.app.inject({
      method: 'PATCH',
      url: '/api/account/settings',
      headers: { host: 'comics.test', ...reader.headers },
      payload,
    });
  /** Titles of a list, of a page, of a feed and of a catalogue for reading apps. */
  async function shown(headers: Record<string, string>): Promise<string[]> {
    const json = async (path: string) => (await site.get(`/api${path}`, headers)).body;
    const text = async (path: string) =>
      /<entry>[^]*?<title[^>]*>([^<]*)</.exec(String((await site.get(path, headers)).body))?.[1] ?? '';
    return [
      (await json('/comics?lang=en')).data[0].title,
      (await json(`/comics/${slug}?lang=en`)).title,
      await text('/en/latest/feed.atom'),
      await text('/en/opds/comics'),
    ];
  }

  it('are those of their account in lists, pages, feeds and catalogues', async () => {
    const chosen: [TitleChoice, string][] = [
      ['latin', 'Ame no hi'],
      ['original', '雨の日'],
      ['translated', 'The rain'],
    ];
    for (const [titles, title] of chosen) {
      expect((await settings({ titles })).statusCode).toBe(200);
      expect(await shown(reader.headers)).toEqual([title, title, title, title]);
    }
    expect((await settings({ titles: 'runic' })).statusCode).toBe(422);
  });

  it('are those of the cookie for a guest, and of no other visitor', async () => {
    expect(await shown({ cookie: 'titles=latin' })).toEqual(Array.from({ length: 4 }, () => 'Ame no hi'));
    const kept = async (headers: object) =>
      (await site.get('/en/latest/feed.atom?nsfw=false', { ...headers })).headers['cache-control'];
    expect([await kept({}), await kept({ cookie: 'titles=latin' })]).toEqual([
      expect.stringContaining('public'),
      expect.stringContaining('private'),
    ]);
    expect(await shown({ cookie: 'titles=runic' })).toEqual(Array.from({ length: 4 }, () => 'The rain'));
    expect(await shown({})).toEqual(Array.from({ length: 4 }, () => 'The rain'));
  });
});
