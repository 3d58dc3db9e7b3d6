-- Backups that were made of this site, while they lie where they were put.
create table backups (
  place text not null,
  id text not null,
  made_at timestamptz not null,
  seconds float8 not null,
  bytes bigint not null,
  new_bytes bigint not null,
  comics int not null,
  members int not null,
  pictures int not null,
  lost int not null,
  encrypted boolean not null,
  verified_at timestamptz,
  damaged boolean not null default false,
  primary key (place, id)
);
create index backups_newest on backups (made_at desc);
