-- A browser that is signed out, from wherever, is told nothing more of its member.
alter table push_subscriptions add session bigint references tokens (id) on delete cascade;
create index push_subscriptions_session on push_subscriptions (session);
