-- Which recording a transcript was made of, so that it is not taken for one of another that came in its place. No reference: the
-- recording may be gone, and the transcript stays. Null counts as of the one that is there, and is noted when that is deleted.
alter table session add column transcribed_recording_id uuid;

-- Made of a recording that is gone, whose name nobody knows any more: of the one that is there now it cannot be, nor of one to come.
update session set transcribed_recording_id = '00000000-0000-0000-0000-000000000000'
where transcribed_text_raw is not null
  and exists (select from transcription where session_id = session.id and status = 'completed')
  and not exists (
    select from recording
    where recording.session_id = session.id and recording.created_at < (
      select max(finished_at) from transcription where session_id = session.id and status = 'completed'));
