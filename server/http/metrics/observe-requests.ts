import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestSeconds, statusClass } from '#server/metrics/counts.ts';
import type { App } from '#server/http/app-type.ts';
import type { Span } from '#server/tracing/span.ts';
import { innerOrigin } from '#server/http/requests/in-process-api.ts';

/** Notes about a request while it is answered, for those who watch the site. */
export interface RequestNotes {
  /** Milliseconds of `performance.now()`. */
  began: number;
  /** Its connection, and how much had been sent on it before. */
  socket: Socket;
  sent: number;
  /** The pattern of a page; that of the route where there is none. */
  route?: string;
  /** How a page came to be: from memory, or made. */
  cache?: 'hit' | 'miss' | 'own';
  /** The step that all done for it belongs to, where traces are recorded. */
  span?: Span;
  /** Whether it is kept open on purpose, and how long it takes says nothing. */
  isStream?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for calls within the process. */
    observed: RequestNotes | null;
  }
}

/** A request whose answer is sent, or whose caller has left. */
export interface AnsweredRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  observed: RequestNotes;
  route: string;
  milliseconds: number;
  /** Whether the caller left before the answer was sent. */
  aborted: boolean;
  /** Bytes that were sent, head and body, as they went over the connection. */
  bytes: number;
}

/**
 * Measures every request from outside, puts its id on the answer, and tells `listeners` of each when its answer is sent.
 * Register it before any other hook.
 *
 * @returns the same for a request that no hook sees, because its address has no route.
 */
export function observeRequests(
  app: App,
  listeners: readonly ((answered: AnsweredRequest) => void)[] = [],
): (request: FastifyRequest, reply: FastifyReply) => void {
  const observe = (request: FastifyRequest, reply: FastifyReply) => {
    const { socket } = request.raw;
    const observed: RequestNotes = {
      began: performance.now(),
      socket,
      sent: listeners.length === 0 ? 0 : socket.bytesWritten,
    };
    request.observed = observed;
    void reply.header('x-request-id', request.id);
    reply.raw.once('close', () => {
      const milliseconds = performance.now() - observed.began;
      const aborted = !reply.raw.writableFinished;
      const route = observed.route ?? request.routeOptions.url ?? 'none';
      if (observed.isStream !== true) {
        const status = aborted ? 'aborted' : statusClass(reply.raw.statusCode);
        requestSeconds.observe(method(request.method), route, status, milliseconds / 1000);
      }
      for (const listener of listeners) {
        const bytes = socket.bytesWritten - observed.sent;
        listener({ request, reply, observed, route, milliseconds, aborted, bytes });
      }
    });
  };
  app.decorateRequest('observed', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (innerOrigin(request) === null) {
      observe(request, reply);
    }
    done();
  });
  return observe;
}

/** Methods that the site answers; whatever else a caller makes up is one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function method(name: string): string {
  return METHODS.has(name) ? name : 'other';
}
