-- What an outside service still keeps of a transcription that no row names any more, however it ended: it is removed there.
create table left_elsewhere (
  integration_id uuid constraint left_elsewhere_integration_fk references integration (id) on delete cascade,
  external_id text,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint left_elsewhere_pk primary key (integration_id, external_id)
);
create index left_elsewhere_due_ix on left_elsewhere (due_at);

create function note_left_elsewhere() returns trigger language plpgsql as $$
begin
  insert into left_elsewhere (integration_id, external_id) values (old.integration_id, old.external_id)
    on conflict do nothing;
  return null;
end
$$;
create trigger transcription_left_elsewhere after update of external_id on transcription for each row
  when (old.external_id is not null and new.external_id is null) execute function note_left_elsewhere();
create trigger transcription_deleted_elsewhere after delete on transcription for each row
  when (old.external_id is not null) execute function note_left_elsewhere();
