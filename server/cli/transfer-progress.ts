import type { Terminal } from './terminal.ts';

/** Milliseconds between two progress lines: on a screen they are written over one another, in a file they add up. */
const EVERY = { screen: 200, file: 5000 };
const CLEAR = '\r\x1b[K';

/** Says how far pictures have come, now and then; `end` clears the line. */
export function transferProgress({ err, interactive, say }: Terminal): {
  onProgress(progress: { pictures: number; bytes: number }): void;
  end(): void;
} {
  let shown = interactive ? -Infinity : performance.now();
  return {
    onProgress({ pictures, bytes }) {
      const now = performance.now();
      if (now - shown < (interactive ? EVERY.screen : EVERY.file)) return;
      shown = now;
      const text = say('cli.backup.progress', { pictures, size: megabytes(bytes) });
      err.write(interactive ? `${CLEAR}${text}` : `${text}\n`);
    },
    end() {
      if (interactive) {
        err.write(CLEAR);
      }
    },
  };
}

/** Bytes as the messages of commands say them: megabytes of 2²⁰ bytes, to a tenth. */
export function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 ** 2) * 10) / 10;
}
