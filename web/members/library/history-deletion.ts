import type { Progress } from '#contract/library.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';

/** Imported on demand only, as every session does: else the build makes it two files, and sharing begins a round trip later. */
const sync = () => import('#web/library/sync/library-sync.ts');

/**
 * Forgets what was read of a comic, here and in the account; answers how to take that back.
 *
 * @throws ApiFailure when the account could not be told; then nothing was forgotten.
 */
export async function forgetOne(comicId: number): Promise<() => Promise<void>> {
  const { forgetReading, keepPlaces } = await sync();
  const places = await apiGet<Progress[]>('/account/progress', { params: { comic: comicId } });
  await apiSend('DELETE', `/account/history/${comicId}`);
  forgetReading(comicId);
  return async () => {
    await apiSend('PUT', '/account/progress', { body: places });
    keepPlaces(places);
  };
}

/** Forgets everything that was read, here and in the account. @throws ApiFailure as above. */
export async function forgetAll(): Promise<void> {
  const { forgetReading } = await sync();
  await apiSend('DELETE', '/account/history');
  forgetReading();
}
