import { TITLE_CHOICES, type TitleChoice } from '#contract/accounts.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';

/** The titles that this browser asks for. */
export function readTitles(): TitleChoice {
  const kept = /(?:^|; )titles=([^;]*)/.exec(document.cookie)?.[1];
  return TITLE_CHOICES.find((each) => each === kept) ?? 'translated';
}

/** Tells the server which titles to show from now on: a guest, and in the pages that it makes whole a member, too. */
export function keepTitles(choice: TitleChoice): void {
  if (choice !== readTitles()) {
    writeCookie('titles', choice, choice === 'translated' ? 0 : undefined);
  }
}
