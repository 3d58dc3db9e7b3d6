import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { FIELD_RULES, PROBLEMS } from '#contract/problems.ts';
import { argumentsOf, readMessages } from '../tools/messages.ts';

const english = readMessages('en');
const keys = Object.keys(english);
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'web', 'tools'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe.each(LOCALES)('the messages in %s', (locale) => {
  const messages = readMessages(locale);

  it('are the same as in English, in the same order', () => {
    expect(Object.keys(messages)).toEqual(keys);
  });

  it('take the same values as in English', () => {
    const different = keys.filter((key) => JSON.stringify(argumentsOf(messages[key] ?? '')) !== JSON.stringify(argumentsOf(english[key] ?? '')));
    expect(different).toEqual([]);
  });

  it('have a form for every plural the language has for whole numbers', () => {
    const rules = new Intl.PluralRules(locale);
    const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
    const incomplete = keys.filter((key) => pluralsOf(compile(messages[key] ?? '')).some((forms) => [...needed].some((form) => !forms.includes(form))));
    expect(incomplete).toEqual([]);
  });

  it('say something, without spaces around', () => {
    expect(keys.filter((key) => messages[key] === undefined || messages[key].trim() === '' || messages[key] !== messages[key].trim())).toEqual([]);
  });
});

describe('the keys', () => {
  it('have a sentence for every problem and every rule of a field', () => {
    const wanted = [...Object.keys(PROBLEMS).map((code) => `problem.${code}`), ...FIELD_RULES.map((rule) => `problem.field.${rule}`)];
    expect(wanted.filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key) => key.startsWith('problem.') && !wanted.includes(key))).toEqual([]);
  });

  it('are all said somewhere', () => {
    const templates = [...sources.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)]
      .map(([, template = '']) => new RegExp(`^${template.replace(/[.*+?^()[\]|\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`));
    const unused = keys.filter((key) => !sources.includes(`'${key}'`) && !templates.some((template) => template.test(key)));
    expect(unused).toEqual([]);
  });

  it('that server and terminal name exist', () => {
    const named = [...sources.matchAll(/'((?:problem|cli)\.(?!ts')[a-z][\w.-]*)'/g)].map(([, key = '']) => key);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });
});

/** The forms of each plural in a compiled message; exact numbers (`=0`) are left out. */
function pluralsOf(node: unknown): string[][] {
  if (!Array.isArray(node)) { return []; }
  const [, kind, options] = node as [unknown, unknown, unknown];
  const isPlural = typeof node[0] === 'string' && kind === 2 && typeof options === 'object' && options !== null;
  const branches = typeof options === 'object' && options !== null && !Array.isArray(options) ? Object.values(options) : [];
  return [
    ...(isPlural ? [Object.keys(options as object).filter((form) => !form.startsWith('='))] : []),
    ...[...node, ...branches].flatMap(pluralsOf),
  ];
}
