import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { KAVITA_KEY, startKavita } from '#server/features/transfers/testing/kavita-server.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { looked } from '../looked.ts';
import { admin, signedIn } from '../member.ts';

// A key that the other server refuses is told with 502.
test.use({ expected: /status of (4\d\d|502)/ });

/** A server of Kavita with a series of two chapters, and one without any. */
async function kavita() {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-e2e-kavita-'));
  const archive = async (seed: number) =>
    readFileSync(await writeArchive(join(folder, `${seed}.cbz`), { '1.png': await drawPage(seed) }));
  const files = { 1: await archive(70_001), 2: await archive(70_002) };
  rmSync(folder, { recursive: true });
  return startKavita({
    series: [
      { id: 1, name: 'The Tidal Quay', pages: 2 },
      { id: 2, name: 'A Series Without Chapters', pages: 0 },
    ],
    volumes: {
      1: [
        {
          minNumber: 1,
          chapters: [1, 2].map((number) => ({
            id: number,
            minNumber: number,
            maxNumber: number,
            pages: 1,
            files: [{ filePath: `/manga/${number}.cbz`, format: 1 }],
          })),
        },
      ],
    },
    files,
  });
}

test('an admin chooses a server, looks at what it has, imports it, and reads what became of each work', async ({
  page,
  request,
}) => {
  const there = await kavita();
  const boss = await admin(request);
  try {
    await signedIn(page, boss);
    await page.goto('/en/admin/imports');
    await hydrated(page);
    const form = page.getByRole('region', { name: 'Import a library' });
    await form.getByLabel('From', { exact: true }).selectOption('kavita');
    await expect(form.getByText('The API key in the settings of a Kavita account.')).toBeVisible();
    await form.getByLabel('URL').fill(there.address);
    await form.getByLabel('Key').fill('wrong');
    await looked(page, 'imports-en');
    await form.getByRole('button', { name: 'Start' }).click();
    await expect(form.getByText('The other server rejected the request with status 401.')).toBeVisible();
    await form.getByLabel('Key').fill(KAVITA_KEY);
    await form.getByRole('button', { name: 'Start' }).click();

    await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    const found = page.getByRole('region', { name: 'Found on the other server' });
    await expect(found.getByText('Comics')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'The Tidal Quay' })).toBeVisible();
    await looked(page, 'imports-ready-en');
    await page.getByRole('button', { name: 'Import all of it' }).click();

    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    const line = (title: string) => page.getByRole('row').filter({ hasText: title });
    await expect(line('The Tidal Quay')).toContainText('Imported');
    await expect(line('A Series Without Chapters')).toContainText('There are no pages in this archive.');
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.goto(`/ar/admin/imports/${id}`);
    await expect(line('The Tidal Quay')).toBeVisible();
    await looked(page, 'imports-done-ar');
    await page.goto(`/en/admin/imports/${id}`);
    await page.getByRole('link', { name: 'The Tidal Quay' }).click();
    await expect(page).toHaveURL(/\/en\/admin\/comics\/[^/]+$/);
    const slug = new URL(page.url()).pathname.split('/').at(-1)!;
    const headers = { authorization: `Bearer ${boss.auth.access_token}` };
    expect((await request.delete(`/api/admin/comics/${slug}`, { headers })).status()).toBe(204);

    await page.goto('/en/admin/imports');
    await page.getByRole('link', { name: new URL(there.address).host }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page).toHaveURL('/en/admin/imports');
  } finally {
    there.close();
  }
});
