import type { MouseEvent } from 'react';
import { useMatches } from 'react-router';
import { openAuth, type AuthForm } from '#web/platform/session/auth-dialog.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useCanRegister } from '#web/platform/page/root-data.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { preloadAuth } from './auth-dialog-host.tsx';

const UserMenu = lazyPart(() => import('#web/members/menu/user-menu.tsx').then((menu) => menu.UserMenu), {
  whenMissing: 'nothing',
});

/** The pages that have one of the popup's forms themselves. */
const FORM_PAGES = ['login', 'register', 'password-reset'];

/** A link to a form's page that opens the form in the popup; a new tab is a new tab. */
export function AuthLink({ form, className }: { form: Exclude<AuthForm, 'reset'>; className: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const inPlace = FORM_PAGES.includes(useMatches().at(-1)?.id ?? '');
  const onClick = (event: MouseEvent) => {
    if (inPlace || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // The menu lies above the page, and so would lie above the popup.
    event.currentTarget.closest('dialog')?.close();
    openAuth(form);
  };
  return (
    <Link className={className} to={links[form]()} onClick={onClick} onPointerEnter={preloadAuth} onFocus={preloadAuth}>
      {t(`auth.${form}.title`)}
    </Link>
  );
}

/** Where the bar says who is here: the ways in for a guest, the member's menu. Its place is kept until that is known. */
export function AccountSlot() {
  const user = useUser();
  const canRegister = useCanRegister();
  return (
    <div className="account">
      {user ? (
        <UserMenu user={user} />
      ) : (
        <>
          <AuthLink form="login" className="btn btn--ghost" />
          {canRegister ? <AuthLink form="register" className="btn" /> : null}
        </>
      )}
    </div>
  );
}
