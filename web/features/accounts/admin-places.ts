import type { OwnUser } from '#contract/accounts.ts';
import type { Feature } from '#contract/site.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLinks, type Links } from '#web/links.ts';
import { useSite } from '#web/site.ts';
import type { IconName } from '#web/ui/icon.tsx';

/** A place of staff: who may go there, and with which feature of the site it exists. */
interface Place {
  label: 'auth.menu.moderation';
  icon: IconName;
  to: (links: Links) => string;
  roles: readonly OwnUser['role'][];
  feature?: Feature;
}

/** Every place of staff this site has, in the order of the menu. */
const PLACES: readonly Place[] = [
  { label: 'auth.menu.moderation', icon: 'comment', to: (links) => links.moderation(), roles: ['moderator', 'admin'] },
];

/** Where a member with this role works: what exists, and nothing for readers. */
export function useAdminPlaces(role: OwnUser['role']): { to: string; label: string; icon: IconName }[] {
  const t = useT();
  const links = useLinks();
  const { features } = useSite();
  return PLACES.filter(({ roles, feature }) => roles.includes(role) && (feature === undefined || features.includes(feature)))
    .map(({ to, label, icon }) => ({ to: to(links), label: t(label), icon }));
}
