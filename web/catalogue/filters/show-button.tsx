import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';

/** Applies what is ticked; `total` is how many comics that lists, null where it is not known. */
export function ShowButton({ total, wide = false }: { total: number | null; wide?: boolean }) {
  const t = useTranslate();
  return (
    <Button type="submit" look={wide ? ['primary', 'wide'] : ['primary']}>
      {total === null ? t('latest.filters.show') : t('latest.filters.showCount', { count: total })}
    </Button>
  );
}
