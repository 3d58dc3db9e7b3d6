import { lazyPart } from '#web/ui/page/lazy.tsx';
import { useUser } from '#web/platform/session/session.ts';

const WarningBar = lazyPart(() => import('#web/members/menu/warning-bar.tsx').then((bar) => bar.WarningBar), {
  whenMissing: 'nothing',
});

/** Where a member is told what they owe: an address that is verified, a second factor, or a yes to new terms. The place is kept while the words come. */
export function WarningSlot() {
  const user = useUser();
  return (
    <div className="warning-slot">
      {user && (!user.verified || user.two_factor_owed || user.terms_due) ? <WarningBar {...user} /> : null}
    </div>
  );
}
