import { expect } from 'vitest';
import type { ImportReview } from '#contract/portability.ts';
import type { TestApp } from '#server/testing/app.ts';
import type { Member } from '#server/testing/member.ts';

/** Sends a library of another program, as the page does, and answers what was read of it. */
export async function sendLibrary({ app }: TestApp, who: Member, file: string | Buffer): Promise<ImportReview> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/account/import',
    payload: file,
    headers: { ...who.headers, 'content-type': 'application/octet-stream' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as ImportReview;
}
