import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { testApp } from '#server/testing/app.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A server that was called, with a body and for its figures, and has closed. */
async function closedApp(): Promise<WeakRef<object>> {
  const site = await testApp();
  expect(await site.get('/metrics')).toMatchObject({ status: 200 });
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { host: 'comics.test', 'content-type': 'application/octet-stream' },
    payload: Buffer.from('a body of no form'),
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  await site.close();
  return new WeakRef(site.app);
}

it('a server that has closed leaves neither timers nor observers that would hold it', async () => {
  const app = await closedApp();
  await expect
    .poll(() => {
      collect();
      return app.deref() === undefined;
    })
    .toBe(true);
});

it('a call that has begun to come in is answered although the server closes', async () => {
  const site = await testApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as { port: number };
  const arrived = new Promise((resolve) => {
    site.app.server.once('connection', (socket) => socket.once('data', resolve));
  });
  const caller = connect(port, '127.0.0.1');
  caller.write('GET /api/comics HTTP/1.1\r\nhost: comics.test\r\n');
  await arrived;
  const closed = site.close();
  caller.write('\r\n');
  expect(await text(caller)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
  await closed;
});
