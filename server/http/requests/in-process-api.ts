import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Proves that a call comes from this very process; new at every start, never sent anywhere. */
const token = randomBytes(18).toString('base64url');
const TOKEN_HEADER = 'x-inner-call';
const ORIGIN_HEADER = 'x-inner-origin';
const RATING_HEADER = 'x-inner-rating';

/** An answer of our own API, fetched without a network. */
export interface ApiResponse {
  status: number;
  body: string;
}

/**
 * Calls our own API in this process, as the rendered pages do: no socket, no limit on calls, and absolute addresses
 * in the answer start with `origin`.
 *
 * @param path from `/api` on, with its query.
 * @param rating what whoever the page is made for may see.
 */
export async function callApi(
  app: Pick<FastifyInstance, 'inject'>,
  origin: string,
  path: string,
  rating: 'safe' | 'all',
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const answer = await app.inject({
    method: 'GET',
    url: path,
    headers: {
      ...headers,
      host: new URL(origin).host,
      [TOKEN_HEADER]: token,
      [ORIGIN_HEADER]: origin,
      [RATING_HEADER]: rating,
    },
  });
  return { status: answer.statusCode, body: answer.body };
}

/** The origin an inner call was made for, or null when the call comes from outside. */
export function innerOrigin(request: FastifyRequest): string | null {
  return request.headers[TOKEN_HEADER] === token ? String(request.headers[ORIGIN_HEADER]) : null;
}

/** The ratings that the page an inner call was made for may show, or null when the call comes from outside. */
export function innerRating(request: FastifyRequest): 'safe' | 'all' | null {
  if (innerOrigin(request) === null) return null;
  return request.headers[RATING_HEADER] === 'all' ? 'all' : 'safe';
}
