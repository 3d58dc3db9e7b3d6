// Every test, one stage after another, on both databases, or with `--changed` those that a change can break; ends with the sums.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import start from '../e2e/start.ts';
import { browserTestsFor, changedSince, testsReading } from './changed.ts';
import { checkStatements } from './check-statements.ts';
import { findBrowser, installShell } from './chromium.ts';
import { startPostgres } from './postgres.ts';
import { findRedis } from './programs.ts';

interface Result {
  /** The files whose tests ran. */
  files: string[];
  passed: number;
  failures: string[];
  skipped: string[];
  status: number | null;
}
interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
interface PlaywrightReport {
  stats: { expected: number; skipped: number };
  suites: Suite[];
  errors: { message?: string }[];
}
interface Suite {
  specs: { ok: boolean; title: string; file: string; line: number; tests: { status: string; results: Attempt[] }[] }[];
  suites?: Suite[];
}
interface Attempt {
  error?: { message?: string };
  attachments: { name: string; path?: string }[];
}

/** One more than there are cores: tests wait for disks, processes and one another's threads a third of their time. Two more take no less. */
const FILES_AT_ONCE = availableParallelism() + 1;
/** Lines of a page that are printed. */
const PAGE_LINES = 120;
/** Bytes that folders in memory may need; they have needed two gigabytes. */
const MEMORY_OF_FOLDERS = 6e9;
const folder = mkdtempSync(join(inMemory() ?? tmpdir(), 'komawari-tests-'));
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;
// A thread's memory goes back to where the next one takes it: without, a process that opens a hundred databases grows to two gigabytes, of which every process that it starts copies the tables.
process.env.MALLOC_ARENA_MAX = '2';
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}
const reports = join(folder, 'reports');
mkdirSync(reports);
let passed = 0;
/** The failures, a line each: printed once more at the end, which is all that some see of fifteen minutes of output. */
const failures: string[] = [];
/** Tests that could not run here, by name: beside the samples, with PostgreSQL, there is none. */
const skipped: string[] = [];

/** The commit that `--changed` compares with; nothing asks for every test. */
const since = process.argv[2] === '--changed' ? (process.argv[3] ?? 'HEAD') : undefined;
const changed = since === undefined ? undefined : changedSince(since);
const browserTests = changed === undefined ? [] : browserTestsFor(changed);
const withBrowser = changed === undefined || browserTests.length > 0;
/** Vitest follows the imports of what has changed. */
const related = since === undefined ? [] : ['--changed', since];

// All are installed now, and not while others wait: one test is about windows, which the shell has not.
if (withBrowser) {
  installShell();
  findBrowser();
}
findRedis();
// Which statements run, and what they answer, is noted where every test runs.
const statements = join(reports, 'statements');
mkdirSync(statements);
const embedded = await vitest('embedded', related, {
  TEST_DATABASE_URL: '',
  ...(changed === undefined && { NOTED_STATEMENTS: statements }),
});
tell('unit and database tests, embedded database', embedded);
if (changed === undefined) {
  const { compared, faults, unknown } = await checkStatements(statements, embedded);
  tell('statements and the types of their rows', {
    files: [],
    status: 0,
    passed: compared,
    failures: faults,
    skipped: unknown,
  });
}
const reading = changed === undefined ? [] : testsReading(changed);
if (reading.length > 0) {
  tell('tests that read what has changed', await vitest('reading', reading, { TEST_DATABASE_URL: '' }));
}
// Importing the demo library keeps one core busy for a while, which would leave the others idle: it does so while databases are waited for.
// Without the site, the browser tests try once more and say why.
const site = withBrowser
  ? start().catch((error: unknown) => {
      console.error(error);
    })
  : undefined;
await onPostgres(testsOnDatabase().filter((file) => changed === undefined || embedded.files.includes(file)));
const stopSite = await site;
if (withBrowser) {
  await inBrowser();
}
await stopSite?.();

if (skipped.length > 0) {
  console.log(`\nSkipped:\n${skipped.join('\n')}`);
}
if (failures.length > 0) {
  console.log(`\nFailed:\n${failures.join('\n')}`);
}
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped.length} skipped`);
process.exit(failures.length === 0 ? 0 : 1);

/** The folder of files that lie in memory, where the machine has one and room: tests make and remove a hundred thousand files, and none must last. */
function inMemory(): string | undefined {
  if (!existsSync('/dev/shm') || freemem() < 2 * MEMORY_OF_FOLDERS) return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize < MEMORY_OF_FOLDERS ? undefined : '/dev/shm';
}

/**
 * Runs these files. A server for each that runs at a time: what one database of a server does shows in the snapshots of the others.
 * No more of them than cores: the site is made beside them, and reads that take long are refused.
 */
async function onPostgres(files: string[]): Promise<void> {
  if (files.length === 0) return;
  const given = process.env.TEST_DATABASE_URL;
  const started =
    given === undefined
      ? (await Promise.all(Array.from({ length: availableParallelism() }, () => startPostgres()))).filter(
          (server) => server !== null,
        )
      : [];
  const urls = given?.split(' ') ?? started.map(({ url }) => url);
  if (urls.length === 0) {
    const without = files.map((file) => `${file} on PostgreSQL: no TEST_DATABASE_URL and no PostgreSQL binaries`);
    tell('database tests, PostgreSQL', { files: [], status: 0, passed: 0, failures: [], skipped: without });
    return;
  }
  try {
    tell(
      'database tests, PostgreSQL',
      await vitest('postgres', files, { TEST_DATABASE_URL: urls.join(' ') }, urls.length),
    );
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function inBrowser(): Promise<void> {
  const file = join(reports, 'playwright.json');
  const status = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...browserTests], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = reportIn<PlaywrightReport>(file);
  tell('browser tests', {
    files: [],
    status,
    passed: report?.stats.expected ?? 0,
    failures: [
      ...(report?.suites.flatMap(failedIn) ?? []),
      ...(report?.errors.map(({ message }) => firstLine(message)) ?? []),
    ],
    skipped: report?.suites.flatMap(skippedIn) ?? [],
  });
}

/** The failures of the browser tests of a file. */
function failedIn({ specs, suites = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const attempt = tests[0]?.results[0];
      showPage(`${file}:${line}`, attempt);
      return `${file}:${line} ${title}: ${firstLine(attempt?.error?.message)}`;
    });
  return [...own, ...suites.flatMap(failedIn)];
}

/** Which browser tests of a file did not run. */
function skippedIn({ specs, suites = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'));
  return [...own.map(({ file, line, title }) => `${file}:${line} ${title}`), ...suites.flatMap(skippedIn)];
}

/** Prints what the page said when a test failed: where only the output is kept, nothing else tells. */
function showPage(test: string, attempt: Attempt | undefined): void {
  const path = attempt?.attachments.find(({ name }) => name === 'error-context')?.path;
  const page =
    path !== undefined && existsSync(path) ? /^```yaml\n([^]*?)^```/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
  if (page !== undefined) {
    console.log(`\nThe page at ${test}:\n${page.split('\n').slice(0, PAGE_LINES).join('\n')}`);
  }
}

/** Runs tests of Vitest, so many files at a time; by itself it leaves a core free. Names the files with failures, too. */
async function vitest(
  name: string,
  files: string[],
  env: Record<string, string>,
  workers = FILES_AT_ONCE,
): Promise<Result & { failed: string[] }> {
  const file = join(reports, `${name}.json`);
  const status = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--maxWorkers=${workers}`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...files,
    ],
    env,
  );
  const report = reportIn<VitestReport>(file);
  const results = (report?.testResults ?? []).map(({ name: path, message, assertionResults }) => {
    const of = relative('.', path);
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${of} ${fullName}: ${firstLine(failureMessages[0])}`);
    const failures = tests.length > 0 || message === '' ? tests : [`${of}: ${firstLine(message)}`];
    return { name: of, assertionResults, failures };
  });
  const left = results.flatMap(({ name: of, assertionResults }) =>
    assertionResults
      .filter((test) => ['skipped', 'pending', 'todo'].includes(test.status))
      .map(({ fullName }) => `${of} ${fullName}`),
  );
  return {
    files: results.map(({ name: of }) => of),
    failed: results.filter((of) => of.failures.length > 0).map(({ name: of }) => of),
    status,
    passed: report?.numPassedTests ?? 0,
    failures: results.flatMap((of) => of.failures),
    skipped: left,
  };
}

function reportIn<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

/** The beginning of what was said, as plain text. */
function firstLine(said = ''): string {
  return stripVTControlCharacters(said).split('\n', 1)[0]!.slice(0, 300);
}

/** Runs a script under Node; answers its exit status. */
function run(args: string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn('node', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
}

function tell(name: string, result: Result): void {
  // A failure beside its tests fails the whole all the same.
  const failed =
    result.failures.length === 0 && result.status !== 0 ? [`ended with ${result.status}`] : result.failures;
  passed += result.passed;
  failures.push(...failed.map((failure) => `- ${name}: ${failure}`));
  skipped.push(...result.skipped.map((test) => `- ${name}: ${test}`));
  console.log(
    `${name}: ${result.passed} passed, ${failed.length} failed, ${result.skipped.length} skipped, ${Math.round(performance.now() / 1000)} s after the start`,
  );
}

/** The tests that open the database under test, which only they can tell from the other. */
function testsOnDatabase(): string[] {
  return (
    readdirSync('server', { recursive: true, encoding: 'utf8' })
      // The content of real archives, the HTTP form of an answer and the output of a terminal is the same whatever the rows are in.
      .filter(
        (file) =>
          file.endsWith('.test.ts') &&
          !file.endsWith('samples.test.ts') &&
          !/^(http|cli)\//.test(file) &&
          // Not those that ask there for the embedded one alone.
          /^import [^;]*[tT]est(App|Database)[^;]* from '[^']*testing\/(database|app)\.ts'/m.test(
            readFileSync(join('server', file), 'utf8'),
          ),
      )
      .map((file) => join('server', file))
  );
}
