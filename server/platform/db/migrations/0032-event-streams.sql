-- An open event stream, counted to limit those of a person over all processes. Unlogged.
create unlogged table event_stream (
  id uuid constraint event_stream_pk primary key,
  user_id uuid not null,
  -- When it ends at the latest, and no longer counts if its process was killed.
  expires_at timestamptz not null,
  constraint event_stream_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index event_stream_expires_ix on event_stream (expires_at);
create index event_stream_user_ix on event_stream (user_id);

insert into retention (kind, days) values ('event_stream', 0);
