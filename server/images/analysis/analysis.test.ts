import { describe, expect, test } from 'vitest';
import { openArchive } from '#server/images/archives/archive.ts';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { lookAt } from '#server/images/rendering/derive.ts';
import { SAMPLES, withSamples } from '#server/testing/samples.ts';
import { analyse, sizeToAnalyse, type Analysis } from './analysis.ts';
import type { Picture } from './analysis-picture.ts';
import { SIDE_ROWS } from './analysis-sides.ts';

type Color = [number, number, number];
type Rect = [left: number, top: number, width: number, height: number];
const [WHITE, BLACK, CREAM]: [Color, Color, Color] = [
  [255, 255, 255],
  [0, 0, 0],
  [236, 222, 196],
];

/** Numbers from 0 up to 1 that look random, and are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** A page to draw on: what is drawn fills its box, in a frame that is dark, or light on black. */
function sheet(width: number, height: number, ground: Color, { noise = 0 } = {}) {
  const random = numbers(width * 31 + height);
  const picture: Picture = { data: new Uint8Array(width * height * 3), width, height };
  const paint = ([left, top, across, down]: Rect, at: (x: number, y: number) => Color) => {
    for (let y = Math.max(0, top); y < Math.min(height, top + down); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(width, left + across); x += 1) {
        picture.data.set(at(x, y), (y * width + x) * 3);
      }
    }
  };
  const noisy = (value: number) => Math.max(0, Math.min(255, Math.round(value + (random() - 0.5) * 2 * noise)));
  paint([0, 0, width, height], () => ground.map(noisy) as Color);
  const drawing = (rect: Rect) =>
    paint(rect, (x, y) => {
      const [left, top, across, down] = rect;
      const isFrame = x < left + 2 || y < top + 2 || x >= left + across - 2 || y >= top + down - 2;
      return isFrame
        ? ground === BLACK || ground[0] === 8
          ? [235, 235, 235]
          : [20, 20, 20]
        : [((x * 7 + y * 3) % 200) + 30, ((x * 5) % 180) + 30, ((y * 11) % 160) + 30];
    });
  const dots = (rects: Rect[], color: Color) => rects.forEach((rect) => paint(rect, () => color));
  const look = (scale = 1): Analysis => analyse(picture, { width: width * scale, height: height * scale });
  return { picture, drawing, dots, look };
}

/** The panels, in thousandths, row by row from the left. */
function rects({ panels }: Analysis): Rect[] {
  const found = Array.from({ length: (panels?.length ?? 0) / 4 }, (_, i) => panels!.slice(i * 4, i * 4 + 4) as Rect);
  return found.sort((one, other) => Math.round(one[1] / 50) - Math.round(other[1] / 50) || one[0] - other[0]);
}

const inThousandths = (given: Rect[], width: number, height: number) =>
  given.map(([left, top, across, down]) =>
    [left / width, top / height, across / width, down / height].map((part) => part * 1000),
  );

function expectPanels(found: Rect[], expected: number[][]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((rect, i) =>
    rect.forEach((value, part) => expect(Math.abs(value - expected[i]![part]!)).toBeLessThanOrEqual(12)),
  );
}

describe('borders', () => {
  test.each<[name: string, ground: Color, noise: number]>([
    ['white', WHITE, 0],
    ['black', BLACK, 0],
    ['of old paper', CREAM, 6],
    ['white, with the noise of compression', [250, 250, 250], 5],
    ['black, with noise', [8, 8, 8], 5],
  ])('%s are cut off, with a small margin, and are the colour around the page', (_, ground, noise) => {
    const page = sheet(400, 600, ground, { noise });
    page.drawing([40, 60, 310, 480]);
    const { trim, edge } = page.look(4);
    expect(trim).toEqual([152, 232, 1256, 1936]);
    expect([edge! >> 16, (edge! >> 8) & 255, edge! & 255].every((value, i) => Math.abs(value - ground[i]!) <= 6)).toBe(
      true,
    );
  });

  test('are cut off under dust, but not under a page number or a hair line', () => {
    const dusty = sheet(400, 600, WHITE);
    dusty.drawing([40, 60, 320, 480]);
    dusty.dots(
      [
        [10, 100, 2, 2],
        [380, 300, 1, 2],
        [200, 20, 2, 1],
        [90, 590, 2, 2],
      ],
      [90, 90, 90],
    );
    expect(dusty.look().trim).toEqual([38, 58, 324, 484]);
    dusty.dots([[195, 570, 8, 11]], BLACK);
    expect(dusty.look().trim).toEqual([38, 58, 324, 525]);
    dusty.dots([[12, 200, 28, 1]], BLACK);
    expect(dusty.look().trim![0]).toBe(10);
  });

  test('may be the black edge of a scan around white paper', () => {
    const page = sheet(400, 600, WHITE);
    page.dots([[0, 0, 12, 600]], BLACK);
    page.drawing([50, 60, 320, 480]);
    expect(page.look().trim).toEqual([48, 58, 324, 484]);
  });

  test('are none where the drawing reaches the edge, where next to nothing is white, and in the dark of a night', () => {
    const bled = sheet(400, 600, WHITE);
    bled.drawing([0, 0, 400, 600]);
    expect(bled.look()).toMatchObject({ trim: null });
    const thin = sheet(400, 600, WHITE);
    thin.drawing([1, 1, 398, 598]);
    expect(thin.look().trim).toBeNull();
    const night = sheet(400, 600, BLACK);
    for (let x = 0; x < 400; x += 1) {
      night.dots([[x, 0, 1, 600]], [x >> 2, x >> 2, x >> 2]);
    }
    expect(night.look()).toMatchObject({ trim: null, edge: null });
  });

  test('of a page with one line of text leave it its place', () => {
    const page = sheet(400, 600, WHITE);
    page.dots([[150, 290, 100, 10]], BLACK);
    const [left, top, width, height] = page.look().trim!;
    expect([left, top, width, height]).toEqual([120, 180, 160, 240]);
  });

  test('of a blank page are nothing, however small it is', () => {
    for (const [width, height] of [
      [400, 600],
      [1, 1],
      [2, 90],
      [90, 2],
      [1, 4000],
    ] as const) {
      expect(sheet(width, height, CREAM, { noise: 4 }).look()).toMatchObject({ trim: null, sides: null, panels: null });
      const full = sheet(width, height, [90, 140, 60]);
      expect(full.look()).toMatchObject({ trim: null, edge: 0x5a8c3c, panels: null });
    }
  });
});

test('the sides are how bright a drawing is where it ends, from top to bottom', () => {
  const page = sheet(400, 640, WHITE);
  page.dots([[0, 0, 400, 640]], [100, 100, 100]);
  page.dots(
    [
      [0, 0, 2, 320],
      [398, 320, 2, 320],
    ],
    [200, 200, 200],
  );
  const sides = page.look().sides!;
  const parts = [0, 1, 2, 3].map((side) => [sides[side * SIDE_ROWS + 10], sides[side * SIDE_ROWS + SIDE_ROWS - 10]]);
  expect(parts).toEqual([
    [200, 100],
    [100, 100],
    [100, 200],
    [100, 100],
  ]);
  expect(sides).toHaveLength(4 * SIDE_ROWS);
});

describe('panels', () => {
  const grid: Rect[] = [
    [20, 20, 220, 160],
    [250, 20, 130, 160],
    [20, 190, 360, 180],
    [20, 380, 110, 200],
    [140, 380, 110, 200],
    [260, 380, 120, 200],
  ];
  test.each<[name: string, ground: Color, noise: number]>([
    ['white', WHITE, 0],
    ['black', BLACK, 0],
    ['paper', CREAM, 6],
  ])('stand apart on %s gutters', (_, ground, noise) => {
    const page = sheet(400, 600, ground, { noise });
    grid.forEach(page.drawing);
    expectPanels(rects(page.look()), inThousandths(grid, 400, 600));
  });

  test('that reach the edge, and one beside two, are told apart', () => {
    const page = sheet(400, 600, WHITE);
    const bled: Rect[] = [
      [-9, -9, 418, 259],
      [-9, 260, 189, 349],
      [190, 260, 219, 160],
      [190, 430, 219, 179],
    ];
    bled.forEach(page.drawing);
    expectPanels(
      rects(page.look()),
      inThousandths(
        [
          [0, 0, 400, 250],
          [0, 260, 180, 340],
          [190, 260, 210, 160],
          [190, 430, 210, 170],
        ],
        400,
        600,
      ),
    );
  });

  test('are told apart though a balloon crosses a gutter, or the gutter is slanted', () => {
    const crossed = sheet(400, 600, WHITE);
    const two: Rect[] = [
      [20, 20, 360, 270],
      [20, 300, 360, 280],
    ];
    two.forEach(crossed.drawing);
    crossed.dots([[150, 270, 60, 60]], [20, 20, 20]);
    expectPanels(
      rects(crossed.look()),
      inThousandths(
        [
          [20, 20, 360, 275],
          [20, 295, 360, 285],
        ],
        400,
        600,
      ),
    );
    const slanted = sheet(400, 600, WHITE);
    slanted.drawing([20, 20, 360, 560]);
    for (let x = 0; x < 400; x += 1) {
      slanted.dots([[x, 240 + Math.floor(x / 6), 1, 8]], WHITE);
    }
    expect(rects(slanted.look())).toHaveLength(2);
  });

  test('are none on a page that is one drawing, with or without a caption', () => {
    const page = sheet(400, 600, WHITE);
    page.drawing([30, 30, 340, 460]);
    page.dots([[100, 520, 200, 12]], BLACK);
    expect(page.look().panels).toBeNull();
  });

  test('of a strip lie below one another, sixty at most', () => {
    const strip = sheet(100, 9000, WHITE);
    const stacked = Array.from({ length: 70 }, (_, i): Rect => [0, 20 + i * 128, 100, 100]);
    stacked.forEach(strip.drawing);
    expect(rects(strip.look())).toHaveLength(60);
    const short = sheet(100, 900, BLACK);
    [
      [5, 20, 90, 200],
      [5, 260, 90, 100],
      [5, 500, 90, 380],
    ].forEach((rect) => {
      short.drawing(rect as Rect);
    });
    expect(rects(short.look()).map(([, top, , height]) => [top, height])).toEqual([
      [24, 218],
      [291, 107],
      [558, 418],
    ]);
  });
});

test('a page is looked at in a small picture, a long strip in a smaller one', () => {
  expect(sizeToAnalyse({ width: 1600, height: 2400 })).toEqual({ width: 480, height: 720 });
  expect(sizeToAnalyse({ width: 30, height: 1 })).toEqual({ width: 30, height: 1 });
  const { width, height } = sizeToAnalyse({ width: 800, height: 60_000 });
  expect(width * height).toBeLessThan(3_100_000);
});

const looked = async (file: string, page: number): Promise<Analysis> => {
  const archive = await openArchive(`${SAMPLES}comics/${file}`);
  const { analysis: found } = await lookAt(await archive.read(archive.entries[page - 1]!), {
    animated: false,
    avif: false,
    limits: IMAGE_LIMITS,
  });
  await archive.close();
  return found;
};

test('the panels and borders of real pages are found', withSamples, async () => {
  const printed = await looked('science-comics/Science Comics 001 - ch01.cbz', 3);
  expect(rects(printed).length).toBeGreaterThanOrEqual(5);
  const webtoon = await looked('pepper-and-carrot-webtoon/Pepper and Carrot webtoon 04 [en].cbz', 2);
  expect(rects(webtoon).length).toBeGreaterThanOrEqual(5);
  const manga = await looked('haruko-san-no-kareshi/ハルコさんの彼氏.cbz', 2);
  expect(manga.sides).toHaveLength(512);
});
