import type { OwnUser } from '#contract/accounts.ts';
import type { Feature } from '#contract/site.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { Addresses } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import type { IconName } from '#web/ui/basic/icon.tsx';

type Role = OwnUser['role'];
const UPLOADERS: readonly Role[] = ['uploader', 'moderator', 'admin'];
const MODERATORS: readonly Role[] = ['moderator', 'admin'];
const ADMINS: readonly Role[] = ['admin'];

/** A place where staff works: who may go there, with which feature of the site it exists, and whether the user menu names it. */
interface Place {
  name: string;
  icon: IconName;
  to: (links: Addresses) => string;
  roles: readonly Role[];
  feature?: Feature;
  inMenu?: true;
}

const section = <Name extends string>(name: Name, icon: IconName, more: Pick<Place, 'feature' | 'inMenu'> = {}) =>
  ({
    name,
    icon,
    to: (links: Addresses) => links.admin(name === 'dashboard' ? null : name),
    roles: ADMINS,
    ...more,
  }) satisfies Place;

/** Every place of staff, in groups, in the order it is listed; what each is called is `staff.<name>`. */
const PLACES = [
  [section('dashboard', 'grid', { inMenu: true })],
  [
    { name: 'upload', icon: 'upload', to: (links) => links.upload(), roles: UPLOADERS, inMenu: true },
    section('comics', 'book', { inMenu: true }),
  ],
  [
    section('tags', 'tag', { feature: 'tags' }),
    section('groups', 'users', { feature: 'groups' }),
    section('parodies', 'copy', { feature: 'parodies' }),
    section('relationships', 'heart', { feature: 'relationships' }),
    section('characters', 'user', { feature: 'characters' }),
    section('artists', 'edit', { feature: 'artists', inMenu: true }),
    section('authors', 'edit', { feature: 'authors', inMenu: true }),
    section('languages', 'globe', { feature: 'languages' }),
    section('categories', 'grid', { feature: 'categories' }),
    section('genres', 'star', { feature: 'genres' }),
    section('publishers', 'book', { feature: 'publishers' }),
    section('platforms', 'device', { feature: 'platforms' }),
  ],
  [
    { name: 'moderation', icon: 'flag', to: (links) => links.moderation(), roles: MODERATORS, inMenu: true },
    section('ads', 'image', { feature: 'ads', inMenu: true }),
    section('comments', 'comment', { feature: 'comments', inMenu: true }),
    section('users', 'users'),
    section('audit', 'clock'),
    section('blocklist', 'lock'),
  ],
  [section('slides', 'play', { feature: 'slides' }), section('pages', 'copy'), section('announcements', 'bell')],
  [
    section('site', 'sliders', { inMenu: true }),
    section('imports', 'download'),
    section('jobs', 'retry'),
    section('system', 'monitor'),
    section('webhooks', 'external'),
    section('keys', 'key'),
  ],
] as const satisfies readonly (readonly Place[])[];
export type StaffLink = (typeof PLACES)[number][number]['name'];

/** The feature of the site that a place is part of; undefined for one that every site has. */
export function requiredFeature(place: StaffLink): Feature | undefined {
  return (PLACES.flat() as readonly Place[]).find(({ name }) => name === place)?.feature;
}

/** Where a member with this role works, in groups: what exists on this site, and nothing for readers. */
export function useStaffLinks(
  role: Role | undefined,
): { name: StaffLink; to: string; label: string; icon: IconName; inMenu: boolean }[][] {
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  return (PLACES as readonly (readonly (Place & { name: StaffLink })[])[])
    .map((group) =>
      group
        .filter(
          ({ roles, feature }) =>
            role !== undefined && roles.includes(role) && (feature === undefined || features.includes(feature)),
        )
        .map(({ name, to, icon, inMenu = false }) => ({
          name,
          to: to(links),
          label: t(`staff.${name}`),
          icon,
          inMenu,
        })),
    )
    .filter((group) => group.length > 0);
}
