import { safePagePath } from './page-paths.ts';
import type { DumpCell, DumpRow } from './dump-parser.ts';
import { readPhp, type PhpValue } from './php-values.ts';

/** A row of a dump that is needed, by what it belongs to there. */
export interface KeptRow {
  kind: string;
  parent: number;
  id: number;
  data: Record<string, unknown>;
}

/** A bookmark, or a place in the history, of a member: of a work, where they read. Pages count from 1. */
export interface KeptPlace {
  post: number;
  chapter: number | null;
  page: number;
  /** Seconds since 1970; null: unknown. */
  at: number | null;
}

/** The columns of WordPress' and Madara's tables that are read, behind the prefix of their names. Never passwords, addresses of guests, or options. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  posts: ['ID', 'post_date_gmt', 'post_content', 'post_title', 'post_status', 'post_name', 'post_type'],
  postmeta: ['meta_id', 'post_id', 'meta_key', 'meta_value'],
  terms: ['term_id', 'name'],
  term_taxonomy: ['term_taxonomy_id', 'term_id', 'taxonomy'],
  term_relationships: ['object_id', 'term_taxonomy_id'],
  manga_volumes: ['volume_id', 'post_id', 'volume_name'],
  manga_chapters: [
    'chapter_id',
    'post_id',
    'volume_id',
    'chapter_name',
    'chapter_name_extend',
    'chapter_slug',
    'date_gmt',
  ],
  manga_chapters_data: ['data_id', 'chapter_id', 'storage', 'data'],
  comments: [
    'comment_ID',
    'comment_post_ID',
    'comment_date_gmt',
    'comment_content',
    'comment_approved',
    'comment_type',
    'comment_parent',
    'user_id',
  ],
  commentmeta: ['meta_id', 'comment_id', 'meta_key', 'meta_value'],
  users: ['ID', 'user_login', 'user_email', 'user_registered', 'display_name'],
  usermeta: ['umeta_id', 'user_id', 'meta_key', 'meta_value'],
};

/** The table of chapters, by which the prefix of a site with Madara is known. */
const CHAPTERS = 'manga_chapters';

/** The notes beside posts that are read. */
const POST_META = new Set([
  '_thumbnail_id',
  '_wp_attached_file',
  '_wp_manga_alternative',
  '_wp_manga_chapter_type',
  '_wp_manga_status',
  '_wp_manga_type',
  '_wp_manga_views',
  'manga_adult_content',
]);

/** Most pages of a chapter, as the importer takes them, and of a member's bookmarks and places. */
const MAX_PAGES = 5000;
const MAX_PLACES = 5000;

/** The prefix of the tables of a site with Madara, the shortest where a dump has several; null where it has none. */
export function madaraPrefix(tables: ReadonlySet<string>): string | null {
  const prefixes = [...tables]
    .filter((table) => table.endsWith(CHAPTERS))
    .map((table) => table.slice(0, -CHAPTERS.length))
    .sort((a, b) => a.length - b.length);
  return prefixes[0] ?? null;
}

/** The columns that are read of a table; null for a table that is not. Members of one site of a network stand in the table of the first. */
export function wantedColumns(prefix: string, table: string): readonly string[] | null {
  return COLUMNS[unprefixed(prefix, table) ?? ''] ?? null;
}

function unprefixed(prefix: string, table: string): string | null {
  if (table.startsWith(prefix) && Object.hasOwn(COLUMNS, table.slice(prefix.length))) return table.slice(prefix.length);
  const number = prefix.split('_').at(-2) ?? '';
  const network = /^\d+$/.test(number) ? prefix.slice(0, -number.length - 1) : prefix;
  return table === `${network}users` || table === `${network}usermeta` ? table.slice(network.length) : null;
}

/** The rows that are kept of one; none where it is not needed. */
export function keptRows(prefix: string, read: DumpRow): KeptRow[] {
  const isScores = read.cells.meta_key !== undefined && cellText(read.cells.meta_key) === '_manga_reviews';
  if (isScores && unprefixed(prefix, read.table) === 'postmeta') {
    const post = toId(cellText(read.cells.post_id ?? null));
    return toScores(read.cells.meta_value ?? null).map(({ user, score }) => row('score', user, post, { score }));
  }
  const kept = keptRow(prefix, read);
  return kept === null ? [] : [kept];
}

function keptRow(prefix: string, { table, cells }: DumpRow): KeptRow | null {
  const text = (column: string) => cellText(cells[column] ?? null);
  const id = (column: string) => toId(text(column));
  switch (unprefixed(prefix, table)) {
    case 'posts':
      return text('post_type') === 'wp-manga' && text('post_status') !== 'auto-draft'
        ? row('post', 0, id('ID'), {
            title: text('post_title'),
            content: clip(text('post_content'), 200_000),
            status: text('post_status'),
            slug: text('post_name'),
            posted: text('post_date_gmt'),
          })
        : null;
    case 'postmeta': {
      const key = text('meta_key');
      return POST_META.has(key)
        ? row('meta', id('post_id'), id('meta_id'), { key, value: clip(text('meta_value'), 2000) })
        : null;
    }
    case 'terms':
      return row('term', 0, id('term_id'), { name: clip(text('name'), 300) });
    case 'term_taxonomy':
      return text('taxonomy').startsWith('wp-manga-')
        ? row('taxonomy', 0, id('term_taxonomy_id'), { term: id('term_id'), name: text('taxonomy') })
        : null;
    case 'term_relationships':
      return row('relation', id('object_id'), id('term_taxonomy_id'), {});
    case 'manga_volumes':
      return row('volume', id('post_id'), id('volume_id'), { name: clip(text('volume_name'), 300) });
    case 'manga_chapters':
      return row('chapter', id('post_id'), id('chapter_id'), {
        volume: id('volume_id'),
        name: clip(text('chapter_name'), 500),
        extend: clip(text('chapter_name_extend'), 500),
        slug: clip(text('chapter_slug'), 500),
        date: text('date_gmt'),
      });
    case 'manga_chapters_data':
      return row('pages', id('chapter_id'), id('data_id'), {
        storage: clip(text('storage'), 50),
        pages: toPages(text('data')),
      });
    case 'comments':
      return ['', 'comment'].includes(text('comment_type'))
        ? row('comment', id('comment_post_ID'), id('comment_ID'), {
            approved: text('comment_approved') === '1',
            at: text('comment_date_gmt'),
            text: clip(text('comment_content'), 100_000),
            parent: id('comment_parent'),
            user: id('user_id'),
          })
        : null;
    case 'commentmeta':
      return text('meta_key') === 'chapter_id'
        ? row('comment-chapter', id('comment_id'), 0, { chapter: id('meta_value') })
        : null;
    case 'users':
      return row('user', 0, id('ID'), {
        login: clip(text('user_login'), 200),
        name: clip(text('display_name'), 300),
        email: clip(text('user_email'), 300),
        registered: text('user_registered'),
      });
    case 'usermeta': {
      const kind = { _wp_manga_bookmark: 'bookmarks', _wp_manga_history: 'history' }[text('meta_key')];
      const places = kind === undefined ? [] : toPlaces(cells.meta_value ?? null);
      return kind === undefined || places.length === 0 ? null : row(kind, id('user_id'), id('umeta_id'), { places });
    }
    default:
      return null;
  }
}

function row(kind: string, parent: number, id: number, data: Record<string, unknown>): KeptRow {
  return { kind, parent, id, data };
}

/**
 * The text of a cell: UTF-8 where its bytes are that, whatever the dump says of itself, for that is what WordPress writes into tables of any
 * character set; else Windows-1252, MySQL's `latin1`. Without what the database cannot hold.
 */
export function cellText(cell: DumpCell): string {
  if (cell === null) return '';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(cell);
  } catch {
    text = new TextDecoder('windows-1252').decode(cell);
  }
  return text.replaceAll('\0', '');
}

function phpText(value: PhpValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The beginning of a text. */
function clip(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

function toId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** The pages of a chapter, as paths below the folder of pages, null for one that is elsewhere; in the order of their numbers. */
function toPages(json: string): (string | null)[] {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return [];
  }
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data)
    .slice(0, MAX_PAGES)
    .map((page: unknown) => {
      const source = (page as { src?: unknown } | null)?.src ?? page;
      return typeof source === 'string' ? safePagePath(source) : null;
    });
}

/** Scores by members, 1 to 5 stars as 2 to 10; those by the address of a guest are nobody's here. */
function toScores(cell: DumpCell): { user: number; score: number }[] {
  const read = cell === null ? undefined : readPhp(cell);
  if (!(read instanceof Map)) return [];
  return [...read].flatMap(([key, value]) => {
    const [user, stars] = [toId(key), Number(value)];
    return user > 0 && stars >= 0.5 && stars <= 5 ? [{ user, score: Math.max(1, Math.round(stars * 2)) }] : [];
  });
}

/** Bookmarks and history are lists of `id` (the work), `c` (the chapter), `p` (the page), `t` (when). */
function toPlaces(cell: DumpCell): KeptPlace[] {
  const read = cell === null ? undefined : readPhp(cell);
  if (!(read instanceof Map)) return [];
  return [...read.values()].slice(0, MAX_PLACES).flatMap((value) => {
    if (!(value instanceof Map)) return [];
    const number = (key: string): number => toId(phpText(value.get(key)));
    const post = number('id');
    return post === 0
      ? []
      : [{ post, chapter: number('c') || null, page: Math.max(1, number('p')), at: number('t') || null }];
  });
}
