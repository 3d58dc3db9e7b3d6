import type { Transparency } from '#contract/transparency.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { Figures } from './figures.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import '#web/ui/basic/chip.css';
import { Link } from '#web/ui/basic/link.tsx';

/** The figures of a year; without one of the newest. */
export function loader({ request }: LoaderArgs): Promise<Transparency> {
  return apiGet<Transparency>('/transparency', {
    request,
    params: { year: Number(new URL(request.url).searchParams.get('year')) || null },
  });
}

/** How the site is moderated. */
export function Page({ data }: PageProps<Transparency>) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <div className="stack">
      <h1>{t('law.transparency.title')}</h1>
      <p className="muted">{t('law.transparency.intro')}</p>
      {data.years.length < 2 ? null : (
        <nav className="row" aria-label={t('law.transparency.year')}>
          {data.years.map((year) => (
            <Link
              key={year}
              className="chip"
              to={links.transparency({ year })}
              aria-current={year === data.year ? 'true' : undefined}
            >
              {year}
            </Link>
          ))}
        </nav>
      )}
      <Figures data={data} />
    </div>
  );
}

/** The head of the page. */
export function head(_data: Transparency, { t, site }: HeadContext): PageHead {
  return { title: t('law.transparency.title'), description: t('law.transparency.description', { name: site.name }) };
}
