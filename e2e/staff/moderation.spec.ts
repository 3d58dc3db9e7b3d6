import type { SignedIn } from '#contract/accounts.ts';
import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn, verified } from '../member.ts';

test('a reader reports a comment; a moderator claims it and decides with a template; both are told; it stands in the audit log', async ({
  page,
  api,
  request,
  browser,
}) => {
  const site = process.env.KOMAWARI_E2E_URL ?? '';
  const [reader, author, chief] = [await verified(request), await verified(request), await admin(request)];
  const post = async ({ auth }: SignedIn, path: string, data: object) => {
    const answer = await request.post(`${site}/api/${path}`, {
      headers: { authorization: `Bearer ${auth.access_token}` },
      data,
    });
    expect(answer.status(), await answer.text()).toBe(201);
  };
  const [comic] = await comicsWhere(
    api,
    'sort=title&order=asc',
    ({ premium, rating }) => !premium && rating === 'safe',
  );
  const slug = encodeURIComponent(comic!.slug);
  const rude = `Fools, all of you, says ${author.user.username}.`;
  const why = `It insults others, ${author.user.username}.`;
  await post(author, `comics/${slug}/comments`, { text: rude });
  await post(chief, 'moderation/templates', {
    act: 'hide',
    texts: {
      en: { title: `Rude ${author.user.username}`, what: 'We hid your comment.', why, redress: 'Write to us.' },
    },
  });

  await signedIn(page, reader);
  await page.goto(`/en/comic/${slug}/comments?sort=new`);
  await hydrated(page);
  const comment = page.getByRole('article').filter({ hasText: rude });
  await comment.locator('.comment__acts summary').filter({ hasText: 'More actions' }).click();
  await comment.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Harassment' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Your report has reached the moderators.')).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: site })).newPage();
  await signedIn(desk, chief);
  await desk.goto('/en/moderation');
  const item = desk.getByRole('listitem', { name: comic!.title }).filter({ hasText: rude });
  await item.getByRole('button', { name: 'Assign to me' }).press('Enter');
  await expect(item.getByRole('button', { name: 'Unassign' })).toBeVisible();
  const found = await axeOn(desk).analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([]);
  await item.getByRole('button', { name: 'Hide' }).press('Enter');
  const form = desk.getByRole('dialog');
  await form.getByRole('button', { name: 'Hide' }).click();
  await expect(form.getByRole('textbox', { name: 'Why' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('combobox', { name: 'Template' }).selectOption({ label: `Rude ${author.user.username}` });
  await expect(form.getByRole('textbox', { name: 'Why' })).toHaveValue(why);
  await form.getByRole('button', { name: 'Hide' }).click();
  await expect(form).toBeHidden();
  await expect(item).toHaveCount(0);

  await page.goto('/en/notifications');
  await expect(page.getByText('We looked into your report and took action.').first()).toBeVisible();

  // Others hide comments meanwhile; the reason of this one names its author.
  await desk.goto(`/en/admin/audit?action=moderation.hide&text=${author.user.username}`);
  await desk.getByRole('button', { name: 'moderation.hide' }).click();
  await expect(desk.getByText(why)).toBeVisible();
  await desk.context().close();
});
