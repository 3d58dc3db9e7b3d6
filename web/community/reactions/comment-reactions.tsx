import type { FlatComment } from '#contract/comments.ts';
import { REACTIONS, type Reacted } from '#contract/reactions.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { ReactionButtons } from './reaction-buttons.tsx';
import { ReactionIcon } from './reaction-icon.tsx';
import { react } from './reacting.ts';
import './reactions.css';

/** The reactions to a comment, and a menu to give one; to one's own they are only shown. */
export function CommentReactions({
  comment,
  onReacted,
}: {
  comment: Pick<FlatComment, 'id' | 'mine' | 'reactions' | 'reaction'>;
  onReacted: (now: Reacted) => void;
}) {
  const t = useTranslate();
  const press = (reaction: (typeof REACTIONS)[number]) =>
    void react(`/comments/${comment.id}/reaction`, comment, reaction, onReacted);
  return (
    <>
      <ReactionButtons
        shown={REACTIONS.filter((each) => comment.reactions[each] !== undefined)}
        reacted={comment}
        disabled={comment.mine}
        onPress={press}
      />
      {comment.mine ? null : (
        <Menu
          look="btn btn--ghost btn--icon"
          summary={
            <>
              <ReactionIcon reaction="laugh" />
              <span className="visually-hidden">{t('reactions.add')}</span>
            </>
          }
        >
          {REACTIONS.map((each) => (
            <button key={each} type="button" aria-pressed={comment.reaction === each} onClick={() => press(each)}>
              <ReactionIcon reaction={each} />
              {t(`reactions.kind.${each}`)}
            </button>
          ))}
        </Menu>
      )}
    </>
  );
}
