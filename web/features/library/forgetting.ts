import type { Progress } from '#contract/library.ts';
import { apiGet, apiSend } from '#web/api.ts';
import { forgetReading, keepPlaces } from '#web/kept/library-sync.ts';

/**
 * Forgets what was read of a comic, here and in the account; answers how to take that back.
 *
 * @throws ApiFailure when the account could not be told; then nothing was forgotten.
 */
export async function forgetOne(comicId: number): Promise<() => Promise<void>> {
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
  await apiSend('DELETE', '/account/history');
  forgetReading();
}
