import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinkIds } from '#contract/links.ts';
import type { ImportReview } from '#contract/portability.ts';
import { withTransaction } from '#server/db/database.ts';
import { addLinks } from '#server/db/queries/links.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { member, type Member } from '#server/testing/member.ts';
import { backup, type BackedUp } from './testing/backups.ts';
import { sendLibrary } from './testing/sending.ts';

let site: TestApp;
let bea: Member;
beforeAll(async () => {
  site = await testApp();
  bea = await member(site.deps.db);
});
afterAll(() => site.close());

describe('works that other sites know by an id', () => {
  const UUID = 'a1c7c817-4e59-43b7-9365-09675a149a6f';
  const UNKNOWN = 'Called otherwise elsewhere';
  let planted = 0;
  async function plant(ids: LinkIds, given: { title?: string; language?: string } = {}): Promise<number> {
    const { title = `Known ${(planted += 1)}`, language } = given;
    return withTransaction(site.deps.db, async (tx) => {
      const terms = language ? await findOrCreateTerms(tx, [{ kind: 'language', name: language, code: language }]) : [];
      const { id } = await createComic(tx, { title, terms });
      await addLinks(tx, id, ids);
      await publishComic(tx, id);
      return id;
    });
  }
  const inMihon = async (...mangas: (Partial<BackedUp> & object)[]) =>
    outcomes(
      await send(bea, backup(mangas.map((manga) => ({ title: UNKNOWN, favorite: true, chapters: [], ...manga })))),
    );
  const inMal = async (...mangas: [title: string, id: string][]) =>
    outcomes(
      await send(
        bea,
        `<myanimelist>${mangas.map(([title, id]) => `<manga><manga_mangadb_id>${id}</manga_mangadb_id><manga_title>${title}</manga_title></manga>`).join('')}</myanimelist>`,
      ),
    );
  const outcomes = ({ items }: ImportReview) =>
    items.map(({ state, comic_id: id, candidates }) => [state, id ?? candidates.map((comic) => comic.id)]);

  it('are found by it, whatever they are called, in a list of MyAnimeList and in what a backup of Mihon tracks', async () => {
    const [mal, anilist, kitsu, mangaupdates, mangadex] = [
      await plant({ mal: '801' }),
      await plant({ anilist: '802' }),
      await plant({ kitsu: '803' }),
      await plant({ mangaupdates: 'pb8uwds' }),
      await plant({ mangadex: UUID }),
    ];
    expect(await inMal([UNKNOWN, '801'], [UNKNOWN, '0'], [UNKNOWN, 'x'])).toEqual([
      ['matched', mal],
      ['missing', []],
      ['missing', []],
    ]);
    expect(
      await inMihon(
        { tracked: [{ by: 1, former: 801 }] },
        { tracked: [{ by: 2, id: 802n }] },
        {
          tracked: [
            { by: 3, id: 803n },
            { by: 4, id: 9n },
          ],
        },
        { tracked: [{ by: 7, id: 55099564912n }] },
        { source: 99, url: `/manga/${UUID}` },
        { source: 7, url: `/manga/${UUID}` },
        {
          tracked: [
            { by: 4, id: 801n },
            { by: 1, id: -801n },
          ],
        },
      ),
    ).toEqual([
      ['matched', mal],
      ['matched', anilist],
      ['matched', kitsu],
      ['matched', mangaupdates],
      ['matched', mangadex],
      ['missing', []],
      ['missing', []],
    ]);
  });

  it('are found by it before any that is called the same, and are not another that the site tells from them', async () => {
    const [right, namesake] = [await plant({ mal: '811' }), await plant({ mal: '812' }, { title: 'Same name' })];
    expect(await inMal(['Same name', '811'], ['Same name', '812'], ['Same name', '813'], ['Same name', '0'])).toEqual([
      ['matched', right],
      ['matched', namesake],
      ['unsure', [namesake]],
      ['matched', namesake],
    ]);
  });

  it('are the edition in the reader’s language, and are left to them where two have the same id', async () => {
    const french = await plant({ mal: '821' }, { language: 'fr' });
    const english = await plant({ mal: '821' }, { language: 'en' });
    expect(await inMal([UNKNOWN, '821'])).toEqual([['matched', english]]);
    const second = await plant({ mal: '821' }, { language: 'en' });
    expect(await inMal([UNKNOWN, '821'])).toEqual([['unsure', [english, second, french]]]);
  });

  it('are left to the reader where one site says this and another that', async () => {
    const [one, other] = [await plant({ mal: '831', anilist: '832' }), await plant({ mal: '833', anilist: '834' })];
    expect(
      await inMihon({
        tracked: [
          { by: 1, id: 831n },
          { by: 2, id: 834n },
        ],
      }),
    ).toEqual([['unsure', [other, one]]]);
  });

  it('are not told of where the reader does not see them', async () => {
    const id = await plant({ mal: '841' });
    await sql`update comics set state = 'draft' where id = ${id}`.execute(site.deps.db);
    expect(await inMal([UNKNOWN, '841'])).toEqual([['missing', []]]);
    const seen = await plant({ mal: '841' });
    expect(await inMal([UNKNOWN, '841'])).toEqual([['matched', seen]]);
  });

  it('are looked up in one statement, however many there are', async () => {
    const lookups = async (count: number) => {
      const entries = Array.from({ length: count }, (_, at): [string, string] => [UNKNOWN, String(900_000 + at)]);
      return (await statementsDuring(() => inMal(...entries).then(() => {}))).filter((text) =>
        text.includes('comic_links l where l.value'),
      ).length;
    };
    expect([await lookups(1), await lookups(300)]).toEqual([1, 1]);
  });

  it('take it with them', async () => {
    const dan = await member(site.deps.db);
    const [known, unknown] = [await plant({ mal: '851', kitsu: '852' }), await plant({})];
    await sql`insert into favorites (user_id, comic_id) values (${dan.id}, ${known}), (${dan.id}, ${unknown})`.execute(
      site.deps.db,
    );
    const list = (await site.get('/api/account/export?format=mal', dan.headers)).body.toString('utf8') as string;
    expect([...list.matchAll(/<manga_mangadb_id>(\d+)</g)].map(([, id]) => id).sort()).toEqual(['0', '851']);
    const file = (await site.get('/api/account/export?format=json', dan.headers)).body;
    // On another site the same work has another address.
    const comics = file.comics.map((comic: object) => ({ ...comic, slug: 'elsewhere', title: UNKNOWN }));
    expect(outcomes(await send(bea, JSON.stringify({ ...file, comics })))).toEqual(
      expect.arrayContaining([
        ['matched', known],
        ['missing', []],
      ]),
    );
  });
});

const send = (who: Member, file: string | Buffer) => sendLibrary(site, who, file);
