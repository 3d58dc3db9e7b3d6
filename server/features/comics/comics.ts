/** The parts of comics that other features may use: finding one, its card and pages, writing one, counting its readers. */
export { serializeCards, toCssColor, shortUrl, type Signing } from './cards.ts';
export { findComicsByTitle } from './title-search.ts';
export { listCredits, makerNames, type Credit } from './credits.ts';
export { parseFilters } from './filters.ts';
export { conditionSql } from './queries-condition.ts';
export { favoriteComics } from './queries-favorites.ts';
export { cardOfFound, findComic, requirePages, type FoundComic } from './queries-one.ts';
export { withinTime, type Engines } from './queries-cost.ts';
export { pageImages } from './queries-pages.ts';
export { addViews, rollPopularity } from './queries-views.ts';
export { searchComics } from './queries-search.ts';
export { resolveQuery } from './queries-resolve.ts';
export {
  createComic,
  editComic,
  publishComic,
  recountComic,
  refreshComicSearch,
  slugFor,
  type ComicDraft,
} from './queries-writing.ts';
export { createViewCounter, type ViewCounter } from './view-counter.ts';
