import { expect, type APIRequestContext } from '@playwright/test';
import type { SignedIn } from '#contract/accounts.ts';
import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';
import { KIND_PATHS, TERM_KINDS, type TermRef } from '#contract/taxonomy.ts';
import { as, brought, uploaded, withRole } from '../brought.ts';
import { admin, PASSWORD, verified } from '../member.ts';
import type { Things, Visitor } from './routes.ts';

/** Who the pages are opened by; nobody for guests. */
export type Visitors = Readonly<Record<Visitor, SignedIn | null>>;

/** A call of the API; what it answers, or null where there is no such address. */
async function call<Answer>(
  request: APIRequestContext,
  by: SignedIn | null,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object | Buffer,
): Promise<Answer | null> {
  const answer = await request[method](`${process.env.KOMAWARI_E2E_URL ?? ''}/api/${path}`, {
    headers: {
      ...(by ? as(by) : {}),
      ...(Buffer.isBuffer(data) ? { 'content-type': 'application/octet-stream' } : {}),
    },
    ...(data ? { data } : {}),
  });
  if (method === 'get' && answer.status() === 404) return null;
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : ((await answer.json()) as Answer);
}

/** The things a library has without anybody's doing, as a guest finds it: comics and a term of each kind with many. */
export async function foundThings(request: APIRequestContext): Promise<Things> {
  const { data: comics } = (await call<List<ComicCard>>(request, null, 'get', 'comics?per_page=100&nsfw=false'))!;
  const free = comics.filter(({ premium, rating }) => !premium && rating === 'safe');
  const series = free.find(({ chapters_count: chapters }) => chapters > 1);
  const [chapter] =
    (series &&
      (await call<{ slug: string }[]>(request, null, 'get', `comics/${encodeURIComponent(series.slug)}/chapters`))) ??
    [];
  const terms = await Promise.all(
    TERM_KINDS.map(
      async (kind) =>
        [
          kind,
          (
            await call<List<TermRef>>(
              request,
              null,
              'get',
              `${KIND_PATHS[kind]}?per_page=1&sort=comics_count&nsfw=false`,
            )
          )?.data[0]?.slug,
        ] as const,
    ),
  );
  return Object.fromEntries(
    [
      ['oneshot', free.find(({ chapters_count: chapters }) => chapters <= 1)?.slug],
      ['series', series?.slug],
      ['chapter', chapter?.slug],
      ...terms,
    ].filter(([, slug]) => slug !== undefined),
  );
}

/** The same with what people make of a site with every feature: comments, lists, uploads, a notice and the work it took away, and so on. */
export async function madeThings(request: APIRequestContext): Promise<{ things: Things; visitors: Visitors }> {
  const [found, chief, member] = [await foundThings(request), await admin(request), await verified(request)];
  const uploader = await withRole(request, chief, 'uploader');
  const mark = Date.now().toString(36);
  const made = {
    ...found,
    member: member.user.username,
    ...(await spoken(request, uploader, member, found)),
    ...(await keptBy(request, member, found)),
    own: await brought(request, uploader, `Own ${mark}`),
    upload: String((await uploaded(request, uploader, `Waiting ${mark}`)).id),
    ...(await takenDown(request, chief, member, await brought(request, uploader, `Gone ${mark}`))),
    ...(await managed(request, chief, mark)),
  };
  return { things: made, visitors: { guest: null, member, uploader, admin: chief } };
}

/** A conversation below a comic, a comment on a chapter of it, with a report of it, and comments on people. */
async function spoken(
  request: APIRequestContext,
  other: SignedIn,
  member: SignedIn,
  { series, chapter, character, artist, author }: Things,
): Promise<Things> {
  const under = [`comics/${series}`, `characters/${character}`, `artists/${artist}`, `authors/${author}`];
  const ids: number[] = [];
  for (const path of under) {
    ids.push(
      (await call<{ id: number }>(request, member, 'post', `${path}/comments`, {
        text: `A *quiet* one, ${path}. ||It rains at the end.|| And \`then\`?`,
      }))!.id,
    );
  }
  await call(request, other, 'post', `${under[0]}/comments`, {
    text: `It clears up, ${member.user.username}.`,
    parent_id: ids[0],
  });
  await call(request, other, 'post', 'reports', {
    subject: 'comment',
    subject_id: ids[1],
    reason: 'spam',
    text: 'Said before.',
  });
  const talk = await call<{ id: number }>(request, member, 'post', `${under[0]}/${chapter}/comments`, {
    text: 'So it **was** her. ||She leaves.||',
  });
  const review = await call<{ id: number }>(request, member, 'post', `comics/${series}/reviews`, {
    text: 'Slow, and **worth it**. ||They meet again.||',
    score: 9,
  });
  return { comment: String(ids[0]), talk: String(talk!.id), review: String(review!.id) };
}

/** Things a member keeps: favorites, a place, a mark, a list that everyone may see, and a file that waits to be taken over. */
async function keptBy(request: APIRequestContext, member: SignedIn, { series, oneshot, tag }: Things): Promise<Things> {
  const comic = (await call<{ id: number; title: string }>(
    request,
    member,
    'get',
    `comics/${encodeURIComponent(oneshot!)}`,
  ))!;
  for (const slug of [oneshot!, series!]) {
    await call(request, member, 'post', `comics/${encodeURIComponent(slug)}/favorite`);
  }
  await call(request, member, 'put', `comics/${encodeURIComponent(series!)}/follow`);
  await call(request, member, 'put', `tags/${encodeURIComponent(tag!)}/follow`);
  await call(request, member, 'put', 'account/progress', { comic_id: comic.id, page: 2 });
  await call(request, member, 'put', 'account/bookmarks', { comic_id: comic.id, page: 1, note: 'Look at the window.' });
  await call(request, member, 'post', 'account/api-keys', { name: 'Reader', scopes: ['library'], password: PASSWORD });
  const list = (await call<{ id: number }>(request, member, 'post', 'account/lists', {
    name: 'Rainy days',
    description: 'For later.',
    public: true,
  }))!;
  await call(request, member, 'put', `account/lists/${list.id}/comics/${comic.id}`);
  const entry = (id: number, title: string) =>
    `<manga><manga_mangadb_id>${id}</manga_mangadb_id><manga_title><![CDATA[${title}]]></manga_title><my_read_chapters>0</my_read_chapters><my_score>8</my_score><my_status>Reading</my_status></manga>`;
  const file = `<?xml version="1.0"?><myanimelist><myinfo><user_export_type>2</user_export_type></myinfo>${entry(1, comic.title)}${entry(2, 'Zzyzx Qwrtp')}</myanimelist>`;
  return {
    list: String(list.id),
    import: (await call<{ id: string }>(request, member, 'post', 'account/import', Buffer.from(file)))!.id,
  };
}

/** A notice against a comic, which took it away, and one that waits. */
async function takenDown(request: APIRequestContext, chief: SignedIn, member: SignedIn, slug: string): Promise<Things> {
  const notice = {
    signature: 'Kim Owner',
    work: 'A novel of rain',
    location: `/en/comic/${slug}`,
    name: 'Kim Owner',
    company: 'Rain Press',
    address: '1 Road',
    phone: '+49 1',
    email: 'owner@example.org',
    good_faith: true,
    accurate: true,
  };
  const { id } = (await call<{ id: number }>(request, member, 'post', 'dmca', notice))!;
  await call(request, member, 'post', 'dmca', notice);
  await call(request, chief, 'post', 'moderation/decisions', {
    items: [`takedown.${id}`],
    act: 'takedown',
    what: 'We took it away.',
    why: 'The notice is complete.',
    redress: 'Answer it.',
  });
  return { gone: slug, notice: String(id) };
}

/** Things an admin has at work: an ad, an address that is told, a filter, a template, something to announce. */
async function managed(request: APIRequestContext, chief: SignedIn, mark: string): Promise<Things> {
  const ad = (await call<{ id: number }>(request, chief, 'post', 'admin/ads', {
    name: `Tea ${mark}`,
    spot: 'top',
    code: '<p>A pot of tea</p>',
    first_party: true,
    password: PASSWORD,
  }))!;
  const webhook = (await call<{ id: number }>(request, chief, 'post', 'admin/webhooks', {
    url: 'https://hooks.example.org/told',
    events: ['comic.published'],
    enabled: false,
  }))!;
  await call(request, chief, 'post', 'moderation/filters', { kind: 'word', pattern: `noise${mark}*`, action: 'hold' });
  await call(request, chief, 'post', 'moderation/templates', {
    act: 'hide',
    texts: { en: { title: 'Rude', what: 'We hid it.', why: 'It insults others.', redress: 'Write to us.' } },
  });
  await call(request, chief, 'post', 'admin/announcements', { texts: { en: 'We are **back**.' } });
  return { ad: String(ad.id), webhook: String(webhook.id) };
}
