import { BLOCK_KINDS, type BlockAdded, MAX_ENTRIES, type NewBlockEntry } from '#contract/blocklist.ts';
import { problem } from '#contract/problems.ts';

/** The content of a file: entries, and lines that are none. */
export interface ReadList {
  entries: NewBlockEntry[];
  refused: BlockAdded['refused'];
}

const HEX = /^[0-9a-f]{64}$/;
/** Names that other programs give the kinds. */
const KINDS: Record<string, NewBlockEntry['kind']> = {
  pdq: 'phash',
  hash_pdq: 'phash',
  phash: 'phash',
  sha256: 'sha256',
  hash_sha256: 'sha256',
  prohibited: 'prohibited',
  term: 'prohibited',
};

/**
 * Reads a list: JSON (an array of texts, or of objects with `kind` or `type`, `value` or `hash`, and `note`), or lines of
 * CSV (`kind,value,note`; a line of one value alone is of `kind`). Comments (`#`) and a line of headings are passed over.
 *
 * @throws Problem `blocklist-file-unknown` for JSON that is something else, or more entries than are added at once.
 */
export function readList(text: string, kind: NewBlockEntry['kind']): ReadList {
  const clean = text.replace(/^\ufeff/, '').trim();
  const rows = /^[[{]/.test(clean) ? jsonRows(clean) : csvRows(clean);
  if (rows.length > MAX_ENTRIES) throw problem('blocklist-file-unknown');
  const entries: NewBlockEntry[] = [];
  const refused: BlockAdded['refused'] = [];
  for (const row of rows) {
    const entry = parseBlockEntry({ ...row, kind: KINDS[row.kind.toLowerCase()] ?? (row.kind === '' ? kind : null) });
    if (entry === null) {
      refused.push({ line: row.line, value: row.value.slice(0, 80) });
    } else {
      entries.push(entry);
    }
  }
  return { entries, refused };
}

/** An entry as it is kept; null for a hash that is none, or a text without letters. */
export function parseBlockEntry({
  kind,
  value,
  note,
}: {
  kind: NewBlockEntry['kind'] | null;
  value: string;
  note: string;
}): NewBlockEntry | null {
  if (kind === null || !BLOCK_KINDS.includes(kind)) return null;
  const clean = kind === 'prohibited' ? value.normalize('NFKC').trim().slice(0, 300) : value.trim().toLowerCase();
  const isGood = kind === 'prohibited' ? /[\p{L}\p{N}]/u.test(clean) : HEX.test(clean);
  return isGood ? { kind, value: clean, note: note.trim().slice(0, 500) } : null;
}

interface Row {
  line: number;
  kind: string;
  value: string;
  note: string;
}

function jsonRows(text: string): Row[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw problem('blocklist-file-unknown');
  }
  const items = Array.isArray(list) ? list : (list as { entries?: unknown }).entries;
  if (!Array.isArray(items) || items.length > MAX_ENTRIES) throw problem('blocklist-file-unknown');
  return items.map((item: unknown, at) => {
    const fields = (typeof item === 'object' && item !== null ? item : { value: item }) as Record<string, unknown>;
    const firstText = (...names: string[]) =>
      String(names.map((name) => fields[name]).find((each) => typeof each === 'string') ?? '');
    return {
      line: at + 1,
      kind: firstText('kind', 'type'),
      value: firstText('value', 'hash', 'pdq', 'sha256'),
      note: firstText('note', 'comment'),
    };
  });
}

function csvRows(text: string): Row[] {
  const rows: Row[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    // One more than can be added says enough.
    if (rows.length > MAX_ENTRIES) break;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
      .slice(0, 4);
    const [first = '', second = '', third = ''] = cells;
    if (at === 0 && /^(kind|type|hash|value|sha256|pdq|term)$/i.test(first) && !HEX.test(second)) continue;
    const row =
      second === ''
        ? { kind: '', value: first, note: '' }
        : KINDS[first.toLowerCase()] === undefined
          ? { kind: '', value: first, note: second }
          : { kind: first, value: second, note: third };
    rows.push({ line: at + 1, ...row });
  }
  return rows;
}
