// Makes a release in the folder release/: the product as a tarball with the site built, what it is made of (SBOM) and checksums.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

const root = join(import.meta.dirname, '..');

/** Everything a running site needs beside its packages, and an operator reads; of code, without its tests. */
const PARTS =
  `build contract demo/library deploy docs messages server tools/run.mjs tools/health-check.mjs .dockerignore .env.example .npmrc
  Dockerfile LICENSE README.md SECURITY.md compose.yml komawari.schema.json`.split(/\s+/);
const TESTS = /\.test\.tsx?$|\/testing(\/|$)/;

/** The files of a release. */
export interface Release {
  tarball: string;
  sums: string;
  bom: string;
}

/**
 * Makes `komawari-VERSION.tar.gz`, `komawari-VERSION.cdx.json` (CycloneDX, of the packages it runs with) and `SHA256SUMS`.
 * The same commit makes the same bytes: entries stand in their order and have the time of the commit.
 *
 * @param folder where to; it is made.
 */
export async function makeRelease(folder: string): Promise<Release> {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const title = `${name}-${version}`;
  const work = mkdtempSync(join(tmpdir(), 'komawari-release-'));
  try {
    const staged = join(work, title);
    for (const part of PARTS) {
      cpSync(join(root, part), join(staged, part), {
        recursive: true,
        filter: (path) => !TESTS.test(relative(root, path)),
      });
    }
    describePackages(staged);
    // Its image gets the site as it was built here.
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    writeFileSync(join(staged, '.dockerignore'), ignored.filter((pattern) => pattern !== 'build').join('\n'));
    mkdirSync(folder, { recursive: true });
    const release: Release = {
      tarball: join(folder, `${title}.tar.gz`),
      bom: join(folder, `${title}.cdx.json`),
      sums: join(folder, 'SHA256SUMS'),
    };
    writeFileSync(release.bom, npm(staged, ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']));
    await writeTarball(work, title, release.tarball);
    const sums = [release.tarball, release.bom].map(
      (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${file.slice(folder.length + 1)}\n`,
    );
    writeFileSync(release.sums, sums.join(''));
    return release;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The packages a release runs with, and of those of development Node alone, which `npm start` brings where the machine's is old. */
function describePackages(staged: string): void {
  const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const only = (all: Record<string, string>, ...names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  described.scripts = only(described.scripts, 'start', 'worker', 'cli', 'build');
  described.devDependencies = only(described.devDependencies, 'node');
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  cpSync(join(root, 'package-lock.json'), join(staged, 'package-lock.json'));
  npm(staged, ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}

async function writeTarball(work: string, title: string, file: string): Promise<void> {
  const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  const mtime = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? seconds) * 1000);
  const entries = pack();
  const written = pipeline(entries, createGzip({ level: 9 }), createWriteStream(file));
  const paths = readdirSync(join(work, title), { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths) {
    const from = join(work, title, path);
    if (statSync(from).isFile()) {
      entries.entry({ name: `${title}/${path.replaceAll('\\', '/')}`, mtime, mode: 0o644 }, readFileSync(from));
    }
  }
  entries.finalize();
  await written;
}

function npm(cwd: string, args: string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 ** 2,
  });
}

if (import.meta.main) {
  const { tarball, bom, sums } = await makeRelease(join(root, 'release'));
  console.log([tarball, bom, sums].join('\n'));
}
