import { outline } from './lettering.ts';
import { toGrey } from './figure-look.ts';
import { komawari, strip } from './komawari.ts';
import { drawPanel, type Setting } from './panel.ts';
import { randomFrom } from './random.ts';
import type { Panel } from './storyboard.ts';
import { box, mix, path } from './svg.ts';

/** Width and height of the pages, in pixels. */
export const pageSize = { page: [900, 1280], strip: [800, 2400] } as const;

/** Draws a page of panels; `number` is set at its foot. Gives the finished SVG. */
export function drawPage(panels: Panel[], number: number, s: Setting): string {
  const { k, palette } = s;
  const [w, h] = s.vertical ? pageSize.strip : pageSize.page;
  const r = randomFrom(`${s.seed} page ${number}`);
  const cells = s.vertical ? strip(panels, w, h, r) : komawari(panels, w, h, r, s.rtl);
  const drawn = panels.map((panel, i) => drawPanel(panel, cells[i]!, s));
  const paper = s.vertical
    ? box(0, 0, w, h, k.gradient([palette.paper, mix(palette.paper, palette.sky[1], 0.35), palette.paper]))
    : box(0, 0, w, h, palette.paper);
  const digits = outline(String(number), 'hand', 20);
  const foot = path(digits.d(w / 2 - digits.width / 2, h - 13), palette.ink);
  const drawing = k.svg(paper + drawn.map((d) => d.art).join('') + drawn.map((d) => d.over).join('') + foot);
  return palette.mono ? drawing.replace(/#[0-9a-f]{6}/gi, toGrey) : drawing;
}
