import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { readSitePictures } from '#server/site-pictures/site-pictures.ts';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { createRenderer } from '#server/images/rendering/render.ts';
import { buildApp } from '../app.ts';
import { openDiskBlobs } from '../blobs/disk.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { createSiteChanges } from '../db/following/site-changes.ts';
import { forgetRememberedOn } from '../db/remembered.ts';
import { createDemoFollower } from '../db/queries/demo-progress.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { SiteFile } from '#server/config/site-file.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app-type.ts';
import { createLog } from '../log.ts';
import { createMailer } from '../mail/mail.ts';
import { createSites } from '#server/config/sites.ts';
import { testDatabase } from './database.ts';

export interface TestApp {
  app: App;
  deps: Deps;
  /** A call as a program makes it: no cookies, no browser's headers. The body is parsed where it is JSON. */
  get(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: any; headers: Record<string, unknown> }>;
  /** The lines logged so far, oldest first. */
  logged(): Record<string, unknown>[];
  close(): Promise<void>;
}

/**
 * The real server on a real database of its own (`testDatabase`) and a folder for pictures, not listening: calls are
 * made in process. Lists are asked of the database until a test builds the catalogue.
 *
 * @param site what differs from the default configuration of a site.
 * @param now the clock of the server.
 * @param prepare registers more than the API before the server is ready.
 * @param sites further sites, by their hosts.
 * @param settings what differs from the environment's defaults.
 */
export async function testApp(
  site: z.input<typeof SiteFile> = {},
  now: () => Date = () => new Date(),
  prepare: (app: App, deps: Deps) => Promise<void> = async () => {},
  sites: readonly z.input<typeof SiteFile>[] = [],
  settings: Partial<Config> = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-app-'));
  const database = await testDatabase();
  const given = [site, ...sites].map(givenForTests);
  const [main, ...others] = given.map((each) => SiteFile.parse(each));
  const config = {
    ...readConfig({}, folder),
    site: main!,
    sites: others,
    sources: new Map(
      [main!, ...others].map((each, at) => [
        each.id,
        {
          file: at === 0 ? 'komawari.config.json' : `sites/${each.id}.json`,
          kind: at === 0 ? ('main' as const) : ('sites' as const),
          content: given[at] as Record<string, unknown>,
          overrides: { values: {}, names: new Map<string, string>() },
        },
      ]),
    ),
    ...settings,
  };
  // However busy the machine is, no page is given up for the time it takes.
  const renderer = createRenderer({ processes: 1, limits: { ...IMAGE_LIMITS, milliseconds: 240_000 } });
  const blobs = await openDiskBlobs(join(folder, 'blobs'));
  const evidence = await openDiskBlobs(join(folder, 'evidence'));
  const lines: string[] = [];
  const log = createLog('info', {
    write: (line) => {
      lines.push(line);
    },
  });
  const catalogue = createCatalogue({
    db: database.db,
    url: database.url,
    log,
    folder: join(config.dataDir, 'catalogue'),
  });
  const changes = createSiteChanges(database, log, () => catalogue.follow());
  forgetRememberedOn(changes);
  const demo = createDemoFollower(database.db);
  const deps: Deps = {
    config,
    database,
    db: database.db,
    reads: database.reads,
    catalogue,
    changes,
    blobs,
    storeLinks: null,
    evidence,
    renderer,
    now,
    leaving: new AbortController(),
    log,
    demo,
    secret: 'a secret of the tests',
    sites: createSites(config),
    pictures: await readSitePictures(config),
    mailer: createMailer(config, log),
    async close() {
      demo.close();
      await catalogue.close();
      await renderer.close();
      await blobs.close();
      await database.close();
    },
  };
  const app = await buildApp(deps, true);
  await prepare(app, deps);
  await app.ready();
  return {
    app,
    deps,
    async get(path, headers = {}) {
      const answer = await app.inject({
        method: 'GET',
        url: path,
        headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0', ...headers },
      });
      const json = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, body: json ? answer.json() : answer.rawPayload, headers: answer.headers };
    },
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    async close() {
      await app.close();
      await deps.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function givenForTests(site: z.input<typeof SiteFile>): z.input<typeof SiteFile> {
  // The age gate stands open, and nobody asks for too much, but where a test is about it.
  return {
    ageGate: { mode: 'off' },
    ...site,
    limits: { readsPerMinute: 0, loginsPerMinute: 0, ...site.limits },
  };
}
