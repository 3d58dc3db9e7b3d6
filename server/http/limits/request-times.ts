import { Socket } from 'node:net';
import { problem } from '#contract/problems.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '#server/http/app-type.ts';

/** Milliseconds that a caller has. */
export interface RequestTimes {
  /** For the head of a request, from the first byte on. */
  head: number;
  /** For a body that is a form or JSON, all of it. */
  body: number;
  /** Between two bytes of any other body, however long that takes: files come over slow lines, too. */
  idle: number;
  /** Between two bytes of a connection, in either direction: whoever takes nothing of an answer is let go. */
  stalled: number;
}

/** Types of bodies that are short: they are read as a whole, 1 MiB at most. */
const FORMS = ['application/json', 'application/x-www-form-urlencoded'];

export const REQUEST_TIMES: RequestTimes = { head: 20_000, body: 60_000, idle: 60_000, stalled: 180_000 };

/** The time limits for Node: heads that are late are looked for four times in their time; bodies are `limitBodies`'. */
export function timeOptions({ head, stalled }: RequestTimes) {
  return {
    http: { headersTimeout: head, connectionsCheckingInterval: Math.ceil(head / 4) },
    requestTimeout: 0,
    connectionTimeout: stalled,
  };
}

/**
 * Ends requests whose body does not come in time, also of those that are answered already, and refuses bodies that
 * are compressed: nothing here unpacks them.
 *
 * @throws in a call: Problem `request-timeout`, `request-type-unsupported`.
 */
export function limitBodies(app: App, { body, idle }: RequestTimes): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done();
    const type = (headers['content-type'] ?? '').toLowerCase();
    // Calls within this process have all of their body at once, and no end that would stop the clock.
    if (request.raw.socket instanceof Socket) {
      if (FORMS.some((form) => type.startsWith(form))) {
        limitTotal(request, body);
      } else {
        limitSilence(request, idle);
      }
    }
    const encoding = headers['content-encoding'] ?? 'identity';
    return done(encoding.toLowerCase() === 'identity' ? undefined : problem('request-type-unsupported'));
  });
}

function limitTotal(request: FastifyRequest, milliseconds: number): void {
  const timer = setTimeout(() => end(request), milliseconds).unref();
  request.raw.once('close', () => clearTimeout(timer));
}

function limitSilence(request: FastifyRequest, milliseconds: number): void {
  let before = -1;
  const timer = setInterval(() => {
    const now = request.raw.socket.bytesRead;
    if (now === before) {
      clearInterval(timer);
      end(request);
    }
    before = now;
  }, milliseconds).unref();
  request.raw.once('close', () => clearInterval(timer));
}

/** Whoever reads the body learns that no more comes, and answers; where nobody does, or it is answered, the connection ends. */
function end({ raw }: FastifyRequest): void {
  if (raw.complete) return;
  if (raw.listenerCount('error') > 0) {
    raw.emit('error', problem('request-timeout'));
  } else {
    raw.destroy();
  }
}
