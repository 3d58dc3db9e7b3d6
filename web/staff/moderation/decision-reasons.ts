import { ADVERSE_ACTIONS, type Act } from '#contract/moderation.ts';
import type { Translate } from '#web/platform/i18n/i18n.tsx';

/** The usual words of a decision; why it was taken is for its moderator to say. */
export function usualWords(t: Translate, act: Act): { what: string; why: string; redress: string } {
  const against = ADVERSE_ACTIONS.includes(act);
  return {
    what: against ? t(`moderation.usual.${act as 'remove'}`) : '',
    why: '',
    redress: against ? t('moderation.usual.redress') : '',
  };
}
