import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, sentencesOf } from './config-error.ts';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'komawari-config-')); });
afterEach(() => rmSync(folder, { recursive: true }));

/** What a person is told of a configuration that cannot be used. */
function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env, folder);
  } catch (error) {
    if (error instanceof ConfigError) { return sentencesOf(error, 'en'); }
    throw error;
  }
  return '';
}

describe('the configuration', () => {
  it('runs as it is, with nothing configured', () => {
    const config = readConfig({}, folder);
    expect(config).toMatchObject({ port: 3000, host: 'localhost', dataDir: join(folder, 'data'), demo: true });
    expect(config.site).toMatchObject({ name: 'Komawari', defaultLocale: 'en', nsfw: false });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT: Expected a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT: Expected a whole number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL: Expected an address that starts with postgresql://.'],
    [{ DATABASE_REPLICA_URLS: 'postgres://a/b,nonsense' }, 'DATABASE_REPLICA_URLS.1: Expected an address that starts with postgresql://.'],
    [{ SITE_URL: 'example.com' }, 'SITE_URL: Expected an address that starts with https://.'],
    [{ KOMAWARI_DEMO: 'maybe' }, 'KOMAWARI_DEMO: Expected one of: on, off.'],
    [{ KOMAWARI_CONFIG: 'missing.json' }, 'KOMAWARI_CONFIG: There is no file missing.json.'],
    [{ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY: Required with S3_BUCKET.'],
    [
      { PORT: 'eighty', REDIS_URL: 'localhost' },
      'PORT: Expected a whole number from 0 to 65535.\nREDIS_URL: Expected an address that starts with redis://.',
    ],
  ])('names every wrong variable and says what was expected: %o', (env, said) => {
    expect(refusal(env as NodeJS.ProcessEnv)).toBe(said);
  });

  it.each([
    ['{"limits": {"readsPerMinute": -1, "signedHours": 1.5}}', ': limits.readsPerMinute: Must be at least 0.', ': limits.signedHours: Expected a whole number.'],
    ['{"premium": {"previewPages": 101}, "letter": "Komawari"}', ': letter: Expected at most 4 characters.', ': premium.previewPages: Must be at most 100.'],
    ['{"nmae": "Typo", "limits": {"writes": 1}}', ': limits.writes: There is no such key.', ': nmae: There is no such key.'],
    ['{"id": "A B", "name": "", "nsfw": "yes"}', ': id: Expected a value that matches /^[a-z0-9-]{1,40}$/.', ': name: This must not be empty.', ': nsfw: Expected true or false.'],
    ['{"url": "example.com", "links": [{"label": "Shop", "url": "shop"}]}', ': url: Expected an address that starts with https://.', ': links.0.url: Expected an address that starts with https://.'],
    ['{"locales": ["ar", "fr"]}', ': defaultLocale: Expected one of: ar, fr.'],
    ['{"locales": []}', ': locales: This must not be empty.'],
    ['[]', ': Expected an object with keys.'],
    ['{\n"name": "A",\n}', ': Expected JSON; it goes wrong at line 3.'],
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
    const { site } = readConfig({
      KOMAWARI_NAME: 'From the environment', KOMAWARI_NSFW: 'true', KOMAWARI_FEATURES: 'tags, artists',
      KOMAWARI_LIMITS_READS_PER_MINUTE: '5', KOMAWARI_LINKS: '[{"label":"Shop","url":"https://shop.example"}]',
    }, folder);
    expect(site).toMatchObject({
      name: 'From the environment', nsfw: true, features: ['tags', 'artists'], limits: { readsPerMinute: 5 },
      links: [{ label: 'Shop', url: 'https://shop.example' }],
    });
  });

  it('lets the environment override one key of a group and keeps the others of the file', () => {
    writeFileSync(join(folder, 'komawari.config.json'), JSON.stringify({ limits: { readsPerMinute: 9, signedHours: 2 } }));
    const { site } = readConfig({ KOMAWARI_LIMITS_READS_PER_MINUTE: '5', KOMAWARI_DEFAULTLOCALE: 'de' }, folder);
    expect(site).toMatchObject({ limits: { readsPerMinute: 5, signedHours: 2 }, defaultLocale: 'de' });
  });

  it('gives each site its own address, and all of them the CDN before the one library', () => {
    mkdirSync(join(folder, 'sites'));
    const write = (name: string, more: object) => writeFileSync(join(folder, 'sites', `${name}.json`), JSON.stringify({ id: name, hosts: [`${name}.example`], ...more }));
    write('a', { url: 'https://a.example/' });
    write('b', { cdn: 'https://cdn.b.example' });
    const { site, sites } = readConfig({ SITE_URL: 'https://main.example/', CDN_URL: 'https://cdn.example' }, folder);
    expect([site, ...sites].map(({ url, cdn }) => [url, cdn])).toEqual([
      ['https://main.example', 'https://cdn.example'], ['https://a.example', 'https://cdn.example'], ['', 'https://cdn.b.example'],
    ]);
  });

  it('reads further sites from sites/ and refuses one without a host', () => {
    mkdirSync(join(folder, 'sites'));
    writeFileSync(join(folder, 'sites', 'toons.json'), JSON.stringify({ id: 'toons', hosts: ['toons.example'], variant: 'webtoon' }));
    expect(readConfig({}, folder).sites).toMatchObject([{ id: 'toons', variant: 'webtoon' }]);
    writeFileSync(join(folder, 'sites', 'toons.json'), JSON.stringify({ id: 'toons' }));
    expect(refusal({})).toBe('sites/toons.json: hosts: This must not be empty.');
  });

  it('documents every variable of the environment, and no other, in .env.example', () => {
    const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
    const environment = /const Environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? '';
    const read = [...environment.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name);
    const documented = [...readFileSync(new URL('../.env.example', import.meta.url), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(read.toSorted());
  });
});
