import type { Call, Description, Schema } from './largest-input.ts';
import { seededRandom } from './random.ts';

const WORDS = [
  '',
  '0',
  '-1',
  '1.5',
  '1e9',
  '1e309',
  'NaN',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'true',
  'null',
  '[]',
  '__proto__',
  'constructor',
  'toString',
  "'",
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\ufffe',
  '\u202eabc',
  '\u200b',
  '😀',
  '\r\nBcc: a@b.test',
  '../../etc/passwd',
  'a@b.test',
  'https://[::1]:1/',
  'https://user:pass@169.254.169.254/',
  '1999-99-99T99:99:99Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  'a'.repeat(31),
  'é'.repeat(280),
  '\u0301'.repeat(250),
];
const VALUES: unknown[] = [
  ...WORDS,
  ...WORDS,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  -0,
  [],
  {},
  [null],
  [[]],
  ['\0'],
  [1e20],
  { a: 1 },
  Array.from({ length: 600 }, (_one, at) => at),
  JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
  'w'.repeat(100_000),
  ' '.repeat(100_000),
  '@'.repeat(100_000),
  '\u0301'.repeat(50_000),
  `${'a'.repeat(50_000)}@${'a.'.repeat(25_000)}`,
  '||'.repeat(50_000),
  '[]('.repeat(30_000),
];
/** Bodies that are no JSON: an archive that ends too soon, a foreign list, bytes that mean nothing. */
const RAW = [
  Buffer.from([0x1f, 0x8b, 8, 0, 0]),
  Buffer.from('{"__proto__":{}}'),
  Buffer.from('<myanimelist>'),
  Buffer.alloc(200, 0xff),
];

/**
 * Calls of an API, each route in turn, with values that programs stumble over: in its address, its query and in one field of its
 * body, however deep, as the API's own description names them. Routes that are added later join by themselves. The same seed
 * makes the same calls.
 *
 * @param known what stands in addresses, by the name of the parameter; `1` for others.
 */
export function oddCalls(
  { paths }: Description,
  known: Readonly<Record<string, readonly string[]>>,
  count: number,
  seed: number,
): Call[] {
  const random = seededRandom(seed);
  const pick = <One>(from: readonly One[]) => from[Math.floor(random() * from.length)] as One;
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ path }) => path.startsWith('/api/') && !path.endsWith('/live'));

  const example = (schema: Schema): unknown => {
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    if (schema.anyOf) return example(pick(schema.anyOf));
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, example(each)]));
      case 'array':
        return [example(schema.items ?? {})];
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return pick(['some words', 'a@b.test', '2026-01-01T00:00:00Z', '1']);
    }
  };
  /** An example in which one value, however deep, is odd. */
  const odd = (schema: Schema): unknown => {
    const { properties, items, type, additionalProperties } = schema.anyOf ? pick(schema.anyOf) : schema;
    if (random() < 0.05) return pick(VALUES);
    if (type === 'object' && properties && Object.keys(properties).length > 0) {
      const chosen = pick(Object.keys(properties));
      return { ...(example({ type, properties }) as object), [chosen]: odd(properties[chosen] as Schema) };
    }
    if (type === 'object' && typeof additionalProperties === 'object') return { [pick(WORDS)]: pick(WORDS) };
    if (type === 'array' && items && random() < 0.7) return [odd(items)];
    return pick(type === 'string' && random() < 0.8 ? WORDS : VALUES);
  };

  return Array.from({ length: count }, (_one, at): Call => {
    const { path, method, operation } = operations[at % operations.length] as (typeof operations)[number];
    const body = operation.requestBody?.content['application/json']?.schema;
    const oddAddress = random() < (body ? 0.15 : 0.5);
    const address = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent((oddAddress ? pick(WORDS) : pick(known[name] ?? ['1'])).toWellFormed()),
    );
    const queries =
      operation.parameters?.filter((each) => each.in === 'query' && !['lang', 'nsfw'].includes(each.name)) ?? [];
    const query =
      queries.length > 0 && random() < 0.7
        ? `?${pick(queries).name}=${encodeURIComponent(pick(WORDS).toWellFormed())}`
        : '';
    const raw = /avatar$|import$/.test(path) && method !== 'delete' ? pick(RAW) : undefined;
    const payload = body ? JSON.stringify(odd(body)) : raw;
    const type =
      raw === undefined ? 'application/json' : pick(['application/octet-stream', 'image/png', 'application/json']);
    return {
      shape: 'odd',
      method: method.toUpperCase() as Call['method'],
      route: path,
      url: address + query,
      headers: payload === undefined ? {} : { 'content-type': type },
      ...(payload === undefined ? {} : { payload }),
    };
  });
}
