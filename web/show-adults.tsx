import type { FormEvent } from 'react';
import { useFeature } from './site.ts';
import { Button } from './ui/button.tsx';
import { writeCookie } from './viewer.ts';

/**
 * Offers to list adult works too, and stays where it is; without scripts it goes by the root, as the switch of the bar
 * does. Nothing where the site has no such switch.
 */
export function ShowAdults({ children }: { children: string }) {
  const offered = useFeature('nsfw');
  const choose = (event: FormEvent) => {
    event.preventDefault();
    writeCookie('nsfw', 'true');
    window.location.reload();
  };
  return offered && (
    <form action="/" method="get" onSubmit={choose}><Button type="submit" look={['primary', 'lg']} name="nsfw" value="true">{children}</Button></form>
  );
}
