insert into pending_job (name, payload, run_at)
select 'check-template', jsonb_build_object('id', id), next_try_at
from template_check where finished_at is null order by id;
drop index template_check_open_ix;
alter table template_check drop column attempts, drop column next_try_at, drop column fence, drop column leased_until;
