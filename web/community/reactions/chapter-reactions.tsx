import { useEffect, useEffectEvent } from 'react';
import { REACTIONS, type Reacted } from '#contract/reactions.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { useUser } from '#web/platform/session/session.ts';
import { createStore } from '#web/platform/state/store.ts';
import { ReactionButtons } from './reaction-buttons.tsx';
import { react } from './reacting.ts';
import './reactions.css';

/** Those that were read or given, by their path: the same chapter's may stand in two places. */
const known = createStore<ReadonlyMap<string, Reacted>>(new Map());

interface Props {
  /** Addresses of the comic and its chapter. */
  slug: string;
  chapter: string;
}

/** The reactions to a chapter, each to be given and taken back. Nothing on a site without them, and where they cannot be had. */
export function ChapterReactions(props: Props) {
  return useFeature('reactions') ? <Asked key={`${props.slug} ${props.chapter}`} {...props} /> : null;
}

function Asked({ slug, chapter }: Props) {
  const t = useTranslate();
  const user = useUser();
  const path = `/comics/${encodeURIComponent(slug)}/${encodeURIComponent(chapter)}/reaction`;
  const reacted = known.use().get(path);
  const setReacted = (now: Reacted) => known.set(new Map(known.get()).set(path, now));
  const viewer = user?.id ?? null;
  const onFound = useEffectEvent(setReacted);
  useEffect(() => {
    let isGone = false;
    apiGet<Reacted>(path).then(
      (found) => {
        if (!isGone) {
          onFound(found);
        }
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [path, viewer]);
  return (
    reacted && (
      <div className="reactions" role="group" aria-label={t('reactions.chapter')}>
        <ReactionButtons
          shown={REACTIONS}
          reacted={reacted}
          onPress={(reaction) => void react(path, reacted, reaction, setReacted)}
        />
      </div>
    )
  );
}
