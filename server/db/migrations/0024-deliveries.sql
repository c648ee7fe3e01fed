-- A message waits until it has left, or was kept because nothing here reaches people, or is given up with a reason.
alter table message
  add column status text not null default 'waiting'
    constraint message_status_known check (status in ('waiting', 'sent', 'kept', 'failed')),
  add column attempts integer not null default 0,
  add column next_try_at timestamptz not null default now(),
  add column error text,
  add column fence integer not null default 0,
  add column held_until timestamptz;
update message set status = 'kept';
create index message_waiting_ix on message (next_try_at) where status = 'waiting';
-- The outbox shows what has not left.
create index message_outbox_ix on message (created_at desc, id desc) where status <> 'sent';
