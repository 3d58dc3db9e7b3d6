import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSecureFront, type SecureFront } from './secure-front.ts';

const site = createServer((asked, answer) => {
  void asked
    .toArray()
    .then((parts) =>
      answer
        .writeHead(200, { connection: 'close' })
        .end([asked.method, asked.url, asked.headers['x-forwarded-proto'], asked.headers.host, ...parts].join(' ')),
    );
});
let front: SecureFront;

beforeAll(async () => {
  front = await openSecureFront();
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  front.lead(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await front.close();
  site.close();
});

async function byHttp1(): Promise<string> {
  const asked = request(`${front.url}/a?b=1`, {
    method: 'POST',
    rejectUnauthorized: false,
    headers: { host: 'ink.example' },
  });
  asked.end('ink');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return (await answer.toArray()).join('');
}

async function byHttp2(): Promise<string> {
  const session = connect(front.url, { rejectUnauthorized: false });
  const asked = session.request({ ':method': 'POST', ':path': '/a?b=1', ':authority': 'ink.example' });
  asked.end('ink');
  const said = (await asked.toArray()).join('');
  session.close();
  return said;
}

it('hands what is asked by HTTP/2 and by HTTP/1.1 to the site, under the name that was asked', async () => {
  for (const ask of [byHttp2, byHttp1, byHttp2]) {
    expect(await ask()).toBe('POST /a?b=1 https ink.example ink');
  }
});

it('lives on where the site answers nobody', async () => {
  const { port } = site.address() as AddressInfo;
  // Nothing listens at port 1.
  front.lead('http://127.0.0.1:1');
  await expect(byHttp1()).rejects.toThrow('socket hang up');
  await byHttp2().catch(() => {});
  front.lead(`http://127.0.0.1:${port}`);
  expect(await byHttp1()).toContain('ink.example');
});
