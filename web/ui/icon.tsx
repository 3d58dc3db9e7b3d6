/** The icons of `sprite.svg`, which stands once in every page. */
export type IconName =
  | 'alert' | 'back' | 'book' | 'bookmark' | 'check' | 'clock' | 'device' | 'down' | 'edit'
  | 'expand' | 'external' | 'eye' | 'eye-off' | 'first' | 'globe' | 'grid' | 'heart' | 'home'
  | 'image' | 'last' | 'lock' | 'menu' | 'minus' | 'monitor' | 'moon' | 'next'
  | 'plus' | 'prev' | 'retry' | 'search' | 'share' | 'shuffle' | 'sliders' | 'sort' | 'sun'
  | 'tag' | 'tap' | 'up' | 'user' | 'users' | 'x';

/** An icon of the sprite: decoration beside words; a control with nothing else needs its own label. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <svg className={`icon ${className}`.trimEnd()} aria-hidden="true"><use href={`#i-${name}`} /></svg>;
}
