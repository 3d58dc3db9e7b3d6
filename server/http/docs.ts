import Fastify, { type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { createHash } from 'node:crypto';
import { API_VERSION } from '#contract/api-version.ts';
import { LOCALES } from '#contract/locales.ts';
import type { Feature } from '#contract/site.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { App } from './app-type.ts';
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
  const made = new Map<string, { features: readonly Feature[]; ready: Promise<Made> }>();
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
    void reply.headers({ etag, vary: 'Accept-Encoding' });
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
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        )
        .type('text/html; charset=utf-8'),
      'docs',
      docsPage,
    ),
  );
}

/** A text as it is sent, with its ETag. */
interface Made {
  text: EncodedBytes;
  etag: string;
}

function toMade(text: string): Made {
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

interface Operation {
  [FEATURES]?: readonly Feature[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  parameters?: Parameter[];
  responses?: Record<string, unknown>;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: {
    type?: string | string[];
    enum?: string[];
    default?: unknown;
    items?: { type?: string; enum?: string[] };
    minimum?: number;
    maximum?: number;
  };
}
/** An OpenAPI document, as far as it is read here. */
export interface OpenApi {
  info: { title: string; description?: string };
  components?: { schemas?: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
}

/** The whole document as one static page: no script, nothing from elsewhere. It is for programmers, in English like the document itself. */
export function docsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const sections = tags.map(
    (tag) =>
      `<h2 id="${escaped(tag)}">${escaped(tag)}</h2>${operations
        .filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag)
        .map(operationHtml)
        .join('')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(document.info.title)} API</title>
<style>:root{color-scheme:light dark}body{font:15px/1.6 system-ui,sans-serif;max-inline-size:60rem;margin:2rem auto;padding-inline:1rem}code{font:13px ui-monospace,monospace}h2{margin-block-start:2.5rem;text-transform:capitalize}details{border-block-start:1px solid;padding-block:.6rem}summary{cursor:pointer}table{border-collapse:collapse;inline-size:100%}td,th{text-align:start;padding:.25rem .75rem .25rem 0;vertical-align:top}nav a{margin-inline-end:1rem;text-transform:capitalize}</style>
<h1>${escaped(document.info.title)} API</h1><p>${escaped(document.info.description ?? '')}</p><p><a href="openapi.json">openapi.json</a></p>
<nav>${tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join('')}</nav>${sections.join('')}</html>`;
}

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const rows = (operation.parameters ?? []).map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(place)}${required ? ', required' : ''}</td><td>${escaped(describeValues(schema))}${description ? `<br>${escaped(description)}` : ''}</td></tr>`,
  );
  return `<details><summary><code><b>${method.toUpperCase()}</b> ${escaped(path)}</code> ${operation.deprecated === true ? '<b>Deprecated.</b> ' : ''}${escaped(operation.summary ?? '')}</summary>
<p>${escaped(operation.description ?? '')}</p>${rows.length === 0 ? '' : `<table><tr><th>Parameter</th><th>In</th><th>Values</th></tr>${rows.join('')}</table>`}<p>Answers: ${escaped(Object.keys(operation.responses ?? {}).join(', '))}</p></details>`;
}

function describeValues(schema: Parameter['schema']): string {
  const values = schema?.enum ?? schema?.items?.enum;
  const range =
    schema?.minimum === undefined && schema?.maximum === undefined
      ? ''
      : ` ${schema.minimum ?? ''}–${schema.maximum ?? ''}`;
  const initial =
    schema?.default === undefined || Array.isArray(schema.default) ? '' : `, default ${JSON.stringify(schema.default)}`;
  return `${values ? values.join(' | ') : [schema?.type ?? 'string'].flat().join(' or ')}${range}${initial}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
