import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { member } from '#server/testing/member.ts';
import type { Figure } from '../figures.ts';
import { startServer } from '../servers/processes.ts';

/** Files of one upload, and the letters of each name: what the limits of a site let through. */
const [FILES, LETTERS] = [480, 490];

/**
 * Measures the longest answer of `GET /api/comics` while an archive is read that lies among 480 with names of dashes:
 * each of those names is read to find the archive's place among them.
 */
export async function benchHostileNames(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const { db, close } = await openDatabase({ dataDir: join(folder, 'database') });
  const { token } = await member(db, { role: 'uploader' });
  await close();
  const archive = await readFile(await writeArchive(join(folder, 'one.cbz'), { '1.png': await drawPage(1) }));
  const server = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off' });
  try {
    const call = async (method: string, path: string, body?: object | Buffer, headers: Record<string, string> = {}) => {
      const sent = Buffer.isBuffer(body)
        ? { body: new Uint8Array(body) }
        : body === undefined
          ? {}
          : { body: JSON.stringify(body) };
      const type = Buffer.isBuffer(body) ? 'application/offset+octet-stream' : 'application/json';
      const answer = await fetch(server.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
        ...sent,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    };
    const { id } = await call('POST', '/api/admin/uploads');
    let target = '';
    for (let at = 0; at < FILES; at += 1) {
      const path = `f/${'-'.repeat(LETTERS - 3)}${String(at).padStart(3, '0')}.cbz`;
      target = (await call('POST', `/api/admin/uploads/${id}/files`, { path, bytes: archive.length })).upload_url;
    }
    let longest = 0;
    let over = false;
    const asking = (async () => {
      while (!over) {
        const started = performance.now();
        // Whoever is refused meanwhile, or cut off, asks again and has waited all the same.
        while (
          !(await fetch(`${server.url}/api/comics`).then(
            async (answer) => {
              await answer.arrayBuffer();
              return answer.ok;
            },
            () => false,
          ))
        ) {
          await wait(20);
        }
        longest = Math.max(longest, performance.now() - started);
      }
    })();
    await call('PATCH', target, archive, { 'tus-resumable': '1.0.0', 'upload-offset': '0' }).catch(() => null);
    const isRead = () =>
      call('GET', `/api/admin/uploads/${id}`).then(
        (upload) => upload.files_done > 0,
        () => false,
      );
    while (!(await isRead())) {
      await wait(200);
    }
    over = true;
    await asking;
    say(
      `The longest answer of GET /api/comics beside an archive among ${FILES} with names of ${LETTERS} letters: ${Math.round(longest)} ms\n`,
    );
    return [{ name: 'longest answer beside hostile names', value: longest, unit: 'ms', limit: 500, bound: 'most' }];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
