insert into pending_job (name, payload, run_at)
select 'sync-crm', jsonb_build_object('id', id), not_before
from crm_sync where finished_at is null;
alter table crm_sync drop column attempts, drop column not_before, drop column fence, drop column leased_until;
