import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/database.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { newestBackup } from './queries.ts';

/** Looks every quarter of an hour whether a backup is due by the configuration's `backup`, and makes it. */
export const BACK_UP_JOB: JobKind = { kind: 'backups.make', attempts: 3, atOnce: 1, every: 900 };

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const HOUR = 3_600_000;
/** Characters of a command's words that are kept where it failed. */
const MAX_SAID = 2000;

/**
 * Backs the site up where that is due, and reads the newest backup back where that is: by the same commands as a person, in a
 * process of its own that gives way to all others.
 *
 * @param env the environment of that process; that of this one.
 * @throws Error with what the command said.
 */
export function backUpWhenDue({
  db,
  config,
  now,
  env,
}: {
  db: Db;
  config: Pick<Config, 'site'>;
  now: () => Date;
  env?: Record<string, string>;
}): JobFunction {
  const { to, everyHours, verifyDays } = config.site.backup;
  return async ({ signal }) => {
    if (to === '') return;
    const before = await newestBackup(db, to);
    if (isOver(before?.made_at ?? null, everyHours * HOUR, now())) {
      await runCommand(['backup', to, '--json'], { signal, ...(env && { env }) });
    }
    const made = await newestBackup(db, to);
    const isUnread = made !== null && isOver(made.verified_at, verifyDays * 24 * HOUR, now());
    if (verifyDays > 0 && isUnread) {
      await runCommand(['verify', to], { signal, ...(env && { env }) });
    }
  };
}

function isOver(moment: string | null, milliseconds: number, now: Date): boolean {
  return moment === null || new Date(moment).getTime() + milliseconds <= now.getTime();
}

/** Runs a command of the product. Status 2 tells of pictures that are lost or parts that are damaged, which is written down. */
async function runCommand(
  args: string[],
  { signal, env }: { signal: AbortSignal; env?: Record<string, string> },
): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], {
    ...(env && { env }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MAX_SAID);
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (status !== 0 && status !== 2) throw new Error(said.trim() || `ended with ${status}`);
}
