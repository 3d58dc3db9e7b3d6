import { readConfig, terminalLocaleOf, type Config } from './config.ts';
import { ConfigError, sentencesOf } from './config-error.ts';
import { buildApp } from './app.ts';
import { openDeps, type Deps } from './deps.ts';
import { isDemoWanted } from './demo/wanted.ts';
import { firstAdmin } from './features/accounts/setup.ts';
import { lookAtOldPictures } from './features/imports/looking.ts';
import { startControl } from './http/control.ts';
import { serveSite } from './http/site.ts';
import { say, localeOr } from './words.ts';
import { createLog } from './log.ts';
import { buildWorker, type Worker } from './worker.ts';
import { isProblem } from '#contract/problems.ts';
import { DEFAULT_LOCALE } from '#contract/locales.ts';

/** Exit status of a start that cannot succeed before someone changes something (sysexits: EX_CONFIG). */
const MISCONFIGURED = 78;

const started = performance.now();
const words = localeOr(terminalLocaleOf(), DEFAULT_LOCALE);
const config = configured();
const log = createLog(config.logLevel);
const closers: (() => Promise<void>)[] = [];
let closing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) { process.on(signal, () => { void close(0); }); }
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

try {
  const deps = await openDeps(config, log);
  closers.push(() => deps.close());
  await run(deps, process.argv.includes('--worker'));
} catch (error) {
  console.error(reasonOf(error));
  await close(isProblem(error) || isListenError(error) ? MISCONFIGURED : 1);
}

/** Serves the site and runs its jobs; with `workOnly` the jobs alone. */
async function run(deps: Deps, workOnly: boolean): Promise<void> {
  const worker = buildWorker(deps);
  closers.push(() => worker.close());
  if (config.demo && !workOnly && await isDemoWanted(deps.db)) { await fillWithDemo(deps, worker); }
  if (config.jobs || workOnly) {
    await lookAtOldPictures(deps.db);
    worker.start();
  }
  if (workOnly) {
    console.log(say(words, 'cli.start.working'));
    return;
  }
  const app = await buildApp(deps);
  closers.push(() => app.close());
  await serveSite(app, deps);
  const setup = await firstAdmin(deps);
  await app.listen({ port: config.port, host: config.host });
  deps.catalogue.start();
  if (deps.database.driver === 'pglite') {
    const control = await startControl(deps, worker);
    closers.push(() => control.close());
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = `http://${config.host}:${port}`;
  console.log(say(words, 'cli.start.ready', { url, seconds: (performance.now() - started) / 1000 }));
  if (setup !== null) { console.log(say(words, 'cli.start.setup', { url: (config.site.url || url) + setup })); }
}

/** Fills an empty library, and says on the way how far it is. */
async function fillWithDemo(deps: Deps, worker: Worker): Promise<void> {
  const { loadDemo } = await import('./demo/load.ts');
  const stopping = new AbortController();
  closers.push(async () => stopping.abort(new Error('closing')));
  let told = 0;
  const made = await loadDemo(deps, worker, (progress) => {
    const tenth = Math.floor((progress.done / progress.all) * 10);
    if (tenth > told) { console.error(say(words, 'cli.demo.progress', { ...progress })); }
    told = tenth;
  }, stopping.signal);
  console.error(say(words, 'cli.demo.done', { count: made }));
}

/** Closes in reverse what was opened, and ends. A second signal ends at once. */
async function close(status: number): Promise<void> {
  if (closing) { process.exit(status || 1); }
  closing = true;
  for (const closer of closers.toReversed()) {
    await closer().catch((error: unknown) => log.error({ err: error }, 'closing'));
  }
  process.exit(status);
}

function configured(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) { throw error; }
    console.error(sentencesOf(error, words));
    process.exit(MISCONFIGURED);
  }
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function reasonOf(error: unknown): string {
  if (isProblem(error)) {
    // Only the host and port of the address: the rest of it may be secret.
    const where = error.code === 'database-unavailable' && config.databaseUrl !== undefined ? `DATABASE_URL ${new URL(config.databaseUrl).host}: ` : '';
    const fields = Object.entries(error.fields ?? {}).map(([field, [first]]) => `\n${field}: ${say(words, `problem.field.${first?.rule ?? 'invalid'}`, { field, ...first?.params })}`);
    return `${where}${say(words, `problem.${error.code}`, error.params)}${fields.join('')}`;
  }
  if (isListenError(error)) {
    return say(words, error.code === 'EADDRINUSE' ? 'cli.start.port-in-use' : 'cli.start.cannot-listen', { port: String(config.port), host: config.host });
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
