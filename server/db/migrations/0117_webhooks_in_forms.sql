-- In which form a webhook is told: the standard one, signed, or Discord's; and until when its receiver asked to be left alone.
alter table webhooks add form text not null default 'standard' check (form in ('standard', 'discord')), add paused_until timestamptz;
