-- Clients who do not want what they say to be analysed, who said so, and when. No row: nobody said so.
create table analysis_refusal (
  client_id uuid constraint analysis_refusal_pk primary key
    constraint analysis_refusal_client_fk references client (id) on delete cascade,
  refused_by uuid constraint analysis_refusal_user_fk references "user" (id) on delete set null,
  refused_at timestamptz not null default now()
);
create index analysis_refusal_user_ix on analysis_refusal (refused_by) where refused_by is not null;
call tell_plans('analysis_refusal', 'select it.client_id');
