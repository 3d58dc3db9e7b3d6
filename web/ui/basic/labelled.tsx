import type { ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** Where label and value stand in the message. */
const PLACE = '\u0000';

/** A label and its value in one line, with what the language puts between them. */
export function Labelled({
  label,
  look = 'muted',
  children,
}: {
  label: ReactNode;
  look?: 'muted' | 'visually-hidden' | 'plain';
  children: ReactNode;
}) {
  const [before, between, after] = useTranslate()('site.labelled', { label: PLACE, value: PLACE }).split(PLACE);
  return (
    <>
      <span className={look === 'plain' ? undefined : look}>
        {before}
        {label}
        {between}
      </span>
      {children}
      {after}
    </>
  );
}
