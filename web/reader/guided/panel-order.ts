import type { ReadingDirection } from '#web/library/preferences/reader-settings.ts';

/** A panel as left, top, width and height in thousandths of its page. */
export type Panel = readonly [left: number, top: number, width: number, height: number];

/** Panels whose boxes reach this much into one another, in parts of the smaller one, still stand apart. */
const REACH = 0.25;

/**
 * The panels of a page in the order they are read: rows from the top down, and along a row in the reading direction. A
 * tall panel beside several is read before or after all of them. Where panels interlock so that no line parts them, the
 * one that begins higher is first.
 */
export function orderPanels(panels: readonly Panel[], direction: ReadingDirection): Panel[] {
  if (panels.length < 2) return [...panels];
  const rows = groupPanels(panels, ([, top, , height]) => [top, top + height]);
  if (rows.length > 1) return rows.flatMap((row) => orderPanels(row, direction));
  const columns = groupPanels(panels, ([left, , width]) =>
    direction === 'ltr' ? [left, left + width] : [-left - width, -left],
  );
  if (columns.length > 1) return columns.flatMap((column) => orderPanels(column, direction));
  const along = ([left, , width]: Panel) => (direction === 'ltr' ? left : -left - width);
  return [...panels].sort((one, other) => one[1] - other[1] || along(one) - along(other));
}

/** A page this many times as tall as wide would be a thread if all of it had to fit on the screen; how tall its slices are, in widths. */
const THREAD = 2.5;
const SLICE = 1.25;

/** A long strip on which no panels were found as slices of equal height, from the top down; none of any other page. Sizes in pixels. */
export function panelSlices({ width, height }: { width: number; height: number }): Panel[] {
  const count = height > THREAD * width ? Math.ceil(height / (SLICE * width)) : 0;
  return Array.from({ length: count }, (_, i) => [0, (i * 1000) / count, 1000, 1000 / count]);
}

/** Panels in groups that stand apart along an axis, in its order. `range` is where a panel begins and ends on it. */
function groupPanels(panels: readonly Panel[], range: (panel: Panel) => [start: number, end: number]): Panel[][] {
  const groups: { panels: Panel[]; end: number; least: number }[] = [];
  for (const panel of [...panels].sort((one, other) => range(one)[0] - range(other)[0])) {
    const [start, end] = range(panel);
    const group = groups[groups.length - 1];
    if (!group || group.end - start <= REACH * Math.min(group.least, end - start)) {
      groups.push({ panels: [panel], end, least: end - start });
    } else {
      group.panels.push(panel);
      group.end = Math.max(group.end, end);
      group.least = Math.min(group.least, end - start);
    }
  }
  return groups.map((group) => group.panels);
}
