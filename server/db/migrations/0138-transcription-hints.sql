-- What a transcription service is told of a recording: its language, and names and terms that are said in it.
alter table client
  add transcription_language text,
  add transcription_terms text[] not null default '{}'
    constraint client_transcription_terms check (cardinality(transcription_terms) <= 100),
  add transcription_hints_version integer not null default 1;
-- Null: that of the client, or else of the installation.
alter table transcription add language text;
