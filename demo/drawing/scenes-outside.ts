import {
  cloud,
  clouds,
  disc,
  hills,
  peaks,
  skyline,
  sky,
  stars,
  tree,
  unit,
  weather,
  type Stage,
} from './scene-parts.ts';
import { box, faded, mix, n, oval, path, stripes } from './svg.ts';

/** A city at night, with a street to stand on. */
export function city(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  return (
    sky(s) +
    stars(s, 40) +
    disc(s, w * r.between(0.6, 0.85), h * 0.2, 62 * u) +
    clouds(s, 2, 0.35) +
    skyline(s, h * 0.8, h * 0.55, p.far, u * 0.9, 0.3) +
    skyline(s, h * 0.82, h * 0.36, p.mid, u * 1.2, 0.42) +
    skyline(s, h * 0.84, h * 0.17, p.near, u * 1.5, 0.5) +
    box(0, h * 0.83, w, h * 0.17, p.deep) +
    path(`M0,${n(h * 0.85)}H${n(w)}`, 'none', mix(p.deep, p.glow, 0.3), 3) +
    [0.14, 0.86]
      .map(
        (x) =>
          path(
            `M${n(w * x)},${n(h * 0.86)}V${n(h * 0.55)}q0,${n(-24 * u)} ${n(34 * u)},${n(-24 * u)}`,
            'none',
            p.ink,
            7 * u,
          ) +
          oval(w * x + 40 * u, h * 0.53, 60 * u, 60 * u, s.k.radial([`${p.glow}aa`, `${p.glow}00`])) +
          oval(w * x + 40 * u, h * 0.53, 12 * u, 12 * u, p.glow),
      )
      .join('')
  );
}

/** Roofs of tiles under the moon, to walk on. */
export function rooftops(s: Stage): string {
  const { k, w, h, p, r } = s;
  const u = unit(s);
  const roof = (x: number, y: number, half: number, colour: string) =>
    path(
      `M${n(x - half)},${n(y + half * 0.5)}L${n(x)},${n(y)}L${n(x + half)},${n(y + half * 0.5)}V${n(h)}H${n(x - half)}Z`,
      mix(colour, p.ink, 0.2),
    ) +
    path(
      `M${n(x - half - 14 * u)},${n(y + half * 0.55)}L${n(x)},${n(y)}L${n(x + half + 14 * u)},${n(y + half * 0.55)}L${n(x + half)},${n(y + half * 0.66)}L${n(x)},${n(y + half * 0.14)}L${n(x - half)},${n(y + half * 0.66)}Z`,
      colour,
    ) +
    box(x - 20 * u, y + half * 0.5, 40 * u, 52 * u, p.glow, 18 * u) +
    path(
      `M${n(x)},${n(y + half * 0.5)}v${n(52 * u)}M${n(x - 20 * u)},${n(y + half * 0.5 + 28 * u)}h${n(40 * u)}`,
      'none',
      p.ink,
      3,
    );
  const slope = `M${n(-w * 0.1)},${n(h)}V${n(h * 0.84)}Q${n(w * 0.5)},${n(h * 0.78)} ${n(w * 1.1)},${n(h * 0.84)}V${n(h)}Z`;
  const tiles =
    path(slope, p.pop) +
    k.clipped(slope, stripes(0, h * 0.78, w, h * 0.22, mix(p.pop, p.ink, 0.25), 26 * Math.max(0.6, u)));
  return (
    sky(s) +
    stars(s, 50) +
    disc(s, w * r.between(0.2, 0.8), h * 0.26, 90 * u) +
    skyline(s, h * 0.72, h * 0.3, p.far, u, 0.25) +
    roof(w * 0.16, h * 0.5, 150 * u, p.mid) +
    roof(w * 0.52, h * 0.58, 130 * u, p.near) +
    roof(w * 0.88, h * 0.48, 170 * u, p.mid) +
    path(`M${n(w * 0.3)},${n(h * 0.62)}V${n(h * 0.5)}h${n(44 * u)}V${n(h * 0.66)}Z`, p.wood) +
    cloud(w * 0.33, h * 0.44, 110 * u, p.cloud, 0.6) +
    tiles
  );
}

/** A harbour with a lighthouse on its rock, waves and boats; the quay is in front. */
export function harbour(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  const lx = w * r.pick([0.2, 0.78]);
  const [base, top] = [h * 0.62, h * 0.2];
  const tower =
    path(
      `M${n(lx - 34 * u)},${n(base)}L${n(lx - 22 * u)},${n(top)}H${n(lx + 22 * u)}L${n(lx + 34 * u)},${n(base)}Z`,
      p.paper,
    ) +
    [0.12, 0.46, 0.8]
      .map((t) => {
        const y = top + (base - top) * t;
        const a = (22 + 12 * t) * u;
        const b = (22 + 12 * (t + 0.17)) * u;
        return path(
          `M${n(lx - a)},${n(y)}H${n(lx + a)}L${n(lx + b)},${n(y + (base - top) * 0.17)}H${n(lx - b)}Z`,
          p.pop,
        );
      })
      .join('') +
    box(lx - 30 * u, top - 8 * u, 60 * u, 9 * u, p.ink) +
    box(lx - 17 * u, top - 40 * u, 34 * u, 32 * u, p.glow) +
    path(
      `M${n(lx - 24 * u)},${n(top - 40 * u)}Q${n(lx)},${n(top - 74 * u)} ${n(lx + 24 * u)},${n(top - 40 * u)}Z`,
      p.pop,
    );
  const beam = faded(
    path(`M${n(lx)},${n(top - 24 * u)}L${n(lx < w / 2 ? w : 0)},${n(top - 150 * u)}V${n(top + 110 * u)}Z`, p.glow),
    0.28,
  );
  const boat = (x: number, y: number, z: number) =>
    path(`M${n(x - 50 * z)},${n(y)}h${n(100 * z)}l${n(-16 * z)},${n(24 * z)}h${n(-66 * z)}Z`, p.pop2) +
    path(`M${n(x)},${n(y - 4 * z)}v${n(-84 * z)}l${n(46 * z)},${n(70 * z)}Z`, p.paper) +
    path(`M${n(x - 6 * z)},${n(y - 8 * z)}v${n(-60 * z)}l${n(-30 * z)},${n(60 * z)}Z`, mix(p.paper, p.pop, 0.3));
  let waves = '';
  for (let i = 0; i < 26; i++) {
    const [x, y] = [r.next() * w, h * r.between(0.63, 0.84)];
    waves += `M${n(x)},${n(y)}q${n(14 * u)},${n(-9 * u)} ${n(28 * u)},0t${n(28 * u)},0`;
  }
  return (
    sky(s) +
    stars(s, p.sky[0] < '#5' ? 30 : 0) +
    clouds(s, 3) +
    disc(s, w * (lx < w / 2 ? 0.75 : 0.24), h * 0.3, 56 * u) +
    beam +
    box(0, h * 0.6, w, h * 0.4, s.k.gradient([p.mid, p.near])) +
    path(
      `M${n(lx - 130 * u)},${n(h * 0.66)}Q${n(lx - 60 * u)},${n(h * 0.56)} ${n(lx)},${n(base - 8 * u)}Q${n(lx + 80 * u)},${n(h * 0.58)} ${n(lx + 140 * u)},${n(h * 0.66)}Z`,
      p.deep,
    ) +
    tower +
    path(waves, 'none', mix(p.mid, p.paper, 0.5), 3.5) +
    boat(w * (lx < w / 2 ? 0.7 : 0.3), h * 0.66, u * 0.9) +
    box(0, h * 0.85, w, h * 0.15, p.wood) +
    path(
      Array.from({ length: 9 }, (_, i) => `M${n((i / 8) * w)},${n(h * 0.85)}V${n(h)}`).join(''),
      'none',
      mix(p.wood, p.ink, 0.4),
      3,
    ) +
    box(0, h * 0.845, w, 8 * u, mix(p.wood, p.paper, 0.3))
  );
}

/** The open sea with a long horizon, waves like scales, a few gulls. */
export function sea(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  let rows = '';
  for (let i = 0; i < 7; i++) {
    const y = h * (0.6 + i * 0.062);
    let d = `M${n(-60 * u - (i % 2) * 45 * u)},${n(y)}`;
    for (let x = -60 * u; x < w + 120 * u; x += 90 * u) {
      d += `q${n(45 * u)},${n(-34 * u)} ${n(90 * u)},0`;
    }
    rows +=
      path(`${d}V${n(h + 10)}H-200Z`, mix(p.mid, i % 2 ? p.near : p.far, i / 8)) +
      path(d, 'none', mix(p.far, p.paper, 0.55), 3.5);
  }
  const gulls = [0, 1, 2]
    .map(() => {
      const [x, y] = [w * r.between(0.1, 0.9), h * r.between(0.12, 0.4)];
      return `M${n(x - 20 * u)},${n(y - 6 * u)}q${n(12 * u)},${n(-10 * u)} ${n(20 * u)},${n(6 * u)}q${n(8 * u)},${n(-16 * u)} ${n(20 * u)},${n(-6 * u)}`;
    })
    .join('');
  return (
    sky(s) +
    disc(s, w * r.between(0.25, 0.75), h * 0.52, 120 * u) +
    clouds(s, 3, 0.35) +
    rows +
    path(gulls, 'none', p.ink, 3.5)
  );
}

/** A wood, dark trunks near and pale trees behind. */
export function forest(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  const kind = r.whole(0, 1);
  let out = sky(s) + disc(s, w * 0.6, h * 0.24, 70 * u);
  for (let layer = 0; layer < 3; layer++) {
    const colour = [p.far, p.mid, p.near][layer]!;
    out += hills(s, h * (0.62 + layer * 0.1), 30 * u, colour);
    const count = 9 - layer * 2;
    for (let i = 0; i < count; i++) {
      if (layer < 2 || i < 2 || i > count - 3) {
        out += tree(
          kind,
          ((i + r.between(0.1, 0.9)) / count) * w,
          h * (0.66 + layer * 0.1),
          (170 + layer * 90) * u * r.between(0.7, 1.15),
          mix(colour, p.deep, layer * 0.12),
          p.wood,
        );
      }
    }
  }
  out += box(0, h * 0.84, w, h * 0.16, p.near);
  for (let i = 0; i < 12; i++) {
    const x = r.next() * w;
    out += path(
      `M${n(x)},${n(h * 0.9)}q${n(-8 * u)},${n(-26 * u)} ${n(-16 * u)},${n(-30 * u)}m${n(16 * u)},${n(30 * u)}q0,${n(-30 * u)} ${n(4 * u)},${n(-40 * u)}m${n(-4 * u)},${n(40 * u)}q${n(8 * u)},${n(-22 * u)} ${n(18 * u)},${n(-26 * u)}`,
      'none',
      p.mid,
      4 * u,
    );
  }
  for (let i = 0; i < 10; i++) {
    out += oval(r.next() * w, h * r.between(0.86, 0.98), 6 * u, 6 * u, r.pick([p.pop, p.pop2, p.paper]));
  }
  return out;
}

/** Mountains in three rows, a meadow with flowers in front. */
export function mountains(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  let flowers = '';
  for (let i = 0; i < 22; i++) {
    flowers += oval(r.next() * w, h * r.between(0.84, 0.99), 5 * u, 5 * u, r.pick([p.pop, p.pop2, p.paper]));
  }
  return (
    sky(s) +
    disc(s, w * r.between(0.2, 0.8), h * 0.22, 66 * u) +
    clouds(s, 3, 0.4) +
    peaks(s, h * 0.7, h * 0.42, p.far, 3) +
    peaks(s, h * 0.76, h * 0.2, mix(p.far, p.mid, 0.7), 4, false) +
    hills(s, h * 0.76, 50 * u, p.mid) +
    hills(s, h * 0.84, 26 * u, p.near) +
    flowers
  );
}

/** Dunes, a far town with domes, a wide sky. */
export function desert(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  let town = '';
  const tx = w * r.between(0.4, 0.6);
  for (let i = -2; i <= 2; i++) {
    const [x, t] = [tx + i * 62 * u, (110 - Math.abs(i) * 22) * u];
    town +=
      box(x - 30 * u, h * 0.62 - t, 60 * u, t + 40, p.mid) +
      (i % 2
        ? ''
        : path(
            `M${n(x - 26 * u)},${n(h * 0.62 - t)}C${n(x - 40 * u)},${n(h * 0.62 - t - 44 * u)} ${n(x)},${n(h * 0.62 - t - 50 * u)} ${n(x)},${n(h * 0.62 - t - 70 * u)}C${n(x)},${n(h * 0.62 - t - 50 * u)} ${n(x + 40 * u)},${n(h * 0.62 - t - 44 * u)} ${n(x + 26 * u)},${n(h * 0.62 - t)}Z`,
            p.pop,
          )) +
      box(x - 7 * u, h * 0.62 - t + 22 * u, 14 * u, 26 * u, p.glow, 7 * u);
  }
  return (
    sky(s) +
    disc(s, w * r.between(0.2, 0.8), h * 0.26, 84 * u) +
    (p.sky[0] < '#7' ? stars(s, 40) : '') +
    town +
    hills(s, h * 0.64, 46 * u, p.far, 2) +
    hills(s, h * 0.74, 60 * u, p.mid, 2) +
    hills(s, h * 0.84, 40 * u, p.near, 2) +
    tree(2, w * 0.12, h * 0.76, 220 * u, p.deep, p.wood) +
    tree(2, w * 0.9, h * 0.8, 260 * u, p.deep, p.wood)
  );
}

/** A village in the snow, lit windows, flakes. */
export function snow(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  const house = (x: number, y: number, z: number) =>
    box(x - 56 * z, y - 80 * z, 112 * z, 90 * z, p.wood) +
    path(
      `M${n(x - 78 * z)},${n(y - 74 * z)}L${n(x)},${n(y - 158 * z)}L${n(x + 78 * z)},${n(y - 74 * z)}Q${n(x)},${n(y - 90 * z)} ${n(x - 78 * z)},${n(y - 74 * z)}Z`,
      p.paper,
    ) +
    box(x + 26 * z, y - 160 * z, 20 * z, 44 * z, p.pop) +
    box(x - 40 * z, y - 60 * z, 28 * z, 30 * z, p.glow, 4 * z) +
    box(x + 8 * z, y - 60 * z, 30 * z, 70 * z, p.deep, 14 * z) +
    path(
      `M${n(x - 26 * z)},${n(y - 60 * z)}v${n(30 * z)}M${n(x - 40 * z)},${n(y - 45 * z)}h${n(28 * z)}`,
      'none',
      p.ink,
      3 * z,
    );
  return (
    sky(s) +
    peaks(s, h * 0.64, h * 0.3, p.far, 3) +
    hills(s, h * 0.66, 40 * u, p.soft) +
    [0.1, 0.46, 0.94].map((x) => tree(0, w * x, h * 0.74, 190 * u, p.mid, p.wood)).join('') +
    house(w * 0.25, h * 0.73, u) +
    house(w * 0.74, h * 0.76, u * 1.15) +
    tree(0, w * 0.58, h * 0.78, 230 * u, p.deep, p.wood) +
    hills(s, h * 0.79, 30 * u, p.near) +
    hills(s, h * 0.9, 16 * u, mix(p.near, p.far, 0.35)) +
    weather(s, Math.round(70 * Math.max(0.4, r.between(0.9, 1))), true)
  );
}

/** High above the clouds. */
export function heights(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  let out = sky(s) + (p.sky[0] < '#5' ? stars(s, 40) : '') + disc(s, w * r.between(0.25, 0.75), h * 0.32, 110 * u);
  for (let row = 0; row < 4; row++) {
    for (let i = -1; i < 5; i++) {
      out += oval(
        ((i + r.between(0.2, 0.8)) / 4) * w,
        h * (0.72 + row * 0.1),
        w * r.between(0.14, 0.22),
        h * r.between(0.06, 0.1),
        mix(p.cloud, row % 2 ? p.sky[1] : p.soft, row * 0.16),
      );
    }
  }
  return out + clouds(s, 3, 0.5);
}

/** A shopping street with striped awnings and paper lanterns. */
export function market(s: Stage): string {
  const { w, h, p, r } = s;
  const u = unit(s);
  const stall = (x: number, half: number, colour: string) => {
    let awning = '';
    for (let i = 0; i < 6; i++) {
      const [a, b] = [x - half + (i * half) / 3, half / 3];
      awning += path(
        `M${n(a)},${n(h * 0.44)}h${n(b)}v${n(h * 0.1)}a${n(b / 2)},${n(b / 2)} 0 0 1 ${n(-b)},0Z`,
        i % 2 ? p.paper : colour,
      );
    }
    return (
      box(x - half + 8, h * 0.5, half * 2 - 16, h * 0.34, mix(p.deep, colour, 0.16)) +
      box(x - half + 4, h * 0.7, half * 2 - 8, h * 0.16, p.wood) +
      Array.from({ length: 7 }, (_, i) =>
        oval(
          x - half + 24 * u + ((half * 2 - 48 * u) * i) / 6,
          h * 0.695,
          17 * u,
          16 * u,
          [p.pop, p.pop2, p.mid][(i + r.whole(0, 1)) % 3]!,
        ),
      ).join('') +
      awning
    );
  };
  const lanterns = Array.from({ length: 7 }, (_, i) => {
    const [x, y] = [((i + 0.5) / 7) * w, h * (0.2 + 0.06 * Math.sin((i + 0.5) * 0.9))];
    return (
      oval(x, y + 26 * u, 46 * u, 46 * u, s.k.radial([`${p.glow}99`, `${p.glow}00`])) +
      path(`M${n(x)},${n(y)}v${n(8 * u)}`, 'none', p.ink, 2) +
      oval(x, y + 26 * u, 17 * u, 20 * u, i % 2 ? p.pop : p.pop2)
    );
  }).join('');
  return (
    sky(s) +
    skyline(s, h * 0.8, h * 0.56, p.far, u * 1.2, 0.3) +
    stall(w * 0.18, w * 0.2, p.pop) +
    stall(w * 0.82, w * 0.2, p.pop2) +
    stall(w * 0.5, w * 0.15, p.mid) +
    path(`M0,${n(h * 0.18)}Q${n(w / 2)},${n(h * 0.3)} ${n(w)},${n(h * 0.18)}`, 'none', p.ink, 3) +
    lanterns +
    box(0, h * 0.84, w, h * 0.16, mix(p.soft, p.wood, 0.35)) +
    box(0, h * 0.84, w, 6 * u, p.deep)
  );
}

/** A street in the rain with lamps that shine on the wet stones. */
export function rain(s: Stage): string {
  const { w, h, p } = s;
  const u = unit(s);
  const glints = [0.2, 0.52, 0.8]
    .map((x) => oval(w * x, h * 0.92, 60 * u, 9 * u, p.glow, undefined, 0, 'fill-opacity=".5"'))
    .join('');
  return (
    sky(s) +
    clouds(s, 5, 0.3) +
    skyline(s, h * 0.82, h * 0.5, p.mid, u * 1.3, 0.34) +
    skyline(s, h * 0.84, h * 0.26, p.near, u * 1.6, 0.5) +
    box(0, h * 0.83, w, h * 0.17, s.k.gradient([p.deep, mix(p.deep, p.mid, 0.6)])) +
    glints +
    [0.2, 0.8]
      .map(
        (x) =>
          path(`M${n(w * x)},${n(h * 0.88)}V${n(h * 0.46)}`, 'none', p.ink, 9 * u) +
          oval(w * x, h * 0.43, 90 * u, 90 * u, s.k.radial([`${p.glow}bb`, `${p.glow}00`])) +
          oval(w * x, h * 0.43, 22 * u, 26 * u, p.glow, p.ink, 4 * u),
      )
      .join('') +
    weather(s, 90, false)
  );
}
