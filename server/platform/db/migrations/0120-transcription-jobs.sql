insert into pending_job (name, payload)
select 'transcribe', jsonb_build_object('id', id) from transcription where status in ('waiting', 'running');
-- Its recording cannot change: deleting a recording cancels the transcription.
alter table transcription drop column attempts, drop column fence, drop column leased_until, drop column recording_id,
  add constraint transcription_external_complete check (num_nonnulls(integration_id, external_id) in (0, 2));
