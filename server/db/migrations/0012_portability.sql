-- Files that members bring with them, read and matched, until they say what is what.
create table data_imports (
  id text primary key,                      -- random, 128 bits
  user_id int not null references users on delete cascade,
  source text not null check (source in ('komawari', 'mal', 'mihon')),
  entries jsonb not null,                   -- what the file says
  matches jsonb not null default '{}',      -- entry key → {state, comics: [ids, the best first]}
  created_at timestamptz not null default now(),
  applied_at timestamptz
);
create index data_imports_user on data_imports (user_id, created_at desc);
create index data_imports_age on data_imports (created_at);
