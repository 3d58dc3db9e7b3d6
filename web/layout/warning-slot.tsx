import { lazy, Suspense } from 'react';
import { useUser } from '../session.ts';

const WarningBar = lazy(async () => ({ default: await import('../features/accounts/warning-bar.tsx').then((bar) => bar.WarningBar, () => () => null) }));

/** Where a member whose address is not verified is told so; the place is kept while the words come. */
export function WarningSlot() {
  const user = useUser();
  return <div className="warnslot">{user?.verified === false ? <Suspense fallback={null}><WarningBar /></Suspense> : null}</div>;
}
