import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import './button.css';

type Look = 'primary' | 'ghost' | 'danger' | 'icon' | 'lg' | 'wide';

function classFor(look: readonly Look[] | undefined, className: string | undefined): string {
  return ['btn', ...(look ?? []).map((each) => `btn--${each}`), className].filter(Boolean).join(' ');
}

/** A button: it acts. `look` are the variants of `.btn`, together where wanted. */
export function Button({ look, className, ...rest }: ComponentProps<'button'> & { look?: readonly Look[] }) {
  return <button type="button" className={classFor(look, className)} {...rest} />;
}

/** A link that looks like a button: it leads somewhere, and opens in a new tab as links do. */
export function ButtonLink({ look, className, ...rest }: ComponentProps<typeof Link> & { look?: readonly Look[] }) {
  return <Link className={classFor(look, className)} {...rest} />;
}
