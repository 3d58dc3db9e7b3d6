import { z } from 'zod';
import type { Locale } from '#contract/locales.ts';
import { unwrapSchema } from './overrides.ts';
import { slipsBetween } from '#server/search/spelling.ts';
import { translate } from '#server/i18n/translate.ts';

/** The faults of a variable or a key; each has a message `cli.config.<rule>`. */
export type ConfigRule =
  | 'address'
  | 'both'
  | 'choice'
  | 'elsewhere'
  | 'empty'
  | 'fixed'
  | 'format'
  | 'host'
  | 'invalid'
  | 'json'
  | 'locked-out'
  | 'listen'
  | 'long'
  | 'mail'
  | 'max'
  | 'min'
  | 'missing'
  | 'misspelt'
  | 'picture'
  | 'required'
  | 'style'
  | 'taken'
  | 'twice'
  | 'type'
  | 'unknown-key'
  | 'unreadable'
  | 'unwritable'
  | 'whole';

/** One thing that is wrong: `name` is a variable, a file, or `file: path.of.key`. */
export interface ConfigIssue {
  name: string;
  rule: ConfigRule;
  params?: Record<string, string | number>;
}

/** A configuration that cannot be used, with everything found wrong; at least one issue. */
export class ConfigError extends Error {
  readonly issues: readonly ConfigIssue[];

  constructor(...issues: ConfigIssue[]) {
    super(issues.map(({ name, rule }) => `${name}: ${rule}`).join('\n'));
    this.name = 'ConfigError';
    this.issues = issues;
  }
}

/** Its text for people: a line for each issue, `NAME: sentence`, without a line break at the end. */
export function describeConfigError(error: ConfigError, locale: Locale): string {
  return error.issues.map((issue) => `${issue.name}: ${describeIssue(issue, locale)}`).join('\n');
}

/** The sentence about one thing that is wrong, without its name. */
export function describeIssue({ rule, params }: ConfigIssue, locale: Locale): string {
  return translate(locale, `cli.config.${rule}`, params);
}

/**
 * The rules that a zod error says were broken. A check of our own says which it is in its `params`: `{ rule, ...values of the message }`.
 *
 * @param schema what was checked, for what a key that is not there was meant to be.
 */
export function configIssues(
  error: z.ZodError,
  nameFor: (path: readonly PropertyKey[]) => string,
  schema?: z.ZodType,
): ConfigIssue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key): ConfigIssue => {
          const suggestion = nearest(key, keysAt(schema, issue.path));
          return {
            name: nameFor([...issue.path, key]),
            ...(suggestion === null ? { rule: 'unknown-key' } : { rule: 'misspelt', params: { suggestion } }),
          };
        })
      : [{ name: nameFor(issue.path), ...broken(issue) }],
  );
}

/** Which of some names was meant by one that is none of them: at most two slips of the hand away, and fewer than half of it; null for none. */
export function nearest(name: string, of: readonly string[]): string | null {
  const most = Math.min(2, Math.floor((name.length - 1) / 2));
  const [best] = of
    .map((each) => ({ each, slips: slipsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips);
  return best?.each ?? null;
}

function keysAt(schema: z.ZodType | undefined, [key, ...rest]: readonly PropertyKey[]): string[] {
  const inner = schema === undefined ? undefined : unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return keysAt(inner.element as z.ZodType, rest);
  if (!(inner instanceof z.ZodObject)) return [];
  return key === undefined ? Object.keys(inner.shape) : keysAt(inner.shape[String(key)] as z.ZodType | undefined, rest);
}

function broken(issue: z.core.$ZodIssue): Omit<ConfigIssue, 'name'> {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', params: { expected: issue.expected === 'tuple' ? 'array' : issue.expected } };
    case 'invalid_value':
      return { rule: 'choice', params: { choices: issue.values.join(', ') } };
    // Of texts and lists the only lower bound is one.
    case 'too_small':
      return issue.origin === 'number' ? { rule: 'min', params: { min: Number(issue.minimum) } } : { rule: 'empty' };
    case 'too_big':
      return { rule: issue.origin === 'number' ? 'max' : 'long', params: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return issue.format === 'url'
        ? { rule: 'address', params: { scheme: 'https' } }
        : { rule: 'format', params: { pattern: issue.pattern ?? issue.format } };
    case 'invalid_key':
      return issue.issues[0] === undefined ? { rule: 'invalid' } : broken(issue.issues[0]);
    case 'custom': {
      const { rule, ...params } = issue.params as { rule: ConfigRule } & Record<string, string | number>;
      return { rule, params };
    }
    default:
      return { rule: 'invalid' };
  }
}
