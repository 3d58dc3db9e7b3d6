-- Sites of WordPress with Madara, from a dump of their database and their folder of uploads; what is read is shown before it is brought.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check
  check (kind in ('komawari', 'komga', 'lanraragi', 'wordpress', 'madara'));
alter table transfers drop constraint transfers_state_check;
alter table transfers add constraint transfers_state_check
  check (state in ('waiting', 'running', 'ready', 'done', 'failed', 'cancelled'));
alter table transfers add found jsonb;      -- how much of each thing was found, and what is left out
-- What a line is about: a comic, a member of the other site with what they kept, or the comments on a comic.
alter table transfer_items add subject text not null default 'comic' check (subject in ('comic', 'member', 'comments'));

-- Rows of a dump that are needed, until what they say was brought: by what they belong to there.
create table transfer_rows (
  transfer_id int not null references transfers on delete cascade,
  kind text not null,
  parent bigint not null,
  id bigint not null,
  data jsonb not null,
  primary key (transfer_id, kind, parent, id)
);

-- Where comics and chapters were on the sites that they came from: paths in lower case, without slashes around them.
create table old_addresses (
  path text primary key,
  comic_id int not null references comics on delete cascade,
  chapter_id int references all_chapters on delete cascade
);
create index old_addresses_comic on old_addresses (comic_id);
create index old_addresses_chapter on old_addresses (chapter_id) where chapter_id is not null;
