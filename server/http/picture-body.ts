import { problem } from '#contract/problems.ts';
import type { App } from './app-type.ts';

/** Has the routes of a scope of its own take the bytes of a picture, sent as `image/*` or `application/octet-stream`, and nothing else. */
export function takePictures(scope: App, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^image\/|^application\/octet-stream$/, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => { done(null, body); });
}

/** The picture that was sent. @throws Problem `page-undecodable` where nothing was. */
export function pictureOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) { throw problem('page-undecodable'); }
  return body;
}
