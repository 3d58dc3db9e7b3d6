import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Node {
  type: string;
  kind?: string;
  negate?: boolean;
  start: number;
  end: number;
  max?: number;
  element?: Node;
  elements?: Node[];
  alternatives?: Node[];
}
interface PatternVerdict {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { type: string; degree?: number };
  attack?: { pattern: string };
  error?: { kind: string; message?: string };
}
interface Checker {
  checkSync(source: string, flags: string, options: { checker: 'automaton'; timeout: number }): PatternVerdict;
}
interface Parser {
  RegExpParser: new () => {
    parsePattern(source: string, start: number, end: number, mode: { unicode: boolean; unicodeSets: boolean }): Node;
  };
}

/** Milliseconds that one proof may take, on however busy a machine; those of plain patterns take a few. */
const PATIENCE = 600_000;
const known = new Map<string, string>();
let tools: { checkSync: Checker['checkSync']; Parser: Parser['RegExpParser'] } | null = null;

/**
 * How the time of a regular expression grows with its text: `linear` where its automaton proves that no text makes V8's
 * backtracking take longer, else what is wrong or why nothing can be said.
 *
 * Of what the proof does not know, looking around is left out and what follows made to fail always: the ways that are
 * tried are then all those of the pattern and more. What is looked for must be of limited length, so that looking costs
 * the same wherever it happens. One letter looked behind at the start is said as what stands before instead.
 */
export function measureGrowth(source: string, flags: string): string {
  const key = `${source}/${flags}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const growth = check(source, flags);
  known.set(key, growth);
  return growth;
}

function check(source: string, flags: string): string {
  const { checkSync, Parser } = opened();
  const sets = flags.includes('v');
  const unicode = sets || flags.includes('u');
  const root = new Parser().parsePattern(source, 0, source.length, { unicode, unicodeSets: sets });
  const around = lookingAround(root);
  const long = around.find((node) => nodeLength(node) === Infinity);
  if (long) return `looks for texts of any length: ${source.slice(long.start, long.end)}`;
  let plain = source;
  const first = new Set((root.alternatives ?? []).map(({ elements }) => elements?.[0]));
  for (const node of around.toReversed()) {
    plain = plain.slice(0, node.start) + replacementFor(node, source, first.has(node)) + plain.slice(node.end);
  }
  // No text of ours holds the last letter of Unicode.
  const failing = around.length === 0 ? plain : `(?:${plain})${unicode ? '\\u{10FFFF}' : '\\uFFFF'}`;
  const checked = flags.includes('y') ? `^(?:${failing})` : failing;
  const { status, complexity, attack, error } = checkSync(checked, flags.replace(/[yg]/g, '').replace('v', 'u'), {
    checker: 'automaton',
    timeout: PATIENCE,
  });
  if (status === 'safe') return 'linear';
  if (status === 'unknown') return `unknown: ${error?.kind} ${error?.message ?? ''}`.trim();
  return `${complexity?.type}${complexity?.degree === undefined ? '' : ` of degree ${complexity.degree}`}, as ${attack?.pattern} shows`;
}

/** The assertions that look ahead or behind, the outermost alone, from left to right. */
function lookingAround(node: Node): Node[] {
  if (node.type === 'Assertion' && (node.kind === 'lookahead' || node.kind === 'lookbehind')) return [node];
  return [...(node.alternatives ?? []), ...(node.elements ?? []), ...(node.element ? [node.element] : [])].flatMap(
    lookingAround,
  );
}

/** One letter looked behind at the start, as something that stands before; anything else as nothing. */
function replacementFor(node: Node, source: string, first: boolean): string {
  const [only, ...more] = node.alternatives ?? [];
  const [letter, ...others] = only?.elements ?? [];
  const single =
    more.length === 0 &&
    others.length === 0 &&
    letter !== undefined &&
    ['Character', 'CharacterSet', 'CharacterClass'].includes(letter.type);
  if (node.kind !== 'lookbehind' || !first || !single) return '(?:)';
  const text = source.slice(letter.start, letter.end);
  const inside = letter.type === 'CharacterClass' ? text.slice(1, -1) : text;
  if (inside.startsWith('^')) return node.negate ? `(?:^|[${inside.slice(1)}])` : `[${inside}]`;
  return node.negate ? `(?:^|[^${inside}])` : `[${inside}]`;
}

/** The most letters that a part can match. */
function nodeLength({ type, kind, max, element, elements, alternatives }: Node): number {
  if (type === 'Quantifier') return max === 0 ? 0 : nodeLength(element as Node) * (max ?? Infinity) || 0;
  if (type === 'Assertion') {
    return kind === 'lookahead' || kind === 'lookbehind' ? Math.max(...(alternatives ?? []).map(nodeLength)) : 0;
  }
  if (type === 'Backreference') return Infinity;
  if (elements && type === 'Alternative') return elements.reduce((sum, each) => sum + nodeLength(each), 0);
  return alternatives && type !== 'CharacterClass' ? Math.max(...alternatives.map(nodeLength)) : 1;
}

function opened(): NonNullable<typeof tools> {
  if (tools !== null) return tools;
  const require = createRequire(join(import.meta.dirname, 'recheck', 'package.json'));
  try {
    // The file for browsers is the one that is JavaScript alone.
    const { checkSync } = require('recheck/lib/browser.js') as Checker;
    const { RegExpParser } = require('@eslint-community/regexpp') as Parser;
    tools = { checkSync, Parser: RegExpParser };
    return tools;
  } catch (error) {
    throw new Error('the packages of tools/recheck are missing: `npm run check` installs them', { cause: error });
  }
}
