import type { Feature } from '#contract/site.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';

/** Features whose pages are routes of their own, by the ids of these. */
const ROUTES: Readonly<Record<string, Feature>> = {
  ...Object.fromEntries(TERM_KINDS.flatMap((kind) => [kind, KIND_PATHS[kind]].map((id) => [id, KIND_PATHS[kind]]))),
  dmca: 'dmca',
  takedowns: 'dmca',
  takedown: 'dmca',
  'counter-notice': 'dmca',
  favorites: 'favorites',
  shelves: 'shelves',
  figures: 'figures',
  'shared-figures': 'figures',
  register: 'register',
};

/** Features that parts of pages need, by the id of the route and the part of the address. */
const SECTIONS: Readonly<Record<string, Feature>> = {
  'moderation comments': 'comments',
  'moderation reviews': 'reviews',
  'moderation notices': 'dmca',
  'settings blocked': 'comments',
};

/** The feature that a page is part of, by the id of its route and the section that its address names; undefined for none. */
export function pageFeature(id: string, section?: string): Feature | undefined {
  if (id.endsWith('-comments')) return 'comments';
  if (id.endsWith('-reviews')) return 'reviews';
  if (id.endsWith('-download')) return 'downloads';
  return section === undefined ? ROUTES[id] : SECTIONS[`${id} ${section}`];
}
