-- The limits that staff sets: the highest rating that a member, or every member of a role, is shown, and terms whose comics they never are.
create table content_limits (
  id int generated always as identity primary key,
  user_id int unique references users on delete cascade,
  role text unique check (role in ('user', 'uploader')),
  rating text not null check (rating in ('safe', 'suggestive', 'explicit')),
  check ((user_id is null) <> (role is null))
);

create table limit_terms (
  limit_id int not null references content_limits on delete cascade,
  term_id int not null references terms on delete cascade on update cascade,
  primary key (limit_id, term_id)
);
create index limit_terms_term on limit_terms (term_id);
