-- Which version of the terms a member has accepted; null for who came before there was a version.
alter table users add terms_version int;
