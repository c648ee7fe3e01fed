-- A coach's own working hours; without a row those of the installation apply.
create table coach_hours (
  coach_id uuid constraint coach_hours_pk primary key,
  -- IANA name: the hours are what a clock there shows.
  time_zone text not null,
  -- [{"weekday": 1, "from": "09:00", "to": "12:00"}, …]; 0 is Sunday.
  ranges jsonb not null,
  -- Raised by each change, for optimistic locking.
  version integer not null default 1,
  constraint coach_hours_coach_fk foreign key (coach_id) references coach(id) on delete cascade
);
create trigger coach_hours_version before update on coach_hours
  for each row when (old.time_zone is distinct from new.time_zone or old.ranges is distinct from new.ranges)
  execute function next_version();

-- Whole days, in the time zone of the coach's hours, on which a coach takes no sessions.
create table time_off (
  id uuid constraint time_off_pk primary key,
  coach_id uuid not null,
  first_day date not null,
  last_day date not null,
  constraint time_off_days_in_order check (first_day <= last_day),
  constraint time_off_coach_fk foreign key (coach_id) references coach(id) on delete cascade
);
create index time_off_coach_ix on time_off (coach_id, last_day);

-- When a coach is busy according to the coach's own calendar.
create table busy_time (
  coach_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint busy_time_pk primary key (coach_id, starts_at, ends_at),
  constraint busy_time_in_order check (starts_at < ends_at),
  constraint busy_time_coach_fk foreign key (coach_id) references coach(id) on delete cascade
);
