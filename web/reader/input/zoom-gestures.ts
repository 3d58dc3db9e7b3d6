import { isTap, zoneAt } from './gestures.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import type { ZoomControl } from './use-zoom.ts';

/** A second tap this soon, in ms, and this near, in CSS pixels, makes a double tap. */
const DOUBLE_MS = 300;
const DOUBLE_PX = 30;
/** How large a double tap makes the page. */
const DOUBLE = 2;
/** How fast a page that was let go slows down: what is left of its speed after a ms. */
const ROLL = 0.996;

/** Zooms and moves the pages as fingers, mouse and wheel on the stage ask; a gesture that did so has its default prevented. Answers how to stop. */
export function followGestures(
  stage: HTMLElement,
  now: () => { reader: ReaderContext; lens: ZoomControl },
): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  const ended = new AbortController();
  let from = { x: 0, y: 0 };
  let panned = { x: 0, y: 0 };
  let speed = { x: 0, y: 0 };
  let at = 0;
  /** The gesture belongs to the zoom, not to who turns pages. */
  let taken = false;
  let tapped = { x: 0, y: 0, at: -DOUBLE_MS };
  let rolling = 0;

  const onDown = (event: PointerEvent) => {
    cancelAnimationFrame(rolling);
    if (event.button !== 0 || (event.target as Element).closest('a, button, input, form')) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) {
      taken = true;
      return;
    }
    taken = false;
    from = { x: event.clientX, y: event.clientY };
    panned = { x: 0, y: 0 };
    speed = { x: 0, y: 0 };
    at = event.timeStamp;
  };
  const onMove = (event: PointerEvent) => {
    const was = fingers.get(event.pointerId);
    if (was === undefined) return;
    const is = { x: event.clientX, y: event.clientY };
    const { lens } = now();
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      // The place between the fingers stays between them.
      const before = { x: (was.x + other.x) / 2, y: (was.y + other.y) / 2 };
      const wider =
        Math.hypot(is.x - other.x, is.y - other.y) / Math.max(Math.hypot(was.x - other.x, was.y - other.y), 1);
      lens.zoom(lens.scale() * wider, before);
      lens.pan((is.x - was.x) / 2, (is.y - was.y) / 2);
    } else if (lens.scale() > 1 && (taken || !isTap(is.x - from.x, is.y - from.y))) {
      if (!stage.hasPointerCapture(event.pointerId)) {
        stage.setPointerCapture(event.pointerId);
      }
      const got = lens.pan(is.x - was.x, is.y - was.y);
      panned = { x: panned.x + Math.abs(got.x), y: panned.y + Math.abs(got.y) };
      const passed = Math.max(event.timeStamp - at, 1);
      speed = { x: got.x / passed, y: got.y / passed };
    } else if (lens.scale() > 1) {
      return;
    }
    if (lens.scale() > 1) {
      event.preventDefault();
    }
    at = event.timeStamp;
    fingers.set(event.pointerId, is);
  };
  const roll = (before: number) => {
    rolling = requestAnimationFrame((time) => {
      const passed = Math.min(Math.max(time - before, 0), 50);
      const got = now().lens.pan(speed.x * passed, speed.y * passed);
      speed = { x: speed.x * ROLL ** passed, y: speed.y * ROLL ** passed };
      if (Math.hypot(speed.x, speed.y) > 0.05 && (passed === 0 || Math.hypot(got.x, got.y) > 0)) {
        roll(time);
      }
    });
  };
  const onUp = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    const { reader, lens } = now();
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (taken) {
      event.preventDefault();
      return;
    }
    if (isTap(dx, dy)) {
      const box = stage.getBoundingClientRect();
      const middle =
        zoneAt(
          (event.clientX - box.left) / box.width,
          (event.clientY - box.top) / box.height,
          reader.control.settings,
        ) === 'chrome';
      const twice =
        event.timeStamp - tapped.at < DOUBLE_MS &&
        Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < DOUBLE_PX;
      tapped = { x: event.clientX, y: event.clientY, at: twice ? -DOUBLE_MS : event.timeStamp };
      if (middle && twice && lens.zoom(lens.scale() > 1 ? 1 : DOUBLE, { x: event.clientX, y: event.clientY }, true)) {
        event.preventDefault();
        // The effect of the first of the two taps is taken back.
        reader.chrome.toggle();
      }
      return;
    }
    if (lens.scale() === 1) return;
    if ((Math.abs(dx) > Math.abs(dy) ? panned.x : panned.y) > 1) {
      event.preventDefault();
    }
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches || event.timeStamp - at > 60;
    if (!still) {
      roll(performance.now());
    }
  };
  const onWheel = (event: WheelEvent) => {
    const { lens } = now();
    if (event.ctrlKey) {
      // Also on the panel after the last page: half of the reader at another size helps nobody.
      event.preventDefault();
      lens.zoom(lens.scale() * Math.exp(Math.min(Math.max(-event.deltaY, -25), 25) / 100), {
        x: event.clientX,
        y: event.clientY,
      });
    } else if (lens.scale() > 1 && !event.defaultPrevented) {
      const got = lens.pan(-event.deltaX, -event.deltaY);
      if (Math.hypot(got.x, got.y) > 0) {
        event.preventDefault();
      }
    }
  };
  const { signal } = ended;
  stage.addEventListener('pointerdown', onDown, { signal });
  stage.addEventListener('pointermove', onMove, { signal });
  stage.addEventListener('pointerup', onUp, { signal });
  stage.addEventListener(
    'pointercancel',
    ({ pointerId }) => {
      fingers.delete(pointerId);
    },
    { signal },
  );
  stage.addEventListener('wheel', onWheel, { signal, passive: false });
  // Two fingers are ours; one finger is the browser's, which scrolls better.
  stage.addEventListener(
    'touchstart',
    (event) => {
      if (event.touches.length > 1 && event.cancelable) {
        event.preventDefault();
      }
    },
    { signal, passive: false },
  );
  stage.addEventListener(
    'dragstart',
    (event) => {
      if (now().lens.scale() > 1) {
        event.preventDefault();
      }
    },
    { signal },
  );
  window.addEventListener('resize', () => now().lens.pan(0, 0), { signal });
  return () => {
    ended.abort();
    cancelAnimationFrame(rolling);
  };
}
