import { problemSentence } from './cli/problem-sentence.ts';
import { readConfig, terminalLocale, type Config } from './config/config.ts';
import { ConfigError, describeConfigError } from './config/errors.ts';
import { createErrorReports, failure } from './error-reports/error-reports.ts';
import { translate, localeOr } from './i18n/translate.ts';
import { createLog } from './log.ts';
import { startTracing } from './tracing/tracing.ts';
import { VERSION } from './version.ts';
import { isProblem } from '#contract/problems.ts';
import { DEFAULT_LOCALE } from '#contract/locales.ts';

/** Exit status of a start that cannot succeed before someone changes something (sysexits: EX_CONFIG). */
const MISCONFIGURED = 78;

/** Exit status of a start that may succeed later without anyone changing anything (sysexits: EX_TEMPFAIL). */
const TRY_AGAIN = 75;

const started = performance.now();
const words = localeOr(terminalLocale(), DEFAULT_LOCALE);
const config = configured();
const reports = config.errorReports === null ? null : createErrorReports(config.errorReports, VERSION);
const log = createLog(config.logLevel, undefined, reports);
const closers: (() => Promise<void>)[] = [async () => reports?.close()];
let closing = false;
let served = false;
let leave: (() => void) | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    void close(0, signal === 'SIGTERM');
  });
}
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
// Nobody knows how far this process got: it does nothing more, and what it held others take over.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception');
  void Promise.resolve(reports?.close()).finally(() => process.exit(1));
});

try {
  // A wrong configuration is told before anything is loaded; what serves is loaded while the embedded database opens in its thread.
  const { openDeps } = await import('./deps.ts');
  const serving = import('./start.ts');
  // A server's answer waits while this thread loads, and would seem late on a busy machine.
  if (config.databaseUrl !== undefined) {
    await serving;
  }
  closers.push(await startTracing(config, log));
  const deps = await openDeps(config, log, config.databaseWait);
  closers.push(() => deps.close());
  leave = () => deps.leaving.abort();
  const { serve } = await serving;
  const ready = await serve(deps, { workOnly: process.argv.includes('--worker'), words, closers });
  served = ready !== null;
  if (ready === null) {
    console.log(translate(words, 'cli.start.working'));
  } else {
    console.log(translate(words, 'cli.start.ready', { url: ready.url, seconds: (performance.now() - started) / 1000 }));
    if (ready.setup !== null) {
      console.log(translate(words, 'cli.start.setup', { url: ready.setup }));
    }
  }
} catch (error) {
  // A start that was told to end fails, which is expected; whoever told it ends it.
  if (!closing) {
    console.error(describeFailure(error));
    const isExpected = isProblem(error) || isListenError(error) || error instanceof ConfigError;
    if (!isExpected) {
      reports?.report(failure(error, 'start failed'));
    }
    await close(isTemporary(error) ? TRY_AGAIN : isExpected ? MISCONFIGURED : 1);
  }
}

/** Closes in reverse what was opened, and ends; before that, callers are sent elsewhere for as long as is configured. A second signal ends at once. */
async function close(status: number, isExpected = false): Promise<void> {
  if (closing) {
    process.exit(status || 1);
  }
  closing = true;
  leave?.();
  if (isExpected && served) {
    await new Promise((resolve) => {
      setTimeout(resolve, config.drainSeconds * 1000);
    });
  }
  for (const closer of closers.toReversed()) {
    await closer().catch((error: unknown) => log.error({ err: error }, 'closing'));
  }
  process.exit(status);
}

function configured(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(describeConfigError(error, words));
    process.exit(MISCONFIGURED);
  }
}

/** Whether it failed because of something outside that comes back by itself: a database or a store that is not there yet after a power cut. */
function isTemporary(error: unknown): boolean {
  return isProblem(error) && ['database-unavailable', 'storage-unavailable'].includes(error.code);
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')
  );
}

function describeFailure(error: unknown): string {
  if (error instanceof ConfigError) return describeConfigError(error, words);
  if (isProblem(error)) {
    // Only the host and port of the address: the rest of it may be secret.
    const where =
      error.code === 'database-unavailable' && config.databaseUrl !== undefined
        ? `DATABASE_URL ${new URL(config.databaseUrl).host}: `
        : '';
    return where + problemSentence((key, values) => translate(words, key, values), error);
  }
  if (isListenError(error)) {
    return translate(words, error.code === 'EADDRINUSE' ? 'cli.start.port-in-use' : 'cli.start.cannot-listen', {
      port: String(config.port),
      host: config.host,
    });
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
