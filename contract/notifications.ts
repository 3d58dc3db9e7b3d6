import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/** The kinds of notifications, and the setting that can switch it off; null cannot be switched off. */
export const NOTIFICATION_KINDS = {
  release: 'releases',
  search: 'searches',
  reply: 'replies',
  mention: 'mentions',
  report: 'reports',
  decision: null,
  role: null,
  group: null,
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** Most notifications that are kept for a member. */
export const MAX_NOTIFICATIONS = 500;

/**
 * One thing a member is told. `text` is the sentence in the caller's language, `path` leads to it on the site, without
 * host and language (`/comic/slug`), null where it is gone; `url` is the same, absolute. `image_url` is a small cover.
 */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(['release', 'search', 'reply', 'mention', 'report', 'decision', 'role', 'group']),
  text: z.string(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  image_url: z.string().nullable(),
  read_at: z.string().nullable(),
  created_at: z.string(),
});
export type Notification = z.infer<typeof Notification>;

/** `unread` counts all of them, not only those of the page. */
export const NotificationPage = pageSchema(Notification).extend({ unread: z.int() });
export type NotificationPage = z.infer<typeof NotificationPage>;
export const NotificationQuery = z.object({ ...paging, unread: z.stringbool().default(false) });

/** Which are read: these, or all of them. */
export const ReadBody = z.union([
  z.object({ all: z.literal(true) }),
  z.object({ ids: z.array(z.int().min(1)).min(1).max(100) }),
]);
export const ReadAnswer = z.object({ unread: z.int() });

/** The key that `pushManager.subscribe` needs: the application server's public key, base64url. */
export const PushKey = z.object({ key: z.string() });
const base64url = z
  .string()
  .regex(/^[\w-]+=*$/)
  .max(200);
/** The body that `PushSubscription.toJSON()` gives. */
export const PushSubscriptionBody = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({ p256dh: base64url, auth: base64url }),
});
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;
export const PushEndpointBody = z.object({ endpoint: z.string().min(1).max(2000) });
export const PushAnswer = z.object({ subscribed: z.boolean() });

/** The message the service worker shows: nothing in it says what a work is about. */
export interface PushMessage {
  title: string;
  body: string;
  /** Absolute. */
  url: string;
  /** Replaces what was shown with the same tag. */
  tag: string;
}
