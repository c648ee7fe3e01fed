-- What a system administrator set for the whole installation. What nobody set has no row: the environment or the product's own
-- default is in force. Each change has a number of its own, so that what was set back and set anew is another one.
create sequence setting_version as integer;
create table setting (
  name text constraint setting_pk primary key,
  value jsonb not null,
  version integer not null default nextval('setting_version'),
  changed_by uuid constraint setting_changed_by_fk references "user" (id) on delete set null,
  changed_at timestamptz not null default now()
);
create index setting_changed_by_ix on setting (changed_by) where changed_by is not null;
create function next_setting_version() returns trigger language plpgsql as $$
begin
  new.version := nextval('setting_version');
  new.changed_at := now();
  return new;
end $$;
create trigger setting_changed before update on setting for each row execute function next_setting_version();

-- The days that each kind of row has where nobody set others. A run of a prompt holds what people said: it is kept for a year.
update retention set days = 365 where kind = 'execution' and days is null;

-- The size of a group that an edition was made for: what was promised then holds until the next one.
alter table edition add least integer not null default 6 constraint edition_least_floor check (least >= 6);

-- A template that runs of itself on a conversation that was saved: once for each saved text and type.
create table automatic_run (
  id uuid constraint automatic_run_pk primary key,
  session_id uuid not null constraint automatic_run_session_fk references session (id) on delete cascade,
  template_type text not null,
  conversation_version integer not null,
  status text not null default 'waiting' constraint automatic_run_status_known
    check (status in ('waiting', 'done', 'failed', 'outdated')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  fence integer not null default 0,
  held_until timestamptz,
  requested_by uuid constraint automatic_run_requester_fk references "user" (id) on delete set null,
  original_user_id uuid constraint automatic_run_original_user_fk references "user" (id) on delete set null,
  address text,
  created_at timestamptz not null default now(),
  constraint automatic_run_once unique (session_id, template_type, conversation_version)
);
create index automatic_run_waiting_ix on automatic_run (next_try_at) where status = 'waiting';
create index automatic_run_requester_ix on automatic_run (requested_by) where requested_by is not null;
create index automatic_run_original_user_ix on automatic_run (original_user_id) where original_user_id is not null;

-- In which time zone the weeks that are kept in rows are counted, and how far a new count has come. One row, or none yet.
create table week_count (
  is_only boolean constraint week_count_pk primary key default true constraint week_count_only check (is_only),
  time_zone text not null,
  -- Those of clients up to this one are counted.
  counted_to uuid,
  counted integer not null default 0,
  total integer not null default 0,
  began_at timestamptz not null default now(),
  finished_at timestamptz
);
