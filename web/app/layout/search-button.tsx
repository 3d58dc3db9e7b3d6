import type { ReactNode } from 'react';
import { setSearchOpen } from '#web/catalogue/search/search-open.ts';
import { preloadSearch } from '#web/catalogue/search/search-popup.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';

/** Opens the search popup; without scripts it leads to the list, and the bar has a field to search by. `children` stand after its name. */
export function SearchButton({ className, children }: { className?: string; children?: ReactNode }) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <a
      className={className}
      href={links.latest()}
      role="button"
      aria-label={t('site.nav.search')}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K"
      onPointerEnter={preloadSearch}
      onFocus={preloadSearch}
      onClick={(event) => {
        // A new tab is a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        setSearchOpen(true);
      }}
      onKeyDown={(event) => {
        if (event.key === ' ') {
          event.preventDefault();
          setSearchOpen(true);
        }
      }}
    >
      <Icon name="search" />
      <span>{t('site.nav.search')}</span>
      {children}
    </a>
  );
}
