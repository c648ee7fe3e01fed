insert into pending_job (name, payload, run_at)
select 'recount-weeks', '{}', not_before from week_recount where finished_at is null;
alter table week_recount drop column not_before;
