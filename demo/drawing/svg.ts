/** A number as SVG wants it: one decimal at most, which is finer than a pixel. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A path; `line` is the colour of its outline and `width` the outline's width. */
export function path(d: string, fill = 'none', line?: string, width = 4, extra = ''): string {
  const stroke = line
    ? ` stroke="${line}" stroke-width="${n(width)}" stroke-linejoin="round" stroke-linecap="round"`
    : '';
  return `<path d="${d}" fill="${fill}"${stroke}${extra && ` ${extra}`}/>`;
}

/** An ellipse, or a circle when `ry` is left out. */
export function oval(
  cx: number,
  cy: number,
  rx: number,
  ry = rx,
  fill = 'none',
  line?: string,
  width = 4,
  extra = '',
): string {
  const stroke = line ? ` stroke="${line}" stroke-width="${n(width)}"` : '';
  return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${stroke}${extra && ` ${extra}`}/>`;
}

/** A rectangle with corners rounded by `r`. */
export function box(
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  r = 0,
  line?: string,
  width = 4,
  extra = '',
): string {
  const stroke = line ? ` stroke="${line}" stroke-width="${n(width)}" stroke-linejoin="round"` : '';
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${r ? ` rx="${n(r)}"` : ''} fill="${fill}"${stroke}${extra && ` ${extra}`}/>`;
}

/** A closed polygon's path data. */
export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${n(x)},${n(y)}`).join('L')}Z`;
}

/** Moves, then scales, what `inner` draws; a negative `sx` mirrors it. */
export function place(inner: string, x: number, y: number, sx = 1, sy = Math.abs(sx), turn = 0): string {
  const rotate = turn ? ` rotate(${n(turn)})` : '';
  const scale = sx === 1 && sy === 1 ? '' : ` scale(${sx.toFixed(4)},${sy.toFixed(4)})`;
  return `<g transform="translate(${n(x)},${n(y)})${rotate}${scale}">${inner}</g>`;
}

/** Lays a see-through layer over the group. */
export function faded(inner: string, opacity: number): string {
  return `<g opacity="${opacity}">${inner}</g>`;
}

/** Mixes two `#rrggbb` colours; `share` 0 is all `a`, 1 all `b`. */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [parseInt(a.slice(1), 16), parseInt(b.slice(1), 16)];
  const channel = (shift: number) => Math.round(((x >> shift) & 255) * (1 - share) + ((y >> shift) & 255) * share);
  return `#${((channel(16) << 16) | (channel(8) << 8) | channel(0)).toString(16).padStart(6, '0')}`;
}

/**
 * A screen of round dots in staggered rows over a box; along a row they are 1.4 × `step` apart, each `step` × `share` wide.
 * Drawn as dashed lines of round caps, which renders fifteen times faster than a turned pattern.
 */
export function dotScreen(x: number, y: number, w: number, h: number, colour: string, step = 12, share = 0.5): string {
  const pitch = step * Math.SQRT1_2;
  let d = '';
  for (let row = 0; (row + 0.5) * pitch < h; row++) {
    d += `M${n(x + (row % 2 ? pitch : 0))},${n(y + (row + 0.5) * pitch)}H${n(x + w)}`;
  }
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(step * share)}" stroke-linecap="round" stroke-dasharray="0 ${(pitch * 2).toFixed(2)}"/>`;
}

/** Stripes over a box, half as wide as they are apart: upright, or leaning by `lean` pixels from top to bottom. */
export function stripes(x: number, y: number, w: number, h: number, colour: string, step = 20, lean = 0): string {
  let d = '';
  for (let at = x - Math.abs(lean); at < x + w + Math.abs(lean); at += step) {
    d += `M${n(at)},${n(y)}l${n(lean)},${n(h)}`;
  }
  return path(d, 'none', colour, step / 2);
}

/** Collects what one picture defines once and refers to by name: gradients, clips, patterns. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  private defs = new Map<string, string>();

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  private define(body: (id: string) => string): string {
    const key = body('');
    const known = this.defs.get(key);
    if (known) return known.slice(0, known.indexOf('|'));
    const id = `d${this.defs.size}`;
    this.defs.set(key, `${id}|${body(id)}`);
    return id;
  }

  /** A gradient from top to bottom (or by `angle` degrees); stops are spread evenly. Gives the paint to fill with. */
  gradient(colours: readonly string[], angle = 90): string {
    const stops = colours.map(
      (c, i) =>
        `<stop offset="${n((i / (colours.length - 1)) * 100)}%" stop-color="${c.slice(0, 7)}"${c.length > 7 ? ` stop-opacity="${n(parseInt(c.slice(7), 16) / 255)}"` : ''}/>`,
    );
    const turn = `rotate(${angle},.5,.5)`;
    return `url(#${this.define((id) => `<linearGradient id="${id}" x1="0" y1=".5" x2="1" y2=".5" gradientTransform="${turn}">${stops.join('')}</linearGradient>`)})`;
  }

  /** A gradient from the middle outwards. */
  radial(colours: readonly string[]): string {
    const stops = colours.map(
      (c, i) =>
        `<stop offset="${n((i / (colours.length - 1)) * 100)}%" stop-color="${c.slice(0, 7)}"${c.length > 7 ? ` stop-opacity="${n(parseInt(c.slice(7), 16) / 255)}"` : ''}/>`,
    );
    return `url(#${this.define((id) => `<radialGradient id="${id}">${stops.join('')}</radialGradient>`)})`;
  }

  /** Draws `inner` only inside the outline `d`. */
  clipped(d: string, inner: string): string {
    const id = this.define((name) => `<clipPath id="${name}"><path d="${d}"/></clipPath>`);
    return `<g clip-path="url(#${id})">${inner}</g>`;
  }

  /** The finished picture. */
  svg(body: string): string {
    const defs = [...this.defs.values()].map((d) => d.slice(d.indexOf('|') + 1)).join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"><defs>${defs}</defs>${body}</svg>`;
  }
}
