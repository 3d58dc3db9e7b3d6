/** A JSON Schema, as far as examples are made of it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** A value that has the form a schema asks for, to be changed by whoever tries a call: what must be there, and what is usual where nothing must. */
export function exampleFor(schema: JsonSchema): unknown {
  const either = schema.anyOf ?? schema.oneOf;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (either !== undefined) return exampleFor(either[0] ?? {});
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(exampleFor));
  if (schema.properties !== undefined) {
    const { properties, required = [] } = schema;
    const names = required.length > 0 ? required : Object.keys(properties);
    return Object.fromEntries(names.map((name) => [name, exampleFor(properties[name] ?? {})]));
  }
  if (schema.prefixItems !== undefined) return schema.prefixItems.map(exampleFor);
  const [type = 'object'] = [schema.type ?? []].flat();
  switch (type) {
    case 'array':
      return schema.items === undefined ? [] : [exampleFor(schema.items)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1, 0);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return schema.format === 'date-time' ? '2027-01-31T18:00:00Z' : '';
    default:
      return {};
  }
}
