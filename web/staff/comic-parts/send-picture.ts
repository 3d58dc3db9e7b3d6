import { apiSend } from '#web/platform/api/api.ts';

/** Sends the bytes of a picture. @throws ApiFailure */
export function sendPicture<Data>(
  method: 'POST' | 'PUT',
  path: string,
  file: File,
  params: Record<string, string | number | undefined> = {},
): Promise<Data> {
  const bytes = file.type.startsWith('image/') ? file : new Blob([file], { type: 'application/octet-stream' });
  return apiSend<Data>(method, path, { params, body: bytes });
}
