import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The checkout. */
export const ROOT = join(import.meta.dirname, '../..');

/** A program we started, and only we end. */
export interface Running {
  pid: number;
  /** The output so far, errors too. */
  output(): string;
  /** Its exit status, once it has ended. */
  ended: Promise<number>;
  /** Sends it a message and waits for the next one it sends; only where it was started with a channel. */
  ask(message: object): Promise<unknown>;
  /** Asks it to end, kills it after 15 seconds, and waits for its end. */
  stop(): Promise<void>;
  /** Kills it with signal 9 and waits for its end. */
  kill(): Promise<void>;
}

/** Starts a program in the checkout; `env` is added to ours. `channel`: it can be asked. */
export function start(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd: string = ROOT,
  channel = false,
): Running {
  const child: ChildProcess = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? ['ipc' as const] : [])],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('exit', (code) => resolve(code ?? -1));
  });
  const kill = () => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  void ended.then(() => process.removeListener('exit', kill));
  return {
    pid: child.pid ?? -1,
    output: () => output,
    ended,
    async ask(message) {
      const answer = new Promise((resolve) => {
        child.once('message', resolve);
      });
      child.send(message);
      return Promise.race([
        answer,
        ended.then((code) => {
          throw new Error(`the process ended with ${code}:\n${output}`);
        }),
      ]);
    },
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(kill, 15_000);
      await ended;
      clearTimeout(late);
    },
    async kill() {
      kill();
      await ended;
    },
  };
}

/** Starts a script of this project under this very Node. */
export function startScript(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  imports: readonly string[] = [],
  checkout: string = ROOT,
): Running {
  const flags = ['--max-semi-space-size=16', ...imports.flatMap((file) => ['--import', file])];
  return start(process.execPath, [...flags, join(checkout, script), ...args], env, checkout);
}

/** A server of the product that is ready; `readyAfter` is in seconds from its start. */
export interface Server extends Running {
  url: string;
  readyAfter: number;
}

/** Starts the product's server with a watch on its event loop (`loop-watch.ts`), and waits until it is ready. */
export async function startWatchedServer(env: Record<string, string>, within: number): Promise<Server> {
  const { url, env: all } = await serverEnvironment({ NODE_ENV: 'production', ...env });
  const flags = [
    '--max-semi-space-size=16',
    '--import',
    join(ROOT, 'bench/servers/loop-watch.ts'),
    join(ROOT, 'server/main.ts'),
  ];
  return whenReady(start(process.execPath, flags, all, ROOT, true), url, within);
}

/** Settings of every server of the bench: no limit on calls, errors only, a port of its own. */
async function serverEnvironment(env: Record<string, string>): Promise<{ url: string; env: Record<string, string> }> {
  const port = await freePort();
  return {
    url: `http://127.0.0.1:${port}`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      KOMAWARI_LIMITS_READS_PER_MINUTE: '0',
      KOMAWARI_LIMITS_LOGINS_PER_MINUTE: '0',
      ...env,
    },
  };
}

/** Settings of a server that shows a seeded database of PostgreSQL. */
export function seededSite(url: string): Record<string, string> {
  return { DATABASE_URL: url, KOMAWARI_DEMO: 'off', KOMAWARI_JOBS: 'off' };
}

/** Starts the product's server, of this checkout or of another, with files that are loaded before it, and waits until it is ready. */
export async function startServer(
  env: Record<string, string>,
  within = 60,
  imports: readonly string[] = [],
  checkout: string = ROOT,
): Promise<Server> {
  const { url, env: all } = await serverEnvironment({ NODE_ENV: 'production', ...env });
  return whenReady(startScript('server/main.ts', [], all, imports, checkout), url, within);
}

/** Runs `npm start` in a checkout, as from a shell of its own, and waits until it is ready. */
export async function npmStart(checkout: string, env: Record<string, string>, within: number): Promise<Server> {
  const { url, env: all } = await serverEnvironment(env);
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ROOT))
    .join(delimiter);
  const inherited = Object.keys(process.env).filter((name) =>
    /^(npm_(lifecycle|package|command|execpath|node)|npm_config_local_prefix|INIT_CWD|NODE_ENV)/.test(name),
  );
  const cleared = Object.fromEntries(inherited.map((name) => [name, '']));
  const server = await whenReady(start('npm', ['start'], { ...cleared, PATH: path, ...all }, checkout), url, within);
  // npm can be gone before the server it started.
  const stop = async () => {
    const all = processTree(server.pid);
    await server.stop();
    for (let waited = 0; waited < 15_000 && all.some(isRunning); waited += 50) {
      await wait(50);
    }
  };
  return { ...server, stop };
}

async function whenReady(running: Running, url: string, within: number): Promise<Server> {
  const started = performance.now();
  const end = { status: null as number | null };
  void running.ended.then((status) => {
    end.status = status;
  });
  for (;;) {
    const ready = await answers(url);
    const readyAfter = (performance.now() - started) / 1000;
    if (ready) return { ...running, url, readyAfter };
    if (end.status !== null || readyAfter > within) {
      await running.stop();
      throw new Error(
        `the server ${end.status === null ? `was not ready within ${within} s` : `ended with ${end.status}`}:\n${running.output()}`,
      );
    }
    await wait(20);
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Resident memory of a process and everything it started, in MB. */
export function treeMemory(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + readMemory(each), 0) / 1024;
}

/** The same where processes share much of it, as those of a browser do: what is shared counts once (Linux; elsewhere as `treeMemory`). */
export function treeShareOfMemory(pid: number): number {
  const share = (each: number) =>
    Number(/^Pss:\s+(\d+)/m.exec(readContent(`/proc/${each}/smaps_rollup`) ?? '')?.[1] ?? readMemory(each));
  return processTree(pid).reduce((sum, each) => sum + share(each), 0) / 1024;
}

/** A process and everything it started. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const [child, parent] of processTable()) {
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const all = [pid];
  for (const each of all) {
    all.push(...(children.get(each) ?? []));
  }
  return all;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function processTable(): [child: number, parent: number][] {
  if (!existsSync('/proc/self/stat')) {
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = readContent(`/proc/${name}/status`);
      return status === null
        ? []
        : [[Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)] as [number, number]];
    });
}

/** In KB; 0 of a process that has gone. */
function readMemory(pid: number): number {
  const status = readContent(`/proc/${pid}/status`);
  if (status !== null) return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return existsSync('/proc/self/stat')
    ? 0
    : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}

function readContent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** A port of the loopback that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
