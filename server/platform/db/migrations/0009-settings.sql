-- A setting that a system administrator changed; without a row the environment or the default applies.
create sequence setting_version;
create table setting (
  -- Setting key, such as retention.execution.
  name text constraint setting_pk primary key,
  -- JSON value; its type depends on the setting.
  value jsonb not null,
  -- Number of the last change from setting_version, for optimistic locking.
  version integer not null default nextval('setting_version'),
  changed_by uuid,
  changed_at timestamptz not null default now(),
  constraint setting_changed_by_fk foreign key (changed_by) references "user"(id) on delete set null
);
create index setting_changed_by_ix on setting (changed_by) where (changed_by is not null);

-- Default number of days for which rows of a kind are stored; a row in setting overrides it.
create table retention (
  -- Table whose rows expire; the start of the period is defined in the server code.
  kind text constraint retention_pk primary key,
  -- 0 means delete as soon as the row has expired, null means never delete.
  days integer,
  constraint retention_days_range check ((days >= 0) and (days <= 36500))
);
-- An administrator can change the days; null means forever.
insert into retention (kind, days) values
  ('audit_entry', null), ('egress', 365), ('execution', 365), ('login', 0), ('message', 30),
  ('password_reset', 0), ('plan_change', 1), ('presence', 1), ('rate_limit', 0), ('reminder', 30), ('idempotent_request', 1),
  ('session_brief', 365), ('template_version', 0), ('transcript_draft', 90);

-- Single row: progress of recomputing stored treatment weeks after a time zone change; no row means never
-- recomputed.
create table week_recount (
  -- Always true: restricts the table to one row.
  is_single_row boolean constraint week_recount_pk primary key default true,
  -- IANA time zone in which weeks are, or will be, counted.
  time_zone text not null,
  -- Last processed client id; null means none yet.
  cursor_id uuid,
  -- Clients processed so far.
  counted integer not null default 0,
  -- Clients to process.
  total integer not null default 0,
  began_at timestamptz not null default now(),
  -- Null means still running.
  finished_at timestamptz,
  -- Consecutive failed attempts.
  attempts integer not null default 0,
  -- No worker starts before this time: backoff after a failure, or claimed by another worker.
  not_before timestamptz not null default now(),
  constraint week_recount_single_row check (is_single_row)
);

-- A configured provider of an external capability; at most one of each type is active, and an active one can only
-- be replaced.
create table integration (
  id uuid constraint integration_pk primary key,
  -- video_storage, transcription, ai_analysis, email_sms or crm.
  type text not null,
  -- Adapter name, such as local_disk, outbox or built_in.
  provider text not null,
  -- Used for new work of its type.
  is_active boolean not null default false,
  -- Non-secret settings as a JSON object, by field name.
  settings jsonb not null default '{}'::jsonb,
  -- JSON object of secrets, encrypted for this row; null means none.
  secrets text,
  created_at timestamptz not null default now(),
  -- Raised by each change of settings or secrets, for optimistic locking.
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint integration_provider_given check (provider <> ''),
  constraint integration_type_known check (type in ('video_storage', 'transcription', 'ai_analysis', 'email_sms',
    'crm'))
);
-- At most one active provider of each type.
create unique index integration_active_key on integration (type) where is_active;
create index integration_type_ix on integration (type, id);
-- Each type of integration starts with its built-in provider.
insert into integration (id, type, provider, is_active) values
  ('01930000-0000-7000-8000-000000000001', 'video_storage', 'local_disk', true),
  ('01930000-0000-7000-8000-000000000002', 'transcription', 'local', true),
  ('01930000-0000-7000-8000-000000000003', 'ai_analysis', 'built_in', true),
  ('01930000-0000-7000-8000-000000000004', 'email_sms', 'outbox', true);

-- One call to an external service, or a signed link handed out for one; written before the call, without its
-- content. Removed by retention.
create table egress (
  id uuid constraint egress_pk primary key,
  integration_id uuid,
  -- Provider name; remains after the integration is deleted.
  provider text not null,
  -- Host name that was called.
  host text not null,
  -- Reason for the call in product terms, such as "AI analysis" or "CRM".
  purpose text not null,
  -- Session whose data the call concerns; null if none.
  session_id uuid,
  -- Bytes sent.
  bytes_out bigint not null default 0,
  -- Bytes received.
  bytes_in bigint not null default 0,
  -- HTTP status of the response; null without a response.
  status integer,
  -- Null means no result: still running, or the process was killed.
  is_success boolean,
  -- Error message of the service, without secrets and personal addresses.
  error text,
  duration_ms integer,
  created_at timestamptz not null default now(),
  constraint egress_integration_fk foreign key (integration_id) references integration(id) on delete set null,
  constraint egress_session_fk foreign key (session_id) references session(id) on delete set null
);
create index egress_integration_ix on egress (integration_id, created_at desc) where (integration_id is not null);
create index egress_newest_ix on egress (created_at desc, id desc);
create index egress_provider_ix on egress (provider, created_at desc, id desc);
create index egress_session_ix on egress (session_id, created_at desc, id desc) where (session_id is not null);
create index egress_success_ix on egress (is_success, created_at desc, id desc);

-- Last sync result of one organization or coach in one CRM; clients are never sent.
create table crm_link (
  integration_id uuid not null,
  -- organization or coach.
  kind text not null,
  -- Id of the organization or coach; it may no longer exist.
  record_id uuid not null,
  -- Id of the record in the CRM; null until created there.
  external_id text,
  -- Hash of the last data the CRM accepted, to skip unchanged records; null means none.
  sent_hash text,
  -- Result of the last attempt.
  is_success boolean not null,
  -- Error message of the CRM; null after a success.
  error text,
  -- Time of the last attempt.
  at timestamptz not null default now(),
  constraint crm_link_pk primary key (integration_id, kind, record_id),
  constraint crm_link_kind_known check (kind in ('organization', 'coach')),
  constraint crm_link_integration_fk foreign key (integration_id) references integration(id) on delete cascade
);
create index crm_link_results_ix on crm_link (integration_id, is_success, at desc);

-- One run that sends all organizations and coaches to a CRM; the latest 20 of each integration are stored.
create table crm_sync (
  id uuid constraint crm_sync_pk primary key,
  integration_id uuid not null,
  -- Null for scheduled runs.
  requested_by uuid,
  -- Cursor: last processed record as kind:id; empty at the start.
  reached text not null default '',
  -- Records to process.
  total integer not null default 0,
  -- Records processed so far, including unchanged ones.
  done integer not null default 0,
  -- Records sent to the CRM successfully.
  sent integer not null default 0,
  -- Records that the CRM rejected.
  failed integer not null default 0,
  -- Why the run stopped early; null otherwise.
  error text,
  -- Attempts of this run, for backoff.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Null means still open.
  finished_at timestamptz,
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  constraint crm_sync_integration_fk foreign key (integration_id) references integration(id) on delete cascade,
  constraint crm_sync_requested_by_fk foreign key (requested_by) references "user"(id) on delete set null
);
create index crm_sync_newest_ix on crm_sync (integration_id, created_at desc);
-- At most one open run of each integration.
create unique index crm_sync_open_key on crm_sync (integration_id) where (finished_at is null);
create index crm_sync_requested_by_ix on crm_sync (requested_by) where (requested_by is not null);

-- Gives each change of a setting its own number and time.
create function next_setting_version() returns trigger language plpgsql as $$
begin
  new.version := nextval('setting_version');
  new.changed_at := now();
  return new;
end
$$;

-- Rejects a transaction that leaves an integration type without an active provider.
create function require_active_integration() returns trigger language plpgsql as $$
begin
  if not exists (select from integration where type = old.type and is_active) then
    raise exception 'one integration of the type % must be active', old.type
      using errcode = 'check_violation', constraint = 'integration_one_active', table = 'integration';
  end if;
  return null;
end
$$;

-- Notifies all processes that cached integrations are outdated.
create function announce_integrations() returns trigger language plpgsql as $$
begin
  perform pg_notify('maylab_change', 'integrations');
  return null;
end
$$;

-- Sets updated_at.
create function note_integration_change() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Every process caches integrations until it is notified of a change.
create trigger integration_is_announced after insert or delete or update on integration
  for each statement
  execute function announce_integrations();
-- An active provider may only be replaced, not removed; deferred so that a switch can use two statements.
create constraint trigger integration_one_active after delete or update on integration deferrable initially deferred
  for each row when (old.is_active)
  execute function require_active_integration();
create trigger integration_updated before update on integration
  for each row
  execute function note_integration_change();
create trigger integration_version before update on integration
  for each row when (old.settings is distinct from new.settings or old.secrets is distinct from new.secrets)
  execute function next_version();

create trigger setting_changed before update on setting
  for each row
  execute function next_setting_version();
