import type { ReactNode } from 'react';
import { linkHost, serviceName } from '#contract/links.ts';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Chip } from '#web/ui/basic/chip.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import './taxonomies.css';
import type { ShownDetail } from './comic-data.ts';
import { OutwardChip } from './outward-chip.tsx';

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

/** Every term of a comic as a link to all comics that bear it, and the same work in other languages and on other sites. */
export function Taxonomies({ comic }: { comic: ShownDetail }) {
  const t = useTranslate();
  const locale = useLocale();
  const addresses = useAddresses();
  const { features } = useSite();
  const kinds = KINDS.filter(([path]) => features.includes(path) && comic[path].length > 0);
  const { editions, official_links: official, links: elsewhere } = comic;
  if (kinds.length + editions.length + official.length + elsewhere.length === 0) return null;
  return (
    <dl className="comic-terms">
      {kinds.map(([path, kind]) => (
        <Row key={path} name={t(`taxonomy.title.${path}`)} wide={kind === 'tag'}>
          {comic[path].map((term) => (
            <Chip
              key={term.id}
              to={addresses.term(kind, term.slug)}
              count={formatNumber(locale, term.comics_count)}
              {...(kind === 'tag' ? { color: 'color' in term ? term.color : null } : {})}
            >
              <bdi>{term.name}</bdi>
            </Chip>
          ))}
        </Row>
      ))}
      {editions.length > 0 && (
        <Row name={t('comic.editions')} wide>
          {editions.map(({ slug, title, language }) => (
            <Chip key={slug} to={addresses.comic(slug)} icon={<Flag icon={language?.icon} />}>
              <bdi title={title}>{language?.name ?? title}</bdi>
            </Chip>
          ))}
        </Row>
      )}
      {official.length > 0 && (
        <Row name={t('comic.official')} wide>
          {official.map(({ url, label, language }) => {
            const host = linkHost(url);
            const beside = [label === null ? null : host, language?.name].filter((text) => typeof text === 'string');
            return <OutwardChip key={url} to={url} name={label ?? host} beside={beside} />;
          })}
        </Row>
      )}
      {elsewhere.length > 0 && (
        <Row name={t('comic.elsewhere')} wide>
          {elsewhere.map(({ service, url }) => (
            <OutwardChip key={service} to={url} name={serviceName(service)} />
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
