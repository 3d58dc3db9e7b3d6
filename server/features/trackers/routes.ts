import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import {
  Tracker,
  TrackerChoices,
  TrackerJoin,
  TrackerList,
  TrackerResult,
  TrackerReturn,
  TrackerStep,
  TRACKERS,
  type TrackerName,
} from '#contract/trackers.ts';
import { enabledTrackers } from '#server/config/trackers.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import type { TrackerDeps } from './connections.ts';
import { applyChoices, fetchList } from './fetching.ts';
import { beginJoin, finishJoin, part } from './joining.ts';
import { findConnection, listConnections } from './queries.ts';
import { sendAll } from './sending.ts';

const Service = z.object({ service: z.enum(TRACKERS) });
const tags = ['trackers'];
const config = { permission: 'account.own', features: ['shelves'] } as const;
const path = '/account/trackers/:service';

/** The accounts of members at trackers: joined, sent to, fetched from, parted from. Without a tracker of the site there is none of it. */
export function trackerRoutes(app: App, deps: TrackerDeps): void {
  app.get(
    '/account/trackers',
    {
      schema: {
        summary: 'The trackers of the site, and the caller’s accounts there',
        tags,
        response: { 200: z.array(Tracker) },
      },
      config,
    },
    async (request) => {
      const enabled = requireTrackers(request.viewing);
      return describeTrackers(deps, requireMember(request), enabled);
    },
  );

  app.post(
    `${path}/join`,
    {
      schema: {
        summary: 'Joins a tracker, or answers where the browser goes to let the site in',
        tags,
        params: Service,
        body: TrackerJoin,
        response: { 200: TrackerStep },
      },
      config,
    },
    async (request) => {
      const { origin } = request.viewing;
      const service = requireTracker(request.viewing, request.params.service);
      return { location: await beginJoin(deps, requireMember(request), service, { origin, ...request.body }) };
    },
  );

  app.post(
    '/account/trackers/return',
    {
      schema: {
        summary: 'Ends joining a tracker with the query it sent the browser back with; once',
        tags,
        body: TrackerReturn,
        response: { 200: Service },
      },
      config,
    },
    async (request) => {
      requireTrackers(request.viewing);
      return { service: await finishJoin(deps, requireMember(request), request.viewing.origin, request.body.query) };
    },
  );

  app.post(
    `${path}/send`,
    {
      schema: {
        summary: 'Has all of the caller’s shelves sent to a tracker; answers how many works wait',
        tags,
        params: Service,
        response: { 202: z.object({ waiting: z.int() }) },
      },
      config,
    },
    async (request, reply) => {
      const service = requireTracker(request.viewing, request.params.service);
      const userId = requireMember(request);
      if ((await findConnection(deps.db, userId, service)) === null) throw problem('tracker-not-joined');
      return reply.code(202).send({ waiting: await sendAll(deps, userId, service) });
    },
  );

  app.post(
    `${path}/list`,
    {
      schema: {
        summary: 'Fetches the caller’s list at a tracker and says what stands otherwise there; nothing is changed',
        tags,
        params: Service,
        response: { 200: TrackerList },
      },
      config,
    },
    (request) =>
      fetchList(deps, request.viewing, requireMember(request), requireTracker(request.viewing, request.params.service)),
  );

  app.put(
    `${path}/list`,
    {
      schema: {
        summary: 'Takes entries of the fetched list over, or has the own ones sent',
        tags,
        params: Service,
        body: TrackerChoices,
        response: { 200: TrackerResult },
      },
      config,
    },
    (request) =>
      applyChoices(
        deps,
        request.viewing,
        requireMember(request),
        requireTracker(request.viewing, request.params.service),
        request.body.choices,
      ),
  );

  app.delete(
    path,
    {
      schema: {
        summary: 'Parts from a tracker: its tokens are given back where it takes them, and forgotten',
        tags,
        params: Service,
        response: { 204: z.undefined() },
      },
      config,
    },
    async (request, reply) => {
      await part(deps, requireMember(request), requireTracker(request.viewing, request.params.service));
      return reply.code(204).send();
    },
  );
}

async function describeTrackers(
  deps: TrackerDeps,
  userId: number,
  enabled: readonly TrackerName[],
): Promise<Tracker[]> {
  const known = await listConnections(deps.db, userId);
  return enabled.map((service) => {
    const found = known.find((each) => each.service === service);
    if (found === undefined) return { service, joined: null };
    const { service: _service, ...joined } = found;
    return { service, joined };
  });
}

/** The trackers of a site. @throws Problem `route-not-found` where it has none. */
function requireTrackers({ site }: RequestContext): TrackerName[] {
  const enabled = enabledTrackers(site);
  if (enabled.length === 0) throw problem('route-not-found');
  return enabled;
}

/** @throws Problem `route-not-found` for a tracker that the site has not. */
function requireTracker(viewing: RequestContext, service: TrackerName): TrackerName {
  if (!requireTrackers(viewing).includes(service)) throw problem('route-not-found');
  return service;
}
