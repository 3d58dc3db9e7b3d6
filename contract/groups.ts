import { z } from 'zod';
import { PublicUser } from './accounts.ts';
import { CREDIT_ROLES } from './credits.ts';
import { pageSchema, paging } from './paging.ts';

/*
 * The people of groups. A group is a term of the kind `group`; its people are there once a member founded it, or staff
 * gave it a leader.
 *
 *   GET    /api/groups/:slug/team                    → GroupTeam
 *   POST   /api/groups                    NewGroup   → GroupTeam (201): the caller leads it
 *   PATCH  /api/groups/:slug/team         GroupEdit  → GroupTeam: leaders and staff
 *   GET    /api/groups/:slug/invitations             → SentInvitation[]: leaders and staff
 *   POST   /api/groups/:slug/invitations  Invite     → SentInvitation[] (201): leaders
 *   DELETE /api/groups/:slug/invitations/:username   → 204: taken back by a leader, declined by the invited
 *   POST   /api/groups/:slug/members                 → GroupTeam: the caller takes the invitation
 *   PATCH  /api/groups/:slug/members/:username  { role, tasks } → GroupTeam
 *   DELETE /api/groups/:slug/members/:username       → 204: the caller leaves, or is removed by a leader
 *   GET    /api/account/groups                       → OwnGroups
 *   GET    /api/moderation/groups            ?q&show → StaffGroupPage: those that have people
 *   PUT    /api/moderation/groups/:slug/leaders/:username → GroupTeam: staff give it a leader
 *   PUT    /api/moderation/groups/:slug/closed  GroupClosing → GroupTeam
 */

export const GROUP_ROLES = ['leader', 'member'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

/** Who may upload in a group's name: everyone, or its members alone. */
export const GROUP_UPLOADS = ['open', 'members'] as const;
export type GroupUploads = (typeof GROUP_UPLOADS)[number];

/** Most groups one member founds, members of a group, its invitations under way and its links; most letters of its text. */
export const MAX_FOUNDED_GROUPS = 10;
export const MAX_GROUP_MEMBERS = 200;
export const MAX_GROUP_INVITATIONS = 50;
export const MAX_GROUP_LINKS = 10;
export const MAX_GROUP_TEXT = 2000;
/** Most days for which others wait after a chapter of the group. */
export const MAX_GROUP_DELAY = 14;
/** Days an invitation can be taken. */
export const GROUP_INVITATION_DAYS = 14;

/** A page of the group elsewhere; it is opened without follow. */
export const GroupLink = z.object({
  label: z.string().trim().min(1).max(40),
  url: z.url({ protocol: /^https$/ }).max(500),
});
export type GroupLink = z.infer<typeof GroupLink>;

const description = z.string().trim().max(MAX_GROUP_TEXT);
const links = z.array(GroupLink).max(MAX_GROUP_LINKS);

/** A group to be founded; nobody may have its name yet. */
export const NewGroup = z.object({
  name: z.string().trim().min(2).max(100),
  description: description.default(''),
  links: links.default([]),
});
export type NewGroup = z.infer<typeof NewGroup>;

/** A change of what a group says, and the version it began from; what is absent stays. */
export const GroupEdit = z.object({
  version: z.int(),
  description: description.optional(),
  links: links.optional(),
  uploads: z.enum(GROUP_UPLOADS).optional(),
  delay_days: z.int().min(0).max(MAX_GROUP_DELAY).optional(),
});
export type GroupEdit = z.infer<typeof GroupEdit>;

const username = z.string().trim().min(1).max(100);
export const Invite = z.object({ username });
/** A change of a member of a group: whether they lead it, what they do in it; what is left out stays. */
export const RoleOfMember = z.object({
  role: z.enum(GROUP_ROLES).optional(),
  tasks: z.array(z.enum(CREDIT_ROLES)).max(CREDIT_ROLES.length).optional(),
});

export const GroupMember = z.object({
  user: PublicUser,
  role: z.enum(GROUP_ROLES),
  joined_at: z.string(),
  /** The work they do in it, as its leaders say. */
  tasks: z.array(z.enum(CREDIT_ROLES)),
  /** In which roles chapters of the group name them, and how many do, as far as the caller sees them; a thousand are counted. */
  credits: z.array(z.object({ role: z.enum(CREDIT_ROLES), count: z.int() })),
  /** Whether their account is suspended: leaders and staff alone see those, to remove them. */
  suspended: z.boolean(),
});
export type GroupMember = z.infer<typeof GroupMember>;

/** A group and its people. One that nobody founded says nothing and has nobody; `version` is 0 then. */
export const GroupTeam = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  links: z.array(GroupLink),
  uploads: z.enum(GROUP_UPLOADS),
  /** For how many days after a chapter of the group others may not bring out one of its number of that work in that language; 0: they may at once. */
  delay_days: z.int(),
  /** Whether staff closed it: nobody uploads in its name. */
  closed: z.boolean(),
  version: z.int(),
  /** Leaders first, each by how long they are there. */
  members: z.array(GroupMember),
  /** Chapters that name it, as far as the caller sees them; counted up to 10,000. */
  chapters_count: z.int(),
});
export type GroupTeam = z.infer<typeof GroupTeam>;

/** An invitation as leaders see it. One that was declined or taken back (`ended`) stands until its time is over: so long nobody asks again. */
export const SentInvitation = z.object({
  user: PublicUser,
  ended: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** A group as one of its members sees it among theirs. */
export const OwnGroup = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  role: z.enum(GROUP_ROLES),
  uploads: z.enum(GROUP_UPLOADS),
  closed: z.boolean(),
  members_count: z.int(),
});
export type OwnGroup = z.infer<typeof OwnGroup>;

/** An invitation as the invited sees it. */
export const Invitation = z.object({
  group: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  /** Who asks; null where they are no member any more. */
  by: z.string().nullable(),
  expires_at: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The caller's groups by name, and the invitations they can take. */
export const OwnGroups = z.object({ groups: z.array(OwnGroup), invitations: z.array(Invitation) });
export type OwnGroups = z.infer<typeof OwnGroups>;

/** The filters of staff: all groups that have people, those without a leader, those that are closed. */
export const STAFF_GROUP_FILTERS = ['all', 'leaderless', 'closed'] as const;

/** A group as staff see it among all of them. */
export const StaffGroup = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  closed: z.boolean(),
  /** Their names, who is longest there first. */
  leaders: z.array(z.string()),
  members_count: z.int(),
});
export type StaffGroup = z.infer<typeof StaffGroup>;
export const StaffGroupPage = pageSchema(StaffGroup);
export const StaffGroupQuery = z.object({
  q: z.string().trim().max(200).default(''),
  show: z.enum(STAFF_GROUP_FILTERS).default('all'),
  ...paging,
});
export type StaffGroupQuery = z.infer<typeof StaffGroupQuery>;

/** Whether a group is closed, and why, for the audit log. */
export const GroupClosing = z.object({ closed: z.boolean(), reason: z.string().trim().max(500).default('') });
export type GroupClosing = z.infer<typeof GroupClosing>;
