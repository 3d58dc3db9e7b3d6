import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';

const described = JSON.parse(readFileSync(new URL('komga-description.json', import.meta.url), 'utf8')) as {
  answers: Record<string, object>;
  schemas: Record<string, object>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'komga', components: { schemas: described.schemas } });
const checks = Object.entries(described.answers).map(([name, schema]) => {
  const [method, path] = name.split(' ') as [string, string];
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  // References of the answers lead into the one document that has the schemas.
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"komga#/')) as object);
  return { name, method, pattern, check };
});

/** Every answer that Komga's own description has and the site gives, as `GET /api/v1/series`. */
export const ANSWERS = checks.map(({ name }) => name);

/** Whether the description has answers of a call. @param path as in `describedFaults`. */
export function isDescribed(method: string, path: string): boolean {
  return checks.some((each) => each.method === method && each.pattern.test(path));
}

/**
 * The faults of an answer by Komga's own description of it. A field that may be missing may be null, too, as Komga
 * writes it.
 *
 * @param path without Komga's root and the query.
 * @throws for a call that the description does not have.
 */
export function describedFaults(method: string, path: string, answer: unknown): { name: string; faults: string[] } {
  // Whole paths come before those with ids.
  const found = checks.filter((each) => each.method === method && each.pattern.test(path));
  const described = found.find(({ name }) => name === `${method} ${path}`) ?? found[0];
  if (described === undefined) throw new Error(`${method} ${path} is not described`);
  described.check(withoutNulls(answer));
  return {
    name: described.name,
    faults: (described.check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, withoutNulls(each)]),
  );
}
