import { directUses, layers, type Part } from './graph.ts';

const [WIDTH, BOX, GAP, HEIGHT, RISE, MARGIN] = [1200, 130, 14, 32, 30, 20];

const STYLE = `text{font:600 14px system-ui,sans-serif;fill:#1f2328;text-anchor:middle}.title{font-size:16px;text-anchor:start}
rect{fill:#f6f8fa;stroke:#8b949e}path{fill:none;stroke:#8b949e;stroke-width:1.2}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#161b22;stroke:#6e7681}path{stroke:#6e7681}}`;

/** A picture (SVG) of some houses below one another: parts stand above those that they import, a line for each import that no other way stands for. */
export function drawHouses(houses: readonly { title: string; parts: ReadonlyMap<string, Part> }[]): string {
  let top = MARGIN;
  const drawn = houses.map(({ title, parts }) => {
    const { svg, height } = drawHouse(parts, top + 34);
    const heading = `<text class="title" x="${MARGIN}" y="${top + 14}">${title}</text>`;
    top += height + 34 + RISE;
    return heading + svg;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}"><style>${STYLE}</style>\n${drawn.join('\n')}\n</svg>\n`;
}

function drawHouse(parts: ReadonlyMap<string, Part>, top: number): { svg: string; height: number } {
  const rows = arrange(parts);
  const spots = new Map<string, { x: number; y: number }>();
  rows.forEach((row, at) => {
    const left = (WIDTH - row.length * BOX - (row.length - 1) * GAP) / 2;
    row.forEach((name, place) =>
      spots.set(name, { x: Math.round(left + place * (BOX + GAP)), y: top + at * (HEIGHT + RISE) }),
    );
  });
  const lines = directUses(parts).map(([from, to]) => {
    const [a, b] = [spots.get(from)!, spots.get(to)!];
    const [start, end] = [a.x + BOX / 2, b.x + BOX / 2];
    // Parts of one floor that use each other are joined from side to side.
    if (a.y === b.y) return `<path d="M${Math.min(a.x, b.x) + BOX} ${a.y + HEIGHT / 2}H${Math.max(a.x, b.x)}"/>`;
    const [low, high] = a.y < b.y ? [a.y + HEIGHT, b.y] : [a.y, b.y + HEIGHT];
    return `<path d="M${start} ${low}C${start} ${low + RISE / 1.5} ${end} ${high - RISE / 1.5} ${end} ${high}"/>`;
  });
  const boxes = [...spots].map(
    ([name, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${BOX}" height="${HEIGHT}" rx="6"/><text x="${x + BOX / 2}" y="${y + 21}">${name}</text>`,
  );
  return { svg: [...lines, ...boxes].join('\n'), height: rows.length * (HEIGHT + RISE) - RISE };
}

/** The floors from the highest to the lowest, none wider than the picture; in a row each part stands as near as it can to what it uses. */
function arrange(parts: ReadonlyMap<string, Part>): string[][] {
  const floors = layers(parts);
  const widest = Math.floor((WIDTH - 2 * MARGIN + GAP) / (BOX + GAP));
  const rows: string[][] = [];
  const place = new Map<string, number>();
  for (let floor = 0; floor <= Math.max(...floors.values()); floor += 1) {
    const mean = (name: string) => {
      const below = [...parts.get(name)!.uses].flatMap((used) => place.get(used) ?? []);
      return below.length === 0 ? 0.5 : below.reduce((sum, each) => sum + each, 0) / below.length;
    };
    const row = [...floors]
      .filter(([, each]) => each === floor)
      .map(([name]) => name)
      .sort()
      .sort((a, b) => mean(a) - mean(b));
    for (let at = 0; at < row.length; at += widest) {
      const part = row.slice(at, at + widest);
      part.forEach((name, index) => place.set(name, (index + 0.5) / part.length));
      rows.unshift(part);
    }
  }
  return rows;
}
