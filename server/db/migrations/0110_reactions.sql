-- Reactions of members to comments and chapters: one of each member, by its place in contract/reactions.ts, and how many of each there are.
create table comment_reactions (
  comment_id bigint not null references comments on delete cascade,
  user_id int not null references users on delete cascade,
  kind smallint not null check (kind between 1 and 6),
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_reactions_user on comment_reactions (user_id);

create table chapter_reactions (
  chapter_id int not null references all_chapters on delete cascade,
  user_id int not null references users on delete cascade,
  kind smallint not null check (kind between 1 and 6),
  created_at timestamptz not null default now(),
  primary key (chapter_id, user_id)
);
create index chapter_reactions_user on chapter_reactions (user_id);

-- Null until there was one.
alter table comments add reactions int[];
-- Grows with every reaction to one of the comments.
alter table comment_threads add reacted bigint not null default 0;

create table chapter_reaction_counts (
  chapter_id int primary key references all_chapters on delete cascade,
  counts int[] not null
) with (fillfactor = 80);

create function reaction_counts(counts int[], gone smallint, added smallint) returns int[] language sql immutable as $$
  select array(
    select n + coalesce((place = added)::int, 0) - coalesce((place = gone)::int, 0)
    from unnest(coalesce(counts, array_fill(0, array[6]))) with ordinality c (n, place) order by place)
$$;

-- The comment is taken before its thread, as by whoever writes.
create function comment_reactions_count() returns trigger language plpgsql as $$
declare
  place int;
begin
  update comments set reactions = reaction_counts(reactions, old.kind, new.kind)
  where id = coalesce(new.comment_id, old.comment_id) returning thread into place;
  update comment_threads set reacted = reacted + 1 where thread = place;
  return null;
end $$;
create trigger comment_reactions_count after insert or delete or update of kind on comment_reactions
  for each row execute function comment_reactions_count();

create function chapter_reactions_count() returns trigger language plpgsql as $$
begin
  if new.kind is not null then
    insert into chapter_reaction_counts as c (chapter_id, counts) values (new.chapter_id, reaction_counts(null, null, new.kind))
    on conflict (chapter_id) do update set counts = reaction_counts(c.counts, old.kind, new.kind);
  else
    update chapter_reaction_counts set counts = reaction_counts(counts, old.kind, null) where chapter_id = old.chapter_id;
  end if;
  return null;
end $$;
create trigger chapter_reactions_count after insert or delete or update of kind on chapter_reactions
  for each row execute function chapter_reactions_count();
