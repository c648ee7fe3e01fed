-- Recordings made in the browser arrive while they run, so that their size is not known before the end.
alter table upload
  -- Size of the complete file; null until the sender knows it.
  alter column size_bytes drop not null,
  -- Recorded in the browser.
  add column is_made_here boolean not null default false,
  -- How many people speak, where it is known.
  add column speakers integer,
  -- The left channel is the microphone, the right one the call.
  add column has_sides boolean not null default false,
  add constraint upload_complete_sized check (size_bytes is not null or status <> 'processing');

alter table recording
  add column is_made_here boolean not null default false,
  add column speakers integer,
  add column has_sides boolean not null default false;
