-- Terms as admins look after them.
alter table terms
  add column version int not null default 1,      -- moves with every change by an admin: an edit says which it began from
  add column forbidden_at timestamptz,            -- no comic may have it
  add column merging_into int references terms on delete set null;  -- while its comics are given the other one
create index terms_merging on terms (merging_into) where merging_into is not null;
create index terms_updated on terms (kind, updated_at desc, id desc);

-- Slides take an order that admins give them.
alter table slides
  add column enabled boolean not null default true,
  add column version int not null default 1;

-- Who wrote a page last; a save says which version it began from.
alter table site_pages
  add column version int not null default 1,
  add column updated_by int references users on delete set null;
create index site_pages_updated_by on site_pages (updated_by) where updated_by is not null;
