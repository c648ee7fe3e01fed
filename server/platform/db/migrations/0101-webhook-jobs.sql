insert into pending_job (name, payload, run_at)
select 'deliver-webhook', jsonb_build_object('id', id), next_try_at
from webhook_delivery where status = 'waiting';
drop index webhook_delivery_due_ix;
alter table webhook_delivery drop column next_try_at, drop column fence, drop column leased_until;
