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
