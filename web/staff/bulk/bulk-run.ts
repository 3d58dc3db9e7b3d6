import type { Bulk, BulkPreview, BulkRequest } from '#contract/bulk-editing.ts';
import { apiGet, apiPost } from '#web/platform/api/api.ts';

/** How often a bulk edit that runs is asked how far it is, in ms. */
const PAUSE = 500;

/** The preview of a bulk edit. @throws ApiFailure */
export function previewBulk(request: Pick<BulkRequest, 'selection' | 'changes'>): Promise<BulkPreview> {
  return apiPost<BulkPreview>('/admin/comics/bulk', { body: { ...request, preview: true } });
}

/** Begins a bulk edit; the same `key` begins it once. @throws ApiFailure */
export function beginBulk(request: Pick<BulkRequest, 'selection' | 'changes'>, key: string): Promise<Bulk> {
  return apiPost<Bulk>('/admin/comics/bulk', { body: { ...request, preview: false }, key });
}

/** Whether a bulk edit, or its undoing, is on its way. */
export function isGoing({ state }: Bulk): boolean {
  return state === 'running' || state === 'undoing';
}

/** Follows a bulk edit until it rests, telling each step; answers how it ended. @throws ApiFailure, or an `AbortError`. */
export async function followBulk(bulk: Bulk, onStep: (bulk: Bulk) => void, signal?: AbortSignal): Promise<Bulk> {
  let now = bulk;
  onStep(now);
  while (isGoing(now)) {
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
    now = await apiGet<Bulk>(`/admin/comics/bulk/${bulk.id}`, { signal });
    onStep(now);
  }
  return now;
}

/** Stops a bulk edit: what is changed already stays. @throws ApiFailure */
export function cancelBulk({ id }: Bulk): Promise<Bulk> {
  return apiPost<Bulk>(`/admin/comics/bulk/${id}/cancel`);
}

/** Begins to undo a bulk edit. @throws ApiFailure */
export function undoBulk({ id }: Bulk): Promise<Bulk> {
  return apiPost<Bulk>(`/admin/comics/bulk/${id}/undo`);
}
