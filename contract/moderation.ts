import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { LOCALES } from './locales.ts';
import { pageSchema, paging } from './paging.ts';
import { REPORT_REASONS, ReportTarget } from './reports.ts';

/** The kinds of items in the moderators' queue: reports about one thing, comments held back, first works of uploaders, notices of takedown. */
export const QUEUE_KINDS = ['report', 'comment', 'review', 'takedown'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** Everything that can be decided. */
export const ACTS = [
  'dismiss',
  'uphold',
  'remove',
  'unlist',
  'rating',
  'show',
  'hide',
  'delete',
  'ban',
  'approve',
  'refuse',
  'takedown',
  'reject',
  'restore',
] as const;
export type Act = (typeof ACTS)[number];
/** Actions against a work or a member: it needs a statement of reasons. */
export const ADVERSE_ACTIONS: readonly Act[] = [
  'remove',
  'unlist',
  'rating',
  'hide',
  'delete',
  'ban',
  'refuse',
  'takedown',
];

/** A rule for words or links. In a pattern of words `*` stands for any letters of one word; a link is the name of a host. */
export const FILTER_RULES = ['word', 'link'] as const;
export const FILTER_ACTIONS = ['hold', 'mask', 'refuse'] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

/** `report.comic.12`, `comment.5`, `review.3`, `takedown.9`. */
export const ItemId = z
  .string()
  .regex(/^(report\.(comic|chapter|page|comment|user|group)|comment|review|takedown)\.[1-9]\d{0,15}$/);

const person = z.object({ username: z.string().nullable(), name: z.string().nullable(), email: z.string().nullable() });

/** Something that waits. */
export const QueueItem = z.object({
  id: z.string(),
  kind: z.enum(QUEUE_KINDS),
  /** Of reports: every reason that was given, the gravest first; of a notice `copyright`. */
  reasons: z.array(z.enum(REPORT_REASONS)),
  /** Whether it goes before everything else. */
  grave: z.boolean(),
  created_at: z.string(),
  due_at: z.string(),
  overdue: z.boolean(),
  /** Reports about it. */
  count: z.int(),
  target: ReportTarget,
  /** Whom a decision is about; null where nobody is known. */
  affected: z.object({ username: z.string(), role: z.string() }).nullable(),
  /** The twenty oldest reports; of a notice the notice; of a work its uploader’s note. */
  said: z.array(
    z.object({ reason: z.enum(REPORT_REASONS).nullable(), text: z.string(), by: person, created_at: z.string() }),
  ),
  claim: z.object({ username: z.string(), mine: z.boolean(), until: z.string() }).nullable(),
  /** The possible actions. */
  acts: z.array(z.enum(ACTS)),
  /** Of a notice: whether it was countered; the work comes back at `due_at`. */
  countered: z.boolean(),
});
export type QueueItem = z.infer<typeof QueueItem>;

const counts = z.object({
  all: z.int(),
  report: z.int(),
  comment: z.int(),
  review: z.int(),
  takedown: z.int(),
  mine: z.int(),
  overdue: z.int(),
});
export const QueuePage = pageSchema(QueueItem).extend({ counts });
export type QueuePage = z.infer<typeof QueuePage>;

export const QueueQuery = z.object({
  kind: z.enum(QUEUE_KINDS).optional(),
  reason: z.enum(REPORT_REASONS).optional(),
  mine: z.stringbool().default(false),
  overdue: z.stringbool().default(false),
  ...paging,
});
export type QueueQuery = z.infer<typeof QueueQuery>;

const words = z.string().trim().max(2000).default('');

/** The decision about up to a hundred items, and its statement: what was done, why, and what can be done against it. */
export const NewDecision = z.object({
  items: z.array(ItemId).min(1).max(100),
  act: z.enum(ACTS),
  what: words,
  why: words,
  redress: words,
  /** With `rating`. */
  rating: z.enum(RATINGS).optional(),
  /** With `ban`: when it ends; without it never. */
  until: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type NewDecision = z.infer<typeof NewDecision>;

/** The result for each item; `code` and `message` say why one was left alone. */
export const Decided = z.object({
  results: z.array(z.object({ item: z.string(), code: z.string().nullable(), message: z.string().nullable() })),
});
export type Decided = z.infer<typeof Decided>;

export const Claimed = z.object({ username: z.string(), mine: z.boolean(), until: z.string() });

const statement = z.object({ title: z.string().trim().min(1).max(100), what: words, why: words, redress: words });
const templateOwn = { act: z.enum([...ACTS, 'any']), texts: z.partialRecord(z.enum(LOCALES), statement) };
/** Words that are used again, by locale. */
export const Template = z.object({ id: z.int(), ...templateOwn });
export type Template = z.infer<typeof Template>;
export const NewTemplate = z
  .object(templateOwn)
  .refine(({ texts }) => Object.keys(texts).length > 0, { path: ['texts'] });

const ruleOwn = {
  kind: z.enum(FILTER_RULES),
  pattern: z.string().trim().min(1).max(200),
  action: z.enum(FILTER_ACTIONS),
  note: z.string().trim().max(500).default(''),
};
export const WordFilter = z.object({ id: z.int(), ...ruleOwn, created_at: z.string() });
export type WordFilter = z.infer<typeof WordFilter>;
export const NewWordFilter = z.object(ruleOwn);
export const WordFilterPage = pageSchema(WordFilter);
export const WordFilterQuery = z.object({ q: z.string().trim().max(100).default(''), ...paging });
/** The verdict of the rules of a text. */
export const FilterTrial = z.object({ text: z.string().max(5000) });
export const FilterVerdict = z.object({
  action: z.enum(['none', ...FILTER_ACTIONS]),
  text: z.string(),
  matched: z.array(z.string()),
});
export type FilterVerdict = z.infer<typeof FilterVerdict>;

/** Why all comments of a member are taken down. */
export const Sweep = z.object({ reason: z.string().trim().min(1).max(500) });
export const Swept = z.object({ id: z.int(), count: z.int() });
