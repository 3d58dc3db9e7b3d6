import type { Config } from '#server/config/config.ts';
import type { App } from '#server/http/app-type.ts';
import type { AnsweredRequest } from '#server/http/metrics/observe-requests.ts';
import { beginSpan } from '#server/tracing/tracing.ts';
import { trustedPeers } from './request-id.ts';

/**
 * Makes every request from outside a step that all done for it belongs to. A `traceparent` of a trusted proxy is continued,
 * that of anybody else is named as a link. Register it right after `observeRequests`, and `endTrace` with that.
 */
export function traceRequests(app: App, trustProxy: Config['trustProxy']): void {
  const isTrusted = trustedPeers(trustProxy);
  app.addHook('onRequest', (request, _reply, done) => {
    const { observed, headers, method, id } = request;
    const given = headers.traceparent;
    const told = typeof given === 'string' ? given : undefined;
    const span =
      observed === null
        ? null
        : beginSpan(
            method,
            {
              kind: 'server',
              ...(isTrusted(request.raw.socket.remoteAddress ?? '') ? { parent: told } : { link: told }),
            },
            { 'http.request.method': method, 'komawari.request.id': id },
          );
    if (observed === null || span === null) return done();
    observed.span = span;
    return span.within(done);
  });
  // A body is read in turns of the connection, which belong to no step.
  app.addHook('preValidation', ({ observed }, _reply, done) => {
    const span = observed?.span;
    if (span === undefined) {
      done();
    } else {
      span.within(done);
    }
  });
}

/** Ends the step of a request, with what became of it. */
export function endTrace({ request, reply, observed: { span }, route, aborted }: AnsweredRequest): void {
  if (span === undefined) return;
  const { statusCode } = reply.raw;
  span.rename(`${request.method} ${route}`);
  span.set({ 'http.route': route, ...(!aborted && { 'http.response.status_code': statusCode }) });
  span.end(aborted ? 'aborted' : statusCode >= 500 ? String(statusCode) : undefined);
}
