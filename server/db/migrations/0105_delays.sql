-- For how many days after a chapter of the group came out others may not bring out one of its number.
alter table groups add delay_days int not null default 0 check (delay_days between 0 and 14);
-- Those that count are few, and asked for whenever a chapter comes out.
create index groups_delay on groups (term_id) where delay_days > 0;

-- Whether it was staff who scheduled it: delays of groups do not hold it back.
alter table all_chapters add delay_overruled boolean not null default false;
