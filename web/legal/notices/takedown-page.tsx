import type { LoggedTakedown } from '#contract/takedowns.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { Case } from './notice-details.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';

/** One notice. @throws ApiFailure 404 for one that is not there, or not decided. */
export function loader({ request, params }: LoaderArgs): Promise<LoggedTakedown> {
  return apiGet<LoggedTakedown>(`/takedowns/${encodeURIComponent(params.id ?? '')}`, { request });
}

/** The state of one notice, and where whoever brought the work answers it. */
export function Page({ data: entry }: PageProps<LoggedTakedown>) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <div className="stack">
      <article className="panel stack">
        <Case entry={entry} heading="h1" />
      </article>
      {entry.state === 'upheld' ? (
        <p className="row">
          {t('law.log.yours')} <ButtonLink to={links.counterNotice(entry.id)}>{t('law.log.answer')}</ButtonLink>
        </p>
      ) : null}
      <p>
        <ButtonLink to={links.takedowns()}>{t('law.log.back')}</ButtonLink>
      </p>
    </div>
  );
}

/** The head of the page. */
export function head({ id }: LoggedTakedown, { t }: HeadContext): PageHead {
  return { title: t('law.log.number', { number: String(id) }), hidden: true };
}
