import { useParams } from 'react-router';
import type { Feature } from '#contract/site.ts';
import { ApiFailure } from '#web/platform/api/api.ts';
import { StaffFrame } from '#web/staff/frame/staff-frame.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { NotFound } from '#web/ui/page/not-found.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { MODERATION_SECTIONS, type ModerationName } from './moderation-sections.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import type { SectionModule, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Tabs } from '#web/ui/basic/tabs.tsx';

type Data = SectionProps<unknown> & Pick<SectionModule<unknown>, 'Section'>;
const NAMES = Object.keys(MODERATION_SECTIONS) as ModerationName[];
const featureFor = (name: string) =>
  (MODERATION_SECTIONS as Readonly<Record<string, { feature?: Feature }>>)[name]?.feature;

/** Loads a section. @throws ApiFailure 404 for a section there is none of, and for whoever is no moderator. */
export const loader = memberPage<Data>(async ({ request, params }: LoaderArgs) => {
  const name = NAMES.find((each) => each === (params.section ?? 'queue'));
  if (name === undefined || params.section === 'queue') throw new ApiFailure(404, '', null);
  const place = { id: null, tab: null, query: new URL(request.url).searchParams };
  try {
    const { load, Section } = (await MODERATION_SECTIONS[name].module()) as SectionModule<unknown>;
    return { ...place, Section, data: await load({ request, ...place }) };
  } catch (failure) {
    // Whoever may not see it learns nothing of it.
    throw failure instanceof ApiFailure && failure.status === 403 ? new ApiFailure(404, '', null) : failure;
  }
});

/** The pages of moderators. */
export function Page({ data }: PageProps<MemberData<Data>>) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const { features } = useSite();
  const { section = 'queue' } = useParams();
  useRequiredFeature(featureFor(section));
  if (user !== null && user.role !== 'moderator' && user.role !== 'admin') return <NotFound />;
  const content = <Personal data={data}>{({ Section, ...given }) => <Section key={section} {...given} />}</Personal>;
  if (user === null) return content;
  const names = NAMES.filter((name) => {
    const feature = featureFor(name);
    return feature === undefined || features.includes(feature);
  });
  return (
    <StaffFrame place="moderation">
      <h1>{t('moderation.title')}</h1>
      <Tabs
        label={t('moderation.title')}
        tabs={names.map((name) => ({ to: links.moderation(name), name: t(`moderation.${name}`) }))}
      />
      {content}
    </StaffFrame>
  );
}

/** The head of the page. */
export function head(_data: MemberData<Data>, { t }: HeadContext): PageHead {
  return { title: t('moderation.title'), hidden: true };
}
