-- Passwords and keys that admins set in the page of a site, sealed with a key made of the instance's secret. Only the present one
-- of each is kept: neither the states of site_settings nor the audit log have them.
create table site_secrets (
  site text not null,
  name text not null,                       -- 'mail.password'
  sealed text not null,                     -- for the one place that it is sent to: base64 of nonce, tag and bytes
  primary key (site, name)
);
