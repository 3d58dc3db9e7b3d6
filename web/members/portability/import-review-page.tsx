import type { ImportReview } from '#contract/portability.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { ImportReviewView } from './import-review.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';

/** The file that waits. @throws ApiFailure 404 where the member has none like it. */
export const loader = memberPage(({ params }) =>
  apiGet<ImportReview>(`/account/import/${encodeURIComponent(params.id ?? '')}`),
);

/** The head of the page; it is a member's own. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('importing.title'), hidden: true };
}

/** The entries a file would bring into an account, to be looked at first. */
export function Page({ data }: PageProps<MemberData<ImportReview>>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <h1>{t('importing.title')}</h1>
      <Personal data={data}>{(review) => <ImportReviewView key={review.id} review={review} />}</Personal>
    </div>
  );
}
