import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportReport } from '#contract/imports.ts';
import { startProgram, type Program } from './process.ts';

/** Processes of the product on a data folder of their own. */
export interface SiteProcesses {
  /** The folder that paths are relative to. */
  folder: string;
  /** The data folder, which does not exist before a process makes it; a test may choose another. */
  data: string;
  /** Starts with what every test has; `env` wins. */
  start(env?: Record<string, string>, file?: string, args?: string[]): Program;
  /** Runs the command `import`; answers its exit status and its report. */
  importing(paths: string[], env?: Record<string, string>): Promise<{ status: number | null; report: ImportReport }>;
  /** Kills what still runs. */
  kill(): void;
  /** Kills what still runs and leaves nothing behind. */
  clear(): Promise<void>;
}

/** The site as built, as `npm test` has it; where nothing is built, the one that is worked on. */
const built = existsSync(join(import.meta.dirname, '..', '..', 'build', 'client', 'index.html'));

export function startedSite(): SiteProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-main-'));
  const running = new Set<Program>();
  const site: SiteProcesses = {
    folder,
    data: join(folder, 'data'),
    start(env = {}, file = 'main.ts', args = []) {
      const common = {
        KOMAWARI_DATA: site.data,
        KOMAWARI_DEMO: 'off',
        KOMAWARI_IMAGE_PROCESSES: '1',
        PORT: '0',
        HOST: '127.0.0.1',
        LANG: 'en_US.UTF-8',
        LOG_LEVEL: 'error',
        NODE_ENV: built ? 'production' : 'development',
      };
      const program = startProgram(file, { args, folder, env: { ...common, ...env } });
      running.add(program);
      return program;
    },
    async importing(paths, env) {
      const program = site.start(env, 'cli.ts', ['import', ...paths, '--publish', '--json', '--rating', 'safe']);
      const status = await program.ended;
      return { status, report: ImportReport.parse(JSON.parse(program.out().trimEnd().split('\n').at(-1) ?? '')) };
    },
    kill() {
      for (const program of running) {
        program.kill('SIGKILL');
      }
    },
    async clear() {
      site.kill();
      for (const program of running) {
        await program.ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return site;
}

/** The address of a site, once it is ready. */
export async function ready(program: Program): Promise<string> {
  const [, url = ''] = await program.until(/ready at (http:\/\/127\.0\.0\.1:\d+)/);
  return url;
}

/** The titles of the comics it lists. */
export async function titlesAt(url: string): Promise<string[]> {
  return ((await (await fetch(`${url}/api/comics`)).json()) as { data: { title: string }[] }).data.map(
    ({ title }) => title,
  );
}
