-- The site a member registered at or signed in to last, by its id: mails that no page asked for speak for it.
alter table users add column site text;
