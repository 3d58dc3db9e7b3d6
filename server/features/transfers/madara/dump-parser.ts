/** A value of a row: its bytes, null for NULL. */
export type DumpCell = Buffer | null;

/** A row of a wanted table: its wanted columns by their names. */
export interface DumpRow {
  table: string;
  cells: Readonly<Record<string, DumpCell>>;
}

/** Which columns of a table are wanted; null: none of its rows. */
export type WantedColumns = (table: string) => readonly string[] | null;

/** Most bytes of a value, 16 MiB, of the start of a statement, and of a value without quotes; what is longer is cut. */
const MAX_CELL = 16 * 1024 ** 2;
const MAX_HEAD = 1024 ** 2;
const MAX_BARE = 1024;
/** Bytes of a comment that are looked at. */
const MAX_COMMENT = 60;

const [NUL, BACKSPACE, TAB, LINE, RETURN, SUBSTITUTE] = [0, 8, 9, 10, 13, 26];
const [DOUBLE, HASH, SINGLE, OPEN, CLOSE, STAR, COMMA, DASH, SLASH, SEMICOLON] = [
  34, 35, 39, 40, 41, 42, 44, 45, 47, 59,
];
const [BACKSLASH, BACKTICK] = [92, 96];
/** The bytes that letters behind a backslash stand for; every other one stands for itself. */
const ESCAPES = new Map([
  [48, NUL],
  [98, BACKSPACE],
  [116, TAB],
  [110, LINE],
  [114, RETURN],
  [90, SUBSTITUTE],
]);

type State =
  | 'between'
  | 'line-comment'
  | 'block-comment'
  | 'head'
  | 'head-quoted'
  | 'skipped'
  | 'skipped-quoted'
  | 'rows'
  | 'bare'
  | 'string'
  | 'string-end';

/**
 * Understands the statements of a dump as its bytes come: the columns of its tables (CREATE TABLE) and their rows (INSERT, REPLACE).
 * Everything else is stepped over. Values in quotes, with escapes and introducers (`_binary`), in hexadecimal digits, and bare.
 */
export function createDumpParser(wanted: WantedColumns) {
  const columnsBy = new Map<string, string[]>();
  const seen = new Set<string>();
  let rows: DumpRow[] = [];
  let state: State = 'between';
  let [read, quote, depth, last] = [0, 0, 0, 0];
  let escaped = false;
  let comment = '';
  let [isHeaded, isFooted] = [false, false];
  let head = '';
  let table = '';
  let columns: readonly string[] = [];
  let chosen: readonly (string | null)[] = [];
  let cells: Record<string, DumpCell> = {};
  let place = 0;
  let bare = '';
  let parts: Buffer[] | null = null;
  let size = 0;

  const keep = (part: Buffer) => {
    if (parts === null || chosen[place] === null || part.length === 0) return;
    const fitting = part.subarray(0, Math.max(0, MAX_CELL - size));
    size += fitting.length;
    if (fitting.length > 0) {
      parts.push(fitting);
    }
  };
  /** Goes on inside quotes; the index behind what was read, at the closing quote where that was reached. */
  const inQuotes = (chunk: Buffer, from: number, keeping: boolean): { at: number; closed: boolean } => {
    let at = from;
    if (escaped && at < chunk.length) {
      if (keeping) {
        keep(Buffer.from([ESCAPES.get(chunk[at]!) ?? chunk[at]!]));
      }
      escaped = false;
      at += 1;
    }
    let end = chunk.indexOf(quote, at);
    let slash = chunk.indexOf(BACKSLASH, at);
    while (at < chunk.length) {
      if (end !== -1 && end < at) {
        end = chunk.indexOf(quote, at);
      }
      if (slash !== -1 && slash < at) {
        slash = chunk.indexOf(BACKSLASH, at);
      }
      if (slash === -1 || (end !== -1 && end < slash)) {
        const stop = end === -1 ? chunk.length : end;
        if (keeping) {
          keep(chunk.subarray(at, stop));
        }
        return { at: stop, closed: end !== -1 };
      }
      if (keeping) {
        keep(chunk.subarray(at, slash));
      }
      if (slash + 1 === chunk.length) {
        escaped = true;
        return { at: chunk.length, closed: false };
      }
      if (keeping) {
        keep(Buffer.from([ESCAPES.get(chunk[slash + 1]!) ?? chunk[slash + 1]!]));
      }
      at = slash + 2;
    }
    return { at, closed: false };
  };
  const endCell = () => {
    const name = chosen[place];
    if (name !== undefined && name !== null) {
      cells[name] = toCell(bare, parts);
    }
    place += 1;
    bare = '';
    parts = null;
    size = 0;
  };
  const endStatement = () => {
    const made = tableMade(head);
    if (made !== null) {
      columnsBy.set(made.name, made.columns);
    }
    head = '';
    state = 'between';
  };
  const beginRows = () => {
    const into = rowsInto(head);
    head = '';
    table = into?.table ?? '';
    seen.add(table);
    columns = into?.columns ?? columnsBy.get(table) ?? [];
    const names = wanted(table);
    chosen = columns.map((column) => (names?.includes(column) ? column : null));
    state = names === null || chosen.every((name) => name === null) ? 'skipped' : 'bare';
    [place, depth, cells] = [0, 0, {}];
  };

  return {
    /** Takes in some bytes. */
    push(chunk: Buffer): void {
      for (let at = 0; at < chunk.length;) {
        const byte = chunk[at]!;
        switch (state) {
          case 'between':
            if (byte === DASH || byte === HASH) {
              [state, comment] = ['line-comment', ''];
            } else if (byte === SLASH) {
              [state, last] = ['block-comment', 0];
            } else if (byte > 32 && byte !== SEMICOLON && byte < 0x80) {
              [state, head] = ['head', ''];
              continue;
            }
            at += 1;
            break;
          case 'line-comment': {
            const end = chunk.indexOf(LINE, at);
            const stop = end === -1 ? chunk.length : end;
            if (comment.length < MAX_COMMENT) {
              comment += chunk.toString('latin1', at, Math.min(stop, at + MAX_COMMENT));
            }
            at = stop + 1;
            if (end !== -1) {
              noteComment();
              state = 'between';
            }
            break;
          }
          case 'block-comment':
            if (byte === SLASH && last === STAR) {
              state = 'between';
            }
            last = byte;
            at += 1;
            break;
          case 'head':
            if (byte === SEMICOLON) {
              endStatement();
            } else if (byte === OPEN && /^(insert|replace)\s/i.test(head) && /\svalues?\s*$/i.test(head.slice(-20))) {
              beginRows();
            } else {
              if (byte === SINGLE || byte === DOUBLE || byte === BACKTICK) {
                [state, quote] = ['head-quoted', byte];
              }
              head = head.length < MAX_HEAD ? head + String.fromCharCode(byte) : head;
            }
            at += 1;
            break;
          case 'head-quoted': {
            const { at: stop, closed } = inQuotes(chunk, at, false);
            if (head.length < MAX_HEAD) {
              head += chunk.toString('latin1', at, closed ? stop + 1 : stop);
            }
            at = closed ? stop + 1 : stop;
            state = closed ? 'head' : state;
            break;
          }
          case 'skipped':
            if (byte === SEMICOLON) {
              state = 'between';
            } else if (byte === SINGLE || byte === DOUBLE || byte === BACKTICK) {
              [state, quote] = ['skipped-quoted', byte];
            }
            at += 1;
            break;
          case 'skipped-quoted': {
            const { at: stop, closed } = inQuotes(chunk, at, false);
            at = closed ? stop + 1 : stop;
            state = closed ? 'skipped' : state;
            break;
          }
          case 'rows':
            if (byte === OPEN) {
              [state, place, depth, cells] = ['bare', 0, 0, {}];
            } else if (byte === SEMICOLON) {
              state = 'between';
            } else if (byte > 32 && byte !== COMMA) {
              state = 'skipped';
            }
            at += 1;
            break;
          case 'bare':
            if (byte === SINGLE || byte === DOUBLE) {
              [state, quote] = ['string', byte];
              parts ??= [];
            } else if (depth === 0 && (byte === COMMA || byte === CLOSE)) {
              endCell();
              if (byte === CLOSE) {
                if (place === columns.length) {
                  rows.push({ table, cells });
                }
                state = 'rows';
              }
            } else {
              depth += byte === OPEN ? 1 : byte === CLOSE ? -1 : 0;
              if (byte > 32 && parts === null && bare.length < MAX_CELL * 2) {
                bare = bare.length < MAX_BARE || chosen[place] !== null ? bare + String.fromCharCode(byte) : bare;
              }
            }
            at += 1;
            break;
          case 'string': {
            const { at: stop, closed } = inQuotes(chunk, at, depth === 0);
            at = closed ? stop + 1 : stop;
            state = closed ? 'string-end' : state;
            break;
          }
          case 'string-end':
            // Two quotes are one that belongs to the value.
            if (byte === quote) {
              keep(Buffer.from([quote]));
              state = 'string';
              at += 1;
            } else {
              state = 'bare';
            }
            break;
        }
      }
      read += chunk.length;
    },
    /** The rows that came since it was asked last. */
    take(): DumpRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
    /** The tables of which rows have come. */
    tables: (): ReadonlySet<string> => seen,
    /** Whether what came so far can be all: it ends between two statements, and with the words that `mysqldump` ends with where it began with its own. */
    isWhole(): boolean {
      if (state === 'line-comment') {
        noteComment();
      }
      return (state === 'between' || state === 'line-comment') && (isFooted || !isHeaded);
    },
    /** Where it is. */
    place: (): { table: string; megabytes: number } => ({
      table: table || '?',
      megabytes: Math.round(read / 1024 ** 2),
    }),
  };

  function noteComment(): void {
    isHeaded ||= /(MySQL|MariaDB) dump /.test(comment);
    isFooted ||= comment.includes('Dump completed');
  }
}

/** The value of what was read of a cell: bare, or in quotes behind what stands before them. */
function toCell(bare: string, parts: Buffer[] | null): DumpCell {
  if (parts !== null) {
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    return /^x$/i.test(bare) ? Buffer.from(bytes.toString('latin1'), 'hex') : bytes;
  }
  if (/^null$/i.test(bare) || bare === '') return null;
  return /^0x/i.test(bare) ? Buffer.from(bare.slice(2), 'hex') : Buffer.from(bare, 'latin1');
}

/** The table that a statement makes, with its columns in order; null for every other statement. */
function tableMade(head: string): { name: string; columns: string[] } | null {
  const made = /^create\s+table\s+(?:if\s+not\s+exists\s+)?/i.exec(head);
  const open = head.indexOf('(');
  if (made === null || open === -1) return null;
  const columns = head
    .slice(open + 1)
    .split('\n')
    .flatMap((line) => /^\s*[`"]([^`"]+)[`"]\s/.exec(line)?.[1] ?? []);
  return { name: lastName(head.slice(made[0].length, open)), columns };
}

/** The table that a statement puts rows into, and the columns that it names. */
function rowsInto(head: string): { table: string; columns: string[] | null } | null {
  const into = /\sinto\s+/i.exec(head);
  if (into === null) return null;
  const rest = head.slice(into.index + into[0].length).replace(/\svalues?\s*$/i, '');
  const open = rest.indexOf('(');
  const named = open === -1 ? null : rest.slice(open + 1, rest.lastIndexOf(')'));
  return {
    table: lastName(open === -1 ? rest : rest.slice(0, open)),
    columns: named === null ? null : named.split(',').map(lastName),
  };
}

/** A name without its quotes and the database before it. */
function lastName(name: string): string {
  return (name.split('.').at(-1) ?? '').replace(/[`"\s]/g, '');
}
