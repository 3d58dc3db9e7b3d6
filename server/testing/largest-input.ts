/** A JSON Schema, as far as the API's description uses it. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  maxItems?: number;
  minItems?: number;
  pattern?: string;
  format?: string;
}

/** One call of the API's description. */
export interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** How a value is as large as it may be: letters and items that are added where nothing limits them, and the sign that texts are made of. */
export interface Shape {
  name: string;
  sign: string;
  letters: number;
  items: number;
}

/** Letters that programs stumble over, each alone and many times. */
const SIGNS: Record<string, string> = {
  dashes: '-',
  spaces: 'a ',
  brackets: '[](',
  marks: 'a\u0301\u0301\u0301',
  han: '漢',
  quotes: '">\'',
  stars: '*_`~',
  lines: '\n> - ',
  words: 'ab ',
  entities: '&amp;<',
  digits: '1',
  emoji: '👩‍👩‍👧‍👦',
};

/** Long texts of each kind of letter; and lists as long as they may be. */
export const SHAPES: readonly Shape[] = [
  ...Object.entries(SIGNS).map(([name, sign]) => ({ name: `long, ${name}`, sign, letters: 900_000, items: 1 })),
  { name: 'many', sign: 'a', letters: 8, items: 100_000 },
];

const EXAMPLES: Record<string, string> = {
  email: 'reader@example.test',
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uri: 'https://example.test/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};
/** Texts that patterns ask for; each is tried. */
const PLAIN = [
  'a',
  'en',
  '1',
  '2026-01-01',
  '1-10',
  '/a',
  '#aabbcc',
  'reader',
  'https://example.test/',
  '0'.repeat(64),
  'A'.repeat(43),
  `kmw_${'A'.repeat(43)}`,
];

/**
 * The largest value that a schema allows, of a shape. What has a pattern or a form is as that asks, longer where it may be.
 *
 * @param budget letters and items that all of it may have; of what a list holds, the first are made.
 */
export function largestValue(schema: Schema, shape: Shape, budget: { left: number }): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return largestValue(largestChoice(schema.anyOf ?? schema.oneOf ?? []), shape, budget);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => largestValue(each, shape, budget)));
  const type = [schema.type].flat().find((each) => each !== 'null');
  switch (type) {
    case 'object':
      return largestObject(schema, shape, budget);
    case 'array':
      return largestList(schema, shape, budget);
    case 'integer':
    case 'number':
      take(budget, 8);
      return Math.min(schema.maximum ?? 1000, 2_147_483_647);
    case 'boolean':
      return true;
    case 'string':
      return largestText(schema, shape, budget);
    // Anything goes: lists in lists, as deep as there is room.
    default:
      return deepList(Math.min(5000, budget.left / 2));
  }
}

function largestChoice(choices: readonly Schema[]): Schema {
  const rank = ({ type, properties, items }: Schema) =>
    properties ? 4 : items ? 3 : type === 'object' ? 2 : type === 'string' ? 1 : 0;
  return choices.toSorted((a, b) => rank(b) - rank(a))[0] as Schema;
}

function largestObject(
  { properties = {}, additionalProperties, propertyNames }: Schema,
  shape: Shape,
  budget: { left: number },
): Record<string, unknown> {
  const entries = Object.entries(properties);
  const made: Record<string, unknown> = {};
  entries.forEach(([name, schema], at) => {
    // Each has its part of what is left, and what those before it did not need.
    const part = { left: Math.floor(budget.left / (entries.length - at)) };
    const given = part.left;
    made[name] = largestValue(schema, shape, part);
    budget.left -= given - part.left;
  });
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    const names =
      propertyNames?.enum?.map(String) ?? Array.from({ length: Math.min(shape.items, 2000) }, (_one, at) => `k${at}`);
    const part = { left: Math.floor(budget.left / Math.max(1, names.length)) };
    for (const name of names) {
      made[name] = largestValue(additionalProperties, shape, { ...part });
    }
    budget.left = 0;
  }
  return made;
}

function largestList(
  { items = {}, maxItems = Infinity, minItems = 0 }: Schema,
  shape: Shape,
  budget: { left: number },
): unknown[] {
  const count = Math.max(minItems, Math.min(maxItems, shape.items));
  const made: unknown[] = [];
  while (made.length < count && (budget.left > 0 || made.length < minItems)) {
    const part = { left: shape.items > 1 ? Math.min(budget.left, 200) : budget.left };
    const given = part.left;
    const value = largestValue(items, shape, part);
    // Where numbers stand for things, no two of them are the same.
    made.push(typeof value === 'number' ? Math.max(items.minimum ?? 0, made.length + 1) : value);
    budget.left -= Math.max(2, given - part.left);
  }
  return made;
}

function largestText(
  { maxLength = Infinity, minLength = 0, pattern, format }: Schema,
  { sign, letters }: Shape,
  budget: { left: number },
): string {
  const length = Math.max(minLength, Math.min(maxLength, letters, budget.left));
  const long = sign
    .repeat(Math.ceil(length / sign.length))
    .slice(0, length)
    .toWellFormed();
  const fits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text);
  const value =
    format !== undefined && EXAMPLES[format] !== undefined
      ? EXAMPLES[format]
      : fits(long)
        ? long
        : ([...PLAIN.map((each) => each.repeat(Math.max(1, Math.min(1000, length / each.length)))), ...PLAIN].find(
            (each) => each.length <= maxLength && fits(each),
          ) ?? long);
  take(budget, Buffer.byteLength(JSON.stringify(value)));
  return value;
}

function take(budget: { left: number }, letters: number): void {
  budget.left -= letters;
}

/** Lists in lists, so many deep. */
function deepList(depth: number): unknown {
  let made: unknown = [];
  for (let at = 0; at < depth; at += 1) {
    made = [made];
  }
  return made;
}

/** The API's description, as far as it is read here. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** A call with the largest input of a shape. */
export interface Call {
  shape: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The address as the description writes it, and as it is asked. */
  route: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** Bytes of a JSON body, a little less than the server takes, and letters of an address, as Node takes them with its headers. */
const [BODY, ADDRESS] = [1_000_000, 14_000];

/**
 * Every call that an API describes, with the largest query, header and body that its schemas allow, in these shapes. Streams
 * that stay open are left out.
 *
 * @param known what stands in addresses, by the name of the parameter or by the part before it and that name (`tags/slug`);
 * `1` for others.
 */
export function listCalls(
  { paths }: Description,
  known: Record<string, string>,
  shapes: readonly Shape[] = SHAPES,
): Call[] {
  return shapes.flatMap((shape) =>
    Object.entries(paths)
      .filter(([route]) => !route.endsWith('/live'))
      .flatMap(([route, methods]) =>
        Object.entries(methods).map(([method, operation]) => largestCall(route, method, operation, shape, known)),
      ),
  );
}

/** The address of a route as Fastify writes it, with its parameters. @param known as in `listCalls`. */
export function callAddress(route: string, known: Readonly<Record<string, string>>): string {
  const parts = route.split('/');
  return parts
    .map((part, at) =>
      part.replace(/^:(\w+)$/, (_all, name: string) =>
        encodeURIComponent(known[`${parts[at - 1]}/${name}`] ?? known[name] ?? '1'),
      ),
    )
    .join('/');
}

function largestCall(
  route: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  shape: Shape,
  known: Record<string, string>,
): Call {
  const path = callAddress(route.replace(/\{(\w+)\}/g, ':$1'), known);
  const inQuery = parameters.filter((each) => each.in === 'query');
  const query = new URLSearchParams();
  const room = { left: Math.floor((ADDRESS - path.length) / 3) };
  for (const [at, { name, schema = {} }] of inQuery.entries()) {
    const part = { left: Math.floor(room.left / (inQuery.length - at)) };
    const given = part.left;
    for (const value of [largestValue(schema, { ...shape, items: 1000 }, part)].flat()) {
      query.append(name, String(value).toWellFormed());
    }
    room.left -= given - Math.max(0, part.left);
  }
  const content = requestBody?.content ?? {};
  const body = content['application/json']?.schema;
  const raw =
    body === undefined && method !== 'get' && /avatar$|import$/.test(route)
      ? Buffer.alloc(BODY, shape.sign)
      : undefined;
  const payload = body === undefined ? raw : JSON.stringify(largestValue(body, shape, { left: BODY / 2 }));
  return {
    shape: shape.name,
    method: method.toUpperCase() as Call['method'],
    route,
    url: query.size === 0 ? path : `${path}?${query.toString().slice(0, ADDRESS)}`,
    headers:
      payload === undefined
        ? {}
        : { 'content-type': raw === undefined ? 'application/json' : 'application/octet-stream' },
    ...(payload === undefined ? {} : { payload }),
  };
}
