import type { GroupChoice } from '#contract/makers.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { chooseGroup, useMakers } from './makers.ts';

interface Props {
  group: { id: number; name: string };
  /** Whether the buttons say which group it is: there may be several. */
  named?: boolean;
  /** Called once the account knows the choice. */
  onChosen?: () => void;
}

/** Prefers a group, blocks it, or takes either back. For members. */
export function GroupChoiceButtons({ group: { id, name }, named = false, onChosen }: Props) {
  const t = useTranslate();
  const { preferred, blocked } = useMakers();
  const { run, busy } = useMutation({ toasts: true });
  const isPreferred = preferred.some((each) => each.id === id);
  const isBlocked = blocked.some((each) => each.id === id);
  const choose = async (choice: GroupChoice, isChosen: boolean) => {
    const next = isChosen ? null : choice;
    const done =
      next === null ? 'makers.neither.done' : next === 'preferred' ? 'makers.prefer.done' : 'makers.block.done';
    if (await run(() => chooseGroup(id, next), t(done, { name }))) {
      onChosen?.();
    }
  };
  const look = named ? (['lg'] as const) : [];
  return (
    <>
      <Button
        look={[...look]}
        aria-pressed={isPreferred}
        aria-disabled={busy || undefined}
        title={t('makers.prefer.explained')}
        onClick={() => void choose('preferred', isPreferred)}
      >
        <Icon name="check" />
        {named ? t('makers.prefer.named', { name }) : t('makers.prefer')}
      </Button>
      <Button
        look={[...look]}
        aria-pressed={isBlocked}
        aria-disabled={busy || undefined}
        title={t('makers.block.explained')}
        onClick={() => void choose('blocked', isBlocked)}
      >
        <Icon name="eye-off" />
        {named ? t('makers.block.named', { name }) : t('makers.block')}
      </Button>
    </>
  );
}
