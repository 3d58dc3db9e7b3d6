import { useEffect, useState } from 'react';
import { MAX_RELATIONS, RELATION_KINDS } from '#contract/comics.ts';
import type { AdminComic, AdminRelation } from '#contract/editing.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { ComicFinder } from '#web/staff/comic-parts/comic-finder.tsx';
import { comicColumns } from '#web/staff/comic-parts/comic-columns.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { EditorField } from './editor-field.tsx';

interface Props {
  comic: AdminComic;
  relations: readonly AdminRelation[];
  error: readonly string[] | undefined;
  onChange: (relations: readonly AdminRelation[]) => void;
}

/** The works that a comic stands together with, each with what it is to it; others are suggested, or found by typing, and are a sequel at first. */
export function RelationFields({ comic, relations, error, onChange }: Props) {
  const t = useTranslate();
  const suggested = useSuggested(comic.slug).filter(({ id }) => relations.every((each) => each.id !== id));
  return (
    <>
      {relations.length === 0 ? null : (
        <ul className="relation-fields">
          {relations.map((relation) => {
            const { id, kind, title, state } = relation;
            return (
              <li key={id}>
                <Select
                  name={`relation-${id}`}
                  label={t('admin.editor.relations.kind', { title })}
                  value={kind}
                  onChange={(next) =>
                    onChange(relations.map((each) => (each.id === id ? { ...each, kind: next } : each)))
                  }
                  choices={RELATION_KINDS.map((value) => ({ value, label: t('comic.relation', { kind: value }) }))}
                />
                <div className="relation-fields__work">
                  <bdi>{title}</bdi>
                  {state === 'published' ? null : <State {...comicColumns(state)}>{t(`admin.state.${state}`)}</State>}
                  <Button
                    look={['ghost', 'icon']}
                    aria-label={t('admin.editor.relations.remove', { title })}
                    onClick={() => onChange(relations.filter((each) => each.id !== id))}
                  >
                    <Icon name="x" />
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {suggested.length === 0 || relations.length >= MAX_RELATIONS ? null : (
        <div className="relation-fields__suggested">
          <span className="muted small">{t('admin.editor.relations.suggested')}</span>
          {suggested.map((work) => {
            const kind = t('comic.relation', { kind: work.kind });
            return (
              <Button
                key={work.id}
                look={['ghost']}
                aria-label={t('admin.editor.relations.suggest', { title: work.title, kind })}
                onClick={() => onChange([...relations, work])}
              >
                <Icon name="plus" />
                <bdi>{work.title}</bdi>
                <span className="muted">{kind}</span>
              </Button>
            );
          })}
        </div>
      )}
      {relations.length >= MAX_RELATIONS ? null : (
        <EditorField label={t('admin.editor.relations.add')} error={error}>
          {({ id }) => (
            <ComicFinder<AdminRelation>
              id={id}
              among="/admin/comics"
              without={[comic.id, ...relations.map((each) => each.id)]}
              onPick={({ id: other, slug, title, state }) =>
                onChange([...relations, { kind: 'sequel', id: other, slug, title, state }])
              }
            />
          )}
        </EditorField>
      )}
    </>
  );
}

/** Works whose titles agree with that of a comic; none until they are known. */
function useSuggested(slug: string): readonly AdminRelation[] {
  const [found, setFound] = useState<readonly AdminRelation[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    apiGet<AdminRelation[]>(`/admin/comics/${encodeURIComponent(slug)}/relations/suggested`, {
      signal: leaving.signal,
    }).then(setFound, () => {});
    return () => leaving.abort();
  }, [slug]);
  return found;
}
