-- Home assignments are given one by one or weekly in a series, edited by versions, and completed by the client or by staff,
-- with a word to the coach.
alter table assignment
  add column series_id uuid,
  add column completed_by uuid constraint assignment_completed_by_fk references "user" (id) on delete set null,
  add column completion_note text,
  add column version integer not null default 1;
create index assignment_series_ix on assignment (series_id, due_date) where series_id is not null;
create index assignment_completed_by_ix on assignment (completed_by) where completed_by is not null;

create trigger assignment_version before update on assignment for each row
  when ((old.assignment_definition_id, old.due_date, old.note)
    is distinct from (new.assignment_definition_id, new.due_date, new.note))
  execute function next_version();
