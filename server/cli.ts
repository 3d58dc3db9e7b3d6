import { isProblem } from '#contract/problems.ts';
import { DEFAULT_LOCALE } from '#contract/locales.ts';
import { readConfig, terminalLocaleOf, type Config } from './config.ts';
import { ConfigError, sentencesOf } from './config-error.ts';
import { localeOr, say } from './words.ts';
import { verifyAuditCommand } from './cli/audit.ts';
import { importListCommand } from './cli/blocklist.ts';
import { importCommand } from './cli/import.ts';
import { migrateCommand } from './cli/migrate.ts';
import { readArguments } from './cli/arguments.ts';
import type { Terminal } from './cli/terminal.ts';

/** Exit statuses of BSD's sysexits: wrong usage, wrong configuration. */
const USAGE = 64;
const MISCONFIGURED = 78;

process.exitCode = await main(process.argv.slice(2));

/** Runs the command that the arguments name; the exit status. */
async function main(args: readonly string[]): Promise<number> {
  const locale = localeOr(terminalLocaleOf(), DEFAULT_LOCALE);
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) { throw error; }
    console.error(sentencesOf(error, locale));
    return MISCONFIGURED;
  }
  const terminal: Terminal = {
    out: process.stdout,
    err: process.stderr,
    interactive: process.stderr.isTTY,
    say: (key, values) => say(locale, key, values),
  };
  const asked = readArguments(args);
  if ('wrong' in asked) {
    console.error(terminal.say(`cli.usage.${asked.wrong}`, asked.values));
    return USAGE;
  }
  if (asked.command === 'help') {
    console.log(terminal.say('cli.help'));
    return 0;
  }
  try {
    if (asked.command === 'blocklist') { return await importListCommand(config, terminal, asked); }
    if (asked.command === 'audit') { return await verifyAuditCommand(config, terminal); }
    return asked.command === 'import' ? await importCommand(config, terminal, asked) : await migrateCommand(config, terminal);
  } catch (error) {
    console.error(isProblem(error) ? terminal.say(`problem.${error.code}`, error.params) : error);
    return isProblem(error) ? MISCONFIGURED : 1;
  }
}
