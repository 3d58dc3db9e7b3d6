// Every test, one stage after another, on both databases; ends with the sums.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { startPostgres } from './postgres.ts';

interface Sums { passed: number; failed: number }

const reports = mkdtempSync(join(tmpdir(), 'komawari-tests-'));
const sums: Sums = { passed: 0, failed: 0 };

const chromium = findChromium();
stage('unit and database tests, embedded database', vitest([], {}));

const given = process.env.TEST_DATABASE_URL;
const server = given === undefined ? await startPostgres() : null;
const url = given ?? server?.url;
if (url === undefined) {
  console.log('\nPostgreSQL tests: no TEST_DATABASE_URL and no PostgreSQL binaries, so the embedded database alone was tested.');
} else {
  try {
    stage('database tests, PostgreSQL', vitest(testsOnDatabase(), { TEST_DATABASE_URL: url }));
  } finally {
    await server?.stop();
  }
}
stage('browser tests', playwright(chromium));

rmSync(reports, { recursive: true, force: true });
console.log(`\n${sums.passed} passed, ${sums.failed} failed`);
process.exit(sums.failed === 0 ? 0 : 1);

function stage(name: string, result: Sums & { status: number | null }): void {
  sums.passed += result.passed;
  sums.failed += result.failed || (result.status === 0 ? 0 : 1);
  console.log(`${name}: ${result.passed} passed, ${result.failed} failed`);
}

function vitest(files: string[], env: Record<string, string>): Sums & { status: number | null } {
  const report = join(reports, `vitest-${readdirSync(reports).length}.json`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files];
  const { status } = spawnSync('node', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number } : null;
  return { status, passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0 };
}

function playwright(executable: string): Sums & { status: number | null } {
  const report = join(reports, 'playwright.json');
  const { status } = spawnSync('node', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: executable, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } } : null;
  return { status, passed: result?.stats.expected ?? 0, failed: (result?.stats.unexpected ?? 0) + (result?.stats.flaky ?? 0) };
}

/** The tests that open a database: only they can differ between the two. */
function testsOnDatabase(): string[] {
  return readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && /testing\/(database|app)\.ts/.test(readFileSync(join('server', file), 'utf8')))
    .map((file) => join('server', file));
}
