// Written by tools/schema-types.ts from the migrations: change those, then run `node tools/schema-types.ts`.
import type { ColumnType, Generated } from 'kysely';

/** A jsonb column: parsed when read, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;
/** A jsonb column with a default. */
export type GeneratedJson = ColumnType<unknown, string | undefined, string>;

export interface AdCountsTable {
  ad_id: number;
  day: string;
  views: Generated<number>;
  clicks: Generated<number>;
}

export interface AdsTable {
  id: Generated<number>;
  spot: string;
  code: string;
  weight: Generated<number>;
  starts_at: Date | null;
  ends_at: Date | null;
  enabled: Generated<boolean>;
  created_at: Generated<Date>;
  name: Generated<string>;
  languages: Generated<string[]>;
  pages: Generated<string[]>;
  ratings: Generated<string[]>;
  device: Generated<'any' | 'wide' | 'narrow'>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  first_party: Generated<boolean>;
}

export interface AgePassesTable {
  user_id: number;
  over18: boolean;
  method: string;
  provider: string | null;
  assertion_hash: string | null;
  at: Generated<Date>;
  expires: Date;
}

export interface AllChaptersTable {
  id: Generated<number>;
  comic_id: number;
  slug: string;
  name: Generated<string>;
  number: string | null;
  position: number;
  direction: 'ltr' | 'rtl' | 'vertical' | null;
  pages: Generated<number>;
  added_at: Generated<Date>;
  updated_at: Generated<Date>;
  premium_until: Date | null;
  pages_said: number | null;
  released_at: Generated<Date>;
  pending: Generated<boolean>;
  state: Generated<'draft' | 'scheduled' | 'published' | 'removed'>;
  publish_at: Date | null;
  release_order: number | null;
  removed_from: 'draft' | 'scheduled' | 'published' | null;
  removed_by: number | null;
  volume: string | null;
  uploader_id: number | null;
  delay_overruled: Generated<boolean>;
}

export interface AnnouncementsTable {
  id: Generated<number>;
  texts: Json;
  html: Json;
  level: Generated<'info' | 'warning'>;
  audience: Generated<'everyone' | 'members' | 'staff'>;
  dismissible: Generated<boolean>;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  user_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ApiKeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  hash: string;
  hint: string;
  scopes: string[];
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
  md5_hash: string | null;
}

export interface AuditLogTable {
  id: Generated<number>;
  user_id: number | null;
  action: string;
  subject: string | null;
  subject_id: number | null;
  details: GeneratedJson;
  created_at: Generated<Date>;
}

export interface AuditSealsTable {
  position: number;
  audit_id: number;
  hash: Uint8Array;
}

export interface AuditUnsealedTable {
  audit_id: number;
}

export interface BackupsTable {
  place: string;
  id: string;
  made_at: Date;
  seconds: number;
  bytes: number;
  new_bytes: number;
  comics: number;
  members: number;
  pictures: number;
  lost: number;
  encrypted: boolean;
  verified_at: Date | null;
  damaged: Generated<boolean>;
}

export interface BlockedUploadersTable {
  user_id: number;
  uploader_id: number;
  created_at: Generated<Date>;
}

export interface BlockedUsersTable {
  user_id: number;
  blocked_id: number;
  created_at: Generated<Date>;
}

export interface BlocklistTable {
  id: Generated<number>;
  kind: 'term' | 'prohibited' | 'sha256' | 'phash' | 'email' | 'address';
  value: string;
  note: Generated<string>;
  created_at: Generated<Date>;
  added_by: number | null;
  searched: Generated<boolean>;
}

export interface ChapterCreditsTable {
  chapter_id: number;
  place: number;
  role: 'translator' | 'letterer' | 'editor' | 'cleaner' | 'proofreader' | 'raw';
  name: string;
  user_id: number | null;
  first_page: number | null;
  last_page: number | null;
}

export interface ChapterGroupsTable {
  chapter_id: number;
  term_id: number;
}

export interface ChapterReactionCountsTable {
  chapter_id: number;
  counts: number[];
}

export interface ChapterReactionsTable {
  chapter_id: number;
  user_id: number;
  kind: number;
  created_at: Generated<Date>;
}

export interface ChapterSlugsTable {
  comic_id: number;
  slug: string;
  chapter_id: number;
}

export interface ChaptersTable {
  id: Generated<number>;
  comic_id: number;
  slug: string;
  name: Generated<string>;
  number: string | null;
  position: number;
  direction: 'ltr' | 'rtl' | 'vertical' | null;
  pages: Generated<number>;
  added_at: Generated<Date>;
  updated_at: Generated<Date>;
  premium_until: Date | null;
  pages_said: number | null;
  released_at: Generated<Date>;
  pending: Generated<boolean>;
  release: number | null;
  volume: string | null;
  uploader_id: number | null;
}

export interface ChosenGroupsTable {
  user_id: number;
  term_id: number;
  choice: 'preferred' | 'blocked';
  created_at: Generated<Date>;
}

export interface ComicBulksTable {
  id: Generated<number>;
  user_id: number | null;
  state: Generated<'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'>;
  changes: Json;
  comics: number[];
  done: Generated<number>;
  changed: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number[]>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ComicChangesTable {
  tx: Generated<string>;
  comic_id: number;
  noted_at: Generated<Date>;
}

export interface ComicLinksTable {
  comic_id: number;
  service: 'anilist' | 'mal' | 'mangaupdates' | 'mangadex' | 'kitsu';
  value: string;
}

export interface ComicOfficialLinksTable {
  comic_id: number;
  place: number;
  url: string;
  language: string | null;
  label: string | null;
}

export interface ComicRelationsTable {
  comic_id: number;
  other_id: number;
  kind: 'sequel' | 'side_story' | 'spin_off' | 'adaptation' | 'alternative' | 'same_world';
}

export interface ComicRevisionsTable {
  id: Generated<number>;
  comic_id: number;
  user_id: number | null;
  source: 'edit' | 'bulk' | 'import' | 'restore' | 'state' | 'cover' | 'chapters' | 'undo';
  bulk_id: number | null;
  changes: Json;
  created_at: Generated<Date>;
}

export interface ComicScoresTable {
  comic_id: number;
  counts: Generated<number[]>;
  uncounted: Generated<number>;
}

export interface ComicSlugsTable {
  slug: string;
  comic_id: number;
}

export interface ComicStatsTable {
  comic_id: number;
  favorites: Generated<number>;
  day: Generated<number>;
  week: Generated<number>;
  month: Generated<number>;
  year: Generated<number>;
  total: Generated<number>;
  score: Generated<number>;
}

export interface ComicTranslationsTable {
  comic_id: number;
  locale: string;
  title: string | null;
  description: string | null;
}

export interface ComicViewsTable {
  day: string;
  comic_id: number;
  views: number;
}

export interface ComicVolumesTable {
  comic_id: number;
  volume: string;
  title: string | null;
  cover: string | null;
}

export interface ComicsTable {
  id: Generated<number>;
  slug: string;
  linkcode: string | null;
  title: string;
  alternative_title: string | null;
  description: string | null;
  rating: Generated<'safe' | 'suggestive' | 'explicit'>;
  state: Generated<'draft' | 'scheduled' | 'published' | 'unlisted' | 'removed'>;
  status: 'ongoing' | 'complete' | 'onhold' | 'canceled' | null;
  direction: Generated<'ltr' | 'rtl' | 'vertical'>;
  rewritten: Generated<boolean>;
  translated: Generated<boolean>;
  speechless: Generated<boolean>;
  premium: Generated<boolean>;
  oneshot: Generated<boolean>;
  pages: Generated<number>;
  chapters_count: Generated<number>;
  cover: string | null;
  work_key: string | null;
  series_key: string | null;
  released_on: string | null;
  uploaded_at: Generated<Date>;
  published_at: Date | null;
  removed_at: Date | null;
  removed_reason: string | null;
  terms: Generated<number[]>;
  search: Generated<string>;
  grams: Generated<number[]>;
  sort_title: Generated<string>;
  shuffle: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  premium_until: Date | null;
  uploader_id: number | null;
  publish_at: Date | null;
  locked: Generated<string[]>;
  removed_from: string | null;
  version: Generated<number>;
  latest_chapter: number | null;
  latest_chapter_at: Date | null;
  groups_added: Generated<number[]>;
}

export interface CommentReactionsTable {
  comment_id: number;
  user_id: number;
  kind: number;
  created_at: Generated<Date>;
}

export interface CommentSweepsTable {
  id: Generated<number>;
  member_id: number;
  user_id: number | null;
  reason: string;
  undone_at: Date | null;
  created_at: Generated<Date>;
}

export interface CommentThreadsTable {
  thread: number;
  comments: Generated<number>;
  roots: Generated<number>;
  version: Generated<number>;
  reacted: Generated<number>;
}

export interface CommentVotesTable {
  comment_id: number;
  user_id: number;
  value: number;
}

export interface CommentsTable {
  id: Generated<number>;
  comic_id: number | null;
  term_id: number | null;
  parent_id: number | null;
  user_id: number | null;
  text: string;
  html: string;
  points: Generated<number>;
  state: Generated<'shown' | 'held' | 'hidden' | 'deleted'>;
  edited_at: Date | null;
  created_at: Generated<Date>;
  thread: Generated<number>;
  root_id: number | null;
  under_id: number | null;
  depth: Generated<number>;
  replies: Generated<number>;
  listed: Generated<boolean>;
  rendered: Generated<number>;
  mentions: Generated<string[]>;
  request_key: string | null;
  chapter_id: number | null;
  review_of: number | null;
  reactions: number[] | null;
}

export interface ContentLimitsTable {
  id: Generated<number>;
  user_id: number | null;
  role: 'user' | 'uploader' | null;
  rating: 'safe' | 'suggestive' | 'explicit';
}

export interface CounterNoticesTable {
  takedown_id: number;
  user_id: number | null;
  sender: Json;
  signature: string;
  statement: Generated<string>;
  locale: string | null;
  put_back_at: Date;
  action_filed_at: Date | null;
  action_filed_by: number | null;
  created_at: Generated<Date>;
}

export interface DailyFiguresTable {
  day: string;
  figure: string;
  value: number;
}

export interface DataImportsTable {
  id: string;
  user_id: number;
  source: 'komawari' | 'mal' | 'mihon';
  entries: Json;
  matches: GeneratedJson;
  created_at: Generated<Date>;
  applied_at: Date | null;
  account: Json | null;
  categories: Json | null;
}

export interface DecisionTemplatesTable {
  id: Generated<number>;
  act: Generated<string>;
  texts: GeneratedJson;
  position: Generated<number>;
  created_at: Generated<Date>;
}

export interface DecisionsTable {
  id: Generated<number>;
  item: string;
  act: string;
  subject: string;
  subject_id: number;
  what: Generated<string>;
  why: Generated<string>;
  redress: Generated<string>;
  user_id: number | null;
  affected_id: number | null;
  before: GeneratedJson;
  undone_at: Date | null;
  created_at: Generated<Date>;
}

export interface DownloadsTable {
  id: Generated<number>;
  user_id: number;
  comic_id: number;
  chapters: number[];
  bytes: number;
  day: string;
  created_at: Generated<Date>;
}

export interface EntitlementsTable {
  id: Generated<number>;
  user_id: number;
  comic_id: number | null;
  source: 'staff' | 'webhook';
  reference: string;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  revoked_at: Date | null;
  said_at: Date;
  created_at: Generated<Date>;
}

export interface FavoritesTable {
  user_id: number;
  comic_id: number;
  created_at: Generated<Date>;
}

export interface FollowsTable {
  user_id: number;
  comic_id: number | null;
  term_id: number | null;
  created_at: Generated<Date>;
}

export interface GroupInvitationsTable {
  term_id: number;
  user_id: number;
  by_id: number | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface GroupMembersTable {
  term_id: number;
  user_id: number;
  role: 'leader' | 'member';
  joined_at: Generated<Date>;
  tasks: Generated<string[]>;
}

export interface GroupsTable {
  term_id: number;
  description: Generated<string>;
  links: GeneratedJson;
  uploads: Generated<'open' | 'members'>;
  founder_id: number | null;
  closed_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  delay_days: Generated<number>;
}

export interface HiddenTermsTable {
  user_id: number;
  term_id: number;
}

export interface IdentitiesTable {
  id: Generated<number>;
  user_id: number;
  issuer: string;
  subject: string;
  provider: string;
  name: Generated<string>;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
}

export interface ImageSourcesTable {
  hash: string;
  image: string;
  replaced_at: Date | null;
}

export interface ImagesTable {
  hash: string;
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';
  bytes: number;
  width: number;
  height: number;
  animated: Generated<boolean>;
  thumbhash: Uint8Array | null;
  color: number | null;
  variants: GeneratedJson;
  created_at: Generated<Date>;
  crc32: number | null;
  trim: number[] | null;
  edge: number | null;
  sides: Uint8Array | null;
  panels: number[] | null;
  analysis: Generated<number>;
  phash: Uint8Array | null;
  cleaned: Generated<number>;
}

export interface ImportPagesTable {
  import_id: number;
  number: number;
  name: string;
  image: string | null;
  problem: Json | null;
}

export interface ImportsTable {
  id: Generated<number>;
  hash: string;
  file: string;
  source: string;
  options: GeneratedJson;
  metadata: GeneratedJson;
  state: Generated<'waiting' | 'reading' | 'imported' | 'refused'>;
  comic_id: number | null;
  chapter_id: number | null;
  user_id: number | null;
  warnings: GeneratedJson;
  error: Json | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string | null;
  payload: GeneratedJson;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  priority: Generated<number>;
  attempts: Generated<number>;
  run_at: Generated<Date>;
  locked_by: string | null;
  locked_until: Date | null;
  error: Json | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  progress: Json | null;
  cancel_at: Date | null;
  trace: string | null;
}

export interface LimitTermsTable {
  limit_id: number;
  term_id: number;
}

export interface ListComicsTable {
  list_id: number;
  comic_id: number;
  position: number;
}

export interface ListsTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  description: Generated<string>;
  public: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface MemberWritesTable {
  user_id: number;
  position: number;
}

export interface MigrationsTable {
  name: string;
  hash: string;
  applied_at: Generated<Date>;
}

export interface ModerationClaimsTable {
  item: string;
  user_id: number;
  until: Date;
}

export interface NewComicsTable {
  comic_id: number;
  at: Generated<Date>;
  batch: Date | null;
}

export interface NotificationsTable {
  id: Generated<number>;
  user_id: number;
  kind: string;
  payload: GeneratedJson;
  read_at: Date | null;
  created_at: Generated<Date>;
}

export interface OldAddressesTable {
  path: string;
  comic_id: number;
  chapter_id: number | null;
}

export interface PageBookmarksTable {
  id: Generated<number>;
  user_id: number;
  comic_id: number;
  chapter_id: number;
  page: number;
  note: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface PagesTable {
  id: Generated<number>;
  chapter_id: number;
  number: number;
  image: string;
  name: Generated<string>;
  seam: 'ltr' | 'rtl' | null;
  transcript: string | null;
  missing: Json | null;
}

export interface PasskeysTable {
  id: string;
  user_id: number;
  public_key: Uint8Array;
  counter: Generated<number>;
  transports: Generated<string[]>;
  name: string;
  created_at: Generated<Date>;
  used_at: Date | null;
}

export interface ProgressTable {
  user_id: number;
  comic_id: number;
  chapter_id: number;
  page: number;
  page_offset: Generated<number>;
  max_page: number;
  completed_at: Date | null;
  device: string | null;
  updated_at: Generated<Date>;
  seconds: Generated<number>;
}

export interface ProgressChangesTable {
  user_id: number;
  id: Generated<number>;
  chapter_id: number;
  gone: boolean;
  noted_at: Generated<Date>;
}

export interface ProgressWatchesTable {
  user_id: number;
  until: Date;
}

export interface PurgesTable {
  path: string;
  at: Generated<Date>;
  tries: Generated<number>;
  next_at: Generated<Date>;
}

export interface PushSubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  locale: string;
  origin: string;
  created_at: Generated<Date>;
  session: number | null;
}

export interface QuarantineTable {
  id: Generated<number>;
  kind: string;
  value: string;
  image: string;
  evidence: Generated<boolean>;
  source: 'import' | 'upload' | 'avatar' | 'library';
  file: Generated<string>;
  page: number | null;
  user_id: number | null;
  comic_id: number | null;
  state: Generated<'open' | 'confirmed' | 'released'>;
  frozen: Generated<boolean>;
  note: Generated<string>;
  hold: Generated<boolean>;
  keep_until: Date;
  decided_by: number | null;
  decided_at: Date | null;
  created_at: Generated<Date>;
}

export interface RatingsTable {
  user_id: number;
  comic_id: number;
  score: number;
  counted: Generated<boolean>;
}

export interface ReadingDocumentsTable {
  user_id: number;
  document: string;
  chapter_id: number | null;
  progress: string;
  percentage: number;
  device: string;
  device_id: string;
  updated_at: Generated<Date>;
}

export interface RecoveryCodesTable {
  user_id: number;
  hash: string;
  used_at: Date | null;
}

export interface RelatedComicsTable {
  comic_id: number;
  ids: number[] | null;
  scores: number[] | null;
  version: Generated<number>;
  found_at: Date | null;
  due_at: Generated<Date>;
}

export interface ReportsTable {
  id: Generated<number>;
  subject: 'comic' | 'chapter' | 'page' | 'comment' | 'user' | 'group';
  subject_id: number;
  reason: string;
  text: Generated<string>;
  user_id: number | null;
  state: Generated<'open' | 'upheld' | 'dismissed'>;
  outcome: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  created_at: Generated<Date>;
  name: string | null;
  email: string | null;
  locale: string | null;
}

export interface ReviewLocksTable {
  comic_id: number;
  user_id: number | null;
  reason: string;
  created_at: Generated<Date>;
}

export interface ReviewsTable {
  id: Generated<number>;
  comic_id: number;
  user_id: number | null;
  state: Generated<'waiting' | 'approved' | 'refused'>;
  publish_at: Date | null;
  note: Generated<string>;
  decided_by: number | null;
  decided_at: Date | null;
  created_at: Generated<Date>;
}

export interface RevisionImagesTable {
  revision_id: number;
  image: string;
}

export interface SavedSearchesTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  query: string;
  followed_at: Date | null;
  told: Generated<Date>;
  created_at: Generated<Date>;
}

export interface SearchWordsTable {
  word: string;
  marks: Generated<number[]>;
}

export interface ServedFilesTable {
  digest: string;
  chapter_id: number;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface SharedFiguresTable {
  user_id: number;
  token: string;
  zone: string;
  created_at: Generated<Date>;
}

export interface ShelvedComicsTable {
  user_id: number;
  comic_id: number;
  shelf: 'reading' | 'planned' | 'finished' | 'paused' | 'dropped' | 'rereading';
  started_on: string | null;
  finished_on: string | null;
  reread: Generated<number>;
  note: Generated<string>;
  moved_at: Generated<Date>;
  updated_at: Generated<Date>;
  private: Generated<boolean>;
}

export interface SiteChangesTable {
  tx: Generated<string>;
  area: string;
  noted_at: Generated<Date>;
}

export interface SitePagesTable {
  slug: string;
  locale: string;
  title: string;
  text: string;
  updated_at: Generated<Date>;
  version: Generated<number>;
  updated_by: number | null;
}

export interface SiteSecretsTable {
  site: string;
  name: string;
  sealed: string;
}

export interface SiteSettingsTable {
  site: string;
  revision: number;
  settings: Json;
  changes: Json;
  restored: number | null;
  user_id: number | null;
  created_at: Generated<Date>;
}

export interface SlidesTable {
  id: Generated<number>;
  comic_id: number | null;
  image: string | null;
  url: string | null;
  title: Generated<string>;
  language: string | null;
  position: Generated<number>;
  starts_at: Date | null;
  ends_at: Date | null;
  enabled: Generated<boolean>;
  version: Generated<number>;
}

export interface SnapshotsTable {
  key: string;
  value: Json;
  made_at: Generated<Date>;
}

export interface SweptCommentsTable {
  sweep_id: number;
  comment_id: number;
  state: string;
}

export interface TakedownsTable {
  id: Generated<number>;
  scope: 'comic' | 'chapter' | 'page' | 'language';
  comic_id: number | null;
  chapter_id: number | null;
  page_id: number | null;
  claimant: Json;
  statement: string;
  state: Generated<'open' | 'upheld' | 'rejected' | 'countered' | 'restored'>;
  decided_by: number | null;
  decided_at: Date | null;
  created_at: Generated<Date>;
  work: Generated<string>;
  location: Generated<string>;
  signature: Generated<string>;
  locale: string | null;
  user_id: number | null;
  outcome: string | null;
  title: Generated<string>;
  before: GeneratedJson;
  site: string | null;
  owner_id: number | null;
  restored_at: Date | null;
  suspension: string | null;
}

export interface TermAliasesTable {
  kind: string;
  slug: string;
  name: string;
  term_id: number;
}

export interface TermCountsTable {
  term_id: number;
  safe: Generated<number>;
  suggestive: Generated<number>;
  explicit: Generated<number>;
}

export interface TermNamesTable {
  name: string;
  term_id: number;
  kind: string;
}

export interface TermTranslationsTable {
  term_id: number;
  locale: string;
  name: string;
  sort_name: Generated<string>;
}

export interface TermsTable {
  id: Generated<number>;
  kind:
    | 'tag'
    | 'group'
    | 'parody'
    | 'relationship'
    | 'character'
    | 'artist'
    | 'author'
    | 'language'
    | 'category'
    | 'genre'
    | 'publisher'
    | 'platform';
  slug: string;
  name: string;
  search: Generated<string>;
  grams: Generated<number[]>;
  sort_name: Generated<string>;
  color: string | null;
  image: string | null;
  gender: 'female' | 'male' | 'nonbinary' | 'unknown' | null;
  hair: string | null;
  code: string | null;
  icon: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  forbidden_at: Date | null;
  merging_into: number | null;
  name_key: string | null;
}

export interface ThrottlesTable {
  key: string;
  count: number;
  resets_at: Date;
}

export interface TokensTable {
  hash: string;
  user_id: number | null;
  purpose:
    | 'access'
    | 'second-step'
    | 'verify'
    | 'email'
    | 'reset'
    | 'setup'
    | 'unsubscribe'
    | 'export'
    | 'sign-in'
    | 'newcomer'
    | 'proof'
    | 'link';
  remember: Generated<boolean>;
  agent: string | null;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
  expires_at: Date;
  id: Generated<number>;
  address: string | null;
  payload: GeneratedJson;
}

export interface TrackedComicsTable {
  user_id: number;
  service: string;
  comic_id: number;
  entry: Json | null;
  state: 'same' | 'further' | 'unknown';
}

export interface TrackerChangesTable {
  user_id: number;
  service: string;
  comic_id: number;
  changed_at: Generated<Date>;
}

export interface TrackerJoinsTable {
  state: string;
  user_id: number;
  service: string;
  verifier: string;
  expires_at: Date;
}

export interface TrackerListsTable {
  user_id: number;
  service: string;
  entries: Json;
  read_at: Generated<Date>;
}

export interface TrackersTable {
  user_id: number;
  service: 'anilist' | 'mal' | 'kitsu' | 'mangaupdates';
  account_id: string;
  account: string;
  tokens: string;
  joined_at: Generated<Date>;
  sent_at: Date | null;
  fetched_at: Date | null;
  error: string | null;
  failures: Generated<number>;
  due_at: Date | null;
  refused: Generated<boolean>;
}

export interface TransferItemsTable {
  transfer_id: number;
  key: string;
  title: string;
  state: Generated<'waiting' | 'imported' | 'unchanged' | 'refused'>;
  comic_id: number | null;
  error: Json | null;
  data: GeneratedJson;
  position: number;
  subject: Generated<'comic' | 'member' | 'comments'>;
}

export interface TransferRowsTable {
  transfer_id: number;
  kind: string;
  parent: number;
  id: number;
  data: Json;
}

export interface TransfersTable {
  id: Generated<number>;
  kind: 'komawari' | 'komga' | 'kavita' | 'lanraragi' | 'wordpress' | 'madara';
  name: string;
  address: string | null;
  secret: string | null;
  file: string | null;
  options: GeneratedJson;
  state: Generated<'waiting' | 'running' | 'ready' | 'done' | 'failed' | 'cancelled'>;
  error: Json | null;
  user_id: number | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  found: Json | null;
}

export interface UploadChaptersTable {
  id: Generated<number>;
  work_id: number;
  place: number;
  key: string | null;
  name: Generated<string>;
  number: string | null;
  groups: string[] | null;
  premium_until: Date | null;
  replaces: number | null;
  arranged: Generated<boolean>;
  volume: string | null;
  credits: GeneratedJson;
}

export interface UploadFilesTable {
  id: Generated<number>;
  upload_id: number;
  path: string;
  bytes: number;
  state: Generated<'receiving' | 'waiting' | 'reading' | 'ready' | 'refused'>;
  hash: string | null;
  pages: number | null;
  warnings: GeneratedJson;
  error: Json | null;
  created_at: Generated<Date>;
  received_at: Date | null;
}

export interface UploadPagesTable {
  id: Generated<number>;
  file_id: number;
  number: number;
  name: string;
  image: string | null;
  problem: Json | null;
  transcript: string | null;
  chapter_id: number | null;
  place: Generated<number>;
}

export interface UploadPartsTable {
  file_id: number;
  start: number;
  bytes: number;
  blob: string;
}

export interface UploadWorksTable {
  id: Generated<number>;
  upload_id: number;
  place: number;
  version: Generated<number>;
  key: string | null;
  fields: Json;
  about: GeneratedJson;
  comic_id: number | null;
  became: number | null;
  duplicates: GeneratedJson;
}

export interface UploadsTable {
  id: Generated<number>;
  user_id: number;
  state: Generated<'open' | 'committing' | 'committed'>;
  version: Generated<number>;
  publish: 'draft' | 'now' | 'at' | null;
  publish_at: Date | null;
  rights_at: Date | null;
  error: Json | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
  incomplete: Generated<boolean>;
}

export interface UsedOnceTable {
  key: string;
  expires_at: Date;
}

export interface UsersTable {
  id: Generated<number>;
  username: string;
  email: string;
  password: string;
  role: Generated<'user' | 'uploader' | 'moderator' | 'admin'>;
  verified_at: Date | null;
  avatar: string | null;
  locale: string | null;
  settings: GeneratedJson;
  banned_at: Date | null;
  banned_reason: string | null;
  deleted_at: Date | null;
  created_at: Generated<Date>;
  username_key: string;
  totp_secret: string | null;
  totp_confirmed_at: Date | null;
  totp_step: number | null;
  digest_at: Date | null;
  pending_email: string | null;
  banned_until: Date | null;
  terms_version: number | null;
  erase_at: Date | null;
  site: string | null;
}

export interface VisitorBucketsTable {
  key: string;
  full_at: Date;
}

export interface VisitsTable {
  day: string;
  visit: number;
}

export interface WatchedFilesTable {
  path: string;
  bytes: number;
  modified_at: Date;
  taken: Generated<boolean>;
  seen_at: Generated<Date>;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  message: string;
  event: string;
  subject_id: number;
  body: string;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  tries: Generated<number>;
  status: number | null;
  error: string | null;
  told_in: Generated<string>;
  created_at: Generated<Date>;
  tried_at: Date | null;
  next_at: Date | null;
}

export interface WebhooksTable {
  id: Generated<number>;
  url: string;
  events: string[];
  secret: string;
  enabled: Generated<boolean>;
  failing_since: Date | null;
  stopped_at: Date | null;
  user_id: number | null;
  created_at: Generated<Date>;
  form: Generated<'standard' | 'discord'>;
  paused_until: Date | null;
}

export interface WithdrawalsTable {
  id: Generated<number>;
  comic_id: number | null;
  paths: string[] | null;
  at: Generated<Date>;
}

export interface WithheldPagesTable {
  page_id: number;
  takedown_id: number;
  image: string;
}

export interface WordFiltersTable {
  id: Generated<number>;
  kind: 'word' | 'link';
  pattern: string;
  action: 'hold' | 'refuse' | 'mask';
  note: Generated<string>;
  created_at: Generated<Date>;
}

/** Every table, as Kysely takes it. */
export interface Schema {
  ad_counts: AdCountsTable;
  ads: AdsTable;
  age_passes: AgePassesTable;
  all_chapters: AllChaptersTable;
  announcements: AnnouncementsTable;
  api_keys: ApiKeysTable;
  audit_log: AuditLogTable;
  audit_seals: AuditSealsTable;
  audit_unsealed: AuditUnsealedTable;
  backups: BackupsTable;
  blocked_uploaders: BlockedUploadersTable;
  blocked_users: BlockedUsersTable;
  blocklist: BlocklistTable;
  chapter_credits: ChapterCreditsTable;
  chapter_groups: ChapterGroupsTable;
  chapter_reaction_counts: ChapterReactionCountsTable;
  chapter_reactions: ChapterReactionsTable;
  chapter_slugs: ChapterSlugsTable;
  chapters: ChaptersTable;
  chosen_groups: ChosenGroupsTable;
  comic_bulks: ComicBulksTable;
  comic_changes: ComicChangesTable;
  comic_links: ComicLinksTable;
  comic_official_links: ComicOfficialLinksTable;
  comic_relations: ComicRelationsTable;
  comic_revisions: ComicRevisionsTable;
  comic_scores: ComicScoresTable;
  comic_slugs: ComicSlugsTable;
  comic_stats: ComicStatsTable;
  comic_translations: ComicTranslationsTable;
  comic_views: ComicViewsTable;
  comic_volumes: ComicVolumesTable;
  comics: ComicsTable;
  comment_reactions: CommentReactionsTable;
  comment_sweeps: CommentSweepsTable;
  comment_threads: CommentThreadsTable;
  comment_votes: CommentVotesTable;
  comments: CommentsTable;
  content_limits: ContentLimitsTable;
  counter_notices: CounterNoticesTable;
  daily_figures: DailyFiguresTable;
  data_imports: DataImportsTable;
  decision_templates: DecisionTemplatesTable;
  decisions: DecisionsTable;
  downloads: DownloadsTable;
  entitlements: EntitlementsTable;
  favorites: FavoritesTable;
  follows: FollowsTable;
  group_invitations: GroupInvitationsTable;
  group_members: GroupMembersTable;
  groups: GroupsTable;
  hidden_terms: HiddenTermsTable;
  identities: IdentitiesTable;
  image_sources: ImageSourcesTable;
  images: ImagesTable;
  import_pages: ImportPagesTable;
  imports: ImportsTable;
  jobs: JobsTable;
  limit_terms: LimitTermsTable;
  list_comics: ListComicsTable;
  lists: ListsTable;
  member_writes: MemberWritesTable;
  migrations: MigrationsTable;
  moderation_claims: ModerationClaimsTable;
  new_comics: NewComicsTable;
  notifications: NotificationsTable;
  old_addresses: OldAddressesTable;
  page_bookmarks: PageBookmarksTable;
  pages: PagesTable;
  passkeys: PasskeysTable;
  progress: ProgressTable;
  progress_changes: ProgressChangesTable;
  progress_watches: ProgressWatchesTable;
  purges: PurgesTable;
  push_subscriptions: PushSubscriptionsTable;
  quarantine: QuarantineTable;
  ratings: RatingsTable;
  reading_documents: ReadingDocumentsTable;
  recovery_codes: RecoveryCodesTable;
  related_comics: RelatedComicsTable;
  reports: ReportsTable;
  review_locks: ReviewLocksTable;
  reviews: ReviewsTable;
  revision_images: RevisionImagesTable;
  saved_searches: SavedSearchesTable;
  search_words: SearchWordsTable;
  served_files: ServedFilesTable;
  settings: SettingsTable;
  shared_figures: SharedFiguresTable;
  shelved_comics: ShelvedComicsTable;
  site_changes: SiteChangesTable;
  site_pages: SitePagesTable;
  site_secrets: SiteSecretsTable;
  site_settings: SiteSettingsTable;
  slides: SlidesTable;
  snapshots: SnapshotsTable;
  swept_comments: SweptCommentsTable;
  takedowns: TakedownsTable;
  term_aliases: TermAliasesTable;
  term_counts: TermCountsTable;
  term_names: TermNamesTable;
  term_translations: TermTranslationsTable;
  terms: TermsTable;
  throttles: ThrottlesTable;
  tokens: TokensTable;
  tracked_comics: TrackedComicsTable;
  tracker_changes: TrackerChangesTable;
  tracker_joins: TrackerJoinsTable;
  tracker_lists: TrackerListsTable;
  trackers: TrackersTable;
  transfer_items: TransferItemsTable;
  transfer_rows: TransferRowsTable;
  transfers: TransfersTable;
  upload_chapters: UploadChaptersTable;
  upload_files: UploadFilesTable;
  upload_pages: UploadPagesTable;
  upload_parts: UploadPartsTable;
  upload_works: UploadWorksTable;
  uploads: UploadsTable;
  used_once: UsedOnceTable;
  users: UsersTable;
  visitor_buckets: VisitorBucketsTable;
  visits: VisitsTable;
  watched_files: WatchedFilesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  withdrawals: WithdrawalsTable;
  withheld_pages: WithheldPagesTable;
  word_filters: WordFiltersTable;
}
