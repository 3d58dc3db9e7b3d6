import { announce } from '#web/ui/feedback/announcer.tsx';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { HowToHide } from './hidden-terms-help.tsx';
import { useHiddenTerms } from './hidden-terms.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './hidden-dialog.css';

/** Everything this visitor hides: what it is, and how to see it again. */
export function HiddenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  const { terms, show, clear } = useHiddenTerms();
  const shown = (name: string) => announce(t('hidden.shown', { name }));
  return (
    <Dialog open={open} onClose={onClose} title={t('hidden.title')} closeLabel={t('hidden.close')}>
      <p className="muted small">{terms.length === 0 ? t('hidden.none') : t('hidden.text', { count: terms.length })}</p>
      {terms.length === 0 ? <HowToHide className="muted small" /> : null}
      {terms.length === 0 ? null : (
        <>
          <ul className="hidden-list">
            {terms.map(({ id, kind, name, slug }) => (
              <li key={id}>
                {features.includes(KIND_PATHS[kind]) ? (
                  <Link to={links.term(kind, slug)} onClick={onClose}>
                    <bdi>{name}</bdi> <span className="muted small">{t('taxonomy.kind', { kind })}</span>
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
                <Button
                  look={['ghost', 'icon']}
                  aria-label={t('hidden.remove', { name })}
                  onClick={() => {
                    show(id);
                    shown(name);
                  }}
                >
                  <Icon name="x" />
                </Button>
              </li>
            ))}
          </ul>
          <div>
            <Button
              onClick={() => {
                clear();
                announce(t('hidden.cleared'));
              }}
            >
              {t('hidden.clear')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
