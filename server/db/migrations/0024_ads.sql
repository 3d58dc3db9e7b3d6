-- Ads: what they are called, where and to whom they may be shown, and how often they were.
alter table ads
  add column name text not null default '',
  add column languages text[] not null default '{}',     -- of readers; none: all
  add column pages text[] not null default '{}',         -- kinds of pages; none: all
  add column ratings text[] not null default '{safe,suggestive,explicit}',  -- of the pages it may stand on
  add column device text not null default 'any' check (device in ('any', 'wide', 'narrow')),
  add column version int not null default 1,
  add column updated_at timestamptz not null default now(),
  add constraint ads_weight check (weight between 1 and 1000);
update ads set languages = array[language] where language is not null;
alter table ads drop column language;
create index ads_spot on ads (spot) where enabled;

create table ad_counts (
  ad_id int not null references ads on delete cascade,
  day date not null,
  views int not null default 0,
  clicks int not null default 0,
  primary key (ad_id, day)
);
