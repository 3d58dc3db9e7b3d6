import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { closeAuth, useAuthPopup, type AuthPopup } from '#web/platform/session/auth-dialog.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';

const fetchShell = () => import('./auth-dialog-frame.tsx');
const AuthShell = lazyPart(() => fetchShell().then((shell) => shell.AuthShell), { whenMissing: OwnPage });

/** Fetches the popup's code before it is wanted: a hand or the focus is near. */
export function preloadAuth(): void {
  void fetchShell().then(
    ({ preloadForms }) => preloadForms(),
    () => {},
  );
}

/**
 * The popup with the forms to sign in, register and reset the password. Its frame comes while the page rests, the forms
 * when it is opened. A change of the page closes it.
 */
export function AuthHost() {
  const popup = useAuthPopup();
  const [wanted, setWanted] = useState(false);
  const { key } = useLocation();
  // Before the new page takes the focus: nothing outside an open dialog can have it.
  useLayoutEffect(closeAuth, [key]);
  useEffect(() => {
    window.requestIdleCallback?.(() => setWanted(true));
  }, []);
  return wanted || popup ? createPortal(<AuthShell popup={popup} />, document.body) : null;
}

/** Where not even the frame came: the form has a page of its own, which is loaded anew. */
function OwnPage({ popup }: { popup: AuthPopup | null }) {
  const links = useAddresses();
  useEffect(() => {
    if (popup) {
      window.location.assign(links.login());
    }
    // oxlint-disable-next-line react/exhaustive-deps -- leaves once for each popup
  }, [popup]);
  return null;
}
