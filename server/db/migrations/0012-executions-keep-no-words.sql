-- What was said in a session goes with it, also out of the log of what was made of it: of an execution whose session
-- is deleted, by hand or with its client or its session type, only times, type and status stay.
create function forget_what_was_said() returns trigger language plpgsql as $$
begin
  new.input_data := null;
  new.output_data := null;
  return new;
end
$$;
create trigger execution_loses_its_session before update of session_id on execution
  for each row when (old.session_id is not null and new.session_id is null)
  execute function forget_what_was_said();

-- Until now every execution had a session, so those without one have lost it.
update execution set input_data = null, output_data = null
where session_id is null and (input_data is not null or output_data is not null);
