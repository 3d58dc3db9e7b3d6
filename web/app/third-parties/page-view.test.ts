import { expect, it } from 'vitest';
import type { Analytics } from '#contract/analytics.ts';
import { isReader, matomoCall, plausibleCall, reportedPath } from './page-view.ts';

const visited = (path: string, params: Record<string, string>, id = 'some') => [
  { route: { id: 'root', path: '/:lang' }, params },
  { route: { id: 'pages' }, params },
  { route: { id, path }, params },
];
const view = { origin: 'https://comics.example', path: '/en/comic/:slug', referrer: '', user: null };

it('tells the pattern of a page, so that no work, search, member or key is named', () => {
  expect(reportedPath(visited('comic/:slug', { lang: 'en', slug: 'ünsafe/title' }), 'route')).toBe('/en/comic/:slug');
  expect(reportedPath(visited('profile/:username/:tab?', { lang: 'de', username: 'mika' }), 'route')).toBe(
    '/de/profile/:username',
  );
  expect(
    reportedPath(
      [
        { route: { id: 'root', path: '/:lang' }, params: { lang: 'en' } },
        { route: { id: 'home' }, params: { lang: 'en' } },
      ],
      'route',
    ),
  ).toBe('/en');
});

it('names works where the operator wants full paths, but never members, tokens or keys', () => {
  expect(reportedPath(visited('comic/:slug', { lang: 'en', slug: 'ünsafe/title' }), 'full')).toBe(
    '/en/comic/%C3%BCnsafe%2Ftitle',
  );
  expect(reportedPath(visited('profile/:username/:tab?', { lang: 'en', username: 'mika', tab: 'lists' }), 'full')).toBe(
    '/en/profile/:username/:tab',
  );
  expect(reportedPath(visited('verify/:hash', { lang: 'en', hash: 'secret' }), 'full')).toBe('/en/verify/:hash');
  expect(reportedPath(visited('*', { lang: 'en', '*': 'setup/secret' }), 'full')).toBe('/en/*');
});

it.each(['comic-reader', 'comic-chapter-reader', 'webtoon-reader', 'webtoon-chapter-reader'])(
  'knows a reader: %s',
  (id) => {
    expect(isReader(visited('', {}, id))).toBe(true);
    expect(isReader(visited('', {}, id.replace('-reader', '')))).toBe(false);
  },
);

it('writes a view as Plausible takes it', () => {
  const analytics: Analytics = {
    provider: 'plausible',
    url: 'https://stats.example',
    siteId: 'comics.example',
    paths: 'route',
  };
  const { url, body } = plausibleCall(analytics, { ...view, referrer: 'https://search.example', user: 'never sent' });
  expect(url).toBe('https://stats.example/api/event');
  expect(JSON.parse(body)).toEqual({
    name: 'pageview',
    domain: 'comics.example',
    url: 'https://comics.example/en/comic/:slug',
    referrer: 'https://search.example',
  });
});

it('writes a view as Matomo takes it, with the member who agreed', () => {
  const analytics: Analytics = { provider: 'matomo', url: 'https://stats.example/matomo', siteId: '7', paths: 'route' };
  expect(Object.fromEntries(matomoCall(analytics, view).body)).toEqual({
    idsite: '7',
    rec: '1',
    apiv: '1',
    send_image: '0',
    url: 'https://comics.example/en/comic/:slug',
    action_name: '/en/comic/:slug',
  });
  const { url, body } = matomoCall(analytics, { ...view, referrer: 'https://search.example', user: 'a1' });
  expect([url, body.get('uid'), body.get('urlref')]).toEqual([
    'https://stats.example/matomo/matomo.php',
    'a1',
    'https://search.example',
  ]);
});
