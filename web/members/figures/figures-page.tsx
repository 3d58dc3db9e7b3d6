import type { OwnFigures } from '#contract/figures.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { timeZoneName } from '#web/ui/form/local-datetime.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';
import { FiguresSharing } from './figures-sharing.tsx';
import { FiguresView } from './figures-view.tsx';
import { LibraryHead } from '#web/members/library/library-head.tsx';

/** Loads the figures of the member, by the months of the browser’s time zone. */
export const loader = memberPage(({ request }) =>
  apiGet<OwnFigures>('/account/figures', { request, params: { zone: timeZoneName() } }),
);

/** The head of the page. */
export function head(_figures: MemberData<OwnFigures>, { t }: HeadContext): PageHead {
  return { title: t('library.figures.title'), hidden: true };
}

/** The figures of what the member read, and whether others see them. */
export function Page({ data }: PageProps<MemberData<OwnFigures>>) {
  useRequiredFeature('figures');
  const t = useTranslate();
  return (
    <div className="stack">
      <LibraryHead title={t('library.figures.title')} />
      <Personal data={data}>
        {(figures) => (
          <>
            <FiguresView figures={figures} />
            <FiguresSharing token={figures.token} />
          </>
        )}
      </Personal>
    </div>
  );
}
