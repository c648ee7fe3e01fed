insert into pending_job (name, payload, run_at)
select 'export-person', jsonb_build_object('id', id), next_try_at
from person_export where status = 'waiting' order by id;
alter table person_export drop column attempts, drop column next_try_at, drop column fence, drop column leased_until;
