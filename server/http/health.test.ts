import { renameSync, writeFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

const ready = async () => {
  const { body } = await site.get('/health/ready');
  return body as object;
};

it('a site without its pictures is still sent visitors, and says what is gone', async () => {
  expect(await ready()).toEqual({ status: 'ready', database: true, blobs: true });
  const store = join(dirname(site.deps.config.dataDir), 'blobs');
  renameSync(store, `${store}.away`);
  writeFileSync(store, 'no folder');
  expect((await site.get('/health/ready')).status).toBe(200);
  expect(await ready()).toMatchObject({ status: 'degraded', database: true, blobs: false });
  rmSync(store);
  renameSync(`${store}.away`, store);
  expect(await ready()).toMatchObject({ status: 'ready', blobs: true });
});

it('a process that has been told to end is sent no more visitors', async () => {
  site.deps.leaving.abort();
  expect((await site.get('/health/ready')).status).toBe(503);
  expect(await ready()).toMatchObject({ status: 'leaving', database: true });
  expect((await site.get('/health/live')).status).toBe(200);
});
