import { sql } from 'kysely';

/** That someone passed an age check. */
export interface AgePass {
  /** Who vouched for them; null for their own word. */
  provider: string | null;
  /** Until when it holds, in seconds since 1970. */
  expires: number;
}

/** Of the member `u`: the check that they passed and that holds now, as `AgePass`; null where there is none. */
export const AGE_PASS = sql`(select jsonb_build_object('provider', g.provider, 'expires', floor(extract(epoch from g.expires))) from age_passes g
  where g.user_id = u.id and g.expires > now())`;
