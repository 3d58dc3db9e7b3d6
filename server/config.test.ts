import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'komawari-config-')); });
afterEach(() => rmSync(folder, { recursive: true }));

describe('the configuration', () => {
  it('runs as it is, with nothing configured', () => {
    const config = readConfig({}, folder);
    expect(config).toMatchObject({ port: 3000, host: 'localhost', dataDir: join(folder, 'data'), demo: true });
    expect(config.site).toMatchObject({ name: 'Komawari', defaultLocale: 'en', nsfw: false });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT: expected a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: expected a whole number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL: expected an address that starts with postgresql://'],
    [{ DATABASE_REPLICA_URLS: 'postgres://a/b,nonsense' }, 'DATABASE_REPLICA_URLS.1: expected an address that starts with postgresql://'],
    [{ SITE_URL: 'example.com' }, 'SITE_URL: expected an address that starts with https://'],
    [{ KOMAWARI_DEMO: 'maybe' }, 'KOMAWARI_DEMO: Invalid option: expected one of "on"|"off"'],
    [{ KOMAWARI_CONFIG: 'missing.json' }, 'KOMAWARI_CONFIG: expected an existing file, got missing.json'],
    [{ S3_BUCKET: 'pictures' }, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: expected both with S3_BUCKET'],
  ])('names a wrong variable and says what was expected: %o', (env, message) => {
    expect(() => readConfig(env as NodeJS.ProcessEnv, folder)).toThrow(message);
  });

  it('names the path of a wrong key in the file', () => {
    writeFileSync(join(folder, 'komawari.config.json'), JSON.stringify({ limits: { readsPerMinute: -1 } }));
    expect(() => readConfig({}, folder)).toThrow(/komawari\.config\.json: limits\.readsPerMinute: .*>=0/);
  });

  it('refuses a key it does not know, broken JSON, and a default locale the site does not have', () => {
    const write = (content: string) => writeFileSync(join(folder, 'komawari.config.json'), content);
    write('{"nmae": "Typo"}');
    expect(() => readConfig({}, folder)).toThrow(/nmae/);
    write('{');
    expect(() => readConfig({}, folder)).toThrow(/expected JSON/);
    write('{"locales": ["ar", "fr"]}');
    expect(() => readConfig({}, folder)).toThrow(/defaultLocale: expected one of ar, fr/);
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
    expect(() => readConfig({}, folder)).toThrow(/sites\/toons\.json: hosts/);
  });

  it('documents every variable of the environment, and no other, in .env.example', () => {
    const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
    const environment = /const Environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? '';
    const read = [...environment.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name);
    const documented = [...readFileSync(new URL('../.env.example', import.meta.url), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(read.toSorted());
  });
});
