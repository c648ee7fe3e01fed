-- The secret address under which a calendar app reads a user's sessions.
create table calendar_feed (
  user_id uuid constraint calendar_feed_pk primary key,
  secret_hash text not null constraint calendar_feed_secret_key unique,
  -- What its sessions are called; own: own_title.
  title text not null default 'appointment',
  own_title text not null default '',
  created_at timestamptz not null default now(),
  -- To within a minute; null: not yet.
  last_fetched_at timestamptz,
  constraint calendar_feed_title_known check (title in ('appointment', 'busy', 'own', 'firstName', 'initials', 'fullName')),
  constraint calendar_feed_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
