import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
// A relative path: tools/ is a package of its own (the linters), so the project's # imports do not reach it.
import { DEFAULT_LOCALE, LOCALES, textDirection } from '../contract/locales.ts';
import { inPseudoLocale } from './pseudo-locale.ts';

type CompiledMessage = ReturnType<typeof compile>;

const folder = join(import.meta.dirname, '..', 'messages');

/** Keys that mails, the terminal and other programs are told in, by the server. */
const TOLD_ELSEWHERE = /^(problem|bare|cli|mail|opds|komga|kosync|auth\.told|webhook|apidocs)\./;

/** Keys that a terminal says: most show the signs that isolate a text as boxes. */
const TERMINAL = /^cli\./;

/** Values that people open and copy out of a mail or an answer: signs that nobody sees would become part of them. */
const COPIED: ReadonlySet<string> = new Set(['address', 'email', 'location', 'material', 'path', 'phone', 'url']);
const NONE: ReadonlySet<string> = new Set();

/** Keys the site shows among its own words, in sentences that the API has made: names and texts of others stand in the middle of these. */
const TOLD_HERE =
  /^(notifications\.told|cookies\.told|search\.hint|comments\.text|reports\.taken|dmca\.taken|takedowns)\./;

/** Whether only the server says a key; such keys never travel to the browser. */
const isServerOnly = (key: string) => TOLD_ELSEWHERE.test(key) || TOLD_HERE.test(key);

/** Keys that only pages of staff say; readers never fetch them. */
const STAFF_ONLY = /^(admin|upload|moderation)\./;

/** Keys that only the pages about notices and moderation say; other pages never fetch them. */
const LAW_ONLY = /^law\./;

/** Keys that only the pages of one's own account say; words of them that other pages say, too, are in none of these groups. */
const SETTINGS_ONLY = /^(account\.(?!avatar|crop|keys)\w+|importing|figures)\./;

/** Messages to staff about failures that are data: why a file was refused. */
const FAILURES = /^problem\./;

/** icu-minify's numbers for the kinds of a placeholder. */
const SELECT = 1;
const PLURAL = 2;
const TIME = 6;

/** A placeholder of a message: its name and the TypeScript type of its value. */
export interface MessageArgument {
  name: string;
  type: string;
}

/** The messages of one locale as translators write them: key to ICU text. A locale without a file has none. */
export function readMessages(locale: string): Record<string, string> {
  const file = join(folder, `${locale}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/**
 * The placeholders of an ICU message, by name in alphabetical order.
 *
 * @throws Error when the text is not ICU MessageFormat.
 */
export function messageArguments(text: string): MessageArgument[] {
  const found = new Map<string, string>();
  collect(compile(text), found);
  return [...found].map(([name, type]) => ({ name, type })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Compiles `messages/*.json` into `messages/generated/`: `<locale>.json` for the browser, `<locale>.staff.json` for
 * the pages of staff beside it, `<locale>.law.json` for those about notices, `<locale>.settings.json` for those of one's own account,
 * `<locale>.server.json` with every key, and `keys.ts`, the type of every key's placeholders. A key a locale lacks is
 * taken from English, so that work in progress runs; a test refuses to ship it. Files that would not change are not touched.
 *
 * @param pseudo English is written in the pseudo-locale, to see what is no message and what has too little room.
 * @throws Error naming the locale and the key whose text is not ICU MessageFormat.
 */
export function compileMessages({ pseudo = false } = {}): void {
  mkdirSync(join(folder, 'generated'), { recursive: true });
  const source = readMessages(DEFAULT_LOCALE);
  const compiledFor = (locale: string, key: string, text: string) =>
    pseudo && locale === DEFAULT_LOCALE ? inPseudoLocale(compiled(locale, key, text)) : compiled(locale, key, text);
  const keys = Object.keys(source).sort();
  for (const locale of LOCALES) {
    const own = readMessages(locale);
    const all = keys.map(
      (key) =>
        [
          key,
          own[key] === undefined
            ? compiledFor(DEFAULT_LOCALE, key, source[key] ?? '')
            : compiledFor(locale, key, own[key]),
        ] as const,
    );
    write(`${locale}.server.json`, JSON.stringify(Object.fromEntries(all)));
    write(
      `${locale}.json`,
      JSON.stringify(
        Object.fromEntries(
          all.filter(
            ([key]) => !isServerOnly(key) && ![STAFF_ONLY, LAW_ONLY, SETTINGS_ONLY].some((only) => only.test(key)),
          ),
        ),
      ),
    );
    write(`${locale}.law.json`, JSON.stringify(Object.fromEntries(all.filter(([key]) => LAW_ONLY.test(key)))));
    write(
      `${locale}.settings.json`,
      JSON.stringify(Object.fromEntries(all.filter(([key]) => SETTINGS_ONLY.test(key)))),
    );
    write(
      `${locale}.staff.json`,
      JSON.stringify(Object.fromEntries(all.filter(([key]) => STAFF_ONLY.test(key) || FAILURES.test(key)))),
    );
  }
  const types = keys
    .filter((key) => !isServerOnly(key))
    .map((key) => `  '${key}': ${argumentsType(messageArguments(source[key] ?? ''))};\n`);
  write(
    'keys.ts',
    `/** Every message of the site and the values it needs. */\nexport interface MessageArguments {\n${types.join('')}}\n`,
  );
}

function compiled(locale: string, key: string, text: string): CompiledMessage {
  try {
    const message = compile(text);
    return textDirection(locale) === 'rtl' && !TERMINAL.test(key)
      ? isolated(message, TOLD_ELSEWHERE.test(key) ? COPIED : NONE)
      : message;
  } catch (error) {
    throw new Error(`messages/${locale}.json: ${key}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * A message whose given names and texts, but for those copied, each keep their own direction: a Latin title takes no
 * sign or number beside it along (Unicode, UAX 9: FSI and PDI).
 */
function isolated(message: CompiledMessage, copied: ReadonlySet<string>): CompiledMessage {
  if (!Array.isArray(message)) return message;
  return (message as unknown[]).flatMap((node) => {
    if (!Array.isArray(node)) return [node];
    const [name, kind, options] = node as [string, unknown, unknown];
    if (kind === undefined && message.length > 1 && !copied.has(name)) return ['\u2068', node, '\u2069'];
    if (typeof options !== 'object' || options === null || typeof kind !== 'number' || kind > PLURAL + 1) return [node];
    return [
      [
        name,
        kind,
        Object.fromEntries(
          Object.entries(options as Record<string, CompiledMessage>).map(([branch, said]) => [
            branch,
            isolated(said, copied),
          ]),
        ),
      ],
    ];
  }) as CompiledMessage;
}

function collect(message: CompiledMessage, found: Map<string, string>): void {
  if (!Array.isArray(message)) return;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, kind, options] = node as [string, unknown, unknown];
    if (kind === SELECT) {
      const values = Object.keys(options as object)
        .filter((value) => value !== 'other')
        .map((value) => `'${value}'`);
      found.set(name, [...values, '(string & {})'].join(' | '));
    } else if (typeof kind === 'number') {
      found.set(name, kind > 4 && kind <= TIME ? 'Date | number' : 'number');
    } else if (!found.has(name)) {
      found.set(name, 'string | number');
    }
    if (typeof kind === 'number' && kind >= SELECT && kind <= PLURAL + 1) {
      for (const branch of Object.values(options as Record<string, CompiledMessage>)) {
        collect(branch, found);
      }
    }
  }
}

function argumentsType(parameters: MessageArgument[]): string {
  return parameters.length === 0
    ? 'undefined'
    : `{ ${parameters.map(({ name, type }) => `${name}: ${type}`).join('; ')} }`;
}

function write(name: string, content: string): void {
  const file = join(folder, 'generated', name);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== content) {
    writeFileSync(file, content);
  }
}

if (import.meta.main) {
  compileMessages();
}
