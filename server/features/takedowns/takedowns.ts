import type { FastifyRequest } from 'fastify';
import { parseComicPath } from '#contract/addresses.ts';
import { isLocale } from '#contract/locales.ts';
import { Problem, problem } from '#contract/problems.ts';
import type { NewTakedown } from '#contract/takedowns.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMail, enqueueMailTo, type MailOrder } from '#server/features/accounts/public/mails.ts';
import { requireCaptcha } from '#server/features/accounts/public/captcha.ts';
import { cleanText } from '#server/features/comments/public/rules.ts';
import { changeState } from '#server/features/editing/public/publication.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import type { Role } from '#server/http/access/permissions.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import type { Sites } from '#server/config/sites.ts';
import { counterPage } from './counter-notices.ts';
import { withheldPlate } from '#server/images/drawing/plates.ts';
import {
  listEditions,
  findNamed,
  holdTakedown,
  insertTakedown,
  moveTakedown,
  removedAmong,
  returnPages,
  withholdPages,
  type TakedownRow,
} from './queries.ts';

/** Notices from one caller in an hour. */
const MAX_AN_HOUR = 20;

/**
 * Takes a notice of takedown whose six elements are all there; a mail with its number says so. Guests solve a captcha.
 *
 * @returns its number.
 * @throws Problem `request-invalid` for an address that names nothing here, or less than the scope; `captcha-required`,
 * `captcha-wrong`, `too-many-requests`.
 */
export async function submitNotice(
  deps: Pick<Deps, 'db' | 'secret' | 'sites'>,
  viewing: RequestContext,
  { ip, hostname }: Pick<FastifyRequest, 'ip' | 'hostname'>,
  draft: NewTakedown,
): Promise<number> {
  const { viewer, locale, site } = viewing;
  const notice = cleanNotice(draft);
  const parts = locationParts(notice.location, [hostname, ...listHosts(deps.sites)]);
  const named = parts === null ? null : await findNamed(deps.db, parts);
  const reaches =
    named !== null &&
    ((notice.scope !== 'chapter' && notice.scope !== 'page') || named.chapter_id !== null) &&
    (notice.scope !== 'page' || named.page_id !== null);
  if (!reaches) throw new Problem('request-invalid', {}, { location: [{ rule: 'invalid' }] });
  if (viewer.id === null) {
    await requireCaptcha(deps, 'report', draft.captcha);
  }
  const sender = viewer.id === null ? countedAddress(ip) : `member ${viewer.id}`;
  const seconds = await throttle(deps.db, `notice ${sender}`, MAX_AN_HOUR, 3600);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
  const id = await withTransaction(deps.db, async (tx) => {
    const taken = await insertTakedown(tx, notice, named, { userId: viewer.id, locale, site: site.id });
    await enqueueMailTo(tx, 'takedown-taken', {
      to: notice.email,
      name: notice.name,
      locale,
      site: site.id,
      more: { number: taken, title: named.title },
    });
    return taken;
  });
  announceJobs();
  return id;
}

/** The content of a decision about a notice, and by whom it is made. */
export interface NoticeDecision {
  id: number;
  act: 'takedown' | 'reject' | 'restore';
  outcome: string;
  now: Date;
  plate: string | null;
  /** Without an id the site itself, where a time has run out. */
  by: { id: number | null; role: Role };
  /** Whom upholding it hits: who brought the work. */
  owner: number | null;
}

/**
 * Upholds a notice, rejects it, or puts back what an upheld one took away; whoever sent it is told by mail, and whoever
 * brought the work gets the notice with a link to answer it. `plate` is the hash of `keepPlate`, which a chapter or a page needs.
 *
 * @returns what there was before, for the audit log.
 * @throws Problem `takedown-not-found`, `takedown-state` where it is not to be decided so.
 */
export async function decideNotice(
  tx: Tx,
  { id, act, outcome, by, now, owner, plate: image }: NoticeDecision,
): Promise<Record<string, unknown>> {
  const notice = await holdTakedown(tx, id);
  if (notice === null) throw problem('takedown-not-found');
  if (act === 'restore' ? notice.state !== 'upheld' && notice.state !== 'countered' : notice.state !== 'open') {
    throw problem('takedown-state');
  }
  const state = ({ takedown: 'upheld', reject: 'rejected', restore: 'restored' } as const)[act];
  const before =
    act === 'takedown'
      ? await takeDown(tx, notice, { outcome, by, now, image })
      : act === 'restore'
        ? await putBack(tx, notice, { by, now })
        : {};
  await moveTakedown(tx, id, {
    state,
    outcome,
    by: by.id,
    at: now,
    ...(act === 'takedown' ? { before, owner } : { before: notice.before, owner: notice.owner_id }),
  });
  const { claimant } = notice;
  if (claimant.email) {
    await enqueueMailTo(tx, 'takedown-decided', {
      to: claimant.email,
      name: claimant.name,
      ...mailSettings(notice),
      more: { state, number: id, outcome },
    });
  }
  if (act === 'takedown' && owner !== null) {
    const { title, work, location, statement } = notice;
    await enqueueMail(tx, owner, 'takedown-received', {
      page: counterPage(id),
      ...(notice.site === null ? {} : { site: notice.site }),
      more: {
        number: id,
        title,
        work,
        location,
        statement: statement || 'none',
        claimant: claimant.company || claimant.name,
        outcome,
      },
    });
  }
  return { state: notice.state, ...before };
}

/** In which language and for which site whoever sent a notice is written to. */
function mailSettings({ locale, site }: Pick<TakedownRow, 'locale' | 'site'>): Pick<MailOrder, 'locale' | 'site'> {
  return { ...(locale !== null && isLocale(locale) ? { locale } : {}), ...(site === null ? {} : { site }) };
}

/** Keeps the picture that stands where pages are withheld. @returns its hash. */
export function keepPlate(deps: Pick<Deps, 'db' | 'blobs' | 'renderer' | 'evidence'>): Promise<string> {
  return importPicture(deps, withheldPlate());
}

interface NoticeContext {
  outcome: string;
  by: NoticeDecision['by'];
  now: Date;
  image: string | null;
}

async function takeDown(
  tx: Tx,
  { id, scope, comic_id: comic, chapter_id: chapter, page_id: page }: TakedownRow,
  { outcome, by, now, image }: NoticeContext,
): Promise<Record<string, unknown>> {
  if (scope === 'comic' || scope === 'language') {
    // A work is taken down in every language, an edition by itself.
    const editions = comic === null ? [] : await listEditions(tx, comic, id);
    const meant = scope === 'comic' ? editions : editions.filter((each) => each.id === comic);
    for (const each of meant) {
      if (!each.removed) {
        await changeState(tx, each.id, { action: 'remove', reason: outcome }, by, { now, reviewFirst: 0 });
      }
    }
    return { comics: meant.map((each) => each.id) };
  }
  const where = scope === 'page' ? (page === null ? null : { page }) : chapter === null ? null : { chapter };
  if (where === null || image === null) return { pages: 0 };
  return { pages: await withholdPages(tx, id, where, image) };
}

async function putBack(
  tx: Tx,
  { id, scope, before }: TakedownRow,
  { by, now }: Pick<NoticeContext, 'by' | 'now'>,
): Promise<Record<string, unknown>> {
  if (scope === 'chapter' || scope === 'page') return { pages: await returnPages(tx, id) };
  const comics = await removedAmong(tx, before.comics ?? [], id);
  for (const each of comics) {
    await changeState(tx, each, { action: 'restore' }, by, { now, reviewFirst: 0 });
  }
  return { comics };
}

function cleanNotice(notice: NewTakedown): NewTakedown {
  const texts = ['signature', 'work', 'location', 'name', 'company', 'address', 'phone', 'statement'] as const;
  const clean = Object.fromEntries(texts.map((name) => [name, cleanText(notice[name])]));
  const empty = texts.filter((name) => name !== 'company' && name !== 'statement' && clean[name] === '');
  if (empty.length > 0) {
    throw new Problem(
      'request-invalid',
      {},
      Object.fromEntries(empty.map((name) => [name, [{ rule: 'required' as const }]])),
    );
  }
  return { ...notice, ...clean };
}

/** The parts of an address: `https://host/en/comic/slug/chapter/reader/5`, with or without host and language; null for that of a host that is none of `own`. */
function locationParts(
  location: string,
  own: readonly string[],
): { comic: string; chapter: string | null; page: number | null } | null {
  let parts: string[];
  try {
    const { hostname, pathname } = new URL(location.trim(), `http://${own[0]}`);
    if (!own.some((host) => bare(host) === bare(hostname))) return null;
    parts = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
  if (isLocale(parts[0])) {
    parts.shift();
  }
  const comic = parseComicPath(parts);
  return comic && { comic: comic.slug, chapter: comic.chapter, page: comic.page };
}

/** The names that the sites are known to have; the configuration file's answers to others, too. */
function listHosts({ all }: Sites): string[] {
  return all.flatMap(({ url, hosts }) => [...(url === '' ? [] : [new URL(url).hostname]), ...hosts]);
}

/** A host name without what is often put before it. */
function bare(host: string): string {
  return host.replace(/^www\./, '');
}
