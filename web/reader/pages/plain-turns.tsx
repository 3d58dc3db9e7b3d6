import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { Spread } from './spreads.ts';

interface Props {
  spreads: readonly Spread[];
  index: number;
  page: number;
  total: number;
  address: (page: number) => string;
}

/** Links to the pages before and after, for browsers without scripts: by pairs where the screen shows pairs. */
export function PlainTurns({ spreads, index, page, total, address }: Props) {
  const t = useTranslate();
  const turn = (to: number | undefined, label: string, screen: string) =>
    to !== undefined &&
    to >= 1 &&
    to <= total && (
      <a className={`btn ${screen}`} href={address(to)}>
        {label}
      </a>
    );
  return (
    <noscript>
      <nav className="reader__plain" aria-label={t('reader.page.label')}>
        {turn(page - 1, t('reader.page.previous'), 'reader__narrow')}
        {turn(spreads[index - 1]?.first, t('reader.page.previous'), 'reader__wide')}
        {turn(page + 1, t('reader.page.next'), 'reader__narrow')}
        {turn(spreads[index + 1]?.first, t('reader.page.next'), 'reader__wide')}
      </nav>
    </noscript>
  );
}
