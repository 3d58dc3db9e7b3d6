import { expect } from 'vitest';
import type { TestApp } from '#server/testing/app.ts';
import type { Member } from '#server/testing/member.ts';

/** How a transfer stands once it has ended, with its comics. */
export async function endedTransfer(site: TestApp, { headers }: Member, id: number) {
  const read = async () => (await site.get(`/api/admin/imports/transfers/${id}`, headers)).body;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/done|failed|cancelled/);
  const { data } = (await site.get(`/api/admin/imports/transfers/${id}/items`, headers)).body;
  return { ...(await read()), items: data };
}
