import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useCanRegister, useSite } from '#web/platform/page/root-data.ts';
import { FormLink, type FormProps } from './form-link.tsx';
import { PasswordLogin } from './password-login.tsx';
import { signIn } from './sign-in.ts';
import { WayButtons } from '#web/members/ways/way-buttons.tsx';

/** The ways to sign in: by a password where the site takes one, and elsewhere. */
export function LoginForm({ next, onDone, onForm, inPopup = false }: FormProps) {
  const t = useTranslate();
  const site = useSite();
  const canRegister = useCanRegister();
  const { passwords } = site.signIn;
  const [inSecondStep, setInSecondStep] = useState(false);
  const [within, setWithin] = useState<HTMLDivElement | null>(null);
  return (
    <div className="stack" ref={setWithin}>
      {passwords ? (
        <PasswordLogin
          inPopup={inPopup}
          onSecondStep={setInSecondStep}
          onSignedIn={(answer) => {
            if (signIn(answer, site, next)) {
              onDone();
            }
          }}
        >
          <FormLink form="reset" onForm={onForm} next={next}>
            {t('auth.login.forgot')}
          </FormLink>
        </PasswordLogin>
      ) : null}
      {inSecondStep ? null : (
        <WayButtons
          next={next}
          below={passwords}
          remember={() => within?.querySelector<HTMLInputElement>('[name="remember_me"]')?.checked ?? true}
        />
      )}
      {canRegister && !inSecondStep ? (
        <p className="muted small auth__other">
          {t('auth.login.new')}{' '}
          <FormLink form="register" onForm={onForm} next={next}>
            {t('auth.register.title')}
          </FormLink>
        </p>
      ) : null}
    </div>
  );
}
