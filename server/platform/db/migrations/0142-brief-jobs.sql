insert into pending_job (name, payload, run_at)
select 'prepare-session', jsonb_build_object('id', id), next_try_at
from session_brief where status = 'waiting' order by id;
drop index session_brief_waiting_ix;
alter table session_brief drop column attempts, drop column next_try_at, drop column fence, drop column leased_until;
