import { useEffect, useState } from 'react';
import { choicesStore } from '#web/kept/reader-choices.ts';

/** How long the tap zones are shown, in ms (interface, "Reader"). */
const SHOWN = 2000;

/**
 * Whether the tap zones are in sight: for two seconds when this browser opens a reader with pages for the first time, and
 * on request; never longer than until the reader is told to do something.
 */
export function useZonesShown(hasPages: boolean): { shown: boolean; show: () => void; hide: () => void } {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!hasPages || choicesStore.get().zonesShown) { return; }
    choicesStore.change((kept) => ({ ...kept, zonesShown: true }));
    setShown(true);
  }, []);
  useEffect(() => {
    if (!shown) { return; }
    const timer = setTimeout(() => setShown(false), SHOWN);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, show: () => setShown(true), hide: () => setShown(false) };
}
