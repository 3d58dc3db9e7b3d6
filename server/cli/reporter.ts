import type { ImportOutcome, ImportProgress, ImportReport, ImportRequest } from '#contract/imports.ts';
import type { ImportListener } from '../features/imports/imports.ts';
import type { Terminal } from './terminal.ts';

/** Tells a person what happens, and collects what became of every file. */
export interface Reporter extends ImportListener {
  /** Starts the clock: everything is open, work begins. */
  begin(): void;
  /** Says the last word. `lost`: the server went away before everything was tried. */
  end(how: { stopped: boolean; lost: boolean }): ImportReport;
}

/** Milliseconds between two progress lines: on a screen they are written over one another, in a file they add up. */
const EVERY = { screen: 200, file: 5000 };
const CLEAR = '\r\x1b[K';

/** Makes the reporter of one run. With `json` the report is the last line of the output. */
export function createReporter(
  { out, err, interactive, say }: Terminal,
  { request, json }: { request: ImportRequest; json: boolean },
): Reporter {
  let started = performance.now();
  const report: ImportReport = { imported: [], refused: [], unchanged: [] };
  let shown = interactive ? -Infinity : started;
  let line = '';

  const seconds = () => (performance.now() - started) / 1000;
  const sentence = (told: { code: string; params: Record<string, string | number> }) =>
    say(`problem.${told.code}`, told.params);

  function print(text: string): void {
    err.write(interactive ? `${CLEAR}${text}\n${line}` : `${text}\n`);
  }

  function progressLine({ files, filesDone, pagesDone, part }: ImportProgress): string {
    const left = part > 0 ? clock((seconds() / part) * (1 - part)) : '–';
    return say('cli.import.progress', {
      files,
      filesDone,
      pages: pagesDone,
      speed: Number((pagesDone / seconds()).toFixed(1)),
      left,
    });
  }

  function listWarnings(outcome: Extract<ImportOutcome, { state: 'imported' }>) {
    return outcome.warnings.map(({ page, name, ...told }) => {
      const message =
        page === undefined
          ? sentence(told)
          : say('cli.import.page', { page, name: name ?? '', message: sentence(told) });
      print(say('cli.import.warning', { file: outcome.file, message }));
      return {
        code: told.code,
        message,
        ...(page === undefined ? {} : { page }),
        ...(name === undefined ? {} : { name }),
      };
    });
  }

  return {
    begin() {
      started = performance.now();
      shown = interactive ? -Infinity : started;
    },
    onProgress(progress) {
      const now = performance.now();
      if (now - shown < (interactive ? EVERY.screen : EVERY.file)) return;
      shown = now;
      const text = progressLine(progress);
      if (interactive) {
        err.write(`${CLEAR}${(line = text)}`);
      } else {
        print(text);
      }
    },
    onOutcome(outcome) {
      const { state, file } = outcome;
      if (state === 'unchanged') {
        report.unchanged.push({ file, slug: outcome.slug, ...(outcome.held ? { held: true } : {}) });
        if (outcome.held) {
          print(say('cli.import.warning', { file, message: say('problem.import-held') }));
        }
      }
      if (state === 'refused') {
        const message = sentence(outcome.error);
        report.refused.push({ file, error: { code: outcome.error.code, message } });
        print(say('cli.import.refused', { file, message }));
      }
      if (state === 'imported') {
        const { slug, chapter, pages, missing, held } = outcome;
        print(say('cli.import.imported', { file, slug, pages: pages - missing }));
        if (missing > 0) {
          print(say('cli.import.missing', { file, missing, pages }));
        }
        report.imported.push({
          file,
          slug,
          ...(chapter === undefined ? {} : { chapter }),
          pages,
          missing,
          ...(held ? { held } : {}),
          warnings: listWarnings(outcome),
        });
      }
    },
    end({ stopped, lost }) {
      line = '';
      const pages = report.imported.reduce((sum, each) => sum + each.pages - each.missing, 0);
      print(
        say('cli.import.summary', {
          imported: report.imported.length,
          unchanged: report.unchanged.length,
          refused: report.refused.length,
          pages,
          warnings: report.imported.reduce((sum, each) => sum + each.warnings.length, 0),
          time: clock(seconds()),
          speed: Number((pages / seconds()).toFixed(1)),
        }),
      );
      if (report.imported.length > 0 && !request.publish) {
        print(say('cli.import.drafts'));
      }
      if (stopped || lost) {
        print(say(stopped ? 'cli.import.interrupted' : 'cli.import.server-gone'));
      }
      if (json) {
        out.write(`${JSON.stringify(report)}\n`);
      }
      return report;
    },
  };
}

/** Seconds as people read them on a clock: 0:07, 12:30, 1:05:00. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
