import type { ReactNode } from 'react';
import {
  findLink,
  LINK_SERVICES,
  MAX_LINK_LETTERS,
  serviceName,
  type LinkIds,
  type LinkService,
} from '#contract/links.ts';
import { EditorField } from './editor-field.tsx';

interface Props {
  ids: LinkIds;
  lock: ReactNode;
  errorFor: (service: LinkService) => readonly string[] | undefined;
  onChange: (ids: LinkIds) => void;
}

/** The ids by which other sites know a comic. The address of a work there becomes its id, whichever site's field it is put into. */
export function LinkFields({ ids, lock, errorFor, onChange }: Props) {
  const write = (service: LinkService, text: string) => {
    const { [service]: _former, ...others } = ids;
    const found = findLink(text);
    onChange(found ? { ...others, [found.service]: found.id } : text === '' ? others : { ...others, [service]: text });
  };
  return (
    <>
      <div className="row row--end">{lock}</div>
      <div className="link-fields">
        {LINK_SERVICES.map((service) => (
          <EditorField key={service} label={serviceName(service)} error={errorFor(service)}>
            {(wiring) => (
              <input
                className="input"
                {...wiring}
                value={ids[service] ?? ''}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                maxLength={MAX_LINK_LETTERS}
                onChange={({ currentTarget }) => write(service, currentTarget.value)}
              />
            )}
          </EditorField>
        ))}
      </div>
    </>
  );
}
