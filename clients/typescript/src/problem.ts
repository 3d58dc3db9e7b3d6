/** A refusal of a site: a sentence for people in the language asked for, and a code for programs. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The status of the answer. */
  readonly status: number;
  /** Names the reason, as `comic-not-found`; null where something else than the site answered. */
  readonly code: string | null;
  /** Sentences about fields that cannot be used, by their names. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** After how many seconds to try again; null where it does not help or is not said. */
  readonly retryAfter: number | null;
  /** The whole answer, with what a program may want besides: `gate_url`, `reason`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, details: Record<string, unknown>, retryAfter: number | null) {
    super(typeof details['message'] === 'string' ? details['message'] : `HTTP ${status}`);
    this.status = status;
    this.details = details;
    this.code = typeof details['code'] === 'string' ? details['code'] : null;
    this.errors = isObject(details['errors']) ? (details['errors'] as Record<string, string[]>) : {};
    this.retryAfter = retryAfter;
  }
}

/** The problem that an answer tells of; a proxy between may have sent something else than JSON. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem(response.status, isObject(body) ? body : {}, Number.isFinite(after) ? after : null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
