import { lazy, Suspense, type ComponentType } from 'react';
import { useUser } from '../session/session.ts';

const WarningBar = lazy(async () => ({ default: await import('../features/accounts/warning-bar.tsx').then((bar) => bar.WarningBar, () => Missing) }));

/** A page is whole without what could not be fetched. */
const Missing: ComponentType<{ verified: boolean }> = () => null;

/** Where a member is told what they owe: an address that is verified, or a second factor. The place is kept while the words come. */
export function WarningSlot() {
  const user = useUser();
  return <div className="warnslot">{user && (!user.verified || user.two_factor_owed) ? <Suspense fallback={null}><WarningBar verified={user.verified} /></Suspense> : null}</div>;
}
