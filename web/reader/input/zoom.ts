/** How the pages are seen: enlarged about the top left corner of the stage, then moved, in CSS pixels. */
export interface ZoomState {
  scale: number;
  x: number;
  y: number;
}

/** The part seen through the lens, in CSS pixels: the stage's size, and where the pages lie on it without a lens. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The pages as they are without zoom. */
export const PLAIN: ZoomState = { scale: 1, x: 0, y: 0 };
const LARGEST = 5;

/** Zooms to a scale, 1 to 5; what lies at a place of the stage stays there as far as the pages reach. */
export function zoomTo(lens: ZoomState, scale: number, at: { x: number; y: number }, frame: Frame): ZoomState {
  const to = Math.min(Math.max(scale, 1), LARGEST);
  if (to < 1.02) return PLAIN;
  const ratio = to / lens.scale;
  return within({ scale: to, x: at.x - (at.x - lens.x) * ratio, y: at.y - (at.y - lens.y) * ratio }, frame);
}

/** Moves the pages under the lens, never beyond their edges; what fits on the stage stays in its middle. */
export function moveLens(lens: ZoomState, dx: number, dy: number, frame: Frame): ZoomState {
  return lens.scale === 1 ? PLAIN : within({ ...lens, x: lens.x + dx, y: lens.y + dy }, frame);
}

function within({ scale, x, y }: ZoomState, { width, height, left, top, right, bottom }: Frame): ZoomState {
  return { scale, x: along(x, width, left * scale, right * scale), y: along(y, height, top * scale, bottom * scale) };
}

function along(at: number, size: number, start: number, end: number): number {
  return end - start <= size ? (size - end - start) / 2 : Math.min(Math.max(at, size - end), 0 - start);
}
