import { describe, expect, it } from 'vitest';
import { catalogue } from '../synthetic/catalogue.ts';
import { mixedRequests } from './mix-requests.ts';

const requests = mixedRequests(catalogue(), 10_000);

describe('the mix of requests', () => {
  it('has fifty-seven kinds, each with a name of its own', () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBe(57);
    expect(requests).toHaveLength(57);
  });

  it.each(requests)('asks for something else at every turn: $name', ({ paths }) => {
    const turns = Array.from({ length: 24 }, (_, turn) => paths(turn).join(' '));
    expect(new Set(turns).size).toBe(24);
  });
});
