import type { ImportProgress } from '#contract/imports.ts';
import type { Source } from '#server/features/intake/public/sources.ts';

/** Counts what is done of a run. */
export interface Counter {
  /** Of a file, `done` pages of `all` are done. */
  page(source: Source, done: number, all: number): void;
  /** A file is done, whatever became of it. */
  file(source: Source): void;
}

/** Makes the counter of a run over these sources; it tells how far the run is after every page and file. */
export function createCounter(sources: readonly Source[], report: (progress: ImportProgress) => void): Counter {
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0) || 1;
  const open = new Map<Source, { pages: number; part: number }>();
  let [filesDone, bytesDone, pagesDone] = [0, 0, 0];
  function say(): void {
    const begun = [...open].reduce((sum, [source, { part }]) => sum + source.bytes * part, 0);
    report({ files: sources.length, filesDone, pagesDone, part: Math.min(1, (bytesDone + begun) / bytes) });
  }
  return {
    page(source, done, all) {
      pagesDone += done - (open.get(source)?.pages ?? 0);
      open.set(source, { pages: done, part: all === 0 ? 0 : done / all });
      say();
    },
    file(source) {
      filesDone += 1;
      bytesDone += source.bytes;
      open.delete(source);
      say();
    },
  };
}
