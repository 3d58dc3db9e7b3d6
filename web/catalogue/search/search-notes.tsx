import type { SearchNote } from '#contract/search.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import type { Category } from './search-sources.ts';
import type { Search } from './use-search.ts';

/** Notes on a search: parts not understood, a corrected spelling, and the comic whose number it is. */
export function Notes({ note: { hints, corrected, jump } }: { note: SearchNote }) {
  const t = useTranslate();
  const links = useAddresses();
  if (hints.length === 0 && corrected === null && jump === null) return null;
  return (
    <div className="search__note">
      {jump ? (
        <Link className="link" data-hit to={links.comic(jump.slug)}>
          {t('search.jump', { id: jump.id })}
        </Link>
      ) : null}
      {corrected === null ? null : <p>{t('search.corrected', { query: corrected })}</p>}
      {hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </div>
  );
}

/** Says which categories could not be had, in one sentence, or why the text was refused; offers to try again. */
export function Failures({ failures, onRetry }: { failures: Search['failures']; onRetry: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const names = (Object.keys(failures) as Category[]).map((category) =>
    t(category === 'comics' ? 'site.nav.comics' : `taxonomy.title.${category}`),
  );
  if (names.length === 0) return null;
  const refused = Object.values(failures).find(({ status }) => status === 422);
  if (refused) {
    const sentence = (refused.body as { errors?: { q?: string[] } } | null)?.errors?.q?.[0];
    return (
      <div className="search__note">
        <Alert kind="bad">
          <span>{sentence ?? refused.message}</span>
        </Alert>
      </div>
    );
  }
  return (
    <div className="search__note">
      <Alert kind="bad">
        <span>{t('search.failed', { category: new Intl.ListFormat(locale).format(names) })}</span>
        <button type="button" className="alert__act" data-hit onClick={onRetry}>
          {t('site.retry')}
        </button>
      </Alert>
    </div>
  );
}
