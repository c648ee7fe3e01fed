-- What left this machine is listed newest first, by provider, by session and by how it ended, and counted as it is written.
create index egress_provider_ix on egress (provider, created_at desc, id desc);
create index egress_success_ix on egress (is_success, created_at desc, id desc);
drop index egress_session_ix;
create index egress_session_ix on egress (session_id, created_at desc, id desc) where session_id is not null;
call count_rows('egress', $$values ('egress', ''), ('egress-provider', it.provider),
  ('egress-outcome', case when it.is_success is null then 'open' when it.is_success then 'success' else 'failure' end)$$);
