-- What searches and spelling look up: the names of terms, each by itself, and the words of titles and names.

-- The marks that two words share which are one slip apart: of the word, and of the word without each of its letters.
create function spelling_marks(word text) returns int[] language sql immutable parallel safe as $$
  select array_agg(distinct ('x' || left(md5(form), 8))::bit(32)::int)
  from (
    select word as form
    union all
    select left(word, at - 1) || substr(word, at + 1) from generate_series(1, char_length(word)) as at
  ) as forms
$$;

create table search_words (
  word text collate "C" primary key,        -- normalised, 3 to 30 letters
  marks int[] not null generated always as (spelling_marks(word)) stored
);

-- Every name, translation and alias of a term, normalised: the parts of terms.search. Kept by the trigger below.
create table term_names (
  name text collate "C" not null,
  term_id int not null references terms on delete cascade,
  kind text not null,
  primary key (name, term_id)
);

-- Adds the words of a search text that spelling does not know yet, in one order for all writers.
create function keep_words(search text) returns void language sql as $$
  insert into search_words (word)
  select distinct w.word collate "C" from regexp_split_to_table(search, '[ |]+') as w (word)
  where char_length(w.word) between 3 and 30 and not exists (select from search_words k where k.word = w.word)
  order by 1
  on conflict do nothing
$$;

create function terms_keep_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.search = new.search then return null; end if;
    delete from term_names where term_id = new.id;
  end if;
  insert into term_names (name, term_id, kind)
  select distinct left(n.name, 200), new.id, new.kind from unnest(string_to_array(new.search, ' | ')) as n (name) where n.name <> '';
  perform keep_words(new.search);
  return null;
end $$;
create trigger terms_keep_names after insert or update of search on terms for each row execute function terms_keep_names();

-- Both tables anew from all terms and comics: for writers that put the trigger aside.
create function refill_search_words() returns void language sql as $$
  delete from term_names;
  delete from search_words;
  insert into term_names (name, term_id, kind)
  select distinct left(n.name, 200), t.id, t.kind from terms t, unnest(string_to_array(t.search, ' | ')) as n (name) where n.name <> '';
  insert into search_words (word)
  select distinct w.word collate "C"
  from (select search from comics union all select search from terms) as s, regexp_split_to_table(s.search, '[ |]+') as w (word)
  where char_length(w.word) between 3 and 30;
$$;
select refill_search_words();

create index term_names_term on term_names (term_id);
create index search_words_marks on search_words using gin (marks) with (fastupdate = off);
create index search_words_trgm on search_words using gin (word gin_trgm_ops) with (fastupdate = off);
analyze term_names;
analyze search_words;
