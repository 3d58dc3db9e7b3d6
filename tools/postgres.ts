import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A throw-away PostgreSQL server on a free loopback port. */
export interface PostgresServer {
  /** A superuser's address of its database `postgres`. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 15 or later from the machine's binaries in a temporary folder; null when there are none.
 * It refuses to run as root, so then it runs as the user `postgres`, else `nobody`. What it keeps dies with it.
 *
 * @param settings of the server, over those that suit tests.
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer | null> {
  const bin = binaries();
  if (bin === null) return null;
  const user = process.getuid?.() === 0 ? otherUser() : null;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-postgres-'));
  if (user) {
    chownSync(folder, user.uid, user.gid);
  }
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'],
    { ...options, stdio: 'pipe' },
  );
  // Asked for last: a second later it may be another's.
  const port = await freePort();
  const server = spawn(
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
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=128MB',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', () => {
    server.kill('SIGQUIT');
  });
  let log = '';
  const ready = new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) {
        resolve();
      }
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  await ready;
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop };
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
