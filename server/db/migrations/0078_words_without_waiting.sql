-- A word may stand twice. While it stood once, whoever brought one that another transaction had brought waited for its end,
-- and as a transaction brings the words of its terms one term after another, two of them could wait for each other.
alter table search_words drop constraint search_words_pkey;
create index search_words_word on search_words (word);

-- Adds the words of a search text that spelling does not know yet, without waiting for anyone.
create or replace function keep_words(search text) returns void language sql as $$
  insert into search_words (word)
  select distinct w.word collate "C" from regexp_split_to_table(search, '[ |]+') as w (word)
  where char_length(w.word) between 3 and 30 and not exists (select from search_words k where k.word = w.word)
$$;
