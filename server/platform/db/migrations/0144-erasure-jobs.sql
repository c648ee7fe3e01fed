insert into pending_job (name, payload, run_at)
select 'erase-person', jsonb_build_object('id', id), next_try_at
from erasure where status = 'running' order by id;
drop index erasure_running_ix;
alter table erasure drop column attempts, drop column next_try_at, drop column fence, drop column leased_until;
