import type { FastifyRequest } from 'fastify';
import { AGE_MODES, type AgeMode } from '#contract/age.ts';
import type { AgePass } from '#server/db/queries/age-passes.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Deps } from '#server/deps.ts';
import { signData, verifyData, type Purpose } from '#server/security/signed-token.ts';

/** The gate between a visitor and explicit works. */
export interface AgeGate {
  mode: AgeMode;
  /** Whether it is open to them; without a gate it is to everyone. */
  passed: boolean;
  /** Until when, in seconds since 1970; null where nothing ends. */
  until: number | null;
}

/** Codes in which proxies say that they do not know the country. */
const NO_COUNTRY = new Set(['XX', 'ZZ']);

/** The gate before a visitor whose pass stands in their cookie. */
export function createAgeGate(deps: Pick<Deps, 'secret' | 'now'>, site: Site, request: FastifyRequest): AgeGate {
  return gateFor(site, ageMode(site, request), readPass(deps.secret, site, request.cookies.age), deps.now());
}

/** The gate before someone in a mode, with a pass or without; a pass of one mode opens no other. */
export function gateFor(site: Pick<Site, 'ageGate'>, mode: AgeMode, pass: AgePass | null, now: Date): AgeGate {
  if (mode === 'off') return { mode, passed: true, until: null };
  const vouches = mode === 'external' ? site.ageGate.provider?.name : null;
  const passed = pass !== null && pass.provider === vouches && pass.expires * 1000 > now.getTime();
  return { mode, passed, until: passed ? pass.expires : null };
}

/**
 * The mode that holds for a visitor: that of their country, where a trusted proxy says it; the strictest of the site
 * where none does.
 */
export function ageMode({ ageGate }: Pick<Site, 'ageGate'>, request: Pick<FastifyRequest, 'headers' | 'ips'>): AgeMode {
  const country = readCountry(ageGate.countryHeader, request);
  return country === null ? strictestMode({ ageGate }) : (ageGate.countries[country] ?? ageGate.mode);
}

/** The strictest mode of a site: for those of whom no country is known. */
export function strictestMode({ ageGate: { mode, countries } }: Pick<Site, 'ageGate'>): AgeMode {
  return [mode, ...Object.values(countries)].reduce((a, b) => (AGE_MODES.indexOf(b) > AGE_MODES.indexOf(a) ? b : a));
}

/** The pass as a cookie's value: signed, good for this site alone. */
export function writePass(secret: string, site: Pick<Site, 'id'>, { provider, expires }: AgePass): string {
  return signData(secret, agePass(site), { provider, expires });
}

function readPass(secret: string, site: Pick<Site, 'id'>, value: string | undefined): AgePass | null {
  return value === undefined ? null : verifyData<AgePass>(secret, agePass(site), value);
}

/** A pass is good for one site alone. */
function agePass({ id }: Pick<Site, 'id'>): Purpose {
  return { prefix: `age pass ${id}:`, length: 43 };
}

/** Only a trusted proxy adds a second address to the caller's own. */
function readCountry(header: string, { headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>): string | null {
  const country = header === '' || (ips?.length ?? 0) < 2 ? undefined : headers[header];
  return typeof country === 'string' && /^[A-Z]{2}$/i.test(country) && !NO_COUNTRY.has(country.toUpperCase())
    ? country.toUpperCase()
    : null;
}
