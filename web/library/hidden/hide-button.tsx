import type { TermKind } from '#contract/taxonomy.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useHiddenTerms } from './hidden-terms.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

interface Props {
  kind: TermKind;
  term: { id: number; name: string; slug: string };
}

/** Hides a term's comics from every list of this visitor, or shows them again. */
export function HideButton({ kind, term: { id, name, slug } }: Props) {
  const t = useTranslate();
  const { has, hide, show } = useHiddenTerms();
  const isHidden = has(id);
  const press = () => {
    if (isHidden) {
      show(id);
    } else {
      hide({ id, kind, name, slug });
    }
    announce(isHidden ? t('hidden.shown', { name }) : t('hidden.done', { name }));
  };
  return (
    <Button className="needs-script" title={t('hidden.explained')} onClick={press}>
      <Icon name={isHidden ? 'eye' : 'eye-off'} />
      {isHidden ? t('hidden.show') : t('hidden.hide')}
    </Button>
  );
}

/** Says on a hidden term's own page that its comics are on no other. */
export function HiddenNote({ term: { id, name } }: Pick<Props, 'term'>) {
  const t = useTranslate();
  const { has } = useHiddenTerms();
  return has(id) ? <Alert kind="warn">{t('hidden.note', { name })}</Alert> : null;
}
