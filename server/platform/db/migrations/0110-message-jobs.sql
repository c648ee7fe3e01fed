insert into pending_job (name, payload, run_at)
select 'deliver', jsonb_build_object('id', id), next_try_at
from message where status = 'waiting';
drop index message_waiting_ix;
alter table message drop column next_try_at, drop column fence, drop column leased_until;
