-- A recording that came in the place of a transcribed one waits for its own transcript, and what there is of the earlier one
-- is no conversation to be made: as the plan and the drawer say.
create or replace view waiting_session as
  select session_id, client_id, recording,
    is_current and has_recording and (not has_transcript or is_of_earlier_recording) as transcription,
    is_current and has_transcript and not has_conversation and not is_of_earlier_recording as conversation
  from (
    select session.id as session_id, session.client_id,
      session.session_date <= now() and session.completed_at is null and session.archived_at is null
        and recording.id is null and session.transcribed_text_raw is null and session.transcribed_text_scripted is null
        as recording,
      session.archived_at is null as is_current,
      recording.id is not null as has_recording,
      session.transcribed_text_raw is not null as has_transcript,
      session.transcribed_text_scripted is not null as has_conversation,
      session.transcribed_text_raw is not null and coalesce(session.transcribed_recording_id <> recording.id, false)
        as is_of_earlier_recording
    from session left join recording on recording.session_id = session.id) as it;

create or replace function sessions_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_sessions_of(array(select distinct client_id from added));
  elsif tg_op = 'DELETE' then
    perform keep_sessions_of(array(select distinct client_id from removed));
  else
    -- The words that were said change often, and say nothing here; of which recording they are does.
    perform keep_sessions_of(array(
      select unnest(array[was.client_id, session.client_id]) from removed as was join added as session using (id)
      where (was.client_id, was.session_date, was.completed_at, was.archived_at, was.transcribed_recording_id, was.transcribed_text_raw is null, was.transcribed_text_scripted is null)
        is distinct from (session.client_id, session.session_date, session.completed_at, session.archived_at, session.transcribed_recording_id, session.transcribed_text_raw is null, session.transcribed_text_scripted is null)
      group by 1));
  end if;
  return null;
end
$$;

select keep_sessions_of(array(
  select distinct session.client_id from session join recording on recording.session_id = session.id
  where transcribed_text_raw is not null and transcribed_recording_id <> recording.id));
