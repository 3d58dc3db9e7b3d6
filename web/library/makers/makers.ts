import type { GroupChoice, Makers } from '#contract/makers.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { removeLocal, writeCookie } from '#web/platform/state/browser-storage.ts';
import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';

/** A group or an uploader, as they were called when this was heard. */
interface NamedMaker {
  id: number;
  name: string;
}

/** The choices of a member's account about those who make chapters, as last heard. */
interface KeptMakers {
  preferred: NamedMaker[];
  blocked: NamedMaker[];
  uploaders: NamedMaker[];
}

const STORED = 'komawari.makers';
const COOKIE = 'makers';

/** The choices of the member who is signed in; the account is what counts, this is a copy of it. */
export const makersStore = persistentStore<KeptMakers>(STORED, readMakers);

/** The choices of the member who is signed in; none for a guest, on the server and while hydrating. */
export function useMakers(): KeptMakers {
  return usePersistentStore(makersStore);
}

/** Asks the account, and answers whether it says something else than what was known here. */
export async function askMakers(): Promise<boolean> {
  const before = cookieFor(makersStore.get());
  keepMakers(await apiGet<Makers>('/account/makers'));
  return cookieFor(makersStore.get()) !== before;
}

/** Forgets what came from the account: the session has ended. */
export function forgetMakers(): void {
  if (cookieFor(makersStore.get()) === '') return;
  makersStore.change(() => makersStore.empty);
  removeLocal(STORED);
  writeCookie(COOKIE, '', 0);
}

/** Makes the account prefer or block a group, or neither. @throws ApiFailure. */
export async function chooseGroup(id: number, choice: GroupChoice | null): Promise<void> {
  const path = `/account/makers/groups/${id}`;
  keepMakers(
    choice === null ? await apiSend<Makers>('DELETE', path) : await apiSend<Makers>('PUT', path, { body: { choice } }),
  );
}

/** Makes the account block an uploader, or no more. @throws ApiFailure. */
export async function blockUploader(username: string, block: boolean): Promise<void> {
  keepMakers(
    await apiSend<Makers>(block ? 'PUT' : 'DELETE', `/account/makers/uploaders/${encodeURIComponent(username)}`),
  );
}

function keepMakers({ preferred, blocked, uploaders }: Makers): void {
  const named = ({ id, name }: NamedMaker): NamedMaker => ({ id, name });
  makersStore.change(() => ({
    preferred: preferred.map(named),
    blocked: blocked.map(named),
    uploaders: uploaders.map(({ id, username }) => ({ id, name: username })),
  }));
  const ids = cookieFor(makersStore.get());
  // The server goes by it where it makes a whole page.
  writeCookie(COOKIE, ids, ids === '' ? 0 : undefined);
}

/** As the server reads it: blocked groups, blocked uploaders, preferred groups. */
function cookieFor({ blocked, uploaders, preferred }: KeptMakers): string {
  const ids = [blocked, uploaders, preferred].map((list) => list.map(({ id }) => id).join('.')).join('_');
  return ids === '__' ? '' : ids;
}

/** The content of storage without anything that is no name with an id: it may be old, edited or broken. */
function readMakers(json: unknown): KeptMakers {
  const list = (of: keyof KeptMakers): NamedMaker[] => {
    const given: unknown = (json as Partial<KeptMakers> | null)?.[of];
    return Array.isArray(given)
      ? (given as Partial<NamedMaker>[]).flatMap((each) =>
          Number.isSafeInteger(each?.id) && typeof each.name === 'string' ? [{ id: each.id!, name: each.name }] : [],
        )
      : [];
  };
  return { preferred: list('preferred'), blocked: list('blocked'), uploaders: list('uploaders') };
}
