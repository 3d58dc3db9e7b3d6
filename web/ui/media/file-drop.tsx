import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '#web/ui/basic/button.tsx';
import { filesFromInput, filesFromDrop, type PickedFile } from './picked-files.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import './file-drop.css';

interface Props {
  title: string;
  /** The label of the button for files, and the one for a whole folder; without it there is none. */
  chooseFiles: string;
  chooseFolder?: string;
  /** Endings the browser's own list shows first, as an `accept` attribute; everything may be dropped. */
  accept?: string;
  /** Nothing is taken; the buttons say so. */
  full?: boolean;
  onFiles: (files: PickedFile[]) => void;
  /** The content between the title and the buttons. */
  children?: ReactNode;
}

/** An attribute React has no type for: the browser's own choice of a folder. */
const FOLDERS: object = { webkitdirectory: '' };

/** Takes files and folders, many at once: dropped on it, or chosen by its buttons. */
export function Drop({ title, chooseFiles, chooseFolder, accept, full = false, onFiles, children }: Props) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const taken = (list: PickedFile[]) => {
    if (list.length > 0 && !full) {
      onFiles(list);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesFromDrop(event.dataTransfer).then(taken);
  };
  const input = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      taken(filesFromInput(currentTarget.files));
      currentTarget.value = '';
    },
  } as const;
  const disabled = full || undefined;
  return (
    <div
      className={over && !full ? 'file-drop is-over' : 'file-drop'}
      onDrop={onDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) {
          setOver(false);
        }
      }}
    >
      <Icon name="upload" />
      <b>{title}</b>
      {children}
      <div className="row">
        <Button
          aria-disabled={disabled}
          onClick={() => {
            if (!full) {
              files.current?.click();
            }
          }}
        >
          {chooseFiles}
        </Button>
        {chooseFolder === undefined ? null : (
          <Button
            aria-disabled={disabled}
            onClick={() => {
              if (!full) {
                folder.current?.click();
              }
            }}
          >
            {chooseFolder}
          </Button>
        )}
      </div>
      <input ref={files} aria-label={chooseFiles} accept={accept} {...input} />
      {chooseFolder === undefined ? null : <input ref={folder} aria-label={chooseFolder} {...FOLDERS} {...input} />}
    </div>
  );
}
