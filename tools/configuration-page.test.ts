import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationPage, configurationSchema } from './configuration-page.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('what is said of the configuration', () => {
  it('is what is checked: `node tools/configuration-page.ts` was run', () => {
    expect(read('docs/configuration.md')).toBe(configurationPage());
    expect(JSON.parse(read('komawari.schema.json'))).toEqual(JSON.parse(JSON.stringify(configurationSchema())));
  });

  it('says something of every key', () => {
    const silent = configurationPage()
      .split('\n')
      .filter((line) => line.startsWith('| `') && /\| +\|$/.test(line));
    expect(silent).toEqual([]);
  });
});
