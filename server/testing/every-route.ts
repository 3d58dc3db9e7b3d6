import type { App } from '../http/app-type.ts';
import { callAddress, listCalls, SHAPES, type Call, type Description, type Shape } from './largest-input.ts';

/** Routes that no call with one large input drives, and their driver instead. */
export const DRIVEN_APART: Readonly<Record<string, string>> = {
  'GET /api/comics/:slug/comments/live': 'stays open; a thousand at once: bench/api/block-flows.ts',
  'GET /api/comics/:slug/:chapter/comments/live': 'the same code as for comics',
  'GET /api/comics/:slug/reviews/live': 'the same code as for comments',
  'GET /api/characters/:slug/comments/live': 'the same code as for comics',
  'GET /api/artists/:slug/comments/live': 'the same code as for comics',
  'GET /api/authors/:slug/comments/live': 'the same code as for comics',
  'GET /komga/sse/v1/events': 'stays open; server/features/komga/events/events.test.ts',
  'OPTIONS /api/*': 'answers no address; as GET /api/*',
  'TRACE /api/*': 'answers no address; clients cannot send it',
  'QUERY /api/*': 'answers no address; as POST /api/*',
};

type Routes = Pick<App, 'routeTable'>['routeTable'];

/**
 * Calls with the largest input, in every shape, of every route that a server registers: those that its description names, with
 * all that their schemas allow; the others (feeds, catalogues, pictures, forms, health) with the longest query of lists.
 *
 * @param known as in `listCalls`.
 */
export function callsOfAll(
  routes: Routes,
  description: Description,
  known: Record<string, string>,
  shapes: readonly Shape[] = SHAPES,
): Call[] {
  const described = listCalls(description, known, shapes);
  const named = new Set(described.map(callName));
  const others = routes.filter(
    ({ method, url }) =>
      !named.has(`${method} ${url}`) && method !== 'HEAD' && DRIVEN_APART[`${method} ${url}`] === undefined,
  );
  return [
    ...described,
    ...shapes.flatMap((shape) => {
      const list = described.find(
        (call) => call.shape === shape.name && call.route === '/api/comics' && call.method === 'GET',
      );
      const query = list?.url.split('?', 2)[1] ?? '';
      return others.map(({ method, url }): Call => ({
        shape: shape.name,
        method: method as Call['method'],
        route: url,
        url: `${callAddress(url.replace('*', 'none'), known)}?${query}`.slice(0, 14_000),
        ...bodyFor(method, shape.sign),
      }));
    }),
  ];
}

/** The route of a call as Fastify writes it. */
export function callName({ method, route }: Pick<Call, 'method' | 'route'>): string {
  return `${method} ${route.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** A form, as large as the few routes take that read one. */
function bodyFor(method: string, sign: string): Pick<Call, 'headers' | 'payload'> {
  if (method === 'GET' || method === 'DELETE') return { headers: {} };
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ answer: sign.repeat(200) }).toString().slice(0, 4000),
  };
}
