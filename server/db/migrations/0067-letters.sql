-- A message is of a kind and for a person; its text was made from a table of texts, and services with templates of their
-- own are handed the values that stand in it.
alter table message
  add column kind text not null default 'passwordReset',
  add column language text not null default 'en',
  add column user_id uuid constraint message_user_fk references "user" (id) on delete cascade,
  -- For a text message, where the body is too long.
  add column short text not null default '',
  add column given jsonb not null default '{}',
  -- A calendar file that goes with it.
  add column calendar text;
alter table message alter column kind drop default, alter column language drop default, alter column short drop default;
create index message_user_ix on message (user_id) where user_id is not null;

-- Administrators see all messages, by status and kind, and how many there are of each.
drop index message_outbox_ix;
create index message_status_ix on message (status, created_at, id);
create index message_kind_ix on message (kind, created_at, id);
call count_rows('message', $$values ('message', ''), ('message-status', it.status), ('message-kind', it.kind)$$);

-- How somebody wants to be told of things: who has no row is told of everything by every way there is.
create table notification (
  user_id uuid constraint notification_pk primary key
    constraint notification_user_fk references "user" (id) on delete cascade,
  phone text constraint notification_phone_form check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Since when they want no text messages at all, as their telephone said (STOP).
  stopped_at timestamptz,
  time_zone text,
  -- By kind the ways by which they do not want it: {"sessionReminder": ["text"]}.
  unwanted jsonb not null default '{}',
  version integer not null default 1
);
create trigger notification_version before update on notification for each row
  when ((old.phone, old.time_zone, old.unwanted) is distinct from (new.phone, new.time_zone, new.unwanted))
  execute function next_version();
