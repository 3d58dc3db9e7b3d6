import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/log.ts';
import { rawZip } from '#server/images/testing/raw-zip.ts';
import { members, type Member } from '#server/testing/member.ts';
import { ready, startedSite, type SiteProcesses } from '#server/testing/started.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { axeOn } from '../axe.ts';
import { drawn } from '../containers.ts';
import { hydrated, listening } from '../fixtures.ts';
import { signedIn } from '../member.ts';

/** Two processes of one site on a PostgreSQL of its own; null where there is none. */
interface Pair {
  site: SiteProcesses;
  env: { DATABASE_URL: string };
}

const test = base.extend<{ pair: Pair | null }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  pair: async ({}, use) => {
    const postgres = await startPostgres();
    const site = startedSite();
    await use(postgres && { site, env: { DATABASE_URL: postgres.url } });
    await site.clear();
    await postgres?.stop();
  },
});

type Call = (who: Member | null, method: string, path: string, body?: object) => Promise<any>;

/** Calls of the API at an address, which are answered well. */
function caller(url: string): Call {
  return async (who, method, path, body) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { ...who?.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
    return text === '' ? null : JSON.parse(text);
  };
}

/** A page of somebody who has signed in at an address. */
async function pageFor(browser: Browser, url: string, who: Member): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  const user = await caller(url)(who, 'GET', 'account');
  await signedIn(page, { user, auth: { access_token: who.token } } as Parameters<typeof signedIn>[1]);
  return page;
}

const TITLE = 'The Ferry';

/** Writes a chapter of two pages as an archive; answers its path. */
async function chapterFile(folder: string, series: string, number: number): Promise<string> {
  const path = join(folder, `${series} ${number}.cbz`);
  const about = `<ComicInfo><Series>${series}</Series><Number>${number}</Number><AgeRating>Everyone</AgeRating></ComicInfo>`;
  const pages = await Promise.all([1, 2].map((page) => drawn(Date.now() + 100 * number + page)));
  writeFileSync(
    path,
    rawZip([
      { name: 'ComicInfo.xml', data: Buffer.from(about) },
      ...pages.map((data, at) => ({ name: `${at + 1}.jpg`, data })),
    ]),
  );
  return path;
}

/** Uploads a chapter on the page; it stands at its publication then. */
async function upload(page: Page, file: string, groups: string, isAdded: boolean): Promise<void> {
  await page.goto('/en/upload');
  await hydrated(page);
  await page.locator('.file-drop input[type=file]:not([webkitdirectory])').setInputFiles(file);
  await expect(page.locator('.up .progress--good')).toBeVisible({ timeout: 120_000 });
  // Its series is found by the name that the file has.
  await expect(page.getByRole('combobox', { name: 'The comic they are added to' })).toHaveCount(isAdded ? 1 : 0);
  await page.getByRole('tab', { name: 'Chapters and pages' }).click();
  // A single chapter is open.
  const names = page.getByRole('combobox', { name: 'Groups of this chapter' });
  await names.fill(groups);
  await page.getByRole('option', { name: groups, exact: true }).click();
  await expect(page.locator('.upload-saved').filter({ hasText: 'Saved' }).first()).toBeVisible();
}

async function publish(page: Page, when: 'Now' | 'Schedule'): Promise<void> {
  await page.locator('.publish label', { hasText: when }).click();
  await page.locator('.publish .check').last().click();
  await page.getByRole('button', { name: when === 'Now' ? 'Publish 1 comic' : 'Schedule 1 comic' }).click();
  await expect(page.getByRole('heading', { name: /ready|published/ })).toBeVisible({ timeout: 120_000 });
}

test('a serial lives: a group is founded, a chapter comes at its time and once though a process dies, another group translates it too, and the first is removed with what readers left there', async ({
  pair,
  browser,
}, testInfo) => {
  testInfo.skip(pair === null, 'no PostgreSQL');
  const { site, env } = pair!;
  const start = () => site.start(env);
  const [first, second] = [start(), start()];
  const [one, two] = (await Promise.all([ready(first), ready(second)])) as [string, string];
  const database = await openDatabase({ dataDir: site.data, url: env.DATABASE_URL, log: createLog('silent') });
  const [ann, ben] = (await members(database.db, 2, { role: 'uploader' })) as [Member, Member];
  const [boss] = (await members(database.db, 1, { role: 'admin' })) as [Member];
  const [eve] = (await members(database.db, 1)) as [Member];
  const call = caller(two);
  const newest = async (): Promise<string[]> =>
    (await call(null, 'GET', 'comics?sort=latest_chapter')).data.map(({ title }: { title: string }) => title);

  // A group is founded, and a member invited, who accepts.
  const founder = await pageFor(browser, one, ann);
  await founder.goto('/en/my-groups');
  await hydrated(founder);
  await founder.getByLabel('Name of the group').fill('Night Owls');
  await founder.getByRole('button', { name: 'Found a group' }).click();
  await expect(founder.getByRole('heading', { level: 1, name: 'Night Owls' })).toBeVisible();
  await founder.getByText('Members only').click();
  await founder.getByRole('button', { name: 'Save changes' }).click();
  await expect(founder.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await founder.getByLabel('Username').fill(ben.username);
  await founder.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(founder.getByRole('button', { name: `Withdraw the invitation for ${ben.username}` })).toBeVisible();
  const uploader = await pageFor(browser, one, ben);
  await uploader.goto('/en/my-groups');
  await hydrated(uploader);
  await uploader.getByRole('button', { name: 'Accept the invitation to Night Owls' }).click();
  await expect(uploader.getByText('2 members')).toBeVisible();

  // The series begins, and somebody follows it.
  await upload(uploader, await chapterFile(site.folder, TITLE, 1), 'Night Owls', false);
  await publish(uploader, 'Now');
  await expect.poll(async () => (await call(null, 'GET', 'comics')).total, { timeout: 120_000 }).toBe(1);
  const { slug, id } = (await call(null, 'GET', 'comics')).data[0];
  const reader = await pageFor(browser, two, eve);
  await reader.goto(`/en/comic/${slug}`);
  await hydrated(reader);
  const follow = reader.getByRole('button', { name: `Follow ${TITLE}` });
  await listening(follow);
  await follow.click();
  await expect(reader.getByRole('button', { name: `Follow ${TITLE}`, pressed: true })).toBeVisible();

  // The next chapter is uploaded for a later time: nobody sees it.
  await upload(uploader, await chapterFile(site.folder, TITLE, 2), 'Night Owls', true);
  await publish(uploader, 'Schedule');
  const { chapters } = await call(boss, 'GET', `admin/comics/${slug}`);
  const next = chapters.find(({ number }: { number: string }) => number === '2');
  expect(next.state).toBe('scheduled');
  // Another comic comes meanwhile, and stands first.
  await site.importing([await chapterFile(site.folder, 'The Tram', 1)], env);
  await expect.poll(newest).toEqual(['The Tram', TITLE]);
  const numbers = async (): Promise<string[]> =>
    (await call(null, 'GET', `comics/${slug}/chapters`)).map(({ number }: { number: string }) => number);
  expect(await numbers()).toEqual(['1']);

  // Its time comes while one of the two processes dies.
  await call(boss, 'POST', `admin/chapters/${next.id}/state`, {
    action: 'publish',
    at: new Date(Date.now() + 5_000).toISOString(),
  });
  first.kill('SIGKILL');
  await first.ended;
  const third = start();
  await ready(third);
  await expect.poll(numbers, { timeout: 240_000 }).toContain('2');
  expect(await numbers()).toHaveLength(2);
  await expect.poll(newest).toEqual([TITLE, 'The Tram']);
  await reader.goto('/en/latest');
  await hydrated(reader);
  await expect(reader.locator('.card__title').first()).toHaveText(TITLE);
  const released = (await call(null, 'GET', `comics/${slug}/chapters`)) as {
    number: string;
    slug: string;
    id: number;
  }[];
  const chapter = released.find(({ number }) => number === '2')!;
  for (const feed of [`comic/${slug}`, 'group/night-owls', 'latest']) {
    const entries = (await (await fetch(`${two}/en/${feed}/feed.atom`)).text()).split('<entry>').slice(1);
    expect(entries.filter((entry) => entry.includes(`${slug}/${chapter.slug}`)).length, feed).toBe(1);
  }
  // Whoever works on what there is to tell, the process that died or the others, tells it once.
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select from jobs where kind = 'notifications.releases' and state <> 'done'`.execute(
          database.db,
        );
        return rows.length;
      },
      { timeout: 240_000 },
    )
    .toBe(0);
  expect((await call(eve, 'GET', 'account/notifications')).data).toHaveLength(1);
  await reader.goto('/en/notifications');
  await expect(reader.getByRole('main').getByRole('listitem').filter({ hasText: TITLE })).toHaveCount(1);

  // Somebody reads it and says something.
  await reader.goto(`/en/comic/${slug}/${chapter.slug}/reader/2`);
  await hydrated(reader);
  const place = async () =>
    (await call(eve, 'GET', `account/progress?comic=${id}`)).find(
      ({ chapter_id }: { chapter_id: number }) => chapter_id === chapter.id,
    )?.page;
  await expect.poll(place).toBe(2);
  await call(eve, 'POST', `comics/${slug}/${chapter.slug}/comments`, { text: 'The tide was late.' });

  // Another group translates the chapter, too: both stand side by side.
  const added = await call(boss, 'POST', `admin/comics/${slug}/chapters`, {
    number: '2',
    groups: [{ name: 'Day Larks' }],
    state: 'draft',
  });
  const sent = await fetch(`${two}/api/admin/chapters/${added.id}/pages?name=1.jpg`, {
    method: 'POST',
    headers: { ...boss.headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await drawn(Date.now())),
  });
  expect(sent.ok).toBe(true);
  await call(boss, 'POST', `admin/chapters/${added.id}/state`, { action: 'publish' });
  await reader.goto(`/en/comic/${slug}`);
  await hydrated(reader);
  const versions = reader.getByRole('list', { name: '2 versions of chapter 2' });
  await expect(versions.getByRole('listitem')).toHaveText([/Night Owls/, /Day Larks/]);
  expect((await axeOn(reader).analyze()).violations).toEqual([]);

  // The first one is removed; what readers left there is there when it comes back.
  const desk = await pageFor(browser, two, boss);
  await desk.goto(`/en/admin/comics/${slug}/chapters`);
  await hydrated(desk);
  const row = desk.locator('.chapter-item').filter({ hasText: 'Night Owls' }).last();
  await row.locator('summary').click();
  await row.getByRole('button', { name: 'Remove…' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove…' }).click();
  await expect(row.locator('.state')).toHaveText('Removed');
  const address = `/en/comic/${slug}/${chapter.slug}/reader`;
  expect((await reader.goto(address))?.status()).toBe(410);
  await expect(reader.getByRole('heading', { name: 'This chapter was removed' })).toBeVisible();
  expect(await numbers()).toHaveLength(2);
  await row.locator('summary').click();
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(row.locator('.state')).toHaveCount(0);
  await expect.poll(async () => (await reader.goto(address))?.status()).toBe(200);
  expect(await place()).toBe(2);
  const talk = await call(null, 'GET', `comics/${slug}/${chapter.slug}/comments`);
  expect(talk.data.map(({ user }: { user: { username: string } }) => user.username)).toEqual([eve.username]);
  await database.close();
});
