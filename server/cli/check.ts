import type { Config } from '#server/config/config.ts';
import { checkSite, type Findings, type Flaw } from '../features/backups/checking.ts';
import { askRunningSite } from './ask-copy.ts';
import { FLAWED, stoppable } from './backup.ts';
import type { Terminal } from './terminal.ts';
import { megabytes } from './transfer-progress.ts';

/** Compares stores and database, and says what is lost, damaged and nobody's. The exit status. Throws what checking throws. */
export async function checkCommand(
  config: Config,
  terminal: Terminal,
  { json, ...asked }: { deep: boolean; mendFrom: string | null; removeUnowned: boolean; json: boolean },
): Promise<number> {
  const { say, out } = terminal;
  const write = (line: string) => out.write(`${line}\n`);
  return stoppable(terminal, async (watched) => {
    const onFlaw = (flaw: Flaw) => {
      const { hash, how, mended, comics } = flaw;
      write(
        json
          ? JSON.stringify(flaw)
          : `${say(`cli.check.${mended ? 'mended' : how}`, { hash })}${comics.length === 0 ? '' : ` · ${comics.join(', ')}`}`,
      );
    };
    const found = await checkSite(config, { ...asked, askSite: () => askRunningSite(config.dataDir), onFlaw }, watched);
    for (const line of json ? [JSON.stringify(found)] : describe(terminal, found)) {
      write(line);
    }
    return found.flaws > found.mended ? FLAWED : 0;
  });
}

function describe({ say }: Terminal, { pictures, bytes, flaws, mended, unowned, removed }: Findings): string[] {
  return [
    say('cli.check.done', { pictures, size: megabytes(bytes), flaws, mended }),
    ...(unowned.count === 0
      ? []
      : [say('cli.check.unowned', { count: unowned.count, size: megabytes(unowned.bytes) })]),
    ...(removed.count === 0
      ? []
      : [say('cli.check.removed', { count: removed.count, size: megabytes(removed.bytes) })]),
  ];
}
