import { describe, expect, it } from 'vitest';
import { findUnsubscriber, unsubscribePath } from '#server/features/accounts/mails/unsubscribe-link.ts';
import { readToken, writeToken } from '../features/downloads/link-token.ts';
import { checkEditorSignature, checkSignature, editorImagePath, imagePath } from '../images/links.ts';
import { createCsrfToken, isCsrfToken } from './csrf-token.ts';
import { isPageKey, pageKey } from './page-key.ts';
import { signData, signToken, verifyData, verifyToken, type Purpose } from './signed-token.ts';
import { isSignedMessage, signMessage } from './standard-webhooks.ts';

const secret = 'a secret of the test';
const now = new Date('2026-11-21T12:00:00Z');

/** Each was given out by an earlier version: in mails, pages, cookies and addresses that are still about. */
describe('what was signed before is made to the byte, and good', () => {
  const image = { hash: 'ab'.repeat(32), variant: 'saver', format: 'webp' } as const;
  const signing = { secret, now: now.getTime(), hours: 12 };
  const path = `/images/${image.hash}/saver.webp`;

  it('the address of a picture', () => {
    expect(imagePath(image, 'signed', signing)).toBe(`${path}?expires=1795305600&signature=UxiMI0XV77ebjEfJoAbiMW`);
    expect(checkSignature(path, 1_795_305_600, 'UxiMI0XV77ebjEfJoAbiMW', signing)).toBe('good');
  });

  it('the address of a picture for those who edit', () => {
    expect(editorImagePath(image, signing)).toBe(`${path}?expires=1795305600&editor=750FVUJvzFQzYbYMdJG_gv`);
    expect(checkEditorSignature(path, 1_795_305_600, '750FVUJvzFQzYbYMdJG_gv', signing)).toBe('good');
  });

  it('the token of a page', () => {
    const token = '41557.cgjWxiR23vSyFmddS9JIHHb1V6IHF3jke0jpJ_lOfp8';
    expect(createCsrfToken(secret, now)).toBe(token);
    expect(isCsrfToken(secret, now, token)).toBe(true);
  });

  it('the key of a page in a mail', () => {
    expect(pageKey(secret, 'takedowns/7/counter')).toBe('pmQUbYgNR1d-heLp0cV7oW');
    expect(isPageKey(secret, 'takedowns/7/counter', 'pmQUbYgNR1d-heLp0cV7oW')).toBe(true);
  });

  it('the link that ends digests', () => {
    expect(unsubscribePath(secret, 7)).toBe('/api/mails/unsubscribe/7.QsPXNTwePmv7w7sD5u5Cxo');
    expect(findUnsubscriber(secret, '7.QsPXNTwePmv7w7sD5u5Cxo')).toBe(7);
  });

  it('the link of a download', () => {
    const token = '33p.toupc0.DNOTsjK_0DD-UpTp0cCmeyPwK2mCu6fBsxFPWDtzLwo';
    expect(writeToken({ id: 4021, expires: 1_795_262_400 }, secret)).toBe(token);
    expect(readToken(token, secret)).toEqual({ id: 4021, expires: 1_795_262_400 });
  });

  it('the pass of the age gate', () => {
    const [purpose, pass]: [Purpose, object] = [
      { prefix: 'age pass komawari:', length: 43 },
      { provider: 'Checker', expires: 1_795_262_400 },
    ];
    const token =
      'eyJwcm92aWRlciI6IkNoZWNrZXIiLCJleHBpcmVzIjoxNzk1MjYyNDAwfQ.-KNE90bcTL0gHek_aQbCBJMAw6EtFNDgSZNt_qvvzvM';
    expect(signData(secret, purpose, pass)).toBe(token);
    expect(verifyData(secret, purpose, token)).toEqual(pass);
  });

  it('a message of a webhook', () => {
    const [body, key] = [
      Buffer.from('{"type":"ping"}'),
      `whsec_${Buffer.from('thirty-two bytes of a webhook ke').toString('base64')}`,
    ];
    const signature = 'v1,+TZKtZVHGrwumreNcNJQWLMC3GeeebnyzYyL7iNGo3c=';
    expect(signMessage('msg_1', body, key, now)).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795262400',
      'webhook-signature': signature,
    });
    expect(isSignedMessage({ id: 'msg_1', timestamp: '1795262400', signature, body }, key, now)).toBe(true);
  });
});

describe('a token', () => {
  const purpose: Purpose = { prefix: 'a:', length: 22 };

  it('is good for its text, purpose and secret alone', () => {
    const token = signToken(secret, purpose, '7.of.nine');
    expect(verifyToken(secret, purpose, token)).toBe('7.of.nine');
    for (const changed of [
      `8${token.slice(1)}`,
      `${token}x`,
      token.slice(0, -1),
      token.slice(token.lastIndexOf('.') + 1),
      '7.of.nine.',
      '7',
      '.',
      '',
    ]) {
      expect(verifyToken(secret, purpose, changed), changed).toBeNull();
    }
    expect(verifyToken(secret, { ...purpose, prefix: 'b:' }, token)).toBeNull();
    expect(verifyToken(secret, { ...purpose, length: 43 }, token)).toBeNull();
    expect(verifyToken('another', purpose, token)).toBeNull();
  });
});
