-- Scores of many comics at once, as an import brings and an account takes with it, are counted once for each comic, not once for each pair of them.
create or replace function ratings_count() returns trigger language plpgsql as $$
declare
  sign int := case when tg_argv[0] = 'added' then 1 else -1 end;
begin
  insert into comic_scores (comic_id)
  select c.id from comics c where c.id in (select comic_id from moved) order by c.id on conflict do nothing;
  perform 1 from comic_scores s where s.comic_id in (select comic_id from moved) order by s.comic_id for update;
  update comic_scores s set
    uncounted = s.uncounted + sign * m.uncounted,
    counts = array(select have + sign * came from unnest(s.counts, m.counts) with ordinality u (have, came, place) order by place)
  from (
    select comic_id, (count(*) filter (where not counted))::int as uncounted, array[
      count(*) filter (where counted and score = 1), count(*) filter (where counted and score = 2), count(*) filter (where counted and score = 3),
      count(*) filter (where counted and score = 4), count(*) filter (where counted and score = 5), count(*) filter (where counted and score = 6),
      count(*) filter (where counted and score = 7), count(*) filter (where counted and score = 8), count(*) filter (where counted and score = 9),
      count(*) filter (where counted and score = 10)]::int[] as counts
    from moved group by comic_id) m
  where s.comic_id = m.comic_id;
  update comic_stats t set score = comic_score(s.counts) from comic_scores s
  where s.comic_id = t.comic_id and s.comic_id in (select comic_id from moved where counted) and t.score <> comic_score(s.counts);
  return null;
end $$;
