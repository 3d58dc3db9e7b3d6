-- Who did what on a chapter, in the order it was entered; pages count from 1, and without them it is for all.
-- A member whose account is erased goes from here, unless they chose that their name stays: it is nobody's then.
create table chapter_credits (
  chapter_id int not null references all_chapters on delete cascade,
  place smallint not null,
  role text not null check (role in ('translator', 'letterer', 'editor', 'cleaner', 'proofreader', 'raw')),
  name text not null check (length(name) between 1 and 100),
  user_id int references users on delete cascade,
  first_page int,
  last_page int,
  primary key (chapter_id, place),
  check ((first_page is null) = (last_page is null) and first_page between 1 and last_page)
);
create index chapter_credits_user on chapter_credits (user_id) where user_id is not null;

-- As they are entered, or as its file says: credits of the contract.
alter table upload_chapters add credits jsonb not null default '[]';
