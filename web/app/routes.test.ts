import { existsSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { addressesFor, filtersPath } from '#contract/addresses.ts';
import { FAILURE_FILES, PAGE_FILES, routes } from './routes.tsx';

it('every route names the file its page is in: what a first load fetches follows from it', () => {
  const named = [...Object.values(PAGE_FILES).flat(), ...FAILURE_FILES];
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

const to = addressesFor('de', 'webtoon');
const ADDRESSES: Record<string, string> = {
  home: to.home(),
  latest: to.popular(),
  filters: filtersPath(to.term('tag', 'ä')),
  'webtoon-random': to.random({ q: 'a' }),
  'webtoon-contents': to.comic('ä/b'),
  'webtoon-characters': to.comicCharacters('a'),
  'webtoon-download': to.comicDownload('a'),
  'webtoon-comments': to.comments('comics', 'a'),
  'artist-comments': to.comments('artists', 'a', 5),
  'webtoon-reader': to.reader('a', null, 3),
  'webtoon-chapter-reader': to.reader('a', 'b'),
  tags: to.terms('tags', { page: 2 }),
  category: to.term('category', 'a'),
  about: to.sitePage('about'),
  dmca: to.dmca(),
  takedowns: to.takedowns(),
  takedown: to.takedown(1),
  'counter-notice': to.counterNotice(1),
  transparency: to.transparency(),
  cookies: to.cookies(),
  age: to.age('/de'),
  admin: to.admin('comics', 'a', 'pages'),
  moderation: to.moderation('words'),
  upload: to.upload(),
  'upload-comic': to.uploadComic('a', 'pages'),
  favorites: to.favorites(),
  shelves: to.shelves({ shelf: 'planned' }),
  figures: to.figures(),
  'shared-figures': to.sharedFigures('x'),
  history: to.history(2),
  bookmarks: to.bookmarks(),
  lists: to.lists(),
  list: to.list(1),
  following: to.following(),
  notifications: to.notifications(),
  offline: to.offline(),
  profile: to.profile('a', 'comments'),
  settings: to.settings('keys'),
  'settings-import': to.settingsImport('a'),
  login: to.login('/de'),
  register: to.register(),
  'password-reset': to.passwordReset(),
  'password-reset-token': to.passwordReset('t'),
  verify: to.verify('t'),
  'sign-in': to.signIn('corp'),
  setup: to.setup('t'),
};

it.each(Object.entries(ADDRESSES))('an address leads to the page it names: %s', (id, address) => {
  expect(matchRoutes(routes, address.replace(/[?#].*/, ''))?.at(-1)?.route.id).toBe(id);
});
