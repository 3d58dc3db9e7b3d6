import type { ReactNode } from 'react';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Chip } from '#web/ui/basic/chip.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import './taxonomies.css';
import type { ShownDetail } from './comic-data.ts';

type ShownPath = Exclude<KindPath, 'languages' | 'categories'>;

/** The kinds of terms of a comic, in the order they are shown; language and category stand in the first line. */
const KINDS: readonly (readonly [ShownPath, TermKind])[] = [
  ['tags', 'tag'],
  ['artists', 'artist'],
  ['authors', 'author'],
  ['groups', 'group'],
  ['parodies', 'parody'],
  ['characters', 'character'],
  ['relationships', 'relationship'],
  ['genres', 'genre'],
  ['publishers', 'publisher'],
  ['platforms', 'platform'],
];

/** Every term of a comic as a link to all comics that bear it, and the same work in other languages. */
export function Taxonomies({ comic }: { comic: ShownDetail }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { features } = useSite();
  const kinds = KINDS.filter(([path]) => features.includes(path) && comic[path].length > 0);
  if (kinds.length === 0 && comic.editions.length === 0) return null;
  return (
    <dl className="comic-terms">
      {kinds.map(([path, kind]) => (
        <Row key={path} name={t(`taxonomy.title.${path}`)} wide={kind === 'tag'}>
          {comic[path].map((term) => (
            <Chip
              key={term.id}
              to={links.term(kind, term.slug)}
              count={formatNumber(locale, term.comics_count)}
              {...(kind === 'tag' ? { color: 'color' in term ? term.color : null } : {})}
            >
              <bdi>{term.name}</bdi>
            </Chip>
          ))}
        </Row>
      ))}
      {comic.editions.length > 0 && (
        <Row name={t('comic.editions')} wide>
          {comic.editions.map(({ slug, title, language }) => (
            <Chip key={slug} to={links.comic(slug)} icon={<Flag icon={language?.icon} />}>
              <bdi title={title}>{language?.name ?? title}</bdi>
            </Chip>
          ))}
        </Row>
      )}
    </dl>
  );
}

function Row({ name, wide, children }: { name: string; wide: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'is-wide' : undefined}>
      <dt>{name}</dt>
      <dd className="chips">{children}</dd>
    </div>
  );
}
