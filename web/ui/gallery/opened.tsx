import { useState } from 'react';
import { Button } from '#web/ui/basic/button.tsx';
import { ChoiceMenu } from '#web/ui/overlay/choice-menu.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';

/** Everything that opens over the page. */
export function Opened() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'confirm' | null>(null);
  const [choice, setChoice] = useState<'one' | 'two'>('one');
  const close = () => setOpen(null);
  return (
    <div className="row">
      {(['dialog', 'sheet', 'confirm'] as const).map((each) => (
        <Button key={each} onClick={() => setOpen(each)}>
          {each}
        </Button>
      ))}
      <Button
        onClick={() => showToast({ text: 'done', closeLabel: 'close', action: { label: 'undo', run: () => {} } })}
      >
        toast
      </Button>
      <Button onClick={() => showToast({ text: 'failed', closeLabel: 'close', kind: 'bad' })}>toast, bad</Button>
      <Menu summary="menu" look="btn">
        <a href="#dev-panel" aria-current="true">
          current
          <Icon name="check" className="icon--check" />
        </a>
        <a href="#dev-panel">other</a>
      </Menu>
      <Menu summary="menu, upwards from the end" look="btn" up end>
        <a href="#dev-panel">one</a>
        <button type="button">two</button>
      </Menu>
      <ChoiceMenu
        look="btn btn--icon"
        label="choice menu"
        icon="grid"
        value={choice}
        choices={[
          { value: 'one', icon: 'grid', label: 'one' },
          { value: 'two', icon: 'menu', label: 'two' },
        ]}
        onChoose={setChoice}
      />
      <Pill label="pill" closeLabel="close">
        content
      </Pill>
      <Pill label="pill" count="3" closeLabel="close">
        content
      </Pill>
      <Dialog open={open === 'dialog'} onClose={close} title="dialog" closeLabel="close">
        <p>content</p>
      </Dialog>
      <Sheet open={open === 'sheet'} onClose={close} title="sheet" closeLabel="close" head={null}>
        <p>content</p>
      </Sheet>
      <Confirm
        open={open === 'confirm'}
        onClose={close}
        title="confirm"
        text="what will happen"
        action="do it"
        cancelLabel="cancel"
        closeLabel="close"
        onConfirm={() => Promise.reject(new Error('It failed.'))}
      />
    </div>
  );
}
