-- Who does the work that others can do too: which provider keeps recordings, transcribes, answers prompts, sends
-- messages. One of each type is active; what another one keeps stays with it.
create table integration (
  id uuid constraint integration_pk primary key,
  type text not null constraint integration_type_known
    check (type in ('video_storage', 'transcription', 'ai_analysis', 'email_sms')),
  provider text not null constraint integration_provider_given check (provider <> ''),
  is_active boolean not null default false,
  -- What may be read by everybody who may read the row, and what may not: a JSON object, encrypted for this row.
  settings jsonb not null default '{}',
  secrets text,
  created_at timestamptz not null default now()
);
create unique index integration_active_key on integration (type) where is_active;
create index integration_type_ix on integration (type, id);

-- What comes with the product. The ids are the same everywhere.
insert into integration (id, type, provider, is_active) values
  ('01930000-0000-7000-8000-000000000001', 'video_storage', 'local_disk', true),
  ('01930000-0000-7000-8000-000000000002', 'transcription', 'local', true),
  ('01930000-0000-7000-8000-000000000003', 'ai_analysis', 'built_in', true),
  ('01930000-0000-7000-8000-000000000004', 'email_sms', 'outbox', true);

-- Not more than one active by the index, and not fewer: looked at when everything else of a transaction is done, so
-- that a switch may put one out before it lights the other.
create function require_active_integration() returns trigger language plpgsql as $$
begin
  if not exists (select from integration where type = old.type and is_active) then
    raise exception 'one integration of the type % must be active', old.type
      using errcode = 'check_violation', constraint = 'integration_one_active', table = 'integration';
  end if;
  return null;
end
$$;
create constraint trigger integration_one_active after update or delete on integration
  deferrable initially deferred for each row when (old.is_active)
  execute function require_active_integration();

-- Every process keeps what it has read until it hears of a change (db/notify.ts).
create function announce_integrations() returns trigger language plpgsql as $$
begin
  perform pg_notify('maylab_change', 'integrations');
  return null;
end
$$;
create trigger integration_is_announced after insert or update or delete on integration
  for each statement execute function announce_integrations();

-- A file lies where it was put, whichever storage is active by now. A storage that keeps a file cannot be deleted.
alter table recording
  add column integration_id uuid constraint recording_integration_fk references integration (id);
update recording set integration_id = '01930000-0000-7000-8000-000000000001';
alter table recording alter column integration_id set not null;
create index recording_integration_ix on recording (integration_id);
drop index recording_storage_key_key;
drop index recording_poster_key_key;
create unique index recording_storage_key_key on recording (storage_key, integration_id);
create unique index recording_poster_key_key on recording (poster_key, integration_id) where poster_key is not null;

alter table discarded_file
  add column integration_id uuid constraint discarded_file_integration_fk references integration (id);
update discarded_file set integration_id = '01930000-0000-7000-8000-000000000001';
alter table discarded_file alter column integration_id set not null;
create index discarded_file_integration_ix on discarded_file (integration_id);

create or replace function discard_recording_files() returns trigger language plpgsql as $$
begin
  insert into discarded_file (id, integration_id, storage_key)
  select gen_random_uuid(), old.integration_id, key
  from unnest(array[old.storage_key, old.poster_key]) as key where key is not null;
  return old;
end
$$;
