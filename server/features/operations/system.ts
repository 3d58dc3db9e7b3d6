import { statfs } from 'node:fs/promises';
import type { Locale } from '#contract/locales.ts';
import { PROBLEMS } from '#contract/problems.ts';
import type { MailTest, Retained, StorageUse, System } from '#contract/system.ts';
import { findSnapshot } from '#server/db/queries/snapshots.ts';
import type { MailSettings } from '#server/config/mail.ts';
import type { Deps } from '#server/deps.ts';
import { getBackups } from '#server/features/backups/public/made-backups.ts';
import { getPurgeState } from '#server/features/purging/purging.ts';
import { RETENTION_SETTING } from '#server/features/retention/retention.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { answers } from '#server/http/health.ts';
import { cachedPages } from '#server/http/pages/page-cache.ts';
import { compose } from '#server/mail/compose.ts';
import { mailSender } from '#server/mail/mail.ts';
import { explainMailFailure } from '#server/mail/mail-failure.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { translate } from '#server/i18n/translate.ts';
import { findMailAddress, appliedMigrations, databaseState, refusedImports } from './queries-system.ts';
import { VERSION } from '#server/version.ts';
import { STORAGE } from './storage.ts';

const startedAt = new Date().toISOString();
/** Seconds a due job may wait before something is wrong with what runs jobs. */
const PATIENCE = 120;
/** Refused archives that are named. */
const MAX_REFUSED = 10;

type Needs = Pick<Deps, 'db' | 'database' | 'blobs' | 'catalogue' | 'config' | 'mailer'>;

/** How the site is, as far as it takes no time to find out. */
export async function getSystem({ db, database, blobs, catalogue, config }: Needs, locale: Locale): Promise<System> {
  const [databaseOk, storeOk, disk] = await Promise.all([
    answers(() => database.check()),
    answers(() => blobs.check()),
    measureSpace(config.dataDir),
  ]);
  const state = await databaseState(db);
  const storage = await findSnapshot<Omit<StorageUse, 'made_at'>>(db, STORAGE);
  const forgotten = await findSnapshot<Retained[]>(db, RETENTION_SETTING);
  const { ready, comics, bytes, behindSeconds } = catalogue.state;
  return {
    versions: { komawari: VERSION, node: process.versions.node, database: state.version, started_at: startedAt },
    checks: {
      database: { ok: databaseOk, kind: database.driver },
      store: { ok: storeOk, kind: config.s3 === null ? 'disk' : 's3' },
      address: { ok: config.site.url !== '', url: config.site.url },
      mail: {
        ok: config.site.mail.server !== '',
        kind: config.site.mail.server === '' ? 'file' : 'smtp',
        from: mailSender(config).address,
      },
      jobs: {
        ok: state.overdue < PATIENCE,
        here: config.jobs,
        holders: state.holders,
        overdue: Math.round(state.overdue),
      },
      catalogue: { ok: ready, comics, bytes, behind_seconds: behindSeconds },
    },
    disk,
    storage: storage === null ? null : { made_at: storage.made_at, ...storage.value },
    forgotten: forgotten === null ? null : { made_at: forgotten.made_at, rules: forgotten.value },
    pages: cachedPages()?.state() ?? null,
    purges: await getPurgeState(db, config.site),
    backups: await getBackups(db, config.site),
    refused: (await refusedImports(db, MAX_REFUSED)).map(({ error, ...each }) => ({
      ...each,
      error: translate(
        locale,
        `problem.${error !== null && Object.hasOwn(PROBLEMS, error.code) ? error.code : 'internal-error'}`,
        error?.params,
      ),
    })),
    migrations: await appliedMigrations(db),
  };
}

/** Seconds a mail server has to take a mail that tries it. */
const MAIL_SECONDS = 15;

/**
 * Sends the caller a mail, to see whether mails leave; says why where they do not.
 *
 * @param settings tried in place of those in force.
 */
export async function tryMail(
  { db, mailer, config }: Pick<Needs, 'db' | 'mailer' | 'config'>,
  { site, locale, origin }: RequestContext,
  userId: number,
  settings?: MailSettings,
): Promise<MailTest> {
  const addressee = await findMailAddress(db, userId);
  const address = addressee?.email ?? '';
  const words = compose(locale, 'test', { name: addressee?.username ?? '', site: { name: site.name, url: origin } });
  try {
    await withTimeout(MAIL_SECONDS, mailer.send({ to: address, sender: site.name, ...words }, settings));
    const isSent = (settings ?? config.site.mail).server !== '';
    return { sent: isSent, address, reason: isSent ? null : translate(locale, 'mail.failed.no-server'), error: null };
  } catch (error) {
    const { reason, said } = explainMailFailure(error);
    return {
      sent: false,
      address,
      reason: translate(locale, `mail.failed.${reason}`),
      error: said,
    };
  }
}

async function measureSpace(folder: string): Promise<System['disk']> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { free: bsize * bavail, total: bsize * blocks };
  } catch {
    return null;
  }
}
