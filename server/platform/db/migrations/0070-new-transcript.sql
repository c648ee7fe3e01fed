-- A transcript that was made again is kept beside the current one until somebody chooses.

-- A new transcript of a session that has one already; deleted when it is used or discarded.
create table new_transcript (
  id uuid constraint new_transcript_pk primary key,
  session_id uuid not null,
  -- Recording of the transcript; may be deleted.
  recording_id uuid not null,
  -- In the form of session.segments.
  segments jsonb not null,
  -- In the form of transcription.warnings.
  warnings text[] not null,
  created_at timestamptz not null default now(),
  constraint new_transcript_session_key unique (session_id),
  constraint new_transcript_session_fk foreign key (session_id) references session(id) on delete cascade
);

call notify_plans('new_transcript', $$select session.client_id from session where session.id = it.session_id$$);

-- Quality warnings of the raw transcript, in the form of transcription.warnings.
alter table session add column transcript_warnings text[] not null default '{}'::text[];

update session set transcript_warnings = latest.warnings
from (
  select distinct on (session_id) session_id, warnings from transcription where status = 'completed'
  order by session_id, created_at desc, id desc
) as latest
where latest.session_id = session.id and latest.warnings <> '{}' and session.transcribed_text_raw is not null;
