import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FEATURES } from '#contract/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { member, type Member } from '#server/testing/member.ts';
import { checkEdit } from './testing/counted-input.ts';
import { unknownKeys } from './unknown-keys.ts';

let site: TestApp;
let admin: Member;
beforeAll(async () => {
  site = await testApp({ features: [...FEATURES] });
  admin = await member(site.deps.db, { role: 'admin' });
});
afterAll(() => site.close());

describe('a change with a key that nobody reads', () => {
  it('is refused wherever something can be changed, with the key, in the language of the caller', async () => {
    // Clients of Komga may be newer than what the site knows of it: what they say more is passed by.
    const changes = site.app.routeTable.filter(
      ({ method, url }) =>
        method === 'PATCH' && !url.includes('/tus/') && !url.startsWith('/komga/') && !url.endsWith('*'),
    );
    expect(changes.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const { url } of changes) {
      const answer = await site.app.inject({
        method: 'PATCH',
        url: `${url.replace(/:\w+/g, '1')}?lang=de`,
        headers: { ...admin.headers, host: 'comics.test' },
        payload: { titel: 'x', version: 1 },
      });
      const { errors } = answer.json() as { errors?: Record<string, string[]> };
      if (answer.statusCode !== 422 || !/nicht bekannt/.test(errors?.titel?.[0] ?? '')) {
        wrong.push(`${url}: ${answer.statusCode} ${answer.body}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('changes nothing', async () => {
    const answer = await site.app.inject({
      method: 'PATCH',
      url: '/api/account/settings',
      headers: { ...admin.headers, host: 'comics.test' },
      payload: { locale: 'fr', notifcations: {} },
    });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['notifcations']]);
    expect((await site.get('/api/account', admin.headers)).body.settings.locale).not.toBe('fr');
  });
});

describe('unknown keys', () => {
  const Body = z
    .object({
      title: z.string().optional(),
      names: z.partialRecord(z.enum(['de', 'en']), z.object({ name: z.string() }).nullable()).default({}),
      parts: z.array(z.union([z.object({ id: z.int() }), z.object({ name: z.string() })])).optional(),
    })
    .refine(() => true);

  it.each([
    [{ title: 'a', names: { en: { name: 'b' }, de: null }, parts: [{ id: 1 }, { name: 'c' }] }, []],
    [{ titel: 'a' }, ['titel']],
    [{ names: { en: { nam: 'b' } } }, ['names.en.nam']],
    [{ parts: [{ id: 1, nam: 'c' }] }, ['parts.nam']],
    [{ constructor: 1, toString: 2 }, ['constructor', 'toString']],
    [null, []],
    [[], []],
    ['title', []],
  ])('of %j are %j', (value, keys) => expect(unknownKeys(Body, value)).toEqual(keys));

  it('are looked for by what was read of the schema once: few steps for each value', async () => {
    const [few, many] = await countSteps(new URL('./testing/counted-input.ts', import.meta.url), checkEdit, [
      [100],
      [1100],
    ]);
    expect((many! - few!) / 1000).toBeLessThan(12);
  });
});
