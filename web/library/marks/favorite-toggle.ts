import { useMark, type MarkedComic } from './marks.ts';

/** Turns the heart of a comic at once; the call, its failure and the way back follow (`favorites.ts`). A guest is asked to sign in. */
export function toggleFavorite(comic: MarkedComic): void {
  void import('./favorites.ts').then(({ setFavorite }) => setFavorite(comic));
}

/** How many favour a comic, counting what the member just did. */
export function useFavorites({ id, favorites }: MarkedComic): number {
  return useMark(id)?.favorites ?? favorites;
}
