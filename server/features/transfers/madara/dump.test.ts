import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDumpParser, type DumpRow } from './dump-parser.ts';
import { cellText, keptRows, madaraPrefix } from './dump-tables.ts';
import { readDump } from './dump.ts';
import { safePagePath } from './page-paths.ts';
import { readPhp } from './php-values.ts';
import { orderChapters } from './chapter-order.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-dump-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** The rows of a text, as texts, given to the parser in parts of `size` bytes. */
function parse(text: string | Buffer, size = 1 << 20) {
  const parser = createDumpParser((table) => (table === 'skipped' ? null : ['a', 'b']));
  const bytes = Buffer.from(text as string);
  const rows: DumpRow[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    parser.push(bytes.subarray(at, at + size));
    rows.push(...parser.take());
  }
  return {
    rows: rows.map(({ table, cells }) => [
      table,
      ...Object.values(cells).map((cell) => (cell === null ? null : cellText(cell))),
    ]),
    whole: parser.isWhole(),
  };
}

const CREATE =
  "CREATE TABLE `t` (\n  `a` text COMMENT '; (',\n  `x` text,\n  `b` text,\n  KEY `a` (`a`)\n) ENGINE=InnoDB;\n";

describe('the statements of a dump', () => {
  it('give their rows whatever stands in their values, in parts of every size', () => {
    const text = `-- a comment; with 'quotes
/*!40101 SET NAMES utf8mb4 */;
# another ' one
${CREATE}LOCK TABLES \`t\` WRITE;
INSERT INTO \`t\` VALUES (1,'it\\'s','a;b'),('two''s',NULL,"say \\"hi\\""),(0x4869,x'21',_binary 'c\\\\'),
('(,)',-1.5e3,'line\\nend\\Z\\0'),(NULL,'',''),('é漢',f(1,'),('),'last');
INSERT INTO \`skipped\` VALUES ('a;b','c\\\\'),('it''s');
INSERT IGNORE INTO \`db\`.\`t\` (\`b\`, \`a\`) VALUES ('named','first') ON DUPLICATE KEY UPDATE a=';';
REPLACE INTO t VALUES ('r','s','t');
`;
    const expected = [
      ['t', '1', 'a;b'],
      ['t', "two's", 'say "hi"'],
      ['t', 'Hi', 'c\\'],
      ['t', '(,)', 'line\nend\x1a'],
      ['t', null, ''],
      ['t', 'é漢', 'last'],
      ['t', 'named', 'first'],
      ['t', 'r', 't'],
    ];
    for (const size of [1 << 20, 1, 2, 3, 7, 64]) {
      expect(parse(text, size), `parts of ${size}`).toEqual({ rows: expected, whole: true });
    }
  });

  it('are known to be cut off wherever that is', () => {
    const text = `-- MySQL dump 10.13\n${CREATE}INSERT INTO \`t\` VALUES ('a','b','c');\n-- Dump completed on 2024\n`;
    expect(parse(text).whole).toBe(true);
    for (let end = 30; end < text.length - '-- Dump completed on 2024\n'.length + 17; end += 1) {
      expect(parse(text.slice(0, end)).whole, text.slice(0, end)).toBe(false);
    }
    const other = `${CREATE}INSERT INTO \`t\` VALUES ('a','b','c');\n`;
    expect(parse(other).whole).toBe(true);
    expect(parse(other.slice(0, -5)).whole).toBe(false);
  });

  it('take memory for a row, not for a statement, and no time for tables that nobody wants', () => {
    const parser = createDumpParser(() => null);
    const options = Buffer.from(`${`(1,'name','${'x'.repeat(400)}\\'\\\\','yes'),`.repeat(2500)}`);
    parser.push(Buffer.from(`${CREATE}INSERT INTO \`wp_options\` VALUES `));
    const began = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 400; at += 1) {
      parser.push(options);
    }
    parser.push(Buffer.from("(1,'','','');\n"));
    expect(parser.isWhole()).toBe(true);
    expect(process.memoryUsage().arrayBuffers - began).toBeLessThan(50 * 1024 ** 2);
  });
});

describe('a file of a dump', () => {
  const text = `-- MariaDB dump 10.19\n${CREATE}INSERT INTO \`t\` VALUES ('a','b','c');\n-- Dump completed on 2024-05-01\n`;
  const read = async (bytes: Buffer) => {
    const path = join(folder, 'dump.sql');
    writeFileSync(path, bytes);
    const rows: DumpRow[] = [];
    await readDump(
      path,
      () => ['a'],
      async (some) => {
        rows.push(...some);
      },
      signal,
    );
    return rows.length;
  };

  it('is read as it is and by gzip; one that ends early, is no text, or is not there says so', async () => {
    const zipped = gzipSync(text);
    expect(await read(Buffer.from(text))).toBe(1);
    expect(await read(zipped)).toBe(1);
    for (const cut of [zipped.subarray(0, zipped.length - 12), Buffer.from(text.slice(0, -60))]) {
      await expect(read(cut)).rejects.toMatchObject({ code: 'dump-cut-off' });
    }
    const broken = Buffer.from(zipped);
    broken.fill(0xff, 20, 40);
    await expect(read(broken)).rejects.toMatchObject({ code: 'dump-unknown' });
    await expect(read(Buffer.from(`\ufeff${text}`, 'utf16le'))).rejects.toMatchObject({ code: 'dump-unknown' });
    await expect(
      readDump(
        join(folder, 'none'),
        () => null,
        async () => {},
        signal,
      ),
    ).rejects.toMatchObject({
      code: 'dump-not-found',
    });
    await expect(
      readDump(
        folder,
        () => null,
        async () => {},
        signal,
      ),
    ).rejects.toMatchObject({ code: 'dump-not-found' });
  });
});

describe('what the values mean', () => {
  it('PHP’s arrays are read by their bytes, and nothing else of PHP is', () => {
    const array = 'a:2:{i:0;a:2:{s:2:"id";s:2:"12";s:1:"c";i:7;}s:3:"漢";d:1.5;}';
    expect(readPhp(Buffer.from(array))).toEqual(
      new Map<string, unknown>([
        [
          '0',
          new Map<string, unknown>([
            ['id', '12'],
            ['c', 7],
          ]),
        ],
        ['漢', 1.5],
      ]),
    );
    for (const bad of [
      'O:8:"stdClass":0:{}',
      'a:1:{i:0;R:1;}',
      'a:1:{i:0;s:9:"x";}',
      'a:9999999:{}',
      'a:-1:{}',
      's:-5:"";',
      's:99999999999999999999:"";',
      'i:1;i:2;',
      '',
      'a:1:{a:0:{}i:1;}',
      `${'a:1:{i:0;'.repeat(20)}N;${'}'.repeat(20)}`,
    ]) {
      expect(readPhp(Buffer.from(bad)), bad).toBeUndefined();
    }
  });

  it('paths never leave the folder of pages', () => {
    expect(safePagePath('manga_1/h/001.jpg')).toBe('manga_1/h/001.jpg');
    expect(safePagePath('https://old.example/wp-content/uploads/WP-manga/data/manga_1/h/1.jpg')).toBe(
      'manga_1/h/1.jpg',
    );
    for (const bad of [
      '../../../etc/passwd',
      'a/../../b.jpg',
      '/../x',
      'c:/x.jpg',
      'a\\..\\b',
      'a\0b',
      'https://cdn.example/1.jpg',
      '//cdn.example/1.jpg',
      '',
      `${'a/'.repeat(300)}1.jpg`,
    ]) {
      expect(safePagePath(bad), bad).toBeNull();
    }
  });

  it('texts of bytes that are no UTF-8 are read as latin1', () => {
    expect(cellText(Buffer.from('Café 漢'))).toBe('Café 漢');
    expect(cellText(Buffer.from('Caf\xe9 \x93x\x94', 'latin1'))).toBe('Café “x”');
  });

  it('tables are found under any prefix, passwords and addresses of guests are not kept', () => {
    expect(madaraPrefix(new Set(['x1_posts', 'x1_manga_chapters', 'x1_manga_chapters_data']))).toBe('x1_');
    expect(madaraPrefix(new Set(['wp_posts']))).toBeNull();
    const cells = { ID: Buffer.from('3'), user_login: Buffer.from('ann'), user_email: Buffer.from('a@b.example') };
    const network = keptRows('x1_2_', { table: 'x1_users', cells });
    expect(network).toMatchObject([{ kind: 'user', id: 3, data: { login: 'ann', email: 'a@b.example' } }]);
    expect(JSON.stringify(network)).not.toContain('pass');
  });

  it('chapters stand by their numbers, those without behind the one before, and as they were made where volumes begin anew', () => {
    const chapter = (
      id: number,
      name: string,
      more: Partial<{ volume: number; extend: string; slug: string }> = {},
    ) => ({
      id,
      name,
      volume: 0,
      extend: '',
      slug: '',
      date: '2023-05-01 00:00:00',
      ...more,
    });
    const read = orderChapters(
      [
        chapter(1, 'Chapter 2 – The &quot;Sea&quot;'),
        chapter(2, 'Ch. 010.5', { extend: 'Calm' }),
        chapter(3, 'Notice'),
        chapter(4, '<b>Capítulo 1</b>'),
        chapter(5, '第12話'),
        chapter(6, 'Finale', { slug: 'chapter-13-5' }),
      ],
      new Map(),
    );
    expect(read.map(({ number, name, position }) => [number, name, position])).toEqual([
      ['2', 'The "Sea"', null],
      ['10.5', 'Calm', null],
      [null, 'Notice', 10.501],
      ['1', '', null],
      ['12', '', null],
      ['13.5', 'Finale', null],
    ]);
    const anew = orderChapters(
      [chapter(1, 'Chapter 1', { volume: 1 }), chapter(2, 'Chapter 1', { volume: 2 })],
      new Map([
        [1, 'Volume 01'],
        [2, 'Side stories'],
      ]),
    );
    expect(anew.map(({ volume, position }) => [volume, position])).toEqual([
      ['01', 1],
      ['Side stories', 2],
    ]);
  });
});
