// Every test, one stage after another, on both databases; ends with the sums.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import start from '../e2e/start.ts';
import { findChromium } from './chromium.ts';
import { startPostgres } from './postgres.ts';

interface Result { passed: number; failed: number; status: number | null }

/** One more than there are cores: tests wait for disks, processes and one another's threads a third of their time. */
const FILES_AT_ONCE = availableParallelism() + 1;
const reports = mkdtempSync(join(tmpdir(), 'komawari-tests-'));
const sums = { passed: 0, failed: 0 };

const chromium = findChromium();
tell('unit and database tests, embedded database', await vitest('embedded', [], { TEST_DATABASE_URL: '' }));
// The demo library is drawn by one core for a minute, which would leave the others idle: it is, while databases are waited for.
// Without the site, the browser tests try once more and say why.
const site = start().catch((error: unknown) => { console.error(error); });
await onPostgres();
const stopSite = await site;
await inBrowser();
await stopSite?.();

rmSync(reports, { recursive: true, force: true });
console.log(`\n${sums.passed} passed, ${sums.failed} failed`);
process.exit(sums.failed === 0 ? 0 : 1);

/**
 * A server for each test file that runs at a time: what one database of a server does shows in the snapshots of the others.
 * No more of them than cores: the site is made beside them, and reads that take long are refused.
 */
async function onPostgres(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  const started = given === undefined ? (await Promise.all(Array.from({ length: availableParallelism() }, () => startPostgres()))).filter((server) => server !== null) : [];
  const urls = given?.split(' ') ?? started.map(({ url }) => url);
  if (urls.length === 0) {
    console.log('\nPostgreSQL tests: no TEST_DATABASE_URL and no PostgreSQL binaries, so the embedded database alone was tested.');
    return;
  }
  try {
    tell('database tests, PostgreSQL', await vitest('postgres', testsOnDatabase(), { TEST_DATABASE_URL: urls.join(' ') }, urls.length));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function inBrowser(): Promise<void> {
  const report = join(reports, 'playwright.json');
  const status = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } } : null;
  tell('browser tests', { status, passed: result?.stats.expected ?? 0, failed: (result?.stats.unexpected ?? 0) + (result?.stats.flaky ?? 0) });
}

/** Runs tests of Vitest, so many files at a time; by itself it leaves a core free. */
async function vitest(name: string, files: string[], env: Record<string, string>, workers = FILES_AT_ONCE): Promise<Result> {
  const report = join(reports, `${name}.json`);
  const status = await run(['node_modules/vitest/vitest.mjs', 'run', `--maxWorkers=${workers}`, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files], env);
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number } : null;
  return { status, passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0 };
}

/** Runs a script under Node; answers its exit status. */
function run(args: string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn('node', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => { child.once('error', reject).once('exit', resolve); });
}

function tell(name: string, { passed, failed, status }: Result): void {
  sums.passed += passed;
  sums.failed += failed || (status === 0 ? 0 : 1);
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}

/** The tests that open a database: only they can differ between the two. */
function testsOnDatabase(): string[] {
  return readdirSync('server', { recursive: true, encoding: 'utf8' })
    // What is read of real archives, what HTTP makes of an answer and what a terminal shows is the same whatever the rows are in.
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('samples.test.ts') && !/^(http|cli)\//.test(file) && /testing\/(database|app)\.ts/.test(readFileSync(join('server', file), 'utf8')))
    .map((file) => join('server', file));
}
