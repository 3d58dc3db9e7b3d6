import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { startServer, type Server } from '../servers/processes.ts';
import { seed } from './seed.ts';

/** Comics of the small library that pages are measured on. */
const COMICS = 2000;

/** A server with a small library in an embedded database of its own, and the pages everyone sees first. */
export interface Library {
  server: Server;
  pages: { name: 'home' | 'latest' | 'comic' | 'reader'; url: string }[];
  close(): Promise<void>;
}

/** Seeds and starts it. */
export async function openLibrary(): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const database = await openDatabase({ dataDir: join(folder, 'database') });
    await seed(database, COMICS, () => {});
    await database.close();
    const server = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off', KOMAWARI_JOBS: 'off' });
    const slug = await safeSlug(server.url);
    return {
      server,
      pages: [
        { name: 'home', url: `${server.url}/en` },
        { name: 'latest', url: `${server.url}/en/latest` },
        { name: 'comic', url: `${server.url}/en/comic/${slug}` },
        { name: 'reader', url: `${server.url}/en/comic/${slug}/reader` },
      ],
      async close() {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The first comic that has pages and that everyone may read. */
async function safeSlug(url: string): Promise<string> {
  for (let id = 1; id < 100; id += 1) {
    const answer = await fetch(`${url}/api/comics/${id}`);
    const comic = (await answer.json()) as { slug: string; rating: string; premium: boolean };
    if (comic.rating === 'safe' && !comic.premium) return comic.slug;
  }
  throw new Error('no comic for everyone');
}
