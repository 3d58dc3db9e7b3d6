import { isProblem } from '#contract/problems.ts';
import { DEFAULT_LOCALE } from '#contract/locales.ts';
import { readConfig, terminalLocale, type Config } from './config/config.ts';
import { ConfigError, describeConfigError } from './config/errors.ts';
import { localeOr, translate } from './i18n/translate.ts';
import { problemSentence } from './cli/problem-sentence.ts';
import type { Terminal } from './cli/terminal.ts';
import { VERSION } from './version.ts';

/** Exit statuses of BSD's sysexits: wrong usage, wrong configuration. */
const USAGE = 64;
const MISCONFIGURED = 78;

process.exitCode = await main(process.argv.slice(2));

/** Runs the command that the arguments name; the exit status. */
async function main(args: readonly string[]): Promise<number> {
  const locale = localeOr(terminalLocale(), DEFAULT_LOCALE);
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(describeConfigError(error, locale));
    return MISCONFIGURED;
  }
  const terminal: Terminal = {
    out: process.stdout,
    err: process.stderr,
    interactive: process.stderr.isTTY,
    say: (key, values) => translate(locale, key, values),
  };
  // Nothing is loaded before it is known to be needed: commands bring the whole server.
  const { readArguments } = await import('./cli/arguments.ts');
  const command = readArguments(args);
  if ('wrong' in command) {
    console.error(terminal.say(`cli.usage.${command.wrong}`, command.values));
    return USAGE;
  }
  if (command.command === 'help') {
    console.log(terminal.say('cli.help'));
    return 0;
  }
  try {
    switch (command.command) {
      case 'blocklist': {
        const { importListCommand } = await import('./cli/blocklist.ts');
        return await importListCommand(config, terminal, command);
      }
      case 'audit': {
        const { verifyAuditCommand } = await import('./cli/audit.ts');
        return await verifyAuditCommand(config, terminal);
      }
      case 'sign-in': {
        const { signInCommand } = await import('./cli/sign-in.ts');
        return await signInCommand(config, terminal, command.name);
      }
      case 'import': {
        const { importCommand } = await import('./cli/import.ts');
        return await importCommand(config, terminal, command);
      }
      case 'backup': {
        const { backupCommand } = await import('./cli/backup.ts');
        return await backupCommand(config, terminal, command);
      }
      case 'backups': {
        const { listBackupsCommand } = await import('./cli/backup.ts');
        return await listBackupsCommand(config, terminal, command);
      }
      case 'verify': {
        const { verifyBackupCommand } = await import('./cli/backup.ts');
        return await verifyBackupCommand(config, terminal, command);
      }
      case 'check': {
        const { checkCommand } = await import('./cli/check.ts');
        return await checkCommand(config, terminal, command);
      }
      case 'move': {
        const { moveCommand } = await import('./cli/move.ts');
        return await moveCommand(config, terminal, command);
      }
      case 'restore': {
        const { restoreCommand } = await import('./cli/backup.ts');
        return await restoreCommand(config, terminal, command);
      }
      case 'users': {
        const { usersCommand } = await import('./cli/users.ts');
        return await usersCommand(config, { ...terminal, input: process.stdin }, command);
      }
      case 'roles': {
        const { rolesCommand } = await import('./cli/users.ts');
        return rolesCommand(terminal, command);
      }
      case 'migrate': {
        const { migrateCommand } = await import('./cli/migrate.ts');
        return await migrateCommand(config, terminal);
      }
    }
  } catch (error) {
    if (isProblem(error)) {
      console.error(problemSentence(terminal.say, error));
      return MISCONFIGURED;
    }
    console.error(error);
    if (config.errorReports !== null) {
      const { createErrorReports, failure } = await import('./error-reports/error-reports.ts');
      const reports = createErrorReports(config.errorReports, VERSION);
      reports.report(failure(error, `command ${command.command} failed`));
      await reports.close();
    }
    return 1;
  }
}
