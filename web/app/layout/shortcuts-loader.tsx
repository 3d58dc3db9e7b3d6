import { useEffect, useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy.tsx';

const KeysHost = lazyPart(() => import('./shortcuts.tsx').then((host) => host.KeysHost), { whenMissing: 'nothing' });

/** The shortcuts of the site; their code comes with the first key that is pressed, so that a phone never fetches it. */
export function KeysSlot() {
  const [first, setFirst] = useState<KeyboardEvent | null>(null);
  useEffect(() => {
    if (first !== null) return;
    const onKey = (event: KeyboardEvent) => {
      if (/^[?g]$|[^ -~]/.test(event.key)) {
        setFirst(event);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [first]);
  return first && <KeysHost first={first} />;
}
