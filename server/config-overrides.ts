import { z } from 'zod';

/**
 * The keys of a configuration that the environment overrides: `KOMAWARI_` and the key's path in capitals,
 * words separated by underscores or not at all (`limits.readsPerMinute` → `KOMAWARI_LIMITS_READS_PER_MINUTE` or
 * `KOMAWARI_LIMITS_READSPERMINUTE`).
 *
 * Lists of plain values take commas, anything else JSON. Values are checked with the rest of the file.
 *
 * @returns only what was given, nested as in the file.
 */
export function environmentOverrides(schema: z.ZodObject, env: Record<string, string | undefined>, prefix = 'KOMAWARI'): Record<string, unknown> {
  const overrides: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema.shape)) {
    const name = `${prefix}_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    const inner = unwrapped(value as z.ZodType);
    const text = env[name] ?? env[`${prefix}_${key.toUpperCase()}`];
    if (text !== undefined) {
      overrides[key] = valueOf(inner, text);
    } else if (inner instanceof z.ZodObject) {
      const nested = environmentOverrides(inner, env, name);
      if (Object.keys(nested).length > 0) { overrides[key] = nested; }
    }
  }
  return overrides;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}

function valueOf(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodUnion) { return text; }
  if (schema instanceof z.ZodArray && !text.trimStart().startsWith('[')) {
    return text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
