import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#contract/locales.ts';
import { FIELD_RULES, PROBLEMS } from '#contract/problems.ts';
import { messageArguments, readMessages } from '../tools/messages.ts';

const english = readMessages('en');
const keys = Object.keys(english);
const sources = sourcesIn('server', 'web', 'tools');

describe.each(LOCALES)('the messages in %s', (locale) => {
  const messages = readMessages(locale);

  it('are the same as in English, in the same order', () => {
    expect(Object.keys(messages)).toEqual(keys);
  });

  it('take the same values as in English', () => {
    const different = keys.filter(
      (key) =>
        JSON.stringify(messageArguments(messages[key] ?? '')) !== JSON.stringify(messageArguments(english[key] ?? '')),
    );
    expect(different).toEqual([]);
  });

  it('have a form for every plural the language has for whole numbers', () => {
    const rules = new Intl.PluralRules(locale);
    const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
    const incomplete = keys.filter((key) =>
      listPlurals(compile(messages[key] ?? '')).some((forms) => [...needed].some((form) => !forms.includes(form))),
    );
    expect(incomplete).toEqual([]);
  });

  it('leave nothing in English', () => {
    const left = keys.filter(
      (key) => !key.startsWith('cli.') && englishIn(locale, key, messages[key] ?? '').length > 0,
    );
    expect(left.map((key) => `${key}: ${messages[key]}`)).toEqual([]);
  });

  it("are set as they are printed: one sign for an ellipsis, curved quotes and apostrophes, signs of the language's own", () => {
    const wrong = keys.filter(
      (key) =>
        !key.startsWith('cli.') &&
        (/\.\.\.|"|'| {2}/.test(messages[key] ?? '') || UNPRINTED[locale]?.test(messages[key] ?? '')),
    );
    expect(wrong.map((key) => `${key}: ${messages[key]}`)).toEqual([]);
  });

  it('say something, without spaces around', () => {
    expect(
      keys.filter(
        (key) => messages[key] === undefined || messages[key].trim() === '' || messages[key] !== messages[key].trim(),
      ),
    ).toEqual([]);
  });
});

describe('French', () => {
  it('has a space that breaks no line before `:`, `;`, `?`, `!` and inside guillemets, in messages and in the texts that come with the software', () => {
    const folder = 'server/features/site-pages/templates/fr';
    const pages = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const);
    const wrong = [...Object.entries(readMessages('fr')), ...pages].filter(([, text]) => {
      // How ICU writes a number, what depends on a feature, and addresses are no sentences.
      const plain = text.replace(/, number, ::[^}]*|\{\w+\?/g, '').replace(/\]\([^)]*\)|\bhttps?:\S*/g, '');
      return / [:;?!»]|« |«[^\u00a0\u202f]|[\p{L}\p{N}}][;?!»]|[\p{L}\p{N}}]:(?=\s|$)/mu.test(plain);
    });
    expect(wrong).toEqual([]);
  });
});

describe('names in a language from right to left', () => {
  const said = (name: string, key = 'latest.empty.loosen') =>
    JSON.stringify(
      (JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8')) as Record<string, unknown>)[key],
    );

  it('keep their own direction, so that a number behind a Latin title stays where it belongs', () => {
    expect(said('ar')).toContain('"\u2068",["name"],"\u2069"');
    expect(said('en')).not.toContain('\u2068');
  });

  it('do so in all that the server says, but for addresses, which the signs would become part of, and the terminal', () => {
    expect(said('ar.server', 'notifications.told.decision')).toContain('"\u2068",["redress"],"\u2069"');
    expect(said('ar.server', 'problem.metadata-unreadable')).toContain('"\u2068",["file"],"\u2069"');
    expect(said('ar.server', 'mail.verify.body')).toContain('"\u2068",["site"],"\u2069"');
    expect(said('ar.server', 'mail.email-changed.body')).not.toContain('"\u2068",["address"]');
    expect(said('ar.server', 'cli.import.imported')).not.toContain('\u2068');
    expect(said('en.server', 'problem.metadata-unreadable')).not.toContain('\u2068');
  });
});

describe('the keys', () => {
  it('have a sentence for every problem and every rule of a field', () => {
    const wanted = [
      ...Object.keys(PROBLEMS).map((code) => `problem.${code}`),
      ...FIELD_RULES.map((rule) => `problem.field.${rule}`),
    ];
    expect(wanted.filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key) => key.startsWith('problem.') && !wanted.includes(key))).toEqual([]);
  });

  it('are all said somewhere', () => {
    expect(notSaidIn(sources, keys)).toEqual([]);
  });

  it('that every page fetches are said in the browser, and not by the server alone', () => {
    const fetched = Object.keys(JSON.parse(readFileSync('messages/generated/en.json', 'utf8')) as object);
    expect(notSaidIn(sourcesIn('web', 'contract'), fetched)).toEqual([]);
  });

  it.each([
    ['law', ['web/legal/consent', 'web/legal/notices', 'web/legal/transparency']],
    [
      'settings',
      [
        'web/members/api-keys',
        'web/members/figures',
        'web/members/groups',
        'web/members/portability',
        'web/members/proof',
        'web/members/settings',
        'web/members/trackers',
      ],
    ],
  ])('that only some pages fetch (%s) are said there alone', (group, there) => {
    const fetched = Object.keys(JSON.parse(readFileSync(`messages/generated/en.${group}.json`, 'utf8')) as object);
    const elsewhere = sourcesIn('web', 'contract', ...there.map((path) => `:!${path}`));
    expect(notSaidIn(elsewhere, fetched)).toEqual(fetched);
  });

  it('that server and terminal name exist', () => {
    const named = [...sources.matchAll(/'((?:problem|cli)\.(?!ts')[a-z][\w.-]*)'/g)].map(([, key = '']) => key);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('is followed by no colon that code puts there: French has a space before it, Chinese a wide one', () => {
    expect([...sourcesIn('web').matchAll(/\bt\([^\n]*\)\}(?:<\/\w+>)?:/g)].map(([said]) => said)).toEqual([]);
  });
});

/** The code in folders, without its tests. */
function sourcesIn(...folders: string[]): string {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** The keys that code names neither as they are nor by a template. */
function notSaidIn(code: string, among: string[]): string[] {
  const templates = [...code.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template = '']) =>
      new RegExp(`^${template.replace(/[.*+?^()[\]|\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`),
  );
  const quoted = new Set([...code.matchAll(/'([\w.-]+)(?=')/g)].map(([, text = '']) => text));
  return among.filter((key) => !quoted.has(key) && !templates.some((template) => template.test(key)));
}

/**
 * Signs that a language does not set so: Latin commas in Arabic, and a dot before Latin letters, which goes to their
 * other end without U+200E; half-width ones in Chinese, full stops in Hindi.
 */
const UNPRINTED: Partial<Record<Locale, RegExp>> = {
  ar: /[\u0600-\u06ff][,;?]|[ (]\.[a-z]/,
  zh: /[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]/,
  hi: /[\u0900-\u097f]\.(?: |$)/,
};

/** Words that stay in Latin letters where a language has others: names, formats, what is typed, keys of the keyboard. */
const NAMES = new Set(
  `
  API Discord APIs Webhook Webhooks JSON XML HTML CSV Markdown JavaScript PostgreSQL UTF SHA PDQ CTR QR BCP HTTP HTTPS https Push URL RSS Atom OPDS
  Komawari Mihon Komga KOReader Kavita LANraragi Madara WordPress MyAnimeList AniList tachibk ComicInfo NSFW DMCA RTA IP CDN CSS GB SMTP STARTTLS TLS OpenID Connect PKCE client secret post signIn WATCH Google Plausible Matomo Analytics GA
  ZIP CBZ RAR TAR PDF EPUB Deflate PNG JPEG WebP AVIF GIF MB MiB px cookie Cookie Cookies cookies tus e-ink
  Enter Delete Escape OR NOT Ctrl Shift Tab Esc Home End
  xml totp passkey safe suggestive explicit true false on off added removed import publish publish-incomplete rating language command options processes migrate json
  npm run cli help PATH PORT HOST KOMAWARI DATA RATING CODE gam game gambling black blond Standard Lines kind value note transfers allowPrivate mysqldump gzip IMPORT FOLDER wp-content uploads
  example com en pt-BR localhost Global Privacy Control Do Not Track
`
    .trim()
    .split(/\s+/),
);

/** The parts of a message that are still English: its Latin words where the language has letters of its own, the whole where it is more than a word or two. */
function englishIn(locale: Locale, key: string, text: string): string[] {
  if (locale === 'en') return [];
  const words = splitWords(text);
  if (['ar', 'hi', 'ru', 'zh'].includes(locale)) return words.filter((word) => !NAMES.has(word) && word !== locale);
  return text === english[key] && words.length > 2 ? words : [];
}

/** The words of a message in Latin letters: without placeholders, the names of plural forms, and code. */
function splitWords(text: string): string[] {
  return (
    text
      .replaceAll(/`[^`]*`/g, ' ')
      .replaceAll(/\{\w+(?:, (?:number|date|time)[^{}]*)?\}/g, ' ')
      .replaceAll(/\{\w+, (?:plural|select|selectordinal),/g, ' ')
      .replaceAll(/(?:=\d+|\b[\w-]+)\s*\{/g, ' ')
      .match(/[A-Za-z][A-Za-z-]*[A-Za-z]/g) ?? []
  );
}

/** The forms of each plural in a compiled message; exact numbers (`=0`) are left out. */
function listPlurals(node: unknown): string[][] {
  if (!Array.isArray(node)) return [];
  const [, kind, options] = node as [unknown, unknown, unknown];
  const isPlural = typeof node[0] === 'string' && kind === 2 && typeof options === 'object' && options !== null;
  const branches =
    typeof options === 'object' && options !== null && !Array.isArray(options) ? Object.values(options) : [];
  return [
    ...(isPlural ? [Object.keys(options as object).filter((form) => !form.startsWith('='))] : []),
    ...[...node, ...branches].flatMap(listPlurals),
  ];
}
