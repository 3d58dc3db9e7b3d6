-- The groups that members prefer or block, and the uploaders whose chapters they step over.
create table chosen_groups (
  user_id int not null references users on delete cascade,
  term_id int not null references terms on delete cascade on update cascade,
  choice text not null check (choice in ('preferred', 'blocked')),
  created_at timestamptz not null default now(),
  primary key (user_id, term_id)
);
create index chosen_groups_term on chosen_groups (term_id);

create table blocked_uploaders (
  user_id int not null references users on delete cascade,
  uploader_id int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, uploader_id)
);
create index blocked_uploaders_uploader on blocked_uploaders (uploader_id);

-- Who uploaded a chapter; null where nobody knows, and then it is whoever uploaded its comic.
alter table all_chapters add uploader_id int references users on delete set null;
create index chapters_uploader on all_chapters (uploader_id) where uploader_id is not null;
create or replace view chapters as
  select id, comic_id, slug, name, number, position, direction, pages, added_at, updated_at, premium_until, pages_said,
    released_at, pending, coalesce(release_order, id) as release, volume, uploader_id
  from all_chapters where state = 'published';
