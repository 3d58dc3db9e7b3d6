// Every regular expression of the product, and how its time grows: `node tools/regular-expressions.ts` prints them, proves
// those that are new, and keeps what is proven in proven-patterns.json; with `--again` it proves all of them anew.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { boundedPatterns, madePatterns } from './bounded-patterns.ts';
import { measureGrowth } from './pattern-growth.ts';

/** A regular expression as it stands in a file; `made` is the source of one that is put together when the program runs. */
export interface FoundPattern {
  file: string;
  line: number;
  source: string;
  flags: string;
  made: string | null;
}

/** A regular expression and how its time is known to be bounded. */
export interface JudgedPattern extends FoundPattern {
  /** `linear`: proven; `bounded`: listed with its longest text; `unproven`: neither. */
  verdict: 'linear' | 'bounded' | 'unproven';
  /** The longest text and the reason, or what was found instead of a proof. */
  reason: string;
}

/** A proof takes milliseconds or minutes, and holds as long as the pattern stands: each is made once. */
const PROVEN = join(import.meta.dirname, 'proven-patterns.json');

interface Node {
  type?: string;
  start: number;
  end: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
  [key: string]: unknown;
}

/** The regular expressions of `contract/`, `server/` and `web/`, tests left out, in the order of files and lines. */
export function findPatterns(): FoundPattern[] {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'server', 'web'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .sort();
  return files.flatMap((file) => {
    const text = readContent(file);
    return text === null ? [] : patternsIn(file, text);
  });
}

/** The regular expressions of one source. */
export function patternsIn(file: string, text: string): FoundPattern[] {
  const found: FoundPattern[] = [];
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const { type, start, end, regex, callee } = node as Node;
    if (type === 'Literal' && regex) {
      found.push({ file, line: lineAt(start), source: regex.pattern, flags: regex.flags, made: null });
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') {
      found.push({ file, line: lineAt(start), source: '', flags: '', made: text.slice(start, end) });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** How the time of each is bounded. `proven` are those that need no proof any more; what `prove` calls linear is added to them. */
export function judge(
  patterns: readonly FoundPattern[],
  proven: Set<string> = provenBefore(),
  prove: (source: string, flags: string) => string = measureGrowth,
): JudgedPattern[] {
  return patterns.map((pattern) => {
    const known = boundedPatterns.find(({ file, source }) => file === pattern.file && source === pattern.source);
    const made =
      pattern.made === null
        ? undefined
        : madePatterns.find(({ file, source }) => file === pattern.file && source === pattern.made);
    if (pattern.made !== null && made === undefined) {
      return {
        ...pattern,
        verdict: 'unproven',
        reason:
          'put together when the program runs: write it out, or list what it becomes in tools/bounded-patterns.ts',
      };
    }
    if (known) return { ...pattern, verdict: 'bounded', reason: `at most ${known.letters} letters: ${known.why}` };
    const [source, flags] = [made?.becomes ?? pattern.source, made?.flags ?? pattern.flags];
    const growth = proven.has(`/${source}/${flags}`) ? 'linear' : prove(source, flags);
    if (growth === 'linear') {
      proven.add(`/${source}/${flags}`);
    }
    return {
      ...pattern,
      verdict: growth === 'linear' ? 'linear' : 'unproven',
      reason: growth === 'linear' ? '' : growth,
    };
  });
}

/** The patterns, as `/source/flags`, whose proofs were kept. */
export function provenBefore(): Set<string> {
  return new Set(JSON.parse(readFileSync(PROVEN, 'utf8')) as string[]);
}

function readContent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const found = findPatterns();
  const proven = process.argv.includes('--again') ? new Set<string>() : provenBefore();
  const judged = judge(found, proven);
  const standing = new Set(
    judged.map(({ source, flags, made }) => {
      const known = madePatterns.find((each) => each.source === made);
      return `/${known?.becomes ?? source}/${known?.flags ?? flags}`;
    }),
  );
  writeFileSync(PROVEN, `${JSON.stringify([...proven].filter((each) => standing.has(each)).sort(), null, 2)}\n`);
  for (const { file, line, source, flags, made, verdict, reason } of judged) {
    console.log(
      `${file}:${line}  ${made ?? `/${source}/${flags}`}\n    ${verdict}${reason === '' ? '' : `, ${reason}`}`,
    );
  }
  const count = (verdict: string) => judged.filter((each) => each.verdict === verdict).length;
  console.log(
    `\n${judged.length} regular expressions: ${count('linear')} proven linear, ${count('bounded')} bounded by the text they see, ${count('unproven')} unproven`,
  );
  process.exitCode = count('unproven') === 0 ? 0 : 1;
}
