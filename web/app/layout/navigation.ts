import { useLocation } from 'react-router';
import type { KindPath } from '#contract/taxonomy.ts';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import type { IconName } from '#web/ui/basic/icon.tsx';

/** The kinds of the sticky bar, in its order, with their icons in the menu. */
const KINDS: readonly (readonly [
  KindPath & ('tags' | 'groups' | 'parodies' | 'characters' | 'artists' | 'authors'),
  IconName,
])[] = [
  ['tags', 'tag'],
  ['groups', 'users'],
  ['parodies', 'book'],
  ['characters', 'user'],
  ['artists', 'edit'],
  ['authors', 'edit'],
];

/** A place the navigation leads to. */
export interface Destination {
  to: string;
  label: string;
  icon: IconName;
}

/** The kinds of terms this site has, as links. */
export function useKindLinks(): Destination[] {
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  return KINDS.filter(([path]) => features.includes(path)).map(([path, icon]) => ({
    to: links.terms(path),
    label: t(`site.nav.${path}` satisfies MessageKey),
    icon,
  }));
}

/** The site's name for the list of everything there is to read. */
export function useComicsName(): string {
  const t = useTranslate();
  return t(useSite().variant === 'webtoon' ? 'site.nav.webtoons' : 'site.nav.comics');
}

/** Whether the link to the comics is the current one: it is their list, or leads to where one of them belongs. */
export function useComicsCurrent(): 'page' | 'true' | undefined {
  const { pathname } = useLocation();
  const links = useAddresses();
  if (pathname === links.latest()) return 'page';
  return pathname.startsWith(links.comic('')) ? 'true' : undefined;
}
