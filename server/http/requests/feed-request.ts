import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { problem } from '#contract/problems.ts';
import type { Session } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { enforcePermissions, authenticate } from '#server/http/access/authentication.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { COSTS } from '#server/http/limits/request-costs.ts';
import { limitCalls } from '#server/http/limits/visitor-limit.ts';
import { compressAnswers } from './compressed-answers.ts';
import { varyByEncoding } from './content-encoding.ts';
import { DATA_HEADERS } from './security-headers.ts';

/**
 * Makes a scope's routes what programs read outside `/api`: who asks, how often and what they may are asked as there. What is
 * said is in the language of the path, which then begins with `/:lang`, or in that of the caller.
 *
 * @param who tells whose call it is.
 * @throws in a call: Problem `route-not-found` where the site has no language of that path.
 */
export async function readerScope(
  scope: App,
  deps: Pick<Deps, 'db' | 'database' | 'sites' | 'config' | 'secret' | 'now'>,
  who: (request: FastifyRequest) => Promise<Session | null>,
  language: 'path' | 'caller' = 'path',
): Promise<void> {
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(DATA_HEADERS);
    done();
  });
  compressAnswers(scope);
  authenticate(scope, deps, who);
  const choose = async (request: FastifyRequest) => {
    if (language === 'path') {
      request.viewing = inPathLanguage(request);
    }
  };
  scope.addHook('onRequest', choose);
  limitCalls(scope, COSTS.feed);
  scope.addHook('preParsing', choose);
  enforcePermissions(scope, deps);
}

/** Sends a text with what lets whoever has it ask whether it is still the same: an ETag, and `changed` as Last-Modified. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, changed }: { body: string; type: string; changed?: Date },
): FastifyReply {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const modified = changed?.toUTCString();
  varyByEncoding(reply);
  void reply.headers({ etag, ...(modified === undefined ? {} : { 'last-modified': modified }) });
  const { 'if-none-match': known, 'if-modified-since': since } = request.headers;
  // A date counts where no tag came along (RFC 9110, 13.1.3); it is of seconds.
  const same =
    known !== undefined
      ? known.includes(etag)
      : changed !== undefined &&
        since !== undefined &&
        Date.parse(since) >= Math.floor(changed.getTime() / 1000) * 1000;
  return same ? reply.code(304).send() : reply.type(type).send(body);
}

/** A name for something that stays the same wherever it is listed (RFC 4151). */
export function tagUri({ origin }: Pick<RequestContext, 'origin'>, what: string): string {
  return `tag:${new URL(origin).hostname},2026:${what}`;
}

function inPathLanguage({ viewing, params }: FastifyRequest): RequestContext {
  const { lang } = params as { lang?: string };
  const locale = viewing.site.locales.find((each) => each === lang);
  if (locale === undefined) throw problem('route-not-found');
  return { ...viewing, locale };
}
