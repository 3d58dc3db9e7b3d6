import { useEffect, useState } from 'react';
import { closeAuth, type AuthPopup } from '#web/platform/session/auth-dialog.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';

/** When what is missing shows a spinner, and when it counts as failed, in milliseconds. */
const SPINNER_AFTER = 200;
const FAILED_AFTER = 5000;

const AuthForms = lazyPart(() => import('#web/members/auth/auth-forms.tsx').then((forms) => forms.AuthForms), {
  whenMissing: FormFailed,
  waiting: Waiting,
});

/** Fetches the forms before they are wanted. */
export function preloadForms(): void {
  AuthForms.load().catch(() => {});
}

/** The popup itself, open or closed (`popup` null); its forms come when it is first opened. */
export function AuthShell({ popup }: { popup: AuthPopup | null }) {
  const t = useTranslate();
  const [last, setLast] = useState(popup);
  useEffect(() => {
    if (popup !== null) {
      setLast(popup);
      return;
    }
    // The element that opened it may be gone: the bar says now who is here.
    if (last !== null && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- acts once on each change of the popup
  }, [popup]);
  const shown = popup ?? last;
  if (shown === null) return null;
  return (
    <Dialog
      open={popup !== null}
      onClose={closeAuth}
      title={t(`auth.${shown.form}.title`)}
      closeLabel={t('site.menu.close')}
    >
      <AuthForms {...shown} />
    </Dialog>
  );
}

/** Stands where the form will be: nothing, then a spinner, then that it failed; a form that still comes takes its place. */
function Waiting() {
  const t = useTranslate();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [SPINNER_AFTER, FAILED_AFTER].map((after) => setTimeout(() => setWaited(after), after));
    return () => timers.forEach(clearTimeout);
  }, []);
  if (waited === FAILED_AFTER) return <FormFailed form="login" />;
  return waited === SPINNER_AFTER ? (
    <p className="is-busy" role="status">
      <Mark />
      <span className="visually-hidden">{t('auth.loading')}</span>
    </p>
  ) : null;
}

function FormFailed({ form }: Pick<AuthPopup, 'form'>) {
  const t = useTranslate();
  const links = useAddresses();
  const to = { login: links.login(), register: links.register(), reset: links.passwordReset() }[form];
  return (
    <p role="alert">
      {t('auth.failed')}{' '}
      <a className="link" href={to}>
        {t('auth.failedPage')}
      </a>
    </p>
  );
}
