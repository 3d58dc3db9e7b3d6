import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addressesFor } from '#contract/addresses.ts';
import { table, type Figure } from '../figures.ts';
import { createKeepAlive } from '../servers/keep-alive.ts';
import { seededSite, startServer } from '../servers/processes.ts';
import { catalogueReady } from '../servers/served.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { openComics } from '../synthetic/open-comics.ts';
import { WITH_PAGES } from '../synthetic/seed.ts';
import { LIMITS } from './render-requests.ts';
import { kilobytes } from './size.ts';

/** Seconds in which a database may be brought up to date. */
const LONGEST = 600;

/** Weighs the pages of a seeded database as they are served: HTML by gzip, and the scripts that it names. */
export async function weighServed(database: string, say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const server = await startServer({ KOMAWARI_DATA: folder, ...seededSite(database) }, LONGEST);
  const client = createKeepAlive();
  try {
    await catalogueReady(server.url);
    const { slug } = openComics(catalogue(), WITH_PAGES).withPages(0);
    const to = addressesFor('en', 'comic', server.url);
    const addresses = { home: to.home(), latest: to.latest(), comic: to.comic(slug), reader: to.reader(slug) };
    const weighed: { page: string; html: number; sent: number; scripts: number }[] = [];
    for (const [page, url] of Object.entries(addresses)) {
      const { body } = await client.fetch(url, { 'accept-encoding': 'gzip' });
      const html = gunzipSync(body);
      const scripts = [...html.toString().matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/(assets\/[^"]+\.js)"/g)];
      weighed.push({
        page,
        html: html.length / 1000,
        sent: body.length / 1000,
        scripts: kilobytes([...new Set(scripts.map(([, file]) => file!))]),
      });
    }
    say(
      table(
        ['page as it is served', 'HTML, KB', 'gzip', 'scripts it names, gzip'],
        weighed.map(({ page, html, sent, scripts }) => [page, ...[html, sent, scripts].map((each) => each.toFixed(1))]),
      ),
    );
    return weighed
      .filter(({ page }) => page === 'latest')
      .map(({ sent }) => ({ name: 'HTML of latest', value: sent, unit: 'KB', limit: LIMITS.list.gzip, bound: 'most' }));
  } finally {
    client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
