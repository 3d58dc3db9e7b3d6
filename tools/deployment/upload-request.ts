/** 8 MiB under the name of an archive: more than what stands between takes at once. */
export const UPLOADED = Buffer.alloc(8 * 1024 ** 2, 'a page ');

/** The headers with which a signed-in member begins to send it by tus, all of it in the first request. */
export function uploadHeaders(authorization: string): Record<string, string> {
  return {
    authorization,
    'tus-resumable': '1.0.0',
    'upload-length': String(UPLOADED.length),
    'upload-metadata': `filename ${Buffer.from('large.cbz').toString('base64')}`,
    'content-type': 'application/offset+octet-stream',
  };
}
