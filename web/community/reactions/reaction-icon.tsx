import type { ReactNode } from 'react';
import type { Reaction } from '#contract/reactions.ts';

const FACE = <circle cx="12" cy="12" r="8.5" />;
const EYES = 'M9 9.750v.01M15 9.750v.01';

/** Drawn here and not in the sprite, which every page has. */
const DRAWINGS: Record<Reaction, ReactNode> = {
  like: <path d="M7 11v9H4v-9h3l4-7.500c1.600 0 2.500 1 2.500 2.500V10H19l-1.600 10H7" />,
  love: (
    <path d="M12 20C5 15.500 3.500 12 3.500 9a4.500 4.500 0 0 1 8.500-2 4.500 4.500 0 0 1 8.500 2c0 3-1.500 6.500-8.500 11z" />
  ),
  laugh: (
    <>
      {FACE}
      <path d={`${EYES}M7.500 13.500h9a4.500 4.500 0 0 1-9 0z`} />
    </>
  ),
  surprise: (
    <>
      {FACE}
      <path d={EYES} />
      <circle cx="12" cy="15.250" r="1.750" />
    </>
  ),
  sad: (
    <>
      {FACE}
      <path d={`${EYES}M8.500 16.250a4 4 0 0 1 7 0`} />
    </>
  ),
  angry: (
    <>
      {FACE}
      <path d="m8 8.500 2.500 1.500M16 8.500 13.500 10M9 11.500v.01M15 11.500v.01M8.500 16.250a4 4 0 0 1 7 0" />
    </>
  ),
};

/** The picture of a reaction: decoration beside its name or in a control with a label. */
export function ReactionIcon({ reaction }: { reaction: Reaction }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {DRAWINGS[reaction]}
    </svg>
  );
}
