-- A prompt may tell of earlier sessions. What was said in one of them goes with it, also out of what was asked and answered about
-- a later one. Of executions that were logged before this nobody knows what they told of.
alter table execution add told uuid[] not null default '{}';
create index execution_told_ix on execution using gin (told) where told <> '{}';

-- The executions of briefs among them, from now on.
update execution set told = session_brief.told from session_brief where session_brief.execution_id = execution.id;

drop trigger session_forgotten_in_briefs on session;
drop trigger words_forgotten_in_briefs on session;
drop function forget_in_briefs();
create function forget_in_later_sessions() returns trigger language plpgsql as $$
begin
  update execution set input_data = null, output_data = null where told <> '{}' and told @> array[old.id];
  delete from session_brief where told @> array[old.id];
  return null;
end
$$;
create trigger session_forgotten_later after delete on session
  for each row execute function forget_in_later_sessions();
create trigger words_forgotten_later after update of transcribed_text_scripted on session
  for each row when (old.transcribed_text_scripted is not null and new.transcribed_text_scripted is null)
  execute function forget_in_later_sessions();
