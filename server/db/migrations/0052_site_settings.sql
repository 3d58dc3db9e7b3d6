-- What admins set in the page of a site: every change is a row that holds the whole of it, so that each state can come back.
-- The newest row of a site is in force, under what its file and the environment say.
create table site_settings (
  site text not null,
  revision integer not null check (revision > 0),
  -- Key of the site's file → value.
  settings jsonb not null,
  -- [{"key", "before", "after"}]: of the values in force.
  changes jsonb not null,
  restored integer,
  user_id int references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (site, revision)
);
create index on site_settings (user_id);
