import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import type { App } from '#server/http/app-type.ts';
import { innerSchema } from './inner-schema.ts';

/** Keys that one answer names, and letters of each that it repeats. */
const [MAX_NAMED, MAX_LETTERS] = [20, 100];

/**
 * Refuses changes (`PATCH`) with keys that nobody reads: who misspells one believes that it was changed.
 * Register it before the routes of the scope.
 *
 * @throws Problem `request-invalid` with the rule `unknown` for each such key, at every depth.
 */
export function refuseUnknownKeys(scope: App): void {
  scope.addHook('preValidation', async ({ method, body, routeOptions }: FastifyRequest) => {
    const schema = routeOptions.schema?.body as z.core.$ZodType | undefined;
    if (method !== 'PATCH' || schema?._zod === undefined) return;
    const unknown = unknownKeys(schema, body, '').slice(0, MAX_NAMED);
    if (unknown.length === 0) return;
    throw new Problem(
      'request-invalid',
      {},
      Object.fromEntries(unknown.map((key) => [key.slice(0, MAX_LETTERS), [{ rule: 'unknown' as const }]])),
    );
  });
}

/**
 * The keys of a value that its schema does not name, as paths (`translations.en.titel`). Goes as deep as the schema does
 * and looks at each value once for each form that the schema gives it.
 */
export function unknownKeys(schema: z.core.$ZodType, value: unknown, path: string): string[] {
  const { def } = innerSchema(schema)._zod;
  switch (def.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
      return Object.entries(value).flatMap(([key, part]) => {
        const known = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
        return known === undefined ? [`${path}${key}`] : unknownKeys(known, part, `${path}${key}.`);
      });
    }
    case 'array':
      return Array.isArray(value) ? value.flatMap((part) => unknownKeys(def.element, part, path)) : [];
    case 'record':
      return typeof value !== 'object' || value === null
        ? []
        : Object.entries(value).flatMap(([key, part]) => unknownKeys(def.valueType, part, `${path}${key}.`));
    case 'union':
      return def.options
        .map((option) => unknownKeys(option, value, path))
        .reduce((least, keys) => (keys.length < least.length ? keys : least));
    case 'pipe':
      return unknownKeys(def.in, value, path);
    default:
      return [];
  }
}
