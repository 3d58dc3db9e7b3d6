import type { DownloadOffer } from '#contract/downloads.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { useComicView } from '#web/catalogue/comic/comic-data.ts';
import { DownloadForm } from './download-form.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';
import { PremiumOffer } from '#web/catalogue/premium/premium-offer.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** The offer of downloads, or the sentence why this member may not. */
type Data = { offer: DownloadOffer } | { refused: string; premium: boolean };

/** Loads the downloads of the comic that this member may have. @throws ApiFailure 404 on a site without downloads. */
export const loader = memberPage<Data>(async ({ request, params }) => {
  try {
    return {
      offer: await apiGet<DownloadOffer>(`/comics/${encodeURIComponent(params.slug ?? '')}/download`, { request }),
    };
  } catch (error) {
    if (!(error instanceof ApiFailure) || ![403, 451].includes(error.status)) throw error;
    return { refused: error.message, premium: error.status === 403 };
  }
});

/** The head of this page. */
export function head(_data: MemberData<Data>, { t }: HeadContext): PageHead {
  return { title: t('downloads.download'), hidden: true };
}

/** The comic as a file: all of it, or some chapters. */
export function Page({ data }: PageProps<MemberData<Data>>) {
  useRequiredFeature('downloads');
  const { comic } = useComicView();
  return (
    <div id="download">
      <Personal data={data}>
        {(found) => {
          if ('offer' in found) return <DownloadForm comic={comic} offer={found.offer} />;
          return found.premium ? (
            <PremiumOffer />
          ) : (
            <Alert kind="warn">
              <p>{found.refused}</p>
            </Alert>
          );
        }}
      </Personal>
    </div>
  );
}
