/** The name under which a proof is kept in the tab, and milliseconds that it is good for: a little less than the API says. */
const NAME = 'komawari.proof';
const GOOD = 280_000;

/** Keeps what stands for the password for some minutes, in this tab alone. */
export function keepProof(proof: string): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ proof, until: Date.now() + GOOD }));
  } catch {
    /* private windows refuse; it is asked for again */
  }
}

/** The proof that stands for the password; null where there is none, or no longer. */
export function readProof(): string | null {
  try {
    const { proof, until } = JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as { proof?: string; until?: number };
    return proof !== undefined && until !== undefined && Date.now() < until ? proof : null;
  } catch {
    return null;
  }
}

/** Forgets it: it was refused. */
export function forgetProof(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    /* nothing is kept there */
  }
}
