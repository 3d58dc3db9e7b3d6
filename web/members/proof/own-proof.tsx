import { useState } from 'react';
import { PROXY } from '#contract/sign-in.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { forgetProof, keepProof, readProof } from '#web/platform/session/proof.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { askProxy, currentPath, leaveFor, listWays } from '#web/members/ways/ways.ts';
import '#web/members/ways/way.css';

/**
 * The proof that a form asks a member for before it changes how they sign in: their password, or, where they have none, that they
 * show once more at a provider who they are; for some minutes then it stands in a field that nobody sees.
 */
export function OwnProof({
  name = 'password',
  error,
  label,
  hint,
  required = true,
  onLeave,
}: {
  name?: string;
  error: readonly string[] | undefined;
  /** The words of the password's field, where they are not the usual ones. */
  label?: string;
  hint?: string;
  required?: boolean;
  /** Told before the page is left for a provider, and again with `false` where it stays after all: edits are kept meanwhile. */
  onLeave?: ((leaves: boolean) => void) | undefined;
}) {
  const t = useTranslate();
  const { passwords } = useSite().signIn;
  const user = useUser();
  // Who was kept by an older page has a password.
  const byPassword = passwords && user?.has_password !== false;
  if (!byPassword) return <ProviderProof name={name} error={error} onLeave={onLeave} />;
  return (
    <PasswordField
      label={label ?? t('account.password.current')}
      name={name}
      error={error}
      hint={hint}
      autoComplete="current-password"
      required={required}
    />
  );
}

function ProviderProof({
  name,
  error,
  onLeave,
}: {
  name: string;
  error: readonly string[] | undefined;
  onLeave: ((leaves: boolean) => void) | undefined;
}) {
  const t = useTranslate();
  const ways = listWays(useSite());
  const user = useUser();
  const hydrated = useHydrated();
  const [, setAsked] = useState(0);
  const [failed, setFailed] = useState('');
  // A proof that was refused has run out.
  const proof = hydrated && error === undefined ? readProof() : null;
  if (proof !== null) {
    return (
      <p className="row muted small">
        <input type="hidden" name={name} value={proof} />
        <Icon name="check" className="icon--s" />
        {t('account.proof.given')}
      </p>
    );
  }
  const prove = async (id: string) => {
    forgetProof();
    setFailed('');
    try {
      if (id !== PROXY) {
        onLeave?.(true);
        return await leaveFor(id, { purpose: 'prove', next: currentPath() });
      }
      const answer = await askProxy({ purpose: 'prove' });
      if ('proof' in answer) {
        keepProof(answer.proof);
        setAsked((times) => times + 1);
      }
    } catch (failure) {
      onLeave?.(false);
      setFailed((failure as Error).message);
    }
  };
  const own = ways.filter(({ id }) => user?.proven_by.includes(id));
  return (
    <div className="stack">
      <p className={error === undefined ? 'muted small' : 'error'} role={error === undefined ? undefined : 'alert'}>
        {t(error === undefined ? 'account.proof.text' : 'account.proof.again')}
      </p>
      {failed === '' ? null : (
        <Alert kind="bad">
          <span>{failed}</span>
        </Alert>
      )}
      {own.length === 0 ? (
        <p className="muted small">{t('account.proof.none')}</p>
      ) : (
        <div className="row">
          {own.map((way) => (
            <Button key={way.id} className="way" onClick={() => void prove(way.id)}>
              <Icon name="key" />
              {t('account.proof.with', { provider: way.name })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
