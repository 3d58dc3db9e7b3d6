-- The people of a group, which is a term of that kind: there is a row once it was founded or staff gave it a leader.
create table groups (
  term_id int primary key references terms on delete cascade on update cascade,
  description text not null default '',
  -- [{"label": …, "url": …}] in their order.
  links jsonb not null default '[]',
  -- Who may upload in its name: everyone, or its members alone.
  uploads text not null default 'open' check (uploads in ('open', 'members')),
  founder_id int references users on delete set null,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index groups_founder on groups (founder_id) where founder_id is not null;

create table group_members (
  term_id int not null references groups on delete cascade on update cascade,
  user_id int not null references users on delete cascade,
  role text not null check (role in ('leader', 'member')),
  joined_at timestamptz not null default now(),
  primary key (term_id, user_id)
);
create index group_members_user on group_members (user_id);

-- One that was declined or taken back stays until its time is over, so that nobody is asked again and again.
create table group_invitations (
  term_id int not null references groups on delete cascade on update cascade,
  user_id int not null references users on delete cascade,
  by_id int references users on delete set null,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (term_id, user_id)
);
create index group_invitations_user on group_invitations (user_id);
create index group_invitations_by on group_invitations (by_id) where by_id is not null;
create index group_invitations_expires on group_invitations (expires_at);
