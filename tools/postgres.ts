import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A throw-away PostgreSQL server on a free loopback port. */
export interface PostgresServer {
  /** A superuser's address of its database `postgres`. */
  url: string;
  /** Starts another one that follows it, read-only, until it is promoted (`select pg_promote()`). */
  replica(): Promise<PostgresServer>;
  /** Sends a signal to the server alone, as somebody who ends or halts it would. */
  signal(signal: NodeJS.Signals): void;
  /** Waits for its end, and starts it again. */
  restart(): Promise<void>;
  /** Starts it again where it has ended by itself, as whatever looks after it would. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 15 or later from the machine's binaries in a temporary folder; null when there are none.
 * It refuses to run as root, so then it runs as the user `postgres`, else `nobody`. What it keeps dies with it.
 *
 * @param settings of the server, over those that suit tests.
 * @param under the folder that its own is made in, which whoever it runs as must be let into.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  under: string = tmpdir(),
): Promise<PostgresServer | null> {
  const bin = binaries();
  if (bin === null) return null;
  const place = newPlace(bin, under);
  const { data } = place;
  place.run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth=trust',
    '--no-sync',
  ]);
  return serveFrom(place, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '128MB',
    ...settings,
  });
}

/** A folder of a server's own, and how programs of PostgreSQL are run there. */
interface Place {
  bin: string;
  folder: string;
  data: string;
  options: SpawnOptions & { cwd: string };
  run(program: string, args: readonly string[]): void;
}

function newPlace(bin: string, under: string = tmpdir()): Place {
  const user = process.getuid?.() === 0 ? otherUser() : null;
  const folder = mkdtempSync(join(under, 'komawari-postgres-'));
  if (user) {
    chownSync(folder, user.uid, user.gid);
  }
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } };
  return {
    bin,
    folder,
    data: join(folder, 'data'),
    options,
    run(program, args) {
      execFileSync(join(bin, program), args, { ...options, stdio: 'pipe' });
    },
  };
}

async function serveFrom(place: Place, settings: Readonly<Record<string, string>>): Promise<PostgresServer> {
  const { bin, folder, data, options } = place;
  // Asked for last: a second later it may be another's.
  const port = await freePort();
  let server: ChildProcess;
  let ended: Promise<void>;

  async function start(): Promise<void> {
    const own = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${folder}`,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = own;
    ended = new Promise<void>((resolve) => {
      own.once('exit', () => resolve());
    });
    let log = '';
    await new Promise<void>((resolve, reject) => {
      own.stderr!.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-100_000);
        if (/ready to accept (read-only )?connections/.test(log)) {
          resolve();
        }
      });
      void ended.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)));
    });
  }

  process.once('exit', () => {
    server.kill('SIGQUIT');
  });
  await start();
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async replica() {
      const other = newPlace(bin);
      other.run('pg_basebackup', [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-D',
        other.data,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ]);
      return serveFrom(other, settings);
    },
    signal(signal) {
      server.kill(signal);
    },
    async restart() {
      await ended;
      await start();
    },
    async revive() {
      if (server.exitCode !== null || server.signalCode !== null) await start();
    },
    async stop() {
      // A halted server hears nothing.
      server.kill('SIGCONT');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function binaries(): string | null {
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : [];
  const found = packaged
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')));
  if (found !== undefined) return found;
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const bin = status === 0 ? stdout.trim() : null;
  return bin !== null && existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')) ? bin : null;
}

function otherUser(): { uid: number; gid: number } {
  const id = (flag: string, name: string) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  for (const name of ['postgres', 'nobody']) {
    const uid = id('-u', name);
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(id('-g', name).stdout) };
  }
  return { uid: 65_534, gid: 65_534 };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
