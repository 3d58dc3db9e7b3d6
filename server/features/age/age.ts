import { randomBytes } from 'node:crypto';
import { addressesFor } from '#contract/addresses.ts';
import type { Locale } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import type { AgePass } from '#server/db/queries/age-passes.ts';
import { useOnce } from '#server/db/queries/throttles.ts';
import type { Deps } from '#server/deps.ts';
import { gateFor, writePass, type AgeGate } from '#server/http/access/age-gate.ts';
import { isSame, signData, verifyData, type Purpose } from '#server/security/signed-token.ts';
import type { Site } from '#server/config/site-file.ts';
import { mergeSettings } from '#server/features/accounts/public/queries-users.ts';
import { pathWithin } from './path-within.ts';
import { answerSignature, assertionHash, ProviderAnswer, providerAddress } from './provider.ts';
import { forgetPass, keepPass, findAgePass } from './queries.ts';

type AgeDeps = Pick<Deps, 'db' | 'secret' | 'now'>;

/** Who is at the gate. */
export interface Visitor {
  site: Site;
  locale: Locale;
  /** The beginning of absolute addresses. */
  origin: string;
  /** Null for a guest. */
  member: number | null;
  /** The gate as their cookie opens it. */
  gate: AgeGate;
}

/** The result of a step: where to go, and what the cookie `age` is from then on, for how many seconds; null leaves it. */
export interface Step {
  location: string;
  age: { value: string; seconds: number } | null;
  /** Whether explicit works are listed from now on, and for how many seconds; null leaves it. */
  lists: { all: boolean; seconds: number } | null;
}

/** The check kept in the browser while a provider checks: proves that who comes back is who was sent. */
interface Check {
  id: string;
  member: number | null;
  next: string;
}
interface State {
  id: string;
  until: number;
}

const DAY = 86_400;
/** Seconds a check by a provider may take. */
const PATIENCE = 3600;

/**
 * Lets a visitor pass who declares that they are an adult, or whose account holds a check; where a provider checks, the
 * step leads to it. It goes on to `next`, a path of the site; anything else leads to the landing page.
 */
export async function passGate(deps: AgeDeps, visitor: Visitor, next: string | undefined): Promise<Step> {
  const {
    site,
    member,
    gate: { mode, passed, until },
  } = visitor;
  const target = pathWithin(next, addressesFor(visitor.locale, site.variant).home());
  if (passed) return { location: target, age: null, lists: { all: true, seconds: secondsTo(deps, until) } };
  const storedPass = member === null ? null : await findAgePass(deps.db, member);
  if (
    storedPass !== null &&
    gateFor(site, mode, { provider: storedPass.provider, expires: storedPass.until }, deps.now()).passed
  ) {
    return openStep(deps, site, { provider: storedPass.provider, expires: storedPass.until }, target);
  }
  if (mode === 'external') return sendAway(deps, visitor, target);
  const pass = { provider: null, expires: nowIn(deps) + site.ageGate.days * DAY };
  if (member !== null) {
    await keep(deps, member, pass, 'self-declaration', null);
  }
  return openStep(deps, site, pass, target);
}

/** Sends a visitor to the provider; their cookie remembers who was sent, and where they wanted to go. @throws Problem `route-not-found` without one. */
export function sendAway(deps: AgeDeps, { site, locale, origin, member }: Visitor, next: string | undefined): Step {
  const { provider } = site.ageGate;
  if (provider === undefined) throw problem('route-not-found');
  const id = randomBytes(16).toString('base64url');
  const check: Check = { id, member, next: pathWithin(next, addressesFor(locale, site.variant).home()) };
  const state = signData(deps.secret, purposeFor('age state', site), {
    id,
    until: nowIn(deps) + PATIENCE,
  } satisfies State);
  return {
    location: providerAddress(provider, { state, return_to: `${origin}/age/return`, lang: locale }),
    age: { value: signData(deps.secret, purposeFor('age check', site), check), seconds: PATIENCE },
    lists: null,
  };
}

/**
 * Takes a visitor back from the provider. Only an answer that the provider signed, to a question of ours to this very
 * browser that was not answered before, opens the gate; everything else leads back to it with the reason.
 *
 * @param cookie the browser's `age`.
 */
export async function takeBack(
  deps: AgeDeps,
  { site, locale }: Pick<Visitor, 'site' | 'locale'>,
  cookie: string | undefined,
  query: unknown,
): Promise<Step> {
  const check = verifyData<Check>(deps.secret, purposeFor('age check', site), cookie ?? '');
  const to = addressesFor(locale, site.variant);
  const next = check?.next ?? to.home();
  const closed = (failed: 'failed' | 'refused'): Step => ({
    location: to.age(next, failed),
    age: check === null ? null : { value: '', seconds: 0 },
    lists: null,
  });
  const { provider } = site.ageGate;
  const { data: answer } = ProviderAnswer.safeParse(query);
  if (provider === undefined || check === null || answer === undefined) return closed('failed');
  const state = verifyData<State>(deps.secret, purposeFor('age state', site), answer.state);
  const now = nowIn(deps);
  const isOurs = state !== null && state.until > now && isSame(state.id, check.id);
  if (!isOurs || !isSame(answer.signature, answerSignature(provider.secret, answer))) return closed('failed');
  if (!(await useOnce(deps.db, `age:${state.id}`, PATIENCE))) return closed('failed');
  if (answer.result !== 'over18') return closed(answer.result === 'under18' ? 'refused' : 'failed');
  const pass = { provider: provider.name, expires: Math.min(answer.expires, now + site.ageGate.days * DAY) };
  if (pass.expires <= now) return closed('failed');
  if (check.member !== null) {
    await keep(deps, check.member, pass, answer.method, assertionHash(answer));
  }
  return openStep(deps, site, pass, next);
}

/** Gives a member's browser the check that their account holds, or that their choice to see every rating declares; null where it holds none. */
export async function restorePass(
  deps: AgeDeps,
  { site, member, gate }: Visitor,
  choice: boolean,
): Promise<Step | null> {
  if (gate.passed) return { location: '', age: null, lists: { all: true, seconds: secondsTo(deps, gate.until) } };
  const storedPass = member === null ? null : await findAgePass(deps.db, member);
  const passes: AgePass[] = [
    ...(storedPass === null ? [] : [{ provider: storedPass.provider, expires: storedPass.until }]),
    ...(choice ? [{ provider: null, expires: nowIn(deps) + site.ageGate.days * DAY }] : []),
  ];
  const pass = passes.find((each) => gateFor(site, gate.mode, each, deps.now()).passed);
  return pass === undefined ? null : openStep(deps, site, pass, '');
}

/** Takes a check back: this browser's, and the member's; lists show what is safe from then on. */
export async function withdrawPass(
  { db }: AgeDeps,
  { site, member, locale }: Pick<Visitor, 'site' | 'member' | 'locale'>,
): Promise<Step> {
  if (member !== null) {
    await withTransaction(db, async (tx) => {
      await forgetPass(tx, member);
      await mergeSettings(tx, member, { nsfw: false });
    });
  }
  return {
    location: addressesFor(locale, site.variant).home(),
    age: { value: '', seconds: 0 },
    lists: { all: false, seconds: 365 * DAY },
  };
}

async function keep(
  { db }: AgeDeps,
  member: number,
  pass: AgePass,
  method: string,
  hash: string | null,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await keepPass(tx, member, pass, method, hash);
    await mergeSettings(tx, member, { nsfw: true });
  });
}

function openStep(deps: AgeDeps, site: Site, pass: AgePass, location: string): Step {
  const seconds = secondsTo(deps, pass.expires);
  return { location, age: { value: writePass(deps.secret, site, pass), seconds }, lists: { all: true, seconds } };
}

/** State and check are good for one site alone. */
function purposeFor(use: 'age state' | 'age check', { id }: Pick<Site, 'id'>): Purpose {
  return { prefix: `${use} ${id}:`, length: 43 };
}

function nowIn({ now }: Pick<Deps, 'now'>): number {
  return Math.floor(now().getTime() / 1000);
}

/** A year where nothing ends. */
function secondsTo(deps: Pick<Deps, 'now'>, until: number | null): number {
  return until === null ? 365 * DAY : Math.max(0, until - nowIn(deps));
}
