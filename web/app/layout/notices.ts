import type { Announcement } from '#contract/announcements.ts';
import type { Translate } from '#web/platform/i18n/i18n.tsx';

/**
 * The operator's announcements at the top of a page: made on the server, before and apart from what React draws, so that it is
 * there at the first paint and no script waits for it. What was dismissed, and what is for members where nobody is signed in, is taken away by
 * the template's own script before anything is painted. Empty where there is nothing; staff's own is told in their pages.
 */
export function noticesHtml(announcements: readonly Announcement[], t: Translate): string {
  const shown = announcements.filter(({ audience }) => audience !== 'staff');
  if (shown.length === 0) return '';
  const close = escaped(t('site.notices.dismiss'));
  const items = shown.map(({ id, html, level, audience, dismissible }) =>
    [
      `<div class="notice notice--${level}" data-notice="${id}"${audience === 'members' ? ' data-members' : ''}>`,
      `<svg class="icon" aria-hidden="true"><use href="#i-${level === 'warning' ? 'alert' : 'bell'}"></use></svg><div class="notice__text">${html}</div>`,
      dismissible
        ? `<button type="button" class="btn btn--ghost btn--icon" aria-label="${close}"><svg class="icon" aria-hidden="true"><use href="#i-x"></use></svg></button>`
        : '',
      '</div>',
    ].join(''),
  );
  // Before the frame, whose own skip link comes after these.
  return `<a class="skip" href="#main">${escaped(t('site.skip'))}</a><section class="notices" aria-label="${escaped(t('site.notices.label'))}">${items.join('')}</section>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
