import { z } from 'zod';
import { PublicUser } from './accounts.ts';

/** A member as their profile shows them. */
export const ProfileUser = PublicUser.extend({
  /** Whether they may no longer sign in, for what they did. */
  banned: z.boolean(),
  /** Favorites the caller would see in lists; null where they are private, but never for their owner. */
  favorites_count: z.int().nullable(),
  /** Comments that are shown. */
  comments_count: z.int(),
});
export type ProfileUser = z.infer<typeof ProfileUser>;

/** The changes that members make to themselves at `PATCH account`, with the password once more; other keys are refused. */
export const AccountPatch = z.object({ username: z.string().optional(), password: z.string().max(512).optional() });

/** The square of an uploaded picture that becomes the avatar, in pixels of the upright picture; without it the middle. */
export const AvatarCrop = z.object({
  x: z.coerce.number().int().min(0).max(65_500).optional(),
  y: z.coerce.number().int().min(0).max(65_500).optional(),
  size: z.coerce.number().int().min(16).max(65_500).optional(),
});
export type AvatarCrop = z.infer<typeof AvatarCrop>;

/** The avatar from now on; null for none. */
export const AvatarAnswer = z.object({ avatar_url: z.string().nullable() });
export type AvatarAnswer = z.infer<typeof AvatarAnswer>;
