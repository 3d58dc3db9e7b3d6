import { formatBytes, numberFormat } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate, type Translate } from '#web/platform/i18n/i18n.tsx';
import { roundTime } from '#web/staff/sending/speed.ts';

/** A failure by code and values, as the API tells it of a file. */
export interface UploadMessage {
  code: string;
  params: Record<string, string | number>;
}

/** Says numbers of uploads, and why something was refused, in the page's language. */
export function useUploadMessages() {
  const t = useTranslate();
  const locale = useLocale();
  return {
    t,
    locale,
    bytes: (bytes: number) => formatBytes(locale, bytes),
    megabytes: (megabytes: number) => formatBytes(locale, megabytes * 1_048_576),
    percent: (part: number) =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(Math.floor(part * 100) / 100),
    time: (seconds: number) => {
      const { value, unit } = roundTime(seconds);
      return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
    },
    problem: (told: UploadMessage) => problemText(t, told),
  };
}

/** The sentence for a failure; the words of problems come with those of staff. */
function problemText(t: Translate, { code, params }: UploadMessage): string {
  return (t as (key: string, values: UploadMessage['params']) => string)(`problem.${code}`, params);
}
