-- What a CRM was told of organizations and coaches, and never of a client: one row for each that was tried there.
create table crm_link (
  integration_id uuid not null constraint crm_link_integration_fk references integration (id) on delete cascade,
  kind text not null constraint crm_link_kind_known check (kind in ('organization', 'coach')),
  -- Of the organization or the coach; it may be gone here by now.
  record_id uuid not null,
  -- Its name there; null until it has one.
  external_id text,
  -- Of what the CRM knows, to tell what has changed since; null until it knows something.
  sent_hash text,
  is_success boolean not null,
  -- In the service's own words.
  error text,
  at timestamptz not null default now(),
  constraint crm_link_pk primary key (integration_id, kind, record_id)
);
create index crm_link_results_ix on crm_link (integration_id, is_success, at desc);

-- A run through all of them. The latest ones are kept.
create table crm_sync (
  id uuid constraint crm_sync_pk primary key,
  integration_id uuid not null constraint crm_sync_integration_fk references integration (id) on delete cascade,
  -- Null where it ran of itself.
  requested_by uuid constraint crm_sync_requested_by_fk references "user" (id) on delete set null,
  -- Behind what it has done, in the order of the records.
  reached text not null default '',
  total integer not null default 0,
  done integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  -- Why it ended before its end.
  error text,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  fence integer not null default 0,
  held_until timestamptz
);
-- One at a time, whoever begins it.
create unique index crm_sync_open_key on crm_sync (integration_id) where finished_at is null;
create index crm_sync_newest_ix on crm_sync (integration_id, created_at desc);
create index crm_sync_requested_by_ix on crm_sync (requested_by) where requested_by is not null;
