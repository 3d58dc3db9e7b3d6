/** A colour as red, green and blue, each from 0 to 1. */
type Colour = readonly [number, number, number];

/** WCAG 2.2, 1.4.3 and 1.4.11: text, and marks. */
const [TEXT, MARK] = [4.5, 3];
/** The surfaces of tokens.css that an accent stands on, light and dark: the page, and what a pointer is over. */
const SURFACES = { light: ['#f7f5f1', '#efebe4'], dark: ['#0e0f12', '#262a33'] } as const;
const PAPER = { light: '#ffffff', dark: '#16181d' } as const;
const INKS = ['#ffffff', '#0b0b0d'] as const;

/**
 * The tokens of an accent, for light and dark: as near to the colour as its use allows, so that whatever is chosen can be read
 * (4.5:1 for text, 3:1 for marks).
 *
 * @param accent `#rrggbb`.
 */
export function accentTokens(accent: string): string {
  const [light, dark] = [tokensOn('light', accent), tokensOn('dark', accent)];
  return Object.keys(light)
    .map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
    .join(';');
}

function tokensOn(scheme: 'light' | 'dark', accent: string): Record<string, string> {
  const end = scheme === 'light' ? '#000000' : '#ffffff';
  const fill = until(accent, end, (colour) => SURFACES[scheme].every((surface) => contrast(colour, surface) >= MARK));
  const on = contrast(INKS[0], fill) >= contrast(INKS[1], fill) ? INKS[0] : INKS[1];
  const away = on === INKS[0] ? '#000000' : '#ffffff';
  const readable = until(fill, away, (colour) => contrast(on, colour) >= TEXT);
  const soft = mixed(PAPER[scheme], accent, 0.14);
  const text = until(accent, end, (colour) =>
    [...SURFACES[scheme], PAPER[scheme], soft].every((surface) => contrast(colour, surface) >= TEXT),
  );
  return {
    accent: readable,
    'on-accent': on,
    'accent-hover': mixed(readable, away, 0.15),
    'accent-text': text,
    'accent-soft': soft,
  };
}

/** The first colour on the way from one to another that will do; the other one where none does. */
function until(from: string, to: string, will: (colour: string) => boolean): string {
  for (let part = 0; part <= 1; part += 0.04) {
    const colour = mixed(from, to, part);
    if (will(colour)) return colour;
  }
  return to;
}

function mixed(from: string, to: string, part: number): string {
  const [a, b] = [parsed(from), parsed(to)];
  return `#${a.map((value, at) => hex(value + (b[at]! - value) * part)).join('')}`;
}

function hex(value: number): string {
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0');
}

function parsed(colour: string): Colour {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as unknown as Colour;
}

/** How far two colours are apart, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(parsed(one)), luminance(parsed(other))].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
