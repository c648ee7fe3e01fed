-- How helpful a client found a session; asked once, and changeable for some days.
create table feedback (
  session_id uuid constraint feedback_pk primary key,
  -- Who held the session, and is the only one to read the words; null: nobody, or the profile was deleted.
  coach_id uuid,
  -- 1 to 5; null: the client skipped the question.
  rating integer,
  -- To the coach.
  words text,
  -- When it was last given or changed.
  given_at timestamptz not null default now(),
  constraint feedback_rating_range check (rating between 1 and 5),
  constraint feedback_words_rated check (words is null or rating is not null),
  constraint feedback_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint feedback_coach_fk foreign key (coach_id) references coach(id) on delete set null
);
create index feedback_coach_ix on feedback (coach_id);
create index feedback_given_at_ix on feedback (given_at);

call notify_plans('feedback', $$select session.client_id from session where session.id = it.session_id$$);

insert into retention (kind, days) values ('feedback', 365);

alter table edition
  -- Of these, with feedback on a session.
  add column answered integer not null default 0,
  -- Of those, who found the last one helpful.
  add column helpful integer not null default 0;
update edition set people = (
  select coalesce(jsonb_object_agg(key, value || '{"feedback": null, "isHelpful": null}'), '{}') from jsonb_each(people)
);
