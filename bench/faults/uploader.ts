import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** One call of an uploader: the answer's status and headers; null where there was none. */
export type UploadCall = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Uint8Array | string,
) => Promise<{ status: number; headers: Headers; text: string } | null>;

/** Everything that uploaders were told. */
export interface UploadRecord {
  /** Whole files by their ids, with their hashes. */
  files: Map<number, string>;
  /** Bytes that were acknowledged, and those of them that a later answer did not know of. */
  acknowledged: number;
  forgotten: number;
}

/** Pages of a file, and the parts that it is sent in. */
export const PAGES = 2;
const PARTS = 5;
/** Milliseconds before something is tried again. */
const AGAIN = 300;

/**
 * Sends archives by tus, part after part, until `isOver`: after a part that was not answered it asks how far the file has come, as
 * every client does, and goes on there.
 */
export async function uploadAll(
  call: UploadCall,
  headers: Record<string, string>,
  uploaded: UploadRecord,
  { pace, isOver }: { pace: number; isOver(): boolean },
): Promise<void> {
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  while (!isOver()) {
    const bytes = await makeArchive();
    const begun = await call('POST', '/api/admin/uploads', { ...headers, 'content-type': 'application/json' }, '{}');
    if (begun === null || begun.status >= 300) {
      await pause(AGAIN);
      continue;
    }
    const { id } = JSON.parse(begun.text) as { id: number };
    const made = await call('POST', `/api/admin/uploads/${id}/tus`, {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from('pages.cbz').toString('base64')}`,
    });
    const path = made?.headers.get('location');
    if (made?.status !== 201 || typeof path !== 'string') {
      await pause(AGAIN);
      continue;
    }
    let known = 0;
    let asks = false;
    while (known < bytes.length && !isOver()) {
      const next = bytes.subarray(known, known + Math.ceil(bytes.length / PARTS));
      const answer = asks
        ? await call('HEAD', path, tus)
        : await call(
            'PATCH',
            path,
            { ...tus, 'upload-offset': String(known), 'content-type': 'application/offset+octet-stream' },
            next,
          );
      const said = answer?.headers.get('upload-offset');
      if (answer === null || answer.status >= 300 || typeof said !== 'string') {
        asks = true;
        await pause(AGAIN);
        continue;
      }
      asks = false;
      uploaded.forgotten += Math.max(0, known - Number(said));
      uploaded.acknowledged += Math.max(0, Number(said) - known);
      known = Number(said);
      await pause(pace * 4);
    }
    if (known === bytes.length) {
      uploaded.files.set(Number(path.split('/').at(-1)), createHash('sha256').update(bytes).digest('hex'));
    }
    await pause(pace * 20);
  }
}

async function makeArchive(): Promise<Buffer> {
  const archive = new ZipFile();
  for (let page = 1; page <= PAGES; page += 1) {
    const [r = 0, g = 0, b = 0] = randomBytes(3);
    const noise = { type: 'gaussian', mean: 100, sigma: 30 } as const;
    const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: { r, g, b }, noise } });
    archive.addBuffer(await picture.png().toBuffer(), `${page}.png`);
  }
  archive.end();
  return buffer(archive.outputStream);
}
