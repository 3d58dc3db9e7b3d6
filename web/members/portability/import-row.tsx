import type { ImportItem, ImportReview } from '#contract/portability.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Select } from '#web/ui/choice/select.tsx';

const LOOKS = { matched: 'good', unsure: 'warn', missing: 'bad' } as const;

/** One entry of a file: what it says, and which comic it is, to be changed or left out. */
export function ImportRow({
  item,
  source,
  chosen,
  onChoose,
}: {
  item: ImportItem;
  source: ImportReview['source'];
  chosen: number | null;
  onChoose: (comic: number | null) => void;
}) {
  const t = useTranslate();
  const { key, title, state, candidates, favorite, score, lists, chapters_read: chapters } = item;
  const comic = candidates.find(({ id }) => id === chosen);
  const facts = [
    ...(favorite ? [t('importing.favorite')] : []),
    ...(score === null ? [] : [t('importing.score', { score })]),
    ...(chapters > 0 ? [t('importing.chapters', { count: chapters })] : []),
    ...lists.map((name) => t(source === 'mihon' ? 'importing.category' : 'importing.list', { name })),
  ];
  return (
    <li>
      <Picture src={comic?.thumb_url ?? null} width={48} height={72} alt="" />
      <div className="imports__what">
        <p>
          <b>
            <bdi>{title}</bdi>
          </b>{' '}
          <Badge look={LOOKS[state]}>{t(`importing.state.${state}`)}</Badge>
        </p>
        <p className="muted small">{facts.join(' · ')}</p>
      </div>
      {candidates.length === 0 ? null : (
        <Select
          name={key}
          label={t('importing.choose', { title })}
          value={chosen === null ? '' : String(chosen)}
          choices={[
            ...candidates.map(({ id, title: name, language, chapters_count: count, pages }) => ({
              value: String(id),
              label: [
                name,
                ...(language === null ? [] : [language]),
                count > 0
                  ? t('importing.candidate.chapters', { count })
                  : t('importing.candidate.pages', { count: pages }),
              ].join(' · '),
            })),
            { value: '', label: t('importing.skip') },
          ]}
          onChange={(value) => onChoose(value === '' ? null : Number(value))}
        />
      )}
    </li>
  );
}
