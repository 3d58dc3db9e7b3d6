import type { ExportFormat } from '#contract/portability.ts';
import { ApiFailure } from '#web/platform/api/api.ts';
import { readAccessToken } from '#web/platform/session/session.ts';

/**
 * Fetches everything stored about the member and gives it to the visitor as a file. `onBytes` hears how many bytes have
 * come so far.
 *
 * @throws ApiFailure when the API refuses or cannot be reached; with the name `AbortError` when `signal` ended it.
 */
export async function exportFile(
  format: ExportFormat,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { lang } = document.documentElement;
  const answer = await fetch(`/api/account/export?format=${format}&lang=${lang}`, {
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': lang,
      Authorization: `Bearer ${readAccessToken() ?? ''}`,
    },
    signal,
  });
  if (!answer.ok || answer.body === null) {
    const body: unknown = await answer.json().catch(() => null);
    throw new ApiFailure(answer.status, (body as { message?: string } | null)?.message ?? answer.statusText, body);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (let read = await reader.read(); read.value !== undefined; read = await reader.read()) {
    parts.push(read.value);
    bytes += read.value.length;
    onBytes(bytes);
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? `komawari.${format}`;
  save(new Blob(parts, { type: answer.headers.get('content-type') ?? '' }), name);
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
