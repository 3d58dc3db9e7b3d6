import { describe, expect, it } from 'vitest';
import { catalogue } from '../synthetic/catalogue.ts';
import { countElements } from './render.ts';
import { renderRequests } from './render-requests.ts';

const requests = renderRequests(catalogue(), 10_000);

describe('the requests whose cost is measured', () => {
  it('have names of their own', () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  });

  it.each(requests)('ask for enough addresses: $name', ({ paths }) => {
    expect(new Set(Array.from({ length: 500 }, (_, turn) => paths(turn).join(' '))).size).toBeGreaterThan(40);
  });
});

it('counts elements and inputs of HTML, but none that stand in scripts', () => {
  expect(
    countElements('<!doctype html><html><body><p>a < b</p><input><br/><script>"<input><p>"</script></body></html>'),
  ).toEqual({ elements: 6, inputs: 1 });
  expect(countElements('{"html":"<p>"}')).toEqual({ elements: 0, inputs: 0 });
});
