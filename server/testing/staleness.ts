import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { insertProof } from '#server/features/accounts/providers/queries-sign-ins.ts';
import { plantComic, plantPicture } from './catalogue.ts';
import { member } from './member.ts';

/** One thing that one process changed, and how long another one went on showing it as it was. */
export interface Staleness {
  what: string;
  /** Seconds from the answer to the change to the beginning of the first call that shows it; Infinity where none did. */
  seconds: number;
  /** The most that is promised, in seconds. */
  most: number;
}

interface Answer {
  status: number;
  text: string;
}

/** A look at the other process: what is looked for, where, and whether an answer has it. */
interface Look {
  what: string;
  most: number;
  path: string;
  headers?: Record<string, string>;
  until(answer: Answer): boolean;
}

/** Seconds after which the other process is given up. */
const PATIENCE = 30;

/**
 * Changes what can be withdrawn, published, announced or taken from a member at one process of a site, and measures when another
 * one shows it. What that one remembers has been asked for just before each change.
 *
 * @param db the primary. @param data the data folder of both. @param on the address where it is changed. @param seen the address where it is looked for.
 */
export async function measureStaleness(
  db: Db,
  { data, on, seen }: { data: string; on: string; seen: string },
): Promise<Staleness[]> {
  const admin = await member(db, { role: 'admin' });
  const reader = await member(db);
  const results: Staleness[] = [];

  async function change(method: string, path: string, body: object): Promise<void> {
    const answer = await fetch(`${on}/api${path}`, {
      method,
      headers: { ...admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }
  async function edit(slug: string, method: string, path: string, body: object): Promise<void> {
    const { version } = await db
      .selectFrom('comics')
      .select('version')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return change(method, `/admin/comics/${slug}${path}`, { ...body, version });
  }
  async function measure(act: () => Promise<void>, ...looks: Look[]): Promise<void> {
    for (const { what, path, headers, until } of looks) {
      if (until(await ask(seen + path, headers))) throw new Error(`${what}: so before the change`);
    }
    await act();
    const acknowledged = performance.now();
    const waited = async ({ what, path, headers, until, most }: Look): Promise<Staleness> => {
      for (;;) {
        const seconds = (performance.now() - acknowledged) / 1000;
        if (until(await ask(seen + path, headers))) return { what, seconds, most };
        if (seconds > PATIENCE) return { what, seconds: Infinity, most };
        await pause(20);
      }
    };
    results.push(...(await Promise.all(looks.map(waited))));
  }

  const [removal, unlisting, premium, publication] = await plantAll(db, data);
  await edit(publication!.slug, 'POST', '/state', { action: 'draft' });
  for (const url of [on, seen]) {
    await until(async () => {
      const { text } = await ask(`${url}/en/latest`);
      return text.includes('Removal') && !text.includes('Publication');
    });
  }

  const [list, feed] = ['/en/latest', '/en/latest/feed.atom'];
  await measure(
    () => edit(removal!.slug, 'POST', '/state', { action: 'remove', reason: 'Measured.' }),
    { what: 'removed comic: API', most: 1, path: `/api/comics/${removal!.slug}`, until: isStatus(451) },
    { what: 'removed comic: its page', most: 1, path: `/en/comic/${removal!.slug}`, until: isStatus(451) },
    { what: 'removed comic: its picture', most: 1, path: removal!.picture, until: isStatus(404) },
    { what: 'removed comic: page of a list', most: 1, path: list, until: lacks('Removal') },
    { what: 'removed comic: list of the API', most: 1, path: '/api/comics', until: lacks('Removal') },
    { what: 'removed comic: feed', most: 1, path: feed, until: lacks('Removal') },
  );
  await measure(
    () => edit(unlisting!.slug, 'POST', '/state', { action: 'unlist' }),
    { what: 'unlisted comic: page of a list', most: 1, path: list, until: lacks('Unlisting') },
    { what: 'unlisted comic: feed', most: 1, path: feed, until: lacks('Unlisting') },
  );
  await measure(() => edit(premium!.slug, 'PATCH', '', { changes: { premium: true } }), {
    what: 'premium: picture of a page',
    most: 1,
    path: premium!.picture,
    until: ({ status }) => status >= 400 && status < 500,
  });
  await measure(
    () => edit(publication!.slug, 'POST', '/state', { action: 'publish', incomplete: true }),
    { what: 'publication: page of a list', most: 2, path: list, until: shows('Publication') },
    { what: 'publication: list of the API', most: 2, path: '/api/comics', until: shows('Publication') },
    { what: 'publication: its page', most: 2, path: `/en/comic/${publication!.slug}`, until: isStatus(200) },
    { what: 'publication: its picture', most: 2, path: publication!.picture, until: isStatus(200) },
  );
  await measure(
    () => change('POST', '/admin/announcements', { texts: { en: 'Measured aloud' } }),
    { what: 'announcement: page', most: 2, path: list, until: shows('Measured aloud') },
    { what: 'announcement: API', most: 2, path: '/api/announcements', until: shows('Measured aloud') },
  );
  await measure(
    () => change('PUT', '/admin/pages/about/en', { title: 'About', text: 'Measured in words', version: 0 }),
    {
      what: 'page of the operator',
      most: 2,
      path: '/en/about',
      until: shows('Measured in words'),
    },
  );
  let revision = 0;
  const set = async (values: object) => {
    const password = await insertProof(db, admin.id);
    await change('PATCH', '/admin/site', { revision, values, password });
    revision += 1;
  };
  await measure(
    () => set({ 'mail.server': 'mail.measured.example', 'mail.sender': 'site@measured.example' }),
    {
      what: 'settings: mail server that is used',
      most: 2,
      path: '/api/admin/site',
      headers: admin.headers,
      until: shows('mail.measured.example'),
    },
    {
      what: 'settings: mail server of the system page',
      most: 2,
      path: '/api/admin/system',
      headers: admin.headers,
      until: shows('site@measured.example'),
    },
  );
  const measured = {
    id: 'measured',
    name: 'Measured Corp',
    issuer: 'https://sso.measured.example',
    clientId: 'comics',
  };
  await measure(
    () => set({ 'signIn.providers': [measured] }),
    { what: 'settings: provider, API', most: 2, path: '/api/config', until: shows('Measured Corp') },
    { what: 'settings: provider, page to log in', most: 2, path: '/en/login', until: shows('Measured Corp') },
    {
      what: 'settings: provider that can be signed in at',
      most: 2,
      path: '/api/login/providers/measured/icon',
      until: ({ text }) => !text.includes('provider-not-found'),
    },
  );
  await measure(() => edit(premium!.slug, 'PATCH', '', { changes: { title: 'Premium Anew' } }), {
    what: 'own change, for the member who made it',
    most: 0.1,
    path: `/api/comics/${premium!.slug}`,
    headers: admin.headers,
    until: shows('Anew'),
  });
  await measure(() => change('PATCH', `/admin/users/${reader.username}`, { role: 'moderator' }), {
    what: 'role of a member',
    most: 2,
    path: '/api/admin/comics',
    headers: reader.headers,
    until: isStatus(200),
  });
  await measure(() => change('POST', `/moderation/users/${reader.username}/ban`, { reason: 'Measured.' }), {
    what: 'ban, and the sessions it ends',
    most: 2,
    path: '/api/admin/comics',
    headers: reader.headers,
    until: isStatus(401),
  });
  return results;
}

/** Published comics, each with a picture of its own as its cover and its pages. */
async function plantAll(db: Db, data: string): Promise<{ slug: string; picture: string }[]> {
  const blobs = await openDiskBlobs(join(data, 'blobs'));
  const planted = [];
  for (const [at, title] of ['Removal', 'Unlisting', 'Premium', 'Publication'].entries()) {
    const picture = await plantPicture(db, blobs, 10 + at * 40);
    const { slug } = await withTransaction(db, (tx) => plantComic(tx, { title, cover: picture } as never, picture));
    planted.push({ slug, picture: `/images/${picture}/original.png` });
  }
  await blobs.close();
  return planted;
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE * 1000; !(await isSo()); await pause(50)) {
    if (performance.now() > end) throw new Error('what was planted is not shown');
  }
}

function isStatus(status: number): Look['until'] {
  return (answer) => answer.status === status;
}

function shows(text: string): Look['until'] {
  return (answer) => answer.status === 200 && answer.text.includes(text);
}

function lacks(text: string): Look['until'] {
  return (answer) => answer.status === 200 && !answer.text.includes(text);
}
