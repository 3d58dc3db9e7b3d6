import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { acceptedLocale, DEFAULT_LOCALE } from '#contract/locales.ts';
import { isProblem, Problem, problem, type FieldProblem } from '#contract/problems.ts';
import { isFull, isTimedOut, isUnstorable } from '#server/db/kysely.ts';
import { logRefusal } from '#server/http/access/guard-log.ts';
import type { App } from '#server/http/app-type.ts';
import { isPageRequest, sendMinimal } from '#server/http/pages/minimal-page.ts';
import { translate } from '#server/i18n/translate.ts';
import { DATA_HEADERS } from './security-headers.ts';

/**
 * Turns whatever is thrown into the API's error body, `{message, errors?}`, in the caller's language.
 * Unexpected errors become a bare 500; their text goes to the log only.
 */
export function handleProblems(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asProblem(error);
    logRefusal(request, known);
    if (known.status >= 500 && known.code === 'internal-error') {
      request.log.error({ err: error }, 'request failed');
    }
    if (isUnstorable(error)) {
      request.log.warn({ err: error }, 'value that cannot be stored');
    }
    return sendProblem(request, reply, known);
  });
  // A page's form sends a POST where no script handles it; its fields are not even read.
  app.setNotFoundHandler((request, reply) =>
    request.method === 'POST' && isPageRequest(request)
      ? sendMinimal(request, reply, 405)
      : sendProblem(request, reply, problem('route-not-found')),
  );
}

/** Answers what is wrong before there is a route: an address that cannot be decoded, or one with a part that is too long. Who reads pages gets one. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = asProblem(error);
  void (known.status < 500 && isPageRequest(request)
    ? sendMinimal(request, reply, 400)
    : sendProblem(request, reply, known));
}

/** Answers an expected failure. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, known: Problem): FastifyReply {
  const retryAfter = known.params.seconds;
  if (retryAfter !== undefined) {
    void reply.header('retry-after', String(retryAfter));
  }
  return reply
    .code(known.status)
    .headers({ ...DATA_HEADERS, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(request, known)));
}

/** The error body on the wire. Parameters a program may want (`gate_url`, `reason`) are beside the message. */
function problemBody(request: FastifyRequest, known: Problem): Record<string, unknown> {
  const locale = request.viewing?.locale ?? acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE;
  const fields = Object.entries(known.fields ?? {});
  const { gate_url: gate, title, reason, removed_at: removedAt, takedown } = known.params;
  return {
    message: translate(locale, `problem.${known.code}`, known.params),
    code: known.code,
    ...(gate === undefined ? {} : { gate_url: gate }),
    ...(known.code === 'comic-removed'
      ? { title, reason, removed_at: removedAt, ...(takedown ? { takedown } : {}) }
      : {}),
    ...(known.code === 'chapter-removed' ? { title, comic: known.params.comic } : {}),
    ...(fields.length === 0
      ? {}
      : {
          errors: Object.fromEntries(
            fields.map(([field, problems]) => [
              field,
              problems.map(({ rule, params }) => translate(locale, `problem.field.${rule}`, { field, ...params })),
            ]),
          ),
        }),
  };
}

function asProblem(error: FastifyError): Problem {
  if (isProblem(error)) return error;
  // Statements are bounded in time: when one takes too long, its disk or its processor is busy.
  if (isTimedOut(error)) return problem('database-slow', { seconds: 1 });
  if (isUnstorable(error)) return problem('request-malformed');
  if (isFull(error)) return problem('storage-full');
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error.validation);
  if (isResponseSerializationError(error)) return problem('internal-error');
  switch (error.statusCode) {
    case 400:
      return problem('request-malformed');
    case 404:
      return problem('route-not-found');
    case 413:
    case 414:
      return problem('request-too-large');
    case 415:
      return problem('request-type-unsupported');
    case 429:
      return problem('too-many-requests', { seconds: 60 });
    default:
      return problem('internal-error');
  }
}

interface Validation {
  keyword: string;
  instancePath: string;
  message: string;
  params: {
    minimum?: unknown;
    maximum?: unknown;
    values?: unknown[];
    origin?: string;
    format?: string;
    /** Of a schema's own condition: what it says of itself. */
    params?: { rule?: 'link' | 'link-id' };
  };
}

function invalid(validation: readonly unknown[]): Problem {
  // Without a prototype: a field may have any name.
  const fields: Record<string, FieldProblem[]> = Object.create(null);
  for (const issue of validation as Validation[]) {
    const field =
      issue.instancePath
        .split('/')
        .filter((part) => part !== '' && !/^\d+$/.test(part))
        .join('.') || 'request';
    (fields[field] ??= []).push(fieldProblem(issue));
  }
  return new Problem('request-invalid', {}, fields);
}

function fieldProblem({ keyword, message, params }: Validation): FieldProblem {
  // Texts and lists have a length, numbers a size; a text that may not be empty is required.
  const isLong = params.origin !== undefined && !['number', 'int', 'bigint', 'date'].includes(params.origin);
  const [min, max] = [Number(params.minimum), Number(params.maximum)];
  switch (keyword) {
    case 'too_small':
      return isLong && min === 1 ? { rule: 'required' } : { rule: isLong ? 'min-length' : 'min', params: { min } };
    case 'too_big':
      return { rule: isLong ? 'max-length' : 'max', params: { max } };
    // A box that has to be ticked can have no other value.
    case 'invalid_value':
      return params.values?.[0] === true
        ? { rule: 'sworn' }
        : { rule: 'choice', params: { choices: (params.values ?? []).join(', ') } };
    case 'invalid_type':
      return { rule: message.endsWith('received undefined') ? 'required' : 'type' };
    case 'invalid_format':
      return { rule: params.format === 'email' ? 'email' : 'format' };
    default:
      return { rule: params.params?.rule ?? 'invalid' };
  }
}
