import { LOCALE_NAMES, LOCALES, type Locale } from '#contract/locales.ts';
import { HOME_BLOCKS, type HomeBlock } from '#contract/site.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { moveItem } from '#web/ui/data/move-item.ts';

interface Props {
  kind: 'locales' | 'blocks';
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Things that are in or out, those that are in in their order. */
export function OrderedChoice({ kind, value, onChange }: Props) {
  const t = useTranslate();
  const all: readonly string[] = kind === 'locales' ? LOCALES : HOME_BLOCKS;
  const nameFor = (each: string) =>
    kind === 'locales' ? LOCALE_NAMES[each as Locale] : t(`admin.site.block.${each as HomeBlock}`);
  const ordered = [...value, ...all.filter((each) => !value.includes(each))];
  return (
    <ol className="site-order">
      {ordered.map((each) => {
        const at = value.indexOf(each);
        const move = (to: number, label: string, icon: 'up' | 'down') => (
          <Button
            look={['ghost', 'icon']}
            aria-label={label}
            disabled={at < 0 || to < 0 || to >= value.length}
            onClick={() => onChange(moveItem(value, at, to))}
          >
            <Icon name={icon} />
          </Button>
        );
        return (
          <li key={each}>
            <label className="check">
              <input
                type="checkbox"
                name={`${kind}-${each}`}
                checked={at >= 0}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...value, each] : value.filter((other) => other !== each))
                }
              />
              {nameFor(each)}
            </label>
            {move(at - 1, t('admin.site.up', { name: nameFor(each) }), 'up')}
            {move(at + 1, t('admin.site.down', { name: nameFor(each) }), 'down')}
          </li>
        );
      })}
    </ol>
  );
}
