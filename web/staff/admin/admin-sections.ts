import type { KindPath } from '#contract/taxonomy.ts';
import type { MessageKey } from '#web/platform/i18n/i18n.tsx';
import type { SectionModule } from '#web/staff/frame/staff-section.ts';
import type { StaffLink } from '#web/members/menu/staff-links.ts';

/** A section of the admins' pages. */
export interface AdminSection {
  /** The title of the page: 'Manage comics'. */
  title: Extract<MessageKey, `admin.title.${string}`>;
  /** The place that is marked in the list of places. */
  place: StaffLink;
  module: () => Promise<SectionModule<unknown>>;
}

const section = <Data>(
  title: AdminSection['title'],
  place: StaffLink,
  module: () => Promise<SectionModule<Data>>,
): AdminSection => ({ title, place, module: module as unknown as AdminSection['module'] });

/** The section of a kind of term: the same code for all. */
function kind(path: KindPath): AdminSection {
  return section(`admin.title.${path}`, path, async () =>
    (await import('#web/staff/terms/terms-section.tsx')).termsSection(path),
  );
}

/** Every section of `/admin` by its part of the address; `dashboard` is the one without a name. */
export const ADMIN_SECTIONS: Readonly<Record<string, AdminSection>> = {
  audit: section('admin.title.audit', 'audit', () => import('#web/staff/audit/audit-section.tsx')),
  dashboard: section('admin.title.dashboard', 'dashboard', () => import('#web/staff/dashboard/dashboard-section.tsx')),
  site: section('admin.title.site', 'site', () => import('#web/staff/site-settings/settings-section.tsx')),
  setup: section('admin.title.setup', 'site', () => import('#web/staff/first-start/setup-section.tsx')),
  imports: section('admin.title.imports', 'imports', () => import('#web/staff/transfers/imports-section.tsx')),
  jobs: section('admin.title.jobs', 'jobs', () => import('#web/staff/operations/jobs-section.tsx')),
  system: section('admin.title.system', 'system', () => import('#web/staff/operations/system-section.tsx')),
  webhooks: section('admin.title.webhooks', 'webhooks', () => import('#web/staff/webhooks/webhooks-section.tsx')),
  keys: section('admin.title.keys', 'keys', () => import('#web/staff/api-keys/keys-section.tsx')),
  announcements: section(
    'admin.title.announcements',
    'announcements',
    () => import('#web/staff/announcements/announcements-section.tsx'),
  ),
  ads: section('admin.title.ads', 'ads', () => import('#web/staff/ads/ads-section.tsx')),
  blocklist: section('admin.title.blocklist', 'blocklist', () => import('#web/staff/blocklist/blocklist-section.tsx')),
  comics: section('admin.title.comics', 'comics', () => import('#web/staff/comics/comics-section.tsx')),
  slides: section('admin.title.slides', 'slides', () => import('#web/staff/slides/slides-section.tsx')),
  pages: section('admin.title.pages', 'pages', () => import('#web/staff/site-pages/pages-section.tsx')),
  tags: kind('tags'),
  groups: kind('groups'),
  parodies: kind('parodies'),
  relationships: kind('relationships'),
  characters: kind('characters'),
  artists: kind('artists'),
  authors: kind('authors'),
  languages: kind('languages'),
  categories: kind('categories'),
  genres: kind('genres'),
  publishers: kind('publishers'),
  platforms: kind('platforms'),
  comments: section('admin.title.comments', 'comments', () => import('#web/staff/moderation/comments-section.tsx')),
  users: section('admin.title.users', 'users', () => import('#web/staff/users/users-section.tsx')),
};
