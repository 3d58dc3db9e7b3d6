import type { OwnUser } from '#contract/accounts.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';

/** Tells the server what staff lets the member of this browser see at most, for the pages that it makes whole; nothing for others. */
export function keepLimit(limit: OwnUser['limit'] | undefined): void {
  const wanted = limit ? `${limit.rating}_${limit.terms.join('.')}` : '';
  const kept = /(?:^|; )limit=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  if (wanted !== kept) {
    writeCookie('limit', wanted, wanted === '' ? 0 : undefined);
  }
}
