-- Version of the text a client is asked to agree to, for one purpose. Only added to.
create table consent_text (
  id uuid constraint consent_text_pk primary key default gen_random_uuid(),
  -- recording, outside_transcription, analysis, outside_analysis or organization_figures (contract/consents.ts).
  purpose text not null,
  -- From 1, per purpose; the highest one is current.
  version integer not null default 1,
  -- One or two sentences that are always shown.
  summary text not null,
  -- What happens, where, who sees it and how to withdraw; shown on request.
  details text not null,
  created_at timestamptz not null default now(),
  -- Null for the texts that came with the product, or if the account is deleted.
  created_by uuid,
  constraint consent_text_version_key unique (purpose, version),
  constraint consent_text_author_fk foreign key (created_by) references "user"(id) on delete set null
);
create index consent_text_author_ix on consent_text (created_by) where (created_by is not null);

insert into consent_text (purpose, summary, details) values
  ('recording',
   'Your coach may record your sessions on video, and the recording is turned into text on this system.',
   'The coach uploads the video of a session. It is stored in the storage that your administrator has chosen, and speech recognition on this system turns it into text with speakers and times. Your coach and the administrators can watch and read it; you can if the coach shares it with you. Your employer cannot. You can withdraw at any time: nothing more is recorded, uploads in progress stop, and existing recordings stay until you ask for them to be deleted.'),
  ('outside_transcription',
   'The sound of your recordings may be sent to an outside service that turns it into text.',
   'An outside service can be more accurate, and understands more languages. It receives the sound of the recording, without your name. What it stores is deleted once the text has arrived, as far as the service allows. Without your consent only speech recognition on this system is used. You can withdraw at any time: transcriptions in progress are stopped, and existing texts stay until you ask for them to be deleted.'),
  ('analysis',
   'Rules on this system may turn the text of a session into a readable conversation and look for values such as stress or energy.',
   'Only the text is used, never voice or face, and nothing is sent anywhere. Each value is shown to your coach with the words it came from, and the coach confirms, corrects or rejects it. Values appear in your plan. Your employer sees none of it. You can withdraw at any time: nothing more is analyzed, and existing values stay in your plan.'),
  ('outside_analysis',
   'The text of your sessions may be sent to an outside AI model that does the same, and more.',
   'An outside model receives the text of the session and data of your plan. It writes the conversation, looks for values and signs of strain, and prepares your coach for the next session. Your coach checks what it finds. Which service it is stands beside your choice. You can withdraw at any time: requests in progress are called off, nothing more is sent, and existing results stay in your plan.'),
  ('organization_figures',
   'You may be counted in the figures that your employer sees.',
   'Your employer sees totals only, such as how many people take part and how many are at risk, and only for groups that are large enough that nobody can be recognized. It never sees your name, your sessions or your plan. You can withdraw at any time: you are left out of later figures as soon as that reveals nobody, and figures that were already published stay.');

-- A client's decision on one purpose. Only added to: the newest entry of a purpose counts, none means undecided. Covers
-- the family members of the client.
create table consent (
  id uuid constraint consent_pk primary key default gen_random_uuid(),
  client_id uuid not null,
  purpose text not null,
  -- False: withdrawn.
  is_given boolean not null,
  -- Text that was current.
  consent_text_id uuid not null,
  -- Time of the statement, not of the transaction, to order entries.
  decided_at timestamptz not null default clock_timestamp(),
  -- Null if the account is deleted.
  recorded_by uuid,
  -- Recorded by a coach or an administrator for the client, who said so in a session.
  is_said_in_session boolean not null default false,
  constraint consent_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint consent_recorder_fk foreign key (recorded_by) references "user"(id) on delete set null,
  constraint consent_text_fk foreign key (consent_text_id) references consent_text(id)
);
create index consent_newest_ix on consent (client_id, purpose, decided_at desc, id desc) include (is_given);
create index consent_recorder_ix on consent (recorded_by) where (recorded_by is not null);
create index consent_text_ix on consent (consent_text_id);
call notify_plans('consent', $$select it.client_id$$);

-- When the client first saw the consents; null means the client has not been asked.
alter table client add column consents_asked_at timestamptz;

-- Whose consents cover a client: a family member's are those of the guardian.
create function consenting_client(of_client uuid) returns uuid stable language sql as $$
  select coalesce(guardian_id, id) from client where id = of_client
$$;

-- The newest entry of a purpose; null means undecided.
create function is_consent_given(of_client uuid, of_purpose text) returns boolean stable language sql as $$
  select is_given from consent where client_id = consenting_client(of_client) and purpose = of_purpose
  order by decided_at desc, id desc limit 1
$$;

-- A refusal of analysis becomes the withdrawal of both its purposes.
insert into consent (client_id, purpose, is_given, consent_text_id, decided_at, recorded_by, is_said_in_session)
select owner.id, text.purpose, false, text.id, refusal.refused_at, refusal.refused_by,
  refusal.refused_by is distinct from owner.user_id
from analysis_refusal as refusal join client as owner on owner.id = consenting_client(refusal.client_id)
join consent_text as text on text.purpose in ('analysis', 'outside_analysis');
drop table analysis_refusal;
update audit_entry set action = case action when 'analysis-refused' then 'consent-withdrawn' else 'consent-given' end,
  details = details || '{"purpose": "analysis"}' where action in ('analysis-refused', 'analysis-allowed');
