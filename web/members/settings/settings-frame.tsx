import type { ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { isOffered, SECTION_ICONS, SECTIONS, type SectionName } from './sections.ts';
import './settings-frame.css';

/**
 * The settings around one section: the list of all beside it. On a phone the list is a page of its own (`section` null),
 * and a section leads back to it; on a wide screen the page without a section shows the first.
 */
export function SettingsFrame({ section, children }: { section: SectionName | null; children: ReactNode }) {
  const t = useTranslate();
  const links = useAddresses();
  const site = useSite();
  const offered = SECTIONS.filter((each) => isOffered(each, site));
  const current = section ?? SECTIONS[0];
  return (
    <div className={section === null ? 'split split--list' : 'split'}>
      <h1 className="split__title">{t('account.title')}</h1>
      <nav className="side-nav" aria-label={t('account.title')}>
        {offered.map((each) => (
          <Link
            key={each}
            to={links.settings(each)}
            aria-current={each === current ? 'page' : undefined}
            preventScrollReset={section !== null}
          >
            <Icon name={SECTION_ICONS[each]} />
            {t(`account.${each}.title`)}
            <Icon name="next" className="flip icon--s" />
          </Link>
        ))}
      </nav>
      <div className="split__main">
        {section === null ? null : (
          <Link className="split__back" to={links.settings()}>
            <Icon name="back" className="flip" />
            {t('account.title')}
          </Link>
        )}
        {children}
      </div>
    </div>
  );
}
