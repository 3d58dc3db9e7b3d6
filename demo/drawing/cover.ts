import type { DemoLanguage } from '../comic.ts';
import { figure } from './figure.ts';
import type { Look, Mood, Pose } from './figure-look.ts';
import type { Face } from './fonts.ts';
import { balloonFace, horizontalBlock, lettered, outline, titleFace, type Block } from './lettering.ts';
import type { Palette } from './palettes.ts';
import { crownHeight } from './panel.ts';
import { scene, type SceneName } from './scenes.ts';
import { box, dotScreen, faded, mix, n, oval, path, place, polygon, stripes, type Canvas } from './svg.ts';

/** How a cover is composed. */
export const coverKinds = ['hero', 'moon', 'split', 'portrait', 'tiny', 'frame', 'tiles', 'burst', 'band'] as const;
export type CoverKind = (typeof coverKinds)[number];

/** A cover before it is drawn; `heroes` are figures with what they feel and do, the first the most important. */
export type Cover = {
  kind: CoverKind;
  place: SceneName;
  heroes: { look: Look; mood: Mood; pose: Pose }[];
  title: string;
  credit: string;
  latin: Face;
  language: DemoLanguage;
  palette: Palette;
  seed: string;
  k: Canvas;
};

const [W, H] = [900, 1280];

/** The title set as large as fits into `width` × `height`. */
function setTitle(c: Cover, width: number, height: number, most = 190): Block {
  const face = titleFace(c.language, c.latin);
  const words = c.latin === 'poster' || c.language === 'ru' ? lettered(c.title, c.language) : c.title;
  let best: Block | undefined;
  for (let size = most; size >= 48; size -= 6) {
    for (const share of [0.5, 0.7, 1]) {
      const block = horizontalBlock(words, c.language, face, size, width * share, 1.08);
      if (block.width <= width && block.height <= height) return block;
      best = block;
    }
  }
  return best!;
}

/** Letters with a thick outline and a shadow below, as titles of comics have. */
function carved(block: Block, cx: number, cy: number, fill: string, edge: string, turn = 0): string {
  const d = block.d(0, 0);
  const s = block.size;
  return place(
    path(d, edge, edge, s * 0.2, `transform="translate(0,${n(s * 0.09)})"`) +
      path(d, edge, edge, s * 0.2) +
      path(d, fill),
    cx,
    cy,
    1,
    1,
    turn,
  );
}

function creditLine(c: Cover, x: number, y: number, colour: string, size = 34): string {
  const room = 2 * Math.min(x, W - x) - 60;
  const words = lettered(c.credit, c.language);
  const wide = outline(words, balloonFace(c.language), size).width;
  const block = horizontalBlock(words, c.language, balloonFace(c.language), size * Math.min(1, room / wide), 9999);
  return path(block.d(x, y), colour);
}

function hero(c: Cover, index: number, x: number, y: number, scale: number, flip = false): string {
  const h = c.heroes[index % c.heroes.length]!;
  return figure(h.look, x, y, {
    mood: h.mood,
    pose: h.pose,
    scale: scale / Math.max(1, h.look.size ?? 1),
    flip,
    ink: c.palette.ink,
    mono: false,
  });
}

function back(c: Cover, w = W, h = H, name = c.place): string {
  return scene(name, c.k, w, h, c.palette, c.seed);
}

function shadeTop(c: Cover, colour: string, h = 560): string {
  return box(0, 0, W, h, c.k.gradient([`${colour}cc`, `${colour}00`]));
}

/** Places without a sky, which cannot lie under a moon. */
const indoors = new Set<SceneName>(['room', 'train', 'library', 'kitchen', 'bakery', 'theatre', 'greenhouse']);

const draw: Record<CoverKind, (c: Cover) => string> = {
  hero(c) {
    const p = c.palette;
    const two = c.heroes.length > 1;
    return (
      back(c) +
      shadeTop(c, p.sky[0]) +
      (two ? hero(c, 1, 640, 800, 1.9, true) : '') +
      hero(c, 0, two ? 330 : 450, two ? 740 : 730, two ? 2.5 : 2.75) +
      box(0, 1130, W, 150, c.k.gradient([`${p.ink}00`, `${p.ink}e0`])) +
      carved(setTitle(c, 800, 330), 450, 220, p.paper, p.ink) +
      creditLine(c, 450, 1236, p.paper)
    );
  },
  moon(c) {
    const p = c.palette;
    const ground = indoors.has(c.place) ? 'rooftops' : c.place;
    return (
      box(0, 0, W, 530, c.k.gradient([p.deep, p.sky[0]])) +
      place(back(c, W, 760, ground), 0, 520) +
      oval(450, 560, 400, 400, mix(p.glow, p.pop2, 0.2)) +
      oval(450, 560, 360, 360, p.glow) +
      oval(340, 440, 44, 40, p.pop2, undefined, 0, 'fill-opacity=".3"') +
      oval(590, 700, 70, 62, p.pop2, undefined, 0, 'fill-opacity=".25"') +
      oval(640, 420, 26, 24, p.pop2, undefined, 0, 'fill-opacity=".3"') +
      hero(c, 0, 450, 520, 2.3) +
      (c.heroes.length > 1 ? hero(c, 1, 700, 800, 1.35, true) : '') +
      box(0, 880, W, 400, c.k.gradient([`${p.deep}00`, p.deep, p.deep])) +
      carved(setTitle(c, 790, 230, 170), 450, 1060, p.pop2, p.ink) +
      creditLine(c, 450, 1224, p.paper)
    );
  },
  split(c) {
    const p = c.palette;
    const upper = polygon([
      [0, 0],
      [W, 0],
      [W, 470],
      [0, 720],
    ]);
    const lower = polygon([
      [0, 740],
      [W, 490],
      [W, H],
      [0, H],
    ]);
    const other = box(0, 0, W, H, p.pop) + dotScreen(0, 0, W, H, mix(p.pop, p.ink, 0.22), 26, 0.5);
    return (
      box(0, 0, W, H, p.paper) +
      c.k.clipped(upper, place(back(c, W, 780), 0, 0) + hero(c, 0, 640, 330, 2.5, true)) +
      c.k.clipped(lower, other + hero(c, 1, 290, 960, 2.5)) +
      path('M0,730L900,480', 'none', p.ink, 12) +
      carved(setTitle(c, 780, 250, 150), 450, 616, p.paper, p.ink, -13) +
      creditLine(c, 640, 1220, p.paper, 38)
    );
  },
  portrait(c) {
    const p = c.palette;
    const look = c.heroes[0]!.look;
    return (
      box(0, 0, W, H, p.pop2) +
      dotScreen(0, 0, W, H, mix(p.pop2, p.pop, 0.4), 34, 0.55) +
      oval(450, 880, 470, 470, p.pop) +
      oval(450, 880, 410, 410, mix(p.pop, p.paper, 0.75)) +
      hero(c, 0, 450, 800 + (crownHeight(look) > 100 ? 60 : 0), look.head === 'octopus' ? 3 : 4.4) +
      box(0, 1170, W, 110, p.ink) +
      carved(setTitle(c, 820, 330, 200), 450, 210, p.paper, p.ink) +
      creditLine(c, 450, 1226, p.paper, 38)
    );
  },
  tiny(c) {
    const p = c.palette;
    return (
      back(c) +
      shadeTop(c, p.sky[0], 700) +
      hero(c, 0, 400, 900, 1.12) +
      (c.heroes.length > 1 ? hero(c, 1, 560, 905, 1.05, true) : '') +
      carved(setTitle(c, 800, 420, 210), 450, 320, p.paper, p.ink) +
      creditLine(c, 450, 580, p.paper, 38) +
      box(24, 24, W - 48, H - 48, 'none', 0, p.paper, 5)
    );
  },
  frame(c) {
    const p = c.palette;
    const window = 'M130,900V420C130,200 290,110 450,110C610,110 770,200 770,420V900Z';
    const corners = [
      [60, 60],
      [840, 60],
      [60, 1220],
      [840, 1220],
    ]
      .map(
        ([x, y]) =>
          path(`M${x},${y! - 30}L${x! + 30},${y}L${x},${y! + 30}L${x! - 30},${y}Z`, p.pop2) + oval(x!, y!, 9, 9, p.ink),
      )
      .join('');
    return (
      box(0, 0, W, H, p.pop) +
      stripes(0, 0, W, H, mix(p.pop, p.ink, 0.1), 62, H) +
      box(38, 38, W - 76, H - 76, 'none', 0, p.pop2, 7) +
      corners +
      path(window, p.paper, p.paper, 40) +
      path(window, p.paper, p.ink, 52) +
      path(window, p.paper, p.pop2, 40) +
      c.k.clipped(
        window,
        place(back(c, 640, 800), 130, 105) +
          (c.heroes.length > 1
            ? hero(c, 1, 610, 640, 1.5, true) + hero(c, 0, 330, 610, 1.75)
            : hero(c, 0, 450, 590, 2)),
      ) +
      path(window, 'none', p.ink, 7) +
      carved(setTitle(c, 740, 210, 150), 450, 1054, p.paper, p.ink) +
      creditLine(c, 450, 1198, p.paper, 32)
    );
  },
  tiles(c) {
    const p = c.palette;
    const cells: [number, number][][] = [
      [
        [36, 36],
        [560, 36],
        [500, 470],
        [36, 520],
      ],
      [
        [584, 36],
        [864, 36],
        [864, 430],
        [524, 466],
      ],
      [
        [36, 546],
        [864, 456],
        [864, 900],
        [36, 960],
      ],
    ];
    const shown = [0, 1, 0]
      .map((i, j) => {
        const d = polygon(cells[j]!);
        const inner =
          j === 2
            ? place(back(c, 830, 520), 34, 450) +
              hero(c, i, 300, 700, 1.7) +
              (c.heroes.length > 1 ? hero(c, 1, 640, 690, 1.6, true) : '')
            : (j === 0
                ? place(scene('rays', c.k, 540, 500, p, c.seed), 30, 30)
                : box(500, 0, 400, 500, p.pop) + dotScreen(500, 0, 400, 500, mix(p.pop, p.paper, 0.4), 24, 0.5)) +
              hero(c, i, j === 0 ? 280 : 700, j === 0 ? 320 : 290, j === 0 ? 3 : 2.3, j === 1);
        return c.k.clipped(d, inner) + path(d, 'none', p.ink, 8);
      })
      .join('');
    return (
      box(0, 0, W, H, p.paper) +
      shown +
      carved(setTitle(c, 820, 230, 170), 450, 1080, p.pop, p.ink) +
      creditLine(c, 450, 1236, p.ink, 32)
    );
  },
  burst(c) {
    const p = c.palette;
    const many = Math.min(3, c.heroes.length);
    const spots =
      many === 1
        ? [[450, 700, 2.7]]
        : many === 2
          ? [
              [620, 760, 2.1],
              [300, 740, 2.5],
            ]
          : [
              [700, 800, 1.7],
              [200, 810, 1.7],
              [450, 720, 2.4],
            ];
    return (
      scene('rays', c.k, W, H, p, c.seed) +
      dotScreen(0, 760, W, 520, p.pop, 30, 0.42) +
      spots.map(([x, y, s], i) => hero(c, many - 1 - i, x!, y!, s!, x! > 460)).join('') +
      path('M0,1090L900,1030V1280H0Z', p.ink) +
      path('M0,1074L900,1014', 'none', p.paper, 10) +
      carved(setTitle(c, 800, 320, 200), 450, 230, p.paper, p.ink, -5) +
      creditLine(c, 450, 1190, p.paper, 44)
    );
  },
  band(c) {
    const p = c.palette;
    const block = setTitle(c, 780, 240, 160);
    const top = 640 - block.height / 2 - 56;
    const tall = block.height + 112;
    return (
      back(c) +
      hero(c, 0, 450, 330, 2.45) +
      (c.heroes.length > 1 ? hero(c, 1, 170, 1000, 1.5) : '') +
      (c.heroes.length > 2 ? hero(c, 2, 740, 1010, 1.4, true) : '') +
      faded(box(0, top + 14, W, tall, p.ink), 0.3) +
      box(0, top, W, tall, p.pop) +
      box(0, top + 12, W, 5, p.paper) +
      box(0, top + tall - 17, W, 5, p.paper) +
      path(block.d(450, 640 + block.size * 0.02), p.paper) +
      (c.heroes.length > 1 ? '' : oval(450, 1120, 0, 0, p.pop)) +
      creditLine(c, 450, 1236, p.paper, 34)
    );
  },
};

/** Draws a cover of 900 × 1280 pixels. Gives the finished SVG. */
export function drawCover(c: Cover): string {
  return c.k.svg(draw[c.kind](c) + box(0, 0, W, H, 'none', 0, c.palette.ink, 10));
}

/** The page a later chapter opens with: the place, one of the heroes, the chapter's number and name. */
export function drawChapterOpening(c: Cover, number: number, name: string): string {
  const p = c.palette;
  const block = setTitle({ ...c, title: name }, 720, 210, 120);
  const digits = horizontalBlock(String(number), 'en', 'chunky', 150, 999);
  const series = horizontalBlock(lettered(c.title, c.language), c.language, balloonFace(c.language), 34, 720);
  const body =
    place(back(c, W, 900), 0, 0) +
    hero(c, number - 1, 450, 560, 2.1, number % 2 === 0) +
    path('M0,850L900,790V1280H0Z', p.ink) +
    path('M0,834L900,774', 'none', p.pop2, 12) +
    oval(130, 830, 104, 104, p.pop, p.paper, 10) +
    path(digits.d(130, 832), p.paper) +
    path(series.d(450, 976), p.pop2) +
    path(block.d(450, 1110), p.paper);
  return c.k.svg(body + box(0, 0, W, H, 'none', 0, p.ink, 10));
}
