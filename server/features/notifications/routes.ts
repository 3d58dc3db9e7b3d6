import {
  NotificationPage,
  NotificationQuery,
  PushAnswer,
  PushEndpointBody,
  PushKey,
  PushSubscriptionBody,
  ReadAnswer,
  ReadBody,
  type Notification,
} from '#contract/notifications.ts';
import { Problem } from '#contract/problems.ts';
import { cardsById } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import { requestAddresses, requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { isAllowedUrl } from '#server/http/outbound-http.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { vapidKeys } from './push.ts';
import { subscribe, unsubscribe } from './queries-push.ts';
import { markRead, listNotifications } from './queries.ts';
import { notificationPath, notificationSentence } from './rules.ts';

const own = { permission: 'notifications.own' } as const;
const tags = ['notifications'];

/** Routes of notifications and of the browsers they are pushed to. */
export async function notificationRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): Promise<void> {
  const { db } = deps;

  app.get(
    '/account/notifications',
    {
      schema: {
        summary: 'What the caller is told, the newest first',
        tags,
        querystring: NotificationQuery,
        response: { 200: NotificationPage },
      },
      config: own,
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage, unread: only },
      } = request;
      const { site, locale } = viewing;
      const { rows, total, unread } = await listNotifications(
        db,
        { locale, hasGroups: site.features.includes('groups') },
        requireMember(request),
        {
          unread: only,
          offset: (page - 1) * perPage,
          limit: perPage,
        },
      );
      // The picture of what lists show them; a comic that they hide or do not list is named without one.
      const comics = await cardsById(db, viewing, locale, [
        ...new Set(rows.flatMap(({ comic }) => (comic ? [comic.id] : []))),
      ]);
      const covers = new Map(
        (await serializeCards(deps, db, viewing, comics)).map((card) => [card.id, card.thumb_url]),
      );
      const data = rows.map((row): Notification => {
        const { key, values } = notificationSentence(row, false);
        const path = notificationPath(row, site);
        return {
          id: row.id,
          kind: row.kind,
          text: translate(locale, key, values),
          path,
          url: path && requestAddresses(viewing).local(path),
          image_url: covers.get(row.comic?.id ?? 0) ?? null,
          read_at: row.read_at,
          created_at: row.created_at,
        };
      });
      return { ...envelope(request, { data, total, page, perPage }), unread };
    },
  );

  app.post(
    '/account/notifications/read',
    {
      schema: {
        summary: 'Marks some notifications, or all, as read',
        tags,
        body: ReadBody,
        response: { 200: ReadAnswer },
      },
      config: own,
    },
    async (request) => ({
      unread: await markRead(db, requireMember(request), 'all' in request.body ? null : request.body.ids),
    }),
  );

  app.get(
    '/account/push',
    {
      schema: { summary: 'The key by which a browser knows our messages', tags, response: { 200: PushKey } },
      config: own,
    },
    async () => ({ key: (await vapidKeys(db)).publicKey }),
  );

  app.put(
    '/account/push',
    {
      schema: {
        summary: 'Has a browser told what the caller is told',
        tags,
        body: PushSubscriptionBody,
        response: { 200: PushAnswer },
      },
      config: own,
    },
    async (request) => {
      const { viewing, body } = request;
      if (!isAllowedUrl(body.endpoint)) throw new Problem('request-invalid', {}, { endpoint: [{ rule: 'format' }] });
      await subscribe(db, { userId: requireMember(request), session: viewing.viewer.token }, body, viewing);
      return { subscribed: true };
    },
  );

  app.delete(
    '/account/push',
    {
      schema: { summary: 'Has a browser told no more', tags, body: PushEndpointBody, response: { 200: PushAnswer } },
      config: own,
    },
    async (request) => {
      await unsubscribe(db, requireMember(request), request.body.endpoint);
      return { subscribed: false };
    },
  );
}
