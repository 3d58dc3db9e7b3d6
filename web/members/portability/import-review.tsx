import { useState } from 'react';
import type { ImportResult, ImportReview } from '#contract/portability.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { formatDate, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import {
  selectedItems,
  countSelected,
  itemsShown,
  SHOWN,
  type Choices,
  type Fates,
  type ShownPart,
} from './import-choices.ts';
import { ImportCategories } from './import-categories.tsx';
import { ImportResultShown } from './import-result.tsx';
import { ImportedAccount } from './imported-account.tsx';
import { ImportRow } from './import-row.tsx';
import './import-review.css';

/** Entries drawn at once; the others come when they are wanted. */
const AT_ONCE = 60;

/** The entries a file would bring: each entry with the comic it is taken for, which can be another or none. Nothing changes before it is confirmed. */
export function ImportReviewView({
  review: { id, source, items, applied_at: applied, categories, account },
}: {
  review: ImportReview;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const [choices, setChoices] = useState<Choices>({});
  const [fates, setFates] = useState<Fates>(new Map());
  const [shown, setShown] = useState<ShownPart>('all');
  const [most, setMost] = useState(AT_ONCE);
  const [result, setResult] = useState<ImportResult | null>(null);
  const form = useForm(async (values) => {
    const wanted = account.flatMap(({ kind }) => (values[`account ${kind}`] === undefined ? [] : [kind]));
    const body = {
      account: wanted,
      categories: [...fates].map(([name, fate]) => ({ name, fate })),
      choices: items.map((item) => ({ key: item.key, comic_id: selectedItems(item, choices) })),
    };
    setResult(await apiPost<ImportResult>(`/account/import/${encodeURIComponent(id)}`, { body }));
    window.scrollTo(0, 0);
  });
  if (result !== null) return <ImportResultShown result={result} />;
  if (applied !== null) {
    return (
      <EmptyState title={t('importing.applied', { date: formatDate(locale, applied) })}>
        <ButtonLink to={links.settings('data')}>{t('importing.back')}</ButtonLink>
      </EmptyState>
    );
  }
  if (items.length === 0 && account.length === 0) {
    return (
      <EmptyState title={t('importing.empty')}>
        <ButtonLink to={links.settings('data')}>{t('importing.back')}</ButtonLink>
      </EmptyState>
    );
  }
  const count = (each: ShownPart) => formatNumber(locale, itemsShown(items, each).length);
  const listed = itemsShown(items, shown);
  const taken = countSelected(items, choices);
  return (
    <form className="stack" {...form.props}>
      <p className="lead">{t('importing.text', { source: t(`importing.source.${source}`), count: items.length })}</p>
      <ImportCategories
        categories={categories}
        fates={fates}
        onChoose={(name, fate) => setFates((now) => new Map(now).set(name, fate))}
      />
      <div className="imports__show">
        <Segmented
          rows
          label={t('importing.show')}
          value={shown}
          onChange={(each) => {
            setShown(each);
            setMost(AT_ONCE);
          }}
          choices={SHOWN.map((value) => ({ value, label: `${t(`importing.show.${value}`)} ${count(value)}` }))}
        />
      </div>
      {listed.length === 0 ? (
        <p className="muted">{t('importing.none')}</p>
      ) : (
        <ul className="imports">
          {listed.slice(0, most).map((item) => (
            <ImportRow
              key={item.key}
              item={item}
              source={source}
              chosen={selectedItems(item, choices)}
              onChoose={(comic) => setChoices((now) => ({ ...now, [item.key]: comic }))}
            />
          ))}
        </ul>
      )}
      {listed.length > most ? (
        <div>
          <Button onClick={() => setMost(most + AT_ONCE * 5)}>
            {t('importing.more', { count: listed.length - most })}
          </Button>
        </div>
      ) : null}
      <ImportedAccount account={account} />
      <div className="imports__end">
        {form.message === null ? null : (
          <Alert kind="bad">
            <span>{form.message}</span>
          </Alert>
        )}
        <div className="row">
          <SubmitButton busy={form.busy}>{t('importing.apply', { count: taken })}</SubmitButton>
          <ButtonLink look={['ghost']} to={links.settings('data')}>
            {t('account.cancel')}
          </ButtonLink>
        </div>
        <p className="hint">{t('importing.apply.hint')}</p>
      </div>
    </form>
  );
}
