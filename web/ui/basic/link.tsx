import type { ComponentProps, MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A whole address within the site, from `/` on, or a query or fragment of the page that is shown. */
  to: string;
  /** Whether the page takes the place of this one in the browser's history. */
  replace?: boolean;
  /** Whether the window stays where it is scrolled to. */
  preventScrollReset?: boolean;
  /** Kept with the entry in the history. */
  state?: unknown;
}

/**
 * A link within the site that is followed without loading it anew. Where the visitor wants a new tab, or `onClick` prevented it,
 * the browser does what it does with any link.
 *
 * React Router's own resolves each address against the routes around it, on the server as in the browser: a tenth of what a list
 * takes to draw. Addresses here are whole, from `useAddresses`.
 */
export function Link({ to, replace = false, preventScrollReset = false, state, onClick, children, ...rest }: Props) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlain(event) || !/^(?:\/(?!\/)|[?#])/.test(to)) return;
    event.preventDefault();
    void navigate(to, { replace, preventScrollReset, state });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

/**
 * A link that says that it leads to the page that is shown, or to one above it.
 *
 * @param props as those of `Link`; `end`: only to the page itself.
 */
export function NavigationLink({ end = false, ...props }: Props & { end?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`));
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}

/** Whether a click asks for the page here and now: not in a new tab, not to be saved. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const modified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return !event.defaultPrevented && event.button === 0 && !modified && (target === '' || target === '_self');
}
