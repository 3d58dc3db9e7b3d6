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
  scope.addHook('preValidation', async (request: FastifyRequest) => {
    if (request.method !== 'PATCH') return;
    const schema = request.routeOptions.schema?.body as z.core.$ZodType | undefined;
    if (schema?._zod === undefined) return;
    const unknown = unknownKeys(schema, request.body).slice(0, MAX_NAMED);
    if (unknown.length === 0) return;
    throw new Problem(
      'request-invalid',
      {},
      Object.fromEntries(unknown.map((key) => [key.slice(0, MAX_LETTERS), [{ rule: 'unknown' as const }]])),
    );
  });
}

/** Adds the keys in a value that its schema does not name, as paths that begin with `path`. */
type Finder = (value: unknown, path: string, found: string[]) => void;

/** The finder of a schema; null where it names no keys. Schemas of routes stand as long as the process. */
const finders = new WeakMap<z.core.$ZodType, Finder | null>();

/**
 * The keys of a value that its schema does not name, as paths (`translations.en.titel`). Goes as deep as the schema does, which
 * must not hold itself, and looks at each value once for each form that the schema gives it.
 */
export function unknownKeys(schema: z.core.$ZodType, value: unknown): string[] {
  let finder = finders.get(schema);
  if (finder === undefined) {
    finder = createFinder(schema);
    finders.set(schema, finder);
  }
  const found: string[] = [];
  finder?.(value, '', found);
  return found;
}

function createFinder(schema: z.core.$ZodType): Finder | null {
  const { def } = innerSchema(schema)._zod;
  switch (def.type) {
    case 'object': {
      const known = new Map(Object.entries(def.shape).map(([key, part]) => [key, createFinder(part)]));
      return (value, path, found) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
        for (const [key, part] of Object.entries(value)) {
          const finder = known.get(key);
          if (finder === undefined) {
            found.push(`${path}${key}`);
          } else if (finder !== null) {
            finder(part, `${path}${key}.`, found);
          }
        }
      };
    }
    case 'array': {
      const finder = createFinder(def.element);
      return (
        finder &&
        ((value, path, found) => {
          if (!Array.isArray(value)) return;
          for (const part of value) {
            finder(part, path, found);
          }
        })
      );
    }
    case 'record': {
      const finder = createFinder(def.valueType);
      return (
        finder &&
        ((value, path, found) => {
          if (typeof value !== 'object' || value === null) return;
          for (const [key, part] of Object.entries(value)) {
            finder(part, `${path}${key}.`, found);
          }
        })
      );
    }
    case 'union':
      return createUnionFinder(def.options.map(createFinder));
    case 'pipe':
      return createFinder(def.in);
    default:
      return null;
  }
}

/** Of several forms the one counts that names most of the keys. */
function createUnionFinder(forms: readonly (Finder | null)[]): Finder | null {
  const finders = forms.filter((finder) => finder !== null);
  if (finders.length < forms.length) return null;
  return (value, path, found) => {
    let least: string[] | null = null;
    for (const finder of finders) {
      const keys: string[] = [];
      finder(value, path, keys);
      if (least === null || keys.length < least.length) {
        least = keys;
      }
      if (least.length === 0) return;
    }
    for (const key of least ?? []) {
      found.push(key);
    }
  };
}
