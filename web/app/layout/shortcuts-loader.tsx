import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

const KeysHost = lazy(async () => ({ default: await import('./shortcuts.tsx').then((host) => host.KeysHost, () => Missing) }));

/** The shortcuts of the site; their code comes with the first key that is pressed, so that a phone never fetches it. */
export function KeysSlot() {
  const [first, setFirst] = useState<KeyboardEvent | null>(null);
  useEffect(() => {
    if (first !== null) { return; }
    const onKey = (event: KeyboardEvent) => { if (/^[?g]$|[^ -~]/.test(event.key)) { setFirst(event); } };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [first]);
  return first && <Suspense><KeysHost first={first} /></Suspense>;
}

/** Stands for them when their code cannot be had. */
const Missing: ComponentType<{ first: KeyboardEvent }> = () => null;
