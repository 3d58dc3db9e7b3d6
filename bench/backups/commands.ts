import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig, type Config } from '#server/config/config.ts';
import { syncDisk } from '#server/blobs/sync-disk.ts';
import { startScript } from '../servers/processes.ts';

/** The environment that names a site to every command. */
export type SiteEnv = Record<string, string>;

/** Runs a command of the product to its end: the seconds it took and what it said. @throws Error with what it said where it failed. */
export async function runCli(args: readonly string[], env: SiteEnv): Promise<{ seconds: number; said: string }> {
  const started = performance.now();
  const command = startScript('server/cli.ts', args, env);
  const status = await command.ended;
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}:\n${command.output()}`);
  return { seconds, said: command.output() };
}

/** The configuration that an environment names. */
export function configIn(env: SiteEnv, folder: string): Config {
  return readConfig({ KOMAWARI_DEMO: 'off', ...env }, folder);
}

/** Seconds in which the system's own program copies folders into another and has the disk written out. */
export async function copySeconds(from: readonly string[], to: string): Promise<number> {
  const started = performance.now();
  await promisify(execFile)('cp', ['-r', ...from, to]);
  await syncDisk(to);
  return (performance.now() - started) / 1000;
}
