import { REACTIONS, type Reacted, type Reaction } from '#contract/reactions.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';

/** Gives a reaction, or takes it back where it is one's own: shown at once, and as it was where the call fails. @param path of it in the API. */
export async function react(
  path: string,
  before: Reacted,
  pressed: Reaction,
  onReacted: (now: Reacted) => void,
): Promise<void> {
  if (!(await promptSignIn('reaction'))) return;
  const next = before.reaction === pressed ? null : pressed;
  onReacted(withReaction(before, next));
  const answer = await inTurn(path, () => apiSend<Reacted>('PUT', path, { body: { reaction: next } }));
  if (!answer.isLast) return;
  if ('value' in answer) {
    onReacted(answer.value);
    return;
  }
  onReacted(before);
  announce((answer.failure as Error).message);
}

/** Reactions once one's own is another. */
export function withReaction({ reactions, reaction }: Reacted, next: Reaction | null): Reacted {
  const counts = REACTIONS.map((each) => {
    const change = Number(each === next) - Number(each === reaction);
    return [each, (reactions[each] ?? 0) + change] as const;
  });
  return { reactions: Object.fromEntries(counts.filter(([, count]) => count > 0)), reaction: next };
}
