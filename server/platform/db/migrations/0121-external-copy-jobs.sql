-- The job that runs every minute deletes them.
drop index external_copy_due_ix;
alter table external_copy drop column attempts, drop column due_at;
