-- An e-mail address belongs to the one who has shown that it is theirs; until then several may have named it, so that
-- registering tells nobody whether an address is known.
drop index users_email;
create unique index users_email on users (lower(email)) where verified_at is not null;
create index users_address on users (lower(email));
