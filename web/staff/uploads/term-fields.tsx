import type { OwnGroups } from '#contract/groups.ts';
import type { Page } from '#contract/paging.ts';
import type { KindPath, Term, TermKind } from '#contract/taxonomy.ts';
import type { UploadWork } from '#contract/uploads.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { TermPicker, type PickedTerm } from '#web/staff/terms/term-picker.tsx';
import { KINDS } from './upload-choices.ts';
import { useUploadMessages } from './upload-messages.ts';

type Terms = UploadWork['terms'];

/** Terms of every kind the site has, by name: those that do not exist yet are made when the work is published. */
export function TermFields({
  terms,
  errors,
  onChange,
}: {
  terms: Terms;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (terms: Terms) => void;
}) {
  const { t } = useUploadMessages();
  const { features } = useSite();
  const put = (kind: TermKind, names: readonly string[]) => onChange({ ...terms, [kind]: [...new Set(names)] });
  return KINDS.filter(([, path]) => features.includes(path)).map(([kind, path]) => (
    <NamesPicker
      key={kind}
      path={path}
      label={t(`latest.filters.${path}`)}
      error={errors[`terms.${kind}`]?.join(' ')}
      names={terms[kind] ?? []}
      single={kind === 'category'}
      onChange={(names) => put(kind, names)}
    />
  ));
}

/** Chooses terms by their names. */
export function NamesPicker({
  names,
  onChange,
  ...rest
}: {
  path: KindPath;
  label: string;
  error?: string | undefined;
  names: readonly string[];
  single?: boolean;
  onChange: (names: string[]) => void;
}) {
  return (
    <TermPicker
      {...rest}
      {...(rest.path === 'groups' ? { find: findGroups } : {})}
      value={names.map(newTerm)}
      onChange={(value) => onChange(value.map(({ name }) => name))}
      onCreate={async (name) => newTerm(name)}
    />
  );
}

/** The groups a text means, those of the member first: also those that no work names yet. */
async function findGroups(q: string, signal: AbortSignal): Promise<PickedTerm[]> {
  const [own, found] = await Promise.all([
    apiGet<OwnGroups>('/account/groups', { signal }),
    apiGet<Page<Term>>('/groups', { params: { q, per_page: 12 }, signal }),
  ]);
  const mine = own.groups.filter(
    ({ name, closed }) => !closed && name.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
  );
  return [
    ...mine.map(({ id, name, slug }) => ({ id, name, slug })),
    ...found.data.filter(({ id }) => !mine.some((group) => group.id === id)),
  ];
}

const numbers = new Map<string, number>();

/** A term that is known by its name alone, told from others by a number below 0. */
function newTerm(name: string): PickedTerm {
  const id = numbers.get(name) ?? -1 - numbers.size;
  numbers.set(name, id);
  return { id, name, slug: '' };
}
