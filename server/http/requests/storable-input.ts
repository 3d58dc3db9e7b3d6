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
  app.addHook('preHandler', async ({ params, query, body, routeOptions: { schema } }) => {
    if (schema === undefined) { return; }
    // Without a prototype: a field may have any name.
    const fields: Record<string, FieldProblem[]> = Object.create(null);
    for (const [part, value] of [[schema.params, params], [schema.querystring, query], [schema.body, body]] as const) {
      if ((part as z.core.$ZodType | undefined)?._zod === undefined) { continue; }
      for (const { path, wrong } of unstorable(part as z.core.$ZodType, value, [])) { (fields[path.join('.') || 'request'] ??= []).push(wrong); }
    }
    if (Object.keys(fields).length > 0) { throw new Problem('request-invalid', {}, fields); }
  });
}

/** A value that cannot be stored, by its keys without those of lists, and what is wrong with it. */
export interface Unstorable { path: readonly string[]; wrong: FieldProblem }

/** Those in a value that its schema has taken. Goes as deep as the schema does; of several forms that take it the one counts that refuses least. */
export function unstorable(schema: z.core.$ZodType, value: unknown, path: readonly string[]): Unstorable[] {
  const { def, bag } = innerSchema(schema)._zod;
  switch (def.type) {
    case 'number': return ofNumber(value, (bag as { maximum?: number }).maximum).map((wrong) => ({ path, wrong }));
    case 'string': return ofText(value, (def as { format?: string }).format).map((wrong) => ({ path, wrong }));
    case 'object': return isObject(value) ? Object.entries(def.shape).flatMap(([key, part]) => unstorable(part, value[key], [...path, key])) : [];
    case 'record': return isObject(value) ? Object.entries(value).flatMap(([key, part]) => unstorable(def.valueType, part, [...path, key])) : [];
    case 'array': return Array.isArray(value) ? value.flatMap((part) => unstorable(def.element, part, path)) : [];
    case 'tuple': return Array.isArray(value) ? def.items.flatMap((item, at) => unstorable(item, value[at], path)) : [];
    case 'union': {
      const taking = def.options.filter((option) => z.core.safeParse(option, value).success);
      const [first = [], ...others] = taking.map((option) => unstorable(option, value, path));
      return others.reduce((least, each) => (each.length < least.length ? each : least), first);
    }
    case 'pipe': return unstorable(def.out, value, path);
    default: return [];
  }
}

function ofNumber(value: unknown, max = Infinity): FieldProblem[] {
  if (typeof value !== 'number' || max < Number.MAX_SAFE_INTEGER || Math.abs(value) <= MAX_NUMBER) { return []; }
  return [value > 0 ? { rule: 'max', params: { max: MAX_NUMBER } } : { rule: 'min', params: { min: -MAX_NUMBER } }];
}

function ofText(value: unknown, format: string | undefined): FieldProblem[] {
  if (typeof value !== 'string' || (format !== 'date' && format !== 'datetime')) { return []; }
  const moment = Date.parse(value);
  return moment >= FIRST && moment <= LAST ? [] : [{ rule: 'format' }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
