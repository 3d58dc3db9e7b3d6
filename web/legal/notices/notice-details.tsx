import type { ReactNode } from 'react';
import type { LoggedTakedown } from '#contract/takedowns.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { State } from '#web/ui/basic/badge.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import './takedowns.css';

const LOOKS = { open: 'warn', upheld: 'bad', rejected: undefined, countered: 'warn', restored: 'good' } as const;

/** A notice as everyone may read it: what it was about and what became of it, without anyone's name. `heading` is the level of its title. */
export function Case({ entry, heading: Heading }: { entry: LoggedTakedown; heading: 'h1' | 'h2' }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const {
    id,
    state,
    scope,
    title,
    path,
    claimant,
    counter,
    created_at: at,
    decided_at: decided,
    restored_at: restored,
  } = entry;
  // The page in the place of the work would only lead back here.
  const isDown = scope === 'comic' && (state === 'upheld' || state === 'countered');
  const name = <bdi>{title ?? t('law.log.untitled')}</bdi>;
  const facts: [string, ReactNode][] = [
    [t('law.log.scope'), t(`law.scope.${scope}`)],
    [t('law.log.claimant'), claimant.name === null ? t('law.log.person') : <bdi>{claimant.name}</bdi>],
    [t('law.log.received'), formatDate(locale, at)],
    [t('law.log.decided'), formatDate(locale, decided)],
  ];
  if (counter !== null) {
    facts.push([t('law.log.countered'), formatDate(locale, counter.created_at)]);
    if (state === 'countered') {
      facts.push(
        counter.action_filed_at === null
          ? [t('law.log.putBack'), formatDate(locale, counter.put_back_at)]
          : ['', t('law.log.filed')],
      );
    }
  }
  if (restored !== null) {
    facts.push([t('law.log.restored'), formatDate(locale, restored)]);
  }
  return (
    <>
      <div className="row small">
        <State {...(LOOKS[state] ? { look: LOOKS[state] } : {})}>{t(`law.state.${state}`)}</State>
        {Heading === 'h1' ? (
          <span className="muted">{t('law.log.number', { number: String(id) })}</span>
        ) : (
          <Link className="link" to={links.takedown(id)}>
            {t('law.log.number', { number: String(id) })}
          </Link>
        )}
      </div>
      <Heading>{path === null || isDown ? name : <Link to={links.local(path)}>{name}</Link>}</Heading>
      <dl className="law__facts">
        {facts.map(([label, value], index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
