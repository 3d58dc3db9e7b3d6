import { createViewCounter } from '#server/features/comics/public/view-counter.ts';
import { createPageStreaming } from '#server/features/opds/public/streaming.ts';
import type { App } from '#server/http/app-type.ts';
import { eventRoutes } from './events/routes-events.ts';
import { readListRoutes } from './read-lists/routes.ts';
import { bookRoutes } from './routes-books.ts';
import { listRoutes } from './routes-lists.ts';
import { memberRoutes } from './routes-members.ts';
import { nameRoutes } from './routes-names.ts';
import { refusedRoutes } from './routes-refused.ts';
import { seriesRoutes } from './routes-series.ts';
import { komgaScope } from './scope.ts';
import type { KomgaDeps } from './series.ts';

/**
 * The library for clients of Komga, at `/komga`: a work is a series, a chapter a book, a language a library, what a member keeps a
 * collection, and their lists are read lists, too. Whoever asks is shown what the site would show them.
 */
export async function komgaRoutes(scope: App, deps: KomgaDeps): Promise<void> {
  await komgaScope(scope, deps);
  const views = createViewCounter(deps);
  scope.addHook('onClose', () => views.close());
  const pages = createPageStreaming(deps, views);
  scope.addHook('onClose', () => pages.close());
  seriesRoutes(scope, deps);
  bookRoutes(scope, deps, pages);
  listRoutes(scope, deps);
  readListRoutes(scope, deps);
  nameRoutes(scope, deps);
  memberRoutes(scope, deps);
  eventRoutes(scope, deps);
  refusedRoutes(scope);
}
