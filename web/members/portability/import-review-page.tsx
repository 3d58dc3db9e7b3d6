import type { ImportReview } from '#contract/portability.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { ImportReviewView } from './import-review.tsx';
import type { Head, HeadContext } from '#web/platform/page/head.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, personal, type Own } from '#web/ui/page/members-only.tsx';

/** The file that waits. @throws ApiFailure 404 where the member has none like it. */
export const loader = personal(({ params }) => apiGet<ImportReview>(`/account/import/${encodeURIComponent(params.id ?? '')}`));

/** The head of the page; it is a member's own. */
export function head(_data: unknown, { t }: HeadContext): Head {
  return { title: t('importing.title'), hidden: true };
}

/** The entries a file would bring into an account, to be looked at first. */
export function Page({ data }: PageProps<Own<ImportReview>>) {
  const t = useT();
  return (
    <div className="stack">
      <h1>{t('importing.title')}</h1>
      <Personal data={data}>{(review) => <ImportReviewView key={review.id} review={review} />}</Personal>
    </div>
  );
}
