import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, hydrated, test } from '../fixtures.ts';
import { looked } from '../looked.ts';
import { admin, signedIn } from '../member.ts';

test('an admin adds a webhook in Discord’s form, and its test message arrives there', async ({ page, request }) => {
  const channel = await openChannel();
  try {
    await signedIn(page, await admin(request));
    await page.goto('/en/admin/webhooks');
    await hydrated(page);
    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByRole('radio', { name: 'Discord' }).check();
    await expect(dialog.getByText(/Discord/).first()).toBeVisible();
    await looked(page, 'webhooks-add-en');
    await dialog.getByLabel('URL').fill(channel.url);
    await dialog.getByLabel('Reports').uncheck();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();

    await expect(page).toHaveURL(/\/admin\/webhooks\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new URL(channel.url).host);
    await expect(page.getByLabel('Secret')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send a test message' }).click();
    const row = page.getByRole('table').getByRole('row').filter({ hasText: 'ping' });
    await expect(row).toContainText('Delivered');
    await expect(row).toContainText('204');
    // Others do things meanwhile, which are told there, too.
    const pings = channel.taken.filter((each) => JSON.stringify(each).includes('Test message: it works.'));
    expect(pings).toEqual([
      expect.objectContaining({
        allowed_mentions: { parse: [] },
        embeds: [expect.objectContaining({ title: expect.any(String) })],
      }),
    ]);
    // The page shows what was sent.
    await row.locator('summary').click();
    await expect(row.locator('pre')).toContainText('allowed_mentions');
    const address = page.url();
    for (const locale of ['zh', 'ar', 'en']) {
      await page.goto(address.replace('/en/', `/${locale}/`));
      await page.locator('.webhooks__body summary').first().click();
      await looked(page, `webhook-${locale}`);
      await page.goto(`/${locale}/admin/webhooks`);
      await expect(page.locator('.webhooks__list')).toContainText(
        `${new URL(channel.url).host}/api/webhooks/1234567890123456789/…`,
      );
      await expect(page.locator('.webhooks__list')).not.toContainText('token-');
      await looked(page, `webhooks-${locale}`);
    }

    await page.goto(address);
    await hydrated(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/admin\/webhooks$/);
    await expect(page.getByText(new URL(channel.url).host)).toHaveCount(0);
  } finally {
    channel.server.close();
  }
});

/** A channel as Discord's, and what it was told. */
async function openChannel(): Promise<{ server: Server; url: string; taken: unknown[] }> {
  const taken: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    request.on('end', () => {
      taken.push(JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { server, taken, url: `http://127.0.0.1:${port}/api/webhooks/1234567890123456789/${'token-'.repeat(10)}` };
}
