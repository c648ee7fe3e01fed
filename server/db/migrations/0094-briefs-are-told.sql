-- A brief that a colleague or a worker made is news for whoever has it open, as a step of an analysis is.
alter function tell_automatic_run() rename to tell_work_on_session;
create trigger plan_added after insert on session_brief for each row execute function tell_work_on_session();
create trigger plan_changed after update on session_brief for each row
  when ((old.status, old.made_at, old.sentence) is distinct from (new.status, new.made_at, new.sentence))
  execute function tell_work_on_session();
