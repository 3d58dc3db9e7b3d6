import { expect, it } from 'vitest';
import { roundTime, secondsLeft, transferSpeed, withSample, type Sample } from './speed.ts';

it('says how fast bytes came of late, not since the beginning', () => {
  let samples: Sample[] = [];
  for (let at = 0; at <= 20_000; at += 1000) {
    samples = withSample(samples, { at, bytes: at <= 10_000 ? at : 10_000 + (at - 10_000) * 3 });
  }
  expect(transferSpeed(samples)).toBe(3000);
  expect(secondsLeft(9000, 3000)).toBe(3);
});

it('says nothing before it knows, nor where nothing moves', () => {
  expect(transferSpeed(withSample([], { at: 0, bytes: 5 }))).toBeNull();
  expect(secondsLeft(100, 0)).toBeNull();
});

it('begins anew when a file was taken out', () => {
  expect(withSample([{ at: 0, bytes: 500 }], { at: 10, bytes: 20 })).toEqual([{ at: 10, bytes: 20 }]);
});

it('rounds times as they are guessed', () => {
  expect([0, 45, 300, 7200].map(roundTime)).toEqual([
    { value: 1, unit: 'second' },
    { value: 45, unit: 'second' },
    { value: 5, unit: 'minute' },
    { value: 2, unit: 'hour' },
  ]);
});
