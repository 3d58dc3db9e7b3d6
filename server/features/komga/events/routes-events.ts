import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import { forReading, hidden } from '../scope.ts';
import { createLiveEvents } from './live-events.ts';

/** Events that clients wait for, so that their lists are up to date without asking. */
export function eventRoutes(scope: App, deps: Pick<Deps, 'db' | 'reads' | 'log' | 'leaving'>): void {
  const live = createLiveEvents(deps);
  deps.leaving.signal.addEventListener('abort', () => live.close(), { once: true });
  scope.addHook('preClose', async () => {
    live.close();
  });
  scope.get(
    `${KOMGA_ROOT}/sse/v1/events`,
    { schema: hidden, config: forReading, exposeHeadRoute: false },
    async (request, reply) => {
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).map(([header, value]) => [header, String(value)]),
      );
      await live.watch(request.viewing, requireMember(request), reply.raw, headers);
      if (request.observed !== null) {
        request.observed.isStream = true;
      }
      reply.hijack();
      return reply;
    },
  );
}
