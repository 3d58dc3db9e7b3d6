import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/** The scopes and states of a notice of takedown. */
export const TAKEDOWN_SCOPES = ['comic', 'language', 'chapter', 'page'] as const;
export type TakedownScope = (typeof TAKEDOWN_SCOPES)[number];
export const TAKEDOWN_STATES = ['open', 'upheld', 'rejected', 'countered', 'restored'] as const;
export type TakedownState = (typeof TAKEDOWN_STATES)[number];

const line = (most: number) => z.string().trim().min(1).max(most);
/** A statement that someone swears to by ticking it. */
const sworn = z.literal(true);

/** A notice with the six elements of 17 U.S.C. 512(c)(3)(A). Guests send the answer to a captcha for `report`. */
export const NewTakedown = z.object({
  /** (i) Of the owner or whoever acts for them, typed. */
  signature: line(200),
  /** (ii) The work that is infringed. */
  work: line(2000),
  /** (iii) What infringes and where: an address of this site that names a comic, a chapter or a page. */
  location: line(2000),
  scope: z.enum(TAKEDOWN_SCOPES).default('comic'),
  /** (iv) How to reach them. */
  name: line(200),
  company: z.string().trim().max(200).default(''),
  address: line(500),
  phone: line(50),
  email: z.email().max(254),
  /** (v) Their good faith, and (vi) that it is accurate and, under penalty of perjury, that they may act. */
  good_faith: sworn,
  accurate: sworn,
  statement: z.string().trim().max(10_000).default(''),
  captcha: z.string().max(10_000).optional(),
});
export type NewTakedown = z.infer<typeof NewTakedown>;
export const TakedownTaken = z.object({ id: z.int(), message: z.string() });
export type TakedownTaken = z.infer<typeof TakedownTaken>;

/** Who takes notices here; a part that is not configured is empty. */
export const TakedownAgent = z.object({ agent: z.string(), email: z.string(), address: z.string() });
export type TakedownAgent = z.infer<typeof TakedownAgent>;

/** A counter-notice with the four elements of 17 U.S.C. 512(g)(3). `key` is that of the mail which told the uploader. */
export const NewCounterNotice = z.object({
  /** (A) Typed. */
  signature: line(200),
  /** (B) What was taken away, and where it was. */
  material: line(2000),
  /** (C) Under penalty of perjury: their good faith that it was a mistake. */
  mistaken: sworn,
  /** (D) How to reach them; that they consent to a court and will accept service from the claimant. */
  name: line(200),
  address: line(500),
  phone: line(50),
  email: z.email().max(254),
  jurisdiction: sworn,
  statement: z.string().trim().max(5000).default(''),
  key: z.string().max(100).optional(),
});
export type NewCounterNotice = z.infer<typeof NewCounterNotice>;
export const CounterQuery = z.object({ key: z.string().max(100).optional() });

/** The state of a counter-notice: when the work comes back, unless the claimant has gone to court. */
export const Counter = z.object({
  created_at: z.string(),
  put_back_at: z.string(),
  action_filed_at: z.string().nullable(),
});
export type Counter = z.infer<typeof Counter>;

/** A notice as the uploader it hit sees it: what is claimed and by whom, without where the claimant lives. */
export const AnswerableTakedown = z.object({
  id: z.int(),
  state: z.enum(TAKEDOWN_STATES),
  scope: z.enum(TAKEDOWN_SCOPES),
  title: z.string(),
  work: z.string(),
  location: z.string(),
  claimant: z.string(),
  statement: z.string(),
  outcome: z.string(),
  decided_at: z.string(),
  counter: Counter.nullable(),
});
export type AnswerableTakedown = z.infer<typeof AnswerableTakedown>;

/** A notice that was decided, as everyone may read it: nothing of it is personal. */
export const LoggedTakedown = z.object({
  id: z.int(),
  /** When it came, and when it was decided. */
  created_at: z.string(),
  decided_at: z.string(),
  scope: z.enum(TAKEDOWN_SCOPES),
  state: z.enum(TAKEDOWN_STATES),
  /** Of the work and its place on the site without the language; null where it is gone, or not for this visitor. */
  title: z.string().nullable(),
  path: z.string().nullable(),
  /** Organisations are named, people are not. */
  claimant: z.object({ kind: z.enum(['organisation', 'person']), name: z.string().nullable() }),
  counter: Counter.nullable(),
  restored_at: z.string().nullable(),
});
export type LoggedTakedown = z.infer<typeof LoggedTakedown>;
export const LoggedTakedownPage = pageSchema(LoggedTakedown);
export type LoggedTakedownPage = z.infer<typeof LoggedTakedownPage>;
export const LogQuery = z.object(paging);

/** A notice as moderators see it. */
export const Takedown = z.object({
  id: z.int(),
  scope: z.enum(TAKEDOWN_SCOPES),
  state: z.enum(TAKEDOWN_STATES),
  /** The comic, as it was called then; its path on the site without the language, null where it is gone. */
  title: z.string(),
  path: z.string().nullable(),
  work: z.string(),
  location: z.string(),
  signature: z.string(),
  /** Empty once it is forgotten. */
  claimant: z.object({
    name: z.string(),
    company: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  statement: z.string(),
  outcome: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
  /** Who brought the work, and how many notices against them were upheld in the last twelve months. */
  owner: z.string().nullable(),
  strikes: z.int(),
  counter: Counter.extend({
    sender: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
    signature: z.string(),
    statement: z.string(),
  }).nullable(),
});
export type Takedown = z.infer<typeof Takedown>;
export const TakedownPage = pageSchema(Takedown);
export const TakedownQuery = z.object({ state: z.enum([...TAKEDOWN_STATES, 'all']).default('all'), ...paging });
/** Whether the claimant has shown that they went to court: the work then stays down. */
export const ActionFiled = z.object({ filed: z.boolean() });
