import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a program runs in a root: its variables, where, as whom (a number; 0), and whether it may write nothing but `/data` and `/tmp`. */
export interface Running {
  env: Record<string, string>;
  cwd: string;
  user: number;
  /** The folder that is `/data`; without it the root may be written to. */
  data?: string;
}

/** Why no clean root can be made here; null where one can. */
export function reasonForNone(): string | null {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) return 'no Debian';
  return process.getuid?.() === 0 ? null : 'not root';
}

/**
 * Makes a folder hold what the image `node:VERSION-bookworm-slim` does, as far as the Dockerfile can tell: Debian 12 from
 * its packages, Node of that version and npm from the package registry, and the user `node`, 1000.
 *
 * @throws Error where the version is not that of the `node` package the product runs with.
 */
export function makeNodeRoot(root: string, image: string, checkout: string): void {
  const [, version] = /^node:(\d+\.\d+\.\d+)-bookworm-slim@sha256:[0-9a-f]{64}$/.exec(image) ?? [];
  const binary = join(checkout, 'node_modules', 'node', 'bin', 'node');
  const installed = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  if (version !== installed) throw new Error(`the Dockerfile begins with ${image}, package.json has Node ${installed}`);
  installDebian('debootstrap');
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root, debianMirror()]);
  cpSync(binary, join(root, 'usr/local/bin/node'), { dereference: true });
  run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), '--no-audit', '--no-fund', 'npm@11']);
  run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
  // As an engine does for what it builds and runs.
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) {
    if (existsSync(file)) {
      writeFileSync(join(root, file), readFileSync(file));
    }
  }
}

/** The variables by which npm in a root reaches the registry as this machine does; puts the certificates it trusts there. */
export function registryEnv(root: string): Record<string, string> {
  const [registry, cafile] = ['registry', 'cafile'].map((key) =>
    execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim(),
  ) as [string, string];
  const env = { npm_config_registry: registry, npm_config_update_notifier: 'false' };
  const trusted = [cafile, process.env.NODE_EXTRA_CA_CERTS ?? ''].find(existsSync);
  if (trusted === undefined) return env;
  writeFileSync(join(root, 'etc/registry.pem'), readFileSync(trusted));
  return { ...env, npm_config_cafile: '/etc/registry.pem', NODE_EXTRA_CA_CERTS: '/etc/registry.pem' };
}

/** Starts a program in a root, in a space of mounts and processes of its own that ends with it. */
export function startIn(root: string, command: readonly string[], running: Running): ChildProcess {
  const mounts =
    running.data === undefined
      ? ''
      : 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp" &&';
  const rights = running.data === undefined ? [] : ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  return spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      `${mounts} mount -t proc proc "$1/proc" && root=$1 && shift 2 && exec chroot "$root" "$@"`,
      'sh',
      root,
      running.data ?? '',
      'setpriv',
      `--reuid=${running.user}`,
      `--regid=${running.user}`,
      '--clear-groups',
      ...rights,
      'env',
      '-i',
      '--chdir',
      running.cwd,
      ...Object.entries({ PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...running.env }).map(
        ([name, value]) => `${name}=${value}`,
      ),
      ...command,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

/** Promises the exit status of what `startIn` starts. */
export function runIn(...started: Parameters<typeof startIn>): Promise<number | null> {
  const child = startIn(...started);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status));
  });
}

/** Tells the program itself, the first process of its space, to stop; promises its exit status. */
export function stop(child: ChildProcess, signal: string): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (status) => resolve(status));
  });
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  execFileSync('kill', ['-s', signal.replace(/^SIG/, ''), children]);
  return ended;
}

/** Installs packages of Debian's that are missing. @throws Error where they cannot be installed. */
export function installDebian(...packages: string[]): void {
  const missing = packages.filter((name) => {
    try {
      execFileSync('dpkg', ['--status', name], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  run('apt-get', ['-qq', 'update']);
  run('apt-get', ['-qq', 'install', '--no-install-recommends', ...missing]);
}

/** Where this machine has Debian's packages from. */
function debianMirror(): string {
  const uris = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
  });
  return uris.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian';
}

function run(program: string, args: string[]): void {
  execFileSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
