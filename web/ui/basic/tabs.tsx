import type { ReactNode } from 'react';
import { NavigationLink } from './link.tsx';
import './tabs.css';

interface Props {
  label: string;
  tabs: readonly { to: string; name: string; count?: ReactNode }[];
}

/**
 * Tabs that are routes: links, the current one marked and brought into view. Choosing one keeps the place on the page;
 * pages under a tab's own are still its.
 */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav ref={showCurrent} className="tabs" aria-label={label}>
      {tabs.map(({ to, name, count }) => (
        <NavigationLink key={to} to={to} end={tabs.some((other) => other.to.startsWith(`${to}/`))} preventScrollReset>
          {name}
          {count !== undefined && <span className="chip__n">{count}</span>}
        </NavigationLink>
      ))}
    </nav>
  );
}

function showCurrent(line: HTMLElement | null): void {
  const here = line?.querySelector<HTMLElement>('[aria-current]');
  if (here) {
    line!.scrollLeft = here.offsetLeft - (line!.clientWidth - here.offsetWidth) / 2;
  }
}
