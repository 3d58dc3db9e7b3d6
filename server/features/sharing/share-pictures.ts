import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { createDrawing } from '#server/images/drawing/drawing.ts';
import { shareableCover } from './queries.ts';
import { drawSiteCard } from './site-card.ts';

/** Bytes of pictures that are kept: some four hundred. Who shares a comic asks for it many times within minutes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Pictures that may wait to be made, one after the other: uploads need the same processes. */
const MAX_WAITING = 32;

/** Pictures for link previews. */
export interface SharePictures {
  /** That of the comics with a cover; null where none of them may be shown to anyone. @throws Problem `catalogue-warming` where too many are being made. */
  ofCover(hash: string): Promise<Buffer | null>;
  /** That of a site. */
  ofSite(site: { name: string; letter: string }): Promise<Buffer>;
  close(): Promise<void>;
}

/** Makes each picture once, from the covers that are stored, and keeps the last ones. */
export function createSharePictures({
  reads,
  blobs,
  renderer,
}: Pick<Deps, 'reads' | 'blobs' | 'renderer'>): SharePictures {
  const cache = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });
  const making = new Map<string, Promise<Buffer>>();
  const drawing = createDrawing();
  let line: Promise<unknown> = Promise.resolve();

  /** The picture kept under a key, or made now, after those that are being made. */
  async function once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = cache.get(key) ?? making.get(key);
    if (known !== undefined) return known;
    if (making.size >= MAX_WAITING) throw problem('catalogue-warming');
    const made = line
      .then(make)
      .then((picture) => {
        cache.set(key, picture);
        return picture;
      })
      .finally(() => making.delete(key));
    line = made.catch(() => undefined);
    making.set(key, made);
    return made;
  }

  return {
    async ofCover(hash) {
      // Asked every time: what was safe may be gone.
      const cover = await shareableCover(reads, hash);
      if (cover === null) return null;
      return once(hash, async () => {
        const result = await renderer.share(await blobs.read(cover.hash));
        if (!result.ok) throw problem('image-not-found');
        return Buffer.from(result.picture);
      });
    },
    ofSite: (site) => once(JSON.stringify(site), () => drawSiteCard(drawing, site)),
    close: () => drawing.close(),
  };
}
