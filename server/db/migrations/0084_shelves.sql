-- On which shelf a member has a comic: each on one at most.
create table shelved_comics (
  user_id int not null references users on delete cascade,
  comic_id int not null references comics on delete cascade,
  shelf text not null check (shelf in ('reading', 'planned', 'finished', 'paused', 'dropped', 'rereading')),
  started_on date,
  finished_on date,
  reread int not null default 0 check (reread between 0 and 9999),
  note text not null default '',
  -- When it came to this shelf; `updated_at` is when anything of this was changed.
  moved_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, comic_id)
);
create index shelved_comics_recent on shelved_comics (user_id, shelf, updated_at desc, comic_id desc);
create index shelved_comics_comic on shelved_comics (comic_id, user_id);
