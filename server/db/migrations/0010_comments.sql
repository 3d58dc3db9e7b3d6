-- Comments as threads: replies under what they answer, votes, counts that are exact, and lists that never walk a thread.

-- What a comment stands under: the id of a comic, or that of a term below zero. One key for every index.
alter table comments add thread int not null generated always as (coalesce(comic_id, -term_id)) stored;
-- The comment at the top of it, and the one it is shown inside of: at most three levels down. Null at the top.
alter table comments add root_id bigint references comments on delete cascade;
alter table comments add under_id bigint;
alter table comments add depth smallint not null default 0 check (depth between 0 and 3);
-- Replies that are shown, over all levels; of comments at the top.
alter table comments add replies int not null default 0;
-- Whether its place in the list is kept: what is gone stands there as long as something answers it.
alter table comments add listed boolean not null generated always as (state = 'shown' or replies > 0) stored;
-- What html was made with: the version of the renderer, and the members that were found among the names it mentions.
alter table comments add rendered smallint not null default 0;
alter table comments add mentions text[] not null default '{}';
-- The Idempotency-Key of the call that wrote it: the same call again is the same comment.
alter table comments add request_key text;

create index comments_top on comments (thread, points desc, id desc) where root_id is null and listed;
create index comments_newest on comments (thread, id desc) where root_id is null and listed;
create index comments_replies on comments (root_id, id) where root_id is not null;
create index comments_held on comments (id) where state = 'held';
create unique index comments_request on comments (user_id, request_key) where request_key is not null;

create table comment_threads (
  thread int primary key,
  comments int not null default 0,          -- shown, replies included
  roots int not null default 0,             -- listed at the top
  version bigint not null default 0         -- grows with every change that readers see; not with votes
) with (fillfactor = 50);
insert into comment_threads (thread, comments, roots, version)
select thread, count(*) filter (where state = 'shown'), count(*) filter (where listed), 1 from comments group by thread;

-- The counts, kept by whatever writes comments. A root is taken before its thread, so that writers cannot deadlock.
create function comments_count_added() returns trigger language plpgsql as $$
begin
  update comments c set replies = c.replies + n.shown
  from (select root_id, count(*) as shown from added where root_id is not null and state = 'shown' group by root_id) n where c.id = n.root_id;
  insert into comment_threads as t (thread, comments, roots, version)
  select thread, count(*) filter (where state = 'shown'), count(*) filter (where root_id is null and listed), 1 from added group by thread order by thread
  on conflict (thread) do update set comments = t.comments + excluded.comments, roots = t.roots + excluded.roots, version = t.version + 1;
  return null;
end $$;
create trigger comments_count_added after insert on comments referencing new table as added
  for each statement execute function comments_count_added();

create function comments_count_gone() returns trigger language plpgsql as $$
begin
  update comments c set replies = c.replies - n.shown
  from (select root_id, count(*) as shown from gone where root_id is not null and state = 'shown' group by root_id) n where c.id = n.root_id;
  update comment_threads t set comments = t.comments - n.shown, roots = t.roots - n.listed, version = t.version + 1
  from (select thread, count(*) filter (where state = 'shown') as shown, count(*) filter (where root_id is null and listed) as listed from gone group by thread) n
  where t.thread = n.thread;
  return null;
end $$;
create trigger comments_count_gone after delete on comments referencing old table as gone
  for each statement execute function comments_count_gone();

create function comments_count_changed() returns trigger language plpgsql as $$
declare
  shown int := (new.state = 'shown')::int - (old.state = 'shown')::int;
begin
  if new.root_id is not null and shown <> 0 then update comments set replies = replies + shown where id = new.root_id; end if;
  update comment_threads set comments = comments + shown, version = version + 1,
    roots = roots + case when new.root_id is null then new.listed::int - old.listed::int else 0 end
  where thread = new.thread;
  return null;
end $$;
create trigger comments_count_changed after update on comments for each row
  when (old.state is distinct from new.state or old.listed is distinct from new.listed or old.text is distinct from new.text)
  execute function comments_count_changed();

-- Points are the sum of the votes at every moment, however many vote at once.
create function comment_votes_count() returns trigger language plpgsql as $$
declare
  change int := coalesce(new.value, 0) - coalesce(old.value, 0);
begin
  if change <> 0 then update comments set points = points + change where id = coalesce(new.comment_id, old.comment_id); end if;
  return null;
end $$;
create trigger comment_votes_count after insert or delete or update of value on comment_votes
  for each row execute function comment_votes_count();

-- Reports: guests may say who they are; of the same person about the same there is one that is open.
alter table reports add name text;
alter table reports add email text;
create unique index reports_once on reports (subject, subject_id, user_id) where state = 'open' and user_id is not null;
create index reports_subject on reports (subject, subject_id, id desc);
