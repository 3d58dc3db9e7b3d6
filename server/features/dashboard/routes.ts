import { Dashboard, DashboardQuery } from '#contract/dashboard.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { getDashboard } from './dashboard.ts';

/** `GET /api/admin/dashboard`: what happened on the site, by day, and what waits for someone. */
export function dashboardRoutes(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/admin/dashboard',
    {
      schema: {
        summary:
          'Views, readers, registrations, imports, comments, downloads and bytes by day; what is read most and what waits',
        tags: ['operations'],
        querystring: DashboardQuery,
        response: { 200: Dashboard },
      },
      config: { permission: 'dashboard.read' },
    },
    ({ query: { days } }) => getDashboard(db, days, now()),
  );
}
