import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member, type Member } from '#server/testing/member.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';

let now = new Date('2026-03-10T12:00:00Z');
let site: TestApp;
let admin: Member;
beforeAll(async () => {
  site = await testApp({ features: ['slides', 'ads'] }, () => now);
  admin = await member(site.deps.db, { role: 'admin' });
});
afterAll(() => site.close());

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const titles = async (lang = 'en') =>
  new Map<string, string>(
    (await site.get(`/api/pages?lang=${lang}`)).body.map(({ slug, title }: { slug: string; title: string }) => [
      slug,
      title,
    ]),
  );

async function write(title: string, version: number): Promise<void> {
  const answer = await site.app.inject({
    method: 'PUT',
    url: '/api/admin/pages/about/en',
    headers: { host: 'comics.test', ...admin.headers },
    payload: { title, text: `# ${title}`, version },
  });
  expect(answer.statusCode).toBe(200);
}

it('the page that was just written is shown at once, in the language that fits best', async () => {
  expect((await titles()).has('about')).toBe(false);
  await write('About us', 0);
  expect((await titles()).get('about')).toBe('About us');
  expect((await titles('fr')).get('about')).toBe('About us');
  await write('About the site', 1);
  expect((await site.get('/api/pages/about?lang=en')).body).toMatchObject({
    title: 'About the site',
    html: '<h2>About the site</h2>',
  });
});

it('what another process writes is shown after two seconds', async () => {
  // As another process does it: this one is not told.
  await sql`insert into site_pages (slug, locale, title, text) values ('about', 'fr', 'À propos', 'Bonjour')`.execute(
    site.deps.db,
  );
  await sql`insert into announcements (texts, html, level, audience, dismissible, starts_at)
    values ('{"en":"New"}', '{"en":"<p>New</p>"}', 'info', 'everyone', true, ${now})`.execute(site.deps.db);
  later(2_000);
  expect((await titles('fr')).get('about')).toBe('À propos');
  expect((await site.get('/api/pages/about?lang=fr')).body).toMatchObject({ locale: 'fr', html: '<p>Bonjour</p>' });
  expect((await site.get('/api/announcements?lang=en')).body).toMatchObject([{ html: '<p>New</p>' }]);
});
