import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Locale } from '#contract/locales.ts';
import { readConfig } from './config.ts';
import { ConfigError, describeConfigError } from './errors.ts';
import { secretSource } from './sign-in.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The message a person gets for a configuration that cannot be used. */
function refusal(env: NodeJS.ProcessEnv, locale: Locale = 'en'): string {
  try {
    readConfig(env, folder);
  } catch (error) {
    if (error instanceof ConfigError) return describeConfigError(error, locale);
    throw error;
  }
  return '';
}

/** Writes a file of a further site. */
function write(name: string, content: object): void {
  mkdirSync(join(folder, 'sites'), { recursive: true });
  writeFileSync(join(folder, 'sites', `${name}.json`), JSON.stringify(content));
}

describe('the configuration', () => {
  it('runs as it is, with nothing configured', () => {
    const config = readConfig({}, folder);
    expect(config).toMatchObject({ port: 3000, host: 'localhost', dataDir: join(folder, 'data'), demo: true });
    expect(config.site).toMatchObject({ name: 'Komawari', defaultLocale: 'en', nsfw: false });
  });

  it.each(['KOMAWARI_ADMIN_NAME', 'KOMAWARI_ADMIN_USERNAME'])('takes the first admin’s name as %s', (name) => {
    const { admin } = readConfig(
      { [name]: 'Rosa', KOMAWARI_ADMIN_EMAIL: 'rosa@mail.test', KOMAWARI_ADMIN_PASSWORD: 'nine kites fly' },
      folder,
    );
    expect(admin).toEqual({ username: 'Rosa', email: 'rosa@mail.test', password: 'nine kites fly' });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT: Expected a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT: Expected a whole number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL: Expected an address that starts with postgresql://.'],
    [
      { DATABASE_REPLICA_URLS: 'postgres://a/b,nonsense' },
      'DATABASE_REPLICA_URLS.1: Expected an address that starts with postgresql://.',
    ],
    [{ SITE_URL: 'example.com' }, 'SITE_URL: Expected an address that starts with https://.'],
    [{ KOMAWARI_DEMO: 'maybe' }, 'KOMAWARI_DEMO: Expected one of: on, off.'],
    [{ KOMAWARI_FEATURE: 'tags' }, 'KOMAWARI_FEATURE: There is no such key; did you mean KOMAWARI_FEATURES?'],
    [{ KOMAWARI_LIMITS_SIGNED_HOURS: 'many' }, 'KOMAWARI_LIMITS_SIGNED_HOURS: Expected a number.'],
    [
      { KOMAWARI_LIMITS: '{"signedHours": 0}', KOMAWARI_LOCALES: 'en,tlh' },
      'KOMAWARI_LOCALES.1: Expected one of: ar, de, en, es, fr, hi, id, pt, ru, zh.\nKOMAWARI_LIMITS.signedHours: Must be at least 1.',
    ],
    [{ KOMAWARI_DEFAULTLOCALE: 'fr', KOMAWARI_LOCALES: 'en' }, 'KOMAWARI_DEFAULTLOCALE: Expected one of: en.'],
    [{ KOMAWARI_CONFIG: 'missing.json' }, 'KOMAWARI_CONFIG: There is no file missing.json.'],
    [
      { KOMAWARI_ADMIN_USERNAME: 'Rosa', KOMAWARI_ADMIN_EMAIL: 'rosa@mail.test' },
      'KOMAWARI_ADMIN_PASSWORD: Required with KOMAWARI_ADMIN_USERNAME.',
    ],
    [
      { KOMAWARI_ADMIN_USERNAME: 'Rosa', KOMAWARI_ADMIN_NAME: 'Ann' },
      'KOMAWARI_ADMIN_USERNAME: KOMAWARI_ADMIN_NAME already has Ann.',
    ],
    [{ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY: Required with S3_ACCESS_KEY_ID.'],
    [{ S3_REDIRECT_URL: 'https://s3.example' }, 'S3_BUCKET: Required with S3_REDIRECT_URL.'],
    [
      { PORT: 'eighty', REDIS_URL: 'localhost' },
      'PORT: Expected a whole number from 0 to 65535.\nREDIS_URL: Expected an address that starts with redis://.',
    ],
  ])('names every wrong variable and says what was expected: %o', (env, said) => {
    expect(refusal(env as NodeJS.ProcessEnv)).toBe(said);
  });

  it.each([
    [
      '{"limits": {"readsPerMinute": -1, "signedHours": 1.5}}',
      ': limits.readsPerMinute: Must be at least 0.',
      ': limits.signedHours: Expected a whole number.',
    ],
    [
      '{"premium": {"previewPages": 101}, "letter": "Komawari"}',
      ': letter: Expected at most 4 characters.',
      ': premium.previewPages: Must be at most 100.',
    ],
    [
      '{"nmae": "Typo", "limits": {"writes": 1}}',
      ': limits.writes: There is no such key.',
      ': nmae: There is no such key; did you mean name?',
    ],
    [
      '{"id": "A B", "name": "", "nsfw": "yes"}',
      ': id: Expected a value that matches /^[a-z0-9-]{1,40}$/.',
      ': name: This must not be empty.',
      ': nsfw: Expected true or false.',
    ],
    [
      '{"url": "example.com", "links": [{"label": "Shop", "url": "shop"}]}',
      ': url: Expected an address that starts with https://.',
      ': links.0.url: Expected an address that starts with https://.',
    ],
    [
      '{"analytics": {"provider": "matomo", "siteId": "comics"}}',
      ': analytics.url: Required with analytics.provider: matomo.',
      ': analytics.siteId: Expected a value that matches /^[1-9]\\d{0,8}$/.',
    ],
    [
      '{"analytics": {"provider": "ga4"}, "consent": {"ads": "never"}}',
      ': analytics.siteId: Required with analytics.provider: ga4.',
      ': consent.ads: Expected one of: ask, none.',
    ],
    [
      '{"url": "https://me:secret@a.example", "cdn": "https://a.example/?b"}',
      ': url: Expected an address that starts with https://.',
      ': cdn: Expected an address that starts with https://.',
    ],
    ['{"signIn": {"passwords": false}}', ': signIn.providers: Required with signIn.passwords: false.'],
    [
      '{"signIn": {"providers": [{"id": "a", "name": "A", "issuer": "a.example", "clientId": "c", "roles": {"x": "king"}}]}}',
      ': signIn.providers.0.issuer: Expected an address that starts with https://.',
      ': signIn.providers.0.roles.x: Expected one of: user, uploader, moderator, admin.',
    ],
    ['{"locales": ["ar", "fr"]}', ': defaultLocale: Expected one of: ar, fr.'],
    ['{"locales": []}', ': locales: This must not be empty.'],
    [
      '{"ageGate": {"mode": "strict", "countries": {"uk": "off"}, "days": 0}}',
      ': ageGate.mode: Expected one of: off, self-declaration, external.',
      ': ageGate.countries.uk: Expected a value that matches /^[A-Z]{2}$/.',
      ': ageGate.days: Must be at least 1.',
    ],
    [
      '{"ageGate": {"countries": {"GB": "external"}}}',
      ': ageGate.provider: Required with ageGate.countries.GB: external.',
    ],
    [
      '{"ageGate": {"mode": "external", "provider": {"name": "A", "url": "check", "secret": "short"}}}',
      ': ageGate.provider.url: Expected an address that starts with https://.',
      ': ageGate.provider.secret: Expected a value that matches /^\\S{32,200}$/.',
    ],
    ['{"locales": ["en", "tlh"]}', ': locales.1: Expected one of: ar, de, en, es, fr, hi, id, pt, ru, zh.'],
    ['{"features": ["tags", "ads", "tags"]}', ': features.2: tags is listed twice.'],
    [
      '{"ads": {"spots": [{"nmae": "top"}]}}',
      ': ads.spots.0.name: Expected one of: top, bottom, list, comic, reader.',
      ': ads.spots.0.wide: Expected a list.',
      ': ads.spots.0.narrow: Expected a list.',
      ': ads.spots.0.nmae: There is no such key; did you mean name?',
    ],
    [
      '{"social": {"name": "Mastodon"}, "theme": "blue", "title": 5}',
      ': title: Expected text.',
      ': social: Expected a list.',
      ': theme: Expected one of: dark, light, system.',
    ],
    [
      '{"contact": "us", "ageGate": {"countries": {"gb": "off"}}}',
      ': contact: Expected an email address.',
      ': ageGate.countries.gb: Expected a value that matches /^[A-Z]{2}$/.',
    ],
    [
      '{"hosts": ["a.example"]}',
      ': hosts: This belongs in the files in sites/: the configuration file is the site of every host that none of them names.',
    ],
    ['null', ': Expected an object with keys.'],
    ['[]', ': Expected an object with keys.'],
    ['{\n"name": "A",\n}', ': Expected JSON; it is invalid at line 3.'],
    ['', ': Expected JSON.'],
  ])('names every wrong key of the file and says what was expected: %s', (content, ...said) => {
    const file = join(folder, 'komawari.config.json');
    writeFileSync(file, content);
    expect(refusal({})).toBe(said.map((each) => `${file}${each}`).join('\n'));
  });

  it('says that a file cannot be read', () => {
    const file = join(folder, 'komawari.config.json');
    mkdirSync(file);
    expect(refusal({})).toBe(`${file}: This file cannot be read (EISDIR).`);
  });

  it('lets the environment override every key of the file', () => {
    writeFileSync(join(folder, 'komawari.config.json'), JSON.stringify({ name: 'From the file', nsfw: false }));
    const { site } = readConfig(
      {
        KOMAWARI_NAME: 'From the environment',
        KOMAWARI_NSFW: 'true',
        KOMAWARI_FEATURES: 'tags, artists',
        KOMAWARI_LIMITS_READS_PER_MINUTE: '5',
        KOMAWARI_LINKS: '[{"label":"Shop","url":"https://shop.example"}]',
      },
      folder,
    );
    expect(site).toMatchObject({
      name: 'From the environment',
      nsfw: true,
      features: ['tags', 'artists'],
      limits: { readsPerMinute: 5 },
      links: [{ label: 'Shop', url: 'https://shop.example' }],
    });
  });

  it('lets the environment override one key of a group and keeps the others of the file', () => {
    writeFileSync(
      join(folder, 'komawari.config.json'),
      JSON.stringify({ limits: { readsPerMinute: 9, signedHours: 2 } }),
    );
    const { site } = readConfig({ KOMAWARI_LIMITS_READS_PER_MINUTE: '5', KOMAWARI_DEFAULTLOCALE: 'de' }, folder);
    expect(site).toMatchObject({ limits: { readsPerMinute: 5, signedHours: 2 }, defaultLocale: 'de' });
  });

  it('gives each site its own address, and all of them the CDN before the one library', () => {
    write('a', { hosts: ['a.example'], url: 'https://a.example/' });
    write('b', { hosts: ['b.example'], cdn: 'https://cdn.b.example' });
    const { site, sites } = readConfig({ SITE_URL: 'https://main.example/', CDN_URL: 'https://cdn.example' }, folder);
    expect([site, ...sites].map(({ url, cdn }) => [url, cdn])).toEqual([
      ['https://main.example', 'https://cdn.example'],
      ['https://a.example', 'https://cdn.example'],
      ['', 'https://cdn.b.example'],
    ]);
  });

  it('reads further sites from sites/, named by their files where they say no more', () => {
    write('toons', {
      hosts: ['Toons.example', '127.0.0.1'],
      variant: 'webtoon',
      name: 'éclair',
      $schema: '../komawari.schema.json',
    });
    expect(readConfig({}, folder).sites).toMatchObject([
      { id: 'toons', hosts: ['toons.example', '127.0.0.1'], variant: 'webtoon', title: 'éclair', letter: 'É' },
    ]);
  });

  it.each<[string, object, ...string[]]>([
    ['without a host', { hosts: [] }, ': hosts: This must not be empty.'],
    [
      'with a host that is none',
      { hosts: ['a.example:8080', 'https://b.example', '-c.example', 'ok.example'] },
      ...[0, 1, 2].map(
        (at) => `: hosts.${at}: Expected a host name in lower case without a port, such as comics.example.`,
      ),
    ],
    [
      'with the host of another',
      { hosts: ['new.example', 'FIRST.example'] },
      ': hosts.1: a-first.json already has first.example.',
    ],
    ['with the id of another', { id: 'a-first' }, ': id: a-first.json already has a-first.'],
    ['with the id of the configuration file', { id: 'komawari' }, ': id: komawari.config.json already has komawari.'],
    [
      'with keys that would do nothing',
      { defaultRating: 'safe', retention: { jobs: 3 } },
      ': defaultRating: This belongs in the configuration file: it applies to every site.',
      ': retention: This belongs in the configuration file: it applies to every site.',
    ],
  ])('refuses a further site %s', (_what, content, ...said) => {
    write('a-first', { hosts: ['first.example'] });
    write('toons', { hosts: ['toons.example'], ...content });
    expect(refusal({})).toBe(said.map((each) => `${join(folder, 'sites', 'toons.json')}${each}`).join('\n'));
  });

  it('tells of every file that is wrong, in the terminal’s language', () => {
    writeFileSync(join(folder, 'komawari.config.json'), '\uFEFF{"theme": "blue"}');
    write('one', { hosts: ['one.example'], nsfw: 1 });
    write('two', { hosts: ['two.example'], nsfw: 2 });
    expect(refusal({}).split('\n')).toHaveLength(3);
    expect(refusal({}, 'de')).not.toContain('Expected');
  });

  it('takes any variable from a file, without the line break at its end, and names the file’s variable where its value is wrong', () => {
    const file = (name: string, content: string) => writeFileSync(join(folder, name), content);
    file('database', 'postgresql://site:secret@db/site\n');
    file('webhook', `whsec_${Buffer.alloc(24).toString('base64')}\r\n`);
    file('empty', '\n');
    const config = readConfig(
      {
        DATABASE_URL_FILE: 'database',
        KOMAWARI_PREMIUM_WEBHOOK_SECRET_FILE: join(folder, 'webhook'),
        REDIS_URL_FILE: 'empty',
      },
      folder,
    );
    expect(config.databaseUrl).toBe('postgresql://site:secret@db/site');
    expect(config.site.premium.webhookSecret).toMatch(/^whsec_A+$/);
    expect(config.redisUrl).toBe(undefined);
    file('database', 'mysql://host/secret');
    file('webhook', 'secret');
    expect(refusal({ DATABASE_URL_FILE: 'database' })).toBe(
      'DATABASE_URL_FILE: Expected an address that starts with postgresql://.',
    );
    expect(refusal({ KOMAWARI_PREMIUM_WEBHOOK_SECRET_FILE: 'webhook' })).toMatch(
      /^KOMAWARI_PREMIUM_WEBHOOK_SECRET_FILE: (?!.*\bsecret\b)/,
    );
  });

  it('tells of files with a value that are missing, cannot be read, are too large, or given beside the value itself', () => {
    mkdirSync(join(folder, 'a-folder'));
    writeFileSync(join(folder, 'large'), Buffer.alloc(200_000, 'a'));
    expect(
      refusal({
        SMTP_URL_FILE: '/run/secrets/none',
        REDIS_URL_FILE: 'a-folder',
        DATABASE_URL_FILE: 'large',
        S3_SECRET_ACCESS_KEY_FILE: 'large',
        S3_SECRET_ACCESS_KEY: 'secret',
      }),
    ).toBe(
      [
        'SMTP_URL_FILE: There is no file /run/secrets/none.',
        'REDIS_URL_FILE: This file cannot be read (EISDIR).',
        'DATABASE_URL_FILE: This file cannot be read (EFBIG).',
        'S3_SECRET_ACCESS_KEY_FILE: Give either this or S3_SECRET_ACCESS_KEY, not both.',
      ].join('\n'),
    );
    expect(refusal({ KOMAWARI_PURGE_TOKN_FILE: 'x' })).toBe(
      'KOMAWARI_PURGE_TOKN_FILE: There is no such key; did you mean KOMAWARI_PURGE_TOKEN_FILE?',
    );
  });

  it('documents every variable of the environment, and no other, in .env.example', () => {
    const source = readFileSync(new URL('./environment.ts', import.meta.url), 'utf8');
    const environment = /const Environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? '';
    const read = [...environment.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name);
    const documented = [
      ...readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm),
    ].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(read.toSorted());
  });

  it('takes secrets of providers by variable and by file, and trusts no proxy’s header without its address', () => {
    const provider = { id: 'my-corp', name: 'Corp', issuer: 'https://sso.example', clientId: 'comics' };
    const signIn = JSON.stringify([provider]);
    const env = { KOMAWARI_SIGN_IN_PROVIDERS: signIn, KOMAWARI_SIGN_IN_SECRET_MY_CORP_FILE: 'secret.txt' };
    expect(refusal(env)).toBe('signIn.providers.my-corp: There is no file secret.txt.');
    const { site, providerSecrets } = readConfig(
      { KOMAWARI_SIGN_IN_PROVIDERS: signIn, KOMAWARI_SIGN_IN_SECRET_MY_CORP: 'whispered' },
      folder,
    );
    expect(secretSource(providerSecrets, site.signIn.providers[0]!)).toEqual({ text: 'whispered' });
    expect(secretSource(readConfig({}, folder).providerSecrets, site.signIn.providers[0]!)).toBeNull();
    const proxy = { KOMAWARI_SIGN_IN_PROXY: '{"name": "Office", "header": "Remote-User"}' };
    expect(refusal(proxy)).toBe('TRUST_PROXY: Required with signIn.proxy (komawari).');
    expect(refusal({ ...proxy, TRUST_PROXY: '1' })).toBe('TRUST_PROXY: Expected a list.');
    expect(refusal({ ...proxy, TRUST_PROXY: '10.0.0.5' })).toBe('');
  });
});
