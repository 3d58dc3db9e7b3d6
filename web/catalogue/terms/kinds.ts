import { FOLLOWED_KINDS } from '#contract/library.ts';
import { KIND_PATHS, type KindPath, type TermKind } from '#contract/taxonomy.ts';

/** Kinds with an index; languages and categories only have a page for each. */
export type IndexedPath = Exclude<KindPath, 'languages' | 'categories'>;
type IndexedKind = Exclude<TermKind, 'language' | 'category'>;

/** Whether a kind has an index. */
export function isIndexed(path: KindPath): path is IndexedPath {
  return path !== 'languages' && path !== 'categories';
}

/** The singular of a kind with an index. */
export function kindForPath(path: IndexedPath): IndexedKind {
  return (Object.keys(KIND_PATHS) as IndexedKind[]).find((kind) => KIND_PATHS[kind] === path)!;
}

/** Kinds that are people: with pictures, shown as such. */
export function arePeople(path: KindPath): boolean {
  return path === 'characters' || path === 'artists' || path === 'authors';
}

/** Whether members can follow the terms of a kind. */
export function isFollowable(kind: TermKind): boolean {
  return (FOLLOWED_KINDS as readonly TermKind[]).includes(kind);
}
