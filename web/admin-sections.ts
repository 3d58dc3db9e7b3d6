import type { MessageKey } from './i18n/i18n.tsx';
import type { SectionModule } from './section.ts';
import type { StaffPlace } from './staff.ts';

/** A section of the admins' pages. */
export interface AdminSection {
  /** The title of the page: 'Manage comics'. */
  title: Extract<MessageKey, `admin.title.${string}`>;
  /** What is marked in the list of places. */
  place: StaffPlace;
  module: () => Promise<SectionModule<unknown>>;
}

const section = <Data>(title: AdminSection['title'], place: StaffPlace, module: () => Promise<SectionModule<Data>>): AdminSection =>
  ({ title, place, module: module as unknown as AdminSection['module'] });

/** Every section of `/admin` by its part of the address; `dashboard` is the one without a name. */
export const ADMIN_SECTIONS: Readonly<Record<string, AdminSection>> = {
  ads: section('admin.title.ads', 'ads', () => import('./features/ads/ads-section.tsx')),
  blocklist: section('admin.title.blocklist', 'blocklist', () => import('./features/blocklist/blocklist-section.tsx')),
  comics: section('admin.title.comics', 'comics', () => import('./features/comics-admin/comics-section.tsx')),
  comments: section('admin.title.comments', 'comments', () => import('./features/moderation/comments-section.tsx')),
};
