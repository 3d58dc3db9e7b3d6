import { useId } from 'react';
import type { Act, QueueItem } from '#contract/moderation.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/choice/checkbox.css';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';

/** Actions that take something away. */
const FINAL: readonly Act[] = ['remove', 'delete', 'ban', 'takedown'];

interface Props {
  item: QueueItem;
  picked: boolean;
  onPick: (on: boolean) => void;
  onAct: (act: Act) => void;
  onClaim: (on: boolean) => void;
}

/** Something that waits: what it is, what was said of it, who looks at it, and what can be decided. */
export function QueueCard({ item, picked, onPick, onAct, onClaim }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const hasComments = useFeature('comments');
  const heading = useId();
  const { kind, reasons, grave, overdue, due_at: due, target, affected, said, claim, count } = item;
  const title = target.title ?? t('moderation.gone');
  return (
    <li className={picked ? 'panel queue-item is-picked' : 'panel queue-item'} aria-labelledby={heading}>
      <label className="check queue-item__pick">
        <input
          type="checkbox"
          checked={picked}
          onChange={(event) => onPick(event.currentTarget.checked)}
          aria-label={t('moderation.pick', { title })}
        />
      </label>
      <div className="stack queue-item__main">
        <div className="row small">
          <Badge>{t(`moderation.kind.${kind}`)}</Badge>
          {reasons.map((reason) => (
            <Badge key={reason} {...(reason === 'illegal' || reason === 'ncii' ? ({ look: 'bad' } as const) : {})}>
              {t(`reports.reason.${reason}`)}
            </Badge>
          ))}
          {grave ? <Badge look="bad">{t('moderation.grave')}</Badge> : null}
          <span className={overdue ? 'bad' : 'muted'}>
            {item.countered ? t('moderation.counter.back') : overdue ? t('moderation.overdue') : t('moderation.due')}{' '}
            <When date={due} />
          </span>
          {count > 1 ? <span className="muted">{t('moderation.reported', { count })}</span> : null}
        </div>
        <h2 id={heading} className="queue-item__title">
          {target.path === null ? (
            <bdi>{title}</bdi>
          ) : (
            <Link to={links.local(target.path)}>
              <bdi>{title}</bdi>
            </Link>
          )}
          {affected && target.subject !== 'user' ? (
            <span className="muted small">
              {' '}
              ·{' '}
              {hasComments ? (
                <Link className="link" to={links.moderation('comments', { user: affected.username })}>
                  <bdi>{affected.username}</bdi>
                </Link>
              ) : (
                <bdi>{affected.username}</bdi>
              )}
            </span>
          ) : null}
        </h2>
        {target.excerpt ? (
          <blockquote className="moderation__text" dir="auto">
            {target.excerpt}
          </blockquote>
        ) : null}
        {said.filter(({ text, by }) => text !== '' || by.username !== null || by.name !== null).length === 0 ? null : (
          <ul className="queue-item__said">
            {said.map(({ text, by, created_at: at, reason }, index) => (
              <li key={index}>
                <span className="small muted">
                  <bdi>{by.username ?? by.name ?? t('moderation.guest')}</bdi>
                  {by.email ? (
                    <>
                      {' '}
                      ·{' '}
                      <a className="link" href={`mailto:${by.email}`}>
                        {by.email}
                      </a>
                    </>
                  ) : null}{' '}
                  · <When date={at} />
                  {reason && reasons.length > 1 ? ` · ${t(`reports.reason.${reason}`)}` : ''}
                </span>
                {text ? (
                  <p className="moderation__text" dir="auto">
                    {text}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        <div className="row">
          {item.acts.map((act) => (
            <Button key={act} look={FINAL.includes(act) ? ['danger'] : []} onClick={() => onAct(act)}>
              {t(`moderation.act.${act}`)}
            </Button>
          ))}
          {item.countered ? (
            <Link className="btn" to={links.moderation('notices', { state: 'countered' })}>
              {t('moderation.counter.open')}
            </Link>
          ) : null}
          <span className="push" />
          {claim !== null && !claim.mine ? (
            <span className="small muted">{t('moderation.claimed', { name: claim.username })}</span>
          ) : (
            <Button look={['ghost']} aria-pressed={claim !== null} onClick={() => onClaim(claim === null)}>
              {t(claim === null ? 'moderation.claim' : 'moderation.release')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
