-- How long a chapter was read: the seconds between one place and the next, where they are not too many.
alter table progress add seconds int not null default 0;
-- Whose figures of reading others may see: whoever has the address.
create table shared_figures (
  user_id int primary key references users on delete cascade,
  token text not null unique,               -- random, 128 bits
  zone text not null,
  created_at timestamptz not null default now()
);
