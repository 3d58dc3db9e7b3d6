import { useEffect, useState } from 'react';
import type { TermKind } from '#contract/taxonomy.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Chip } from '#web/ui/basic/chip.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { loadLanding, type LandingPath, type LandingTerm } from './landing.ts';
import './landing-block.css';

interface Props {
  path: LandingPath;
  kind: TermKind;
  /** The terms the server found; without it the block loads by itself, whatever becomes of the others. */
  given: readonly LandingTerm[] | undefined;
}

/** The most frequent terms of a kind. A block that has none, or cannot be had, is not shown. */
export function LandingBlock({ path, kind, given }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const [loaded, setLoaded] = useState<readonly LandingTerm[]>();
  const items = given ?? loaded;
  const slow = useDelayedFlag(items === undefined);
  useEffect(() => {
    if (given) return;
    let isWanted = true;
    loadLanding(path).then(
      (found) => {
        if (isWanted) {
          setLoaded(found);
        }
      },
      () => {
        if (isWanted) {
          setLoaded([]);
        }
      },
    );
    return () => {
      isWanted = false;
    };
  }, [path, given]);
  if (items?.length === 0) return null;
  return (
    <Panel
      title={t(`home.block.${path}`)}
      more={<Link to={links.terms(path)}>{t('home.block.all', { kind: path })}</Link>}
    >
      {items === undefined ? (
        <div className="names-wait" role="status" aria-label={t('home.block.loading')}>
          {slow ? (
            <>
              <Skeleton width="80%" />
              <Skeleton width="55%" />
              <Skeleton width="65%" />
            </>
          ) : null}
        </div>
      ) : path === 'tags' ? (
        <div className="chips">
          {items.map(({ id, slug, name, color }) => (
            <Chip key={id} to={links.term(kind, slug)} color={color ?? null}>
              <bdi>{name}</bdi>
            </Chip>
          ))}
        </div>
      ) : (
        <ul className="names">
          {items.map(({ id, slug, name }) => (
            <li key={id}>
              <Link to={links.term(kind, slug)}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
