import type { Palette } from './palettes.ts';
import type { Random } from './random.ts';
import { box, dotScreen, faded, mix, n, oval, path } from './svg.ts';
import type { Canvas } from './svg.ts';

/** The stage of a scene: a box of w × h pixels at the origin, colours, and its own chance. */
export type Stage = { k: Canvas; w: number; h: number; p: Palette; r: Random };

/** The unit a scene's details are sized by, so that a small panel has small windows and trees. */
export function unit({ w, h }: Stage): number {
  return Math.max(0.35, Math.min(w, h * 1.2) / 900);
}

/** The sky over the whole box; black-and-white comics get a screen of dots in it. */
export function sky({ k, w, h, p }: Stage): string {
  return box(0, 0, w, h, k.gradient(p.sky)) + (p.mono ? dotScreen(0, 0, w, h * 0.5, '#8d8d93', 11, 0.4) : '');
}

/** Sun or moon with its halo. */
export function disc({ k, p }: Stage, x: number, y: number, radius: number): string {
  return (
    oval(x, y, radius * 2.4, radius * 2.4, k.radial([`${p.glow}88`, `${p.glow}00`])) +
    oval(x, y, radius, radius, p.glow)
  );
}

/** Small stars over the upper part. */
export function stars({ w, h, p, r }: Stage, count: number, share = 0.6): string {
  return Array.from({ length: count }, () => {
    const [x, y, s] = [r.next() * w, r.next() * h * share, r.between(1.2, 3.4)];
    return r.next() < 0.14
      ? path(
          `M${n(x)},${n(y - s * 3)}L${n(x + s * 0.7)},${n(y - s * 0.7)}L${n(x + s * 3)},${n(y)}L${n(x + s * 0.7)},${n(y + s * 0.7)}L${n(x)},${n(y + s * 3)}L${n(x - s * 0.7)},${n(y + s * 0.7)}L${n(x - s * 3)},${n(y)}L${n(x - s * 0.7)},${n(y - s * 0.7)}Z`,
          p.glow,
        )
      : oval(x, y, s, s, p.glow, undefined, 0, 'fill-opacity=".8"');
  }).join('');
}

/** One flat-bottomed cloud, `size` wide. */
export function cloud(x: number, y: number, size: number, colour: string, opacity = 0.9): string {
  const s = size / 100;
  return path(
    `M${n(x - 50 * s)},${n(y)}c${n(-14 * s)},0 ${n(-14 * s)},${n(-18 * s)} 0,${n(-20 * s)}c${n(2 * s)},${n(-18 * s)} ${n(26 * s)},${n(-24 * s)} ${n(34 * s)},${n(-10 * s)}c${n(10 * s)},${n(-20 * s)} ${n(40 * s)},${n(-14 * s)} ${n(40 * s)},${n(6 * s)}c${n(16 * s)},${n(-6 * s)} ${n(34 * s)},${n(6 * s)} ${n(22 * s)},${n(24 * s)}Z`,
    colour,
    undefined,
    0,
    `fill-opacity="${opacity}"`,
  );
}

/** Clouds spread over the upper part. */
export function clouds(stage: Stage, count: number, share = 0.45): string {
  const { w, h, p, r } = stage;
  return Array.from({ length: count }, (_, i) =>
    cloud(
      ((i + r.between(0.1, 0.9)) / count) * w,
      h * r.between(0.1, share),
      unit(stage) * r.between(140, 330),
      p.cloud,
      0.85,
    ),
  ).join('');
}

/** Rolling land: a soft line around height y (pixels), `swell` high, filled to the bottom. */
export function hills({ w, h, r }: Stage, y: number, swell: number, colour: string, count = 3): string {
  let d = `M0,${n(h)}L0,${n(y + r.between(-0.5, 0.5) * swell)}`;
  const step = w / count;
  for (let i = 0; i < count; i++) {
    d += `C${n(step * (i + 0.35))},${n(y - r.between(0.2, 1) * swell)} ${n(step * (i + 0.65))},${n(y - r.between(-0.6, 0.6) * swell)} ${n(step * (i + 1))},${n(y + r.between(-0.5, 0.4) * swell)}`;
  }
  return path(`${d}L${n(w)},${n(h)}Z`, colour);
}

/** Peaks with lit sides and caps of snow. */
export function peaks(
  { w, h, p, r }: Stage,
  base: number,
  tall: number,
  colour: string,
  count: number,
  snow = true,
): string {
  let out = '';
  for (let i = 0; i < count; i++) {
    const x = ((i + r.between(0.2, 0.8)) / count) * w;
    const [t, half] = [tall * r.between(0.6, 1), (w / count) * r.between(0.75, 1.15)];
    const top = base - t;
    out +=
      path(`M${n(x - half)},${n(base)}L${n(x)},${n(top)}L${n(x + half)},${n(base)}Z`, colour) +
      path(
        `M${n(x)},${n(top)}L${n(x + half)},${n(base)}L${n(x + half * 0.1)},${n(base)}L${n(x + half * 0.16)},${n(top + t * 0.5)}Z`,
        mix(colour, p.deep, 0.28),
      );
    if (snow) {
      out += path(
        `M${n(x)},${n(top)}L${n(x + half * 0.26)},${n(top + t * 0.26)}L${n(x + half * 0.1)},${n(top + t * 0.2)}L${n(x)},${n(top + t * 0.3)}L${n(x - half * 0.12)},${n(top + t * 0.2)}L${n(x - half * 0.26)},${n(top + t * 0.26)}Z`,
        p.paper,
        undefined,
        0,
        'fill-opacity=".92"',
      );
    }
  }
  return out + box(0, base - 1, w, h - base + 1, colour);
}

/** A row of houses or towers with lit windows, standing on `base`. */
export function skyline(
  { w, p, r }: Stage,
  base: number,
  tall: number,
  colour: string,
  u: number,
  lit: number,
): string {
  let out = '';
  for (let x = -20 * u; x < w;) {
    const [bw, bh] = [r.between(70, 150) * u, tall * r.between(0.4, 1)];
    const top = base - bh;
    out += box(x, top, bw + 1, bh + 400, colour);
    const roof = r.whole(0, 4);
    if (roof === 0) {
      out += path(`M${n(x)},${n(top)}L${n(x + bw / 2)},${n(top - 40 * u)}L${n(x + bw)},${n(top)}Z`, colour);
    }
    if (roof === 1) {
      out +=
        path(`M${n(x + bw * 0.3)},${n(top)}V${n(top - 30 * u)}H${n(x + bw * 0.7)}V${n(top)}Z`, colour) +
        path(`M${n(x + bw / 2)},${n(top - 30 * u)}v${n(-40 * u)}`, 'none', colour, 4 * u);
    }
    if (roof === 2) {
      out += path(
        `M${n(x + bw * 0.16)},${n(top - 34 * u)}h${n(bw * 0.3)}v${n(24 * u)}l${n(4 * u)},${n(12 * u)}h${n(-bw * 0.36)}l${n(4 * u)},${n(-12 * u)}Z`,
        colour,
      );
    }
    let windows = '';
    const [ww, wh] = [13 * u, 18 * u];
    for (let wx = x + 14 * u; wx + ww < x + bw - 8 * u; wx += ww + 13 * u) {
      for (let wy = top + 18 * u; wy < base - 10 * u; wy += wh + 16 * u) {
        if (r.next() < lit) {
          windows += `M${n(wx)},${n(wy)}h${n(ww)}v${n(wh)}h${n(-ww)}Z`;
        }
      }
    }
    out += path(windows, r.next() < 0.75 ? p.glow : p.pop2, undefined, 0, 'fill-opacity=".85"');
    x += bw + (r.next() < 0.3 ? 16 * u : 0);
  }
  return out;
}

/** A fir (`kind` 0), a round tree (1) or a palm (2), `tall` pixels high, standing at (x, y). */
export function tree(kind: number, x: number, y: number, tall: number, colour: string, trunk: string): string {
  const t = tall / 100;
  const light = mix(colour, '#ffffff', 0.12);
  if (kind === 0) {
    return (
      path(`M${n(x - 4 * t)},${n(y)}v${n(-20 * t)}h${n(8 * t)}v${n(20 * t)}Z`, trunk) +
      [0, 1, 2]
        .map((i) =>
          path(
            `M${n(x - (34 - i * 8) * t)},${n(y - (12 + i * 26) * t)}L${n(x)},${n(y - (56 + i * 22) * t)}L${n(x + (34 - i * 8) * t)},${n(y - (12 + i * 26) * t)}Q${n(x)},${n(y - (4 + i * 26) * t)} ${n(x - (34 - i * 8) * t)},${n(y - (12 + i * 26) * t)}Z`,
            i === 1 ? light : colour,
          ),
        )
        .join('')
    );
  }
  if (kind === 1) {
    return (
      path(`M${n(x - 5 * t)},${n(y)}L${n(x - 3 * t)},${n(y - 50 * t)}h${n(6 * t)}L${n(x + 5 * t)},${n(y)}Z`, trunk) +
      oval(x, y - 66 * t, 34 * t, 33 * t, colour) +
      oval(x - 18 * t, y - 52 * t, 22 * t, 20 * t, colour) +
      oval(x + 19 * t, y - 50 * t, 21 * t, 19 * t, colour) +
      oval(x - 9 * t, y - 74 * t, 18 * t, 16 * t, light)
    );
  }
  return (
    path(
      `M${n(x - 3 * t)},${n(y)}Q${n(x + 2 * t)},${n(y - 40 * t)} ${n(x + 14 * t)},${n(y - 76 * t)}`,
      'none',
      trunk,
      6 * t,
    ) +
    [
      [-50, -6],
      [-38, -28],
      [-8, -36],
      [30, -32],
      [48, -4],
      [34, 18],
      [-30, 16],
    ]
      .map(([dx, dy]) =>
        path(
          `M${n(x + 14 * t)},${n(y - 76 * t)}q${n(dx! * 0.5 * t)},${n((dy! - 18) * t)} ${n(dx! * t)},${n((dy! + 10) * t)}q${n(-dx! * 0.4 * t)},${n(-8 * t)} ${n(-dx! * t)},${n((-dy! - 10) * t)}Z`,
          colour,
        ),
      )
      .join('')
  );
}

/** Slanting rain, or snow when `flakes`. */
export function weather({ w, h, p, r }: Stage, count: number, flakes: boolean): string {
  if (flakes) {
    return Array.from({ length: count }, () =>
      oval(r.next() * w, r.next() * h, r.between(2, 6), undefined, p.paper, undefined, 0, 'fill-opacity=".9"'),
    ).join('');
  }
  let d = '';
  for (let i = 0; i < count; i++) {
    d += `M${n(r.next() * w)},${n(r.next() * h)}l-9,34`;
  }
  return faded(path(d, 'none', p.paper, 2.5), 0.5);
}

/** Boards, tiles or stones: a floor from `y` to the bottom with lines that run to a far point. */
export function floor({ w, h, p }: Stage, y: number, colour: string): string {
  let d = '';
  for (let i = -6; i <= 6; i++) {
    d += `M${n(w / 2 + i * w * 0.09)},${n(y)}L${n(w / 2 + i * w * 0.24)},${n(h)}`;
  }
  return (
    box(0, y, w, h - y, colour) +
    path(
      `${d}M0,${n(y + (h - y) * 0.3)}H${n(w)}M0,${n(y + (h - y) * 0.66)}H${n(w)}`,
      'none',
      mix(colour, p.deep, 0.28),
      2.5,
    ) +
    box(0, y, w, 5, mix(colour, p.deep, 0.45))
  );
}
