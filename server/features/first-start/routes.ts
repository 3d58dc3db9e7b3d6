import { z } from 'zod';
import { FirstStart, FirstStartChange } from '#contract/first-start.ts';
import type { Deps } from '#server/deps.ts';
import { demoState } from '#server/features/demo/demo.ts';
import { removeDemo } from '#server/features/demo/public/removal.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { findFirstStart, putFirstStart } from '#server/db/queries/first-start.ts';

const tags = ['site'];
const config = { permission: 'settings.manage' } as const;

/** Routes of the steps by which the first admin makes the site their own. */
export function firstStartRoutes(app: App, deps: Pick<Deps, 'db' | 'config'>): void {
  const { db } = deps;
  const state = async (): Promise<FirstStart> => ({
    ...((await findFirstStart(db)) ?? { open: false, done: [] }),
    demo: await demoState(db),
    watched: deps.config.watchDir,
  });

  app.get(
    '/admin/first-start',
    { schema: { summary: 'How far the first start has come', tags, response: { 200: FirstStart } }, config },
    state,
  );

  app.put(
    '/admin/first-start',
    {
      schema: {
        summary: 'Says which steps are done with, and whether that was all',
        tags,
        body: FirstStartChange,
        response: { 200: FirstStart },
      },
      config,
    },
    async ({ body }) => {
      await putFirstStart(db, body);
      return state();
    },
  );

  app.delete(
    '/admin/demo',
    {
      schema: {
        summary: 'Takes the demo library away for good: its comics, and the terms that only they have',
        tags,
        response: { 202: z.undefined() },
      },
      config,
    },
    async (request, reply) => {
      await removeDemo(deps, requireMember(request));
      return reply.code(202).send();
    },
  );
}
