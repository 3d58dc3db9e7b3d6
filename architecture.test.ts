import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { files, imports, product, text } from './tools/house/checkout.ts';
import { circles } from './tools/house/graph.ts';
import { FLOORS, HOUSE, drawProject, partsFrom, serverFeature, serverRoom, webWing } from './tools/house/project.ts';

/** The rules of the house (docs/architecture.md), read from the imports of every file; those of names and sizes: architecture-names.test.ts. */
const productImports = new Map(product.map((file) => [file, imports.get(file) ?? []]));

/** Every import of `from` that `allowed` refuses, as `file → import`. */
function refused(from: RegExp, allowed: (to: string, file: string) => boolean): string[] {
  return product
    .filter((file) => from.test(file))
    .flatMap((file) => (imports.get(file) ?? []).filter((to) => !allowed(to, file)).map((to) => `${file} → ${to}`));
}

const inProject = (to: string) => /^(contract|clients|demo|server|web|messages|bench|e2e|tools|build)\//.test(to);
const wingFor = (path: string) => webWing(path) ?? '';
const floorFor = (path: string) => FLOORS[wingFor(path)] ?? 0;

describe('who may import whom', () => {
  it('contract imports zod and itself only', () => {
    expect(refused(/^contract\//, (to) => to === 'zod' || to.startsWith('contract/'))).toEqual([]);
  });

  it('server and web never import each other', () => {
    expect(refused(/^server\//, (to) => !to.startsWith('web/'))).toEqual([]);
    expect(refused(/^web\//, (to) => !to.startsWith('server/'))).toEqual([]);
  });

  it('the site takes types, constants in CAPITALS and functions from the contract, but no schema: with the first one comes zod', () => {
    const taken = product
      .filter((file) => file.startsWith('web/'))
      .flatMap((file) =>
        [...(text.get(file) ?? '').matchAll(/^(?:import|export) (?!type\b)([^;]*?) from ['"]#contract\//gm)].flatMap(
          ([, names = '']) =>
            names
              .replace(/[{}]/g, '')
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '')
              .map((name) => ({ file, name })),
        ),
      );
    expect(taken.filter(({ name }) => !/^(?:type .*|[a-z]\w*|[A-Z][A-Z\d_]*)$/.test(name))).toEqual([]);
    expect(
      refused(
        /^web\//,
        (to, file) => !to.startsWith('contract/') || !(text.get(file) ?? '').includes(`import('#${to}')`),
      ),
    ).toEqual([]);
  });

  it('tools never import a feature', () => {
    expect(
      refused(
        /^server\/(config|i18n|security|metrics|tracing|error-reports|concurrency|child-processes|db|catalogue|http|jobs|blobs|images|mail|search|site-pictures|site-style)\//,
        (to) => !to.startsWith('server/features/'),
      ),
    ).toEqual([]);
  });

  it('a server feature reaches another only through its door, <name>.ts, and what stands in its public/', () => {
    expect(
      refused(/^server\/features\//, (to, file) => {
        const feature = serverFeature(to);
        return (
          feature === undefined ||
          feature === serverFeature(file) ||
          to === `server/features/${feature}/${feature}.ts` ||
          to.startsWith(`server/features/${feature}/public/`)
        );
      }),
    ).toEqual([]);
  });

  it('a server feature hands on no name of another file: who needs it imports it from where it is written', () => {
    const handing = product.filter(
      (file) => file.startsWith('server/features/') && /^export (?:type )?[{*]/m.test(text.get(file) ?? ''),
    );
    expect(handing).toEqual([]);
  });

  it('functions that a server feature shows say what they promise', () => {
    const silent = product
      .filter((file) => /^server\/features\/([\w-]+)\/(?:public\/.*|\1)\.ts$/.test(file))
      .flatMap((file) =>
        [...(text.get(file) ?? '').matchAll(/(?<!\*\/\n)^export (?:async )?function\*? (\w+)/gm)].map(
          ([, name]) => `${file}: ${name}`,
        ),
      );
    expect(silent).toEqual([]);
  });

  it('rooms of the server form no circle, nor do its features', () => {
    expect(circles(partsFrom(productImports, serverRoom))).toEqual([]);
    expect(circles(partsFrom(productImports, serverFeature))).toEqual([]);
  });

  it('a wing of the site imports itself and wings on floors below its own', () => {
    expect(
      refused(
        /^web\//,
        (to, file) => !to.startsWith('web/') || wingFor(to) === wingFor(file) || floorFor(file) > floorFor(to),
      ),
    ).toEqual([]);
  });

  it('rooms of a wing form no circle', () => {
    expect(circles(partsFrom(productImports, (file) => /^(web\/.*)\/[^/]+\.tsx?$/.exec(file)?.[1]))).toEqual([]);
  });

  it('a page of the site is named as one, and imported by the tables of pages alone', () => {
    expect(
      refused(
        /^web\//,
        (to, file) =>
          !to.endsWith('-page.tsx') ||
          file === 'web/app/routes.tsx' ||
          (file === `web/${wingFor(file)}/pages.ts` && wingFor(file) === wingFor(to)),
      ),
    ).toEqual([]);
    const named = product.filter((file) => /^web\/.*-page\.tsx$/.test(file));
    const tables = product
      .filter((file) => /^web\/(?:app\/routes\.tsx|\w+\/pages\.ts)$/.test(file))
      .flatMap((file) => imports.get(file) ?? []);
    expect(named.filter((file) => !tables.includes(file))).toEqual([]);
    expect(
      product.filter(
        (file) =>
          /^web\/.*\.tsx?$/.test(file) &&
          /^export function Page\(/m.test(text.get(file) ?? '') &&
          !named.includes(file),
      ),
    ).toEqual([]);
  });

  it('the product never imports tests', () => {
    expect(refused(/^(contract|server|web)\//, (to) => !/\/testing\/|\.test\.|^e2e\//.test(to))).toEqual([]);
  });

  it('no process of the site loads a large package that few sites need before it needs it', () => {
    const large = /^import (?!type )[^;]*? from '(?:sharp|css-tree|nodemailer|ioredis|web-push|@aws-sdk\/[^']*)'/m;
    expect(product.filter((file) => /^server\/(?!images\/)/.test(file) && large.test(text.get(file) ?? ''))).toEqual(
      [],
    );
  });

  it('nothing imports what draws the demo library, and its packages are none of the product', () => {
    expect(
      [...imports]
        .filter(([file, all]) => !file.startsWith('demo/') && all.some((to) => to.startsWith('demo/')))
        .map(([file]) => file),
    ).toEqual([]);
    const listPackages = (file: string) =>
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>).flatMap(([key, value]) =>
        /dependencies$/i.test(key) ? Object.keys(value as object) : [],
      );
    expect(listPackages('package.json').filter((name) => listPackages('demo/package.json').includes(name))).toEqual([]);
  });

  it('has no circle of imports, not even of types', () => {
    const state = new Map<string, 'open' | 'closed'>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === 'closed') return;
      if (state.get(file) === 'open') {
        circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const to of imports.get(file) ?? []) {
        if (text.has(to)) {
          visit(to, [...path, file]);
        }
      }
      state.set(file, 'closed');
    };
    product.forEach((file) => visit(file, []));
    expect(circles).toEqual([]);
  });
});

/** Statements that name the table of comics itself, by file: they write, or take ids that another statement has found. */
const AROUND_VISIBLE: Record<string, number> = {
  // Ids that a list has found, an address whose comic is asked for beside it, and a sample of titles that teaches spelling.
  'server/db/queries/cards.ts': 1,
  'server/db/queries/comic-address.ts': 1,
  'server/features/comics/queries-corrections.ts': 1,
  // How much a backup holds, and whose a file is that an operator is told of.
  'server/db/copying/references.ts': 3,
  // Writing, and what a job is to look at.
  'server/features/chapters/public/queries-writing.ts': 1,
  'server/features/groups/public/queries-delays.ts': 5,
  'server/features/comics/public/queries-views.ts': 1,
  'server/features/comics/public/queries-writing.ts': 3,
  'server/features/comics/related/queries-candidates.ts': 1,
  'server/features/comics/related/queries-kept.ts': 2,
  'server/features/library/queries-bookmarks.ts': 1,
  'server/features/library/public/queries-progress.ts': 1,
  'server/features/taxonomy/queries-merge.ts': 2,
  // For staff.
  'server/features/chapters/public/queries-missing.ts': 2,
  'server/features/comments/public/queries-places.ts': 1,
  'server/features/reports/public/queries-targets.ts': 2,
  'server/features/slides/queries-admin.ts': 3,
  'server/features/takedowns/queries.ts': 3,
  'server/features/taxonomy/queries-admin.ts': 1,
};
/** Statements about chapters and pages whose comic the caller has looked up, or that write. */
const OF_GIVEN_CHAPTERS: readonly string[] = [
  'server/db/queries/chapter-key.ts',
  'server/features/chapters/public/queries-seams.ts',
];

describe('what stands where', () => {
  it('only config/config.ts reads the environment', () => {
    const readers = product.filter((file) => file.startsWith('server/') && /process\.env\b/.test(text.get(file) ?? ''));
    expect(readers).toEqual(['server/config/config.ts']);
  });

  it('rules.ts is pure: no clock, no randomness, no input or output', () => {
    const impure = product
      .filter((file) => file.endsWith('/rules.ts'))
      .filter((file) => /Date\.now|new Date\(\)|Math\.random|node:|process\./.test(text.get(file) ?? ''));
    expect(impure).toEqual([]);
  });

  it('SQL of a feature stands in its queries.ts or in db/', () => {
    const elsewhere = product
      .filter((file) => file.startsWith('server/') && !/^server\/(db|jobs|testing)\/|queries[^/]*\.ts$/.test(file))
      .filter((file) => /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text.get(file) ?? ''));
    expect(elsewhere).toEqual([]);
  });

  it('every query for readers starts from db/visible.ts', () => {
    const forStaff =
      /^server\/features\/(?:audit|blocklist|dashboard|demo|editing|entitlements|imports|intake|moderation|operations|picture-upkeep|purging|retention|transfers|uploads|users|watched-folder|webhooks)\//;
    const forReaders = product.filter(
      (file) =>
        /^server\/(?:db|features|search)\/.*\.ts$/.test(file) &&
        !forStaff.test(file) &&
        file !== 'server/db/visible.ts',
    );
    const mentions = (file: string, tables: string) =>
      [...(text.get(file) ?? '').matchAll(new RegExp(`\\b(?:from|join) (?:${tables})\\b`, 'g'))].length;
    const around = forReaders.flatMap((file) => {
      const found = mentions(file, 'comics');
      return found === 0 ? [] : [[file, found] as const];
    });
    expect(Object.fromEntries(around)).toEqual(AROUND_VISIBLE);
    const unguarded = forReaders.filter(
      (file) => mentions(file, 'chapters|pages') > 0 && !imports.get(file)?.includes('server/db/visible.ts'),
    );
    expect(unguarded.filter((file) => !(file in AROUND_VISIBLE) && !OF_GIVEN_CHAPTERS.includes(file))).toEqual([]);
  });

  it('addresses of pages are made in contract/addresses.ts: nobody else puts a language in front of a path', () => {
    const making = product
      .filter((file) => /^(?:contract|server|web)\//.test(file) && file !== 'contract/addresses.ts')
      .filter((file) => /`\/\$\{[\w.]*(?:locale|lang)\b/i.test(text.get(file) ?? ''));
    expect(making).toEqual([]);
  });

  it('colours stand in tokens.css only', () => {
    const coloured = files
      .filter((file) => /^web\/.*\.css$/.test(file) && !file.endsWith('styles/tokens.css'))
      .filter((file) =>
        /#[0-9a-f]{3,8}\b(?![^{]*\{)|\brgba?\(|\bhsla?\(|\boklch\((?!from)/i.test(
          readFileSync(file, 'utf8')
            .replace(/\/\*[\s\S]*?\*\//g, '')
            .replace(/url\([^)]*\)/g, ''),
        ),
      );
    expect(coloured).toEqual([]);
  });

  it('what is written from right to left is set as in a mirror: no side is named, and none by its place among four', () => {
    const physical = files
      .filter((file) => /^web\/.*\.css$/.test(file) && !/^web\/reader\/(?!settings\/)/.test(file))
      .flatMap((file) => {
        const declared = [...readFileSync(file, 'utf8').matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)/g)];
        return declared
          .filter(([, name = '', value = '']) => {
            const [, right, , left] = value
              .replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, (within) => within.replace(/\s/g, ''))
              .split(/\s+/);
            return (
              /^(?:margin|padding|border|inset|scroll-(?:margin|padding))?-?(?:left|right)$/.test(name) ||
              (name === 'text-align' && /^(?:left|right)$/.test(value)) ||
              (/^(?:margin|padding|inset)$/.test(name) && left !== undefined && left !== right)
            );
          })
          .map(([whole]) => `${file}: ${whole}`);
      });
    expect(physical).toEqual([]);
  });

  it('a block of CSS is defined in one file', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of files.filter((name) => /^web\/.*\.css$/.test(name))) {
      for (const [, block = ''] of readFileSync(file, 'utf8').matchAll(
        /(?<!,\n)^\.([a-z][a-z0-9]*)(?=[\s,{:.[])[^{}]*\{/gm,
      )) {
        owners.set(block, (owners.get(block) ?? new Set()).add(file));
      }
    }
    expect(
      [...owners].filter(([, where]) => where.size > 1).map(([block, where]) => `.${block}: ${[...where].join(', ')}`),
    ).toEqual([]);
  });
});

it('/dev/ui shows every control that can be seen', () => {
  const shown = new Set(
    product.filter((file) => file.startsWith('web/ui/gallery/')).flatMap((file) => imports.get(file) ?? []),
  );
  expect(
    product.filter(
      (file) =>
        /^web\/ui\/(?:basic|form|choice|filter|overlay|data|paging|media|feedback)\/(?!announcer)[^.]+\.tsx$/.test(
          file,
        ) && !shown.has(file),
    ),
  ).toEqual([]);
});

it('uses every project file it has', () => {
  const used = new Set([...imports.values()].flat().filter(inProject));
  const entries =
    /^(server\/(main|cli)\.ts|(server|web)\/.*-(child|worker)\.ts|web\/app\/(render|entry\.client)\.tsx|bench\/(?:faults\/)?main\.ts|demo\/(make|vitest\.config)\.ts|clients\/typescript\/src\/client\.ts|tools\/|e2e\/|[^/]+$)/;
  expect(product.filter((file) => !entries.test(file) && !used.has(file))).toEqual([]);
});

it('the picture of the house is drawn from the imports as they are: `node tools/house/main.ts` draws it anew', () => {
  expect(readFileSync(HOUSE, 'utf8')).toBe(drawProject(productImports));
});
