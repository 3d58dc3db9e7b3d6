import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import type { KindPath, Term, TermRef } from '#contract/taxonomy.ts';
import type { Page } from '#contract/paging.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet } from '#web/platform/api/api.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/chip.css';
import '#web/ui/form/field.css';
import './term-picker.css';

/** A term as it is picked; `color` of a tag, `comics_count` where it is known. */
export type PickedTerm = TermRef & Partial<Pick<Term, 'color' | 'comics_count'>>;

interface Props {
  /** Whose terms these are: `tags`. */
  path: KindPath;
  label: string;
  /** Stands beside the label. */
  beside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  value: readonly PickedTerm[];
  onChange: (value: readonly PickedTerm[]) => void;
  /** At most one: another takes its place. */
  single?: boolean;
  disabled?: boolean;
  /** Makes a term with this name, where there is none; null where that was refused. Without it there is nothing to create. */
  onCreate?: (name: string) => Promise<PickedTerm | null>;
  /** Answers the terms a text means, the best first; without it those that readers find. */
  find?: (text: string, signal: AbortSignal) => Promise<readonly PickedTerm[]>;
}

/** How long typing rests before terms are looked for, in ms. */
const REST = 150;
/** Terms that are offered at once. */
const OFFERED = 12;

/** Chooses terms of a kind by typing: the arrow keys and Enter pick, Backspace in the empty field takes the last away. */
export function TermPicker({
  path,
  label,
  beside,
  hint,
  error,
  value,
  onChange,
  single = false,
  disabled = false,
  onCreate,
  find,
}: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { found, failed, isFresh } = useFound(path, text, open, find);
  const wanted = text.trim();
  const offers = found?.filter((term) => !value.some((each) => each.id === term.id)) ?? [];
  const isNew =
    onCreate !== undefined &&
    found !== null &&
    wanted !== '' &&
    ![...found, ...value].some(({ name }) => name.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const count = offers.length + (isNew ? 1 : 0);
  const current = Math.min(at, count - 1);

  const take = (term: PickedTerm) => {
    onChange(single ? [term] : [...value, term]);
    announce(t('admin.pick.added', { name: term.name }));
    setText('');
    setAt(0);
    // The content below the field can be reached again; typing and the arrow keys open the list anew.
    setOpen(false);
  };
  const create = async () => {
    const made = await onCreate!(wanted);
    if (made) {
      take(made);
    }
  };
  const choose = (index: number) => {
    const term = offers[index];
    if (term) {
      take(term);
    } else if (isNew) {
      void create();
    }
  };
  const remove = (term: PickedTerm) => {
    onChange(value.filter((each) => each.id !== term.id));
    announce(t('admin.pick.removed', { name: term.name }));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (open && count > 0) {
        setAt((current + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
      }
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      // The list may still be that of an earlier text.
      if (count > 0 && isFresh) {
        choose(current);
      }
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      remove(value.at(-1)!);
    }
  };
  return (
    <div className="field term-picker">
      <div className="row row--between">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {beside}
      </div>
      {value.length === 0 ? null : (
        <ul className="chips" aria-label={label}>
          {value.map((term) => (
            <li
              key={term.id}
              className={term.color === undefined ? 'chip' : 'chip chip--tag'}
              style={term.color ? ({ '--tag': term.color } as CSSProperties) : undefined}
            >
              <span>
                <bdi>{term.name}</bdi>
              </span>
              {disabled ? null : (
                <button
                  type="button"
                  className="chip__x"
                  aria-label={t('latest.chip.remove', { name: term.name })}
                  onClick={() => remove(term)}
                >
                  <Icon name="x" className="icon--s" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div
        className="term-picker__box"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) {
            setOpen(false);
          }
        }}
      >
        <input
          ref={input}
          id={id}
          className="input"
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          disabled={disabled}
          value={text}
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open && count > 0 ? `${id}-${current}` : undefined}
          aria-describedby={[hint ? `${id}-hint` : '', error ? `${id}-error` : ''].join(' ').trim() || undefined}
          aria-invalid={error ? true : undefined}
          placeholder={t('admin.pick.type')}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {open && (count > 0 || failed || (found !== null && wanted !== '')) ? (
          <div className="term-picker__list">
            {count === 0 ? (
              <p className="term-picker__note" role="status">
                {failed ? t('latest.filters.failed') : t('admin.pick.none')}
              </p>
            ) : null}
            <div id={`${id}-list`} className="term-picker__offers" role="listbox" aria-label={label}>
              {offers.map((term, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
                <div
                  key={term.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  className="term-picker__offer"
                  aria-selected={index === current}
                  onPointerDown={hold}
                  onClick={() => choose(index)}
                  onPointerMove={() => setAt(index)}
                >
                  {term.color ? <i className="dot" style={{ '--tag': term.color } as CSSProperties} /> : null}
                  <bdi>{term.name}</bdi>
                  {term.comics_count === undefined ? null : (
                    <span className="chip__n">{formatNumber(locale, term.comics_count)}</span>
                  )}
                </div>
              ))}
              {isNew ? (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
                <div
                  id={`${id}-${offers.length}`}
                  role="option"
                  tabIndex={-1}
                  className="term-picker__offer"
                  aria-selected={current === offers.length}
                  onPointerDown={hold}
                  onClick={() => choose(offers.length)}
                  onPointerMove={() => setAt(offers.length)}
                >
                  <Icon name="plus" />
                  <span>{t('admin.pick.create', { name: wanted })}</span>
                </div>
              ) : null}
            </div>
          </div>
        ) : null}
      </div>
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" className="icon--s" />
          <span>{error}</span>
        </p>
      ) : null}
      {hint ? (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** The field keeps the focus while a choice is pressed. */
function hold(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

/** The terms a text means; null before the first answer. */
function useFound(path: KindPath, text: string, open: boolean, find: Props['find']) {
  const [answer, setAnswer] = useState<{ found: readonly PickedTerm[] | null; failed: boolean; q: string }>({
    found: null,
    failed: false,
    q: '',
  });
  useEffect(() => {
    if (!open) return;
    const leaving = new AbortController();
    const q = text.trim();
    const look = () => {
      const answer =
        find?.(q, leaving.signal) ??
        apiGet<Page<Term>>(`/${path}`, { params: { q, per_page: OFFERED }, signal: leaving.signal }).then(
          ({ data }) => data,
        );
      answer.then(
        (terms) => {
          if (!leaving.signal.aborted) {
            setAnswer({ found: terms.slice(0, OFFERED), failed: false, q });
          }
        },
        () => {
          if (!leaving.signal.aborted) {
            setAnswer({ found: null, failed: true, q });
          }
        },
      );
    };
    const rest = setTimeout(look, answer.found === null ? 0 : REST);
    return () => {
      clearTimeout(rest);
      leaving.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- asked for once for each text; an answer asks for nothing
  }, [path, text, open]);
  return { ...answer, isFresh: answer.q === text.trim() };
}
