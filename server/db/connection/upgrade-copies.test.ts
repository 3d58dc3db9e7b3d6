import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { where } from '#server/testing/samples.ts';
import { copyBeforeUpgrade, listUpgradeCopies } from './upgrade-copies.ts';

// That the embedded database is copied so, and the copy opens: server/upgrading.test.ts.
let folder: string;
let dir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-upgrade-'));
  dir = join(folder, 'database');
});
afterEach(() => rmSync(folder, { recursive: true }));

function furnish(content: string | Buffer): void {
  mkdirSync(join(dir, 'base'), { recursive: true });
  writeFileSync(join(dir, 'base', 'rows'), content);
}
const upgrade = (from: string, to: string, keep = 2) =>
  copyBeforeUpgrade(dir, { from, to, keep, variable: 'COPIES' }, (target) => cp(dir, target, { recursive: true }));
const versions = async () => (await listUpgradeCopies(dir)).map(({ from, to }) => `${from}-${to}`);
/** Takes a copy an hour back, as if it had been made then. */
function age(copy: { folder: string } | null): void {
  const older = copy!.folder.replace(/\d{8}T\d{6}Z$/, '20200101T000000Z');
  cpSync(copy!.folder, older, { recursive: true });
  rmSync(copy!.folder, { recursive: true });
}

it('the database is copied before each upgrade, and the newest two copies stay', async () => {
  furnish('first');
  age(await upgrade('0040', '0046'));
  furnish('second');
  mkdirSync(`${dir}-1.making`);
  age(await upgrade('0046', '0055'));
  const third = await upgrade('0055', '0061');
  expect(await versions()).toEqual(['0055-0061', '0046-0055']);
  expect(readFileSync(join(third!.folder, 'base', 'rows'), 'utf8')).toBe('second');
  expect(readdirSync(folder)).toHaveLength(3);
  expect(await upgrade('0061', '0062', 0)).toBeNull();
  expect(await versions()).toEqual(['0055-0061', '0046-0055']);
});

it('an upgrade that is begun again keeps the copy from before it, and copies that nobody wants do not pile up', async () => {
  furnish('before');
  const first = await upgrade('0046', '0061');
  furnish('half-way');
  expect(await upgrade('0055', '0061')).toBeNull();
  expect(readFileSync(join(first!.folder, 'base', 'rows'), 'utf8')).toBe('before');
  age(first);
  furnish('gone back to, and written to since');
  const again = await upgrade('0046', '0061');
  expect(await versions()).toEqual(['0046-0061']);
  expect(readFileSync(join(again!.folder, 'base', 'rows'), 'utf8')).toBe('gone back to, and written to since');
});

it('a copy that fails leaves nothing of itself, and older copies where they are', async () => {
  furnish('rows');
  await upgrade('0040', '0046');
  const failed = copyBeforeUpgrade(dir, { from: '0046', to: '0061', keep: 1, variable: 'COPIES' }, async (target) => {
    mkdirSync(target);
    throw Object.assign(new Error(), { code: 'EIO' });
  });
  await expect(failed).rejects.toMatchObject({
    code: 'upgrade-copy-failed',
    params: { path: folder, reason: 'EIO', variable: 'COPIES' },
  });
  expect(await versions()).toEqual(['0040-0046']);
  expect(readdirSync(folder)).toHaveLength(2);
});

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

it(
  'without room for a copy it says how much is missing, and which variable upgrades without one',
  where(canMount),
  async () => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=9m', 'tmpfs', folder]).status).toBe(0);
    try {
      furnish(Buffer.alloc(6 * 1024 ** 2));
      await expect(upgrade('0046', '0061')).rejects.toMatchObject({
        code: 'upgrade-no-room',
        params: { needed: 7, free: 3, variable: 'COPIES' },
      });
      expect(readdirSync(folder)).toEqual(['database']);
    } finally {
      spawnSync('umount', ['-l', folder]);
    }
  },
);
