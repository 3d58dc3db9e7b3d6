import { NAME, PASSWORD as THERE } from '#server/features/trackers/testing/stand-ins.ts';
import { comicsWhere, expect, hydrated, listening, test } from '../fixtures.ts';
import { looked } from '../looked.ts';
import { admin, PASSWORD, registered, signedIn } from '../member.ts';

test('a member joins trackers, is told what is sent, looks at the list there, takes it over and parts', async ({
  page,
  request,
  api,
}) => {
  const comics = (await comicsWhere(api, 'nsfw=false')).slice(0, 2);
  const staff = { authorization: `Bearer ${(await admin(request)).auth.access_token}` };
  for (const [at, { slug }] of comics.entries()) {
    const path = `/api/admin/comics/${encodeURIComponent(slug)}`;
    const { version } = (await (await request.get(path, { headers: staff })).json()) as { version: number };
    const links = { anilist: String(9_000_001 + at), mangaupdates: `e2e${at}aaaa` };
    expect((await request.patch(path, { headers: staff, data: { version, changes: { links } } })).status()).toBe(200);
  }
  const member = await registered(request);
  const own = { authorization: `Bearer ${member.auth.access_token}` };
  await signedIn(page, member);
  await page.goto('/en/settings/trackers');
  await hydrated(page);
  const anilist = page.getByRole('region', { name: 'AniList' });
  await anilist.getByRole('button', { name: 'Connect AniList' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect AniList' });
  await dialog.getByLabel('Your password on this site').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Go to AniList' }).click();
  await expect(page.getByText('AniList is connected.')).toBeVisible();
  await expect(page).toHaveURL('/en/settings/trackers');
  await expect(anilist.getByText(`Connected as ${NAME}`)).toBeVisible();

  const updates = page.getByRole('region', { name: 'MangaUpdates' });
  await updates.getByRole('button', { name: 'Connect MangaUpdates' }).click();
  const login = page.getByRole('dialog', { name: 'Connect MangaUpdates' });
  await login.getByLabel('Name or email at MangaUpdates').fill(NAME);
  await login.getByLabel('Password at MangaUpdates').fill('wrong');
  await login.getByLabel('Your password on this site').fill(PASSWORD);
  await login.getByRole('button', { name: 'Connect MangaUpdates' }).click();
  await expect(login.getByText('The tracker does not accept this name and password.').first()).toBeVisible();
  await login.getByLabel('Password at MangaUpdates').fill(THERE);
  await login.getByRole('button', { name: 'Connect MangaUpdates' }).click();
  await expect(updates.getByText(`Connected as ${NAME}`)).toBeVisible();

  for (const { slug } of comics) {
    const shelf = await request.put(`/api/comics/${encodeURIComponent(slug)}/shelf`, {
      headers: own,
      data: { shelf: 'paused' },
    });
    expect(shelf.status()).toBe(200);
  }
  await anilist.getByRole('button', { name: 'Send all now' }).click();
  await expect(anilist.getByText(/^Last sent/)).toBeVisible();
  await looked(page, 'trackers-en');
  // Since then nothing of it is on a shelf here.
  await request.put('/api/account/shelves', {
    headers: own,
    data: { comics: comics.map(({ id }) => id), shelf: null },
  });
  await anilist.getByRole('button', { name: 'Fetch list' }).click();
  const list = page.getByRole('dialog', { name: 'Your list at AniList' });
  await expect(list.getByRole('link', { name: comics[0]!.title })).toBeVisible();
  await looked(page, 'tracker-list-en');
  await list.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Taken over: 2. To be sent: 0.')).toBeVisible();
  const taken = await request.get(`/api/comics/${encodeURIComponent(comics[0]!.slug)}/shelf`, { headers: own });
  expect(((await taken.json()) as { shelf: string }).shelf).toBe('paused');

  await page.goto(`/en/comic/${encodeURIComponent(comics[0]!.slug)}`);
  await hydrated(page);
  const shelf = page.getByRole('button', { name: /shelf/i }).first();
  await listening(shelf);
  await shelf.click();
  await page.getByLabel('Keep from trackers').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const kept = await request.get(`/api/comics/${encodeURIComponent(comics[0]!.slug)}/shelf`, { headers: own });
  expect(((await kept.json()) as { private: boolean }).private).toBe(true);

  for (const locale of ['ar', 'zh']) {
    await page.goto(`/${locale}/settings/trackers`);
    await hydrated(page);
    await expect(page.getByText(NAME).first()).toBeVisible();
    await looked(page, `trackers-${locale}`);
  }
  await page.goto('/en/settings/trackers');
  await hydrated(page);
  await updates.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(updates.getByRole('button', { name: 'Connect MangaUpdates' })).toBeVisible();
});
