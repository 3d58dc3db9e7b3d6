import { useId } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { READING_PRESETS, type Reading } from './reading-presets.ts';
import './mode-choice.css';

/** Pages and the way through them, drawn with strokes in a box of 48 by 34. */
const PICTURES: Record<Reading, string> = {
  ltr: 'M11 2h11v18H11zM26 2h11v18H26zM13 28h22m-5-4 5 4-5 4',
  rtl: 'M11 2h11v18H11zM26 2h11v18H26zM35 28H13m5-4-5 4 5 4',
  down: 'M12 2h17v13H12zM12 19h17v13H12zM38 5v24m-4-5 4 5 4-5',
  strip: 'M12 1v32M29 1v32M12 12h17M12 23h17M38 5v24m-4-5 4 5 4-5',
  'strip-gap': 'M12 1v7h17V1M12 12h17v10H12zM12 33v-7h17v7M38 5v24m-4-5 4 5 4-5',
  across: 'M1 2h46M1 20h46M16 2v18M32 2v18M11 28h26m-22-4-4 4 4 4m18-8 4 4-4 4',
};

/** The ways to read, each a little picture with its name; none is chosen where `value` is null. Pictures follow the content, never the interface. */
export function ModeChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Reading | null;
  onChange: (reading: Reading) => void;
}) {
  const t = useTranslate();
  const name = useId();
  return (
    <fieldset className="modes">
      <legend className="visually-hidden">{label}</legend>
      {READING_PRESETS.map((reading) => (
        <label key={reading}>
          <input type="radio" name={name} checked={reading === value} onChange={() => onChange(reading)} />
          <svg viewBox="0 0 48 34" aria-hidden="true">
            <path d={PICTURES[reading]} />
          </svg>
          <span>{t(`reader.settings.reading.${reading}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
