import { expect, it } from 'vitest';
import { API_VERSION } from '#contract/api-version.ts';
import { testApp } from '#server/testing/app.ts';
import type { App } from '#server/http/app-type.ts';
import { tellVersions } from './api-versions.ts';

it('every answer tells the version; calls that go some day tell when, in headers and in the description', async () => {
  const site = await testApp({}, undefined, async (app) => {
    await app.register(async (scope) => {
      tellVersions(scope as App);
      scope.get(
        '/api/former',
        {
          schema: { summary: 'Something' },
          config: {
            permission: 'site.read',
            deprecated: { since: '2026-11-29', sunset: '2027-06-01', instead: 'GET /api/later' },
          },
        },
        () => ({}),
      );
    });
  });
  try {
    const [list, missing, former] = [
      await site.get('/api/comics'),
      await site.get('/api/nothing'),
      await site.get('/api/former'),
    ];
    expect([list.headers['api-version'], missing.headers['api-version']]).toEqual([API_VERSION, API_VERSION]);
    expect([list.headers.deprecation, list.headers.sunset]).toEqual([undefined, undefined]);
    expect(former.headers).toMatchObject({
      deprecation: '@1795910400',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      link: expect.stringContaining('rel="deprecation"'),
    });
    const document = (await site.get('/api/openapi.json')).body;
    expect(document.info.version).toBe(API_VERSION);
    expect(document.paths['/api/former'].get).toMatchObject({
      deprecated: true,
      description: 'Deprecated since 2026-11-29. It goes on 2027-06-01. Use `GET /api/later`.',
    });
    expect(document.paths['/api/comics'].get.deprecated).toBeUndefined();
  } finally {
    await site.close();
  }
});
