import { hash, verify } from '@node-rs/argon2';
import type { FieldProblem } from '#contract/problems.ts';

/** Letters of a password (decisions, "Accounts"); no more is asked of what it is made of (ASVS 6.2). */
const SHORTEST = 8;
const LONGEST = 128;

/** argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A password as it is hashed: the same letters are the same bytes whichever keyboard typed them (NFC), and nothing else
 * is changed: no case, no space, no length.
 */
function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** The stored form of a password: argon2id with a salt of its own, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), COST);
}

/**
 * Whether a password is the one that was hashed. Takes as long without a hash, so that nobody learns from the time
 * whether a name is known.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  // Asked for in any case: its making is part of the first login, whoever tries that.
  const nothing = await nobodys();
  const against = stored?.startsWith('$argon2id$') ? stored : nothing;
  return (await verify(against, normalizePassword(password))) && against === stored;
}

/** Whether a stored hash was made with less than is asked for today. */
export function isOutdated(stored: string): boolean {
  const [, memory = 0, time = 0, lanes = 0] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)?.map(Number) ?? [];
  return memory < COST.memoryCost || time < COST.timeCost || lanes < COST.parallelism;
}

/**
 * The faults of a new password: 8 to 128 letters of any kind; not one of those that are tried first; not the
 * member's own name or address, or the site's name, with hardly anything added; not one letter only.
 */
export async function passwordProblems(password: string, about: readonly string[]): Promise<FieldProblem[]> {
  const length = Array.from(normalizePassword(password)).length;
  if (length < SHORTEST) return [{ rule: 'min-length', params: { min: SHORTEST } }];
  if (length > LONGEST) return [{ rule: 'max-length', params: { max: LONGEST } }];
  const lower = normalizePassword(password).toLowerCase();
  const own = about
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => normalizePassword(text).toLowerCase())
    .filter((text) => text.length >= 3);
  const isOwn = own.some((text) => lower.replaceAll(text, '').length < 5);
  const isOneLetter = new Set(lower).size === 1;
  return isOwn || isOneLetter || (await common()).has(lower) ? [{ rule: 'weak' }] : [];
}

let nobody: Promise<string> | undefined;

/** A hash that no password has. */
function nobodys(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID());
  return nobody;
}

let known: Promise<Set<string>> | undefined;

/** Passwords that were stolen often enough to be tried first, those long enough to be asked about. */
function common(): Promise<Set<string>> {
  known ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: list }) => new Set((list as string[]).filter((each) => each.length >= SHORTEST)),
  );
  return known;
}
