import { Icon } from '#web/ui/basic/icon.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import './rules.css';

/** The rules for a new name or password, each with whether it is so by now. */
export function Rules({ rules }: { rules: readonly (readonly [text: string, met: boolean])[] }) {
  const t = useTranslate();
  return (
    <ul className="rules">
      {rules.map(([text, met]) => (
        <li key={text} className={met ? 'is-met' : undefined}>
          <Icon name={met ? 'check' : 'minus'} className="icon--s" />
          {text}
          {met ? <span className="visually-hidden"> {t('auth.rules.met')}</span> : null}
        </li>
      ))}
    </ul>
  );
}
