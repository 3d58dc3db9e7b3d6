import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { OwnUser, SessionEntry, TwoFactor } from '#contract/accounts.ts';
import type { OwnApiKeys } from '#contract/api-keys.ts';
import type { Identity } from '#contract/sign-in.ts';
import type { Makers } from '#contract/makers.ts';
import type { Tracker } from '#contract/trackers.ts';
import type { BlockedUser } from '#contract/comments.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { OwnKeys } from '#web/members/api-keys/own-keys.tsx';
import { ExportCard } from '#web/members/portability/export-card.tsx';
import { ImportCard } from '#web/members/portability/import-card.tsx';
import { TrackersSection } from '#web/members/trackers/trackers-section.tsx';
import { BlockedSection } from './blocked-section.tsx';
import { ContentSection } from './content-section.tsx';
import { DeleteCard } from './delete-card.tsx';
import { EmailSection } from './email-section.tsx';
import { LookSection } from './look-section.tsx';
import { MakersSection } from './makers-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ReaderSection } from './reader-section.tsx';
import { isSection, SECTION_FEATURES, SECTIONS, type SectionName } from './sections.ts';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { Personal, memberPage } from '#web/ui/page/members-only.tsx';
import { readAccount } from '#web/platform/account/session-refresh.ts';

/** The loader and the component of a section. */
interface Section {
  load: () => Promise<unknown>;
  View: ComponentType<{ data: never }>;
}

function section<Data>(load: () => Promise<Data>, View: ComponentType<{ data: Data }>): Section {
  return { load, View: View as ComponentType<{ data: never }> };
}

const PARTS: Record<SectionName, Section> = {
  profile: section(ownAccount, ProfileSection),
  email: section(ownAccount, EmailSection),
  password: section(async () => {
    const [keys, identities] = await Promise.all([
      apiGet<OwnApiKeys>('/account/api-keys'),
      apiGet<Identity[]>('/account/identities'),
      ownAccount(),
    ]);
    return { ...keys, identities };
  }, PasswordSection),
  sessions: section(() => apiGet<SessionEntry[]>('/account/sessions'), SessionsSection),
  'two-factor': section(
    async () => (await Promise.all([apiGet<TwoFactor>('/account/two-factor'), ownAccount()]))[0],
    TwoFactorSection,
  ),
  keys: section(() => apiGet<OwnApiKeys>('/account/api-keys'), OwnKeys),
  look: section(ownAccount, LookSection),
  content: section(ownAccount, ContentSection),
  makers: section(() => apiGet<Makers>('/account/makers'), MakersSection),
  reader: section(ownAccount, ReaderSection),
  notifications: section(ownAccount, NotificationsSection),
  blocked: section(() => apiGet<BlockedUser[]>('/account/blocks'), BlockedSection),
  trackers: section(() => apiGet<Tracker[]>('/account/trackers'), TrackersSection),
  data: section(ownAccount, ({ data }) => (
    <>
      <ExportCard />
      <ImportCard />
      <DeleteCard days={data.deletion_days} />
    </>
  )),
};

const load = memberPage(({ params }) => PARTS[nameFor(params.section)].load());

/** Loads the section named by the address; without a name the first. @throws ApiFailure 404 for no section. */
export function loader(args: LoaderArgs): Promise<unknown> {
  const { section: named } = args.params;
  if (named !== undefined && !isSection(named)) throw new ApiFailure(404, '', null);
  return load(args);
}

/** The head of the page; it is a member's own. */
export function head(_data: unknown, { t, params }: HeadContext): PageHead {
  const name = params.section;
  return {
    title: isSection(name) ? t('account.titled', { section: t(`account.${name}.title`) }) : t('account.title'),
    hidden: true,
  };
}

/** A member's settings, one section at a time. */
export function Page({ data }: PageProps<unknown>) {
  const { section: named } = useParams();
  const name = isSection(named) ? named : null;
  useRequiredFeature(name === null ? undefined : SECTION_FEATURES[name]);
  const { View } = PARTS[name ?? SECTIONS[0]];
  return (
    <SettingsFrame section={name}>
      <Personal data={data}>{(loaded) => <View key={name} data={loaded as never} />}</Personal>
    </SettingsFrame>
  );
}

function nameFor(named: string | undefined): SectionName {
  return isSection(named) ? named : SECTIONS[0];
}

/** The account as it is now; the whole site shows it so. */
async function ownAccount(): Promise<OwnUser> {
  return (await readAccount()).user;
}
