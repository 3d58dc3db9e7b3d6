-- Who made a chapter (its scanlation groups): chapters of one comic may come from several.
create table chapter_groups (
  chapter_id int not null references chapters on delete cascade,
  term_id int not null references terms on delete cascade,
  primary key (chapter_id, term_id)
);
create index chapter_groups_term on chapter_groups (term_id);
