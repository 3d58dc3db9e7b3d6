import { useT } from '../i18n/i18n.tsx';
import { useLinks } from '../links.ts';
import { ButtonLink } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import './not-found.css';

/** Says that nothing is at this address, and where to look or go instead. */
export function NotFound() {
  const t = useT();
  const links = useLinks();
  return (
    <div className="lost">
      <svg viewBox="-4 -4 60 66" aria-hidden="true">
        <path className="frame" d="M0 0h10.5v52H0z" />
        <path className="frame" d="M14.5 0h22.6L14.5 21.36Z" />
        <path className="frame" d="M14.5 30.64 37.1 52H14.5Z" />
        <path className="gap" d="M40 2.75v46.50L15.4 26Z" />
        <path className="fallen" d="M40 2.75v46.50L15.4 26Z" />
      </svg>
      <div className="stack">
        <h1>{t('notfound.title')}</h1>
        <p className="muted">{t('notfound.text')}</p>
      </div>
      <form action={links.latest()} role="search">
        <SearchField name="q" value="" label={t('notfound.search.label')} submitLabel={t('notfound.search.submit')} />
      </form>
      <div className="row">
        <ButtonLink look={['primary', 'lg']} to={links.home()}>{t('notfound.home')}</ButtonLink>
        <ButtonLink look={['lg']} to={links.latest()}>{t('notfound.latest')}</ButtonLink>
      </div>
    </div>
  );
}
