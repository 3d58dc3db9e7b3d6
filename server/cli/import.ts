import { resolve } from 'node:path';
import { isProblem } from '#contract/problems.ts';
import type { ImportRequest } from '#contract/imports.ts';
import type { Config } from '#server/config/config.ts';
import { openDeps, type Deps } from '../deps.ts';
import type { ImportListener } from '../features/imports/imports.ts';
import { applySettings } from '../features/site-settings/following.ts';
import { createLog } from '../log.ts';
import { buildImports } from '../worker.ts';
import { askServer } from './ask-server.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { STOPPED, stoppingSignal } from './stopping.ts';
import type { Terminal } from './terminal.ts';

/** Exit statuses: all is well, something was refused or not published. */
const DONE = 0;
const REFUSED = 2;

/**
 * Imports paths and says on the way and at the end what became of them: in this process, or, when the site is running
 * on the embedded database, in the site's. The exit status.
 *
 * @throws Problem `database-unavailable`, and `data-in-use` when the process that has the data does not answer.
 */
export async function importCommand(
  config: Config,
  terminal: Terminal,
  asked: { request: ImportRequest; json: boolean },
): Promise<number> {
  const stopping = stoppingSignal();
  const reporter = createReporter(terminal, asked);
  const complete = await run(config, terminal, asked.request, reporter, stopping);
  const stopped = stopping.aborted;
  const report = reporter.end({ stopped, lost: !complete });
  const isHeld = [...report.imported, ...report.unchanged].some(({ held }) => held);
  return stopped ? STOPPED : report.refused.length > 0 || isHeld || !complete ? REFUSED : DONE;
}

/** Whether everything was tried: false when the server went away before it was done. */
async function run(
  config: Config,
  { err, say }: Terminal,
  request: ImportRequest,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<boolean> {
  let deps: Deps;
  try {
    deps = await openDeps(config, createLog('error'));
  } catch (error) {
    if (!isProblem(error) || error.code !== 'data-in-use') throw error;
    const paths = request.paths.map((path) => resolve(path));
    const answer = askServer(
      config.dataDir,
      { ...request, paths },
      withGivenNames(reporter, request.paths, paths),
      signal,
    );
    answer.accepted.then(
      (accepted) => {
        if (accepted) {
          err.write(`${say('cli.import.through-server')}\n`);
        }
      },
      () => {},
    );
    if (!(await answer.accepted)) throw error;
    return answer.done;
  }
  try {
    await applySettings(deps);
    const imports = buildImports(deps);
    reporter.begin();
    await imports.run(request, reporter, signal);
    if (!signal.aborted) {
      await imports.resume(reporter, signal);
    }
    return true;
  } finally {
    await deps.close();
  }
}

/** The server is told absolute paths; the person hears of files as they named them. */
function withGivenNames(listener: ImportListener, given: readonly string[], asked: readonly string[]): ImportListener {
  const named = (file: string) => {
    const at = asked.findIndex((path) => file === path || file.startsWith(`${path}/`) || file.startsWith(`${path}\\`));
    return at < 0 ? file : `${given[at]?.replace(/(?<![/\\])[/\\]+$/, '')}${file.slice(asked[at]?.length)}`;
  };
  return {
    onProgress: (progress) => listener.onProgress(progress),
    onOutcome: (outcome) => listener.onOutcome({ ...outcome, file: named(outcome.file) }),
  };
}
