-- What somebody was told about a session, an assignment or a conversation. It outlives what it is about: whoever has a
-- session in the calendar is told when it is gone. Nobody is told the same twice.
create table reminder (
  id uuid constraint reminder_pk primary key,
  about text not null constraint reminder_about_known check (about in ('session', 'assignment', 'conversation')),
  row_id uuid not null,
  user_id uuid not null constraint reminder_user_fk references "user" (id) on delete cascade,
  -- Of what they were told: how often the session was moved, the day on which the assignment is due, the conversation.
  version integer not null,
  step text not null constraint reminder_step_known check (step in ('ahead', 'moved', 'cancelled')),
  -- When what they were told of is to be.
  at timestamptz not null,
  -- False where they did not want to be told.
  is_told boolean not null default true,
  created_at timestamptz not null default now(),
  constraint reminder_once unique (row_id, user_id, version, step)
);
create index reminder_user_ix on reminder (user_id);
create index reminder_at_ix on reminder (at);
create index assignment_due_ix on assignment (due_date) where completed_at is null and due_date is not null;

insert into retention (kind, days) values ('reminder', 30);
