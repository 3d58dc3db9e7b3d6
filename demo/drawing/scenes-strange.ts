import { disc, hills, stars, unit, type Stage } from './scene-parts.ts';
import { box, dotScreen, faded, mix, n, oval, path } from './svg.ts';

/** Space with planets, one of them ringed, over cratered ground. */
export function space(s: Stage): string {
  const { k, w, h, p, r } = s;
  const u = unit(s);
  const [x, y, a] = [w * r.between(0.62, 0.8), h * 0.26, 110 * u];
  const planet =
    oval(x, y, a * 1.9, a * 1.9, k.radial([`${p.pop}66`, `${p.pop}00`])) +
    oval(x, y, a, a, p.pop) +
    k.clipped(
      `M${n(x - a)},${n(y)}a${n(a)},${n(a)} 0 1 0 ${n(a * 2)},0a${n(a)},${n(a)} 0 1 0 ${n(-a * 2)},0Z`,
      path(
        `M${n(x - a)},${n(y - a * 0.3)}q${n(a)},${n(a * 0.4)} ${n(a * 2)},0v${n(a * 0.3)}q${n(-a)},${n(a * 0.4)} ${n(-a * 2)},0ZM${n(x - a)},${n(y + a * 0.4)}q${n(a)},${n(a * 0.4)} ${n(a * 2)},0v${n(a * 0.16)}q${n(-a)},${n(a * 0.4)} ${n(-a * 2)},0Z`,
        mix(p.pop, p.pop2, 0.5),
      ) + oval(x - a * 0.5, y + a * 0.3, a * 1.3, a * 1.3, 'none', p.ink, a * 0.5, 'stroke-opacity=".16"'),
    );
  const ring = path(
    `M${n(x - a * 0.96)},${n(y + a * 0.24)}C${n(x - a * 2.4)},${n(y + a * 0.7)} ${n(x + a * 0.6)},${n(y + a * 0.72)} ${n(x + a * 1.6)},${n(y - a * 0.3)}C${n(x + a * 1.9)},${n(y - a * 0.64)} ${n(x + a * 1.4)},${n(y - a * 0.6)} ${n(x + a * 0.92)},${n(y - a * 0.42)}`,
    'none',
    p.pop2,
    13 * u,
  );
  let craters = '';
  for (let i = 0; i < 9; i++) {
    const [cx, cy, c] = [r.next() * w, h * r.between(0.84, 0.98), r.between(16, 60) * u];
    craters +=
      oval(cx, cy, c, c * 0.34, mix(p.near, p.ink, 0.3)) +
      oval(cx, cy + c * 0.08, c * 0.86, c * 0.24, mix(p.near, p.far, 0.3));
  }
  return (
    box(0, 0, w, h, k.gradient([p.deep, p.sky[0], p.sky[1]])) +
    stars(s, 90, 0.8) +
    planet +
    ring +
    oval(w * 0.2, h * 0.18, 34 * u, 34 * u, p.soft) +
    oval(w * 0.2 + 8 * u, h * 0.17, 30 * u, 30 * u, mix(p.soft, p.far, 0.3)) +
    hills(s, h * 0.76, 60 * u, p.mid) +
    hills(s, h * 0.82, 30 * u, p.near) +
    craters
  );
}

/** Under water: light from above, fish, weeds, coral. */
export function depths(s: Stage): string {
  const { k, w, h, p, r } = s;
  const u = unit(s);
  const rays = faded(
    path(
      [0.05, 0.3, 0.52, 0.76]
        .map(
          (x) =>
            `M${n(w * x)},-10L${n(w * (x + 0.09))},-10L${n(w * (x + 0.02))},${n(h * 0.8)}L${n(w * (x - 0.16))},${n(h * 0.8)}Z`,
        )
        .join(''),
      p.paper,
    ),
    0.16,
  );
  const fish = Array.from({ length: 9 }, () => {
    const [x, y, z, d] = [r.next() * w, h * r.between(0.1, 0.66), r.between(0.4, 1.1) * u, r.pick([-1, 1])];
    return `<g transform="translate(${n(x)},${n(y)}) scale(${(d * z).toFixed(3)},${z.toFixed(3)})">${path('M-30,0C-14,-26 24,-24 40,0C24,24 -14,26 -30,0Z', r.pick([p.pop, p.pop2, p.soft]))}${path('M-26,0L-54,-20V20Z', p.pop)}${oval(24, -5, 4, 4, p.ink)}</g>`;
  }).join('');
  let weeds = '';
  for (let i = 0; i < 14; i++) {
    const [x, t] = [r.next() * w, r.between(70, 210) * u];
    weeds += path(
      `M${n(x)},${n(h * 0.92)}q${n(-28 * u)},${n(-t * 0.3)} 0,${n(-t * 0.5)}t0,${n(-t * 0.5)}`,
      'none',
      r.pick([p.mid, p.near, mix(p.near, p.pop, 0.3)]),
      13 * u,
    );
  }
  const coral = [0.12, 0.86]
    .map((x) =>
      path(
        `M${n(w * x)},${n(h * 0.9)}v${n(-110 * u)}m0,${n(54 * u)}q${n(-44 * u)},0 ${n(-44 * u)},${n(-62 * u)}m${n(44 * u)},${n(40 * u)}q${n(46 * u)},0 ${n(46 * u)},${n(-56 * u)}`,
        'none',
        p.pop,
        20 * u,
      ),
    )
    .join('');
  const bubbles = Array.from({ length: 18 }, () =>
    oval(r.next() * w, r.next() * h * 0.8, r.between(4, 14) * u, undefined, 'none', p.paper, 3, 'stroke-opacity=".7"'),
  ).join('');
  return (
    box(0, 0, w, h, k.gradient([p.sky[2], p.sky[1], p.near, p.deep])) +
    rays +
    hills(s, h * 0.74, 70 * u, mix(p.near, p.mid, 0.5)) +
    fish +
    weeds +
    hills(s, h * 0.85, 26 * u, mix(p.wood, p.soft, 0.55)) +
    coral +
    bubbles
  );
}

/** No place: rays from the middle, for surprise and joy. */
export function rays(s: Stage): string {
  const { w, h, p } = s;
  const [cx, cy, far] = [w / 2, h * 0.62, Math.hypot(w, h)];
  let d = '';
  for (let i = 0; i < 18; i++) {
    const [a, b] = [(i / 18) * 2 * Math.PI, ((i + 0.5) / 18) * 2 * Math.PI];
    d += `M${n(cx)},${n(cy)}L${n(cx + Math.cos(a) * far)},${n(cy + Math.sin(a) * far)}L${n(cx + Math.cos(b) * far)},${n(cy + Math.sin(b) * far)}Z`;
  }
  return (
    box(0, 0, w, h, p.mono ? p.paper : p.pop2) +
    path(d, p.mono ? '#d4d4d8' : mix(p.pop2, p.pop, 0.35)) +
    box(0, h * 0.4, w, h * 0.6, s.k.gradient([`${p.paper}00`, `${p.paper}55`]))
  );
}

/** No place: lines that rush to the middle, for speed and shock. */
export function speed(s: Stage): string {
  const { w, h, p, r } = s;
  const [cx, cy, far] = [w / 2, h * 0.55, Math.hypot(w, h)];
  let d = '';
  for (let i = 0; i < 90; i++) {
    const [a, start, wide] = [r.next() * 2 * Math.PI, r.between(0.3, 0.62) * Math.min(w, h), r.between(0.004, 0.016)];
    d += `M${n(cx + Math.cos(a) * start)},${n(cy + Math.sin(a) * start)}L${n(cx + Math.cos(a - wide) * far)},${n(cy + Math.sin(a - wide) * far)}L${n(cx + Math.cos(a + wide) * far)},${n(cy + Math.sin(a + wide) * far)}Z`;
  }
  return box(0, 0, w, h, p.mono ? p.paper : p.soft) + path(d, p.mono ? p.ink : p.pop);
}

/** No place: a screen of dots thinning upwards. */
export function dots(s: Stage): string {
  const { w, h, p } = s;
  const tone = p.mono ? '#a8a8ae' : p.far;
  return (
    box(0, 0, w, h, p.mono ? p.paper : mix(p.soft, p.sky[2], 0.4)) +
    dotScreen(0, h * 0.25, w, h * 0.25, tone, 16, 0.3) +
    dotScreen(0, h * 0.5, w, h * 0.25, tone, 16, 0.52) +
    dotScreen(0, h * 0.75, w, h * 0.25, tone, 16, 0.74)
  );
}

/** No place: the colours of the evening with soft sparks, for quiet moments. */
export function glow(s: Stage): string {
  const { k, w, h, p, r } = s;
  const sparks = Array.from({ length: 14 }, () =>
    oval(
      r.next() * w,
      r.next() * h,
      r.between(6, 34) * unit(s) * 1.4,
      undefined,
      p.glow,
      undefined,
      0,
      `fill-opacity="${n(r.between(0.2, 0.6))}"`,
    ),
  ).join('');
  return box(0, 0, w, h, k.gradient(p.sky, 60)) + (p.mono ? dotScreen(0, 0, w, h, '#a8a8ae', 12, 0.36) : '') + sparks;
}

/** No place: darkness coming down, for gloom and fright. */
export function gloom(s: Stage): string {
  const { k, w, h, p, r } = s;
  let d = '';
  for (let i = 0; i < 40; i++) {
    d += `M${n(r.next() * w)},0V${n(h * r.between(0.2, 0.7))}`;
  }
  return (
    box(0, 0, w, h, k.gradient([p.deep, p.mid, p.far])) +
    path(d, 'none', p.ink, 3.5, 'stroke-opacity=".5"') +
    disc(s, w * 0.5, h * 1.1, h * 0.25)
  );
}
