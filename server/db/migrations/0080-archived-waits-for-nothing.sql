-- A session that is archived waits for nothing, as the plan and the drawer say; nor does one of whose conversation there is
-- a transcript wait for a recording, which may have been deleted on purpose.
create or replace view waiting_session as
  select session.id as session_id, session.client_id,
    session.session_date <= now() and session.completed_at is null and session.archived_at is null
      and recording.id is null and session.transcribed_text_raw is null and session.transcribed_text_scripted is null
      as recording,
    session.archived_at is null and session.transcribed_text_raw is null and recording.id is not null as transcription,
    session.archived_at is null and session.transcribed_text_raw is not null
      and session.transcribed_text_scripted is null as conversation
  from session left join recording on recording.session_id = session.id;

select keep_sessions_of(array(
  select distinct client_id from session
  where archived_at is not null
    or (completed_at is null and (transcribed_text_raw is not null or transcribed_text_scripted is not null))));
