import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { openEmbedded } from './db/connection/pglite.ts';
import { readMigrations } from './db/migrate.ts';
import { unpackFolder } from './testing/packed-folder.ts';
import { ready, startedSite, type SiteProcesses } from './testing/started.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Data folders that earlier versions made themselves: docs/releasing.md says how. */
const FOLDERS = join(import.meta.dirname, 'testing', 'data-folders');
const VERSIONS = readdirSync(FOLDERS).map((name) => name.replace('.tar.br', ''));

let site: SiteProcesses;
beforeEach(() => {
  site = startedSite();
  return () => site.clear();
});

it.each(VERSIONS)(
  'a data folder of %s is copied, migrated and served, with everything that members and readers had',
  async (version) => {
    await unpackFolder(join(FOLDERS, `${version}.tar.br`), site.data);
    const program = site.start({ LOG_LEVEL: 'info' });
    const api = `${await ready(program)}/api`;
    async function call(path: string, token?: string, body?: object) {
      const answer = await fetch(api + path, {
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return answer.json();
    }
    const { auth } = await call('/login', undefined, { username: 'reader', password: 'paper boats go far' });
    const token = auth.access_token as string;
    expect((await call('/account', token)).settings).toMatchObject({ theme: 'dark', locale: 'fr' });
    expect((await call('/account/favorites', token)).data).toMatchObject([{ title: 'The Lighthouse' }]);
    expect(await call('/account/progress', token)).toMatchObject([{ page: 2, pages: 2 }]);
    expect((await call('/comics/the-lighthouse/comments')).data).toMatchObject([
      { text: 'The lamp is lit.', user: { username: 'reader' } },
    ]);
    const admin = await call('/login', undefined, { username: 'keeper', password: 'seven lamps at sea' });
    expect(admin.user).toMatchObject({ role: 'admin' });

    const html = await (await fetch(api.replace(/api$/, 'en/comic/the-lighthouse'))).text();
    expect(/<title[^>]*>([^<]*)/.exec(html)?.[1]).toMatch(/^The Lighthouse/);
    const pictures = [...new Set(html.match(/\/images\/[0-9a-f]{64}\/[^\s"&]+/g))];
    expect(pictures.length).toBeGreaterThanOrEqual(3);
    for (const path of pictures) {
      const picture = await fetch(new URL(path, api));
      expect([path, picture.status, picture.headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringMatching(/^image\//),
      ]);
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }

    const [, told = ''] = await program.until(/"event":"database-copied","folder":"([^"]+)"/);
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const { db, close } = await openEmbedded({ dir: told, durable: false });
    const { rows } = await sql<{ last: string; members: number }>`
      select max(name) as last, (select count(*)::int from users) as members from migrations`.execute(db);
    await close();
    expect(rows).toMatchObject([{ members: 2 }]);
    expect(told).toContain(`/database-${rows[0]!.last.slice(0, 4)}-to-${readMigrations().at(-1)!.name.slice(0, 4)}-`);
  },
);
