-- How many people speak in a recording, where whoever starts its transcription knows; else it is found out.
alter table transcription
  add column voices integer constraint transcription_voices_range check (voices between 1 and 6);
