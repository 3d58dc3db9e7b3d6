import { z } from 'zod';
import { MAX_QUERY_LENGTH } from '#contract/comics.ts';
import { Suggestion } from '#contract/search.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { suggestionsFor } from './search.ts';

const SuggestQuery = z.object({ q: z.string().max(MAX_QUERY_LENGTH).default('') });

/** `GET /api/suggest`: ways to go on typing a search. */
export async function searchRoutes(app: App, deps: Pick<Deps, 'reads' | 'catalogue'>): Promise<void> {
  app.get(
    '/suggest',
    {
      schema: {
        summary: 'Ways to complete the last part of a search',
        tags: ['search'],
        querystring: SuggestQuery,
        response: { 200: z.array(Suggestion) },
      },
      config: { permission: 'taxonomy.read' },
    },
    async ({ viewing, query }) => suggestionsFor(deps, viewing, query.q),
  );
}
