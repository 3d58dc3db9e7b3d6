-- Which comics have changed, by the transaction that changed them: what the catalogues in the memory of the processes
-- follow. Rows are seen when their transaction ends; those that every process has read are taken away in time.
create table comic_changes (
  tx xid8 not null default pg_current_xact_id(),
  comic_id int not null,                    -- gone, where it was deleted
  noted_at timestamptz not null default now(),
  primary key (tx, comic_id)
);

-- Notes every change of a listed comic, and moves the catalogue's change sequence.
create function comics_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if tg_op <> 'INSERT' and old.state = 'published' or tg_op <> 'DELETE' and new.state = 'published' then
    perform nextval('catalogue_changes');
    insert into comic_changes (comic_id) values (coalesce(new.id, old.id)) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger comics_note_change after insert or delete or update on comics
  for each row execute function comics_note_change();

-- Ratings and comments of a comic can be searched for.
create function comics_note_opinion() returns trigger language plpgsql as $$
begin
  insert into comic_changes (comic_id)
  select distinct id from unnest(array[old.comic_id, new.comic_id]) id where id is not null on conflict do nothing;
  return null;
end $$;
create trigger ratings_note_opinion after insert or delete or update on ratings
  for each row execute function comics_note_opinion();
create trigger comments_note_opinion after insert or delete or update of comic_id, state on comments
  for each row execute function comics_note_opinion();

-- As before, but that the trigger above moves the sequence, for every change that shows.
create or replace function comics_count_terms() returns trigger language plpgsql as $$
declare
  old_terms int[] := '{}';
  new_terms int[] := '{}';
begin
  if tg_op <> 'INSERT' and old.state = 'published' then old_terms := array_append(old.terms, 0); end if;
  if tg_op <> 'DELETE' and new.state = 'published' then new_terms := array_append(new.terms, 0); end if;
  if tg_op = 'UPDATE' and old_terms = new_terms and old.rating = new.rating then
    return null;
  end if;
  insert into term_counts as counted (term_id, safe, suggestive, explicit)
  select term,
    coalesce(sum(n) filter (where rating = 'safe'), 0),
    coalesce(sum(n) filter (where rating = 'suggestive'), 0),
    coalesce(sum(n) filter (where rating = 'explicit'), 0)
  from (
    select unnest(old_terms) as term, old.rating as rating, -1 as n
    union all
    select unnest(new_terms), new.rating, 1
  ) as change
  group by term
  order by term
  on conflict (term_id) do update set
    safe = counted.safe + excluded.safe,
    suggestive = counted.suggestive + excluded.suggestive,
    explicit = counted.explicit + excluded.explicit;
  return null;
end $$;

-- Moments of uploading are whole milliseconds, so that the catalogue in memory orders by them as the database does.
update comics set uploaded_at = date_trunc('milliseconds', uploaded_at) where uploaded_at <> date_trunc('milliseconds', uploaded_at);
alter table comics alter column uploaded_at set default date_trunc('milliseconds', now());
