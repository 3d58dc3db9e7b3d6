import { queryString, type Query } from '#contract/query-string.ts';
import { ApiFailure } from './api.ts';
import { readAccessToken } from '#web/platform/session/session.ts';

/** Fetches a file of the API (`path` begins with a slash) and gives it to the visitor. @throws ApiFailure when the API refuses it. */
export async function downloadApi(path: string, params: Query, name: string): Promise<void> {
  const { lang } = document.documentElement;
  const answer = await fetch(`/api${path}?${queryString({ ...params, lang })}`, {
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': lang,
      Authorization: `Bearer ${readAccessToken() ?? ''}`,
    },
  });
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw new ApiFailure(answer.status, (body as { message?: string } | null)?.message ?? answer.statusText, body);
  }
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? name;
  link.click();
  // Some browsers read the file only after the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
