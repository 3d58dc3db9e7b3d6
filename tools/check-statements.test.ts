import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotedColumn } from '#server/testing/noted-statements.ts';
import { faultsOfRows, faultsOfRuns, type Catalogue } from './check-statements.ts';
import { readSites, type Site } from './row-types.ts';
import { withMarks } from './statement-sites.ts';

const CODE = `declare function sql<Row>(parts: TemplateStringsArray, ...values: unknown[]): { rows: Row[] };
interface Comic { id: number; title: string; state: 'draft' | 'published'; added: Date; tags: (string | null)[]; note: string | null; also?: unknown }
export function comics() {
  const one = sql<number>\`count(*)\`;
  return sql<Pick<Comic, 'id' | 'state'> & { tags: Comic['tags'] }>\`select \${one} from comics\`;
}
export function further<Also>() {
  return sql<Comic & Also>\`select * from \${sql<{ id: number }>\`select 1\`}\`;
}
export const loose = () => sql<{ id: number; note: string }>\`select id, note /* note is never null: asked for */\`;
`;

let folder: string;
let sites: Site[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-rows-'));
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'server', 'comics.ts'), CODE);
  writeFileSync(join(folder, 'server', 'comics.test.ts'), CODE);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }',
  );
  sites = readSites(join(folder, 'tsconfig.json'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const types = new Map([
  [20, 'bigint'],
  [25, 'text'],
  [1009, 'text[]'],
  [3802, 'jsonb'],
]);
const catalogue: Catalogue = { types, nullable: new Map([['7.2', 'comics.note']]) };

const column = (name: string, type: number, more: Partial<NotedColumn> = {}): NotedColumn => ({
  name,
  type,
  table: 0,
  column: 0,
  wasNull: false,
  ...more,
});

/** The faults of one statement that answered with these columns. */
function faults(place: string, columns: NotedColumn[]): string[] {
  const { mark } = sites.find((site) => site.place === place)!;
  return faultsOfRows(sites, [{ site: mark, columns }], catalogue);
}

it('reads the fields of every statement with a row type, and marks the same places', () => {
  expect(sites.map(({ place, open }) => ({ place, open }))).toEqual([
    { place: 'server/comics.ts:5', open: false },
    { place: 'server/comics.ts:8', open: true },
    { place: 'server/comics.ts:8', open: false },
    { place: 'server/comics.ts:10', open: false },
  ]);
  expect(sites[1]!.fields).toEqual([
    { name: 'id', kinds: ['number'], optional: false },
    { name: 'title', kinds: ['string'], optional: false },
    { name: 'state', kinds: ['string'], optional: false },
    { name: 'added', kinds: ['Date'], optional: false },
    { name: 'tags', kinds: ['string[]'], optional: false },
    { name: 'note', kinds: expect.arrayContaining(['string', 'null']), optional: false },
    { name: 'also', kinds: ['any'], optional: true },
  ]);
  const code = withMarks(CODE, 'server/comics.ts');
  expect(sites.filter(({ mark }) => !code.includes(` /* at ${mark} */\``))).toEqual([]);
  expect(code.replaceAll(/ \/\* at \S+ \*\//g, '')).toBe(CODE);
});

it('finds nothing wrong where names and kinds are the same, JSON may be anything, and callers add columns', () => {
  expect(faults('server/comics.ts:5', [column('id', 20), column('state', 25), column('tags', 1009)])).toEqual([]);
  expect(faults('server/comics.ts:5', [column('id', 3802), column('state', 25), column('tags', 3802)])).toEqual([]);
  const all = ['id', 'title', 'state', 'added', 'tags', 'note', 'theirs'].map((name) => column(name, 3802));
  expect(faults('server/comics.ts:8', all)).toEqual([]);
});

it('names a field that no column has, and a column that is no field', () => {
  expect(faults('server/comics.ts:5', [column('id', 20), column('state', 25), column('tag', 1009)])).toEqual([
    'server/comics.ts:5: no column is called tags, as a field of the row type is',
    'server/comics.ts:5: the column tag is no field of the row type',
  ]);
});

it('names a field of another kind than its column', () => {
  expect(faults('server/comics.ts:5', [column('id', 25), column('state', 20), column('tags', 25)])).toEqual([
    'server/comics.ts:5: the field id is number, but its column, text, arrives as string',
    'server/comics.ts:5: the field state is string, but its column, bigint, arrives as number',
    'server/comics.ts:5: the field tags is string[], but its column, text, arrives as string',
  ]);
});

it('names a field without null that was null, or may be by the schema where the statement does not say why not', () => {
  const rest = [column('state', 25), column('tags', 1009)];
  const stored = { table: 7, column: 2 };
  expect(faults('server/comics.ts:5', [column('id', 20, { wasNull: true }), ...rest])).toEqual([
    'server/comics.ts:5: the field id is never null, but a test got a row where it is',
  ]);
  expect(faults('server/comics.ts:5', [column('id', 20, stored), ...rest])).toEqual([
    'server/comics.ts:5: the field id is never null, but comics.note may be; where the statement leaves such rows out, it says so: /* id is never null: … */',
  ]);
  expect(faults('server/comics.ts:10', [column('id', 20), column('note', 25, stored)])).toEqual([]);
  expect(faults('server/comics.ts:10', [column('id', 20), column('note', 25, { wasNull: true })])).toHaveLength(1);
});

it('names a statement that no test ran', () => {
  const ran = new Set(sites.slice(0, 3).map(({ mark }) => mark));
  expect(faultsOfRuns(sites, ran, [])).toEqual({
    faults: ['server/comics.ts:10: no test runs this statement'],
    unknown: [],
  });
});

it('names it with a doubt where a test failed elsewhere, and as unknown where one failed beside it', () => {
  const ran = new Set(sites.slice(0, 3).map(({ mark }) => mark));
  expect(faultsOfRuns(sites, ran, ['server/http/walk.test.ts'])).toEqual({
    faults: ['server/comics.ts:10: no test runs this statement; perhaps one that failed would have'],
    unknown: [],
  });
  expect(faultsOfRuns(sites, ran, ['server/comics.test.ts'])).toEqual({
    faults: [],
    unknown: ['server/comics.ts:10: whether a test runs this statement: tests beside it failed'],
  });
});
