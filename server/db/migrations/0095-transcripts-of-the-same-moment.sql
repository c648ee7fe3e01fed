-- The demo data of earlier versions has recordings that were kept and transcribed at one moment: those transcripts are of the
-- recording that is there, and 0085 took them for one of an earlier recording.
update session set transcribed_recording_id = null
where transcribed_recording_id = '00000000-0000-0000-0000-000000000000'
  and exists (
    select from recording
    where recording.session_id = session.id and recording.created_at = (
      select max(finished_at) from transcription where session_id = session.id and status = 'completed'));
