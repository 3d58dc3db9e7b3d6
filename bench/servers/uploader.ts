import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { member } from '#server/testing/member.ts';
import { startServer } from './processes.ts';

/** An empty site on the embedded database, and the token of a member who may upload to it. */
export interface UploaderSite {
  url: string;
  pid: number;
  token: string;
  /** Where its data lies, and what else its bench needs. */
  folder: string;
  /** Ends it and removes the folder. */
  close(): Promise<void>;
}

/** Starts an empty site with an uploader. */
export async function startUploaderSite(env: Record<string, string> = {}): Promise<UploaderSite> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const { db, close } = await openDatabase({ dataDir: join(folder, 'database') });
  const { token } = await member(db, { role: 'uploader' });
  await close();
  const server = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off', ...env });
  return {
    url: server.url,
    pid: server.pid,
    token,
    folder,
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls its API as the uploader does. @throws for an answer that is none of success. */
export async function callAsUploader(
  { url, token }: Pick<UploaderSite, 'url' | 'token'>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<any> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
