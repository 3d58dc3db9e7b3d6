import type { SitePage } from '#contract/site-pages.ts';
import type { TakedownAgent } from '#contract/takedowns.ts';
import { useSearchParams } from 'react-router';
import { apiGet } from '#web/platform/api/api.ts';
import { CaptchaPanel } from '#web/ui/captcha/captcha-panel.tsx';
import { useCaptcha } from '#web/ui/captcha/captcha.ts';
import { SiteText } from '#web/legal/site-pages/site-text.tsx';
import { NoticeForm } from './notice-form.tsx';
import type { PageHead } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { metaDescription, toPlainText } from '#web/platform/page/structured-data.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';

interface Data {
  page: SitePage;
  agent: TakedownAgent;
}

/** The operator's text, and who takes notices. @throws ApiFailure 404 where the site has no such page. */
export async function loader({ request }: LoaderArgs): Promise<Data> {
  const [page, agent] = await Promise.all([
    apiGet<SitePage>('/pages/dmca', { request }),
    apiGet<TakedownAgent>('/dmca', { request }),
  ]);
  return { page, agent };
}

/** How a work is taken down: what the operator says of it, and the form of a notice. */
export function Page({ data: { page, agent } }: PageProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const { send, progress } = useCaptcha('report');
  const [query] = useSearchParams();
  return (
    <div className="stack">
      <SiteText page={page} />
      <section className="stack law__part" aria-labelledby="notice">
        <h2 id="notice">{t('law.form.title')}</h2>
        <p>{t('law.form.intro')}</p>
        <dl className="law__facts">
          <div>
            <dt>{t('law.form.agent')}</dt>
            <dd>
              <bdi>{agent.agent}</bdi>
              {agent.address ? (
                <>
                  {'\n'}
                  <bdi>{agent.address}</bdi>
                </>
              ) : null}
              {agent.email ? (
                <>
                  {'\n'}
                  <a className="link" href={`mailto:${agent.email}`}>
                    {agent.email}
                  </a>
                </>
              ) : null}
            </dd>
          </div>
        </dl>
        <NoticeForm location={query.get('work') ?? ''} send={send} captcha={<CaptchaPanel progress={progress} />} />
      </section>
      <p>
        <ButtonLink to={links.takedowns()}>{t('law.log.back')}</ButtonLink>
      </p>
    </div>
  );
}

/** The head of the page. */
export function head({ page: { title, html } }: Data): PageHead {
  return { title, description: metaDescription(toPlainText(html)), type: 'article' };
}
