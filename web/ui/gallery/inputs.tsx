import { useCallback, useState } from 'react';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Drop } from '#web/ui/media/file-drop.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { ChoiceRow, type MultiSelect, type Selection } from '#web/ui/filter/choice-row.tsx';
import { Multi } from '#web/ui/filter/multi-select.tsx';
import { Range } from '#web/ui/choice/range.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { SwitchButton, SwitchField } from '#web/ui/choice/switch.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
const CHOICES = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
  { value: 'c', label: LONG },
] as const;

const TERMS: readonly MultiSelect[] = [
  { value: '1', name: 'Storm', count: '12', color: '#3a6ea5' },
  { value: '2', name: 'روبوت', count: '3', color: null },
  { value: '3', name: 'Deutsch', icon: 'de' },
  { value: '4', name: LONG, count: '1,000' },
];
const BOXES = { in: (name: string) => `with ${name}`, out: (name: string) => `without ${name}` };

/** Everything that is pressed, in every state; `is-focus` draws the focus as keys do. */
export function Buttons() {
  const looks = [[], ['primary'], ['ghost'], ['danger'], ['lg'], ['primary', 'lg']] as const;
  return (
    <>
      {looks.map((look) => (
        <div className="row" key={look.join()}>
          <Button look={look}>{look.join(' ') || 'button'}</Button>
          <Button look={look} className="is-focus">
            focus
          </Button>
          <Button look={look} disabled>
            disabled
          </Button>
          <Button look={look} aria-pressed>
            pressed
          </Button>
          <Button look={look}>
            <Icon name="heart" />
            icon
          </Button>
          <ButtonLink look={look} to="">
            link
          </ButtonLink>
        </div>
      ))}
      <div className="row">
        <Button look={['icon']} aria-label="icon">
          <Icon name="x" />
        </Button>
        <Button look={['ghost', 'icon']} aria-label="icon">
          <Icon name="more" />
        </Button>
        <SubmitButton busy={false}>submit</SubmitButton>
        <SubmitButton busy>busy</SubmitButton>
      </div>
      <Button look={['wide']}>wide {LONG}</Button>
    </>
  );
}

/** Everything that is filled in or chosen. */
export function Inputs() {
  const [on, setOn] = useState(true);
  const [share, setShare] = useState(40);
  const [value, setValue] = useState<(typeof CHOICES)[number]['value']>('a');
  return (
    <>
      <Field label="Empty" name="empty" placeholder="placeholder" />
      <Field label="With a hint" name="hint" defaultValue="value" hint="hint" />
      <Field label="Wrong" name="wrong" defaultValue="value" error={['What is wrong', LONG]} />
      <Field
        label="Secret"
        name="secret"
        type="password"
        defaultValue="secret"
        reveal={{ show: 'show', hide: 'hide' }}
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" />
      <Field label="Disabled" name="off" defaultValue="value" disabled />
      <TextArea label="Text" name="text" defaultValue={'One line\nنص عربي\n中文'} />
      <SearchField name="q" value="" label="search" submitLabel="search" />
      <Select name="select" label="select" value={value} choices={CHOICES} onChange={setValue} />
      <Segmented label="segmented" value={value} choices={CHOICES} onChange={setValue} />
      <Segmented label="segmented fill" fill value={value} choices={CHOICES.slice(0, 2)} onChange={setValue} />
      <Segmented label="segmented rows" rows value={value} choices={CHOICES} onChange={setValue} />
      <Check name="check" value="1" checked={false}>
        check
      </Check>
      <Check name="check" value="2" checked>
        checked {LONG}
      </Check>
      <SwitchField name="switch" on>
        switch field
      </SwitchField>
      <SwitchField name="switch" on={false}>
        switch field, off
      </SwitchField>
      <div className="row">
        <SwitchButton name="press" value="1" checked>
          switch button
        </SwitchButton>
        <SwitchButton name="press" value="2" checked={false} row>
          switch button in a row
        </SwitchButton>
      </div>
      <Toggle on={on} onChange={setOn}>
        toggle
      </Toggle>
      <Toggle on={!on} onChange={(next) => setOn(!next)}>
        toggle, the other way
      </Toggle>
      <Range label="range" value={share} min={0} max={100} text={`${share} %`} onChange={setShare} />
      <Choosing />
      <ChoiceRow {...TERMS[0]!} picked="in" names={{ in: 'with', out: 'without' }} labels={BOXES} />
      <Multi
        label="multi, empty"
        names={{ in: 'with', out: 'without' }}
        labels={BOXES}
        choices={[]}
        picks={[]}
        onPick={() => {}}
        removeLabel={(name) => `remove ${name}`}
        chosenLabel="chosen"
        find={null}
        keys="by arrow keys"
        instead={<p className="muted">nothing fits</p>}
        foot={null}
      />
      <Drop title="drop" chooseFiles="files" chooseFolder="folder" onFiles={() => {}}>
        what may be dropped
      </Drop>
      <Drop title="drop, full" chooseFiles="files" full onFiles={() => {}} />
    </>
  );
}

/** Choices that are wanted, unwanted or left alone, with one of each. */
function Choosing() {
  const [picks, setPicks] = useState<ReadonlyMap<string, Selection>>(
    new Map([
      ['1', 'in'],
      ['2', 'out'],
    ]),
  );
  const [text, setText] = useState('');
  const pick = useCallback(
    ({ value }: MultiSelect, picked: Selection) =>
      setPicks((before) => {
        const next = new Map(before);
        if (before.get(value) === picked) {
          next.delete(value);
        } else {
          next.set(value, picked);
        }
        return next;
      }),
    [],
  );
  return (
    <Multi
      label="multi"
      names={{ in: 'with', out: 'without' }}
      labels={BOXES}
      foot={
        <button type="button" className="btn">
          act
        </button>
      }
      choices={TERMS.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))}
      picks={TERMS.flatMap((term) => {
        const picked = picks.get(term.value);
        return picked ? [{ ...term, picked }] : [];
      })}
      onPick={pick}
      removeLabel={(name) => `remove ${name}`}
      chosenLabel="chosen"
      find={{ label: 'find', value: text, onChange: setText }}
      keys="by arrow keys"
    />
  );
}
