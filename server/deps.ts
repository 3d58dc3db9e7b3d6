import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '#contract/problems.ts';
import type { Blobs } from './blobs/blobs.ts';
import { openBlobs } from './blobs/open-blobs.ts';
import type { StoreLinks } from './blobs/store-links.ts';
import { createCatalogue, type Catalogue } from './catalogue/catalogue.ts';
import type { Config } from './config/config.ts';
import { openDatabase, type Database, type Db } from './db/database.ts';
import { isFull } from './db/kysely.ts';
import { createSiteChanges, type SiteChanges } from './db/following/site-changes.ts';
import { forgetRememberedOn } from './db/remembered.ts';
import { createDemoFollower, type DemoFollower } from './db/queries/demo-progress.ts';
import { settingOnce } from './db/queries/settings.ts';
import { readSitePictures, type SitePictures } from './site-pictures/site-pictures.ts';
import { imageLimits } from './images/image-limits.ts';
import { createRenderer, type Renderer } from './images/rendering/render.ts';
import type { Log } from './log.ts';
import { createMailer, type Mailer } from './mail/mail.ts';
import { createSites, type Sites } from './config/sites.ts';

/** The dependencies of the product; everything that does something takes it, or a part of it, first. */
export interface Deps {
  config: Config;
  /** Reads and writes. */
  db: Db;
  /** Reads that may lag some seconds behind: replicas where there are any. */
  reads: Db;
  database: Database;
  /** The published comics in memory; not built before it is started. */
  catalogue: Catalogue;
  /** Tells of changes that any process has made. */
  changes: SiteChanges;
  blobs: Blobs;
  /** Sends whoever may see a picture to the store for it; null where the site sends its bytes. */
  storeLinks: StoreLinks | null;
  /** The bytes of pictures that were refused or taken away: nothing serves them but the staff's own page. */
  evidence: Blobs;
  renderer: Renderer;
  mailer: Mailer;
  sites: Sites;
  pictures: SitePictures;
  /** The demo library while it comes in. */
  demo: DemoFollower;
  /** Signs picture addresses and anti-forgery tokens; the same for every process of a cluster. */
  secret: string;
  /** Aborted once the process has been told to end: it still answers, and sends callers elsewhere. */
  leaving: AbortController;
  log: Log;
  now(): Date;
  close(): Promise<void>;
}

/**
 * Opens everything the configuration names: database (migrated), blobs, renderer.
 *
 * @param wait milliseconds for which a PostgreSQL that does not answer is asked again; none.
 * @throws Problem `data-in-use` when another process holds the embedded database, `database-unavailable`,
 * `data-unusable` when nothing can be written to the data folder, `storage-full`, `upgrade-no-room`, `upgrade-copy-failed`.
 * @throws ConfigError for a picture of a site that cannot be used.
 */
export async function openDeps(config: Config, log: Log, wait = 0): Promise<Deps> {
  openFolder(config.dataDir);
  const pictures = await readSitePictures(config);
  const database = await openDatabase({
    dataDir: join(config.dataDir, 'database'),
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
    poolerUrl: config.databasePoolerUrl,
    replicaUrls: config.databaseReplicaUrls,
    replicaLag: config.databaseReplicaLag,
    connections: config.databaseConnections,
    times: config.databaseTimes,
    wait,
    log,
    upgradeCopies: {
      ...config.upgradeCopies,
      onCopied: ({ folder, from, to }) =>
        log.info(
          { event: 'database-copied', folder, from, to },
          'The database was copied before migrations. To go back: stop the site, move the folder `database` away, give the copy its name, and start the version that was there before (docs/operations/upgrading.md).',
        ),
    },
  }).catch((error: unknown) => {
    throw isFull(error) ? problem('storage-full') : error;
  });
  try {
    const secret = await settingOnce(database.db, 'secret', () => randomBytes(32).toString('base64url'));
    const blobs = await openBlobs(config, 'blobs');
    const evidence = await openBlobs(config, 'evidence');
    const renderer = createRenderer({ processes: config.imageProcesses, limits: imageLimits(config.site.uploads) });
    const catalogue = createCatalogue({
      db: database.db,
      url: database.url,
      log,
      folder: join(config.dataDir, 'catalogue'),
    });
    const changes = createSiteChanges(database, log, () => catalogue.follow());
    forgetRememberedOn(changes);
    const demo = createDemoFollower(database.db);
    return {
      config,
      database,
      db: database.db,
      reads: database.reads,
      catalogue,
      changes,
      demo,
      blobs,
      storeLinks: await openLinks(config),
      evidence,
      renderer,
      secret,
      log,
      sites: createSites(config),
      pictures,
      mailer: createMailer(config, log),
      leaving: new AbortController(),
      now: () => new Date(),
      async close() {
        demo.close();
        await changes.close();
        await catalogue.close();
        await renderer.close();
        await blobs.close();
        await evidence.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw isFull(error)
      ? problem('storage-full')
      : problem('data-unusable', { path, reason: (error as NodeJS.ErrnoException).code ?? '' });
  }
}

async function openLinks({ s3 }: Config): Promise<StoreLinks | null> {
  if (s3?.redirectUrl === undefined) return null;
  const { openStoreLinks } = await import('./blobs/store-links.ts');
  return openStoreLinks(s3, s3.redirectUrl, Date.now);
}
