-- An account whose deletion was asked for is closed (`deleted_at`) and erased once this moment has come; until then signing in opens it again.
alter table users add column erase_at timestamptz check (erase_at is null or deleted_at is not null);
create index users_erase on users (erase_at) where erase_at is not null;
