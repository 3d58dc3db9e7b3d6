import Fastify, { type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { createHash } from 'node:crypto';
import { API_VERSION } from '#contract/api-version.ts';
import { LOCALES } from '#contract/locales.ts';
import type { Feature } from '#contract/site.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { App } from './app-type.ts';
import { docsPage, docsScript } from './docs/docs-page.ts';
import type { OpenApi, Parameter } from './docs/openapi.ts';
import { describeDeprecation } from './requests/api-versions.ts';
import { EncodedBytes, encodingFor } from './requests/content-encoding.ts';

/** Under which key a call says which features it is part of, while the document is made. */
const FEATURES = 'x-features';

/** How a caller says who they are; without it they are a guest. */
const SECURITY = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a login' },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'kmw_…',
    description:
      'An API key, made in the settings of a member: it may do what its scopes and the role of the member both allow',
  },
} as const;

/** The version of OpenAPI. */
const OPENAPI = '3.1.0';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes an OpenAPI document of every route, whatever the site has switched on. */
    describeApi: () => Promise<OpenApi>;
  }
}

/**
 * Collects every route registered after it for an OpenAPI document (`describeApi`). Making one takes half a second of the processor and a
 * hundred modules, which are loaded then; calls have their turns between its routes.
 */
export function collectRoutes(app: App): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') {
      routes.push(route);
    }
  });
  app.decorate('describeApi', () => toDocument(routes));
}

async function toDocument(routes: readonly RouteOptions[]): Promise<OpenApi> {
  const { default: swagger } = await import('@fastify/swagger');
  const none = () => () => true;
  // The plugin collects routes as an app gets them: this one answers nothing.
  const app = Fastify({
    exposeHeadRoutes: false,
    schemaController: {
      compilersFactory: { buildValidator: () => none as never, buildSerializer: () => none as never },
    },
  });
  await app.register(swagger, {
    openapi: {
      openapi: OPENAPI,
      info: {
        title: 'Komawari',
        version: API_VERSION,
        description:
          'The public API of a Komawari site. Whatever fails answers `{message, code, errors?}` in the language asked for.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: { securitySchemes: SECURITY },
      security: [{}, { session: [] }, { key: [] }],
    },
    transformObject: (input) => withCommon(jsonSchemaTransformObject(input) as unknown as OpenApi) as never,
  });
  await mapInTurns(routes, 1, (route) => {
    const { method, url, schema, config: { features = [], deprecated } = {} } = route;
    const described = jsonSchemaTransform({ schema, url, route, openapiObject: { openapi: OPENAPI } } as never);
    app.route({
      method,
      url,
      schema: {
        ...described.schema,
        ...(deprecated === undefined ? {} : { deprecated: true, description: describeDeprecation(deprecated) }),
        ...(features.length === 0 ? {} : { [FEATURES]: features }),
      },
      handler: none,
    });
  });
  await app.ready();
  return app.swagger() as unknown as OpenApi;
}

/**
 * `GET /api/openapi.json`, and a page to read it at `GET /api/docs`: of what the site has switched on. The description is made when it
 * is first asked for, and again after that failed; each of the two is made of it once for a site and its features, and compressed once:
 * there are 1.6 MB of it.
 */
export function docsRoutes(scope: App): void {
  let whole: Promise<OpenApi> | undefined;
  const describe = () =>
    (whole ??= scope.describeApi().catch((error: unknown) => {
      whole = undefined;
      throw error;
    }));
  const made = new Map<string, { features: readonly Feature[]; ready: Promise<EncodedText> }>();
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: (document: OpenApi) => string,
  ) => {
    const { id, features } = request.viewing.site;
    const key = `${id} ${name}`;
    let kept = made.get(key);
    if (kept?.features !== features) {
      // Whoever asks while it is made waits for the same one.
      kept = { features, ready: describe().then((document) => toMade(make(withFeatures(document, features)))) };
      made.set(key, kept);
      // One that could not be made is made anew for whoever asks next.
      kept.ready.catch(() => made.delete(key));
    }
    const { text, etag } = await kept.ready;
    void reply.headers({
      etag,
      vary: name === 'openapi.json' ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language',
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    const bytes = await text.encoded(encoding);
    return (encoding === 'identity' ? reply : reply.header('content-encoding', encoding)).send(bytes);
  };
  scope.get('/openapi.json', { schema: { hide: true }, config: { permission: 'site.read' } }, (request, reply) =>
    send(
      request,
      reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8'),
      'openapi.json',
      JSON.stringify,
    ),
  );
  scope.get('/docs', { schema: { hide: true }, config: { permission: 'site.read' } }, (request, reply) =>
    send(
      request,
      reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
        )
        .type('text/html; charset=utf-8'),
      `docs ${request.viewing.locale}`,
      (document) => docsPage(document, request.viewing.site, request.viewing.locale),
    ),
  );
  scope.get('/docs/try-calls.js', { schema: { hide: true }, config: { permission: 'site.read' } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/javascript; charset=utf-8').send(docsScript()),
  );
}

/** A text as it is sent, with its ETag. */
interface EncodedText {
  text: EncodedBytes;
  etag: string;
}

function toMade(text: string): EncodedText {
  const bytes = Buffer.from(text);
  return {
    text: new EncodedBytes(bytes, 'kept'),
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
  };
}

/** The parameters that every call takes (api-contract, "Every request"). */
const PARAMETERS: readonly Parameter[] = [
  {
    name: 'lang',
    in: 'query',
    required: false,
    description: 'The language of messages and names; wins over Accept-Language.',
    schema: { type: 'string', enum: [...LOCALES] },
  },
  {
    name: 'nsfw',
    in: 'query',
    required: false,
    description: 'Lists every rating, or only what is safe; absent: the default of the site.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
];

/** The failures a call can answer besides its own answer, by status. */
const FAILURES: Record<string, string> = {
  401: 'The token or key is not valid, or someone must sign in',
  403: 'The caller’s role, or the scopes of the API key, do not allow it',
  404: 'Unknown, or switched off on this site',
  422: 'Values that cannot be used, by field in `errors`',
  429: 'Too many calls; `Retry-After` says how many seconds to wait',
  451: 'Removed (with `title`, `reason`, `removed_at`), or an age check is owed (`gate_url`)',
  503: 'Starting, or degraded',
};

const FAILURE_BODY = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

/** The document with what all calls share: their parameters and how they fail. */
function withCommon(document: OpenApi): OpenApi {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      const own = operation.parameters ?? [];
      const canFail: Record<string, boolean> = {
        404: !['/api/config', '/api/comics'].includes(path),
        422: own.length > 0,
        451: path.startsWith('/api/comics/{slug}'),
      };
      const failures = Object.entries(FAILURES).filter(([status]) => canFail[status] ?? true);
      operation.parameters = [...own, ...PARAMETERS];
      operation.responses = {
        ...operation.responses,
        ...Object.fromEntries(
          failures.map(([status, description]) => [
            status,
            { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
          ]),
        ),
      };
    }
  }
  nameJson(document.paths);
  return {
    ...document,
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, Failure: FAILURE_BODY, Json: { description: 'Any JSON' } },
    },
  };
}

/** A value that is any JSON is described by itself, under a number and nowhere: has all of them be one that is described. */
function nameJson(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const reference = part as { $ref?: unknown };
  if (typeof reference.$ref === 'string' && /\/schema\d+$/.test(reference.$ref)) {
    reference.$ref = '#/components/schemas/Json';
  }
  Object.values(part).forEach(nameJson);
}

/** The document without calls and filters of features that are off. */
function withFeatures(document: OpenApi, features: readonly Feature[]): OpenApi {
  const off = new Set<string>(
    Object.values(KIND_PATHS)
      .filter((path) => !features.includes(path))
      .flatMap((path) => [path, `not_${path}`]),
  );
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const on = Object.entries(methods).flatMap(
      ([method, { [FEATURES]: needed = [], parameters = [], ...operation }]) =>
        needed.every((feature) => features.includes(feature))
          ? [
              [
                method,
                {
                  ...operation,
                  parameters: parameters.filter((parameter) => parameter.in !== 'query' || !off.has(parameter.name)),
                },
              ] as const,
            ]
          : [],
    );
    return on.length === 0 ? [] : [[path, Object.fromEntries(on)] as const];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
