import { LRUCache } from 'lru-cache';
import { Transparency, TransparencyQuery } from '#contract/transparency.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { toCsv, getTransparency } from './transparency.ts';

/** Years whose figures are kept, and for how many milliseconds: everything that was ever reported is counted for them. */
const KEPT = { max: 20, ttl: 60_000 };

/** How the site is moderated, in figures, as they were in the last minute. */
export async function transparencyRoutes(app: App, { reads, now }: Pick<Deps, 'reads' | 'now'>): Promise<void> {
  const known = new LRUCache<string, Promise<Transparency>>(KEPT);
  const figuresFor = (year: number | undefined) => {
    const remembered = known.get(String(year));
    if (remembered) return remembered;
    const answer = getTransparency(reads, now(), year);
    known.set(String(year), answer);
    answer.catch(() => known.delete(String(year)));
    return answer;
  };

  app.get(
    '/transparency',
    {
      schema: {
        summary: 'How the site was moderated in a year',
        tags: ['site'],
        querystring: TransparencyQuery,
        response: { 200: Transparency },
      },
      config: { permission: 'site.read' },
    },
    ({ query: { year } }) => figuresFor(year),
  );

  app.get(
    '/transparency.csv',
    {
      schema: { hide: true, querystring: TransparencyQuery },
      config: { permission: 'site.read' },
    },
    async ({ query: { year: asked } }, reply) => {
      const figures = await figuresFor(asked);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="transparency-${figures.year}.csv"`)
        .send(toCsv(figures) as never);
    },
  );
}
