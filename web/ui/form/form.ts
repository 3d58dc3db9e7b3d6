import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isChunkFailure, isMissingChunk } from '#web/platform/api/failures.ts';

/** The values of a form: the value of each field that has a name; a checkbox is there (`on`) only when it is checked. */
export type FormValues = Record<string, string>;

/** A form and what came of sending it. */
export interface Form {
  /** Spread on the `<form>`. The API checks what was entered, so the browser does not; nor does it put it into the address where scripts are off. */
  props: {
    method: 'post';
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    noValidate: true;
    'aria-busy': boolean;
  };
  /** The errors of each field, as sentences, until the field is changed. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** The message of the API about a refusal; null where there was none, or where the fields say all of it. */
  message: string | null;
  /** The error thrown last, for its code; null where nothing was. */
  failure: unknown;
  busy: boolean;
}

/** Refusals that say no more than what stands at the field. */
const SAID_BY_FIELDS: ReadonlySet<string> = new Set(['request-invalid', 'password-wrong']);

/**
 * Sends a form by `submit`, never twice at once. What `submit` throws is shown: its `message`, and by field what its
 * `body.errors` says (an `ApiFailure` has both); the focus then moves to the first field that is wrong.
 */
export function useForm(submit: (values: FormValues, form: HTMLFormElement) => Promise<unknown>): Form {
  const [state, setState] = useState<Pick<Form, 'errors' | 'message' | 'failure' | 'busy'>>({
    errors: {},
    message: null,
    failure: null,
    busy: false,
  });
  const sending = useRef<HTMLFormElement>(null);
  const sent = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.failure !== null) {
      sent.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [state.failure]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending.current) return;
    sending.current = sent.current = form;
    const values: FormValues = {};
    for (const [name, value] of new FormData(form, findSubmitter(event))) {
      if (typeof value === 'string') {
        values[name] = value;
      }
    }
    setState((before) => ({ ...before, busy: true }));
    submit(values, form)
      .then(
        () => setState({ errors: {}, message: null, failure: null, busy: false }),
        (failure: unknown) => {
          const { message, body } = (isChunkFailure(failure) ? { message: isMissingChunk() } : failure) as {
            message: string;
            body?: { code?: string; message?: string; errors?: Form['errors'] } | null;
          };
          const errors = body?.errors ?? {};
          // That something is wrong says less than what is wrong, where that stands at its field; and nothing is said twice.
          const shown = Object.keys(errors).some((name) => form.elements.namedItem(name) !== null);
          const rest = shown ? (body?.message ?? message) : message;
          setState({
            errors,
            message: shown && SAID_BY_FIELDS.has(body?.code ?? '') ? null : rest,
            failure,
            busy: false,
          });
        },
      )
      .finally(() => {
        sending.current = null;
      });
  };
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    setState((before) => {
      if (!(name in before.errors)) return before;
      const { [name]: _gone, ...errors } = before.errors;
      return { ...before, errors };
    });
  };
  return { ...state, props: { method: 'post', onSubmit, onInput, noValidate: true, 'aria-busy': state.busy } };
}

function findSubmitter(event: FormEvent<HTMLFormElement>): HTMLElement | null {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name !== '' ? submitter : null;
}
