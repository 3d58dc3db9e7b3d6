import { useState } from 'react';
import type { OwnUser } from '#contract/accounts.ts';
import { saveSettings } from '#web/session/account-settings.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { choicesForAll, choicesStore } from '#web/kept/reader-choices.ts';
import { FITS, GROUNDS, LAYOUTS, MODES, PAIRINGS, READING_DIRECTIONS, type Choices } from '#web/kept/reader-settings.ts';
import { SetCard, SetForm } from '#web/set-card.tsx';
import { Select } from '#web/ui/select.tsx';
import { SwitchField } from '#web/ui/switch.tsx';
import { FieldRow } from './field-row.tsx';

const VALUES = { mode: MODES, direction: READING_DIRECTIONS, layout: LAYOUTS, pairing: PAIRINGS, fit: FITS, ground: GROUNDS } as const;
type Name = keyof typeof VALUES;
const NAMES = Object.keys(VALUES) as Name[];

/** What the reader starts with for all comics; what is left open is as each comic asks for. Kept here and in the account. */
export function ReaderSection({ data: user }: { data: OwnUser }) {
  const t = useT();
  const [all, setAll] = useState<Choices>(() => choicesForAll(choicesStore.get(), user));
  const save = async (values: Record<string, string>) => {
    // The gap and the shift of pairs are chosen in the reader, before a page; they stay.
    const { saver: _saver, ...rest } = all;
    const chosen: Choices = 'saver' in values ? { ...rest, saver: true } : rest;
    await saveSettings({ reader: chosen });
    choicesStore.change((kept) => ({ ...kept, all: chosen }));
  };
  const choose = (name: Name, value: string) => {
    const { [name]: _old, ...rest } = all;
    setAll(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <SetCard title={t('account.reader.title')} text={t('account.reader.text')}>
      <SetForm label={t('account.save')} submit={save}>
        {() => (
          <>
            {NAMES.map((name) => {
              const label = t(`reader.settings.${name}` as 'reader.settings.mode');
              const choices = [
                { value: '', label: t('account.reader.open') },
                // The words of a choice are named after its setting and its value.
                ...VALUES[name].map((value) => ({ value, label: t(`reader.settings.${name}.${value}` as 'reader.settings.mode.manga') })),
              ];
              return <FieldRow key={name} label={label}><Select name={name} label={label} value={all[name] ?? ''} choices={choices} onChange={(value: string) => choose(name, value)} /></FieldRow>;
            })}
            <SwitchField name="saver" on={all.saver === true}>{t('reader.settings.saver')}</SwitchField>
          </>
        )}
      </SetForm>
    </SetCard>
  );
}
