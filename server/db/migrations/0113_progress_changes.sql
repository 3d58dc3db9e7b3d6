-- What members whose programs wait for events have read or forgotten, for a minute, and who they are. A crash may lose it.
create unlogged table progress_watches (
  user_id int primary key references users on delete cascade,
  until timestamptz not null                -- a process that keeps a connection of theirs open puts it off
);
create unlogged table progress_changes (
  user_id int not null references users on delete cascade,
  id bigint generated always as identity,
  chapter_id int not null,                  -- gone, where it was deleted
  gone boolean not null,                    -- whether the place was taken away
  noted_at timestamptz not null default now(),
  primary key (user_id, id)
);

create function progress_note_change() returns trigger language plpgsql as $$
begin
  insert into progress_changes (user_id, chapter_id, gone)
  select w.user_id, coalesce(new.chapter_id, old.chapter_id), tg_op = 'DELETE'
  -- Who is being deleted has nothing noted any more.
  from progress_watches w join users u on u.id = w.user_id
  where w.user_id = coalesce(new.user_id, old.user_id) and w.until > now();
  return null;
end $$;
create trigger progress_note_change after insert or delete or update on progress
  for each row execute function progress_note_change();
