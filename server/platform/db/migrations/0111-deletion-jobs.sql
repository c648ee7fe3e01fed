insert into pending_job (name, payload, run_at)
select 'delete-definition', jsonb_build_object('id', id), begins_at
from definition_deletion where failed_at is null;
alter table definition_deletion drop column attempts, drop column fence, drop column leased_until;
