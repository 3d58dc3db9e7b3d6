import { expect, it } from 'vitest';
import { SiteFile, publicSite } from '#server/config/site-file.ts';
import { pagePolicy } from './page-policy.ts';

/** The sources a policy lets in beside the site itself, by directive. */
function letIn(analytics: object): Record<string, string[]> {
  const policy = pagePolicy(
    '<script>go()</script>',
    ['https://cdn.example'],
    publicSite(SiteFile.parse({ analytics })).analytics,
  );
  return Object.fromEntries(
    policy
      .split('; ')
      .map((each) => each.split(' '))
      .map(([name = '', ...sources]) => [name, sources.filter((source) => source.startsWith('http'))])
      .filter(([, sources]) => sources!.length > 0),
  );
}

it('lets in nobody but the pictures where nothing is configured', () => {
  expect(letIn({})).toEqual({ 'img-src': ['https://cdn.example'], 'connect-src': ['https://cdn.example'] });
});

it.each([
  [{ provider: 'plausible', siteId: 'comics.example' }, [], ['https://plausible.io']],
  [
    { provider: 'plausible', siteId: 'comics.example', url: 'https://stats.example:8443/p/' },
    [],
    ['https://stats.example:8443'],
  ],
  [{ provider: 'matomo', siteId: '7', url: 'https://stats.example/matomo' }, [], ['https://stats.example']],
  [
    { provider: 'ga4', siteId: 'G-ABC1234', url: 'https://tags.example' },
    ['https://tags.example'],
    ['https://tags.example'],
  ],
  [
    { provider: 'ga4', siteId: 'G-ABC1234' },
    ['https://www.googletagmanager.com'],
    ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  ],
])(
  'lets in the server that counts, and a script only where there is no way without: %o',
  (analytics, scripts, calls) => {
    expect(letIn(analytics)).toEqual({
      'img-src': ['https://cdn.example'],
      'connect-src': ['https://cdn.example', ...calls],
      ...(scripts.length === 0 ? {} : { 'script-src': scripts }),
    });
  },
);
