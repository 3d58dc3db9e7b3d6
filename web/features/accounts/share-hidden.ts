import { apiGet, apiSend } from '#web/api.ts';
import { hiddenStore, keepCookie, readHidden } from '#web/hidden.ts';

/** What this browser hides and what the account hides become one, in both. Where the account does not answer, nothing changes. */
export async function shareHidden(): Promise<void> {
  try {
    const theirs = readHidden(await apiGet('/account/hidden'));
    const ids = new Set(theirs.map(({ id }) => id));
    const added = hiddenStore.get().filter(({ id }) => !ids.has(id));
    hiddenStore.change(() => readHidden([...theirs, ...added]));
    keepCookie();
    if (added.length > 0) { await apiSend('PUT', '/account/hidden', { body: { terms: hiddenStore.get().map(({ id }) => id) } }); }
  } catch { /* the browser keeps its own list */ }
}
