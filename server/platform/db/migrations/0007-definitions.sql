-- A pending or running deletion of a definition and its dependents; can be undone until it begins. Deleted when
-- done.
create table definition_deletion (
  id uuid constraint definition_deletion_pk primary key,
  -- Table of the definition, such as metric_category.
  kind text not null,
  -- Id of the definition in the table named by kind.
  definition_id uuid not null,
  -- Name of the definition, for display.
  name text not null,
  -- Dependent rows to delete, counted when the deletion was requested.
  total integer not null,
  -- Dependent rows deleted so far.
  done integer not null default 0,
  -- Start of the deletion; until then it can be undone.
  begins_at timestamptz not null,
  -- When a worker first claimed it; null means not begun.
  begun_at timestamptz,
  -- User who requested it. No foreign key: the request outlives the account.
  user_id uuid,
  -- Administrator behind the request while impersonating; null without.
  original_user_id uuid,
  -- IP address of the request, for the audit log.
  address text,
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  -- Consecutive attempts that deleted nothing.
  attempts integer not null default 0,
  -- When it was given up after too many attempts; null means not given up.
  failed_at timestamptz
);

-- A type of session that administrators configure.
create table session_definition (
  id uuid constraint session_definition_pk primary key,
  name text not null,
  description text,
  -- Position in lists, from 1 without gaps.
  display_order integer not null,
  created_at timestamptz not null default now(),
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Pending deletion that hides this row; null means in use.
  deletion_id uuid,
  -- Default length of a session of this type, 5–480.
  duration_minutes integer not null default 50,
  -- Default place: digital (video call) or physical.
  session_type text not null default 'digital',
  constraint session_definition_duration check ((duration_minutes >= 5) and (duration_minutes <= 480)),
  constraint session_definition_type_known check (session_type in ('digital', 'physical')),
  constraint session_definition_deletion_fk foreign key (deletion_id) references definition_deletion(id) on delete set
    null
);
create index session_definition_deletion_ix on session_definition (deletion_id) where (deletion_id is not null);

-- A metric that the analysis reads only from sessions of one type, without a column in the plan.
create table session_metric (
  id uuid constraint session_metric_pk primary key,
  session_definition_id uuid not null,
  -- Name by which prompts and answers refer to the metric; unique per session type.
  key text not null,
  label text not null,
  -- Order within the session type, from 1 without gaps.
  position integer not null,
  created_at timestamptz not null default now(),
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Pending deletion that hides this row; null means in use.
  deletion_id uuid,
  constraint session_metric_key_key unique (session_definition_id, key),
  constraint session_metric_definition_fk foreign key (session_definition_id) references session_definition(id) on
    delete cascade,
  constraint session_metric_deletion_fk foreign key (deletion_id) references definition_deletion(id) on delete set null
);
create index session_metric_deletion_ix on session_metric (deletion_id) where (deletion_id is not null);

-- A group of metrics in the plan.
create table metric_category (
  id uuid constraint metric_category_pk primary key,
  name text not null,
  -- Position in the plan, from 1 without gaps.
  display_order integer not null,
  created_at timestamptz not null default now(),
  -- Raised by each change of the name, for optimistic locking.
  version integer not null default 1,
  -- Pending deletion that hides this row; null means in use.
  deletion_id uuid,
  constraint metric_category_deletion_fk foreign key (deletion_id) references definition_deletion(id) on delete set null
);
create index metric_category_deletion_ix on metric_category (deletion_id) where (deletion_id is not null);

-- A metric that plans record week by week.
create table metric_definition (
  id uuid constraint metric_definition_pk primary key,
  -- Name by which prompts and answers refer to the metric.
  key text not null unique,
  label text not null,
  category_id uuid not null,
  -- Position within the category, from 1 without gaps.
  category_position integer not null,
  -- Unit shown beside values; null means none.
  unit text,
  -- Usual origin of values: transcription, document_upload, manual or device.
  data_source text not null default 'manual',
  created_at timestamptz not null default now(),
  -- Lower bound of valid values, inclusive.
  lowest double precision not null default 0,
  -- Upper bound of valid values, inclusive.
  highest double precision not null default 100,
  -- Whether higher values are better; null means inferred from the label.
  is_more_better boolean,
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Pending deletion that hides this row; null means in use.
  deletion_id uuid,
  -- Synonyms by which people speak of the metric, beside its label.
  words text[] not null default '{}'::text[],
  constraint metric_definition_range check (lowest < highest),
  constraint metric_definition_source_known check (data_source in ('transcription', 'document_upload', 'manual',
    'device')),
  constraint metric_definition_category_fk foreign key (category_id) references metric_category(id) on delete cascade,
  constraint metric_definition_deletion_fk foreign key (deletion_id) references definition_deletion(id) on delete set
    null
);
create index metric_definition_category_ix on metric_definition (category_id, category_position);
create index metric_definition_deletion_ix on metric_definition (deletion_id) where (deletion_id is not null);

-- A type of home assignment that administrators configure.
create table assignment_definition (
  id uuid constraint assignment_definition_pk primary key,
  name text not null,
  description text,
  -- Position in lists, from 1 without gaps.
  display_order integer not null,
  created_at timestamptz not null default now(),
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Pending deletion that hides this row; null means in use.
  deletion_id uuid,
  constraint assignment_definition_deletion_fk foreign key (deletion_id) references definition_deletion(id) on delete
    set null
);
create index assignment_definition_deletion_ix on assignment_definition (deletion_id) where (deletion_id is not null);

call notify_plans('assignment_definition', $$select null::uuid$$);
create trigger assignment_definition_version before update on assignment_definition
  for each row when (old.name is distinct from new.name or old.description is distinct from new.description)
  execute function next_version();

call notify_plans('metric_category', $$select null::uuid$$);
create trigger metric_category_version before update on metric_category
  for each row when (old.name is distinct from new.name)
  execute function next_version();

call notify_plans('metric_definition', $$select null::uuid$$);
create trigger metric_definition_version before update on metric_definition
  for each row when (old.key is distinct from new.key or old.label is distinct from new.label or old.category_id is
    distinct from new.category_id or old.data_source is distinct from new.data_source or old.unit is distinct from
    new.unit or old.lowest is distinct from new.lowest or old.highest is distinct from new.highest or
    old.is_more_better is distinct from new.is_more_better or old.words is distinct from new.words)
  execute function next_version();

call notify_plans('session_definition', $$select null::uuid$$);
create trigger session_definition_version before update on session_definition
  for each row when (old.name is distinct from new.name or old.description is distinct from new.description or
    old.duration_minutes is distinct from new.duration_minutes or old.session_type is distinct from new.session_type)
  execute function next_version();

call notify_plans('session_metric', $$select null::uuid$$);
create trigger session_metric_version before update on session_metric
  for each row when (old.key is distinct from new.key or old.label is distinct from new.label or
    old.session_definition_id is distinct from new.session_definition_id)
  execute function next_version();
