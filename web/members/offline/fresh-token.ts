import { useEffect } from 'react';
import { flushProgress } from '#web/library/progress/progress-outbox.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';

let isListening = false;

/**
 * A page that was kept has a token that may be too old to change anything with (twelve hours, `server/security/csrf-token.ts`). As
 * soon as there is a network it gets a new one, and what was read meanwhile is told to the account.
 */
export function useFreshToken(): void {
  const address = useAddresses().offline();
  useEffect(() => {
    if (isListening) return;
    isListening = true;
    // For as long as the page lives: whoever reads is no longer on the list.
    window.addEventListener('online', () => void renew(address).catch(() => {}));
    // oxlint-disable-next-line react/exhaustive-deps -- one listener for as long as the page lives
  }, []);
}

async function renew(address: string): Promise<void> {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const token = page.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (token) {
    document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')!.content = token;
  }
  flushProgress();
}
