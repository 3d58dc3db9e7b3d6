import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import './premium-offer.css';

/** Why the rest of a premium comic is closed to this visitor, and what opens it. `children` say what is open. */
export function PremiumOffer({ children }: { children?: ReactNode }) {
  const t = useTranslate();
  const isMember = useUser() !== null;
  const { premium } = useSite();
  return (
    <div className="premium" role="note">
      <Icon name="lock" />
      <p>
        {children} {isMember ? t('premium.closed') : t('premium.offer', { requires: premium.requires })}
      </p>
      <div className="row">
        <PremiumAction />
      </div>
    </div>
  );
}

/** The button that opens a premium comic: to sign in, for a guest; to buy access, for a member of a site where it is sold. */
export function PremiumAction({ large = false }: { large?: boolean }) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const {
    features,
    premium: { link },
  } = useSite();
  const { pathname, search, hash } = useLocation();
  if (user === null) {
    return (
      <ButtonLink
        look={large ? ['primary', 'lg'] : ['primary']}
        to={links.login(pathname + search + hash)}
        onClick={(event) => {
          event.preventDefault();
          void promptSignIn('premium');
        }}
      >
        {t('premium.login')}
      </ButtonLink>
    );
  }
  if (link === '' || !features.includes('premium')) return null;
  const address = link.replaceAll('{username}', encodeURIComponent(user.username));
  return (
    <a
      className={large ? 'btn btn--primary btn--lg' : 'btn btn--primary'}
      href={address}
      target="_blank"
      rel="noopener"
    >
      {t('premium.buy')}
      <Icon name="external" className="icon--s" />
    </a>
  );
}
