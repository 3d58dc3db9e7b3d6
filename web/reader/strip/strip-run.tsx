import type { ComponentProps } from 'react';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { StripView } from './strip-view.tsx';
import { useChapterAppend } from './use-chapter-append.ts';

interface Props extends Omit<ComponentProps<typeof StripView>, 'run'> {
  data: ChapterData;
}

/** The strip of a chapter, which goes on into those beside it where the reader wants that. */
export function StripRun({ data, ...props }: Props) {
  const run = useChapterAppend(data, { on: props.settings.endless, page: props.position.page });
  return <StripView run={run} {...props} />;
}
