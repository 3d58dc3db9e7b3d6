-- Whether an ad is the site's own: nothing in it comes from elsewhere, so nobody has to agree before it is shown.
alter table ads add column first_party boolean not null default false;
