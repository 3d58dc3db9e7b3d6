/** Who opens a page: nobody known, a member with a library, who brought a comic of their own, the admin. */
export type Visitor = 'guest' | 'member' | 'uploader' | 'admin';

/** Things named in the addresses of pages; each is found in the library, or made for the walk, by `things.ts`. */
export const THINGS = [
  'oneshot',
  'series',
  'chapter',
  'gone',
  'comment',
  'review',
  'talk',
  'tag',
  'group',
  'parody',
  'relationship',
  'character',
  'artist',
  'author',
  'language',
  'category',
  'genre',
  'publisher',
  'platform',
  'notice',
  'member',
  'list',
  'import',
  'own',
  'upload',
  'ad',
  'webhook',
] as const;
export type Things = Readonly<Partial<Record<(typeof THINGS)[number], string>>>;

/** Pages of one address of the router: who opens them, and where they are; `{thing}` stands for the name of a thing. */
type Pages = readonly [Visitor, ...string[]];

const index = (path: string): Pages => ['guest', path];
const commented = (kind: string): Pages => ['guest', `${kind}/{${kind}}/comments`];
const section = (names: string): string[] => names.split(' ').map((name) => `admin/${name}`);

/**
 * Every address of `web/app/routes.tsx`, as the router writes it without the language, with an example of each kind of page
 * that is there. The other variant's word for comics leads to these.
 */
export const ROUTES: Readonly<Record<string, Pages>> = {
  '': index(''),
  latest: ['guest', 'latest', 'latest?page=2', 'latest?q=zzzzqqqq'],
  'filters/:list/:slug?': ['guest', 'filters/latest?kind=tags', 'filters/tag/{tag}?kind=artists'],
  'comic/random': index('comic/random'),
  'comic/:slug': ['guest', 'comic/{oneshot}', 'comic/{series}', 'comic/{gone}'],
  'comic/:slug/characters': index('comic/{series}/characters'),
  'comic/:slug/download': index('comic/{series}/download'),
  'comic/:slug/comments/:identifier?': [
    'guest',
    'comic/{oneshot}/comments',
    'comic/{series}/comments',
    'comic/{series}/comments/{comment}',
  ],
  'comic/:slug/reviews/:identifier?': [
    'guest',
    'comic/{oneshot}/reviews',
    'comic/{series}/reviews',
    'comic/{series}/reviews/{review}',
  ],
  'comic/:slug/:chapter/comments/:identifier?': [
    'guest',
    'comic/{series}/{chapter}/comments',
    'comic/{series}/{chapter}/comments/{talk}',
  ],
  'comic/:slug/reader/:page?': index('comic/{oneshot}/reader/1'),
  'comic/:slug/:chapter/reader/:page?': index('comic/{series}/{chapter}/reader/2'),
  tags: index('tags'),
  groups: index('groups'),
  parodies: index('parodies'),
  relationships: index('relationships'),
  characters: index('characters'),
  artists: index('artists'),
  authors: index('authors'),
  genres: index('genres'),
  publishers: index('publishers'),
  platforms: index('platforms'),
  'tag/:slug': index('tag/{tag}'),
  'group/:slug': index('group/{group}'),
  'parody/:slug': index('parody/{parody}'),
  'relationship/:slug': index('relationship/{relationship}'),
  'character/:slug': index('character/{character}'),
  'artist/:slug': index('artist/{artist}'),
  'author/:slug': index('author/{author}'),
  'language/:slug': index('language/{language}'),
  'category/:slug': index('category/{category}'),
  'genre/:slug': index('genre/{genre}'),
  'publisher/:slug': index('publisher/{publisher}'),
  'platform/:slug': index('platform/{platform}'),
  'character/:slug/comments/:identifier?': commented('character'),
  'artist/:slug/comments/:identifier?': commented('artist'),
  'author/:slug/comments/:identifier?': commented('author'),
  dmca: index('dmca'),
  takedowns: index('takedowns'),
  'takedowns/:id': index('takedowns/{notice}'),
  'takedowns/:id/counter': ['uploader', 'takedowns/{notice}/counter'],
  transparency: index('transparency'),
  about: index('about'),
  terms: index('terms'),
  privacy: index('privacy'),
  rules: index('rules'),
  contact: index('contact'),
  cookies: index('cookies'),
  age: index('age'),
  login: index('login'),
  register: index('register'),
  'password-reset': index('password-reset'),
  'password-reset/:token': index('password-reset/of-nobody'),
  'verify/:hash': index('verify/of-nobody'),
  'sign-in/:provider': index('sign-in/nobody'),
  'setup/:token': index('setup/of-nobody'),
  'profile/:username/:tab?': ['guest', 'profile/{member}', 'profile/{member}/lists', 'profile/{member}/comments'],
  offline: index('offline'),
  favorites: ['member', 'favorites'],
  shelves: ['member', 'shelves'],
  figures: ['member', 'figures'],
  'figures/:token': index('figures/of-nobody'),
  history: ['member', 'history'],
  bookmarks: ['member', 'bookmarks'],
  lists: ['member', 'lists'],
  'list/:id': ['member', 'list/{list}'],
  following: ['member', 'following'],
  'my-groups/:slug?': ['member', 'my-groups'],
  notifications: ['member', 'notifications'],
  'settings/:section?': [
    'member',
    'settings',
    ...[
      'profile',
      'email',
      'password',
      'sessions',
      'two-factor',
      'keys',
      'look',
      'content',
      'makers',
      'reader',
      'notifications',
      'blocked',
      'data',
    ].map((name) => `settings/${name}`),
  ],
  'settings/import/:id': ['member', 'settings/import/{import}'],
  'upload/:id?': ['uploader', 'upload', 'upload/{upload}'],
  'upload/comics/:slug/:tab?': [
    'uploader',
    'upload/comics/{own}',
    'upload/comics/{own}/cover',
    'upload/comics/{own}/chapters',
    'upload/comics/{own}/history',
  ],
  'moderation/:section?': [
    'admin',
    'moderation',
    'moderation/comments',
    'moderation/reviews',
    'moderation/reports',
    'moderation/notices',
    'moderation/filters',
    'moderation/templates',
  ],
  'admin/:section?/:id?/:tab?': [
    'admin',
    'admin',
    ...section('comics comics/{series} comics/{series}/cover comics/{series}/chapters comics/{series}/history'),
    ...section(
      'tags tags/{tag} groups parodies relationships characters characters/{character} characters/new artists authors languages categories genres publishers platforms',
    ),
    ...section(
      'comments slides pages pages/about announcements ads ads/new ads/{ad} users users/{member} audit blocklist blocklist/quarantine blocklist/refused',
    ),
    ...section('imports jobs system webhooks webhooks/{webhook} keys'),
  ],
  '*': index('nothing/here'),
};

/** A page to be opened: of which address of the router, by whom, and where, without the language. */
export interface Place {
  route: string;
  as: Visitor;
  path: string;
}

/** The pages of `ROUTES`, with the things that are there in their addresses; those of things there are none of are left out. */
export function listPlaces(things: Things): Place[] {
  return Object.entries(ROUTES).flatMap(([route, [as, ...paths]]) =>
    paths
      .map((path) =>
        path.replace(/\{(\w+)\}/g, (whole, name: keyof Things) =>
          things[name] === undefined ? whole : encodeURIComponent(things[name]),
        ),
      )
      .filter((path) => !path.includes('{'))
      .map((path) => ({ route, as, path })),
  );
}
