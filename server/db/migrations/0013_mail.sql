-- The address that a member wants to use once they have shown that it is theirs.
alter table users add pending_email text;
