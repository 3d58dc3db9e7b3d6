// Makes the small data folder of a version that later versions are upgraded from in `server/upgrading.test.ts`:
//   node tools/data-folder.ts CHECKOUT
// CHECKOUT is a working tree of that version; its own code makes everything, asked by its commands and its API alone.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { packFolder } from '../server/testing/packed-folder.ts';
import { solved } from '../server/testing/captcha.ts';
import { freePort } from './deployment/free-port.ts';

/** The comics of such a folder, each with its pages: a plain page, one circle lower on each. */
const COMICS = { 'Night Tram': 2, 'Paper Boats': 2, 'The Lighthouse': 3 };
/** Longest until the version's packages are there and it answers, in milliseconds. */
const PATIENCE = 300_000;

/**
 * Starts a version on a new data folder, brings three comics, an admin and a member in, with a favourite, a place in a comic, a
 * comment and settings of theirs, ends it, and packs the folder.
 *
 * @returns the path of what was packed: `server/testing/data-folders/VERSION.tar.br`.
 */
export async function makeDataFolder(checkout: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
  const folder = mkdtempSync(join(tmpdir(), 'komawari-data-folder-'));
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    KOMAWARI_DATA: join(folder, 'data'),
    KOMAWARI_DEMO: 'off',
    KOMAWARI_IMAGE_PROCESSES: '1',
    KOMAWARI_ADMIN_NAME: 'keeper',
    KOMAWARI_ADMIN_EMAIL: 'keeper@example.test',
    KOMAWARI_ADMIN_PASSWORD: 'seven lamps at sea',
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const run = (...args: string[]) =>
    spawn(process.execPath, [join(checkout, 'tools', 'run.mjs'), ...args], { cwd: checkout, env, stdio: 'inherit' });
  const site = run('dev');
  const ended = new Promise((settle) => {
    site.once('exit', settle);
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitForAnswer(`${url}/health/ready`);
    await drawComics(join(folder, 'books'));
    await new Promise((settle) => {
      run('cli', 'import', join(folder, 'books'), '--publish', '--rating', 'safe').once('exit', settle);
    });
    await furnish(`${url}/api`);
    site.kill('SIGTERM');
    await ended;
    const packed = join(import.meta.dirname, '..', 'server', 'testing', 'data-folders', `${version}.tar.br`);
    await packFolder(join(folder, 'data'), packed);
    return packed;
  } finally {
    site.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drawComics(books: string): Promise<void> {
  let shade = 20;
  for (const [name, pages] of Object.entries(COMICS)) {
    mkdirSync(join(books, name), { recursive: true });
    for (let page = 1; page <= pages; page += 1) {
      shade += 25;
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="600" height="900" fill="rgb(${shade},${255 - shade},140)"/><circle cx="300" cy="${200 * page}" r="140" fill="#fff"/></svg>`;
      await sharp(Buffer.from(drawing))
        .png({ palette: true })
        .toFile(join(books, name, `${page}.png`));
    }
  }
}

/** Has the admin and a new member do what a later version must still know. */
async function furnish(api: string): Promise<void> {
  async function call(method: string, path: string, body?: object, token?: string) {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const password = 'paper boats go far';
  const { auth: reader } = await call('POST', '/register', {
    username: 'reader',
    email: 'reader@example.test',
    password,
    password_confirmation: password,
    captcha: await solved(await call('GET', '/captcha?for=register')),
  });
  const { auth: keeper } = await call('POST', '/login', { username: 'keeper', password: 'seven lamps at sea' });
  await call('PATCH', '/admin/users/reader', { verified: true }, keeper.access_token);
  await call('PATCH', '/account/settings', { theme: 'dark', locale: 'fr' }, reader.access_token);
  await call('POST', '/comics/the-lighthouse/favorite', undefined, reader.access_token);
  await call('POST', '/comics/the-lighthouse/comments', { text: 'The lamp is lit.' }, reader.access_token);
  const { id } = await call('GET', '/comics/paper-boats');
  await call('PUT', '/account/progress', { comic_id: id, page: 2 }, reader.access_token);
}

async function waitForAnswer(url: string): Promise<void> {
  for (const until = Date.now() + PATIENCE; Date.now() < until;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(500);
  }
  throw new Error(`${url} does not answer`);
}

if (import.meta.main) {
  const packed = await makeDataFolder(resolve(process.argv[2] ?? ''));
  console.log(packed, statSync(packed).size);
}
