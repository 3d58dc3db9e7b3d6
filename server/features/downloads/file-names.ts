/** Letters that file systems or programs that unpack do not take, and those that nobody sees or that turn what stands around them. */
const REFUSED = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Names that Windows keeps for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Most bytes of a name without its extension: 255 less room for ` (999).cbz`. */
const MAX_BYTES = 240;

/** The facts a file is named after. */
export interface FileNameParts {
  /** Of a chapter: its series; of a one-shot null. */
  series: string | null;
  title: string;
  /** As printed. */
  number: string | null;
  group: string | null;
  /** BCP 47. */
  language: string | null;
}

/**
 * The name of an archive without its extension: `Series - c010.5 - Title [Group] [en]`, as readers of comics tell
 * chapters apart. Fits every file system: at most 240 bytes, nothing reserved, no spaces or dots at its ends.
 */
export function archiveName({ series, title, number, group, language }: FileNameParts): string {
  const numbered = number === null || number === '' ? null : numberName(number);
  const head = [series, numbered, title].filter((part) => part !== null && part !== '').join(' - ');
  const tail = [group, language].flatMap((part) => (part ? [` [${part}]`] : [])).join('');
  const [end, room] = [plain(tail), MAX_BYTES - Buffer.byteLength(plain(tail))];
  const name = `${cut(plain(head), room > 80 ? room : MAX_BYTES)}${room > 80 ? end : ''}`.replace(
    /^[\s.]+|(?<![\s.])[\s.]+$/gu,
    '',
  );
  return DEVICES.test(name) ? `_${name}` : name || 'comic';
}

/** The names with ` (2)`, ` (3)` … behind those that came before, ignoring case: no two of them are the same file. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let copy = name;
    for (let count = 2; taken.has(copy.toLowerCase()); count += 1) {
      copy = `${name} (${count})`;
    }
    taken.add(copy.toLowerCase());
    return copy;
  });
}

/**
 * A page's name in an archive of `count` pages: its number from 1 with as many digits as the last one, at least three.
 *
 * @param format as `images.format` has it.
 */
export function pageName(number: number, count: number, format: string): string {
  return `${String(number).padStart(Math.max(3, String(count).length), '0')}.${format === 'jpeg' ? 'jpg' : format}`;
}

/** The value of `Content-Disposition` for a file of this name (RFC 6266): in ASCII for old programs, and as it is. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** `c003`, `c010.5`; what is no number as it is. */
function numberName(number: string): string {
  const [, whole, rest = ''] = /^(\d{1,9})(\.\d+)?$/.exec(number) ?? [];
  return whole === undefined ? number : `c${whole.padStart(3, '0')}${rest}`;
}

function plain(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(REFUSED, '_').replace(/_{2,}/g, '_');
}

/** As many whole letters from the front as fit so many bytes. */
function cut(text: string, most: number): string {
  let bytes = 0;
  let shortened = '';
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > most) break;
    shortened += letter;
  }
  return shortened.trimEnd();
}
