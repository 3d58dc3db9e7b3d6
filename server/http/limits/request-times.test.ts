import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { App } from '#server/http/app-type.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Far shorter than those of a site, and far longer than what these calls take. */
const TIMES = { head: 2000, body: 8000, idle: 4000, stalled: 12_000 };

let site: TestApp;
let app: App;
let port: number;
/** The body sent at `/large`. */
let large: Readable | undefined;
beforeAll(async () => {
  site = await testApp();
  app = await buildApp(site.deps, true, TIMES);
  app.get('/large', { config: { permission: 'site.read' } }, (_request, reply) =>
    reply.send((large = Readable.from(endless()))),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
}, 120_000);
afterAll(async () => {
  await app?.close();
  await site?.close();
});

function* endless() {
  for (;;) {
    yield Buffer.alloc(65_536);
  }
}

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are, and reads until the server hangs up. `more` sends what comes later. */
async function talk(bytes: string | Buffer, more: (socket: Socket) => void = () => {}): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => {
    parts.push(part);
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  socket.write(bytes);
  more(socket);
  await closed;
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

const request = (line: string, headers: Record<string, string | number> = {}, body = '') =>
  `${line} HTTP/1.1\r\n${Object.entries({
    host: 'comics.test',
    connection: 'close',
    'accept-language': 'de',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;
const code = ({ status, body }: Answer) => [status, (JSON.parse(body) as { code: string }).code];
/** Writes a byte again and again, until the other side hangs up. */
const dripping = (byte: string) => (socket: Socket) => {
  const timer = setInterval(() => {
    socket.write(byte);
  }, 100);
  socket.once('close', () => clearInterval(timer));
};
const json = { 'content-type': 'application/json' };

it('a head that comes in drops, or not to its end, is answered and let go', async () => {
  const [drops, silence] = await Promise.all([
    talk('GET / HTTP/1.1\r\nhost: comics.test\r\nx-a: ', dripping('a')),
    talk('GET / HTTP/1.1\r\nhost: comics.test\r\n'),
  ]);
  expect(code(silence)).toEqual([408, 'request-timeout']);
  // Who goes on sending may hear of nothing but that the connection is gone.
  expect([408, NaN]).toContain(drops.status);
});

it('a form that comes in drops is answered in the caller’s language and let go', async () => {
  const [drops, silence] = await Promise.all([
    talk(request('POST /api/login', { ...json, 'content-length': 900_000 }, '{"username":"'), dripping('a')),
    talk(request('POST /api/login', { ...json, 'transfer-encoding': 'chunked' }, '2\r\n{"\r\n')),
  ]);
  expect(code(silence)).toEqual([408, 'request-timeout']);
  expect(silence.body).toContain('nicht rechtzeitig vollständig');
  expect([408, NaN]).toContain(drops.status);
});

it('nobody keeps a connection by sending on what was answered long ago', async () => {
  const answer = await talk(
    request(
      'POST /api/no-such-route',
      { connection: 'keep-alive', 'content-type': 'text/plain', 'content-length': 10_000_000 },
      'a',
    ),
  );
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

it('a body that comes slowly but steadily is taken, however long it takes', async () => {
  // Longer than the time that a form has; what comes is no picture, which is found once all of it is there.
  const bytes = 90;
  const { status } = await talk(
    request('PUT /api/account/avatar', {
      'content-type': 'image/png',
      'content-length': bytes,
      ...(await member(site.deps.db)).headers,
    }),
    (socket) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        socket.write('a');
        if (sent === bytes) {
          clearInterval(timer);
        }
      }, 100);
      socket.once('close', () => clearInterval(timer));
    },
  );
  expect(status).toBe(422);
});

it('whoever asks for much and takes none of it is let go, and nothing is kept for them', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(request('GET /large'));
  await vi.waitFor(() => expect(large).toBeDefined(), 60_000);
  await new Promise((resolve) => {
    large!.once('close', resolve);
  });
  expect(large!.destroyed).toBe(true);
  socket.destroy();
});

it('heads and addresses that are too long are told so', async () => {
  const answers = await Promise.all([
    talk(request('GET /api/comics', { 'x-long': 'a'.repeat(20_000) })),
    talk(request(`GET /api/comics?q=${'a'.repeat(20_000)}`)),
    talk(request(`GET /api/comics?${Array.from({ length: 10_000 }, (_one, at) => `a${at}=`).join('&')}`)),
    talk(request(`GET /api/comics/${'a'.repeat(2000)}`)),
    talk('NONSENSE\r\n\r\n'),
  ]);
  expect(answers.map(code)).toEqual([
    [431, 'request-headers-too-large'],
    [431, 'request-headers-too-large'],
    [431, 'request-headers-too-large'],
    [404, 'route-not-found'],
    [400, 'request-malformed'],
  ]);
  expect(answers[0]!.body).toContain('Kopfzeilen');
});

it('queries that explode are read as far as they mean something', async () => {
  const many = Array.from({ length: 2000 }, (_one, at) => `a${at}=`).join('&');
  const answers = await Promise.all(
    [`?${many}`, '?a[b][c][d]=1&a[b]=2&__proto__[x]=1', `?${'tags=1&'.repeat(1800)}`, `?q${'[a]'.repeat(3000)}=1`].map(
      (query) => talk(request(`GET /api/comics${query}`)),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 422)).toEqual([]);
});

it('bodies that are deep, wide, compressed, of several parts, or not what they say are refused', async () => {
  const post = (body: string | Buffer, headers: Record<string, string | number> = json) =>
    talk(
      Buffer.concat([
        Buffer.from(request('POST /api/login', { 'content-length': Buffer.byteLength(body), ...headers })),
        Buffer.from(body),
      ]),
    );
  const parts = Array.from(
    { length: 5000 },
    (_one, at) => `--x\r\ncontent-disposition: form-data; name="${at}"\r\n\r\n1\r\n`,
  ).join('');
  const answers = await Promise.all([
    post('['.repeat(100_000) + ']'.repeat(100_000)),
    post('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
    post(`{"username":${'['.repeat(100_000)}${']'.repeat(100_000)},"password":"x"}`),
    post(`[${'0,'.repeat(400_000)}0]`),
    post('{"__proto__":{"a":1}}'),
    post(gzipSync(Buffer.alloc(50_000_000, ' ')), { ...json, 'content-encoding': 'gzip' }),
    post(`${parts}--x--`, { 'content-type': 'multipart/form-data; boundary=x' }),
    post('username=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    post('{', json),
    post('\xff\xfe{\0}\0', { 'content-type': 'application/json; charset=utf-16' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 400, 415, 415, 415, 400, 400]);
});
