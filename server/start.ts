import type { Locale } from '#contract/locales.ts';
import { buildApp } from './app.ts';
import { runMemberCommand } from './cli/member-command.ts';
import { setFirst } from './db/queries/settings.ts';
import type { Deps } from './deps.ts';
import { firstAdmin } from './features/accounts/login/setup.ts';
import { createCopies } from './features/backups/copies.ts';
import { offerDemo } from './features/demo/demo.ts';
import { renewOldAddresses } from './features/editing/comics/addresses.ts';
import { cleanOldPictures } from './features/picture-upkeep/cleaning.ts';
import { enqueueImageBackfill } from './features/picture-upkeep/image-backfill.ts';
import { notePurging } from './features/purging/purging.ts';
import { followSettings } from './features/site-settings/following.ts';
import type { App } from './http/app-type.ts';
import { listenControl } from './http/control-socket.ts';
import { listenForWatchers } from './http/metrics/watch-server.ts';
import { serveSite } from './http/pages/site.ts';
import { buildWorker } from './worker.ts';

/** The state of a process's start: the language of its terminal, and what to close when it ends, in the order of opening. */
interface Starting {
  workOnly: boolean;
  words: Locale;
  closers: (() => Promise<void>)[];
}

/**
 * Serves the site and runs its jobs; with `workOnly` the jobs alone. An empty library gets the demo, where that is wanted, once it listens.
 *
 * @returns the site's address, and that of the page where the first admin is made while there is none; null where nothing is served.
 * @throws what Node throws of a port that cannot be listened on.
 */
export async function serve(
  deps: Deps,
  { workOnly, words, closers }: Starting,
): Promise<{ url: string; setup: string | null } | null> {
  const { config } = deps;
  if (config.metrics.port !== null) {
    const watchers = await listenForWatchers(deps, config.metrics.port, !workOnly);
    closers.push(() => watchers.close());
  }
  const unfollow = await followSettings(deps);
  closers.push(async () => unfollow());
  const worker = buildWorker(deps, words);
  closers.push(() => worker.close());
  deps.changes.start();
  await notePurging(deps.db, config.site);
  if (config.jobs || workOnly) {
    await enqueueImageBackfill(deps.db);
    await renewOldAddresses(deps.db);
    await cleanOldPictures(deps.db);
    worker.start();
  }
  if (workOnly) return null;
  const app = await buildApp(deps);
  closers.push(() => app.close());
  sendElsewhere(app, deps);
  await serveSite(app, deps);
  await warnOfNoAddress(deps);
  const setup = await firstAdmin(deps);
  await app.ready();
  await app.listen({ port: config.port, host: config.host });
  deps.catalogue.start();
  if (deps.database.driver === 'pglite') {
    const control = await listenControl(deps, {
      ...worker,
      copies: await createCopies(deps),
      members: (command) => runMemberCommand(deps, command),
    });
    closers.push(() => control.close());
  }
  await offerDemo(deps);
  await deps.demo.follow();
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = `http://${config.host}:${port}`;
  return { url, setup: setup === null ? null : (config.site.url || url) + setup };
}

/** Has every connection end with its next answer, once the process has been told to end. */
function sendElsewhere({ server }: App, { leaving }: Pick<Deps, 'leaving'>): void {
  server.prependListener('request', (_request, response) => {
    if (leaving.signal.aborted) {
      response.shouldKeepAlive = false;
    }
  });
}

/** Says in the log that no address is configured: once for a database, at its first start without one. */
async function warnOfNoAddress({ db, log, config: { site } }: Pick<Deps, 'db' | 'log' | 'config'>): Promise<void> {
  if (site.url !== '' || !(await setFirst(db, 'said-no-address', 'yes'))) return;
  log.warn(
    { event: 'no-address' },
    'SITE_URL is not set: every address that is given out starts with the host a request names. Set it before others can reach this site (docs/operations/installing.md).',
  );
}
