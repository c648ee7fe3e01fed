-- How long a session takes and whether one meets on a screen or in a room: of its type, unless the session has its own.
alter table session_definition
  add duration_minutes integer not null default 50
    constraint session_definition_duration check (duration_minutes between 5 and 480),
  add session_type text not null default 'digital'
    constraint session_definition_type_known check (session_type in ('digital', 'physical'));
alter table session
  add duration_minutes integer constraint session_duration check (duration_minutes between 5 and 480),
  add session_type text constraint session_type_known check (session_type in ('digital', 'physical'));

drop trigger session_definition_version on session_definition;
create trigger session_definition_version before update on session_definition for each row
  when ((old.name, old.description, old.duration_minutes, old.session_type)
    is distinct from (new.name, new.description, new.duration_minutes, new.session_type))
  execute function next_version();
