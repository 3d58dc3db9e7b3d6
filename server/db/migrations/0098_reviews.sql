-- A review is a comment in a thread of its own beside the comic's: 2^30 and the comic's id. Its score is its author's rating.
alter table comments add review_of int references comics on delete cascade;
alter table comments drop constraint comments_check;
alter table comments add constraint comments_check check (num_nonnulls(comic_id, term_id, chapter_id, review_of) = 1);
-- A member has one of a comic; what its author took away does not count, what a moderator hid or deleted does.
create unique index comments_review on comments (review_of, user_id)
  where review_of is not null and root_id is null and not (state = 'deleted' and text = '');
create index comments_review_thread on comments (review_of) where review_of is not null;

create or replace function comments_thread() returns trigger language plpgsql as $$
begin
  new.thread := coalesce(new.comic_id, -new.term_id, -1073741824 - new.chapter_id, 1073741824 + new.review_of);
  return new;
end $$;
drop trigger comments_thread on comments;
create trigger comments_thread before insert or update of comic_id, term_id, chapter_id, review_of on comments
  for each row execute function comments_thread();

-- Works whose reviews and scores are closed.
create table review_locks (
  comic_id int primary key references comics on delete cascade,
  user_id int references users on delete set null,
  reason text not null,
  created_at timestamptz not null default now()
);
create index review_locks_user on review_locks (user_id);

-- Whether a score counts: one of an account that is new, or shut out, does not.
alter table ratings add counted boolean not null default true;
create index ratings_uncounted on ratings (comic_id, user_id) where not counted;
drop index ratings_comic;
create index ratings_comic on ratings (comic_id, user_id) include (score, counted);

-- How many members gave a comic each score, 1 to 10, of those that count.
create table comic_scores (
  comic_id int primary key references comics on delete cascade,
  counts int[] not null default array_fill(0, array[10])
);
-- The mean that lists sort by, in thousandths: as if ten others had given 6.5. 0: nobody's score counts.
alter table comic_stats add score int not null default 0;
create index comic_stats_score on comic_stats (score desc, comic_id desc);

create function comic_score(counts int[]) returns int language sql immutable as $$
  select case when sum(n) > 0 then round((65000 + 1000 * sum(n * score)) / (10 + sum(n)))::int else 0 end
  from unnest(counts) with ordinality c (n, score)
$$;

-- Comics are taken in order of their id, so that two writers cannot wait for each other.
create function ratings_count() returns trigger language plpgsql as $$
begin
  insert into comic_scores (comic_id)
  select c.id from comics c where c.id in (select comic_id from moved where counted) order by c.id on conflict do nothing;
  perform 1 from comic_scores s where s.comic_id in (select comic_id from moved where counted) order by s.comic_id for update;
  update comic_scores s set counts = array(
    select s.counts[place] + case when tg_argv[0] = 'added' then 1 else -1 end * (
      select count(*)::int from moved m where m.counted and m.comic_id = s.comic_id and m.score = place)
    from generate_series(1, 10) place order by place)
  where s.comic_id in (select comic_id from moved where counted);
  update comic_stats t set score = comic_score(s.counts) from comic_scores s
  where s.comic_id = t.comic_id and s.comic_id in (select comic_id from moved where counted) and t.score <> comic_score(s.counts);
  return null;
end $$;
create trigger ratings_count_added after insert on ratings referencing new table as moved
  for each statement execute function ratings_count('added');
create trigger ratings_count_gone after delete on ratings referencing old table as moved
  for each statement execute function ratings_count('gone');
create trigger ratings_count_was after update on ratings referencing old table as moved
  for each statement execute function ratings_count('gone');
create trigger ratings_count_is after update on ratings referencing new table as moved
  for each statement execute function ratings_count('added');

insert into comic_scores (comic_id, counts)
select comic_id, array_agg(n order by score) from (
  select c.comic_id, p.score, count(r.user_id)::int as n
  from (select distinct comic_id from ratings) c cross join generate_series(1, 10) p (score)
  left join ratings r on r.comic_id = c.comic_id and r.score = p.score group by c.comic_id, p.score) counted group by comic_id;
update comic_stats t set score = comic_score(s.counts) from comic_scores s where s.comic_id = t.comic_id;
create index users_banned on users (id) where banned_at is not null;
