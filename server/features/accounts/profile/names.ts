import { domainToASCII } from 'node:url';
import type { FieldProblem } from '#contract/problems.ts';
import { lookAlikeKey } from '#server/search/look-alikes.ts';

/** Letters of a username (decisions, "Accounts"). */
const SHORTEST = 3;
const LONGEST = 30;

/** The scripts people write names in today (UAX 31, table 5). */
const SCRIPTS = [
  'Arab',
  'Armn',
  'Beng',
  'Bopo',
  'Cyrl',
  'Deva',
  'Ethi',
  'Geor',
  'Grek',
  'Gujr',
  'Guru',
  'Hang',
  'Hani',
  'Hebr',
  'Hira',
  'Khmr',
  'Knda',
  'Kana',
  'Laoo',
  'Latn',
  'Mlym',
  'Mymr',
  'Orya',
  'Sinh',
  'Taml',
  'Telu',
  'Thaa',
  'Thai',
  'Tibt',
];
/** The scripts of one name: one script, or those that are written together in Japan, Korea and China (UTS 39, "Highly Restrictive"). */
const TOGETHER = [
  ...SCRIPTS.map((script) => [script]),
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Hang'],
  ['Latn', 'Hani', 'Bopo'],
].map((scripts) => {
  const letters = scripts.map((script) => `\\p{scx=${script}}`).join('');
  return new RegExp(`^[[[${letters}]&&[\\p{L}\\p{M}\\p{Nd}]]0-9_.\\-]+$`, 'v');
});

/** Names that would speak for the site, or that addresses and sentences need. */
const RESERVED = new Set(
  [
    'admin',
    'administrator',
    'moderator',
    'mod',
    'mods',
    'root',
    'system',
    'staff',
    'support',
    'help',
    'official',
    'security',
    'abuse',
    'webmaster',
    'postmaster',
    'hostmaster',
    'no-reply',
    'noreply',
    'owner',
    'operator',
    'deleted',
    'deleted-user',
    'deleted_user',
    'anonymous',
    // Programs that keep members by name in an object of JavaScript would find these there already.
    ...Object.getOwnPropertyNames(Object.prototype),
    'prototype',
    'guest',
    'everyone',
    'nobody',
    'null',
    'undefined',
    'api',
    'login',
    'logout',
    'register',
    'settings',
    'account',
    'profile',
    'komawari',
  ].map(lookAlikeKey),
);

/** A username as it is stored: without space around it, wide and joined forms of letters as plain ones (NFKC). */
export function parseUsername(typed: string): string {
  return typed.trim().normalize('NFKC');
}

/** A key that two usernames share when people could confuse them; unique among members, and how a name is found. */
export function usernameKey(name: string): string {
  return lookAlikeKey(parseUsername(name));
}

/**
 * The faults of a username, as `parseUsername` gives it: 3 to 30 letters of one script, digits, `_ . -`; nothing
 * invisible; no name of the site or of those who run it.
 */
export function usernameProblems(name: string, siteNames: readonly string[]): FieldProblem[] {
  const length = Array.from(name).length;
  if (length < SHORTEST) return [{ rule: 'min-length', params: { min: SHORTEST } }];
  if (length > LONGEST) return [{ rule: 'max-length', params: { max: LONGEST } }];
  if (!/[\p{L}\p{Nd}]/u.test(name) || /\p{Default_Ignorable_Code_Point}|^\p{M}|\p{M}{4}/u.test(name)) {
    return [{ rule: 'username' }];
  }
  if (!TOGETHER.some((form) => form.test(name))) return [{ rule: 'username' }];
  const key = lookAlikeKey(name);
  return RESERVED.has(key) || siteNames.some((site) => lookAlikeKey(site) === key) ? [{ rule: 'reserved' }] : [];
}

/**
 * An e-mail address as it is stored, or null for what is none: the host in ASCII (IDNA), at most 254 letters, one line.
 * The form is that of browsers' own check (HTML, "valid e-mail address"), with a dot in the host.
 */
export function parseEmail(typed: string): string | null {
  const trimmed = typed.trim();
  // Finding out what a host is in ASCII leaves such letters out, or decodes them.
  if (trimmed.length > 254 || /[\s%\p{C}]/u.test(trimmed.slice(trimmed.lastIndexOf('@')))) return null;
  const at = trimmed.lastIndexOf('@');
  const address = `${trimmed.slice(0, at)}@${domainToASCII(trimmed.slice(at + 1))}`;
  const [name, host] = [address.slice(0, at), address.slice(at + 1)];
  return address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/.test(name) && isMailHost(host) ? address : null;
}

/** Whether a host has a dot, and labels of at most 63 letters, digits and dashes within, the last of which begins with a letter. */
function isMailHost(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/i.test(label) && !label.endsWith('-')) &&
    /^[a-z]./i.test(labels.at(-1) ?? '')
  );
}
