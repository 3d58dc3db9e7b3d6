import type { FollowedKind } from '#contract/library.ts';
import type { KindPath } from '#contract/taxonomy.ts';

/** Under which path of the API a term of each kind that can be followed stands. */
export const KIND_PATHS: Record<FollowedKind, KindPath> = { tag: 'tags', artist: 'artists', group: 'groups', author: 'authors', character: 'characters', parody: 'parodies' };
