/**
 * Every failure we expect: its code and its HTTP status.
 *
 * The sentence a caller reads is `problem.<code>` in `messages/<locale>.json`, in the caller's language.
 */
export const PROBLEMS = {
  // requests
  'request-invalid': 422,
  'request-malformed': 400,
  'request-timeout': 408,
  'request-too-large': 413,
  'request-headers-too-large': 431,
  'request-type-unsupported': 415,
  'route-not-found': 404,
  'too-many-requests': 429,
  'xsrf-refused': 403,
  'internal-error': 500,
  starting: 503,
  'data-in-use': 503,
  'data-unusable': 503,
  'database-slow': 503,
  'database-unavailable': 503,
  'database-unsuitable': 503,
  'migration-changed': 503,
  'migration-unknown': 503,
  'storage-full': 503,
  'storage-missing': 500,
  'storage-unavailable': 503,
  // libraries from elsewhere
  'transfer-not-found': 404,
  'transfer-refused': 502,
  'transfer-unreachable': 502,
  'transfer-odd': 502,
  'transfer-address': 422,
  'transfer-running': 409,
  'wordpress-file-unknown': 422,
  // terms
  'term-exists': 409,
  'term-changed': 409,
  'term-used': 409,
  'term-not-mergeable': 409,
  'term-slug-taken': 422,
  'term-forbidden': 422,
  'page-changed': 409,
  'slide-not-found': 404,
  'slide-changed': 409,
  // ads
  'ad-not-found': 404,
  'ad-changed': 409,
  'settings-changed': 412,
  // people
  'sign-in-required': 401,
  'token-invalid': 401,
  'not-allowed': 403,
  'key-scope-missing': 403,
  'key-not-found': 404,
  'keys-full': 422,
  'credentials-wrong': 401,
  'api-key-required': 401,
  'account-banned': 403,
  'verification-required': 403,
  'too-many-logins': 429,
  'captcha-required': 422,
  'captcha-wrong': 422,
  'link-invalid': 422,
  'verify-link-invalid': 422,
  'reset-link-invalid': 422,
  'code-wrong': 422,
  'two-factor-owed': 403,
  'user-not-found': 404,
  'password-wrong': 422,
  'last-admin': 409,
  'session-not-found': 404,
  'two-factor-on': 409,
  'passkey-refused': 422,
  'passkey-not-found': 404,
  'passkeys-full': 422,
  'passwords-off': 403,
  'provider-not-found': 404,
  'provider-unreachable': 502,
  'provider-odd': 502,
  'sign-in-stale': 422,
  'sign-in-cancelled': 422,
  'sign-in-not-member': 403,
  'sign-in-not-allowed': 403,
  'proxy-silent': 422,
  'identity-taken': 409,
  'identity-other': 409,
  'identity-not-found': 404,
  'identity-last': 409,
  'identities-full': 422,
  'picture-unsuitable': 422,
  'crop-outside': 422,
  'import-file-unknown': 422,
  'import-not-found': 404,
  'import-applied': 409,
  'favorites-full': 422,
  'favorites-private': 404,
  'follows-full': 422,
  'bookmarks-full': 422,
  'list-not-found': 404,
  'list-full': 422,
  'lists-full': 422,
  'comment-not-found': 404,
  'comment-too-many-links': 422,
  'comment-repeated': 422,
  'comment-own': 403,
  'comments-too-many': 429,
  'report-subject-not-found': 404,
  'report-not-found': 404,
  'report-decided': 409,
  'reports-too-many': 429,
  'item-not-found': 404,
  'item-decided': 409,
  'item-claimed': 409,
  'act-unsuitable': 422,
  'statement-required': 422,
  'template-not-found': 404,
  'filter-not-found': 404,
  'filter-known': 409,
  'text-refused': 422,
  'sweep-not-found': 404,
  'takedown-not-found': 404,
  'takedown-state': 409,
  // catalogue
  'catalogue-warming': 503,
  'search-too-costly': 422,
  'comic-not-found': 404,
  'comic-removed': 451,
  'comic-not-draft': 409,
  'comic-empty': 422,
  'comic-pages-missing': 409,
  'comic-pages-fewer': 409,
  'comic-state-wrong': 409,
  'edit-conflict': 409,
  'slug-taken': 409,
  'page-not-found': 404,
  'chapter-last': 409,
  'revision-not-found': 404,
  'revision-not-restorable': 409,
  'review-not-found': 404,
  'review-decided': 409,
  'bulk-not-found': 404,
  'bulk-state-wrong': 409,
  'selection-changed': 409,
  'selection-too-large': 422,
  'chapter-not-found': 404,
  'term-not-found': 404,
  'image-not-found': 404,
  'image-prohibited': 422,
  'term-prohibited': 422,
  'uploads-frozen': 403,
  'blocklist-entry-not-found': 404,
  'blocklist-entry-wrong': 422,
  'blocklist-file-unknown': 422,
  'quarantine-not-found': 404,
  'link-expired': 410,
  'premium-sign-in-required': 401,
  'premium-not-entitled': 403,
  'age-check-required': 451,
  'entitlement-not-found': 404,
  'webhook-signature-wrong': 401,
  'webhook-not-found': 404,
  'webhook-delivery-not-found': 404,
  'webhook-address-refused': 422,
  'webhooks-full': 422,
  'announcement-not-found': 404,
  'job-not-found': 404,
  'job-state-wrong': 409,
  'download-empty': 422,
  'download-link-wrong': 404,
  'download-limit': 429,
  'downloads-at-once': 429,
  // archives and pages
  'archive-not-found': 422,
  'archive-unreadable': 422,
  'archive-damaged': 422,
  'archive-empty': 422,
  'archive-encrypted': 422,
  'archive-format-unsupported': 422,
  'archive-method-unsupported': 422,
  'archive-timeout': 422,
  'archive-memory': 422,
  'archive-truncated': 422,
  'archive-too-many-entries': 422,
  'archive-too-large': 422,
  'archive-solid': 422,
  'archive-suspicious': 422,
  'archive-changed': 422,
  'archive-no-good-page': 422,
  'page-format-unsupported': 422,
  'page-missing': 422,
  'page-undecodable': 422,
  'page-too-large': 422,
  'page-timeout': 422,
  'page-memory': 422,
  'metadata-ignored': 422,
  'metadata-unreadable': 422,
  'rating-assumed': 422,
  'import-held': 422,
  'import-joins-published': 422,
  'reading-given-up': 422,
  // uploads
  'upload-not-found': 404,
  'upload-changed': 412,
  'upload-closed': 409,
  'upload-unfinished': 409,
  'upload-empty': 422,
  'upload-file-too-large': 413,
  'upload-too-large': 413,
  'upload-files-full': 422,
  'uploads-full': 429,
  'uploads-today': 429,
  'upload-offset-wrong': 409,
  'upload-part-broken': 460,
  'upload-protocol': 412,
  'upload-path-unsuitable': 422,
  'upload-arrangement-wrong': 422,
  'upload-time-past': 422,
  'upload-joins-published': 422,
  'upload-pages-missing': 409,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
export type ProblemParams = Record<string, string | number>;

/** An expected failure. `fields` says what is wrong with each field of a request, as message keys. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly params: ProblemParams;
  readonly fields: Record<string, FieldProblem[]> | undefined;

  constructor(code: ProblemCode, params: ProblemParams = {}, fields?: Record<string, FieldProblem[]>) {
    super(code);
    this.name = 'Problem';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }

  get status(): number {
    return PROBLEMS[this.code];
  }
}

/** The fault of one field: `rule` is the last part of the message key `problem.field.<rule>`. */
export interface FieldProblem {
  rule: FieldRule;
  params?: ProblemParams;
}

/** The rules a field can break; each has a message `problem.field.<rule>`. */
export const FIELD_RULES = [
  'required',
  'sworn',
  'type',
  'min',
  'max',
  'min-length',
  'max-length',
  'choice',
  'format',
  'email',
  'confirmed',
  'unique',
  'invalid',
  'unknown',
  'costly',
  // accounts
  'username',
  'reserved',
  'weak',
  'credentials',
  'throttled',
  'captcha',
  'email-unknown',
] as const;
export type FieldRule = (typeof FIELD_RULES)[number];

/** Makes the failure to throw. */
export function problem(code: ProblemCode, params: ProblemParams = {}): Problem {
  return new Problem(code, params);
}

/** Whether something thrown is an expected failure. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Problem;
}
