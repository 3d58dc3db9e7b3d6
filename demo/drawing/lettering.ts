import type { Font, Glyph } from 'fontkit';
import type { DemoLanguage } from '../comic.ts';
import { fontFor, type Face } from './fonts.ts';
import { n } from './svg.ts';

/** A run of text turned into outlines; `d` starts at x 0 on the baseline, y grows downwards. */
export type Outline = { width: number; d: (x: number, y: number) => string };

type PlacedGlyph = { glyph: Glyph; font: Font; x: number; y: number };

/** Whether the language is written from right to left. */
export function isRightToLeft(language: DemoLanguage): boolean {
  return language === 'ar';
}

/** The letterings for the language's balloons. */
export function balloonFace(language: DemoLanguage): Face {
  return (
    (
      { ar: 'arabic', hi: 'devanagari', zh: 'chinese', ja: 'japanese', ko: 'korean' } as Partial<
        Record<DemoLanguage, Face>
      >
    )[language] ?? 'hand'
  );
}

/** The letterings for the language's titles and sounds; `latin` is the comic's own choice for Latin letters. */
export function titleFace(language: DemoLanguage, latin: Face): Face {
  return (
    (
      {
        ar: 'arabicTitle',
        hi: 'devanagariTitle',
        zh: 'chinese',
        ja: 'block',
        ko: 'koreanTitle',
        ru: 'block',
      } as Partial<Record<DemoLanguage, Face>>
    )[language] ?? latin
  );
}

/** The text as it is lettered: Latin and Cyrillic comics are lettered in capitals. */
export function lettered(text: string, language: DemoLanguage): string {
  return ['ar', 'hi', 'zh', 'ja', 'ko'].includes(language) ? text : text.toLocaleUpperCase(language);
}

/** The characters of `text` that no font of the face has; an empty list is what a comic must have. */
export function missingCharacters(text: string, face: Face): string[] {
  return Array.from(text).filter((c) => c !== '\n' && !fontFor(face, c.codePointAt(0)!));
}

function runs(text: string, face: Face): { font: Font; text: string }[] {
  const list: { font: Font; text: string }[] = [];
  for (const character of text) {
    const last = list.at(-1);
    const font = fontFor(face, character.codePointAt(0)!, last?.font);
    if (!font) throw new Error(`no glyph for ${JSON.stringify(character)} in ${face}`);
    if (last?.font === font) {
      last.text += character;
    } else {
      list.push({ font, text: character });
    }
  }
  return list;
}

const commands = new WeakMap<Glyph, Glyph['path']['commands']>();

function glyphOutline({ glyph, font, x, y }: PlacedGlyph, size: number, left: number, base: number): string {
  let list = commands.get(glyph);
  if (!list) {
    commands.set(glyph, (list = glyph.path.commands));
  }
  const scale = size / font.unitsPerEm;
  let d = '';
  for (const { command, args } of list) {
    if (command === 'closePath') {
      d += 'Z';
      continue;
    }
    d += { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C' }[command];
    for (let i = 0; i < args.length; i += 2) {
      d += `${i ? ' ' : ''}${n(left + x * size + args[i]! * scale)},${n(base + y * size - args[i + 1]! * scale)}`;
    }
  }
  return d;
}

/** Lines already shaped, in ems; as many as a chapter needs, since each holds its fonts in memory. */
const shaped = new Map<string, { placed: PlacedGlyph[]; width: number }>();

function shape(text: string, face: Face, rightToLeft: boolean): { placed: PlacedGlyph[]; width: number } {
  const placed: PlacedGlyph[] = [];
  let x = 0;
  const parts = runs(text, face);
  for (const { font, text: part } of rightToLeft ? parts.reverse() : parts) {
    const em = font.unitsPerEm;
    const spaces = rightToLeft && !/\p{Script=Arabic}/u.test(part);
    const run = font.layout(spaces ? Array.from(part).reverse().join('') : part);
    run.glyphs.forEach((glyph, i) => {
      const p = run.positions[i]!;
      placed.push({ glyph, font, x: x + p.xOffset / em, y: -p.yOffset / em });
      x += p.xAdvance / em;
    });
  }
  return { placed, width: x };
}

/** Shapes one line (ligatures, joining, reordering by the font's own rules) at `size` pixels an em. */
export function outline(text: string, face: Face, size: number, rightToLeft = false): Outline {
  const key = `${face}|${rightToLeft}|${text}`;
  let entry = shaped.get(key);
  if (!entry) {
    if (shaped.size >= 150) {
      shaped.clear();
    }
    shaped.set(key, (entry = shape(text, face, rightToLeft)));
  }
  const { placed, width } = entry;
  return { width: width * size, d: (left, base) => placed.map((p) => glyphOutline(p, size, left, base)).join('') };
}

const noStart = '、。，．！？…ー」』）〜：；”’!?,.っゃゅょッャュョァィゥェォ々';

/** The pieces a line may be broken between: words, or single characters where the script has no spaces. */
function pieces(text: string, language: DemoLanguage): string[] {
  if (language !== 'zh' && language !== 'ja') return text.split(' ').map((word, i) => (i ? ` ${word}` : word));
  const list: string[] = [];
  for (const c of text) {
    if (
      list.length &&
      (noStart.includes(c) ||
        '「『（“‘'.includes(list.at(-1)!.at(-1)!) ||
        (/[a-z0-9]/i.test(c) && /[a-z0-9]/i.test(list.at(-1)!.at(-1)!)))
    ) {
      list[list.length - 1] += c;
    } else {
      list.push(c);
    }
  }
  return list;
}

function fill(parts: string[], limit: number, measure: (s: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line && measure((line + part).trim()) > limit) {
      lines.push(line.trim());
      line = part;
    } else {
      line += part;
    }
  }
  return [...lines, line.trim()];
}

/** Breaks `text` into as few lines as `limit` pixels allow, then evens the lines out. A longer single word stays whole. */
export function wrap(text: string, language: DemoLanguage, limit: number, measure: (s: string) => number): string[] {
  const parts = pieces(text, language);
  const most = fill(parts, limit, measure);
  let [low, high] = [limit / 3, limit];
  while (high - low > 4) {
    const middle = (low + high) / 2;
    if (fill(parts, middle, measure).length > most.length) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return fill(parts, high, measure);
}

/** Lines of text as one thing to place: its size, and its outlines around the middle (cx, cy). */
export type Block = { width: number; height: number; size: number; d: (cx: number, cy: number) => string };

/** Sets `text` in lines at most `limit` pixels wide, centred. */
export function horizontalBlock(
  text: string,
  language: DemoLanguage,
  face: Face,
  size: number,
  limit: number,
  leading = 1.22,
): Block {
  const rtl = isRightToLeft(language);
  const lines = wrap(text, language, limit, (s) => outline(s, face, size, rtl).width).map((s) =>
    outline(s, face, size, rtl),
  );
  const step = size * (face === 'devanagari' || face === 'arabic' ? leading + 0.12 : leading);
  const width = Math.max(...lines.map((l) => l.width));
  const height = step * (lines.length - 1) + size;
  return {
    width,
    height,
    size,
    d: (cx, cy) => lines.map((l, i) => l.d(cx - l.width / 2, cy - height / 2 + size * 0.84 + i * step)).join(''),
  };
}

/** Sets Japanese in columns from the right, at most `limit` pixels tall, with the marks turned as print does. */
export function verticalBlock(text: string, face: Face, size: number, limit: number): Block {
  const step = size * 1.04;
  const columns = wrap(text, 'ja', limit, (s) => Array.from(s).length * step).map((s) => Array.from(s));
  const width = columns.length * size * 1.24;
  const height = Math.max(...columns.map((c) => c.length)) * step;
  const d = (cx: number, cy: number) =>
    columns
      .map((column, c) =>
        column
          .map((character, i) => {
            const o = outline(character, face, size);
            const [x, y] = [cx + width / 2 - (c + 0.5) * size * 1.24, cy - height / 2 + i * step];
            if ('ー〜…—（）「」'.includes(character)) return turned(character, face, size, x, y + step / 2);
            const [dx, dy] = '、。'.includes(character)
              ? [size * 0.6, -size * 0.58]
              : 'っゃゅょッャュョァィゥェォ'.includes(character)
                ? [size * 0.1, -size * 0.1]
                : [0, 0];
            return o.d(x - o.width / 2 + dx, y + size * 0.88 + dy);
          })
          .join(''),
      )
      .join('');
  return { width, height, size, d };
}

/** One character turned a quarter to the right around its middle. */
function turned(character: string, face: Face, size: number, cx: number, cy: number): string {
  const o = outline(character, face, size);
  const d = o.d(-o.width / 2, size * 0.38);
  return d.replace(/(?<![-\d.])(-?[\d.]+),(-?[\d.]+)/g, (_, x, y) => `${n(cx - Number(y))},${n(cy + Number(x))}`);
}
