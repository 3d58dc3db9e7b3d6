import type { WantedTerm } from '#contract/term-editing.ts';
import type { PickedTerm } from '#web/staff/terms/term-picker.tsx';

let made = 0;

/** A term that is made once the comic is saved: until then it has a negative number. */
export function newTerm(name: string): PickedTerm {
  made -= 1;
  return { id: made, name, slug: '' };
}

/** A term as a change names it: by its number, or by the name it is to be made with. */
export function toWantedTerm({ id, name }: Pick<PickedTerm, 'id' | 'name'>): WantedTerm {
  return id < 0 ? { name } : { id };
}
