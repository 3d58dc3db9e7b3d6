import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeRelease } from '../release.ts';
import { freePort } from './free-port.ts';
import { proveImage } from './image.ts';

/** Longest the packages and the first start may take, in milliseconds. */
const PATIENCE = 600_000;

/**
 * Makes a release, compares its checksums, unpacks it into an empty folder, starts it there with `npm start` and reads pages;
 * then takes the steps of its Dockerfile (`proveImage`).
 *
 * @returns lines that tell what was seen.
 * @throws Error for the first thing that fails.
 */
export async function proveRelease(checkout: string): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'komawari-released-'));
  try {
    const { tarball, sums } = await makeRelease(join(work, 'release'));
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', basename(sums)], {
      cwd: dirname(sums),
      stdio: 'inherit',
    });
    execFileSync('tar', ['-xzf', tarball, '-C', work]);
    const unpacked = join(work, basename(tarball, '.tar.gz'));
    const seen = await startUnpacked(unpacked, join(work, 'data'));
    rmSync(join(unpacked, 'node_modules'), { recursive: true });
    return [seen, ...(await proveImage(unpacked, checkout))];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function startUnpacked(folder: string, data: string): Promise<string> {
  const port = await freePort();
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const program = spawn('npm', ['start'], {
    cwd: folder,
    // Node from the machine, not the one of the checkout that npm put first.
    env: {
      HOME,
      NODE_EXTRA_CA_CERTS,
      PATH: PATH?.split(':')
        .filter((path) => !path.includes('node_modules'))
        .join(':'),
      KOMAWARI_DATA: data,
      KOMAWARI_DEMO: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => {
    program.once('exit', resolve);
  });
  try {
    const began = Date.now();
    while (
      !(await fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (program.exitCode !== null) throw new Error(`npm start ended with status ${program.exitCode}`);
      if (Date.now() - began > PATIENCE) throw new Error('npm start does not serve');
      await setTimeout(500);
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    for (const path of ['/en', '/zh/latest', '/api/comics', '/api/openapi.json']) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
      if (status !== 200) throw new Error(`${path} of the release: ${status}`);
    }
    return `npm start in an unpacked release serves after ${seconds} s, packages among them`;
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
}
