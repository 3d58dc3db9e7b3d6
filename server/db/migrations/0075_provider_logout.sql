-- Sessions that end at the provider they began at (OpenID Connect Back-Channel Logout): found by its names for them and for who it is.
create index tokens_provider_session on tokens ((payload->'sign_in'->>'sid'))
  where purpose = 'access' and payload->'sign_in'->>'sid' is not null;
create index tokens_provider_subject on tokens ((payload->'sign_in'->>'subject'))
  where purpose = 'access' and payload->'sign_in'->>'subject' is not null;

-- The few that wait to become one.
create index tokens_waiting on tokens (purpose) where purpose in ('second-step', 'newcomer');
