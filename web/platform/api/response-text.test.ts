import { expect, it } from 'vitest';
import { responseText } from './response-text.ts';

it('says a plain text as it is', () => {
  expect(responseText('Sent.')).toBe('Sent.');
});

it('says all that is wrong, one a line, before the message', () => {
  const errors = { email: ['This field is required.'], password: ['Too short.', 'Too easy.'] };
  expect(responseText({ message: 'Invalid.', errors })).toBe('This field is required.\nToo short.\nToo easy.');
});

it('says the message where nothing else is told', () => {
  expect(responseText({ message: 'Invalid email or password.' })).toBe('Invalid email or password.');
  expect(responseText({ message: 'Odd.', errors: {} })).toBe('Odd.');
});

it('says nothing of what no text is in', () => {
  expect([null, undefined, '', 7, {}, { message: 7 }, []].map(responseText)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
