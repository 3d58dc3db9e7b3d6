import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useStaffLinks, type StaffLink } from '#web/members/menu/staff-links.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { StaffNotices } from './staff-notices.tsx';
import './staff-frame.css';

interface Props {
  /** The place that is shown. */
  place: StaffLink;
  children: ReactNode;
}

/** A page of staff: where else its reader works beside it, above it where the screen is narrow. */
export function StaffFrame({ place, children }: Props) {
  const t = useTranslate();
  const groups = useStaffLinks(useUser()?.role);
  const places = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = places.current;
    const here = nav?.querySelector<HTMLElement>('[aria-current]');
    // Where the list is one line, or longer than the screen, the place that is shown is brought into its middle.
    if (nav && here) {
      nav.scrollTo(here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2, here.offsetTop - nav.clientHeight / 2);
    }
  }, [place, groups.length]);
  return (
    <div className="staff">
      <nav ref={places} className="staff__places" aria-label={t('auth.menu.administration')}>
        {groups.map((group) => (
          <ul key={group[0]?.name}>
            {group.map(({ name, to, label, icon }) => (
              <li key={name}>
                <Link to={to} aria-current={name === place ? 'page' : undefined}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="staff__main stack">
        <StaffNotices />
        {children}
      </div>
    </div>
  );
}
