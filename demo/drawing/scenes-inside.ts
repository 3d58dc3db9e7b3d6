import { disc, floor, hills, peaks, sky, stars, tree, unit, type Stage } from './scene-parts.ts';
import { box, dotScreen, faded, mix, n, oval, path, stripes } from './svg.ts';

function window(s: Stage, x: number, y: number, ww: number, wh: number): string {
  const { p, k } = s;
  return (
    box(x, y, ww, wh, k.gradient(p.sky), 8, p.wood, 12) +
    k.clipped(
      `M${n(x)},${n(y)}h${n(ww)}v${n(wh)}h${n(-ww)}Z`,
      oval(x + ww * 0.7, y + wh * 0.3, ww * 0.14, undefined, p.glow) +
        oval(x + ww * 0.3, y + wh * 1.1, ww * 0.6, wh * 0.4, p.far),
    ) +
    path(`M${n(x + ww / 2)},${n(y)}v${n(wh)}M${n(x)},${n(y + wh / 2)}h${n(ww)}`, 'none', p.wood, 7)
  );
}

/** A bakery: oven with fire, shelves of bread, a window. */
export function bakery(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  const wall = mix(p.soft, p.pop2, 0.25);
  const loaf = (x: number, y: number) =>
    path(
      `M${n(x - 24 * u)},${n(y)}q0,${n(-26 * u)} ${n(24 * u)},${n(-26 * u)}t${n(24 * u)},${n(26 * u)}Z`,
      r.pick([p.wood, mix(p.wood, p.pop2, 0.45), mix(p.wood, p.pop2, 0.7)]),
    ) +
    path(
      `M${n(x - 9 * u)},${n(y - 19 * u)}l${n(5 * u)},${n(11 * u)}M${n(x + 4 * u)},${n(y - 21 * u)}l${n(5 * u)},${n(11 * u)}`,
      'none',
      p.paper,
      3 * u,
    );
  const shelf = (y: number) =>
    box(w * 0.5, y, w * 0.46, 10 * u, p.wood) +
    Array.from({ length: 6 }, (_, i) => loaf(w * (0.545 + i * 0.075), y)).join('');
  const oven =
    path(
      `M${n(w * 0.05)},${n(h * 0.84)}V${n(h * 0.5)}Q${n(w * 0.05)},${n(h * 0.3)} ${n(w * 0.22)},${n(h * 0.3)}T${n(w * 0.4)},${n(h * 0.5)}V${n(h * 0.84)}Z`,
      mix(p.pop, p.wood, 0.6),
    ) +
    path(
      `M${n(w * 0.12)},${n(h * 0.72)}V${n(h * 0.58)}Q${n(w * 0.12)},${n(h * 0.46)} ${n(w * 0.225)},${n(h * 0.46)}T${n(w * 0.33)},${n(h * 0.58)}V${n(h * 0.72)}Z`,
      p.deep,
    ) +
    path(
      `M${n(w * 0.15)},${n(h * 0.72)}q${n(w * 0.01)},${n(-h * 0.12)} ${n(w * 0.04)},${n(-h * 0.08)}q${n(w * 0.03)},${n(-h * 0.12)} ${n(w * 0.05)},${n(-h * 0.02)}q${n(w * 0.05)},${n(-h * 0.06)} ${n(w * 0.06)},${n(h * 0.1)}Z`,
      '#ff9a3d',
    ) +
    path(
      `M${n(w * 0.19)},${n(h * 0.72)}q${n(w * 0.02)},${n(-h * 0.07)} ${n(w * 0.04)},${n(-h * 0.04)}t${n(w * 0.03)},${n(h * 0.04)}Z`,
      '#ffe27a',
    ) +
    box(w * 0.19, h * 0.06, w * 0.07, h * 0.26, mix(p.pop, p.wood, 0.6));
  return (
    box(0, 0, w, h, wall) +
    stripes(0, 0, w, h, mix(wall, p.paper, 0.4), 60 * u) +
    window(s, w * 0.44, h * 0.1, w * 0.16, h * 0.24) +
    shelf(h * 0.47) +
    shelf(h * 0.6) +
    oven +
    floor(s, h * 0.82, mix(p.soft, p.wood, 0.45))
  );
}

/** A library with tall shelves, a ladder and a lamp. */
export function library(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  const back = mix(p.wood, p.deep, 0.45);
  let books = '';
  for (let row = 0; row < 5; row++) {
    const y = h * (0.03 + row * 0.16);
    const tall = h * 0.13;
    books += box(0, y + tall, w, h * 0.022, p.wood);
    for (let x = 8 * u; x < w;) {
      const bw = r.between(14, 34) * u;
      const bh = tall * r.between(0.66, 0.98);
      if (r.next() < 0.93) {
        const colour = r.pick([p.pop, p.pop2, p.mid, p.far, p.soft, p.near, p.wood]);
        books +=
          box(x, y + tall - bh, bw - 2, bh, colour) +
          (bw > 22 * u ? box(x, y + tall - bh * 0.8, bw - 2, bh * 0.12, mix(colour, p.paper, 0.5)) : '');
      }
      x += bw;
    }
  }
  const lamp =
    oval(w * 0.78, h * 0.2, 150 * u, 150 * u, s.k.radial([`${p.glow}aa`, `${p.glow}00`])) +
    path(`M${n(w * 0.78)},0V${n(h * 0.14)}`, 'none', p.ink, 5 * u) +
    path(
      `M${n(w * 0.78 - 46 * u)},${n(h * 0.21)}Q${n(w * 0.78)},${n(h * 0.07)} ${n(w * 0.78 + 46 * u)},${n(h * 0.21)}Z`,
      p.pop,
      p.ink,
      4 * u,
    );
  const ladder = path(
    `M${n(w * 0.12)},${n(h * 0.86)}L${n(w * 0.2)},0M${n(w * 0.24)},${n(h * 0.86)}L${n(w * 0.32)},0${Array.from({ length: 8 }, (_, i) => `M${n(w * (0.13 + i * 0.0093))},${n(h * (0.78 - i * 0.1))}h${n(w * 0.12)}`).join('')}`,
    'none',
    mix(p.wood, p.paper, 0.35),
    8 * u,
  );
  return box(0, 0, w, h, back) + books + ladder + lamp + floor(s, h * 0.84, mix(p.wood, p.soft, 0.3));
}

/** A kitchen: tiles, a stove with a steaming pot, hanging pans. */
export function kitchen(s: Stage): string {
  const { k, w, h, p } = s;
  const u = unit(s);
  const wall = mix(p.soft, p.far, 0.2);
  const tile = 46 * u;
  let lines = '';
  for (let y = 0; y < h * 0.66; y += tile) {
    lines += `M0,${n(y)}H${n(w)}`;
  }
  for (let x = 0; x < w; x += tile) {
    lines += `M${n(x)},0V${n(h * 0.66)}`;
  }
  const pan = (x: number) =>
    path(`M${n(x)},${n(h * 0.1)}v${n(50 * u)}`, 'none', p.ink, 6 * u) +
    oval(x, h * 0.1 + 78 * u, 32 * u, 32 * u, p.near) +
    oval(x, h * 0.1 + 78 * u, 22 * u, 22 * u, p.mid);
  const pot = (x: number, y: number, z: number) =>
    path(`M${n(x - 60 * z)},${n(y - 80 * z)}h${n(120 * z)}l${n(-8 * z)},${n(80 * z)}h${n(-104 * z)}Z`, p.pop) +
    box(x - 68 * z, y - 92 * z, 136 * z, 16 * z, mix(p.pop, p.ink, 0.3), 8 * z) +
    faded(
      path(
        `M${n(x - 20 * z)},${n(y - 104 * z)}q${n(-24 * z)},${n(-40 * z)} 0,${n(-70 * z)}t0,${n(-70 * z)}M${n(x + 24 * z)},${n(y - 104 * z)}q${n(-24 * z)},${n(-36 * z)} 0,${n(-60 * z)}t0,${n(-60 * z)}`,
        'none',
        p.paper,
        14 * z,
      ),
      0.75,
    );
  return (
    box(0, 0, w, h, wall) +
    path(lines, 'none', mix(wall, p.paper, 0.6), 3) +
    window(s, w * 0.07, h * 0.12, w * 0.24, h * 0.28) +
    path(`M${n(w * 0.46)},${n(h * 0.1)}H${n(w * 0.94)}`, 'none', p.ink, 6 * u) +
    [0.52, 0.64, 0.76, 0.88].map((x) => pan(w * x)).join('') +
    box(0, h * 0.66, w, h * 0.2, p.wood) +
    box(0, h * 0.645, w, h * 0.026, p.paper) +
    [0.05, 0.29, 0.53, 0.77]
      .map(
        (x) =>
          box(w * x, h * 0.7, w * 0.2, h * 0.13, mix(p.wood, p.paper, 0.16), 6) +
          oval(w * (x + 0.1), h * 0.72, 7 * u, 7 * u, p.pop2),
      )
      .join('') +
    pot(w * 0.8, h * 0.645, u) +
    pot(w * 0.46, h * 0.645, u * 0.6) +
    box(0, h * 0.84, w, h * 0.16, k.gradient([mix(p.soft, p.wood, 0.5), mix(p.soft, p.wood, 0.7)]))
  );
}

/** A carriage of a train: seats, and the land going by outside. */
export function train(s: Stage): string {
  const { k, w, h, p } = s;
  const u = unit(s);
  const view =
    sky({ ...s, h: h * 0.6 }) +
    (p.sky[0] < '#5' ? stars(s, 30, 0.3) : '') +
    disc(s, w * 0.7, h * 0.18, 44 * u) +
    peaks({ ...s, h: h * 0.62 }, h * 0.46, h * 0.2, p.far, 4) +
    hills({ ...s, h: h * 0.62 }, h * 0.5, 30 * u, p.mid);
  const pane = (x: number, ww: number) =>
    `M${n(x)},${n(h * 0.16)}q0,${n(-h * 0.05)} ${n(30 * u)},${n(-h * 0.05)}h${n(ww - 60 * u)}q${n(30 * u)},0 ${n(30 * u)},${n(h * 0.05)}V${n(h * 0.56)}h${n(-ww)}Z`;
  const panes = [pane(w * 0.05, w * 0.27), pane(w * 0.365, w * 0.27), pane(w * 0.68, w * 0.27)];
  const seat = (x: number) =>
    path(
      `M${n(x - 80 * u)},${n(h * 0.9)}V${n(h * 0.56)}q0,${n(-34 * u)} ${n(34 * u)},${n(-34 * u)}h${n(92 * u)}q${n(34 * u)},0 ${n(34 * u)},${n(34 * u)}V${n(h * 0.9)}Z`,
      p.pop,
    ) + path(`M${n(x - 60 * u)},${n(h * 0.86)}V${n(h * 0.58)}h${n(120 * u)}V${n(h * 0.86)}Z`, mix(p.pop, p.ink, 0.2));
  return (
    box(0, 0, w, h, mix(p.wood, p.soft, 0.25)) +
    k.clipped(panes.join(''), view) +
    panes.map((d) => path(d, 'none', p.deep, 9 * u)).join('') +
    box(0, h * 0.045, w, 9 * u, p.pop2) +
    [0.15, 0.85].map((x) => seat(w * x)).join('') +
    box(0, h * 0.62, w, 8 * u, p.deep) +
    floor(s, h * 0.86, mix(p.wood, p.deep, 0.45))
  );
}

/** A glass house full of plants. */
export function greenhouse(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  let plants = '';
  for (let i = 0; i < 12; i++) {
    const [x, y, t] = [((i + r.between(0.1, 0.9)) / 12) * w, h * r.between(0.74, 0.84), r.between(70, 190) * u];
    const leaf = r.pick([p.pop, mix(p.pop, p.deep, 0.4), mix('#4f9e5e', p.mid, 0.35)]);
    const green = p.mono ? p.mid : mix('#3f9a5c', leaf, 0.2);
    for (const a of [-0.9, -0.45, 0, 0.45, 0.9]) {
      const [ex, ey] = [x + Math.sin(a) * t, y - Math.cos(a) * t];
      plants += path(
        `M${n(x)},${n(y)}Q${n((x + ex) / 2 - 18 * u)},${n((y + ey) / 2)} ${n(ex)},${n(ey)}Q${n((x + ex) / 2 + 18 * u)},${n((y + ey) / 2)} ${n(x)},${n(y)}Z`,
        mix(green, p.ink, (i % 3) * 0.12),
      );
    }
    if (r.next() < 0.6) {
      plants += oval(x, y - t * 1.02, 15 * u, 15 * u, r.pick([p.pop2, p.pop, p.paper]));
    }
    plants += path(`M${n(x - 26 * u)},${n(y - 6 * u)}h${n(52 * u)}l${n(-8 * u)},${n(40 * u)}h${n(-36 * u)}Z`, p.wood);
  }
  const arch = (x: number) =>
    `M${n(w * x)},${n(h * 0.84)}V${n(h * 0.32)}Q${n(w * x)},${n(h * 0.02)} ${n(w / 2)},${n(-h * 0.1)}`;
  return (
    sky(s) +
    stars(s, 24, 0.4) +
    disc(s, w * 0.74, h * 0.24, 50 * u) +
    peaks(s, h * 0.74, h * 0.2, p.far, 4, false) +
    hills(s, h * 0.76, 20 * u, p.mid) +
    faded(box(0, 0, w, h * 0.84, p.paper), 0.14) +
    path(
      [0.02, 0.18, 0.34, 0.66, 0.82, 0.98].map(arch).join('') + `M0,${n(h * 0.34)}H${n(w)}M0,${n(h * 0.6)}H${n(w)}`,
      'none',
      p.paper,
      5 * u,
    ) +
    floor(s, h * 0.84, mix(p.wood, p.soft, 0.4)) +
    plants
  );
}

/** A theatre's stage: curtains and a cone of light. */
export function theatre(s: Stage): string {
  const { w, h, p } = s;
  const u = unit(s);
  const fold = (side: number) =>
    [0, 1, 2, 3]
      .map((i) => {
        const x = side < 0 ? i * w * 0.06 : w - i * w * 0.06;
        return path(
          `M${n(x)},0C${n(x - side * w * 0.11)},${n(h * 0.3)} ${n(x - side * w * 0.02)},${n(h * 0.5)} ${n(x + side * w * 0.05)},${n(h * 0.88)}H${n(side < 0 ? -20 : w + 20)}V0Z`,
          mix(p.pop, p.ink, 0.4 - i * 0.12),
        );
      })
      .reverse()
      .join('');
  const swags = Array.from(
    { length: 6 },
    (_, i) =>
      path(
        `M${n((i / 6) * w)},0h${n(w / 6)}q${n(-w / 12)},${n(h * 0.22)} ${n(-w / 6)},0Z`,
        mix(p.pop, p.ink, i % 2 ? 0.1 : 0.2),
      ) + path(`M${n((i / 6) * w)},0q${n(w / 12)},${n(h * 0.22)} ${n(w / 6)},0`, 'none', p.pop2, 5 * u),
  ).join('');
  return (
    box(0, 0, w, h, s.k.gradient([p.deep, p.near])) +
    stars(s, 30) +
    faded(path(`M${n(w * 0.5)},${n(-h * 0.1)}L${n(w * 0.16)},${n(h * 0.94)}H${n(w * 0.84)}Z`, p.glow), 0.3) +
    floor(s, h * 0.82, p.wood) +
    oval(w / 2, h * 0.91, w * 0.32, h * 0.06, p.glow, undefined, 0, 'fill-opacity=".45"') +
    fold(-1) +
    fold(1) +
    swags
  );
}

/** A room with a window, a picture, a plant and a lamp. */
export function room(s: Stage): string {
  const { w, h, p } = s;
  const u = unit(s);
  const wall = mix(p.soft, p.pop, 0.12);
  return (
    box(0, 0, w, h, wall) +
    dotScreen(0, 0, w, h, mix(wall, p.pop, 0.22), 46 * u, 0.3) +
    window(s, w * 0.1, h * 0.12, w * 0.28, h * 0.36) +
    box(w * 0.56, h * 0.14, w * 0.16, h * 0.2, p.paper, 4, p.wood, 9 * u) +
    s.k.clipped(
      `M${n(w * 0.565)},${n(h * 0.15)}h${n(w * 0.15)}v${n(h * 0.18)}h${n(-w * 0.15)}Z`,
      box(w * 0.56, h * 0.14, w * 0.16, h * 0.2, p.far) +
        path(
          `M${n(w * 0.56)},${n(h * 0.34)}l${n(w * 0.06)},${n(-h * 0.12)}l${n(w * 0.05)},${n(h * 0.07)}l${n(w * 0.03)},${n(-h * 0.04)}l${n(w * 0.04)},${n(h * 0.1)}Z`,
          p.near,
        ),
    ) +
    tree(1, w * 0.9, h * 0.82, 250 * u, p.mono ? p.mid : mix('#3f9a5c', p.mid, 0.4), p.wood) +
    path(`M${n(w * 0.9 - 34 * u)},${n(h * 0.78)}h${n(68 * u)}l${n(-10 * u)},${n(58 * u)}h${n(-48 * u)}Z`, p.pop) +
    box(0, h * 0.8, w, 12 * u, p.paper) +
    floor(s, h * 0.82, mix(p.wood, p.soft, 0.35))
  );
}
