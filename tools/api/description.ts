import { createHash } from 'node:crypto';

/** The fields of an object by their names, with a question mark behind those that may be missing; `*` stands for any name. Types are written as in TypeScript. */
type Shape = Record<string, string>;

/** The part of an API that programs rely on: a tenth of its OpenAPI document. */
export interface ApiDescription {
  version: string;
  /** By method and path: `in name` of each parameter, `body`, and what it answers by its status. Deprecated ones have a mark. */
  operations: Record<string, Record<string, string>>;
  /** Objects, by `#` and a hash of what is in them: the same fields have the same name. */
  shapes: Record<string, Shape>;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}
interface Content {
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  deprecated?: boolean;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** Parameters that every call takes. */
const COMMON = new Set(['lang', 'nsfw']);
/** The mark of an operation that goes some day. */
export const DEPRECATED = 'deprecated';

/** The description of an OpenAPI document: operations in the order of their addresses, without what all have in common. */
export function describeApi(document: {
  info: { version: string };
  paths: Record<string, Record<string, object>>;
}): ApiDescription {
  const shapes: Record<string, Shape> = {};
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, describeOperation(operation as Operation, shapes)] as const,
    ),
  );
  return { version: document.info.version, operations: sorted(operations), shapes: sorted(Object.entries(shapes)) };
}

function describeOperation(operation: Operation, shapes: Record<string, Shape>): Record<string, string> {
  const { parameters = [], requestBody, responses = {} } = operation;
  return Object.fromEntries([
    ...(operation.deprecated === true ? [[DEPRECATED, 'true']] : []),
    ...parameters
      .filter(({ name, in: place }) => place !== 'query' || !COMMON.has(name))
      .map(({ name, in: place, required, schema }) => [
        `${place} ${name}${required === true ? '' : '?'}`,
        describeType(schema ?? {}, shapes),
      ]),
    ...(requestBody === undefined ? [] : [['body', describeContent(requestBody, shapes)]]),
    ...Object.entries(responses)
      .filter(([status]) => status < '400')
      .map(([status, response]) => [status, describeContent(response, shapes)]),
  ]);
}

function describeContent({ content = {} }: Content, shapes: Record<string, Shape>): string {
  const types = Object.entries(content).map(([type, { schema = {} }]) =>
    type === 'application/json' ? describeType(schema, shapes) : type,
  );
  return types.length === 0 ? 'nothing' : types.join(' | ');
}

function describeType(schema: Schema, shapes: Record<string, Shape>): string {
  const { properties, required = [], additionalProperties: rest } = schema;
  const either = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (either !== undefined) return [...new Set(either.map((each) => describeType(each, shapes)))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((each) => describeType(each, shapes)).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.prefixItems !== undefined) {
    return `[${schema.prefixItems.map((each) => describeType(each, shapes)).join(', ')}]`;
  }
  if (schema.items !== undefined) return `Array<${describeType(schema.items, shapes)}>`;
  if (properties === undefined && typeof rest !== 'object') return [schema.type ?? 'any'].flat().join(' | ');
  const fields = [
    ...Object.entries(properties ?? {}).map(
      ([name, each]) => [`${name}${required.includes(name) ? '' : '?'}`, describeType(each, shapes)] as const,
    ),
    ...(typeof rest === 'object' && Object.keys(rest).length > 0 ? [['*', describeType(rest, shapes)] as const] : []),
  ];
  const shape = sorted(fields);
  const name = `#${createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 8)}`;
  shapes[name] = shape;
  return name;
}

function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
