import type { Favorited } from '#contract/library.ts';
import type { Locale } from '#contract/locales.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { translatorFor } from '#web/platform/i18n/i18n.tsx';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { readAccessToken } from '#web/platform/session/session.ts';
import { changeMark, findMark, type MarkedComic } from './marks.ts';
import { showToast } from '#web/ui/feedback/toasts.tsx';

/** Makes a comic a favourite, or no more. What a guest pressed is carried out once they are signed in. */
export async function setFavorite(comic: MarkedComic): Promise<void> {
  const isGuest = readAccessToken() === null;
  if (await promptSignIn('favorite')) {
    await favor(comic, isGuest || !findMark(comic.id).favorited);
  }
}

/** Makes a comic a favourite, or no more: shown at once, undone by a button, taken back with a word when it fails. */
async function favor(comic: MarkedComic, favorited: boolean, undoable = true): Promise<void> {
  const { id, slug, title } = comic;
  const t = translatorFor(document.documentElement.lang as Locale);
  const before = findMark(id);
  const count = before.favorites ?? comic.favorites;
  changeMark(id, { favorited, favorites: Math.max(0, count + Number(favorited) - Number(before.favorited)) });
  const message = favorited ? t('library.favorite.added', { title }) : t('library.favorite.removed', { title });
  if (undoable) {
    showToast({
      text: message,
      closeLabel: t('library.toast.close'),
      action: { label: t('library.toast.undo'), run: () => void favor(comic, !favorited, false) },
    });
  } else {
    announce(message);
  }
  const call = () => apiSend<Favorited>(favorited ? 'POST' : 'DELETE', `/comics/${encodeURIComponent(slug)}/favorite`);
  const answer = await inTurn(`favorite ${id}`, call);
  if (!answer.isLast) return;
  if ('value' in answer) {
    changeMark(id, answer.value);
    return;
  }
  changeMark(id, { favorited: before.favorited, favorites: count });
  showToast({
    kind: 'bad',
    text: t('library.favorite.failed', { title, reason: (answer.failure as Error).message }),
    closeLabel: t('library.toast.close'),
  });
}
