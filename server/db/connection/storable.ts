/** Takes the place of a character that no text can hold, as in HTML and UTF-8. */
const REPLACEMENT = '\ufffd';

/**
 * The parameters of a statement, with what PostgreSQL can store neither in text nor in JSON (U+0000 and halves of characters)
 * replaced by U+FFFD: in texts, in arrays of them, and inside JSON, whether as a character or escaped. A text that merely looks
 * like an escape stays. Everything else, and a list without anything to replace, is returned as it came.
 *
 * @param text the statement; a parameter is JSON where it says `$1::json` or `$1::jsonb`, or is an object.
 */
export function storableValues(text: string, values: unknown[]): unknown[] {
  let cleaned: unknown[] | undefined;
  let json: Set<number> | undefined;
  for (const [at, value] of values.entries()) {
    let clean = storable(value);
    if (typeof clean === 'string' && clean.includes('\\u')) {
      json ??= jsonParameters(text);
      if (json.has(at + 1)) {
        clean = storableJson(clean);
      }
    }
    if (clean !== value) {
      (cleaned ??= [...values])[at] = clean;
    }
  }
  return cleaned ?? values;
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.every((item) => storable(item) === item) ? value : value.map(storable);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value;
  return storableJson(storableText(JSON.stringify(value)));
}

function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', REPLACEMENT) : whole;
}

/** JSON escapes: a pair of surrogates, any other code unit, any other character. */
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|[^])/g;

function storableJson(text: string): string {
  return text.replace(ESCAPE, (escape: string, unit: string | undefined) =>
    unit === undefined || !/^(0000|[dD][89a-fA-F]..)$/.test(unit) ? escape : REPLACEMENT,
  );
}

function jsonParameters(text: string): Set<number> {
  return new Set([...text.matchAll(/\$(\d+)::json/g)].map(([, number]) => Number(number)));
}
