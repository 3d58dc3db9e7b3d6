import type { ReactNode } from 'react';
import { AD_SPOTS, type AdSpot } from '#contract/ads.ts';
import { AGE_MODES } from '#contract/age.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { choiceName } from './setting-kinds.ts';

/** Rows that can be added and taken away. */
export function Rows<Row>({
  rows,
  fresh,
  onChange,
  children,
}: {
  rows: readonly Row[];
  /** A new row; null where there can be no other. */
  fresh: Row | null;
  onChange: (rows: Row[]) => void;
  children: (row: Row, change: (row: Row) => void, at: number) => ReactNode;
}) {
  const t = useTranslate();
  return (
    <>
      {rows.map((row, at) => (
        <div key={at} className="site-row">
          {children(row, (next) => onChange(rows.map((each, index) => (index === at ? next : each))), at)}
          <Button
            look={['ghost', 'icon']}
            aria-label={t('admin.site.row.remove')}
            onClick={() => onChange(rows.filter((_row, index) => index !== at))}
          >
            <Icon name="trash" />
          </Button>
        </div>
      ))}
      {fresh === null ? null : (
        <div>
          <Button onClick={() => onChange([...rows, fresh])}>
            <Icon name="plus" />
            {t('admin.site.row.add')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Links with their text; `label` is the key that the text has. */
export function LinkRows({
  label,
  value,
  onChange,
}: {
  label: 'label' | 'name';
  value: readonly Record<string, string>[];
  onChange: (value: unknown) => void;
}) {
  const t = useTranslate();
  return (
    <Rows rows={value} fresh={{ [label]: '', url: 'https://' }} onChange={onChange}>
      {(row, change) => (
        <>
          <input
            className="input"
            aria-label={t('admin.site.row.label')}
            placeholder={t('admin.site.row.label')}
            maxLength={40}
            dir="auto"
            value={row[label] ?? ''}
            onChange={(event) => change({ ...row, [label]: event.currentTarget.value })}
          />
          <input
            className="input"
            type="url"
            aria-label={t('admin.site.row.url')}
            maxLength={2000}
            dir="ltr"
            value={row.url ?? ''}
            onChange={(event) => change({ ...row, url: event.currentTarget.value })}
          />
        </>
      )}
    </Rows>
  );
}

type Size = [number, number];
interface Spot {
  name: AdSpot;
  wide: Size;
  narrow: Size;
}

/** The spots of ads with the sizes that are kept free for one. */
export function SpotRows({ value, onChange }: { value: readonly Spot[]; onChange: (value: unknown) => void }) {
  const t = useTranslate();
  const free = AD_SPOTS.find((each) => !value.some(({ name }) => name === each));
  return (
    <Rows<Spot>
      rows={value}
      fresh={free === undefined ? null : { name: free, wide: [728, 90], narrow: [320, 100] }}
      onChange={onChange}
    >
      {(spot, change, at) => (
        <div className="site-spot">
          <Select
            name={`spot-${at}`}
            label={t('admin.ads.spot')}
            value={spot.name}
            choices={AD_SPOTS.map((each) => ({ value: each, label: t(`admin.ads.spot.${each}`) }))}
            onChange={(name) => change({ ...spot, name })}
          />
          {(['wide', 'narrow'] as const).map((screen) => (
            <fieldset key={screen} className="site-spot__size">
              <legend className="hint">{t(`admin.site.row.${screen}`)}</legend>
              {(['width', 'height'] as const).map((side, index) => (
                <input
                  key={side}
                  className="input"
                  type="number"
                  aria-label={t(`admin.site.row.${side}`)}
                  value={spot[screen][index]}
                  onChange={({ currentTarget: { valueAsNumber } }) =>
                    change({
                      ...spot,
                      [screen]: spot[screen].map((each, which) => (which === index ? valueAsNumber || 0 : each)),
                    })
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </Rows>
  );
}

/** Other modes of the age check for some countries. */
export function CountryRows({
  value,
  onChange,
}: {
  value: Readonly<Record<string, string>>;
  onChange: (value: unknown) => void;
}) {
  const t = useTranslate();
  return (
    <Rows<[code: string, mode: string]>
      rows={Object.entries(value)}
      fresh={Object.hasOwn(value, '') ? null : ['', 'self-declaration']}
      onChange={(rows) => onChange(Object.fromEntries(rows))}
    >
      {([code, mode], change, at) => (
        <>
          <input
            className="input"
            aria-label={t('admin.site.row.country')}
            placeholder="GB"
            maxLength={2}
            dir="ltr"
            value={code}
            onChange={(event) => change([event.currentTarget.value.toUpperCase(), mode])}
          />
          <Select
            name={`country-${at}`}
            label={t('admin.site.key.ageGate-mode')}
            value={mode}
            choices={AGE_MODES.map((each) => ({ value: each, label: choiceName(t, 'ageGate.mode', each) }))}
            onChange={(next) => change([code, next])}
          />
        </>
      )}
    </Rows>
  );
}
