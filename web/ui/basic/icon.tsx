/** The icons of `sprite.svg`, which stands once in every page. */
export type IconName =
  | 'alert' | 'back' | 'bell' | 'book' | 'bookmark' | 'check' | 'clock' | 'comment' | 'copy' | 'device' | 'down'
  | 'download' | 'edit' | 'expand' | 'external' | 'eye' | 'eye-off' | 'first' | 'flag' | 'globe' | 'grid' | 'heart' | 'home'
  | 'image' | 'key' | 'last' | 'lock' | 'mail' | 'menu' | 'minus' | 'monitor' | 'moon' | 'more' | 'next' | 'out' | 'pause' | 'play' | 'plus'
  | 'prev' | 'retry' | 'search' | 'share' | 'shuffle' | 'sliders' | 'sort' | 'star' | 'sun' | 'tag' | 'tap' | 'trash'
  | 'up' | 'upload' | 'user' | 'users' | 'x';

/** An icon of the sprite: decoration beside words; a control with nothing else needs its own label. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <svg className={`icon ${className}`.trimEnd()} aria-hidden="true"><use href={`#i-${name}`} /></svg>;
}
