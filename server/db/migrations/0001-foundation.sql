-- People, the plans they follow, recordings and what is made of them.
-- Keys are UUIDv7 made by the application; instants are timestamptz; derived values are not stored.

create table organization (
  id uuid constraint organization_pk primary key,
  name text not null constraint organization_name_given check (name <> ''),
  description text,
  country text,
  city text,
  invite_token text not null,
  eligible_headcount integer not null default 0 constraint organization_headcount_positive check (eligible_headcount >= 0),
  monthly_price_per_employee numeric(12, 2) not null default 0,
  price_per_session numeric(12, 2) not null default 0,
  currency text not null default 'DKK',
  created_at timestamptz not null default now()
);

create table "user" (
  id uuid constraint user_pk primary key,
  email text not null constraint user_email_lower_case check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  roles text[] not null constraint user_roles_known
    check (roles <@ array['system_admin', 'maylab_admin', 'coach_user', 'org_user', 'client_user'] and cardinality(roles) > 0),
  organization_id uuid constraint user_organization_fk references organization (id),
  deactivated_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index user_email_key on "user" (email);

-- A login is what a browser holds after signing in. Only the hash of its token is kept.
create table login (
  id uuid constraint login_pk primary key,
  token_hash text not null constraint login_token_hash_key unique,
  user_id uuid not null constraint login_user_fk references "user" (id) on delete cascade,
  original_user_id uuid constraint login_original_user_fk references "user" (id) on delete cascade,
  is_remembered boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index login_user_ix on login (user_id);
create index login_expires_ix on login (expires_at);

-- Failed sign-ins, for the limit per e-mail; purged after a day.
create table login_attempt (
  id uuid constraint login_attempt_pk primary key,
  email_hash text not null,
  created_at timestamptz not null default now()
);
create index login_attempt_email_ix on login_attempt (email_hash, created_at);

-- Who did what, acting as whom. No foreign keys: an entry outlives the rows it names.
create table audit_entry (
  id uuid constraint audit_entry_pk primary key,
  created_at timestamptz not null default now(),
  user_id uuid,
  original_user_id uuid,
  action text not null,
  table_name text,
  row_id uuid,
  client_id uuid,
  address text,
  details jsonb not null default '{}'
);
create index audit_entry_created_ix on audit_entry (created_at desc, id desc);
create index audit_entry_client_ix on audit_entry (client_id, created_at desc) where client_id is not null;
create index audit_entry_user_ix on audit_entry (user_id, created_at desc);
create index audit_entry_row_ix on audit_entry (row_id, created_at desc);

create table coach (
  id uuid constraint coach_pk primary key,
  user_id uuid not null constraint coach_user_key unique constraint coach_user_fk references "user" (id),
  bio text,
  experienced_since integer,
  city text,
  country text,
  status text not null default 'active' constraint coach_status_known check (status in ('active', 'inactive', 'on_leave')),
  created_at timestamptz not null default now()
);

-- A client follows a plan. A family member is a client without an own user, cared for by `guardian_id`.
create table client (
  id uuid constraint client_pk primary key,
  user_id uuid constraint client_user_key unique constraint client_user_fk references "user" (id),
  guardian_id uuid constraint client_guardian_fk references client (id) on delete cascade,
  first_name text,
  last_name text,
  family_relation text,
  organization_id uuid constraint client_organization_fk references organization (id),
  coach_id uuid constraint client_coach_fk references coach (id),
  status text not null default 'active' constraint client_status_known check (status in ('active', 'inactive', 'on_leave')),
  risk_level_by_hand text constraint client_risk_level_known check (risk_level_by_hand in ('low', 'medium', 'high')),
  risk_level_reason text,
  created_at timestamptz not null default now(),
  constraint client_is_somebody check (user_id is not null or (guardian_id is not null and first_name is not null))
);
create index client_coach_ix on client (coach_id, id);
create index client_organization_ix on client (organization_id, id);
create index client_guardian_ix on client (guardian_id) where guardian_id is not null;
create index client_created_ix on client (created_at desc, id desc);

create table session_definition (
  id uuid constraint session_definition_pk primary key,
  name text not null,
  description text,
  display_order integer not null,
  created_at timestamptz not null default now()
);

create table assignment_definition (
  id uuid constraint assignment_definition_pk primary key,
  name text not null,
  description text,
  display_order integer not null,
  created_at timestamptz not null default now()
);

create table metric_category (
  id uuid constraint metric_category_pk primary key,
  name text not null,
  display_order integer not null,
  created_at timestamptz not null default now()
);

create table metric_definition (
  id uuid constraint metric_definition_pk primary key,
  key text not null constraint metric_definition_key_key unique,
  label text not null,
  category_id uuid not null constraint metric_definition_category_fk references metric_category (id) on delete cascade,
  category_position integer not null,
  unit text,
  data_source text not null default 'manual' constraint metric_definition_source_known
    check (data_source in ('transcription', 'document_upload', 'manual', 'device')),
  created_at timestamptz not null default now()
);
create index metric_definition_category_ix on metric_definition (category_id, category_position);

create table session (
  id uuid constraint session_pk primary key,
  client_id uuid not null constraint session_client_fk references client (id) on delete cascade,
  session_definition_id uuid not null constraint session_definition_fk references session_definition (id) on delete cascade,
  session_date timestamptz not null,
  completed_at timestamptz,
  archived_at timestamptz,
  transcribed_text_raw text,
  transcribed_text_scripted text,
  segments jsonb,
  created_at timestamptz not null default now()
);
create index session_client_ix on session (client_id, session_date);
create index session_definition_ix on session (session_definition_id);
create index session_date_ix on session (session_date);

create table recording (
  id uuid constraint recording_pk primary key,
  session_id uuid not null constraint recording_session_key unique
    constraint recording_session_fk references session (id) on delete cascade,
  storage_key text not null,
  poster_key text,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  duration double precision not null,
  is_playable boolean not null,
  uploaded_by uuid constraint recording_uploader_fk references "user" (id) on delete set null,
  created_at timestamptz not null default now()
);

-- A resumable upload that is under way. Its bytes lie in the staging folder under its id.
create table upload (
  id uuid constraint upload_pk primary key,
  session_id uuid not null constraint upload_session_fk references session (id) on delete cascade,
  user_id uuid not null constraint upload_user_fk references "user" (id) on delete cascade,
  file_name text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index upload_session_ix on upload (session_id);
create index upload_last_seen_ix on upload (last_seen_at);

-- One run of speech to text over a recording; the newest of a session counts.
create table transcription (
  id uuid constraint transcription_pk primary key,
  session_id uuid not null constraint transcription_session_fk references session (id) on delete cascade,
  status text not null default 'waiting' constraint transcription_status_known
    check (status in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
  progress double precision not null default 0,
  note text,
  error text,
  warnings text[] not null default '{}',
  attempts integer not null default 0,
  heartbeat_at timestamptz,
  requested_by uuid constraint transcription_requester_fk references "user" (id) on delete set null,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
create index transcription_session_ix on transcription (session_id, created_at desc);
create unique index transcription_under_way_key on transcription (session_id) where status in ('waiting', 'running');

create table metric_value (
  id uuid constraint metric_value_pk primary key,
  client_id uuid not null constraint metric_value_client_fk references client (id) on delete cascade,
  metric_definition_id uuid not null constraint metric_value_definition_fk references metric_definition (id) on delete cascade,
  session_id uuid constraint metric_value_session_fk references session (id) on delete set null,
  week_number integer not null,
  numeric_value double precision not null,
  created_at timestamptz not null default now()
);
create index metric_value_client_ix on metric_value (client_id, week_number);
create index metric_value_session_ix on metric_value (session_id);

create table burnout_assessment (
  id uuid constraint burnout_assessment_pk primary key,
  client_id uuid not null constraint burnout_assessment_client_fk references client (id) on delete cascade,
  session_id uuid constraint burnout_assessment_session_fk references session (id) on delete set null,
  week_number integer not null,
  risk_score double precision not null constraint burnout_assessment_score_range check (risk_score between 0 and 100),
  created_at timestamptz not null default now()
);
create index burnout_assessment_client_ix on burnout_assessment (client_id, week_number desc, created_at desc);

create table assignment (
  id uuid constraint assignment_pk primary key,
  client_id uuid not null constraint assignment_client_fk references client (id) on delete cascade,
  assignment_definition_id uuid not null constraint assignment_definition_fk references assignment_definition (id) on delete cascade,
  session_id uuid constraint assignment_session_fk references session (id) on delete set null,
  week_number integer not null,
  due_date date,
  note text,
  completed_at timestamptz,
  created_at timestamptz not null default now()
);
create index assignment_client_ix on assignment (client_id, week_number);
create index assignment_session_ix on assignment (session_id);

create table template (
  id uuid constraint template_pk primary key,
  name text not null,
  description text,
  type text not null constraint template_type_known
    check (type in ('diarization', 'metric_extraction', 'burnout_assessment', 'session_preparation')),
  system_prompt text not null,
  user_prompt_template text not null,
  version text not null default '1',
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index template_active_key on template (type) where is_active;

-- One run of a template. It keeps the name and type, so that the log survives the template.
create table execution (
  id uuid constraint execution_pk primary key,
  executed_at timestamptz not null default now(),
  template_id uuid constraint execution_template_fk references template (id) on delete set null,
  template_type text not null,
  template_name text not null,
  is_success boolean not null,
  execution_time_ms integer not null,
  session_id uuid constraint execution_session_fk references session (id) on delete set null,
  context_id text,
  input_data jsonb,
  output_data jsonb,
  error_message text,
  tokens_used integer,
  requested_by uuid constraint execution_requester_fk references "user" (id) on delete set null
);
create index execution_executed_ix on execution (executed_at desc, id desc);
create index execution_session_ix on execution (session_id);
