import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Feature } from '#contract/site.ts';
import type { Permission } from '#server/http/access/permissions.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { VisitorLimit } from '#server/http/limits/request-costs.ts';

/** The HTTP server with schemas in zod; what every feature's `routes.ts` registers its routes on. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A route that goes some day. */
export interface Deprecation {
  /** Since when programs should do without it: a day, as `2026-11-29`. */
  since: string;
  /** The day it goes, once that is known. */
  sunset?: string;
  /** The route that does it now, as `GET /api/comics`. */
  instead?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission a caller needs; a route without one stops the start. */
    permission?: Permission;
    /** The site's features it is part of: where one of them is off there is no such route. */
    features?: readonly Feature[];
    /** The cost of a call of this route for its caller (`request-costs.ts`); 0: it is not counted. Without it what its scope says, else 1. */
    cost?: number;
    /** `true`: one caller asks for many in a second, and who they are may be what it was a second ago. */
    recentSession?: boolean;
    /** It goes some day: programs are told so. */
    deprecated?: Deprecation;
    /** `true`: its address is signed by us and was sent to one person; a form of any page may call it. */
    signed?: boolean;
  }
  interface FastifyInstance {
    /** How much each visitor may ask for. */
    visitorLimit: VisitorLimit;
    /** Every route, in the order they were registered. */
    routeTable: { method: string; url: string; permission: Permission }[];
  }
  interface FastifyRequest {
    /** Who asks, for which site, in which language; set before any handler runs. */
    viewing: RequestContext;
  }
}
