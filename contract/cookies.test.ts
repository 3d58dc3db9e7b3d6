import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KEPT_THINGS } from './cookies.ts';

/** The functions that the sources name when they keep something in the browser, by kind. */
const WRITES = {
  cookie: [/writeCookie\('([\w-]+)'/g, /cookie\(request, '([\w-]+)'/g],
  local: [/\bstored(?:<[^(]*>)?\('([\w.]+)'/g, /writeLocal\('([\w.]+)'/g, /localStorage\.setItem\('([\w.]+)'/g],
  session: [/NAME = '(komawari\.\w+)'/g],
  database: [/indexedDB\.open\('(\w+)'/g],
} as const;

it.each(Object.keys(WRITES) as (keyof typeof WRITES)[])(
  'lists everything the site keeps in browsers, and nothing else: %s',
  (kind) => {
    const sources = [...globSync('{web,server}/**/*.{ts,tsx}'), 'index.html']
      .filter((file) => !file.includes('.test.'))
      .map((file) => readFileSync(file, 'utf8'));
    const written = new Set(
      sources.flatMap((text) => WRITES[kind].flatMap((way) => [...text.matchAll(way)].map(([, name]) => name))),
    );
    const listed = KEPT_THINGS.filter((each) => each.kind === kind).flatMap(({ names }) => names);
    expect([...written].filter((name) => !listed.includes(name!))).toEqual([]);
  },
);
