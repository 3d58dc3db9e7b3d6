import type { preHandlerHookHandler } from 'fastify';
import { z } from 'zod';
import { Problem, type FieldProblem } from '#contract/problems.ts';
import type { App } from '#server/http/app-type.ts';
import { innerSchema } from './inner-schema.ts';

/** The largest number that a column for numbers holds, in both directions; larger ones are where a schema has a limit of its own. */
const MAX_NUMBER = 2_147_483_647;
/** Moments that databases, programs and people write alike, as milliseconds: the years 1 to 9999 of UTC. */
const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * Refuses numbers and moments that a schema takes and no column can hold: ids beyond 2³¹, the year 0. It goes by the
 * schemas of the routes, so that no route has to think of it. Register it before the routes.
 *
 * @throws Problem `request-invalid` with the rules `max`, `min` and `format`.
 */
export function refuseUnstorable(app: App): void {
  app.addHook('onRoute', (route) => {
    const { params, querystring, body } = (route.schema ?? {}) as Record<string, z.core.$ZodType | undefined>;
    if ([params, querystring, body].every((schema) => schema?._zod === undefined)) return;
    const refuse: preHandlerHookHandler = (request, _reply, done) => {
      const found = [
        ...unstorableIn(params, request.params),
        ...unstorableIn(querystring, request.query),
        ...unstorableIn(body, request.body),
      ];
      done(found.length === 0 ? undefined : refusal(found));
    };
    route.preHandler = [refuse, ...[route.preHandler ?? []].flat()];
  });
}

function unstorableIn(schema: z.core.$ZodType | undefined, value: unknown): Unstorable[] {
  return schema?._zod === undefined ? [] : unstorable(schema, value);
}

function refusal(found: readonly Unstorable[]): Problem {
  // Without a prototype: a field may have any name.
  const fields: Record<string, FieldProblem[]> = Object.create(null);
  for (const { path, wrong } of found) {
    (fields[path.join('.') || 'request'] ??= []).push(wrong);
  }
  return new Problem('request-invalid', {}, fields);
}

/** A value that cannot be stored, by its keys without those of lists, and what is wrong with it. */
export interface Unstorable {
  path: readonly string[];
  wrong: FieldProblem;
}

/** Finds them in a value that a schema has taken. */
type Check = (value: unknown, path: readonly string[]) => Unstorable[];

/** The check of a schema; null where it takes nothing that cannot be stored. Schemas of routes stand as long as the process. */
const checks = new WeakMap<z.core.$ZodType, Check | null>();

/**
 * Those in a value that its schema has taken. Goes as deep as the schema does, which must not hold itself; of several forms that
 * take the value the one counts that refuses least.
 */
export function unstorable(schema: z.core.$ZodType, value: unknown): Unstorable[] {
  let check = checks.get(schema);
  if (check === undefined) {
    check = checkFor(schema);
    checks.set(schema, check);
  }
  return check === null ? [] : check(value, []);
}

function checkFor(schema: z.core.$ZodType): Check | null {
  const inner = innerSchema(schema);
  const { def } = inner._zod;
  switch (def.type) {
    case 'number': {
      const { maxValue } = inner as z.ZodNumber;
      return maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER
        ? null
        : (value, path) => ofNumber(value).map((wrong) => ({ path, wrong }));
    }
    case 'string': {
      const { format } = def as { format?: string };
      return format === 'date' || format === 'datetime'
        ? (value, path) => ofMoment(value).map((wrong) => ({ path, wrong }))
        : null;
    }
    case 'object': {
      const parts = Object.entries(def.shape).flatMap(([key, part]) => {
        const check = checkFor(part);
        return check === null ? [] : [[key, check] as const];
      });
      return parts.length === 0
        ? null
        : (value, path) => (isObject(value) ? parts.flatMap(([key, check]) => check(value[key], [...path, key])) : []);
    }
    case 'record': {
      const check = checkFor(def.valueType);
      return (
        check &&
        ((value, path) =>
          isObject(value) ? Object.entries(value).flatMap(([key, part]) => check(part, [...path, key])) : [])
      );
    }
    case 'array': {
      const check = checkFor(def.element);
      return check && ((value, path) => (Array.isArray(value) ? value.flatMap((part) => check(part, path)) : []));
    }
    case 'tuple': {
      const items = def.items.map(checkFor);
      return items.every((check) => check === null)
        ? null
        : (value, path) => (Array.isArray(value) ? items.flatMap((check, at) => check?.(value[at], path) ?? []) : []);
    }
    case 'union':
      return checkOfUnion(def.options);
    case 'pipe':
      return checkFor(def.out);
    default:
      return null;
  }
}

function checkOfUnion(options: readonly z.core.$ZodType[]): Check | null {
  const forms = options.map((option) => [option, checkFor(option)] as const);
  if (forms.every(([, check]) => check === null)) return null;
  return (value, path) => {
    let least: Unstorable[] | null = null;
    for (const [option, check] of forms) {
      if (!z.core.safeParse(option, value).success) continue;
      const found = check?.(value, path) ?? [];
      if (found.length === 0) return found;
      if (least === null || found.length < least.length) {
        least = found;
      }
    }
    return least ?? [];
  };
}

function ofNumber(value: unknown): FieldProblem[] {
  if (typeof value !== 'number' || Math.abs(value) <= MAX_NUMBER) return [];
  return [value > 0 ? { rule: 'max', params: { max: MAX_NUMBER } } : { rule: 'min', params: { min: -MAX_NUMBER } }];
}

function ofMoment(value: unknown): FieldProblem[] {
  if (typeof value !== 'string') return [];
  const moment = Date.parse(value);
  return moment >= FIRST && moment <= LAST ? [] : [{ rule: 'format' }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
