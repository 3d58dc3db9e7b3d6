/** A command line that cannot be followed: what is wrong with it, and the values of the sentence that says so. */
export interface WrongArguments {
  wrong: 'unknown-command' | 'unknown-option' | 'no-paths' | 'no-place' | 'no-name' | 'missing' | 'bad-value';
  values: Record<string, string>;
}
