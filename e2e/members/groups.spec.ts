import { expect, hydrated, test } from '../fixtures.ts';
import { looked } from '../looked.ts';
import { admin, signedIn, verified } from '../member.ts';

test('a member founds a group and invites another one, who accepts and stands on its page', async ({
  page,
  request,
  browser,
}) => {
  const [ann, ben] = [await verified(request), await verified(request)];
  const name = `Quiet Rain ${Date.now().toString(36)}`;
  await signedIn(page, ann);
  await page.goto('/en/my-groups');
  await hydrated(page);
  await page.getByLabel('Name of the group').fill(name);
  await page.getByRole('button', { name: 'Found a group' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByLabel('Text').fill('We translate on rainy days.\nAnd on others.');
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.getByLabel('Name of link 1').fill('Our site');
  await page.getByLabel('Address of link 1').fill('http://rain.example/');
  await page.getByText('Members only').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Address of link 1')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Address of link 1').fill('https://rain.example/');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByLabel('Username').fill(ben.user.username);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('button', { name: `Withdraw the invitation for ${ben.user.username}` })).toBeVisible();
  await page.getByRole('button', { name: 'Step down as leader' }).click();
  await expect(page.getByText('The group needs a leader')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const other = await browser.newContext();
  const his = await other.newPage();
  await signedIn(his, ben);
  await his.goto(`${process.env.KOMAWARI_E2E_URL}/en/notifications`);
  await his.getByText(`${ann.user.username} invites you to join the group ${name}`).click();
  await expect(his).toHaveURL(/my-groups$/);
  const accept = his.getByRole('button', { name: `Accept the invitation to ${name}` });
  await expect(accept).toBeVisible();
  await looked(his, 'invited-en');
  await accept.click();
  await expect(his.getByText('2 members')).toBeVisible();
  await his.getByRole('link', { name }).click();
  await expect(his.getByRole('link', { name: ben.user.username })).toBeVisible();
  await expect(his.getByRole('link', { name: /Our site/ })).toHaveAttribute('rel', /nofollow/);
  await expect(his.getByText('Only members upload in this group’s name.')).toBeVisible();
  await expect(his.getByRole('link', { name: 'Manage group' })).toBeHidden();
  await other.close();

  for (const locale of ['en', 'ar', 'zh']) {
    await page.goto(address.replace('/en/', `/${locale}/`));
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await looked(page, `editor-${locale}`);
    await page.goto(address.replace('/en/my-groups/', `/${locale}/group/`));
    await hydrated(page);
    await looked(page, `group-${locale}`);
  }

  const staff = await browser.newContext();
  const desk = await staff.newPage();
  await signedIn(desk, await admin(request));
  await desk.goto(`${process.env.KOMAWARI_E2E_URL}/en/moderation/groups`);
  await hydrated(desk);
  await looked(desk, 'moderation-en');
  await desk.getByRole('button', { name: `Close ${name}` }).click();
  await desk.getByLabel('Reason, for the audit log').fill('Asked to');
  await desk.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(desk.getByRole('button', { name: `Reopen ${name}` })).toBeVisible();
  await desk.getByRole('link', { name, exact: true }).click();
  await expect(desk.getByText('This group is closed.')).toBeVisible();
  await staff.close();
});
