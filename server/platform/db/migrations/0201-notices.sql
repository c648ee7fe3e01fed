alter table message
  -- What a notice is about, such as sessions; null: not a notice.
  add column row_ids uuid[],
  -- When a notice was worded, or read where it is for the bell only: what follows is another one. Null: open, gathers rows.
  add column closed_at timestamptz,
  -- Its words in the notification list; null: those of the text message.
  add column bell text,
  drop constraint message_status_known,
  add constraint message_status_known check (status in ('waiting', 'sent', 'kept', 'failed', 'bell'));
-- Several of a kind are one.
create unique index message_open_ix on message (user_id, kind) where (row_ids is not null and closed_at is null);

-- What a user last knew of a session, to tell what has changed since. No foreign key to the session: a cancellation is told
-- after the row was deleted.
create table known_session (
  id uuid constraint known_session_pk primary key default gen_random_uuid(),
  session_id uuid not null,
  user_id uuid not null,
  session_date timestamptz not null,
  duration_minutes integer not null,
  -- The session's date_version, or higher: calendars accept only higher ones.
  date_version integer not null,
  is_cancelled boolean not null default false,
  constraint known_session_once unique (session_id, user_id),
  constraint known_session_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index known_session_user_ix on known_session (user_id);
create index known_session_date_ix on known_session (session_date);
insert into retention (kind, days) select 'known_session', days from retention where kind = 'reminder';

-- Who takes part knows of planned sessions, and of others what was told last.
insert into known_session (session_id, user_id, session_date, duration_minutes, date_version)
select session.id, person.user_id, session.session_date,
  coalesce(session.duration_minutes, session_definition.duration_minutes), session.date_version
from session
join session_definition on session_definition.id = session.session_definition_id
join client on client.id = session.client_id
left join coach on coach.id = client.coach_id
cross join lateral (values
  (coalesce(client.user_id, (select it.user_id from client as it where it.id = client.guardian_id))), (coach.user_id)
) as person (user_id)
where session.session_date > now() and session.archived_at is null and session.completed_at is null
  and person.user_id is not null
on conflict do nothing;
delete from reminder where about = 'session' and step <> 'ahead';
alter table reminder
  drop constraint reminder_step_known,
  add constraint reminder_step_known check (step in ('ahead', 'soon', 'day')),
  drop constraint reminder_about_known,
  add constraint reminder_about_known check (about in ('session', 'assignment', 'conversation', 'questionnaire', 'day')),
  drop column is_notified;

update message set kind = 'sessionChanged' where kind in ('sessionMoved', 'sessionCancelled');
