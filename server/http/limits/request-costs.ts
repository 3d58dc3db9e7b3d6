import type { FastifyRequest } from 'fastify';

/**
 * The cost of requests against a visitor's `limits.readsPerMinute`, where a call of the API costs 1 (docs/decisions, "One limit
 * for what a visitor reads"): each about as much of the processor as it takes beside such a call.
 */
export const COSTS = { keptPage: 1, feed: 2, sitemap: 2, page: 5, searchPage: 10 } as const;

/** The things counted of a visitor: what they read, and logging in with all that belongs to it. */
export type LimitKind = 'reads' | 'logins';

/** Counts what visitors ask for. */
export interface VisitorLimit {
  /** Whether Redis counts for all processes now; null where none is configured. */
  sharesCounts(): boolean | null;
  /**
   * Takes what a request costs from what its address has left.
   *
   * @returns null when it had enough; else whole seconds (1 to 60; 120 where several processes gave it more than it had) until it has, with nothing taken.
   */
  take(
    request: Pick<FastifyRequest, 'ip' | 'host'>,
    kind: LimitKind,
    cost: number,
  ): number | null | Promise<number | null>;
}
