import { useParams } from 'react-router';
import { FeatureOff } from './feature-off.tsx';
import { ADMIN_SECTIONS, type AdminSection } from './admin-sections.ts';
import { ApiFailure } from '#web/platform/api/api.ts';
import { StaffFrame } from '#web/staff/frame/staff-frame.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { NotFound } from '#web/ui/page/not-found.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { hasFeature } from '#web/platform/page/required-feature.ts';
import { hiddenFromGuests, Personal, type MemberData } from '#web/ui/page/members-only.tsx';
import { useUser } from '#web/platform/session/session.ts';
import type { SectionModule, SectionProps } from '#web/staff/frame/staff-section.ts';
import { requiredFeature } from '#web/members/menu/staff-links.ts';

type Data = SectionProps<unknown> & Pick<SectionModule<unknown>, 'Section'> & { shown: AdminSection };

/** Loads a section. @throws ApiFailure 404 for a section there is none of, and for whoever is no admin. */
export const loader = hiddenFromGuests<Data>(async ({ request, params }: LoaderArgs) => {
  const shown = ADMIN_SECTIONS[params.section ?? 'dashboard'];
  if (shown === undefined) throw new ApiFailure(404, '', null);
  const place = { id: params.id ?? null, tab: params.tab ?? null, query: new URL(request.url).searchParams };
  const feature = requiredFeature(shown.place);
  if (feature !== undefined && !hasFeature(request, feature)) {
    return { ...place, shown, Section: FeatureOff, data: null };
  }
  try {
    const { load, Section } = await shown.module();
    return { ...place, shown, Section, data: await load({ request, ...place }) };
  } catch (failure) {
    // Whoever may not see it learns nothing of it.
    throw failure instanceof ApiFailure && failure.status === 403 ? new ApiFailure(404, '', null) : failure;
  }
});

/** The pages of admins: one section at a time, beside the list of all. */
export function Page({ data }: PageProps<MemberData<Data>>) {
  const user = useUser();
  const { section = 'dashboard' } = useParams();
  const place = ADMIN_SECTIONS[section]?.place;
  if (user !== null && user.role !== 'admin') return <NotFound />;
  const content = (
    <Personal data={data} heading="h1">
      {({ shown, Section, ...given }) => <Section key={shown.title} {...given} />}
    </Personal>
  );
  return user === null || place === undefined ? content : <StaffFrame place={place}>{content}</StaffFrame>;
}

/** The head of the page. */
export function head(_data: MemberData<Data>, { t, params }: HeadContext): PageHead {
  const shown = ADMIN_SECTIONS[params.section ?? 'dashboard'];
  return { title: shown === undefined ? t('auth.menu.administration') : t(shown.title), hidden: true };
}
