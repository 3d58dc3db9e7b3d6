-- What happens after a notice: whom it hit, counter-notices (17 U.S.C. 512(g)), works that come back by themselves, strikes.

alter table takedowns add site text;                -- the site it was sent to: its mails speak for it
alter table takedowns add owner_id int references users on delete set null;  -- who brought the work, when the notice was upheld
alter table takedowns add restored_at timestamptz;
alter table takedowns add suspension text;          -- the reason by which it shut its owner out; taken back with it
create index takedowns_owner on takedowns (owner_id) where owner_id is not null;
create index takedowns_decided on takedowns (decided_at desc, id desc) where state <> 'open';

-- The four elements of 512(g)(3). Who sent it can be told apart from the case: it is forgotten earlier.
create table counter_notices (
  takedown_id int primary key references takedowns on delete cascade,
  user_id int references users on delete set null,
  sender jsonb not null,                            -- name, address, phone, email; {} once forgotten
  signature text not null,
  statement text not null default '',
  locale text,
  put_back_at timestamptz not null,                 -- the tenth business day
  action_filed_at timestamptz,                      -- the claimant has gone to court: it stays down
  action_filed_by int references users on delete set null,
  created_at timestamptz not null default now()
);
create index counter_notices_user on counter_notices (user_id) where user_id is not null;
create index counter_notices_filed on counter_notices (action_filed_by) where action_filed_by is not null;
create index counter_notices_due on counter_notices (put_back_at) where action_filed_at is null;
