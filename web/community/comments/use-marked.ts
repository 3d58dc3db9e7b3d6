import { useEffect } from 'react';

/** Brings the comment that the address names into view, and the keyboard to it. @param loaded the page that has it: another one begins anew. */
export function useMarked(marked: number | null, loaded: object): void {
  useEffect(() => {
    const comment = marked === null ? null : document.getElementById(`comment-${marked}`);
    if (!comment) return;
    // After the page has taken its own place.
    requestAnimationFrame(() => {
      comment.scrollIntoView({ block: 'center' });
      comment.focus({ preventScroll: true });
    });
  }, [marked, loaded]);
}
