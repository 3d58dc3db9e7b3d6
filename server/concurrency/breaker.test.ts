import { expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

it('refuses at once after a failure, until there is an answer', () => {
  const breaker = new Breaker(() => new Error('away'));
  breaker.pass();
  breaker.fail();
  expect(breaker.isOpen).toBe(true);
  for (let call = 0; call < 3; call += 1) {
    expect(() => breaker.pass()).toThrow('away');
  }
  breaker.succeed();
  expect(breaker.isOpen).toBe(false);
  breaker.pass();
});
