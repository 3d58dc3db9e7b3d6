import { tabValue } from './tab-value.ts';

/** The name under which a proof is kept in the tab, and milliseconds that it is good for: a little less than the API says. */
const NAME = 'komawari.proof';
const GOOD = 280_000;
const proofs = tabValue<string>(NAME, GOOD);

/** Keeps what stands for the password for some minutes, in this tab alone. */
export const keepProof = proofs.keep;

/** The proof that stands for the password; null where there is none, or no longer. */
export const readProof = proofs.read;

/** Forgets it: it was refused. */
export const forgetProof = proofs.forget;
