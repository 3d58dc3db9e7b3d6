import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { UploadWork } from '#contract/uploads.ts';
import { useSite } from '#web/site.ts';
import { TermPicker, type PickedTerm } from '#web/term-picker.tsx';
import { useUploadWords } from './words.ts';

type Terms = UploadWork['terms'];
/** The kinds a work has terms of; its language is chosen for itself. */
const KINDS = TERM_KINDS.filter((kind) => kind !== 'language');

/** Terms of every kind the site has, by name: those that do not exist yet are made when the work is published. */
export function TermFields({ terms, errors, onChange }: { terms: Terms; errors: Readonly<Record<string, readonly string[]>>; onChange: (terms: Terms) => void }) {
  const { t } = useUploadWords();
  const { features } = useSite();
  const put = (kind: TermKind, names: readonly string[]) => onChange({ ...terms, [kind]: [...new Set(names)] });
  return KINDS.filter((kind) => features.includes(KIND_PATHS[kind])).map((kind) => (
    <NamesPicker key={kind} path={KIND_PATHS[kind]} label={t(`latest.filters.${KIND_PATHS[kind]}`)} error={errors[`terms.${kind}`]?.join(' ')} names={terms[kind] ?? []} single={kind === 'category'} onChange={(names) => put(kind, names)} />
  ));
}

/** Chooses terms by their names. */
export function NamesPicker({ names, onChange, ...rest }: { path: (typeof KIND_PATHS)[TermKind]; label: string; error?: string | undefined; names: readonly string[]; single?: boolean; onChange: (names: string[]) => void }) {
  return <TermPicker {...rest} value={names.map(named)} onChange={(value) => onChange(value.map(({ name }) => name))} onCreate={async (name) => named(name)} />;
}

const numbers = new Map<string, number>();

/** A term that is known by its name alone, told from others by a number below 0. */
function named(name: string): PickedTerm {
  const id = numbers.get(name) ?? -1 - numbers.size;
  numbers.set(name, id);
  return { id, name, slug: '' };
}
