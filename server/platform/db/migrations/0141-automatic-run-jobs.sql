insert into pending_job (name, payload, run_at)
select 'run-after-conversation', jsonb_build_object('id', id), next_try_at
from automatic_run where status = 'waiting' order by id;
drop trigger plan_changed on automatic_run;
drop index automatic_run_waiting_ix;
alter table automatic_run
  drop column attempts, drop column next_try_at, drop column fence, drop column leased_until,
  drop constraint automatic_run_status_known,
  add constraint automatic_run_status_known check (status in ('waiting', 'running', 'done', 'failed', 'outdated',
    'cancelled', 'impossible'));
create trigger plan_changed after update on automatic_run
  for each row when (old.status is distinct from new.status or old.asked_at is distinct from new.asked_at)
  execute function notify_plan_of_session();
