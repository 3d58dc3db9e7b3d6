import { expect, it } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { findBlockedComics } from './blocked-comics.ts';

it('lists go on where finding the works of whom someone blocks takes longer than a read may', async () => {
  const { db, close } = await testDatabase();
  const failing = (code: string) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The catalogue's change sequence is there; that statement alone is ended.
        if (result.rows.some((row) => 'change' in row)) return result;
        throw Object.assign(new Error('ended'), { code });
      },
    });
  const blocked = { groups: [1], uploaders: [], ratings: [] };
  expect(await findBlockedComics(failing('57014'), blocked)).toEqual([]);
  await expect(findBlockedComics(failing('XX000'), blocked)).rejects.toThrow('ended');
  await close();
});
