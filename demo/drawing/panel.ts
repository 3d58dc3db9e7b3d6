import { balloon, sound, type Balloon } from './balloons.ts';
import type { DemoLanguage } from '../comic.ts';
import { figure } from './figure.ts';
import type { Look } from './figure-look.ts';
import type { Cell } from './komawari.ts';
import type { Palette } from './palettes.ts';
import { randomFrom } from './random.ts';
import { scene } from './scenes.ts';
import type { Panel } from './storyboard.ts';
import { path, place, polygon, type Canvas } from './svg.ts';

/** The setting a page is drawn with. `limit` is the page's width, which no balloon leaves. */
export type Setting = {
  k: Canvas;
  palette: Palette;
  cast: Record<string, Look>;
  language: DemoLanguage;
  rtl: boolean;
  vertical: boolean;
  upright: boolean;
  seed: string;
  limit: number;
};

/** Room above the middle of a head for ears and hat, in figure units. */
export function crownHeight(look: Look): number {
  const hat = { witch: 140, toque: 108, crown: 92, sailor: 84, knight: 100, conical: 90, turban: 88 } as Record<
    string,
    number
  >;
  return (
    (hat[look.hat ?? ''] ?? (look.head === 'rabbit' ? 122 : look.head === 'fox' || look.head === 'octopus' ? 90 : 76)) *
    (look.size ?? 1)
  );
}

type Bubble = { balloon: Balloon; x: number; y: number; actor: number };

/** Places the balloons from the top of the cell on, in reading order; gives the height they take. */
function placeBalloons(panel: Panel, cell: Cell, s: Setting): { bubbles: Bubble[]; caption: string; taken: number } {
  const { language, palette, rtl } = s;
  const size = s.vertical ? 34 : 29;
  const rise = panel.actors.some((a) => a.speech) ? 120 : 60;
  let y = s.vertical ? Math.max(12, cell.y - rise) : cell.y + 12;
  let caption = '';
  if (panel.caption) {
    const b = balloon(panel.caption, 'caption', language, palette, Math.min(cell.w - 16, s.vertical ? 640 : 520), size);
    const x = rtl ? cell.x + cell.w - b.width / 2 - 8 : cell.x + b.width / 2 + 8;
    caption = b.draw(x, y + b.height / 2 - 4, null);
    y += b.height + 6;
  }
  const talk = panel.actors.flatMap((a, i) => (a.speech ? [{ speech: a.speech, i }] : []));
  const bubbles: Bubble[] = [];
  let bottom = panel.caption ? y : cell.y;
  talk.forEach(({ speech, i }, order) => {
    const side = cell.w > 430 && talk.length > 1;
    const limit = Math.min(side ? cell.w * 0.54 : cell.w * 0.96, s.vertical ? 560 : 470);
    const b = balloon(speech.text, speech.kind, language, palette, limit, size, s.upright);
    const first = order % 2 === 0;
    const spare = Math.max(0, cell.w - b.width);
    const lean = beside(panel, cell)
      ? 0.12
      : talk.length === 1
        ? panel.actors.length > 1
          ? i === 0
            ? 0.16
            : 0.84
          : 0.5 + (randomFrom(speech.text).next() - 0.5) * 0.5
        : first
          ? 0.04
          : 0.96;
    const x = cell.x + b.width / 2 + spare * (rtl ? 1 - lean : lean);
    const before = bubbles.at(-1);
    if (before) {
      y = side
        ? before.y +
          before.balloon.height * 0.22 -
          (before.balloon.width + b.width < cell.w ? before.balloon.height / 2 : -before.balloon.height * 0.3)
        : before.y + before.balloon.height / 2 + 2;
    }
    bubbles.push({
      balloon: b,
      x: Math.min(s.limit - b.width / 2 - 8, Math.max(b.width / 2 + 8, x)),
      y: y + b.height / 2,
      actor: i,
    });
    bottom = Math.max(bottom, y + b.height);
  });
  return { bubbles, caption, taken: Math.max(0, bottom - cell.y) };
}

/** Whether a wide panel has one speaker only, who then stands beside the balloon instead of under it. */
function beside(panel: Panel, cell: Cell): boolean {
  return cell.w > cell.h * 1.55 && panel.actors.length === 1 && !!panel.actors[0]!.speech;
}

/** Draws one panel: the picture inside its outline, and what lies over all pictures (balloons, sounds). */
export function drawPanel(panel: Panel, cell: Cell, s: Setting): { art: string; over: string } {
  const { k, palette, cast, rtl } = s;
  const { bubbles, caption, taken } = placeBalloons(panel, cell, s);
  const r = randomFrom(`${s.seed} ${cell.x} ${cell.y}`);
  const [left, top] = [Math.min(...cell.outline.map((p) => p[0])), Math.min(...cell.outline.map((p) => p[1]))];
  const [boxW, boxH] = [
    Math.max(...cell.outline.map((p) => p[0])) - left,
    Math.max(...cell.outline.map((p) => p[1])) - top,
  ];
  const near = panel.shot === 'c' ? 1.5 : panel.shot === 'm' ? 1.22 : 1;
  const back = place(
    scene(panel.place, k, boxW, boxH, palette, s.seed),
    left - ((near - 1) * boxW) / 2,
    top - (near - 1) * boxH * 0.72,
    near,
  );
  const count = panel.actors.length;
  const apart = beside(panel, cell) && !s.vertical;
  const head = apart ? Math.min(taken, cell.h * 0.08) : taken;
  const heads: { x: number; y: number; reach: number }[] = [];
  const figures = panel.actors.map((actor, i) => {
    const look = cast[actor.id];
    if (!look) throw new Error(`${actor.id} is not in the cast`);
    const size = look.size ?? 1;
    const crown = crownHeight(look);
    const free = Math.max(cell.h * 0.42, cell.h - head * 0.94);
    const share = apart
      ? 0.72
      : count === 1 && panel.sound
        ? 0.32
        : count === 1
          ? 0.5 + (bubbles.length || panel.sound ? r.between(-0.06, 0.06) : r.between(-0.12, 0.12))
          : (i + 0.5) / count + (count === 2 ? (i ? -0.03 : 0.03) : 0);
    const x = cell.x + cell.w * (rtl ? 1 - share : share);
    const scale =
      panel.shot === 'w'
        ? Math.min((free * 0.94) / (crown + 204 * size), cell.w / count / 150, 1.9)
        : panel.shot === 'm'
          ? Math.min(free / (crown + 122 * size), cell.w / count / (count > 1 ? 142 : 150), 3)
          : Math.min(free / (crown * 0.86 + 62 * size), cell.w / count / 112, 4.6);
    const y =
      panel.shot === 'w'
        ? actor.pose === 'fly' || actor.pose === 'jump'
          ? cell.y + cell.h - free * 0.56
          : cell.y + cell.h * 0.965 - 198 * size * scale
        : panel.shot === 'm'
          ? Math.max(cell.y + cell.h - free + crown * scale * 0.97, cell.y + cell.h - 150 * size * scale)
          : cell.y + cell.h - free + crown * scale * 0.9;
    heads.push({ x, y, reach: 54 * size * scale });
    const flip = count === 1 ? r.next() < 0.5 : x > cell.x + cell.w / 2;
    return figure(look, x, y, {
      mood: actor.mood,
      pose: actor.pose,
      scale,
      flip,
      ink: palette.ink,
      mono: palette.mono,
    });
  });
  const d = polygon(cell.outline);
  const art = k.clipped(d, back + figures.join('')) + path(d, 'none', palette.ink, s.vertical ? 5 : 4.5);
  let over = caption;
  for (const b of [...bubbles].reverse()) {
    const h = heads[b.actor]!;
    const [dx, dy] = [b.x - h.x, b.y - h.y];
    const length = Math.hypot(dx, dy) || 1;
    const longest = 0.62 * Math.hypot((dx / length) * b.balloon.width, (dy / length) * b.balloon.height) + 90;
    const reach = Math.max(h.reach * 1.14, length - longest);
    over += b.balloon.draw(b.x, b.y, { x: h.x + (dx / length) * reach, y: h.y + (dy / length) * reach });
  }
  if (panel.sound) {
    const wide = cell.w > cell.h * 1.2;
    const beside = count === 1 && wide;
    const cx = cell.x + cell.w * (beside ? (rtl ? 0.29 : 0.71) : 0.5);
    const cy = cell.y + cell.h * (count === 0 ? 0.5 : beside && !bubbles.length ? 0.4 : 0.84);
    over += sound(
      panel.sound,
      s.language,
      palette,
      cx,
      cy,
      Math.min(cell.w * (beside ? 0.5 : 0.8), count > 1 ? 330 : 430),
      rtl ? 7 : -8,
    );
  }
  return { art, over };
}
