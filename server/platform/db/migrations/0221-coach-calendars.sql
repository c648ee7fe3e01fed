-- The address of a coach's own calendar, and how reading it went. The id is the coach's.
create table coach_calendar (
  id uuid constraint coach_calendar_pk primary key,
  -- Encrypted, bound to the id: whoever knows it can read the calendar.
  address text not null,
  -- Shown instead of the address.
  host text not null,
  -- Whether whole days block.
  counts_all_day boolean not null default true,
  -- Whether entries marked as free block: some calendars mark everything so.
  counts_free boolean not null default false,
  -- When its busy times were stored; null means never.
  last_read_at timestamptz,
  -- Since when reading fails; null means it works.
  failing_since timestamptz,
  -- Why the last attempt failed.
  error text,
  constraint coach_calendar_coach_fk foreign key (id) references coach(id) on delete cascade
);
