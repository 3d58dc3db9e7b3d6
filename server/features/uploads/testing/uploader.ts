import { expect, vi } from 'vitest';
import type { Upload, UploadedPage } from '#contract/uploads.ts';
import type { TestApp } from '#server/testing/app.ts';
import type { Member } from '#server/testing/member.ts';

/** Someone who uploads, as a program does it. */
export interface Uploader {
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: any; headers: Record<string, unknown> }>;
  /** A call of tus. */
  tus(
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    path: string,
    headers?: Record<string, string | number>,
    bytes?: Buffer,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: any }>;
  /** Begins an upload of these files and sends all bytes. Its id. */
  send(files: Record<string, Buffer>): Promise<number>;
  /** The upload, once `until` holds. */
  upload(id: number, until?: (upload: Upload) => boolean): Promise<Upload>;
  /** The upload, once all its files are read or refused. */
  read(id: number): Promise<Upload>;
  pages(id: number, chapter: number): Promise<UploadedPage[]>;
}

/** Makes one, of a member and an app whose worker runs. */
export function uploader({ app }: TestApp, member: Member): Uploader {
  const from = (answer: { statusCode: number; headers: Record<string, unknown>; body: string; json(): any }) => ({
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' || !String(answer.headers['content-type']).includes('json') ? null : answer.json(),
  });
  const self: Uploader = {
    async call(method, path, body, headers = {}) {
      return from(
        await app.inject({
          method,
          url: `/api/admin/uploads${path}`,
          headers: { ...member.headers, ...headers },
          ...(body === undefined ? {} : { payload: body }),
        }),
      );
    },
    async tus(method, path, headers = {}, bytes) {
      const type = bytes === undefined ? {} : { 'content-type': 'application/offset+octet-stream' };
      const all = Object.fromEntries(
        Object.entries({ 'tus-resumable': '1.0.0', ...type, ...member.headers, ...headers }).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
      return from(
        await app.inject({
          method,
          url: path.startsWith('/api') ? path : `/api/admin/uploads${path}`,
          headers: all,
          ...(bytes === undefined ? {} : { payload: bytes }),
        }),
      );
    },
    async send(files) {
      const {
        body: { id },
      } = await self.call('POST', '');
      for (const [path, bytes] of Object.entries(files)) {
        const name = Buffer.from(path).toString('base64');
        const { status } = await self.tus(
          'POST',
          `/${id}/tus`,
          { 'upload-length': bytes.length, 'upload-metadata': `relativePath ${name}` },
          bytes,
        );
        expect(status, path).toBe(201);
      }
      return id;
    },
    upload: (id, until = () => true) =>
      vi.waitFor(
        async () => {
          const { body } = await self.call('GET', `/${id}`);
          expect(until(body), JSON.stringify(body).slice(0, 3000)).toBe(true);
          return body;
        },
        { timeout: 200_000, interval: 100 },
      ),
    read: (id) =>
      self.upload(id, (upload) => upload.files.every(({ state }) => state === 'ready' || state === 'refused')),
    pages: async (id, chapter) => (await self.call('GET', `/${id}/chapters/${chapter}/pages`)).body,
  };
  return self;
}
