/** Every kind of term, in the singular, as the database stores it. */
export const TERM_KINDS = [
  'tag', 'group', 'parody', 'relationship', 'character', 'artist', 'author', 'language', 'category',
  'genre', 'publisher', 'platform',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** The plural of each kind: its path in the API, its feature in the configuration, its parameter in `/api/comics`. */
export const KIND_PATHS = {
  tag: 'tags', group: 'groups', parody: 'parodies', relationship: 'relationships', character: 'characters',
  artist: 'artists', author: 'authors', language: 'languages', category: 'categories',
  genre: 'genres', publisher: 'publishers', platform: 'platforms',
} as const satisfies Record<TermKind, string>;
export type KindPath = (typeof KIND_PATHS)[TermKind];

/** The kinds `/api/comics` filters by: the nine of api-contract, "Comics", and those of which only our own site has pages. */
export const FILTER_KINDS = [
  'tag', 'group', 'parody', 'relationship', 'character', 'artist', 'author', 'category', 'language',
  'genre', 'publisher', 'platform',
] as const satisfies readonly TermKind[];
