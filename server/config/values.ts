import { z } from 'zod';

/** A whole number between two bounds, from text. */
export function whole(min: number, max: number) {
  const isWhole = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z
    .string()
    .refine(isWhole, { params: { rule: 'whole', min, max } })
    .transform(Number);
}

/** The beginning of absolute addresses, without a slash at the end; empty where none is configured. Nothing can follow a query, and a name is no part of it. */
export function origin() {
  return address('https', '')
    .refine((url) => !/[?#@]/.test(url), { params: { rule: 'address', scheme: 'https' } })
    .default('')
    .transform((url) => withoutSlash(url) ?? '');
}

/** An origin as browsers send it: scheme, host, and a port that is not the scheme's own; a slash at its end and capitals do not matter. `*` stands for any. */
export function callingOrigin() {
  return address('https', '*')
    .refine((text) => text === '*' || new URL(text).origin === withoutSlash(text)?.toLowerCase(), {
      params: { rule: 'format', pattern: 'https://app.example' },
    })
    .overwrite((text) => (text === '*' || !URL.canParse(text) ? text : new URL(text).origin));
}

/** The address of a service, or `none`: `https` stands for http too, `postgresql` for postgres, `redis` for rediss, `smtp` for smtps. */
export function address(scheme: 'https' | 'postgresql' | 'redis' | 'smtp', none?: string) {
  const protocol = { https: /^https?:$/, postgresql: /^postgres(ql)?:$/, redis: /^rediss?:$/, smtp: /^smtps?:$/ }[
    scheme
  ];
  return z
    .string()
    .trim()
    .refine((text) => text === none || (URL.canParse(text) && protocol.test(new URL(text).protocol)), {
      abort: true,
      params: { rule: 'address', scheme },
    });
}

/** The parts of a list in one text, without spaces around them; empty ones are left out. */
export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `name=value` pairs in one text, separated by commas, percent-encoded, as OpenTelemetry's variables have them. */
export function pairs() {
  return z
    .string()
    .default('')
    .refine((text) => commaSeparated(text).every((pair) => /^[^=\s]+=(?:[^%]|%[\da-f]{2})*$/i.test(pair)), {
      params: { rule: 'format', pattern: 'name=value' },
    })
    .transform((text) =>
      Object.fromEntries(
        commaSeparated(text).map((pair): [string, string] => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), decoded(pair.slice(at + 1))];
        }),
      ),
    );
}

/** Bytes that are no UTF-8 stay as they are written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address without slashes at its end; undefined for none. */
export function withoutSlash(url: string | undefined): string | undefined {
  return url === undefined || url === '' ? undefined : url.replace(/(?<!\/)\/+$/, '');
}

/** A host name as a `Host` header has it, in small letters and without a port: `comics.example`, `127.0.0.1`, `[::1]`. */
export function hostName() {
  const named = (text: string) =>
    text.length <= 253 &&
    text.split('.').every((label) => /^(?!-)[a-z0-9-]{1,63}$/.test(label) && !label.endsWith('-'));
  return z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => named(text) || /^\[[0-9a-f:.]+\]$/.test(text), { params: { rule: 'host' } });
}
