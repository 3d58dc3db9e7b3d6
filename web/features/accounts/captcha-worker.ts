import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { solveChallenge } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

/** How often the page hears how far the work is, in tries. */
const EVERY = 50;

/** Solves one challenge, away from the page: says how many tries were made, then the solution, or null where none was found. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const derive = data.parameters.algorithm.startsWith('PBKDF2') ? derivePbkdf2 : deriveSha;
  let tries = 0;
  const deriveKey: typeof derive = (...given) => {
    tries += 1;
    if (tries % EVERY === 0) { postMessage({ tries }); }
    return derive(...given);
  };
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => postMessage({ solution }),
    () => postMessage({ solution: null }),
  );
});
