import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { addMessages } from '#web/platform/i18n/i18n.tsx';
import { Field } from './field.tsx';
import { useForm, type FormValues } from './form.ts';
import { SubmitButton } from './submit-button.tsx';

afterEach(cleanup);

function Example({ submit }: { submit: (values: FormValues) => Promise<unknown> }) {
  const { props, errors, message, busy } = useForm(submit);
  return (
    <form {...props}>
      {message === null ? null : <p role="alert">{message}</p>}
      <Field label="Name" name="name" error={errors.name} hint="As others see it" />
      <Field
        label="Secret"
        name="secret"
        type="password"
        reveal={{ show: 'Show', hide: 'Hide' }}
        error={errors.secret}
      />
      <label>
        <input type="checkbox" name="keep" />
        Keep
      </label>
      <SubmitButton busy={busy}>Send</SubmitButton>
    </form>
  );
}
const refused = (message: string, body: object) => Promise.reject(Object.assign(new Error(message), { body }));

describe('a form', () => {
  it('says that a part of the page is missing, not what the browser calls that', async () => {
    addMessages('en', messages as never);
    render(
      <Example
        submit={() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^It couldn’t be loaded/);
  });

  it('sends the values of its fields once, however often it is pressed', async () => {
    const sent: FormValues[] = [];
    let release = () => {};
    render(
      <Example
        submit={(values) => {
          sent.push(values);
          return new Promise<void>((resolve) => {
            release = resolve;
          });
        }}
      />,
    );
    await userEvent.type(screen.getByLabelText('Name'), 'mika');
    const send = screen.getByRole('button', { name: 'Send' });
    await userEvent.click(send);
    await userEvent.click(send);
    expect(sent).toEqual([{ name: 'mika', secret: '' }]);
    expect(send.getAttribute('aria-disabled')).toBe('true');
    release();
    await expect.poll(() => send.getAttribute('aria-disabled')).toBeNull();
  });

  it('shows what is wrong at each field and moves there, until the field is changed', async () => {
    render(
      <Example submit={() => refused('Refused.', { code: 'credentials-wrong', errors: { secret: ['Too short.'] } })} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const secret = screen.getByLabelText('Secret');
    await expect.poll(() => document.activeElement).toBe(secret);
    expect(screen.getByRole('alert').textContent).toBe('Refused.');
    const described = () =>
      (secret.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join('');
    expect([secret.getAttribute('aria-invalid'), described()]).toEqual(['true', 'Too short.']);
    await userEvent.type(secret, 'x');
    expect([secret.getAttribute('aria-invalid'), described()]).toEqual([null, '']);
  });

  it('says once that a password is wrong', async () => {
    render(
      <Example
        submit={() =>
          refused('That password isn’t right.', { code: 'password-wrong', errors: { secret: ['It does not match.'] } })
        }
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await expect.poll(() => screen.getByLabelText('Secret').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says in general that something is wrong only where no field says what', async () => {
    render(<Example submit={() => refused('Values.', { code: 'request-invalid', errors: { name: ['Missing.'] } })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Missing.');
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    render(<Example submit={() => refused('Values.', { code: 'request-invalid', errors: { other: ['Missing.'] } })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Values.');
  });

  it('shows a password, and what the checkbox says only when it is checked', async () => {
    const sent: FormValues[] = [];
    render(
      <Example
        submit={(values) => {
          sent.push(values);
          return Promise.resolve();
        }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByLabelText('Secret').getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByLabelText('Keep'));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual([{ name: '', secret: '', keep: 'on' }]);
  });
});
