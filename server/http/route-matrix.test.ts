import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { fullApp, matrixText, routesOf } from '../../tools/route-matrix.ts';
import { can, type Role } from './permissions.ts';

let site: TestApp;
beforeAll(async () => { site = await fullApp(); });
afterAll(() => site.close());

/** Who calls: each role, and members whose role is not the whole truth. */
const CALLERS = ['guest', 'user', 'unverified', 'banned', 'uploader', 'moderator', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
const roleOf = (caller: Caller): Role => (caller === 'unverified' || caller === 'banned' ? 'user' : caller);
/** What only says that the caller may not. */
const REFUSALS = ['sign-in-required', 'not-allowed', 'token-invalid'];

describe('every route', () => {
  it('stands in docs/permissions.md with who may call it (write it anew by: node tools/route-matrix.ts)', () => {
    expect(readFileSync('docs/permissions.md', 'utf8')).toBe(matrixText(site.app));
  });

  it.each(CALLERS)('lets a caller who is %s do what the table says and nothing else', async (caller) => {
    const wrong: string[] = [];
    const answers = await Promise.all(routesOf(site.app).map(async ({ method, url, permission }) => {
      const answer = await call(method, url, (await callerAs(caller))?.headers);
      const api = url.startsWith('/api/');
      const wanted = !api || caller === 'guest' ? undefined : caller === 'banned' ? 'token-invalid' : can(roleOf(caller), permission) ? undefined : 'not-allowed';
      const expected = wanted ?? (can(caller === 'banned' ? 'guest' : roleOf(caller), permission) ? 'its answer' : 'sign-in-required');
      const got = REFUSALS.includes(answer.code) ? answer.code : 'its answer';
      if (got !== expected) { wrong.push(`${method} ${url} as ${caller}: ${got} (${answer.status}), not ${expected}`); }
      return answer.status;
    }));
    expect(wrong).toEqual([]);
    expect(answers.filter((status) => status === 500)).toEqual([]);
  });

  it('of the API refuses a token that is none, in whatever form it comes, and never answers as if nobody had asked', async () => {
    const known = (await member(site.deps.db)).token;
    const forms = ['Bearer', 'Bearer undefined', 'Bearer null', 'Bearer []', `Bearer ${known.slice(1)}`, `Bearer ${known}x`, `Bearer ${known} ${known}`, `Basic ${known}`,
      `Bearer ${'a'.repeat(43)}`, 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.', `bearer=${known}`];
    const wrong: string[] = [];
    for (const { method, url } of routesOf(site.app).filter((route) => route.url.startsWith('/api/'))) {
      const answers = await Promise.all(forms.map((authorization) => call(method, url, { authorization })));
      wrong.push(...answers.flatMap(({ status, code }, at) => (status === 401 && code === 'token-invalid' ? [] : [`${method} ${url} with ${forms[at]}: ${status} ${code}`])));
    }
    expect(wrong).toEqual([]);
  });
});

/** A caller of their own for each call: some calls end the session they come with. */
async function callerAs(caller: Caller): Promise<Member | null> {
  if (caller === 'guest') { return null; }
  const role = roleOf(caller);
  const made = await member(site.deps.db, { role: role === 'guest' ? 'user' : role, verified: caller !== 'unverified' });
  if (caller === 'banned') { await site.deps.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', made.id).execute(); }
  return made;
}

async function call(method: string, url: string, headers: Record<string, string> = {}): Promise<{ status: number; code: string }> {
  const path = url.replace(/:(\w+)/g, (_part, name: string) => (/^(id|comic|chapter|image)$/.test(name) ? '1' : 'nothing'));
  const answer = await site.app.inject({
    method: method as 'GET', url: path, payloadAsStream: true,
    headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0', ...headers },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  // Some answers never end: what they begin with is enough.
  const stream = answer.stream();
  if (!String(answer.headers['content-type']).includes('json')) { stream.destroy(); return { status: answer.statusCode, code: '' }; }
  const body = JSON.parse(Buffer.concat(await stream.toArray() as Buffer[]).toString('utf8') || 'null') as { code?: string } | null;
  return { status: answer.statusCode, code: body?.code ?? '' };
}
