import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import '#web/ui/basic/chip.css';
import './outward-chip.css';

interface Props {
  to: string;
  name: string;
  /** Stand beside the name: the host and the language of what it leads to. */
  beside?: readonly string[];
}

/** A name that leads to another site. All of it is shown, so that a long name hides no host. */
export function OutwardChip({ to, name, beside = [] }: Props) {
  const t = useTranslate();
  return (
    <a className="chip chip--outward" href={to} target="_blank" rel="nofollow noopener external">
      <span>
        <bdi>{name}</bdi>
      </span>
      {beside.map((text) => (
        <span key={text} className="chip__n">
          <bdi>{text}</bdi>
        </span>
      ))}
      <span className="visually-hidden">{t('site.newTab')}</span>
    </a>
  );
}
