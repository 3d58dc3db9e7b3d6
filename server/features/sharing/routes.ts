import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { siteSharePath } from '#contract/addresses.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { limitCalls } from '#server/http/limits/visitor-limit.ts';
import { PUBLIC_PICTURE, setDataHeaders } from '#server/http/requests/security-headers.ts';
import { createSharePictures } from './share-pictures.ts';

const Params = z.object({ file: z.string() });

/** `GET /share/{hash}.jpg` and `/share/site-{hash}.png`: what link previews show of a comic whose cover is safe, and of the site. */
export async function sharingRoutes(
  scope: App,
  deps: Pick<Deps, 'reads' | 'blobs' | 'renderer' | 'sites'>,
): Promise<void> {
  setDataHeaders(scope);
  limitCalls(scope);
  const pictures = createSharePictures(deps);
  scope.addHook('onClose', () => pictures.close());

  scope.get(
    '/share/:file',
    { schema: { params: Params, hide: true }, config: { permission: 'images.read' } },
    async (request, reply) => {
      const { file } = request.params;
      const { name, letter } = deps.sites.of(request.host);
      const [, cover] = /^([0-9a-f]{64})\.jpg$/.exec(file) ?? [];
      const isOurs = siteSharePath({ name, letter }) === `/share/${file}`;
      const picture = isOurs
        ? await pictures.ofSite({ name, letter })
        : cover === undefined
          ? null
          : await pictures.ofCover(cover);
      if (picture === null) throw problem('image-not-found');
      const etag = `"${file}"`;
      void reply.headers({ etag, 'cache-control': PUBLIC_PICTURE, 'cross-origin-resource-policy': 'cross-origin' });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type(isOurs ? 'image/png' : 'image/jpeg').send(picture);
    },
  );
}
