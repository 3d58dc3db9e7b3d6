import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveFast } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

/** How often the page hears how far the work is, in tries. */
const EVERY = 5;

/** Solves one challenge, away from the page: says how many tries were made, then the solution, or null where none was found. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const derive = typeof crypto.subtle === 'undefined' ? deriveSlowly : deriveFast;
  let tries = 0;
  const deriveKey: DeriveKeyFunction = (...given) => {
    tries += 1;
    if (tries % EVERY === 0) {
      postMessage({ tries });
    }
    return derive(...given);
  };
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => postMessage({ solution }),
    () => postMessage({ solution: null }),
  );
});

/** PBKDF2 with SHA-256 where the browser keeps its own to itself: a site without TLS, as in many a home. */
const deriveSlowly: DeriveKeyFunction = ({ cost, keyLength }, salt, password) =>
  Promise.resolve({ derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) });
