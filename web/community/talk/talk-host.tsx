import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { closeTalk, useTalk } from './talk-store.ts';

const TalkSheet = lazyPart(async () => (await import('./talk-sheet.tsx')).TalkSheet, { whenMissing: 'fail' });

/** The comments that were opened over a page; their code comes with them. A change of the page closes them. */
export function TalkHost() {
  const talk = useTalk();
  const { key } = useLocation();
  useLayoutEffect(closeTalk, [key]);
  return talk && <TalkSheet talk={talk} />;
}
