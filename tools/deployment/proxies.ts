import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { generate } from 'selfsigned';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { installDebian, reasonForNone } from './clean-root.ts';
import { freePort } from './free-port.ts';
import { UPLOADED, uploadHeaders } from './upload-request.ts';

const PASSWORD = 'a quiet panel of rain';
/** Where the configurations of `deploy/` say the site listens. */
const SITE = '127.0.0.1:3000';

/** A proxy under trial: its two ports, and what it does beyond all others. */
interface Proxy {
  name: string;
  http: number;
  https: number;
  process: ChildProcess;
  /** Whether it keeps pictures. */
  caches: boolean;
  /** The address that its visitors come from: what one of them uses up is not the other's. */
  from: string;
}

/**
 * Puts Debian's nginx and Caddy, with the configurations of `deploy/` as they stand but for ports, certificates and folders, before
 * a site of two hosts, and looks at what comes through.
 *
 * @returns lines that tell what was seen, or why nothing was.
 * @throws Error for what is not as it should be with the first proxy of which that is so.
 */
export async function proveProxies(checkout: string): Promise<string[]> {
  const reason = reasonForNone();
  if (reason !== null) return [`skipped: ${reason}`];
  installDebian('nginx', 'caddy');
  const work = mkdtempSync(join(tmpdir(), 'komawari-proxies-'));
  const ending: ChildProcess[] = [];
  try {
    const site = await startSite(checkout, work);
    ending.push(site.process);
    const told: string[] = [];
    for (const start of [startNginx, startCaddy]) {
      const proxy = await start(checkout, work, site.port);
      ending.push(proxy.process);
      await look(proxy);
      told.push(`${proxy.name}: hosts, pages, pictures, streams, uploads and forged headers are as they should be`);
    }
    return told;
  } finally {
    for (const each of ending) {
      each.kill('SIGTERM');
    }
    await setTimeout(500);
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startSite(checkout: string, work: string): Promise<{ process: ChildProcess; port: number }> {
  const port = await freePort();
  mkdirSync(join(work, 'sites'));
  writeFileSync(join(work, 'komawari.config.json'), JSON.stringify({ name: 'Comics', features: ['comments', 'tags'] }));
  writeFileSync(
    join(work, 'sites', 'strips.json'),
    JSON.stringify({
      name: 'Strips',
      hosts: ['strips.example'],
      url: 'https://strips.example',
      features: ['comments'],
    }),
  );
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    KOMAWARI_DATA: join(work, 'data'),
    KOMAWARI_CONFIG: join(work, 'komawari.config.json'),
    KOMAWARI_DEMO: 'off',
    KOMAWARI_ADMIN_NAME: 'ann',
    KOMAWARI_ADMIN_EMAIL: 'ann@example.org',
    KOMAWARI_ADMIN_PASSWORD: PASSWORD,
    KOMAWARI_LIMITS_LOGINS_PER_MINUTE: '8',
    SITE_URL: 'https://comics.example',
    TRUST_PROXY: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  const node = join(checkout, 'node_modules', '.bin', 'node');
  const server = spawn(node, ['server/main.ts'], { cwd: checkout, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok, 'the site');
  await writeComic(join(work, 'Lighthouse.cbz'));
  execFileSync(node, ['server/cli.ts', 'import', join(work, 'Lighthouse.cbz'), '--publish', '--rating', 'safe'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A change shows in lists within a second or two.
  await until(
    async () => (await (await fetch(`http://127.0.0.1:${port}/api/comics`)).text()).includes('Lighthouse'),
    'the comic',
  );
  return { process: server, port };
}

async function writeComic(path: string): Promise<void> {
  const archive = new ZipFile();
  for (const page of [1, 2]) {
    const noise = { type: 'gaussian', mean: 90 + page * 30, sigma: 40 } as const;
    const picture = sharp({ create: { width: 800, height: 1200, channels: 3, background: '#fff', noise } });
    archive.addBuffer(await picture.jpeg().toBuffer(), `${page}.jpg`);
  }
  archive.end();
  writeFileSync(path, await buffer(archive.outputStream));
}

async function startNginx(checkout: string, work: string, site: number): Promise<Proxy> {
  const [http, https] = [await freePort(), await freePort()];
  const folder = join(work, 'nginx');
  mkdirSync(folder);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'comics.example' }]);
  writeFileSync(join(folder, 'privkey.pem'), key);
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  const described = readFileSync(join(checkout, 'deploy/nginx/komawari.conf'), 'utf8')
    .replace(SITE, `127.0.0.1:${site}`)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replaceAll('/etc/ssl/komawari', folder)
    .replace('/var/cache/nginx/komawari', join(folder, 'cache'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `user root; daemon off; pid ${folder}/pid; error_log stderr warn; events {}\nhttp { access_log off; include /etc/nginx/mime.types;\n${described}}\n`,
  );
  execFileSync('nginx', ['-t', '-q', '-c', file], { stdio: 'inherit' });
  const process = spawn('nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return waitFor({ name: 'nginx', http, https, process, caches: true, from: '127.0.0.2' });
}

async function startCaddy(checkout: string, work: string, site: number): Promise<Proxy> {
  const [http, https] = [await freePort(), await freePort()];
  const folder = join(work, 'caddy');
  mkdirSync(folder);
  const described = readFileSync(join(checkout, 'deploy/caddy/Caddyfile'), 'utf8').replace(SITE, `127.0.0.1:${site}`);
  const file = join(folder, 'Caddyfile');
  const head = `{\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\tstorage file_system ${folder}\n}\n`;
  writeFileSync(file, head + described);
  const env = { ...globalThis.process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  const process = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  return waitFor({ name: 'caddy', http, https, process, caches: false, from: '127.0.0.3' });
}

async function waitFor(proxy: Proxy): Promise<Proxy> {
  await until(async () => (await ask(proxy, '/health/live')).status === 200, proxy.name);
  return proxy;
}

/** Everything that has to be so behind a proxy. */
async function look(proxy: Proxy): Promise<void> {
  const faults: string[] = [];
  const expect = (what: string, seen: unknown, wanted: unknown) => {
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
      faults.push(`${proxy.name}: ${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
    }
  };
  const plain = await fetch(`http://127.0.0.1:${proxy.http}/en`, {
    redirect: 'manual',
    headers: { host: 'comics.example' },
  });
  expect('plain http goes elsewhere', plain.status, 308);

  const [comics, strips] = [await ask(proxy, '/en'), await ask(proxy, '/en', { host: 'strips.example' })];
  expect('a page', [comics.status, strips.status], [200, 200]);
  expect(
    'each host has its site',
    [comics, strips].map(({ text }) => /og:site_name" content="(Comics|Strips)/.exec(text)?.[1]),
    ['Comics', 'Strips'],
  );
  expect(
    'the header vary',
    /cookie/i.test(String(comics.headers.vary)) && /accept-encoding/i.test(String(comics.headers.vary)),
    true,
  );
  const again = await ask(proxy, '/en', { 'if-none-match': String(comics.headers.etag) });
  expect('a page that is known already', [again.status, again.text], [304, '']);
  const packed = await ask(proxy, '/en', { 'accept-encoding': 'br' });
  expect('a page as the site packs it', packed.headers['content-encoding'], 'br');
  expect('what is said of the connection', comics.headers['strict-transport-security'], 'max-age=31536000');

  const { data } = JSON.parse((await ask(proxy, '/api/comics')).text) as {
    data: { slug: string; thumb_url: string }[];
  };
  const [comic] = data;
  const picture = new URL(comic!.thumb_url);
  expect('the address of pictures', picture.origin, 'https://comics.example');
  const whole = await ask(proxy, picture.pathname);
  expect(
    'a picture',
    [
      whole.status,
      whole.headers['content-type']?.split('/')[0],
      /immutable/.test(String(whole.headers['cache-control'])),
    ],
    [200, 'image', true],
  );
  const part = await ask(proxy, picture.pathname, { range: 'bytes=0-9' });
  expect('a part of a picture', [part.status, part.bytes.equals(whole.bytes.subarray(0, 10))], [206, true]);
  if (proxy.caches) {
    expect('a picture that was kept', (await ask(proxy, picture.pathname)).headers['x-cache'], 'HIT');
    expect('a page, which is not', comics.headers['x-cache'], undefined);
  }

  const live = await open(proxy, `/api/comics/${comic!.slug}/comments/live`);
  let said = '';
  for await (const bytes of live) {
    said += String(bytes);
    if (said.includes('event: changed')) break;
  }
  live.destroy();
  expect('a stream says something while it is open', said.includes('event: changed'), true);

  const signedIn = JSON.parse((await send(proxy, '/api/login', { username: 'ann', password: PASSWORD })).text) as {
    auth: { access_token: string };
  };
  const authorization = `Bearer ${signedIn.auth.access_token}`;
  const upload = JSON.parse((await send(proxy, '/api/admin/uploads', {}, { authorization })).text) as { id: number };
  const sent = await ask(proxy, `/api/admin/uploads/${upload.id}/tus`, uploadHeaders(authorization), UPLOADED);
  expect('an upload of 8 MiB', [sent.status, sent.headers['upload-offset']], [201, String(UPLOADED.length)]);
  expect(
    'where it goes on',
    new URL(String(sent.headers.location), 'https://comics.example').origin,
    'https://comics.example',
  );

  const forged = (at: number) => ({
    'x-forwarded-for': `203.0.113.${at}`,
    'x-forwarded-host': 'strips.example',
    'x-forwarded-proto': 'http',
    forwarded: `for=203.0.113.${at};host=strips.example`,
  });
  expect(
    'a host that is claimed',
    /og:site_name" content="Comics/.test((await ask(proxy, '/en', forged(1))).text),
    true,
  );
  const tries: number[] = [];
  for (let at = 1; at <= 9; at += 1) {
    tries.push((await send(proxy, '/api/login', { username: 'nobody', password: `wrong ${at}` }, forged(at))).status);
  }
  expect('addresses that are claimed count as one', tries.at(-1), 429);
  expect('figures for those inside', (await ask(proxy, '/metrics')).status, 404);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

function send(proxy: Proxy, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(proxy, path, { 'content-type': 'application/json', ...headers }, Buffer.from(JSON.stringify(body)));
}

async function ask(proxy: Proxy, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  const answer = await open(proxy, path, headers, body);
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() };
}

function open(
  proxy: Proxy,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = headers.host ?? 'comics.example';
    const call = request({
      host: '127.0.0.1',
      localAddress: proxy.from,
      port: proxy.https,
      servername: host,
      rejectUnauthorized: false,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, ...headers, ...(body && { 'content-length': body.length }) },
      timeout: 30_000,
    });
    call
      .once('response', resolve)
      .once('error', reject)
      .once('timeout', () => call.destroy(new Error(`${path} is not answered`)));
    call.end(body);
  });
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await setTimeout(250)) {
    if (await isSo().catch(() => false)) return;
  }
  throw new Error(`${what} did not start`);
}
