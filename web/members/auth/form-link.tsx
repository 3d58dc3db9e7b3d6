import type { ReactNode } from 'react';
import type { AuthForm } from '#web/platform/session/auth-dialog.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Link } from '#web/ui/basic/link.tsx';

/** The props of every form of this feature. */
export interface FormProps {
  /** The path to go to afterwards; null to stay. */
  next: string | null;
  /** Called when it is done. */
  onDone: () => void;
  /** Shows another form in the same place; without it links lead to the form's own page. */
  onForm?: ((form: AuthForm) => void) | undefined;
  /** Whether the form stands in a popup, and so takes the focus. */
  inPopup?: boolean;
}

/** Leads to another form: in the same popup, or on its own page, which it opens in a new tab too. */
export function FormLink({
  form,
  next,
  onForm,
  children,
}: Pick<FormProps, 'next' | 'onForm'> & { form: AuthForm; children: ReactNode }) {
  const links = useAddresses();
  const back = next ?? undefined;
  const to = { login: links.login(back), register: links.register(back), reset: links.passwordReset() }[form];
  return (
    <Link
      className="link small auth__link"
      to={to}
      onClick={(event) => {
        if (onForm === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onForm(form);
      }}
    >
      {children}
    </Link>
  );
}
