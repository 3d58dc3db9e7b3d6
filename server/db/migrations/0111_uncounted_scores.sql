-- How many scores of a comic do not count, so that moderators find those that many fell upon without reading scores.
alter table comic_scores add uncounted int not null default 0;
insert into comic_scores (comic_id, uncounted)
select comic_id, count(*)::int from ratings where not counted group by comic_id
on conflict (comic_id) do update set uncounted = excluded.uncounted;
create index comic_scores_uncounted on comic_scores (uncounted desc, comic_id) where uncounted >= 10;

create or replace function ratings_count() returns trigger language plpgsql as $$
declare
  sign int := case when tg_argv[0] = 'added' then 1 else -1 end;
begin
  insert into comic_scores (comic_id)
  select c.id from comics c where c.id in (select comic_id from moved) order by c.id on conflict do nothing;
  perform 1 from comic_scores s where s.comic_id in (select comic_id from moved) order by s.comic_id for update;
  update comic_scores s set
    uncounted = s.uncounted + sign * (select count(*)::int from moved m where not m.counted and m.comic_id = s.comic_id),
    counts = array(
      select s.counts[place] + sign * (
        select count(*)::int from moved m where m.counted and m.comic_id = s.comic_id and m.score = place)
      from generate_series(1, 10) place order by place)
  where s.comic_id in (select comic_id from moved);
  update comic_stats t set score = comic_score(s.counts) from comic_scores s
  where s.comic_id = t.comic_id and s.comic_id in (select comic_id from moved where counted) and t.score <> comic_score(s.counts);
  return null;
end $$;
