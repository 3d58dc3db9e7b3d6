import type { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { keepReading } from '#server/features/library/public/reading.ts';
import { toReports } from '#server/features/library/public/rules.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { OpdsAddresses } from './opds-addresses.ts';
import { pageIn, type Progression } from './public/progression.ts';
import type { Reading } from './shelf.ts';

/** Where a member is in a chapter, as programs of Readium read it; null where they never opened it. */
export function placeIn({ chapter, pages, format, last }: Reading, to: OpdsAddresses): object | null {
  if (last === null) return null;
  const page = Math.min(last.page, pages);
  return {
    modified: last.at,
    device: { id: '', name: last.device ?? '' },
    locator: {
      href: to.page(chapter, page - 1),
      type: `image/${format === 'jpg' ? 'jpeg' : format}`,
      locations: { position: page, progression: 0, totalProgression: page / pages },
    },
  };
}

/**
 * Keeps where a program says a member is; a place older than the one that is kept changes nothing.
 *
 * @throws Problem `request-invalid` for a place that names no page that they may read, or no moment.
 */
export async function keepPlace(
  deps: Pick<Deps, 'db' | 'now'>,
  viewing: RequestContext,
  userId: number,
  { comic, reading }: { comic: CardRow; reading: Reading },
  { modified, device, locator }: z.infer<typeof Progression>,
): Promise<void> {
  const page = pageIn(locator, reading.pages, 0);
  const moment = Date.parse(modified);
  if (page === null || Number.isNaN(moment)) throw problem('request-invalid');
  const completed = reading.whole && page === reading.pages;
  const draft = {
    comic_id: comic.id,
    chapter_id: comic.oneshot ? null : reading.chapter,
    page,
    page_offset: 0,
    completed,
    mark: !completed,
    updated_at: new Date(moment).toISOString(),
    device: device.name.slice(0, 60) || 'OPDS',
  };
  await keepReading(deps.db, viewing.site, userId, toReports([draft], deps.now()), deps.now());
}
