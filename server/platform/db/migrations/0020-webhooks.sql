-- An address of the operator's that is called when something happens; the calls contain ids only.
create table webhook (
  id uuid constraint webhook_pk primary key,
  url text not null,
  -- Types of events, such as session.scheduled.
  events text[] not null,
  -- Encrypted signing secret, bound to the id.
  secret text not null,
  created_at timestamptz not null default now()
);

-- One event for one webhook; the latest 100 of each webhook are stored.
create table webhook_delivery (
  id uuid constraint webhook_delivery_pk primary key,
  webhook_id uuid not null,
  event text not null,
  -- Ids of the rows concerned, by name.
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- waiting, sent or failed.
  status text not null default 'waiting',
  -- Why the last attempt failed.
  error text,
  -- HTTP status of the last response.
  response_status integer,
  -- Attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  constraint webhook_delivery_status_known check (status in ('waiting', 'sent', 'failed')),
  constraint webhook_delivery_webhook_fk foreign key (webhook_id) references webhook(id) on delete cascade
);
create index webhook_delivery_due_ix on webhook_delivery (next_try_at) where (status = 'waiting');
create index webhook_delivery_webhook_ix on webhook_delivery (webhook_id, created_at desc);
