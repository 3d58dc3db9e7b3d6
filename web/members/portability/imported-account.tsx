import { TAKEN_KINDS, type ImportReview } from '#contract/portability.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';

/** The parts of a file besides comics, each to be taken or not; people are not, unless their owner says so. */
export function ImportedAccount({ account }: Pick<ImportReview, 'account'>) {
  const t = useTranslate();
  if (account.length === 0) return null;
  const isTaken = (kind: string) => (TAKEN_KINDS as readonly string[]).includes(kind);
  return (
    <fieldset className="stack">
      <legend>{t('importing.account')}</legend>
      {account.map(({ kind, found, missing }) => (
        <Check key={kind} name={`account ${kind}`} value="1" checked={isTaken(kind)}>
          {t('importing.account.count', { name: t(`importing.account.${kind}`), found, missing })}
        </Check>
      ))}
      {account.every(({ kind }) => isTaken(kind)) ? null : <p className="hint">{t('importing.account.people')}</p>}
    </fieldset>
  );
}
