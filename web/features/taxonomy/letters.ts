/** Terms whose names begin with the same letter, one after another. */
export interface LetterGroup<Named> {
  /** The letter, or `#` for digits, signs and scripts without an alphabet. */
  letter: string;
  members: Named[];
}

/**
 * Groups a list sorted by name under the letters it begins with, in the order of the list. Accents are left off;
 * scripts in which every word has its own sign (Han, kana, Hangul) stand together under `#`.
 */
export function byLetter<Named extends { name: string }>(list: readonly Named[], locale: string): LetterGroup<Named>[] {
  const groups: LetterGroup<Named>[] = [];
  for (const each of list) {
    const letter = letterOf(each.name, locale);
    const last = groups.at(-1);
    if (last?.letter === letter) { last.members.push(each); } else { groups.push({ letter, members: [each] }); }
  }
  return groups;
}

function letterOf(name: string, locale: string): string {
  const [first = ''] = name.trim().normalize('NFD').toLocaleUpperCase(locale);
  return /\p{L}/u.test(first) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(first) ? first : '#';
}
