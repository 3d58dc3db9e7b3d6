import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KOSYNC_ROOT } from '#contract/addresses.ts';
import { isProblem, problem, type Problem } from '#contract/problems.ts';
import { findDigestedKeySession, type Session } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { findRequestSession } from '#server/http/access/bearer.ts';
import { logRefusal } from '#server/http/access/guard-log.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { readerScope } from '#server/http/requests/feed-request.ts';
import { translate } from '#server/i18n/translate.ts';
import { findPlace, keepDocument } from './documents.ts';

type KosyncDeps = Pick<Deps, 'db' | 'database' | 'sites' | 'config' | 'secret' | 'now'>;

const forMembers = { permission: 'library.own', features: ['kosync'] } as const;
const forEveryone = { permission: 'site.read', features: ['kosync'] } as const;
const hidden = { hide: true } as const;

/** The numbers that KOReader's own server has for failures, each with the status that its plugin waits for. */
const FAILURES = {
  unauthorized: { status: 401, code: 2001 },
  invalid: { status: 403, code: 2003 },
  registration: { status: 402, code: 2005 },
} as const;

/** Most letters of a name of a document, and of a place in one. */
const [DOCUMENT_LETTERS, PROGRESS_LETTERS, DEVICE_LETTERS] = [64, 1_000, 100];
/** Most other names that KOReader gives a document. */
const MAX_IDENTIFIERS = 8;

// The store of KOReader's own server parts its keys by colons, so no name has one.
const Name = z
  .string()
  .min(1)
  .max(DOCUMENT_LETTERS)
  .regex(/^[^:]+$/);
const Identifier = z.object({ type: z.string().max(20), value: Name });
const Place = z.object({
  document: Name,
  progress: z.coerce.string().min(1).max(PROGRESS_LETTERS),
  percentage: z.coerce.number().min(0).max(1),
  device: z.string().min(1).max(DEVICE_LETTERS),
  device_id: z.string().max(DEVICE_LETTERS).default(''),
  identifiers: z.array(Identifier).max(MAX_IDENTIFIERS).nullish(),
});
const Document = z.object({ document: Name });
// Lists of a query are parted at its commas: `content:…,filename:…`.
const Ids = z.object({
  ids: z
    .array(z.string().max(20 + DOCUMENT_LETTERS))
    .max(MAX_IDENTIFIERS)
    .default([]),
});

/**
 * The progress sync of KOReader at `/kosync`, with the answers of KOReader's own server: where members are in what they read there.
 * They sign in with an API key, of which KOReader sends the MD5; the name beside it is not looked at.
 */
export async function kosyncRoutes(scope: App, deps: KosyncDeps): Promise<void> {
  await readerScope(scope, deps, (request) => findReader(deps, request), 'caller');
  answerFailures(scope);

  scope.get(`${KOSYNC_ROOT}/healthcheck`, { schema: hidden, config: forEveryone }, async () => ({ state: 'OK' }));

  // Accounts are made in the pages of the site, where its rules are read.
  scope.post(`${KOSYNC_ROOT}/users/create`, { schema: hidden, config: forEveryone }, async (request, reply) =>
    fail(reply, FAILURES.registration, translate(request.viewing.locale, 'kosync.registration')),
  );

  scope.get(`${KOSYNC_ROOT}/users/auth`, { schema: hidden, config: forMembers }, async () => ({ authorized: 'OK' }));

  scope.put(
    `${KOSYNC_ROOT}/syncs/progress`,
    { schema: { body: Place, ...hidden }, config: forMembers },
    async (request) => {
      const { document, identifiers, ...said } = request.body;
      const digests = (identifiers ?? []).filter(({ type }) => type === 'content').map(({ value }) => value);
      const named = { document, digests: [document, ...digests] };
      const timestamp = await keepDocument(deps, request.viewing, requireMember(request), named, said);
      return { document, timestamp };
    },
  );

  scope.get(
    `${KOSYNC_ROOT}/syncs/progress/:document`,
    { schema: { params: Document, querystring: Ids, ...hidden }, config: forMembers },
    async (request) => {
      const { document } = request.params;
      const named = { document, digests: [document, ...contentDigests(request.query.ids)] };
      return (await findPlace(deps, request.viewing, requireMember(request), named)) ?? {};
    },
  );
}

/** @throws Problem `token-invalid` for a key that is none of ours. */
async function findReader({ db }: KosyncDeps, request: FastifyRequest): Promise<Session | null> {
  const key = request.headers['x-auth-key'];
  if (key === undefined) return findRequestSession(db, request);
  const session =
    typeof key === 'string' && /^[\da-f]{32}$/i.test(key) ? await findDigestedKeySession(db, key.toLowerCase()) : null;
  if (session === null) throw problem('token-invalid');
  return session;
}

/** The digests of content among the names that KOReader has for a document. */
function contentDigests(ids: readonly string[]): string[] {
  return ids.flatMap((each) => (each.startsWith('content:') ? [each.slice('content:'.length)] : []));
}

/** Tells refusals and faults as KOReader's own server does; other failures as everywhere. */
function answerFailures(scope: App): void {
  scope.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const { locale } = request.viewing;
    if (isProblem(error) && (error.status === 401 || error.status === 403)) {
      logRefusal(request, error);
      const failure = error.code === 'reading-not-kept' ? FAILURES.invalid : FAILURES.unauthorized;
      return fail(reply, failure, translate(locale, `problem.${error.code}`, error.params), error);
    }
    if (error instanceof Error && 'validation' in error) {
      return fail(reply, FAILURES.invalid, translate(locale, 'problem.request-invalid'));
    }
    throw error;
  });
}

function fail(
  reply: FastifyReply,
  { status, code }: (typeof FAILURES)[keyof typeof FAILURES],
  message: string,
  known?: Problem,
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message, ...(known === undefined ? {} : { problem: known.code }) }));
}
