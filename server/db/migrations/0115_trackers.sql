-- Accounts of members at trackers, to which what they read is sent.
create table trackers (
  user_id int not null references users on delete cascade,
  service text not null check (service in ('anilist', 'mal', 'kitsu', 'mangaupdates')),
  account_id text not null,
  account text not null,                    -- who they are there
  tokens text not null,                     -- sealed; for this member and service alone
  joined_at timestamptz not null default now(),
  sent_at timestamptz,
  fetched_at timestamptz,
  error text,                               -- why nothing could be sent last; null once something was
  failures int not null default 0,          -- since something was sent
  due_at timestamptz,                       -- when something is to be sent; null where nothing waits
  refused boolean not null default false,   -- the token is good no more: the member has to join anew
  primary key (user_id, service)
);

create index trackers_due on trackers (due_at) where due_at is not null and not refused;

-- Joining that is under way: the browser is at the tracker.
create table tracker_joins (
  state text primary key,                   -- SHA-256 of what the tracker sends back
  user_id int not null references users on delete cascade,
  service text not null,
  verifier text not null,                   -- PKCE, sealed
  expires_at timestamptz not null
);
create index tracker_joins_user on tracker_joins (user_id);

-- Works of which something is to be sent.
create table tracker_changes (
  user_id int not null,
  service text not null,
  comic_id int not null references comics on delete cascade,
  changed_at timestamptz not null default now(),
  primary key (user_id, service, comic_id),
  foreign key (user_id, service) references trackers on delete cascade
);
create index tracker_changes_comic on tracker_changes (comic_id);

-- The tracker's entry of a work as it was known last.
create table tracked_comics (
  user_id int not null,
  service text not null,
  comic_id int not null references comics on delete cascade,
  entry jsonb,                              -- null where the tracker has none
  state text not null check (state in ('same', 'further', 'unknown')),
  primary key (user_id, service, comic_id),
  foreign key (user_id, service) references trackers on delete cascade
);
create index tracked_comics_comic on tracked_comics (comic_id);

-- A list as a tracker had it, until its member says what to take of it.
create table tracker_lists (
  user_id int not null,
  service text not null,
  entries jsonb not null,
  read_at timestamptz not null default now(),
  primary key (user_id, service),
  foreign key (user_id, service) references trackers on delete cascade
);

alter table shelved_comics add private boolean not null default false;   -- nothing of it is sent to trackers

create function trackers_note() returns trigger language plpgsql as $$
begin
  insert into tracker_changes (user_id, service, comic_id)
  select distinct t.user_id, t.service, c.comic_id from changed c join trackers t on t.user_id = c.user_id
  order by t.user_id, t.service, c.comic_id
  on conflict (user_id, service, comic_id) do update set changed_at = clock_timestamp();
  -- Most who read have no tracker.
  if not found then return null; end if;
  update trackers t set due_at = now() + interval '30 seconds'
  where t.due_at is null and t.user_id in (select c.user_id from changed c);
  return null;
end $$;
create trigger progress_trackers_insert after insert on progress referencing new table as changed
  for each statement execute function trackers_note();
create trigger progress_trackers_update after update on progress referencing new table as changed
  for each statement execute function trackers_note();
create trigger shelved_trackers_insert after insert on shelved_comics referencing new table as changed
  for each statement execute function trackers_note();
create trigger shelved_trackers_update after update on shelved_comics referencing new table as changed
  for each statement execute function trackers_note();
create trigger ratings_trackers_insert after insert on ratings referencing new table as changed
  for each statement execute function trackers_note();
create trigger ratings_trackers_update after update on ratings referencing new table as changed
  for each statement execute function trackers_note();
