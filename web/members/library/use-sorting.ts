import { useEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/**
 * Sorts the children of a box by dragging them, with mouse, pen or finger. Answers what the handle of each child needs;
 * `onMove` is called when one is dropped in another place. Escape puts it back.
 */
export function useSorting(box: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return (from: number) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      const rows = [...(box.current?.children ?? [])] as HTMLElement[];
      const row = rows[from];
      if (event.button !== 0 || !row) return;
      event.preventDefault();
      const places = rows.map((each) => each.getBoundingClientRect());
      const scroller = row.closest('dialog') ?? document.documentElement;
      const begun = event.clientY + scroller.scrollTop;
      let to = from;
      const follow = ({ clientY }: PointerEvent) => {
        const by = clientY + scroller.scrollTop - begun;
        const middle = places[from]!.top + places[from]!.height / 2 + by;
        to = places.reduce(
          (best, place, index) =>
            Math.abs(place.top + place.height / 2 - middle) <
            Math.abs(places[best]!.top + places[best]!.height / 2 - middle)
              ? index
              : best,
          from,
        );
        rows.forEach((each, index) => {
          const shift =
            index === from
              ? by
              : index > from && index <= to
                ? -places[from]!.height
                : index < from && index >= to
                  ? places[from]!.height
                  : 0;
          each.style.translate = `0 ${shift}px`;
        });
        row.classList.add('is-dragged');
        scrollAtEdge(scroller, clientY);
      };
      const end = () => {
        window.removeEventListener('pointermove', follow);
        window.removeEventListener('pointerup', drop);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', onKey, true);
        for (const each of rows) {
          each.style.translate = '';
        }
        row.classList.remove('is-dragged');
        stop.current = null;
      };
      const drop = () => {
        end();
        onMove(from, to);
      };
      const onKey = (key: KeyboardEvent) => {
        if (key.key === 'Escape') {
          key.preventDefault();
          key.stopPropagation();
          end();
        }
      };
      window.addEventListener('pointermove', follow);
      window.addEventListener('pointerup', drop);
      window.addEventListener('pointercancel', end);
      window.addEventListener('keydown', onKey, true);
      stop.current = end;
    },
  });
}

/** Near its edges the box is scrolled along, in pixels for each move of the pointer. */
function scrollAtEdge(scroller: Element, clientY: number): void {
  const { top, bottom } =
    scroller === document.documentElement ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  if (clientY < top + 60) {
    scroller.scrollBy(0, -12);
  }
  if (clientY > bottom - 60) {
    scroller.scrollBy(0, 12);
  }
}
