import type { SharedFigures } from '#contract/figures.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { FiguresView } from './figures-view.tsx';

/** Loads the figures that a member shares. @throws ApiFailure 404 where they do not, or no more. */
export function loader({ request, params: { token = '' } }: LoaderArgs): Promise<SharedFigures> {
  return apiGet<SharedFigures>(`/figures/${encodeURIComponent(token)}`, { request });
}

/** The head of the page: whoever has the address may see it, no search engine lists it. */
export function head({ username }: SharedFigures, { t }: HeadContext): PageHead {
  return { title: t('figures.of', { name: username }), hidden: true };
}

/** The figures of what somebody read. */
export function Page({ data: { username, figures } }: PageProps<SharedFigures>) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <div className="stack">
      <header className="row row--between">
        <h1>{t('figures.of', { name: username })}</h1>
        <Link to={links.profile(username)}>
          <bdi>{username}</bdi>
        </Link>
      </header>
      <FiguresView figures={figures} />
    </div>
  );
}
