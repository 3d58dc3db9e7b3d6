import type { Reacted, Reaction } from '#contract/reactions.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { ReactionIcon } from './reaction-icon.tsx';

interface Props {
  /** Those that have a button, in their order. */
  shown: readonly Reaction[];
  reacted: Reacted;
  disabled?: boolean;
  onPress: (reaction: Reaction) => void;
}

/** A button a reaction, with how many gave it; one's own is pressed. */
export function ReactionButtons({ shown, reacted: { reactions, reaction }, disabled = false, onPress }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  return shown.map((each) => {
    const count = reactions[each] ?? 0;
    const name = t(`reactions.kind.${each}`);
    return (
      <Button
        key={each}
        look={['ghost']}
        className="reaction"
        aria-label={t('reactions.count', { name, count })}
        title={name}
        aria-pressed={reaction === each}
        disabled={disabled}
        onClick={() => onPress(each)}
      >
        <ReactionIcon reaction={each} />
        {count > 0 ? <span aria-hidden="true">{formatNumber(locale, count)}</span> : null}
      </Button>
    );
  });
}
