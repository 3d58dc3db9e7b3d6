import type { Locale } from '#contract/locales.ts';
import { buildApp } from './app.ts';
import { aloneInCluster } from './db/connection/cluster-lock.ts';
import { setFirst } from './db/queries/settings.ts';
import type { Deps } from './deps.ts';
import { isDemoWanted } from './demo/wanted.ts';
import { firstAdmin } from './features/accounts/login/setup.ts';
import { renewOldAddresses } from './features/editing/comics/addresses.ts';
import { cleanOldPictures } from './features/imports/cleaning.ts';
import { enqueueImageBackfill } from './features/imports/looking.ts';
import { notePurging } from './features/purging/purging.ts';
import { listenControl } from './http/control-socket.ts';
import { serveSite } from './http/pages/site.ts';
import { buildWorker, type Worker } from './worker.ts';
import { translate } from './i18n/translate.ts';

/** The state of a process's start: the language of its terminal, and what to close when it ends, in the order of opening. */
interface Starting { workOnly: boolean; words: Locale; closers: (() => Promise<void>)[] }

/**
 * Serves the site and runs its jobs; with `workOnly` the jobs alone. An empty library is filled with the demo first, where that is wanted.
 *
 * @returns the site's address, and that of the page where the first admin is made while there is none; null where nothing is served.
 * @throws what Node throws of a port that cannot be listened on.
 */
export async function serve(deps: Deps, { workOnly, words, closers }: Starting): Promise<{ url: string; setup: string | null } | null> {
  const { config } = deps;
  const worker = buildWorker(deps);
  closers.push(() => worker.close());
  await notePurging(deps.db, config.site);
  if (config.demo && !workOnly && await isDemoWanted(deps.db)) {
    // Of several processes that start at the same time one makes it; the others serve what there is meanwhile.
    await aloneInCluster(deps.database, 'demo', async () => {
      if (await isDemoWanted(deps.db)) { await fillWithDemo(deps, worker, words, closers); }
    });
  }
  if (config.jobs || workOnly) {
    await enqueueImageBackfill(deps.db);
    await renewOldAddresses(deps.db);
    await cleanOldPictures(deps.db);
    worker.start();
  }
  if (workOnly) { return null; }
  const app = await buildApp(deps);
  closers.push(() => app.close());
  await serveSite(app, deps);
  await warnOfNoAddress(deps);
  const setup = await firstAdmin(deps);
  await app.listen({ port: config.port, host: config.host });
  deps.catalogue.start();
  if (deps.database.driver === 'pglite') {
    const control = await listenControl(deps, worker);
    closers.push(() => control.close());
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = `http://${config.host}:${port}`;
  return { url, setup: setup === null ? null : (config.site.url || url) + setup };
}

/** Says in the log that no address is configured: once for a database, at its first start without one. */
async function warnOfNoAddress({ db, log, config: { site } }: Pick<Deps, 'db' | 'log' | 'config'>): Promise<void> {
  if (site.url !== '' || !await setFirst(db, 'said-no-address', 'yes')) { return; }
  log.warn({ event: 'no-address' }, 'SITE_URL is not set: every address that is given out starts with the host a request names. Set it before others can reach this site (docs/operations.md).');
}

/** Fills an empty library, and says on the way how far it is, or that it was stopped. */
async function fillWithDemo(deps: Deps, worker: Worker, words: Locale, closers: Starting['closers']): Promise<void> {
  const { loadDemo } = await import('./demo/load.ts');
  const stopping = new AbortController();
  closers.push(async () => {
    stopping.abort(new Error('closing'));
    console.error(translate(words, 'cli.demo.stopped'));
  });
  let told = 0;
  const made = await loadDemo(deps, worker, (progress) => {
    const tenth = Math.floor((progress.done / progress.all) * 10);
    if (tenth > told) { console.error(translate(words, 'cli.demo.progress', { ...progress })); }
    told = tenth;
  }, stopping.signal);
  closers.pop();
  console.error(translate(words, 'cli.demo.done', { count: made }));
}
