import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPage } from '#server/features/imports/testing/archives.ts';

/** A value of a row: a text, a number, NULL, or SQL as it is written. */
export type Value = string | number | null | { sql: string };

/** The columns of tables as WordPress and Madara make them. */
const COLUMNS: Record<string, string[]> = {
  comments: [
    'comment_ID',
    'comment_post_ID',
    'comment_author',
    'comment_author_email',
    'comment_author_IP',
    'comment_date',
    'comment_date_gmt',
    'comment_content',
    'comment_approved',
    'comment_type',
    'comment_parent',
    'user_id',
  ],
  commentmeta: ['meta_id', 'comment_id', 'meta_key', 'meta_value'],
  manga_chapters: [
    'chapter_id',
    'post_id',
    'volume_id',
    'chapter_name',
    'chapter_name_extend',
    'chapter_slug',
    'storage_in_use',
    'date',
    'date_gmt',
  ],
  manga_chapters_data: ['data_id', 'chapter_id', 'storage', 'data'],
  manga_volumes: ['volume_id', 'post_id', 'volume_name', 'date', 'date_gmt'],
  options: ['option_id', 'option_name', 'option_value', 'autoload'],
  postmeta: ['meta_id', 'post_id', 'meta_key', 'meta_value'],
  posts: [
    'ID',
    'post_author',
    'post_date',
    'post_date_gmt',
    'post_content',
    'post_title',
    'post_status',
    'post_name',
    'post_type',
    'guid',
  ],
  term_relationships: ['object_id', 'term_taxonomy_id', 'term_order'],
  term_taxonomy: ['term_taxonomy_id', 'term_id', 'taxonomy', 'description', 'parent', 'count'],
  terms: ['term_id', 'name', 'slug', 'term_group'],
  usermeta: ['umeta_id', 'user_id', 'meta_key', 'meta_value'],
  users: ['ID', 'user_login', 'user_pass', 'user_nicename', 'user_email', 'user_registered', 'display_name'],
};

const HEAD =
  "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n-- Host: localhost    Database: `wp`\n\n/*!40101 SET NAMES latin1 */;\n/*!40103 SET TIME_ZONE='+00:00' */;\n\n";
const FOOT =
  '/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n\n-- Dump completed on 2024-05-01  3:14:07\n';

/** A dump as `mysqldump` writes it, in latin1: its tables, and rows of them in statements of many. */
export function writeDump(tables: Record<string, Value[][]>, { prefix = 'wp_', at = 400 } = {}): Buffer {
  const parts = [HEAD];
  for (const name of Object.keys(COLUMNS).sort()) {
    const table = `${prefix}${name}`;
    const columns = COLUMNS[name]!.map((column) => `  \`${column}\` longtext DEFAULT 'a;(b' COMMENT 'it''s'`).join(
      ',\n',
    );
    parts.push(
      `DROP TABLE IF EXISTS \`${table}\`;\nCREATE TABLE \`${table}\` (\n${columns},\n  PRIMARY KEY (\`${COLUMNS[name]![0]}\`)\n) ENGINE=InnoDB DEFAULT CHARSET=latin1;\n\n`,
      `LOCK TABLES \`${table}\` WRITE;\n/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */;\n`,
    );
    const rows = tables[name] ?? [];
    for (let from = 0; from < rows.length; from += at) {
      const values = rows.slice(from, from + at).map((row) => `(${row.map(written).join(',')})`);
      parts.push(`INSERT INTO \`${table}\` VALUES ${values.join(',')};\n`);
    }
    parts.push(`/*!40000 ALTER TABLE \`${table}\` ENABLE KEYS */;\nUNLOCK TABLES;\n\n`);
  }
  return Buffer.from([...parts, FOOT].join(''), 'latin1');
}

/** A value as it stands in a statement. Texts are written as UTF-8; `latin` ones are not. */
function written(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.sql;
  return `'${quoted(Buffer.from(value).toString('latin1'))}'`;
}

function quoted(text: string): string {
  return text
    .replace(/[\\'"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0');
}

/** A text in bytes of latin1, in quotes. */
export function latin(text: string): Value {
  return { sql: `_binary '${quoted(text)}'` };
}

/** A text as `mysqldump --hex-blob` writes it. */
export function hex(text: string): Value {
  return { sql: `0x${Buffer.from(text).toString('hex')}` };
}

/** A value as PHP's `serialize` writes it. */
export function php(value: unknown): string {
  if (value === null) return 'N;';
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`;
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries = Object.entries(value as object);
  return `a:${entries.length}:{${entries.map(([key, each]) => php(/^\d+$/.test(key) ? Number(key) : key) + php(each)).join('')}}`;
}

/** How large a site is that is drawn. */
export interface SiteSize {
  works: number;
  chapters: number;
  pages: number;
}

/**
 * A site with Madara: its tables, and its uploads below a folder. Works are numbered from 10, chapters of work n from n × 100.
 *
 * @param draw a page, by a number that no other has; small ones where it is not given.
 */
export async function drawSite(
  folder: string,
  { works, chapters, pages }: SiteSize,
  draw?: (seed: number) => Promise<Buffer>,
): Promise<Record<string, Value[][]>> {
  const day = '2023-04-05 06:07:08';
  const tables: Record<string, Value[][]> = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, []]));
  const add = (table: string, ...row: Value[]) => tables[table]!.push(row);
  let meta = 0;
  const note = (post: number, key: string, value: Value) => add('postmeta', (meta += 1), post, key, value);
  ['Drama', 'Sea', 'Ana', 'Bo', '2019'].forEach((name, at) => add('terms', at + 1, name, name.toLowerCase(), 0));
  ['wp-manga-genre', 'wp-manga-tag', 'wp-manga-author', 'wp-manga-artist', 'wp-manga-release'].forEach((taxonomy, at) =>
    add('term_taxonomy', at + 501, at + 1, taxonomy, '', 0, 1),
  );
  for (let work = 10; work < 10 + works; work += 1) {
    add(
      'posts',
      work,
      1,
      day,
      day,
      `<p>About &amp; <b>${work}</b></p>`,
      `Work ${work}`,
      'publish',
      `work-${work}`,
      'wp-manga',
      `https://old.example/?p=${work}`,
    );
    note(work, '_wp_manga_status', 'end');
    note(work, '_wp_manga_views', String(work * 1000));
    note(work, '_edit_lock', '1:1');
    [501, 502, 503, 504, 505].forEach((term) => add('term_relationships', work, term, 0));
    for (let chapter = 1; chapter <= chapters; chapter += 1) {
      const id = work * 100 + chapter;
      const path = `manga_${work}/hash${id}`;
      add(
        'manga_chapters',
        id,
        work,
        0,
        `Chapter ${chapter}`,
        '',
        `chapter-${chapter}`,
        'local',
        day,
        `2023-05-${String(chapter).padStart(2, '0')} 00:00:00`,
      );
      const names = Array.from({ length: pages }, (_, page) => `${path}/${String(page + 1).padStart(3, '0')}.png`);
      await drawPages(folder, names, id * 10, draw);
      add('manga_chapters_data', id + 7, id, 'local', pagesJson(names));
    }
  }
  return tables;
}

/** Draws pages below the folder of pages of a folder of uploads. */
export async function drawPages(
  uploads: string,
  names: readonly string[],
  seed: number,
  draw: (seed: number) => Promise<Buffer> = drawPage,
): Promise<void> {
  for (const [page, name] of names.entries()) {
    const path = join(uploads, 'WP-manga', 'data', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, await draw(seed + page));
  }
}

/** The pages of a chapter as PHP's `json_encode` writes them. */
export function pagesJson(sources: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(sources.map((src, at) => [at + 1, { src, mime: 'image/png' }]))).replaceAll(
    '/',
    '\\/',
  );
}
