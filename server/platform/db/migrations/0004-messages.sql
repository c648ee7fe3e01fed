-- An outgoing email or text message, and a notification in the app; sent by a worker, removed by retention.
create table message (
  id uuid constraint message_pk primary key,
  -- Email address at the time of writing.
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  -- waiting, sent, kept (no delivery channel; stays in the outbox) or failed.
  status text not null default 'waiting',
  -- Delivery attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next delivery attempt.
  next_try_at timestamptz not null default now(),
  -- Why it was not delivered; null otherwise.
  error text,
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  -- Message type, such as passwordReset or sessionReminder.
  kind text not null,
  -- Language of the text, such as en.
  language text not null,
  -- Person it is for.
  user_id uuid,
  -- Short version, for text messages and the notification list.
  short text not null,
  -- Values of the placeholders by name, for services with their own templates.
  given jsonb not null default '{}'::jsonb,
  -- iCalendar file to attach; null means none.
  calendar text,
  -- Not sent after this time, because its content is outdated; null means never outdated.
  expires_at timestamptz,
  -- When the person read it in the app; null means unread.
  read_at timestamptz,
  constraint message_status_known check (status in ('waiting', 'sent', 'kept', 'failed')),
  constraint message_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index message_created_ix on message (created_at desc, id desc);
create index message_kind_ix on message (kind, created_at, id);
create index message_status_ix on message (status, created_at, id);
create index message_user_ix on message (user_id, created_at desc, id desc) where (user_id is not null);
create index message_waiting_ix on message (next_try_at) where (status = 'waiting');

-- A user's notification preferences; without a row all notifications are sent by every available channel.
create table notification (
  user_id uuid constraint notification_pk primary key,
  -- Number for text messages in E.164 format; null means none.
  phone text,
  -- When the phone replied STOP; no text messages since. Null means allowed.
  stopped_at timestamptz,
  -- IANA time zone for times in messages; null means unknown.
  time_zone text,
  -- Rejected channels by message type, such as {"sessionReminder": ["text"]}.
  opt_outs jsonb not null default '{}'::jsonb,
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  constraint notification_phone_form check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint notification_user_fk foreign key (user_id) references "user"(id) on delete cascade
);

-- A notification sent about a session, assignment or conversation, so that nobody gets the same one twice. No
-- foreign key to its subject, because a cancellation is sent after the row is deleted.
create table reminder (
  id uuid constraint reminder_pk primary key,
  -- Subject: session, assignment or conversation.
  about text not null,
  -- Id of the subject; a conversation has the id of its session.
  row_id uuid not null,
  user_id uuid not null,
  -- Session: date_version; assignment: due date as days since 1970; else conversation version.
  version integer not null,
  -- ahead (upcoming, due or shared), moved or cancelled.
  step text not null,
  -- When the session takes place, the assignment is due or the conversation was shared.
  at timestamptz not null,
  -- False if the user opted out, so no corrections follow either.
  is_notified boolean not null default true,
  created_at timestamptz not null default now(),
  constraint reminder_about_known check (about in ('session', 'assignment', 'conversation')),
  constraint reminder_once unique (row_id, user_id, version, step),
  constraint reminder_step_known check (step in ('ahead', 'moved', 'cancelled')),
  constraint reminder_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index reminder_at_ix on reminder (at);
create index reminder_user_ix on reminder (user_id);

create trigger notification_version before update on notification
  for each row when (old.phone is distinct from new.phone or old.time_zone is distinct from new.time_zone or
    old.opt_outs is distinct from new.opt_outs)
  execute function next_version();
