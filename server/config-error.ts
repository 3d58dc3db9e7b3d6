import type { z } from 'zod';
import type { Locale } from '#contract/locales.ts';
import { say } from './words.ts';

/** What can be wrong with a variable or a key; each has a message `cli.config.<rule>`. */
export type ConfigRule =
  | 'address' | 'choice' | 'empty' | 'format' | 'invalid' | 'json' | 'long' | 'max' | 'min' | 'missing' | 'required'
  | 'type' | 'unknown-key' | 'unreadable' | 'whole';

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

/** What a person reads of it: a line for each issue, `NAME: sentence`, without a line break at the end. */
export function sentencesOf(error: ConfigError, locale: Locale): string {
  return error.issues.map(({ name, rule, params }) => `${name}: ${say(locale, `cli.config.${rule}`, params)}`).join('\n');
}

/** What zod found, as rules. A check of our own says which it is in its `params`: `{ rule, ...values of the message }`. */
export function issuesOf(error: z.ZodError, nameOf: (path: readonly PropertyKey[]) => string): ConfigIssue[] {
  return error.issues.flatMap((issue) => issue.code === 'unrecognized_keys'
    ? issue.keys.map((key): ConfigIssue => ({ name: nameOf([...issue.path, key]), rule: 'unknown-key' }))
    : [{ name: nameOf(issue.path), ...broken(issue) }]);
}

function broken(issue: z.core.$ZodIssue): Omit<ConfigIssue, 'name'> {
  switch (issue.code) {
    case 'invalid_type': return { rule: 'type', params: { expected: issue.expected } };
    case 'invalid_value': return { rule: 'choice', params: { choices: issue.values.join(', ') } };
    // Of texts and lists the only lower bound is one.
    case 'too_small': return issue.origin === 'number' ? { rule: 'min', params: { min: Number(issue.minimum) } } : { rule: 'empty' };
    case 'too_big': return { rule: issue.origin === 'number' ? 'max' : 'long', params: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return issue.format === 'url' ? { rule: 'address', params: { scheme: 'https' } } : { rule: 'format', params: { pattern: issue.pattern ?? issue.format } };
    case 'custom': {
      const { rule, ...params } = issue.params as { rule: ConfigRule } & Record<string, string | number>;
      return { rule, params };
    }
    default: return { rule: 'invalid' };
  }
}
