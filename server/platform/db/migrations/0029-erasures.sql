-- A request to erase a person, with the certificate once it is done.
create table erasure (
  id uuid constraint erasure_pk primary key,
  -- Person to erase; null once erased.
  client_id uuid,
  -- waiting (for a confirmation), running, failed, done or cancelled.
  status text not null default 'waiting',
  -- Administrator who requested it; while impersonating, the administrator behind it.
  requested_by uuid,
  requested_at timestamptz not null default now(),
  -- From then on the administrator who requested it may confirm it too.
  own_confirmation_from timestamptz not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  -- When it was done, failed or cancelled.
  ended_at timestamptz,
  -- While running: ids, files and counts, as JSON; null otherwise.
  progress jsonb,
  -- Certificate as JSON, without personal data of the erased person; null until done.
  certificate jsonb,
  -- Why it failed or is being retried; null otherwise.
  problem text,
  -- Attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  constraint erasure_confirmed_by_fk foreign key (confirmed_by) references "user"(id) on delete set null,
  constraint erasure_client_fk foreign key (client_id) references client(id) on delete set null,
  constraint erasure_requested_by_fk foreign key (requested_by) references "user"(id) on delete set null,
  constraint erasure_status_known check (status in ('waiting', 'running', 'failed', 'done', 'cancelled'))
);
create index erasure_client_ix on erasure (client_id) where (client_id is not null);
create index erasure_confirmed_by_ix on erasure (confirmed_by) where (confirmed_by is not null);
-- One open request for each person.
create unique index erasure_open_key on erasure (client_id) where (status in ('waiting', 'running', 'failed'));
create index erasure_requested_by_ix on erasure (requested_by) where (requested_by is not null);
create index erasure_requested_ix on erasure (requested_at desc, id desc);
create index erasure_running_ix on erasure (next_try_at) where (status = 'running');
