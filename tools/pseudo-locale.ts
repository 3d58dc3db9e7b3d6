import type compile from 'icu-minify/compile';

type CompiledMessage = ReturnType<typeof compile>;

const PLAIN = 'AaCcDdEeGgHhIiLlNnOoRrSsTtUuYyZz';
const MARKED = 'ÅåÇçĐđÉéĜĝĤĥÎîŁłÑñÖöŘřŠšŢţÛûÝýŽž';
/** How much longer than in English the longest of our languages says most things. */
const LONGER = 0.4;

/**
 * A compiled message in a language that nobody speaks: still readable, every letter marked and the whole longer, so that
 * words that never were messages, and boxes too small for other languages, are seen at once. Placeholders stay as they are.
 */
export function inPseudoLocale(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return marked(message);
  return (message as unknown[]).map((node) => {
    if (typeof node === 'string') return marked(node);
    if (!Array.isArray(node)) return node;
    const [name, kind, options, ...more] = node as [string, unknown, unknown, ...unknown[]];
    const isChoice = typeof options === 'object' && options !== null && (kind === 1 || kind === 2 || kind === 3);
    if (!isChoice) return node;
    return [
      name,
      kind,
      Object.fromEntries(
        Object.entries(options).map(([form, branch]) => [form, inPseudoLocale(branch as CompiledMessage)]),
      ),
      ...more,
    ];
  }) as CompiledMessage;
}

function marked(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // In words of eight, as lines break in languages.
  const longer = '·'
    .repeat(Math.ceil(letters * LONGER))
    .replaceAll('········', '········ ')
    .trimEnd();
  return text
    .replace(/[A-Za-z]/g, (letter) => MARKED[PLAIN.indexOf(letter)] ?? letter)
    .replace(/\S(?=\s*$)/, (last) => `${last}${longer}`);
}
