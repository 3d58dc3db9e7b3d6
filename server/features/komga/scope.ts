import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { isProblem, type Problem } from '#contract/problems.ts';
import { mayUse } from '#server/features/opds/public/open-pages.ts';
import { logRefusal } from '#server/http/access/guard-log.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { readerScope } from '#server/http/requests/feed-request.ts';
import { translate } from '#server/i18n/translate.ts';
import type { KomgaDeps } from './series.ts';
import { createKomgaLogin } from './sessions.ts';

/** How most routes are registered: undescribed, for members alone, as clients sign in once they are refused. */
export const forMembers = { permission: 'account.read', features: ['komga'] } as const;
/** Routes that keep or forget what a member read. */
export const forReading = { permission: 'library.own', features: ['komga'] } as const;
/** Routes that give files. */
export const forFiles = { permission: 'comics.download', features: ['komga', 'downloads'] } as const;
/** Routes that a client asks before it signs in. */
export const forEveryone = { permission: 'site.read', features: ['komga'] } as const;
export const hidden = { hide: true } as const;

/**
 * Makes a scope's routes what clients of Komga call, signed in to as `createKomgaLogin` says. Failures are told as Spring does.
 */
export async function komgaScope(scope: App, deps: KomgaDeps): Promise<void> {
  await readerScope(scope, deps, createKomgaLogin(deps), 'caller');
  scope.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    if (!isProblem(error)) throw error;
    logRefusal(request, error);
    return sendError(request, reply, error);
  });
}

/** Whose reading an answer is to tell of; 0, which is nobody, where the key that came does not reach the library. */
export function readerIn(request: FastifyRequest): number {
  const member = requireMember(request);
  return mayUse(request.viewing, 'library.own') ? member : 0;
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: Problem): FastifyReply {
  const { viewing } = request;
  const { seconds } = error.params;
  return reply
    .code(error.status)
    .headers({
      'cache-control': 'no-store',
      ...(error.status === 401 ? { 'www-authenticate': `Basic realm="${viewing.site.id}", charset="UTF-8"` } : {}),
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    })
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        timestamp: new Date().toISOString(),
        status: error.status,
        error: STATUS_CODES[error.status] ?? '',
        message: translate(viewing.locale, `problem.${error.code}`, error.params),
        path: request.url.split('?', 1)[0],
        code: error.code,
      }),
    );
}
