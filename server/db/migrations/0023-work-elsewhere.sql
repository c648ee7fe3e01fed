-- A transcription that goes on at an outside service: which one, under what name, and of which recording. It is asked
-- for until it has ended, by whichever process is there.
alter table transcription
  add column integration_id uuid constraint transcription_integration_fk references integration (id),
  add column external_id text,
  add column recording_id uuid,
  add constraint transcription_elsewhere_whole check (num_nonnulls(integration_id, external_id, recording_id) in (0, 3));
create unique index transcription_external_key on transcription (integration_id, external_id) where external_id is not null;
