-- What a person corrects of a raw transcript takes its place, and what the machine heard first stays beside it: nothing
-- here as long as nobody corrected anything. Whoever saves corrections says which transcript they read.
alter table session add first_segments jsonb, add transcript_version integer not null default 1;
create function next_transcript_version() returns trigger language plpgsql as $$
begin
  new.transcript_version := old.transcript_version + 1;
  return new;
end $$;
create trigger session_transcript_version before update of segments on session for each row
  when (old.segments is distinct from new.segments)
  execute function next_transcript_version();

-- Corrections that are not saved yet, each person's own: nobody else's news.
create table transcript_draft (
  id uuid constraint transcript_draft_pk primary key,
  session_id uuid not null constraint transcript_draft_session_fk references session (id) on delete cascade,
  user_id uuid not null constraint transcript_draft_user_fk references "user" (id) on delete cascade,
  segments jsonb not null,
  -- Of the session, as it was when the corrections began.
  transcript_version integer not null,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  constraint transcript_draft_session_key unique (session_id, user_id)
);
create index transcript_draft_user_ix on transcript_draft (user_id);
create index transcript_draft_saved_ix on transcript_draft (saved_at);
insert into retention (kind, days) values ('transcript_draft', 90);
