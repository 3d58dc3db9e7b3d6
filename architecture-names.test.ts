import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, product, sources, text } from './tools/house/checkout.ts';
import { isTest } from './tools/house/imports.ts';
import { FLOORS, webWing } from './tools/house/project.ts';

/** The rules of the house for names, sizes and tests (docs/conventions.md); this file alone names what they refuse. */
const SELF = 'architecture-names.test.ts';

const COMMENTED = files.filter((file) => /\.(?:tsx?|m?js|css)$/.test(file) && file !== SELF);

describe('names and sizes', () => {
  it('names are the trade’s: no function is called after what its result is of, and limits are MAX_', () => {
    const declared = /\b(?:function\*?|const|class|interface|type) (\w*[a-z]Of|MOST_\w*)\b/g;
    const odd = files
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => `${file}: ${name}`));
    expect(odd).toEqual([]);
  });

  it('types are nouns: none is called by a participle alone', () => {
    const declared =
      /^(?:export )?(?:class|interface|type) (?!Feed\b|Need\b)([A-Z][a-z]+ed|Told|Found|Kept|Given|Taken|Made|Sent|Chosen|Shown|Built|Done)\b/gm;
    const odd = files
      // Those of the contract are the names of schemas in the API's description.
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('contract/') && file !== SELF)
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => `${file}: ${name}`));
    expect(odd).toEqual([]);
  });

  it('kinds of jobs are called …_JOB; what turns rows into answers is called after that, not after a wire', () => {
    const odd = product.flatMap((file) =>
      [...(text.get(file) ?? '').matchAll(/\bconst (\w+): JobKind\b|\b(\w+OnWire)\b/g)]
        .map(([, kind, onWire]) => kind ?? onWire ?? '')
        .filter((name) => !name.endsWith('_JOB'))
        .map((name) => `${file}: ${name}`),
    );
    expect(odd).toEqual([]);
  });

  it('comments are statements: none begins with “What” or says only that something is done', () => {
    const odd = /(?:\/\*\*?|\/\/|^\s*\*)\s*(?:\*\s*)?(?:What|Does it\.)(?=\s|$)/m;
    expect(COMMENTED.filter((file) => odd.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('comments cite no document that is not here', () => {
    const odd = /\bspecification, section|\b(?:mockups?|research\/\w+)\b/i;
    expect(COMMENTED.filter((file) => odd.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('every file of the site stands in a room of a wing', () => {
    const wings = new Set([...Object.keys(FLOORS), 'testing']);
    expect(files.filter((file) => file.startsWith('web/') && !wings.has(webWing(file) ?? ''))).toEqual([]);
  });

  it('no folder of the site or the server holds more than 30 files of code', () => {
    const folders = Map.groupBy(
      product.filter((file) => /^(?:web|server)\//.test(file)),
      (file) => posix.dirname(file),
    );
    const large = [...folders].filter(([, inside]) => inside.length > 30).map(([folder]) => folder);
    expect(large).toEqual([]);
  });

  it('vite.config.ts names no file of the site but its entry and the sprite', () => {
    const named = [...(text.get('vite.config.ts') ?? '').matchAll(/web\\?\/[\w./\\-]*\w\.\w+/g)].map(([path]) =>
      path.replaceAll('\\', ''),
    );
    expect(named.filter((path) => !['web/app/render.tsx', 'web/ui/basic/sprite.svg'].includes(path))).toEqual([]);
  });

  it('names say what is inside: kebab-case, no barrels, no catch-alls', () => {
    const named = files.filter((file) => /^(contract|demo|server|web|e2e|bench|tools)\//.test(file));
    expect(
      named.filter((file) =>
        /(^|\/)(utils?|helpers?|misc|common|manager|service|shared|lib)(\/|\.[jt]sx?$)|(^|\/)index\.tsx?$/.test(file),
      ),
    ).toEqual([]);
    expect(sources.filter((file) => !/^(?:[a-z0-9.-]+\/)*[a-z0-9.-]+$/.test(file))).toEqual([]);
    expect(product.filter((file) => /^export \* /m.test(text.get(file) ?? ''))).toEqual([]);
  });

  it('no file is longer than 400 lines, no test than 600', () => {
    const long = files
      .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
      .filter((file) => !file.includes('/generated/') && file !== 'server/db/schema.ts')
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(({ file, lines }) => lines > (isTest(file) ? 600 : 400));
    expect(long).toEqual([]);
  });

  it('nothing is left for later', () => {
    const marks = new RegExp(
      ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].map((mark) => `\\b${mark}\\b`).join('|'),
    );
    expect(sources.filter((file) => marks.test(text.get(file) ?? ''))).toEqual([]);
    expect(
      sources.filter((file) =>
        /\b(it|test|describe)\.(only|skip|skipIf|runIf|todo|fixme)\b/.test(
          (text.get(file) ?? '').replace(/\/.*\\b.*\//g, ''),
        ),
      ),
    ).toEqual([]);
  });

  it('the lock file holds no download addresses', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"/);
  });

  it('only named things are exported, but where a tool asks for a default', () => {
    expect(
      product.filter((file) => /^export default/m.test(text.get(file) ?? '') && !file.endsWith('config.ts')),
    ).toEqual([]);
  });
});

/** Tests that may name a clock, and why. */
const CLOCKS: Record<string, string> = {
  'tools/regular-expressions.test.ts':
    'no engine tells how often an expression goes back: the processor’s time on its own thread, a tenth of what a quadratic one takes, three times over',
  'server/testing/staleness.ts':
    'how long a process shows what another one withdrew is a promise in seconds: what is kept without being forgotten takes minutes',
  'e2e/catalogue/ads.spec.ts': 'makes the page’s clock slower, and reads none',
};

it('tests count work and do not time it', () => {
  const clock =
    /\bperformance\.now\b|\bhrtime\b|\b(?:threadC|c)puUsage\b|Date\.now\(\) - (?:start|began|begun|before|since)/;
  expect(files.filter((file) => isTest(file) && file !== SELF && clock.test(text.get(file) ?? '')).toSorted()).toEqual(
    Object.keys(CLOCKS).toSorted(),
  );
});
