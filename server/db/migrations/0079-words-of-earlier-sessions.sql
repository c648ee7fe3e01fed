-- A prompt may tell of earlier sessions. What was said in one of them goes with it, also out of what was asked and answered about
-- a later one. Of executions that were logged before this nobody knows what they told of.
alter table execution add told uuid[] not null default '{}';
create index execution_told_ix on execution using gin (told) where told <> '{}';

create function forget_in_executions() returns trigger language plpgsql as $$
begin
  update execution set input_data = null, output_data = null where told <> '{}' and told @> array[old.id];
  return null;
end
$$;
create trigger session_forgotten_in_executions after delete on session
  for each row execute function forget_in_executions();
create trigger words_forgotten_in_executions after update of transcribed_text_scripted on session
  for each row when (old.transcribed_text_scripted is not null and new.transcribed_text_scripted is null)
  execute function forget_in_executions();

-- The executions of briefs among them, from now on.
update execution set told = session_brief.told from session_brief where session_brief.execution_id = execution.id;
create or replace function forget_in_briefs() returns trigger language plpgsql as $$
begin
  delete from session_brief where told @> array[old.id];
  return null;
end
$$;
