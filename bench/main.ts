import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAdmin } from './api/admin.ts';
import { benchAgainst } from './site/against.ts';
import { benchBackup } from './backups/backup.ts';
import { benchMovesKilled } from './backups/moves-killed.ts';
import { benchBlock } from './api/block.ts';
import { benchComments } from './api/comments.ts';
import { benchDamage } from './files/damage.ts';
import { derivePages } from './files/derive-pages.ts';
import { benchDownload } from './files/download.ts';
import { figureTable, isMet, type Figure } from './figures.ts';
import { benchHostileNames } from './files/hostile-names.ts';
import { benchImport } from './files/import.ts';
import { benchMadara } from './files/madara.ts';
import { loadInTurns } from './servers/load.ts';
import { benchLighthouse } from './site/lighthouse.ts';
import { benchKomga } from './api/komga.ts';
import { benchMember } from './api/member.ts';
import { benchMix } from './api/mix.ts';
import { benchOrders } from './api/orders.ts';
import { benchPages } from './site/pages.ts';
import { benchPaint } from './site/paint.ts';
import { benchCrawl } from './site/crawl.ts';
import { benchReader } from './site/reader.ts';
import { benchRender } from './site/render.ts';
import { seedOnce } from './synthetic/seed.ts';
import { sendBytes } from './site/send-bytes.ts';
import { benchSitemap } from './api/sitemap.ts';
import { weighServed } from './site/served-size.ts';
import { benchSize } from './site/size.ts';
import { benchSoak } from './files/soak.ts';
import { benchIndex } from './servers/index-start.ts';
import { benchStale } from './servers/stale.ts';
import { benchStart } from './servers/start.ts';
import { benchTwo } from './servers/two.ts';
import { benchWatch } from './servers/watch.ts';
import { benchWatchingCost } from './servers/watching-cost.ts';
import { benchUpload, copyBytes } from './files/upload.ts';

const HELP = `npm run bench -- <command>

  seed [N] [--database URL | --data FOLDER]   fill an empty database with N synthetic comics (1,000,000)
  mix [--database SMALL,LARGE] [--data SMALL,LARGE]
                                              57 kinds of request at 10,000 and at 1,000,000 comics, on both databases,
                                              or on those given: two addresses, two data folders
  render [--database SMALL,LARGE] [--data SMALL,LARGE]
                                              processor time of uncached pages and calls, and what they weigh, at both sizes
  against FOLDER [--database THEIRS,OURS] [--only TEXT]    the same requests to the version in another checkout, built, and to this one in turns, at 1,000,000
                                              comics: processor time, p50, 16 connections, memory
  crawl [N] [--database SMALL,LARGE]          N pages (10,000) out of the sitemaps of 1,000,000 comics from two processes,
                                              with readers beside
  admin [--database SMALL,LARGE] [--data SMALL,LARGE]
                                              the table of comics in every order, and an edit of 10,000 comics, at 1,000,000
  sitemap [--database SMALL,LARGE] [--data SMALL,LARGE]
                                              the sitemaps of 1,000,000 comics, as a crawler fetches them
  orders [N] [--database URL]                 lists by the newest chapter and by title against those by upload, at N comics (200,000)
  comments                                    a thread of 10,000 comments: its pages, and 16 who write in it
  block [N] [--database URL] [--only TEXT]    how long each call with the largest input keeps everybody waiting: with the demo library,
                                              and with N comics (200,000); of calls and inputs those alone that contain a text
  member [N] [--database URL]                 what a page costs a member beyond the cached one, at N comics (20,000)
  komga [N] [--database URL]                  lists of Komga's API, and pages by it and by OPDS, against the site's own, at N comics (20,000)
  download                                    a CBZ of 300 pages against one file of its size; memory for one of 2 GB
  pages                                       cached pages against Fastify sending the same bytes
  reader                                      the reader in a browser against bare pages with the same pictures
  import [FOLDER]                             the importer against sharp alone, on drawn archives or on a folder's
  madara                                      a site with Madara that moves in, against the importer with the same pictures
  names                                       the longest answer while an archive among hostile names is read
  upload                                      an upload of 1 GiB against bare Fastify; archives against sharp alone
  damage [N]                                  an archive of every kind, damaged in N places (200): pages that are lost without a word
  soak [--rounds N] [--database URL]          kills a site N times (20) while it is uploaded to, and looks what is left
  backup [--works N] [--rounds N] [--only load|copies]
                                              backups of a site of N works (10,000) under 16 readers and a writer, N of them (1) restored and
                                              looked at; then restore and move against cp, everything compared
  moves [--works N] [--rounds N]              kills the move of a site of N works (300) N times (20), and looks what is left
  two                                         two processes that start at once on an empty PostgreSQL, and visitors of both
  watch                                       a site, a worker and Debian's Prometheus: every panel's query and every alert of deploy/
  watching-cost                               processor time of a request with metrics against one without
  paint [FOLDER] [--database [THEIRS,]OURS]   home and latest for a new visitor on a slow telephone, behind HTTP/2, of the demo
                                              library or of a seeded database, in turns with the version in another checkout, built
  stale                                       how long one process shows what another one has withdrawn, published or announced
  lighthouse [FOLDER] [--database [THEIRS,]OURS]
                                              Lighthouse on home, latest, a comic and a tag of either, the same way
  size [--database URL]                       JavaScript of the first load; with a seeded database the pages it serves, too
  start                                       starts, and memory of an idle site
  index [N] [--database URL | --data FOLDER]  starts at N comics (1,000,000) without and with a saved index: time, memory, longest turn
  all                                         size, pages, import, start, download, reader, paint and comments`;

const say = (line: string) => {
  console.log(line);
};
const {
  values: { database, data, rounds, only, works },
  positionals: [command = 'help', ...rest],
} = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    data: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    works: { type: 'string' },
  },
});

/** The small and the large database that were named. */
const given = {
  ...(database && { databases: database.split(',') }),
  ...(data && { folders: data.split(',') }),
};

/** Each command, and the figures it measured. */
const commands: Record<string, () => Promise<Figure[]>> = {
  async help() {
    say(HELP);
    return [];
  },
  async seed() {
    const held = await seedOnce(
      { dataDir: join(data ?? './data', 'database'), ...(database === undefined ? {} : { url: database }) },
      comics(1_000_000),
      say,
    );
    say(`This database holds the synthetic catalogue of ${held} comics.`);
    return [];
  },
  mix: () => benchMix(given, say),
  render: () => benchRender(given, say),
  against: () => benchAgainst(rest[0], 1_000_000, { ...given, only }, say),
  crawl: () => benchCrawl(comics(10_000), given.databases, say),
  admin: () => benchAdmin(given, say),
  sitemap: () => benchSitemap(given, say),
  orders: () => benchOrders(comics(200_000), database, say),
  comments: () => benchComments(say),
  block: () => benchBlock(comics(200_000), { url: database, only }, say),
  komga: () => benchKomga(comics(20_000), database, say),
  member: () => benchMember(comics(20_000), database, say),
  download: () => benchDownload(say),
  pages: () => benchPages(say),
  reader: () => benchReader(say),
  import: () => benchImport(rest[0], say),
  madara: () => benchMadara(say),
  names: () => benchHostileNames(say),
  upload: () => benchUpload(say),
  damage: () => benchDamage(comics(200), say),
  soak: () => benchSoak(Number(rounds ?? 0), database, say),
  backup: () => benchBackup({ works: Number(works ?? 10_000), rounds: Number(rounds ?? 1), only }, say),
  moves: () => benchMovesKilled({ works: Number(works ?? 300), rounds: Number(rounds ?? 20) }, say),
  two: () => benchTwo(say),
  watch: () => benchWatch(say),
  'watching-cost': () => benchWatchingCost(say),
  stale: benchStale,
  paint: () => benchPaint(rest[0], given.databases, say),
  lighthouse: () => benchLighthouse(rest[0], given.databases, say),
  size: async () => [...(await benchSize(say)), ...(database === undefined ? [] : await weighServed(database, say))],
  start: () => benchStart(say),
  index: () =>
    benchIndex(comics(1_000_000), { ...(database && { url: database }), ...(data && { folder: data }) }, say),
  async all() {
    const figures: Figure[] = [];
    for (const bench of [
      benchSize,
      benchPages,
      (line: typeof say) => benchImport(undefined, line),
      benchStart,
      benchDownload,
      benchReader,
      (line: typeof say) => benchPaint(undefined, undefined, line),
      benchComments,
    ]) {
      figures.push(...(await bench(say)));
    }
    return figures;
  },
  // Processes that the commands above start as processes of their own.
  async load() {
    say(JSON.stringify(await loadInTurns(rest.slice(2), Number(rest[0]), Number(rest[1]))));
    return [];
  },
  async 'send-bytes'() {
    await sendBytes(rest);
    return [];
  },
  async 'copy-bytes'() {
    await copyBytes(rest[0] ?? '');
    return [];
  },
  async 'derive-pages'() {
    await derivePages(rest[0] ?? '', Number(rest[1]), Number(rest[2]));
    return [];
  },
};

const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (run === undefined) {
  console.error(`Unknown command ${command}.\n\n${HELP}`);
  process.exit(64);
}
const figures = await run();
if (figures.length > 0) {
  say(figureTable(figures));
}
process.exitCode = figures.every(isMet) ? 0 : 1;

/** The number of comics that was asked for. */
function comics(otherwise: number): number {
  const given = Number(rest[0] ?? otherwise);
  if (!Number.isInteger(given) || given < 1) throw new Error(`expected a number of comics, got ${rest[0]}`);
  return given;
}
