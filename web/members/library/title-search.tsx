import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import './title-search.css';

interface Props {
  /** The words that are looked for now. */
  q: string;
  label: string;
  addressFor: (words: string) => string;
}

/** Looks for words of titles among the comics of a page; without scripts, too. */
export function TitleSearch({ q, label, addressFor }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(addressFor((new FormData(event.currentTarget).get('q') as string).trim()));
  };
  return (
    <form className="title-search" role="search" aria-label={label} onSubmit={search}>
      <SearchField name="q" value={q} label={label} submitLabel={t('search.title')} />
    </form>
  );
}
