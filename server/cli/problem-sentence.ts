import type { Problem } from '#contract/problems.ts';
import type { Terminal } from './terminal.ts';

/** A failure as a sentence, in the person's language, with a line for each field that is wrong. */
export function problemSentence(say: Terminal['say'], { code, params, fields }: Problem): string {
  const wrong = Object.entries(fields ?? {}).map(
    ([field, [first]]) =>
      `\n${field}: ${say(`problem.field.${first?.rule ?? 'invalid'}`, { field, ...first?.params })}`,
  );
  return say(`problem.${code}`, params) + wrong.join('');
}
