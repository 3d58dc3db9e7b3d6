import { createPortal } from 'react-dom';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { reactionPlaces } from './reaction-places.ts';

const ChapterReactions = lazyPart(async () => (await import('./chapter-reactions.tsx')).ChapterReactions, {
  whenMissing: 'nothing',
});

/** The reactions to chapters where pages have a place for them; their code comes with the first. */
export function ReactionsHost() {
  return reactionPlaces
    .use()
    .map(({ at, slug, chapter }) =>
      createPortal(<ChapterReactions slug={slug} chapter={chapter} />, at, `${slug} ${chapter}`),
    );
}
