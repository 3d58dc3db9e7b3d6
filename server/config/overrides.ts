import { z } from 'zod';

/** The settings the environment gives for a site. */
export interface Overrides {
  /** Only what was given, nested as in the file. */
  values: Record<string, unknown>;
  /** Path of a key, joined by dots → the variable that gave it. */
  names: Map<string, string>;
}

/**
 * The keys of a configuration that the environment overrides: `KOMAWARI_` and the key's path in capitals,
 * words separated by underscores or not at all (`limits.readsPerMinute` → `KOMAWARI_LIMITS_READS_PER_MINUTE` or
 * `KOMAWARI_LIMITS_READSPERMINUTE`).
 *
 * Lists of plain values take commas, anything else JSON. Values are checked with the rest of the file.
 */
export function environmentOverrides(schema: z.ZodObject, env: Record<string, string | undefined>): Overrides {
  const names = new Map<string, string>();
  const inside = (group: z.ZodObject, above: readonly string[]): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(group.shape)) {
      const path = [...above, key];
      const inner = unwrapSchema(value as z.ZodType);
      const name = [variableName(path), `${['KOMAWARI', ...above].map(capitals).join('_')}_${key.toUpperCase()}`].find(
        (each) => env[each] !== undefined,
      );
      if (name !== undefined) {
        values[key] = parseValue(inner, env[name]!);
        names.set(path.join('.'), name);
      } else if (inner instanceof z.ZodObject) {
        const nested = inside(inner, path);
        if (Object.keys(nested).length > 0) {
          values[key] = nested;
        }
      }
    }
    return values;
  };
  return { values: inside(schema, []), names };
}

/** The variable that overrides the key at a path. */
export function variableName(path: readonly string[]): string {
  return ['KOMAWARI', ...path].map(capitals).join('_');
}

/** Every variable that overrides a key, groups as a whole among them. */
export function listVariables(schema: z.ZodObject, above: readonly string[] = []): string[] {
  return Object.entries(schema.shape).flatMap(([key, value]) => {
    const inner = unwrapSchema(value as z.ZodType);
    return [
      variableName([...above, key]),
      ...(inner instanceof z.ZodObject ? listVariables(inner, [...above, key]) : []),
    ];
  });
}

/** A schema without the wrappers that make it optional. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrapSchema(schema.unwrap() as z.ZodType);
  }
  return schema;
}

function capitals(key: string): string {
  return key.replace(/(?<!^|[A-Z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function parseValue(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodUnion) return text;
  if (schema instanceof z.ZodArray && !text.trimStart().startsWith('[')) {
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
