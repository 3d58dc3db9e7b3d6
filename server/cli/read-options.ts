import { parseArgs } from 'node:util';
import type { WrongArguments } from './wrong-arguments.ts';

/** The options of a command; those of the type `string` want a value. */
export type CommandOptions = Readonly<Record<string, { type: 'string' | 'boolean' }>>;

/** Reads the arguments of a command: the options by name, and the rest in their order. */
export function readOptions(
  options: CommandOptions,
  args: readonly string[],
): { given: Record<string, string | boolean | undefined>; positionals: string[] } | WrongArguments {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = values as Record<string, string | boolean | undefined>;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) return { wrong: 'unknown-option', values: { option: token.rawName } };
    if ((option.type === 'string') !== (typeof given[token.name] === 'string')) {
      return badValue(
        token.rawName,
        given[token.name],
        option.type === 'string' ? `${token.rawName}=…` : token.rawName,
      );
    }
  }
  return { given, positionals };
}

/** An option whose value cannot be used. */
export function badValue(option: string, value: unknown, expected: string): WrongArguments {
  return { wrong: 'bad-value', values: { option, value: typeof value === 'string' ? value : '', expected } };
}
